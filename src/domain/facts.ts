// Turns answers into the rows that reports add up. The same function serves writing, re-reading and
// deleting: the last two subtract what an answer added before.
import { monthOf } from './time.ts';

/** Stands for all agents together in the facts. */
export const ALL_AGENTS = 0;
/** The brand itself among its entities; any other entity is a competitor's id. */
export const BRAND = 0;

/** An entity that an answer mentions (denied mentions are none). */
export type CountedMention = { entity_id: number; position: number; sentiment: number | null; head: boolean };
export type CountedAnswer = { prompt_id: number; agent_id: number; day: string; mentions: CountedMention[] };

/** One row of `fact_days` or `fact_months`; `period` is a day or the first day of a month. */
export type Fact = {
  entity_id: number;
  agent_id: number;
  period: string;
  prompt_id: number;
  answers: number;
  mentions: number;
  sentiment_sum: number;
  sentiment_count: number;
  position_sum: number;
};

export type Facts = {
  days: Fact[];
  months: Fact[];
  sightings: Map<number, { sightings: number; heads: number }>;
};

/** Adds up `added` minus `removed`. Rows that come out all zero are left out; order is by key. */
export function countFacts(added: readonly CountedAnswer[], removed: readonly CountedAnswer[] = []): Facts {
  const days = new Map<string, Fact>();
  const months = new Map<string, Fact>();
  const sightings: Facts['sightings'] = new Map();
  const count = (answer: CountedAnswer, sign: 1 | -1) => {
    for (const agent_id of [answer.agent_id, ALL_AGENTS]) {
      addTo(days, { ...answer, agent_id }, sign);
      addTo(months, { ...answer, agent_id, day: monthOf(answer.day) }, sign);
    }
    for (const mention of answer.mentions) addSighting(sightings, mention, sign);
  };
  for (const answer of removed) count(answer, -1);
  for (const answer of added) count(answer, 1);
  return { days: settled(days), months: settled(months), sightings };
}

function addTo(rows: Map<string, Fact>, answer: CountedAnswer, sign: 1 | -1): void {
  rowOf(rows, answer, BRAND).answers += sign;
  for (const mention of answer.mentions) {
    const row = rowOf(rows, answer, mention.entity_id);
    row.mentions += sign;
    row.position_sum += sign * mention.position;
    if (mention.sentiment === null) continue;
    row.sentiment_sum += sign * mention.sentiment;
    row.sentiment_count += sign;
  }
}

function rowOf(
  rows: Map<string, Fact>,
  { agent_id, day, prompt_id }: CountedAnswer,
  entity_id: number,
): Fact {
  const key = `${entity_id} ${agent_id} ${day} ${prompt_id}`;
  const known = rows.get(key);
  if (known) return known;
  const sums = { answers: 0, mentions: 0, sentiment_sum: 0, sentiment_count: 0, position_sum: 0 };
  const row = { entity_id, agent_id, period: day, prompt_id, ...sums };
  rows.set(key, row);
  return row;
}

function addSighting(sightings: Facts['sightings'], mention: CountedMention, sign: 1 | -1): void {
  const seen = sightings.get(mention.entity_id) ?? { sightings: 0, heads: 0 };
  seen.sightings += sign;
  seen.heads += mention.head ? sign : 0;
  sightings.set(mention.entity_id, seen);
}

const isZero = (row: Fact) =>
  row.answers === 0 &&
  row.mentions === 0 &&
  row.sentiment_sum === 0 &&
  row.sentiment_count === 0 &&
  row.position_sum === 0;

function settled(rows: Map<string, Fact>): Fact[] {
  return [...rows.values()]
    .filter((row) => !isZero(row))
    .sort(
      (a, b) =>
        a.entity_id - b.entity_id ||
        a.agent_id - b.agent_id ||
        (a.period < b.period ? -1 : a.period > b.period ? 1 : 0) ||
        a.prompt_id - b.prompt_id,
    );
}
