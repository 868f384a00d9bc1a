import { sql } from 'kysely';
import { ALL_AGENTS, BRAND } from '../domain/facts.ts';
import type { DayRange } from '../domain/time.ts';
import type { Db } from './open.ts';
import type { Mention } from './tables.ts';

type Owner = { account_id: number; id: number };

export type AnswerFilter = DayRange & {
  agentIds: readonly number[];
  /** Those alone. */
  promptIds?: readonly number[] | undefined;
  promptId?: number | undefined;
  mentioned?: boolean | undefined;
  /** Only answers older than this one. */
  before?: number | undefined;
  limit: number;
};

export type ListedAnswer = {
  id: number;
  prompt_id: number;
  prompt: string;
  ai_agent: string;
  answered_at: string;
  mentioned: boolean;
  position: number | null;
  sentiment: number | null;
  excerpt: string;
};

const EXCERPT_LENGTH = 200;

/** What rows `a` of answers must be. */
export function inFilter(brand: Owner, filter: Omit<AnswerFilter, 'limit'>) {
  const { from, to, agentIds, promptIds, promptId, before } = filter;
  const conditions = [
    sql`a.account_id = ${brand.account_id} and a.brand_id = ${brand.id}`,
    from && sql`a.answered_at >= ${from}::date::timestamptz`,
    to && sql`a.answered_at < (${to}::date + 1)::timestamptz`,
    promptId && sql`a.prompt_id = ${promptId}`,
    promptIds && sql`(a.prompt_id in (select unnest(${promptIds}::int[]))) is true`,
    !agentIds.includes(ALL_AGENTS) && sql`a.agent_id = any(${agentIds}::int[])`,
    before &&
      sql`(a.answered_at, a.id) < (select answered_at, id from answers where account_id = ${brand.account_id} and brand_id = ${brand.id} and id = ${before})`,
  ].filter((condition) => typeof condition === 'object');
  return sql.join(conditions, sql` and `);
}

/** Answers of a brand, newest first. */
export async function listAnswers(db: Db, brand: Owner, filter: AnswerFilter): Promise<ListedAnswer[]> {
  const { rows } = await sql<ListedAnswer>`
    select a.id, a.prompt_id, p.prompt, g.name as ai_agent, a.answered_at,
      (m.entity_id is not null and m.kind <> 'denied') as mentioned, m.position, m.sentiment,
      left(a.answer, ${EXCERPT_LENGTH}::int) as excerpt
    from answers a
    join prompts p on p.account_id = a.account_id and p.id = a.prompt_id
    join agents g on g.id = a.agent_id
    left join lateral unnest(a.mentions) m on m.entity_id = ${BRAND}
    where ${inFilter(brand, filter)}
      and ${filter.mentioned ?? null}::boolean is distinct from not (m.entity_id is not null and m.kind <> 'denied')
    order by a.answered_at desc, a.id desc
    limit ${filter.limit}`.execute(db);
  return rows;
}

/** Whether the brand has this answer. */
export async function hasAnswer(db: Db, brand: Owner, id: number): Promise<boolean> {
  const { rows } = await sql`select from answers
    where account_id = ${brand.account_id} and brand_id = ${brand.id} and id = ${id}::bigint`.execute(db);
  return rows.length > 0;
}

export type Evidence = {
  id: number;
  prompt_id: number;
  ai_agent: string;
  answered_at: string;
  answer: string;
  citations: { url: string; title?: string }[];
  kind: Mention['kind'] | null;
  position: number | null;
  sentiment: number | null;
  settings_version: number;
  reading_version: number;
};

type EvidenceFilter = Omit<AnswerFilter, 'mentioned'> & {
  entityId: number;
  /** Only answers that name it, denials included. */
  naming: boolean;
  /** It is named so seldom that its facts tell where to look (they know nothing of denials). */
  isRare: boolean;
};

/** Answers of a brand with what they say of one entity, newest first. */
export async function listEvidence(db: Db, brand: Owner, filter: EvidenceFilter): Promise<Evidence[]> {
  const { entityId, naming, isRare } = filter;
  // Without this, one mention among millions of answers is looked for in all of them.
  const days = sql`(select day, prompt_id as prompt from fact_days
    where account_id = ${brand.account_id} and brand_id = ${brand.id} and entity_id = ${entityId}) f
    join answers a on a.prompt_id = f.prompt and a.answered_at >= f.day::timestamptz and a.answered_at < (f.day + 1)::timestamptz`;
  const { rows } = await sql<Evidence>`
    select a.id, a.prompt_id, g.name as ai_agent, a.answered_at, a.answer, a.citations, m.kind, m.position, m.sentiment,
      a.settings_version, a.reading_version
    from ${naming && isRare ? days : sql`answers a`} join agents g on g.id = a.agent_id
    left join lateral unnest(a.mentions) m on m.entity_id = ${entityId}
    where ${inFilter(brand, filter)} ${naming ? sql`and m.entity_id is not null` : sql``}
    order by a.answered_at desc, a.id desc
    limit ${filter.limit}`.execute(db);
  return rows;
}

export type ReadingCount = { reading_version: number; settings_version: number; answers: number };

/**
 * Under which versions the answers within the filter were read, newest versions first. `answers` is how many
 * they are: unless some wait to be read again, all were read under the brand's own versions.
 */
export async function countReadings(
  db: Db,
  brand: Owner,
  filter: AnswerFilter & { answers: number },
): Promise<ReadingCount[]> {
  const { rows: settled } = await sql<ReadingCount>`
    select reading_version, settings_version, ${filter.answers}::int as answers from brands b
    where account_id = ${brand.account_id} and id = ${brand.id}
      and not exists (select from rereadings r where r.account_id = b.account_id and r.brand_id = b.id)`.execute(
    db,
  );
  if (settled.length > 0) return filter.answers > 0 ? settled : [];
  const { rows } = await sql<ReadingCount>`
    select a.reading_version, a.settings_version, count(*) as answers from answers a
    where ${inFilter(brand, filter)} group by 1, 2 order by 1 desc, 2 desc`.execute(db);
  return rows;
}

export type WholeAnswer = {
  id: number;
  brand_id: number;
  prompt_id: number;
  prompt: string;
  ai_agent: string;
  answered_at: string;
  model: string;
  language: string | null;
  searches: string[];
  answer: string;
  citations: { url: string; title?: string }[];
  consulted: { url: string; title?: string }[];
  settings_version: number;
  reading_version: number;
};

/** One answer of an account, whole. */
export async function findAnswer(db: Db, accountId: number, id: number): Promise<WholeAnswer | undefined> {
  const { rows } = await sql<WholeAnswer>`
    select a.id, a.brand_id, a.prompt_id, p.prompt, g.name as ai_agent, a.answered_at, a.model, a.language, a.searches, a.answer, a.citations, a.consulted,
      a.settings_version, a.reading_version
    from answers a
    join prompts p on p.account_id = a.account_id and p.id = a.prompt_id
    join agents g on g.id = a.agent_id
    where a.account_id = ${accountId} and a.id = ${id}`.execute(db);
  return rows[0];
}

export type ShownMention = Mention & {
  /** Null for the brand itself. */
  name: string | null;
  spelling: string | null;
  tracked: boolean | null;
};

/** The mentions of an answer, by position. */
export async function mentionsOf(db: Db, accountId: number, answerId: number): Promise<ShownMention[]> {
  const { rows } = await sql<ShownMention>`
    select m.*, c.name, c.spelling, c.tracked
    from answers a
    cross join unnest(a.mentions) m
    left join competitors c on c.account_id = a.account_id and c.id = m.entity_id
    where a.account_id = ${accountId} and a.id = ${answerId}
    order by m.position, m.entity_id`.execute(db);
  return rows;
}
