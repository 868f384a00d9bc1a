// Turns answers into the rows that reports add up. The same functions serve writing, re-reading and
// deleting: the last two subtract what an answer added before.
import type { Sums } from './metrics.ts';
import { monthOf } from './time.ts';

/** Stands for all agents together in filters. */
export const ALL_AGENTS = 0;
/** The brand itself among its entities; any other entity is a competitor's id. */
export const BRAND = 0;

/** An entity that an answer mentions (denied mentions are none). */
export type CountedMention = { entity_id: number; position: number; sentiment: number | null; head: boolean };
export type CountedAnswer = { prompt_id: number; agent_id: number; day: string; mentions: CountedMention[] };

/** What `fact_days` and `fact_months` keep in one row; `period` is a day or the first day of a month. */
export type FactKey = { entity_id: number; period: string; prompt_id: number };
/** A row's change or content: the sums of each agent. */
export type Fact = FactKey & { byAgent: Map<number, Sums> };

export type Facts = {
  days: Fact[];
  months: Fact[];
  sightings: Map<number, { sightings: number; heads: number }>;
};

/** The names of the sums in the order in which a row's `by_agent` holds them. */
export const SUMS = ['answers', 'mentions', 'sentiment_sum', 'sentiment_count', 'position_sum'] as const;
const NOTHING: Sums = { answers: 0, mentions: 0, sentiment_sum: 0, sentiment_count: 0, position_sum: 0 };

/** Adds up `added` minus `removed`, in order of the key. */
export function countFacts(added: readonly CountedAnswer[], removed: readonly CountedAnswer[] = []): Facts {
  const days: Rows = new Map();
  const months: Rows = new Map();
  const sightings: Facts['sightings'] = new Map();
  const count = (answer: CountedAnswer, sign: 1 | -1) => {
    countIn(days, answer, answer.day, sign);
    countIn(months, answer, monthOf(answer.day), sign);
    for (const mention of answer.mentions) addSighting(sightings, mention, sign);
  };
  for (const answer of removed) count(answer, -1);
  for (const answer of added) count(answer, 1);
  return { days: settled(days), months: settled(months), sightings };
}

/** Rows by entity, of each period and prompt: all that an answer touches in a table is of one. */
type Rows = Map<string, Map<number, Fact>>;

function countIn(rows: Rows, answer: CountedAnswer, period: string, sign: 1 | -1): void {
  const key = `${period} ${answer.prompt_id}`;
  let own = rows.get(key);
  if (!own) {
    own = new Map();
    rows.set(key, own);
  }
  sumsOf(own, answer, BRAND, period).answers += sign;
  for (const mention of answer.mentions) {
    const sums = sumsOf(own, answer, mention.entity_id, period);
    sums.mentions += sign;
    sums.position_sum += sign * mention.position;
    if (mention.sentiment === null) continue;
    sums.sentiment_sum += sign * mention.sentiment;
    sums.sentiment_count += sign;
  }
}

function sumsOf(
  rows: Map<number, Fact>,
  { agent_id, prompt_id }: CountedAnswer,
  entity_id: number,
  period: string,
): Sums {
  let row = rows.get(entity_id);
  if (!row) {
    row = { entity_id, period, prompt_id, byAgent: new Map() };
    rows.set(entity_id, row);
  }
  let sums = row.byAgent.get(agent_id);
  if (!sums) {
    sums = { ...NOTHING };
    row.byAgent.set(agent_id, sums);
  }
  return sums;
}

function addSighting(sightings: Facts['sightings'], mention: CountedMention, sign: 1 | -1): void {
  const seen = sightings.get(mention.entity_id) ?? { sightings: 0, heads: 0 };
  seen.sightings += sign;
  seen.heads += mention.head ? sign : 0;
  sightings.set(mention.entity_id, seen);
}

/** What is left of a row after a change; agents of whom nothing is left drop out. Changes neither. */
export function changedFact(row: Fact | undefined, change: Fact): Fact {
  const byAgent = new Map(row?.byAgent);
  for (const [agent, sums] of change.byAgent) {
    const sum = addTo({ ...(byAgent.get(agent) ?? NOTHING) }, sums);
    if (isNothing(sum)) byAgent.delete(agent);
    else byAgent.set(agent, sum);
  }
  return { ...change, byAgent };
}

/** The sums of all agents together. */
export function totalOf({ byAgent }: Pick<Fact, 'byAgent'>): Sums {
  const total = { ...NOTHING };
  for (const sums of byAgent.values()) addTo(total, sums);
  return total;
}

// The names are written out here: a thousand answers touch ten thousand sums, and loops over SUMS took a tenth of the
// time of storing them.
function addTo(total: Sums, sums: Sums): Sums {
  total.answers += sums.answers;
  total.mentions += sums.mentions;
  total.sentiment_sum += sums.sentiment_sum;
  total.sentiment_count += sums.sentiment_count;
  total.position_sum += sums.position_sum;
  return total;
}

const isNothing = (sums: Sums): boolean =>
  sums.answers === 0 &&
  sums.mentions === 0 &&
  sums.sentiment_sum === 0 &&
  sums.sentiment_count === 0 &&
  sums.position_sum === 0;

/** Sums as a row's `by_agent` holds them, in the order of `SUMS`. */
export const sumsText = (own: Sums): string =>
  `${own.answers},${own.mentions},${own.sentiment_sum},${own.sentiment_count},${own.position_sum}`;

/** The sums of each agent in a row, of its columns `agents` and `by_agent` as text with commas. */
export function sumsByAgent(agents: string, byAgent: string): Map<number, Sums> {
  const numbers = byAgent.split(',');
  const sums = new Map<number, Sums>();
  agents.split(',').forEach((agent, i) => {
    const at = i * SUMS.length;
    sums.set(Number(agent), {
      answers: Number(numbers[at]),
      mentions: Number(numbers[at + 1]),
      sentiment_sum: Number(numbers[at + 2]),
      sentiment_count: Number(numbers[at + 3]),
      position_sum: Number(numbers[at + 4]),
    });
  });
  return sums;
}

// Without changes that cancel each other out, so that what is added and removed again touches no row.
function settled(rows: Rows): Fact[] {
  return [...rows.values()]
    .flatMap((own) => Array.from(own.values(), (row) => changedFact(undefined, row)))
    .filter(({ byAgent }) => byAgent.size > 0)
    .sort(
      (a, b) =>
        a.entity_id - b.entity_id ||
        (a.period < b.period ? -1 : a.period > b.period ? 1 : 0) ||
        a.prompt_id - b.prompt_id,
    );
}
