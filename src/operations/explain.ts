import { messages } from '../../contract/errors.ts';
import type { Output, Valid } from '../../contract/operation.ts';
import type { Contract } from '../../contract/table.ts';
import { BRAND } from '../domain/facts.ts';
import {
  metrics,
  positionOf,
  roundHalfUp,
  type Sums,
  sentimentOf,
  shareOf,
  visibilityOf,
} from '../domain/metrics.ts';
import { type EntityReading, READING_VERSION, readAnswer } from '../domain/reading.ts';
import { countReadings, type Evidence, listEvidence } from '../storage/answer-lists.ts';
import type { Brand } from '../storage/brands.ts';
import { listTracked } from '../storage/competitors.ts';
import { sumEntities } from '../storage/insights.ts';
import { listPrompts, type Prompt } from '../storage/prompts.ts';
import type { ReportFilter } from '../storage/reports.ts';
import { assertCursor, readingOf, reasonsOf } from './answers.ts';
import type { Caller } from './caller.ts';
import { named } from './competitors.ts';
import { type Context, promptOf, unchanged } from './context.ts';
import { Failure } from './failure.ts';
import type { Reader } from './reader.ts';
import { onlyOf, reportFilter } from './reports.ts';
import { inTurns } from './turns.ts';

type In = Valid<Contract['explain']>;
type Out = Output<Contract['explain']>;
type Metric = In['metric'];
/** What a receipt is about: an entity of a brand, at all prompts or at one, within a filter. */
type Of = {
  brand: Brand;
  entity: { id: number; name: string; spelling: string | null };
  promptId: number | undefined;
  tags: string[] | undefined;
  filter: ReportFilter;
  metric: Metric;
};

const PAGE = 50;
// Up to this many mentions the facts of an entity are fewer than the answers between two of them.
const RARE = 200;

// Each prompt's own value, and what its row of the receipt shows as the sum above the line.
const VALUE: Record<Metric, (sums: PromptSums) => number | undefined> = {
  visibility: visibilityOf,
  sentiment: sentimentOf,
  position: positionOf,
  share_of_voice: shareOf,
};
const SUM: Record<Metric, (sums: Sums) => number> = {
  share_of_voice: ({ mentions }) => mentions,
  visibility: ({ mentions }) => mentions,
  sentiment: ({ sentiment_sum }) => sentiment_sum,
  position: ({ position_sum }) => position_sum,
};
const OF_PROMPT: Record<Metric, string> = {
  share_of_voice:
    '100 x answers that mention it / mentions of it and of all tracked competitors, each answer counting once for everyone it mentions',
  visibility: '100 x answers that mention it / answers',
  sentiment:
    'sum of its sentiments / answers in which it was scored; 50 where it is mentioned and none could be scored',
  position: 'sum of its positions / answers that mention it',
};
const MEAN: Record<Metric, string> = {
  share_of_voice: '',
  visibility: 'mean over all prompts with answers; of each prompt: ',
  sentiment: 'mean over the prompts that mention it; of each prompt: ',
  position: 'mean over the prompts that mention it; of each prompt: ',
};

/** What the answers to a prompt add up to, with the mentions of everybody where shares of them are asked for. */
type PromptSums = Sums & { voices: number };

/** The receipt of one number of a report. Its further pages carry answers alone. */
export async function explain(context: Context, caller: Caller, input: In): Promise<Out> {
  return unchanged(context, caller, input.brand_id, async (brand) => {
    const of = await subjectOf(context, caller, { brand, input });
    const sums = await sumsOf(context, of);
    const prompts = input.before === undefined ? await promptsOf(context, of) : [];
    const { metric, promptId } = of;
    const total = [...sums.values()].reduce((sum, { mentions }) => sum + mentions, 0);
    const each = OF_PROMPT[metric];
    return {
      success: true,
      name: of.entity.name,
      metric,
      formula: promptId === undefined ? MEAN[metric] + each : each,
      ...quotientOf([...sums.values()], metric),
      prompts: prompts.flatMap((prompt) => promptRow(prompt, sums.get(prompt.id), metric)),
      left_out: {
        prompts: prompts.flatMap((prompt) => leftOut(prompt, sums.get(prompt.id), metric)),
        answers: answersLeftOut([...sums.values()], metric),
      },
      readings: await readings(context, of, sums),
      ...(await evidence(context, { ...of, isRare: total < RARE }, input)),
    };
  });
}

/** Shares are of all mentions together; the other numbers are means over prompts. */
function quotientOf(sums: readonly PromptSums[], metric: Metric) {
  const add = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0);
  if (metric !== 'share_of_voice') {
    const values = sums.flatMap((one) => VALUE[metric](one) ?? []);
    return { value: metrics(sums)[metric], numerator: add(values), denominator: values.length };
  }
  const all = { mentions: add(sums.map((one) => one.mentions)), voices: add(sums.map((one) => one.voices)) };
  const value = roundHalfUp(shareOf(all) ?? 0, 1);
  return { value, numerator: 100 * all.mentions, denominator: all.voices };
}

function promptsOf(context: Context, { brand, promptId, tags }: Of): Promise<Prompt[]> {
  return listPrompts(context.db, { ...onlyOf(brand), id: promptId, tags });
}

async function subjectOf(
  context: Context,
  caller: Caller,
  { brand, input }: { brand: Brand; input: In },
): Promise<Of> {
  const { prompt_id: promptId, competitor, metric } = input;
  if (promptId !== undefined && (await promptOf(context, caller, promptId)).brand_id !== brand.id)
    throw Failure.notFound(messages.promptNotFound);
  const filter = await reportFilter(context, input, onlyOf(brand));
  const entity =
    competitor === undefined
      ? { id: BRAND, name: brand.name, spelling: null }
      : await named(context.db, brand, competitor);
  return { brand, entity, promptId, tags: input.tags, filter, metric };
}

/** The entity's sums of each prompt with answers, as the reports count them. */
async function sumsOf(context: Context, of: Of): Promise<Map<number, PromptSums>> {
  const { brand, entity, promptId, filter, metric } = of;
  const voices = metric === 'share_of_voice' ? await listTracked(context.db, brand) : [];
  const entityIds = [...new Set([BRAND, entity.id, ...voices.map(({ id }) => id)])];
  const scope = { ...onlyOf(brand), entityIds };
  const found = await sumEntities(context.database.pool, scope, filter);
  const sums = new Map<number, PromptSums>();
  for (const [id, { answers }] of found.get(BRAND) ?? []) {
    if (answers === 0 || (promptId !== undefined && id !== promptId)) continue;
    const none = { mentions: 0, sentiment_sum: 0, sentiment_count: 0, position_sum: 0 };
    const all = entityIds.reduce((sum, one) => sum + (found.get(one)?.get(id)?.mentions ?? 0), 0);
    sums.set(id, { ...none, ...found.get(entity.id)?.get(id), answers, voices: all });
  }
  return sums;
}

function promptRow({ id, prompt }: Prompt, sums: PromptSums | undefined, metric: Metric) {
  const value = sums && VALUE[metric](sums);
  if (!sums || value === undefined) return [];
  const { answers, mentions, sentiment_count: scored } = sums;
  const voices = metric === 'share_of_voice' && { voices: sums.voices };
  return [{ id, prompt, answers, mentions, scored, sum: SUM[metric](sums), ...voices, value }];
}

function leftOut({ id, prompt }: Prompt, sums: PromptSums | undefined, metric: Metric) {
  if (sums && VALUE[metric](sums) !== undefined) return [];
  const whom = metric === 'share_of_voice' ? 'it or a tracked competitor' : 'it';
  const reason = sums ? `no answer within the filter mentions ${whom}` : 'no answers within the filter';
  return [{ id, prompt, reason }];
}

function answersLeftOut(sums: readonly Sums[], metric: Metric) {
  const total = (value: (one: Sums) => number) => sums.reduce((sum, one) => sum + value(one), 0);
  const rows = [
    { reason: 'do not mention it, or deny knowing it', answers: total((one) => one.answers - one.mentions) },
    {
      reason: 'mention it in a language without rules for sentiment',
      answers: metric === 'sentiment' ? total((one) => one.mentions - one.sentiment_count) : 0,
    },
  ];
  // What does not mention it may still mention others, who are in the denominator of a share.
  const isWhole = metric === 'visibility' || metric === 'share_of_voice';
  return isWhole ? [] : rows.filter(({ answers }) => answers > 0);
}

async function readings(
  context: Context,
  { brand, filter, promptId }: Of,
  sums: ReadonlyMap<number, Sums>,
): Promise<Out['readings']> {
  const answers = [...sums.values()].reduce((total, one) => total + one.answers, 0);
  const counts = await countReadings(context.db, brand, { ...filter, promptId, limit: 0, answers });
  return counts.map((one) => ({
    ...one,
    current: one.reading_version === READING_VERSION && one.settings_version === brand.settings_version,
  }));
}

async function evidence(
  context: Context,
  { brand, entity, promptId, filter, metric, isRare }: Of & { isRare: boolean },
  { before, limit = PAGE }: In,
): Promise<Pick<Out, 'answers' | 'next'>> {
  await assertCursor(context, brand, before);
  const found = await listEvidence(context.db, brand, {
    ...filter,
    ...{ promptId, before, entityId: entity.id, naming: metric !== 'visibility', isRare, limit: limit + 1 },
  });
  const reader = await context.reader.of(brand.account_id, brand.id);
  const page = found.slice(0, limit);
  return {
    answers: await inTurns(page, (one) =>
      evidenceRow(one, { metric, own: reader && ownReading(one, entity, reader) }),
    ),
    next: found.length > limit ? (page.at(-1)?.id ?? null) : null,
  };
}

/** What the entity's reading is made of; nothing while the stored one was made under other settings or rules. */
function ownReading(one: Evidence, entity: Of['entity'], reader: Reader): EntityReading | undefined {
  if (one.settings_version !== reader.settings_version || one.reading_version !== READING_VERSION)
    return undefined;
  const reading = readAnswer(reader.entities, one.answer, one.citations);
  return readingOf({ entity_id: entity.id, spelling: entity.spelling }, reading, reader);
}

type Showing = { metric: Metric; own: EntityReading | undefined };

function evidenceRow(one: Evidence, { metric, own }: Showing): Out['answers'][number] {
  const { id, prompt_id, ai_agent, answered_at, kind, position, sentiment, answer } = one;
  const isMentioned = kind !== null && kind !== 'denied';
  return {
    ...{ id, prompt_id, ai_agent, answered_at, kind, position, sentiment },
    counted: isMentioned && (metric !== 'sentiment' || sentiment !== null),
    ...reasonsOf(answer, own),
  };
}
