// Everything of a brand in pages that follow each other by key, each a statement of its own: no page holds more
// than a few megabytes, and nothing is held open while a slow reader takes its time.
import { type RawBuilder, sql } from 'kysely';
import { inFilter } from './answer-lists.ts';
import type { Db } from './open.ts';
import type { ReportFilter } from './reports.ts';
import { ANY_DOMAIN, cited, ofBrand } from './sources.ts';
import type { Mention } from './tables.ts';

type Owner = { account_id: number; id: number };
/** Rows after a key, in order of the key; from the beginning without one. */
export type Page<K> = { filter: ReportFilter; after: K | undefined };

const ROWS = 500;
// An answer may have a megabyte: a page ends before that becomes too much.
const BYTES = 1024 * 1024;

type AnswerKey = { id: number; answered_at: string };
export type AnswerHead = AnswerKey & { prompt_id: number; prompt: string; ai_agent: string };

/** Answers, oldest first, with some more of their columns, which `bytes` says the size of. */
async function answers<T>(
  db: Db,
  brand: Owner,
  {
    filter,
    after,
    columns,
    bytes,
  }: Page<AnswerKey> & { columns: RawBuilder<unknown>; bytes: RawBuilder<unknown> },
): Promise<(AnswerHead & T)[]> {
  const next = after
    ? sql`and (a.answered_at, a.id) > (${after.answered_at}::timestamptz, ${after.id}::bigint)`
    : sql``;
  const { rows } = await sql<AnswerHead & T>`
    select a.id, a.answered_at, a.prompt_id, p.prompt, g.name as ai_agent, ${columns}
    from (
      select a.*, sum(${bytes}) over (order by a.answered_at, a.id) - ${bytes} as bytes_before from (
        select * from answers a where ${inFilter(brand, filter)} ${next} order by a.answered_at, a.id limit ${ROWS}
      ) a
    ) a
    join prompts p on p.account_id = a.account_id and p.id = a.prompt_id
    join agents g on g.id = a.agent_id
    where a.bytes_before < ${BYTES}
    order by a.answered_at, a.id`.execute(db);
  return rows;
}

type Link = { url: string; title?: string };
export type WholeText = {
  external_id: string | null;
  answer: string;
  model: string;
  searches: string[];
  citations: Link[];
  consulted: Link[];
};

/** Answers as they were given. */
export function answersPage(
  db: Db,
  brand: Owner,
  page: Page<AnswerKey>,
): Promise<(AnswerHead & WholeText)[]> {
  const columns = sql`a.external_id, a.answer, a.model, a.searches, a.citations, a.consulted`;
  const bytes = sql`(octet_length(a.answer) + pg_column_size(a.citations) + pg_column_size(a.consulted))`;
  return answers(db, brand, { ...page, columns, bytes });
}

/** Answers with what they say of each entity. */
export function mentionsPage(
  db: Db,
  brand: Owner,
  page: Page<AnswerKey>,
): Promise<(AnswerHead & { mentions: Mention[] })[]> {
  const columns = sql`to_json(a.mentions) as mentions`;
  return answers(db, brand, { ...page, columns, bytes: sql`pg_column_size(a.mentions)` });
}

/** Names of competitors, and which are tracked. */
export async function competitorNames(
  db: Db,
  brand: Owner,
  ids: readonly number[],
): Promise<Map<number, { name: string; tracked: boolean }>> {
  const { rows } = await sql<{ id: number; name: string; tracked: boolean }>`
    select id, name, tracked from competitors
    where account_id = ${brand.account_id} and brand_id = ${brand.id} and id = any(${ids}::int[])`.execute(
    db,
  );
  return new Map(rows.map((row) => [row.id, row]));
}

type FactKey = { entity_id: number; day: string; prompt_id: number };
export type FactRow = FactKey & { prompt: string; agents: string; by_agent: string };

/** Facts per entity, day and prompt, in this order: agents and, five for each, their sums, as text with commas. */
export async function factsPage(
  db: Db,
  brand: Owner,
  { filter: { from, to, promptIds }, after }: Page<FactKey>,
): Promise<FactRow[]> {
  const next = after
    ? sql`and (f.entity_id, f.day, f.prompt_id) > (${after.entity_id}::int, ${after.day}::date, ${after.prompt_id}::int)`
    : sql``;
  const ofPrompts = promptIds
    ? sql`and (f.prompt_id in (select unnest(${promptIds}::int[]))) is true`
    : sql``;
  const { rows } = await sql<FactRow>`
    select f.entity_id, f.day, f.prompt_id, p.prompt, array_to_string(f.agents, ',') as agents, array_to_string(f.by_agent, ',') as by_agent
    from (
      select * from fact_days f where f.account_id = ${brand.account_id} and f.brand_id = ${brand.id} ${next}
        and f.day >= ${from ?? '-infinity'}::date and f.day <= ${to ?? 'infinity'}::date ${ofPrompts}
      order by f.entity_id, f.day, f.prompt_id limit ${ROWS}
    ) f join prompts p on p.account_id = f.account_id and p.id = f.prompt_id
    order by f.entity_id, f.day, f.prompt_id`.execute(db);
  return rows;
}

export type SourceRow = {
  id: number;
  domain: string;
  type: string;
  ai_agent: string;
  answers: number;
  first_seen: string;
  last_seen: string;
};

/** Sources by id, with how many answers within the filter cite each, and when it was seen at all. */
export async function sourcesPage(
  db: Db,
  brand: Owner,
  { filter, after }: Page<{ id: number }>,
): Promise<SourceRow[]> {
  const { rows } = await sql<SourceRow>`
    select s.id, s.domain, s.type, g.name as ai_agent, d.answers, seen.first as first_seen, seen.last as last_seen
    from sources s join agents g on g.id = s.agent_id ${cited(brand, filter)}
    cross join lateral (select min(day) as first, max(day) as last from source_days
      where account_id = s.account_id and source_id = s.id) seen
    where ${ofBrand(brand, filter)} and s.domain <> ${ANY_DOMAIN} and s.id > ${after?.id ?? 0}::int
    order by s.id limit ${ROWS}`.execute(db);
  return rows;
}
