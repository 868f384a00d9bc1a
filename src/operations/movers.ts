// The biggest changes between two periods: of the brand per prompt, and of its competitors.
import type { Output, Valid } from '../../contract/operation.ts';
import type { Contract } from '../../contract/table.ts';
import { BRAND } from '../domain/facts.ts';
import { metrics, roundHalfUp, type Sums, visibilityOf } from '../domain/metrics.ts';
import { type Judged, judgeTogether } from '../domain/movers.ts';
import type { Share } from '../domain/uncertainty.ts';
import type { Brand } from '../storage/brands.ts';
import { type Competitor, listTracked } from '../storage/competitors.ts';
import { sumEntities } from '../storage/insights.ts';
import { listPrompts } from '../storage/prompts.ts';
import type { Caller } from './caller.ts';
import { brandOf, type Context } from './context.ts';
import { changes, countedOf, ENOUGH, type PromptSums } from './insights.ts';
import { cached, onlyOf, reportFilter } from './reports.ts';

type In = Valid<Contract['movers']>;
type Out = Output<Contract['movers']>;
type Moved = Out['prompts'][number];
type Visibility = Moved['visibility'];

const LIMIT = 20;

/** What changed most, judged together; from the cache while the brand's data stands. */
export async function movers(context: Context, caller: Caller, input: In): Promise<Out> {
  const brand = await brandOf(context, caller, input.brand_id);
  return cached(context, ['movers', brand.id, brand.data_version, input], async () => {
    const tracked = await listTracked(context.db, brand);
    const before = await sumsOf(context, { brand, tracked }, { ...input, date: input.before });
    const now = await sumsOf(context, { brand, tracked }, { ...input, date: input.now });
    const prompts = await promptsMoved(context, brand, { before, now });
    return {
      success: true,
      prompts: prompts.slice(0, input.limit ?? LIMIT),
      prompts_judged: tallyOf(prompts),
      competitors: competitorsMoved(tracked, { before, now }).sort(largestFirst),
    };
  });
}

/** The sums of each entity by prompt, of those that were answered. */
type Found = Map<number, Map<number, Sums>>;
type Periods = { before: Found; now: Found };
type Asked = { brand: Brand; tracked: readonly Competitor[] };

const NO_MENTIONS = { mentions: 0, sentiment_sum: 0, sentiment_count: 0, position_sum: 0 };

async function sumsOf(
  context: Context,
  { brand, tracked }: Asked,
  filter: Parameters<typeof reportFilter>[1],
): Promise<Found> {
  const entityIds = [BRAND, ...tracked.map(({ id }) => id)];
  const scope = { ...onlyOf(brand), entityIds };
  const found = await sumEntities(
    context.database.pool,
    scope,
    await reportFilter(context, filter, onlyOf(brand)),
  );
  const asked = [...(found.get(BRAND) ?? [])].filter(([, { answers }]) => answers > 0);
  return new Map(
    entityIds.map((id) => [
      id,
      new Map(
        asked.map(([prompt, { answers }]) => [
          prompt,
          { ...NO_MENTIONS, ...found.get(id)?.get(prompt), answers },
        ]),
      ),
    ]),
  );
}

const NONE: ReadonlyMap<number, Sums> = new Map();
const of = ({ before, now }: Periods, id: number) => [before.get(id) ?? NONE, now.get(id) ?? NONE] as const;

async function promptsMoved(context: Context, brand: Brand, periods: Periods): Promise<Moved[]> {
  const [before, now] = of(periods, BRAND);
  const prompts = await listPrompts(context.db, onlyOf(brand));
  const both = prompts.flatMap(({ id, prompt }) => {
    const pair = [before.get(id), now.get(id)] as const;
    return pair[0] && pair[1] ? [{ id, prompt, pair: [pair[0], pair[1]] as const }] : [];
  });
  const judged = judgeAll(both.map(({ pair }) => pair));
  return both
    .map(({ id, prompt, pair }, at) => ({
      ...{ id, prompt, answers: { before: pair[0].answers, now: pair[1].answers } },
      visibility: told(pair, judged[at]),
    }))
    .sort(largestFirst);
}

type Pair = readonly [before: Sums, now: Sums];

const share = ({ mentions, answers }: Sums): Share => [mentions, answers];

/** Prompts with too few answers take no part: they cannot be called changed, nor make others less sure. */
function judgeAll(pairs: readonly Pair[]): (Judged | undefined)[] {
  const isEnough = ([before, now]: Pair) => Math.min(before.answers, now.answers) >= ENOUGH;
  const enough = pairs.filter(isEnough);
  const judged = judgeTogether(enough.map(([before, now]) => [share(before), share(now)]));
  const found = new Map(enough.map((pair, at) => [pair, judged[at]]));
  return pairs.map((pair) => found.get(pair));
}

function told([before, now]: Pair, judged: Judged | undefined): Visibility {
  const change = (visibilityOf(now) ?? 0) - (visibilityOf(before) ?? 0);
  return {
    before: metrics([before]).visibility,
    now: metrics([now]).visibility,
    change: roundHalfUp(change, 1),
    interval: judged ? [roundHalfUp(judged.interval[0], 1), roundHalfUp(judged.interval[1], 1)] : null,
    verdict: !judged ? 'too little data' : judged.isChanged ? 'changed' : 'within noise',
  };
}

/** The competitors as `compare` judges each, from sums that they share. */
function competitorsMoved(tracked: readonly Competitor[], periods: Periods) {
  const periodOf = { before: periodsOf(periods.before), now: periodsOf(periods.now) };
  return tracked.map(({ id, name, domain }) => {
    const [before, now] = [periodOf.before(id), periodOf.now(id)];
    return { name, domain, ...changes(before, now), counted: countedOf([...now.prompts.values()]) };
  });
}

/** A function that gives a competitor's part of a period. */
function periodsOf(found: Found) {
  const voices = new Map<number, number>();
  for (const prompts of found.values())
    for (const [prompt, { mentions }] of prompts) voices.set(prompt, (voices.get(prompt) ?? 0) + mentions);
  return (id: number) => {
    const own = [...(found.get(id) ?? NONE)];
    const prompts = new Map<number, PromptSums>(
      own.map(([prompt, sums]) => [prompt, { ...sums, voices: voices.get(prompt) ?? 0 }]),
    );
    return { prompts, metrics: metrics([...prompts.values()]) };
  };
}

const SURENESS: readonly Visibility['verdict'][] = ['changed', 'within noise', 'too little data'];

function largestFirst(a: { visibility: Visibility }, b: { visibility: Visibility }): number {
  const size = ({ visibility }: { visibility: Visibility }) => Math.abs(visibility.change ?? 0);
  const sure = ({ visibility }: { visibility: Visibility }) => SURENESS.indexOf(visibility.verdict);
  return sure(a) - sure(b) || size(b) - size(a);
}

function tallyOf(prompts: readonly Moved[]): Out['prompts_judged'] {
  const [changed = 0, noise = 0, few = 0] = SURENESS.map(
    (verdict) => prompts.filter(({ visibility }) => visibility.verdict === verdict).length,
  );
  return { changed, noise, few };
}
