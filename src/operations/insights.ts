import { messages } from '../../contract/errors.ts';
import type { Output, Valid } from '../../contract/operation.ts';
import type { Contract } from '../../contract/table.ts';
import { BRAND } from '../domain/facts.ts';
import {
  foldedMetrics,
  type Metrics,
  metrics,
  positionOf,
  roundHalfUp,
  type Sums,
  sentimentOf,
} from '../domain/metrics.ts';
import { addDays, type DayRange, nextMonth } from '../domain/time.ts';
import {
  type Change,
  changeOfMean,
  changeOfRatio,
  changeOfVisibility,
  type Interval,
  intervalOfMean,
  intervalOfRatio,
  splitChange,
  visibilityInterval,
} from '../domain/uncertainty.ts';
import type { Brand } from '../storage/brands.ts';
import { type Competitor, listTracked } from '../storage/competitors.ts';
import { type PeriodSums, type Step, sumAgents, sumEntities, sumTrend } from '../storage/insights.ts';
import type { Caller } from './caller.ts';
import { named } from './competitors.ts';
import { brandOf, type Context, promptOf, unchanged } from './context.ts';
import { Failure } from './failure.ts';
import { cached, onlyOf, reportFilter } from './reports.ts';

type In<N extends keyof Contract> = Valid<Contract[N]>;
type Out<N extends keyof Contract> = Promise<Output<Contract[N]>>;

/** Below this many answers a number says little; by decision of the methodology. */
export const ENOUGH = 20;

const oneDecimal = (interval: Interval | null): Interval | null =>
  interval && [roundHalfUp(interval[0], 1), roundHalfUp(interval[1], 1)];

type Named = { id: number; name: string; domain: string };

/** Metrics of the brand and its tracked competitors per day, week or month. */
export async function trend(context: Context, caller: Caller, input: In<'trend'>): Out<'trend'> {
  const brand = await brandOf(context, caller, input.brand_id);
  const { prompt_id: promptId, step = 'week' } = input;
  if (promptId !== undefined && (await promptOf(context, caller, promptId)).brand_id !== brand.id)
    throw Failure.notFound(messages.promptNotFound);
  const [filter, tracked] = await Promise.all([
    reportFilter(context, input, onlyOf(brand)),
    listTracked(context.db, brand),
  ]);
  const named: Named[] = [{ ...brand, id: BRAND }, ...tracked];
  const scope = { ...onlyOf(brand), entityIds: named.map(({ id }) => id) };
  return cached(context, ['trend', brand.id, brand.data_version, input], async () => {
    const found = await sumTrend(context.database.pool, { ...scope, step, promptId }, filter);
    const periods = allPeriods(found, step);
    const entities = named.map(({ id, name, domain }) => ({
      ...{ name, domain, entity: id === BRAND ? ('brand' as const) : ('tracked' as const) },
      points: periods.map(({ start, sums, voices }) => ({
        ...bounds(start, step, filter),
        ...pointOf(sums, id, voices),
      })),
    }));
    return { success: true as const, step, entities };
  });
}

const MOST_POINTS = 1_000;

const NONE: PeriodSums = { asked: [], entities: new Map() };

function next(period: string, step: Step): string {
  return step === 'month' ? nextMonth(period) : addDays(period, step === 'week' ? 7 : 1);
}

/** The periods with answers and those between them (a gap must be seen), with all mentions in each. */
function allPeriods(found: ReadonlyMap<string, PeriodSums>, step: Step) {
  const starts = [...found.keys()].sort();
  const last = starts.at(-1) ?? '';
  const periods: { start: string; sums: PeriodSums; voices: number }[] = [];
  for (let start = starts[0] ?? '~'; start <= last; start = next(start, step)) {
    const sums = found.get(start) ?? NONE;
    const voices = [...sums.entities.values()].reduce((sum, own) => sum + totalOf(own.mentions), 0);
    periods.push({ start, sums, voices });
    if (periods.length > MOST_POINTS)
      throw Failure.invalid(
        `step ${step} gives more than ${MOST_POINTS} points: ask for a longer step or a shorter date`,
      );
  }
  return periods;
}

/** The days of a period that the filter leaves. */
function bounds(start: string, step: Step, { from, to }: DayRange) {
  const end = addDays(next(start, step), -1);
  return {
    from: from !== undefined && from > start ? from : start,
    to: to !== undefined && to < end ? to : end,
  };
}

const totalOf = (folds: readonly { total: number }[] = []) =>
  folds.reduce((sum, { total }) => sum + total, 0);

function pointOf({ asked, entities }: PeriodSums, id: number, voices: number) {
  const answers = asked.reduce((sum, one) => sum + one.answers * one.prompts, 0);
  const folds = entities.get(id) ?? { mentions: [], sentiments: [], positions: [] };
  const { visibility, sentiment, position } = foldedMetrics(asked, folds);
  const mentions = totalOf(folds.mentions);
  const interval = visibilityInterval({
    answers,
    mentions,
    prompts: asked.reduce((sum, { prompts }) => sum + prompts, 0),
    sum: folds.mentions.reduce((sum, { of, total }) => sum + (100 * total) / of, 0),
    squares: folds.mentions.reduce((sum, { of, squares }) => sum + (10_000 * squares) / (of * of), 0),
  });
  return {
    answers,
    visibility: answers > 0 ? visibility : null,
    interval: oneDecimal(interval),
    sentiment: mentions > 0 ? sentiment : null,
    position: mentions > 0 ? position : null,
    share_of_voice: voices > 0 ? roundHalfUp((100 * mentions) / voices, 1) : null,
    enough: answers >= ENOUGH,
  };
}

/** The sums of one prompt in a period: of the entity, with the answers asked, and all mentions of all entities. */
export type PromptSums = Sums & { voices: number };

/** Two periods of the brand or a competitor against each other. */
export async function compare(context: Context, caller: Caller, input: In<'compare'>): Out<'compare'> {
  return unchanged(context, caller, input.brand_id, (brand) => compareNow(context, brand, input));
}

async function compareNow(context: Context, brand: Brand, input: In<'compare'>): Out<'compare'> {
  const own =
    input.competitor === undefined
      ? { ...brand, id: BRAND }
      : await named(context.db, brand, input.competitor);
  const tracked = await listTracked(context.db, brand);
  const periodOf = async (date: In<'compare'>['now']): Promise<Period> => {
    const { ai_agent, tags } = input;
    const filter = await reportFilter(context, { date, ai_agent, tags }, onlyOf(brand));
    const scope = { accountId: brand.account_id, brandId: brand.id, entityId: own.id };
    const prompts = await promptsOf(context, { brand, own, tracked }, filter);
    const agents = await sumAgents(context.db, scope, filter);
    return { prompts, agents, metrics: metrics([...prompts.values()]) };
  };
  const [before, now] = [await periodOf(input.before), await periodOf(input.now)];
  const counted = [before, now].every((period) => period.metrics.total_responses > 0);
  const told = changes(before, now);
  return {
    success: true,
    name: own.name,
    answers: { before: before.metrics.total_responses, now: now.metrics.total_responses },
    ...told,
    intervals: intervalsOf([...now.prompts.values()]),
    counted: countedOf([...now.prompts.values()]),
    split: counted ? splitOf(before, now, told.visibility.change ?? 0) : null,
  };
}

/** The intervals of a period's own numbers, within what the numbers can be. */
function intervalsOf(prompts: readonly PromptSums[]) {
  const sum = (value: (sums: PromptSums) => number) => prompts.reduce((total, one) => total + value(one), 0);
  const rates = prompts.map(({ mentions, answers }) => (100 * mentions) / answers);
  const visibility = visibilityInterval({
    prompts: prompts.length,
    sum: rates.reduce((total, rate) => total + rate, 0),
    squares: rates.reduce((total, rate) => total + rate * rate, 0),
    answers: sum((one) => one.answers),
    mentions: sum(mentions),
  });
  const share = intervalOfRatio(prompts.map(({ mentions, voices }) => [mentions, voices] as const));
  return {
    visibility: within(visibility, { low: 0, high: 100, decimals: 1 }),
    sentiment: within(intervalOfMean(prompts.map(sentimentOf)), { low: 0, high: 100, decimals: 1 }),
    position: within(intervalOfMean(prompts.map(positionOf)), { low: 1, high: Infinity, decimals: 2 }),
    share_of_voice: within(share, { low: 0, high: 100, decimals: 1 }),
  };
}

/** What the numbers of a period stand on: answers, answers that mention it, all mentions. */
export function countedOf(prompts: readonly PromptSums[]) {
  const sum = (value: (sums: PromptSums) => number) => prompts.reduce((total, one) => total + value(one), 0);
  const named = sum(mentions);
  return {
    visibility: sum((one) => one.answers),
    sentiment: named,
    position: named,
    share_of_voice: sum((one) => one.voices),
  };
}

type Bounds = { low: number; high: number; decimals: 1 | 2 };

function within(interval: Interval | null, { low, high, decimals }: Bounds): Interval | null {
  if (interval === null) return null;
  const [from, to] = interval.map((end) => roundHalfUp(Math.min(high, Math.max(low, end)), decimals));
  return [from ?? low, to ?? high];
}

/** The parts as shown add up to the change as shown: what rounding leaves goes to the answers' part. */
function splitOf(before: Period, now: Period, change: number) {
  const split = splitChange(both(before.agents, now.agents));
  const [prompts, agents] = [roundHalfUp(split.prompts, 1), roundHalfUp(split.agents, 1)];
  return { prompts, agents, answers: roundHalfUp(change - prompts - agents, 1) };
}

type Judgeable = { prompts: ReadonlyMap<number, PromptSums>; metrics: Metrics };
type Period = Judgeable & { agents: Awaited<ReturnType<typeof sumAgents>> };
type Comparing = { brand: Brand; own: { id: number }; tracked: readonly Competitor[] };

async function promptsOf(
  context: Context,
  { brand, own, tracked }: Comparing,
  filter: Awaited<ReturnType<typeof reportFilter>>,
): Promise<Map<number, PromptSums>> {
  // A competitor that is not tracked is a voice where it is what is asked about.
  const entityIds = [...new Set([BRAND, ...tracked.map(({ id }) => id), own.id])];
  const scope = { ...onlyOf(brand), entityIds };
  const entities = await sumEntities(context.database.pool, scope, filter);
  const prompts = new Map<number, PromptSums>();
  for (const [prompt, { answers }] of entities.get(BRAND) ?? []) {
    if (answers === 0) continue;
    const sums = entities.get(own.id)?.get(prompt) ?? NO_MENTIONS;
    const all = entityIds.reduce((sum, id) => sum + (entities.get(id)?.get(prompt)?.mentions ?? 0), 0);
    prompts.set(prompt, { ...sums, answers, voices: all });
  }
  return prompts;
}

const NO_MENTIONS: Sums = { answers: 0, mentions: 0, sentiment_sum: 0, sentiment_count: 0, position_sum: 0 };

function both<T>(before: ReadonlyMap<number, T>, now: ReadonlyMap<number, T>) {
  const ids = [...new Set([...before.keys(), ...now.keys()])];
  return ids.map((id) => [before.get(id), now.get(id)] as const);
}

/** Each metric of two periods, with its change and whether that is one. */
export function changes(before: Judgeable, now: Judgeable) {
  const pairs = both(before.prompts, now.prompts);
  const total = (period: Judgeable, value: (sums: PromptSums) => number) =>
    [...period.prompts.values()].reduce((sum, one) => sum + value(one), 0);
  const enough = (value: (sums: PromptSums) => number) =>
    [before, now].every((period) => total(period, value) >= ENOUGH);
  const mean = (value: (sums: Sums) => number | undefined) =>
    changeOfMean(pairs.map(([a, b]) => [a && value(a), b && value(b)] as const));
  const named = { before: total(before, mentions) > 0, now: total(now, mentions) > 0 };
  const metric = (name: 'sentiment' | 'position', change: Change | undefined) => {
    const values: Values = [named.before ? before.metrics[name] : null, named.now ? now.metrics[name] : null];
    return verdict(values, { change, enough: enough(mentions), decimals: name === 'position' ? 2 : 1 });
  };
  const share = (sums: PromptSums | undefined): [number, number] | undefined =>
    sums && [sums.mentions, sums.answers];
  const asked = (period: Judgeable) =>
    period.metrics.total_responses > 0 ? period.metrics.visibility : null;
  const voice = (sums: PromptSums | undefined): [number, number] => [sums?.mentions ?? 0, sums?.voices ?? 0];
  const voices = (period: Judgeable) => {
    const all = total(period, (sums) => sums.voices);
    return all > 0 ? roundHalfUp((100 * total(period, mentions)) / all, 1) : null;
  };
  return {
    visibility: verdict([asked(before), asked(now)], {
      change: changeOfVisibility(pairs.map(([a, b]) => [share(a), share(b)] as const)),
      enough: enough((sums) => sums.answers),
      decimals: 1,
    }),
    sentiment: metric('sentiment', mean(sentimentOf)),
    position: metric('position', mean(positionOf)),
    share_of_voice: verdict([voices(before), voices(now)], {
      change: changeOfRatio(pairs.map(([a, b]) => ({ before: voice(a), now: voice(b) }))),
      enough: enough((sums) => sums.voices),
      decimals: 1,
    }),
  };
}

const mentions = (sums: { mentions: number }) => sums.mentions;
type Values = [before: number | null, now: number | null];
type Judging = { change: Change | undefined; enough: boolean; decimals: 1 | 2 };

/** A change in words: what it is, how sure, and whether it counts as one. */
function verdict([before, now]: Values, { change, enough, decimals }: Judging) {
  const interval = change?.interval ?? null;
  const told =
    !enough || interval === null
      ? 'too little data'
      : interval[0] > 0 || interval[1] < 0
        ? 'changed'
        : 'within noise';
  const rounded: Interval | null = interval && [
    roundHalfUp(interval[0], decimals),
    roundHalfUp(interval[1], decimals),
  ];
  return {
    before,
    now,
    change: change ? roundHalfUp(change.change, decimals) : null,
    interval: rounded,
    verdict: told as 'changed' | 'within noise' | 'too little data',
  };
}
