// Writes what was read from answers: mentions, citations, sources, sightings and facts, all in the
// caller's transaction. Adding, re-reading and nothing else go through here.
import { sql } from 'kysely';
import { BRAND, type CountedAnswer, countFacts, type Fact, type Facts } from '../domain/facts.ts';
import { sourceType } from '../domain/reading/sources.ts';
import type { EntityReading, Reading } from '../domain/reading.ts';
import { dayOf } from '../domain/time.ts';
import { ensureCompetitors } from './competitors.ts';
import type { Db } from './open.ts';
import { ensureSources, MOST_TELLING } from './sources.ts';

type Owner = { account_id: number; id: number };

// What the columns hold. An answer may number an item with any digits, and name a host that no DNS knows.
const LARGEST_POSITION = 2 ** 15 - 1;
const LONGEST_DOMAIN = 253;

/** A stored answer with its reading; `competitorIds` belong to `reading.competitors` by index. */
export type ReadAnswer = {
  id: number;
  prompt_id: number;
  agent_id: number;
  answered_at: string;
  reading: Reading;
  competitorIds: readonly number[];
};

type MentionRow = {
  answer_id: number;
  entity_id: number;
  kind: string;
  position: number | null;
  sentiment: number | null;
  head: boolean;
  spans: number[];
};
type CitationRow = {
  answer_id: number;
  ordinal: number;
  source_id: number;
  origin: string;
  url: string;
  title: string;
};

/** What is already counted of an answer, to be taken out again: its mentions and the sources it cites. */
export type Counted = { answers: CountedAnswer[]; citing: { source_id: number; day: string }[] };

/** Writes the readings of answers that have none, taking `removed` out of the sums in the same statements. */
export async function writeReadings(
  db: Db,
  brand: Owner,
  answers: readonly ReadAnswer[],
  removed?: Counted,
): Promise<void> {
  const competitorIds = await ensureCompetitors(db, brand, sightingsOf(answers));
  const sourceIds = await ensureSources(db, brand, sourceKeysOf(answers));
  const mentions = answers.flatMap((answer) => mentionRows(answer, competitorIds));
  const citations = answers.flatMap((answer) => citationRows(answer, sourceIds));
  const facts = countFacts(countedAnswers(answers, mentions), removed?.answers);
  const citing = sourceDeltas(answers, citations, removed);
  await sql`with ${insertMentions(brand, mentions)}, ${insertCitations(brand, citations)},
    ${upsertFacts(brand, 'day', facts.days)}, ${upsertFacts(brand, 'month', facts.months)},
    ${addSightings(brand, facts.sightings)}, ${addSourceDays(brand, citing)}, ${addSourceAnswers(brand, citing)}
    select`.execute(db);
}

function sightingsOf(answers: readonly ReadAnswer[]) {
  const seen = new Map<string, { spelling: string; name: string; domain: string }>();
  for (const { key, name, domain } of answers.flatMap(({ reading }) => reading.discovered)) {
    const known = seen.get(key);
    if (!known) seen.set(key, { spelling: key, name, domain });
    else {
      if (name < known.name) known.name = name;
      if (domain !== '' && (known.domain === '' || domain < known.domain)) known.domain = domain;
    }
  }
  return [...seen.values()];
}

function sourceKeysOf(answers: readonly ReadAnswer[]) {
  const seen = new Map<string, { domain: string; agent_id: number; type: string }>();
  for (const { agent_id, reading } of answers)
    for (const { domain, host, url } of storable(reading)) {
      const type = sourceType(domain, host, url, [], []);
      seen.set(`${domain} ${agent_id} ${type}`, { domain, agent_id, type });
    }
  return mostTelling([...seen.values()]);
}

const storable = ({ sources }: Reading) => sources.filter(({ domain }) => domain.length <= LONGEST_DOMAIN);

// One row per source in a statement: PostgreSQL refuses to upsert the same row twice.
function mostTelling(keys: { domain: string; agent_id: number; type: string }[]) {
  keys.sort((a, b) => MOST_TELLING.indexOf(b.type) - MOST_TELLING.indexOf(a.type));
  return [...new Map(keys.map((key) => [`${key.domain} ${key.agent_id}`, key])).values()];
}

function mentionRows(answer: ReadAnswer, competitorIds: Map<string, number>): MentionRow[] {
  const { reading } = answer;
  const rows = new Map<number, MentionRow>();
  const add = (entity_id: number | undefined, own: EntityReading, head: boolean) => {
    if (entity_id === undefined || own.kind === null || rows.has(entity_id)) return;
    const { kind, position, sentiment, spans } = own;
    rows.set(entity_id, {
      answer_id: answer.id,
      entity_id,
      kind,
      position: position && Math.min(position, LARGEST_POSITION),
      sentiment,
      head,
      spans: spans.flat(),
    });
  };
  add(BRAND, reading.brand, false);
  reading.competitors.forEach((own, at) => {
    add(answer.competitorIds[at], own, false);
  });
  for (const found of reading.discovered) add(competitorIds.get(found.key), found, found.strong);
  return [...rows.values()];
}

function citationRows(answer: ReadAnswer, sourceIds: Map<string, number>): CitationRow[] {
  return storable(answer.reading).map(({ url, title, domain, origin }, at) => ({
    answer_id: answer.id,
    ordinal: at + 1,
    source_id: sourceIds.get(`${domain} ${answer.agent_id}`) ?? 0,
    origin,
    url,
    title,
  }));
}

function countedAnswers(answers: readonly ReadAnswer[], rows: readonly MentionRow[]): CountedAnswer[] {
  const byAnswer = Map.groupBy(rows, ({ answer_id }) => answer_id);
  return answers.map(({ id, prompt_id, agent_id, answered_at }) => ({
    prompt_id,
    agent_id,
    day: dayOf(answered_at),
    mentions: (byAnswer.get(id) ?? []).flatMap(({ kind, position, ...mention }) =>
      kind === 'denied' || position === null ? [] : [{ ...mention, position }],
    ),
  }));
}

type SourceDelta = { source_id: number; day: string; answers: number };

function sourceDeltas(
  answers: readonly ReadAnswer[],
  citations: readonly CitationRow[],
  removed?: Counted,
): SourceDelta[] {
  const deltas = new Map<string, SourceDelta>();
  const count = (source_id: number, day: string, sign: number) => {
    const delta = deltas.get(`${source_id} ${day}`) ?? { source_id, day, answers: 0 };
    delta.answers += sign;
    deltas.set(`${source_id} ${day}`, delta);
  };
  const days = new Map(answers.map(({ id, answered_at }) => [id, dayOf(answered_at)]));
  const pairs = new Set(citations.map(({ answer_id, source_id }) => `${answer_id} ${source_id}`));
  for (const { source_id, day } of removed?.citing ?? []) count(source_id, day, -1);
  for (const pair of pairs) {
    const [answerId = 0, sourceId = 0] = pair.split(' ').map(Number);
    count(sourceId, days.get(answerId) ?? '', 1);
  }
  return [...deltas.values()]
    .filter(({ answers: sum }) => sum !== 0)
    .sort((a, b) => a.source_id - b.source_id);
}

function insertMentions({ account_id, id }: Owner, rows: readonly MentionRow[]) {
  return sql`m as (insert into mentions (account_id, answer_id, entity_id, brand_id, kind, position, sentiment, head, spans)
    select ${account_id}::int, answer_id, entity_id, ${id}::int, kind, position, sentiment, head, spans
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as x(answer_id bigint, entity_id int, kind text, position smallint,
      sentiment smallint, head boolean, spans int[]))`;
}

function insertCitations({ account_id }: Owner, rows: readonly CitationRow[]) {
  return sql`c as (insert into citations (account_id, answer_id, ordinal, source_id, origin, url, title)
    select ${account_id}::int, answer_id, ordinal, source_id, origin, url, title
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as x(answer_id bigint, ordinal int, source_id int, origin text, url text, title text))`;
}

function upsertFacts({ account_id, id }: Owner, period: 'day' | 'month', facts: readonly Fact[]) {
  const table = sql.raw(period === 'day' ? 'fact_days' : 'fact_months');
  const column = (name: keyof Fact) => facts.map((fact) => fact[name]);
  return sql`${sql.raw(period)}s as (insert into ${table} as f (account_id, brand_id, entity_id, agent_id, ${sql.raw(period)}, prompt_id,
      answers, mentions, sentiment_sum, sentiment_count, position_sum)
    select ${account_id}::int, ${id}::int, * from unnest(${column('entity_id')}::int[], ${column('agent_id')}::int[],
      ${column('period')}::date[], ${column('prompt_id')}::int[], ${column('answers')}::int[], ${column('mentions')}::int[],
      ${column('sentiment_sum')}::int[], ${column('sentiment_count')}::int[], ${column('position_sum')}::int[])
    on conflict (account_id, brand_id, entity_id, agent_id, ${sql.raw(period)}, prompt_id) do update set
      answers = f.answers + excluded.answers, mentions = f.mentions + excluded.mentions,
      sentiment_sum = f.sentiment_sum + excluded.sentiment_sum, sentiment_count = f.sentiment_count + excluded.sentiment_count,
      position_sum = f.position_sum + excluded.position_sum)`;
}

function addSightings({ account_id }: Owner, sightings: Facts['sightings']) {
  const changed = [...sightings].filter(
    ([id, { sightings: seen, heads }]) => id !== BRAND && (seen !== 0 || heads !== 0),
  );
  return sql`s as (update competitors c set sightings = c.sightings + x.sightings, head_sightings = c.head_sightings + x.heads
    from unnest(${changed.map(([id]) => id)}::int[], ${changed.map(([, seen]) => seen.sightings)}::int[],
      ${changed.map(([, seen]) => seen.heads)}::int[]) as x(id, sightings, heads)
    where c.account_id = ${account_id} and c.id = x.id)`;
}

function addSourceDays({ account_id }: Owner, deltas: readonly SourceDelta[]) {
  return sql`d as (insert into source_days as d (account_id, source_id, day, answers)
    select ${account_id}::int, * from unnest(${deltas.map(({ source_id }) => source_id)}::int[],
      ${deltas.map(({ day }) => day)}::date[], ${deltas.map(({ answers }) => answers)}::int[])
    on conflict (account_id, source_id, day) do update set answers = d.answers + excluded.answers)`;
}

function addSourceAnswers({ account_id }: Owner, deltas: readonly SourceDelta[]) {
  const totals = new Map<number, number>();
  for (const { source_id, answers } of deltas) totals.set(source_id, (totals.get(source_id) ?? 0) + answers);
  return sql`t as (update sources s set answers = s.answers + x.answers
    from unnest(${[...totals.keys()]}::int[], ${[...totals.values()]}::int[]) as x(id, answers)
    where s.account_id = ${account_id} and s.id = x.id)`;
}
