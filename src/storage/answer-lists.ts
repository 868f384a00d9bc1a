import { sql } from 'kysely';
import { ALL_AGENTS, BRAND } from '../domain/facts.ts';
import type { DayRange } from '../domain/time.ts';
import type { Db } from './open.ts';
import type { Mention } from './tables.ts';

type Owner = { account_id: number; id: number };

export type AnswerFilter = DayRange & {
  agentIds: readonly number[];
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

/** Answers of a brand, newest first. */
export async function listAnswers(db: Db, brand: Owner, filter: AnswerFilter): Promise<ListedAnswer[]> {
  const { from, to, agentIds, promptId, mentioned, before, limit } = filter;
  const where = [
    sql`a.account_id = ${brand.account_id} and a.brand_id = ${brand.id}`,
    from && sql`a.answered_at >= ${from}::date::timestamptz`,
    to && sql`a.answered_at < (${to}::date + 1)::timestamptz`,
    promptId && sql`a.prompt_id = ${promptId}`,
    !agentIds.includes(ALL_AGENTS) && sql`a.agent_id = any(${agentIds}::int[])`,
    mentioned !== undefined && sql`(m.entity_id is not null and m.kind <> 'denied') = ${mentioned}`,
    before &&
      sql`(a.answered_at, a.id) < (select answered_at, id from answers where account_id = ${brand.account_id} and brand_id = ${brand.id} and id = ${before})`,
  ].filter((condition) => typeof condition === 'object');
  const { rows } = await sql<ListedAnswer>`
    select a.id, a.prompt_id, p.prompt, g.name as ai_agent, a.answered_at,
      (m.entity_id is not null and m.kind <> 'denied') as mentioned, m.position, m.sentiment,
      left(a.answer, ${EXCERPT_LENGTH}::int) as excerpt
    from answers a
    join prompts p on p.account_id = a.account_id and p.id = a.prompt_id
    join agents g on g.id = a.agent_id
    left join lateral unnest(a.mentions) m on m.entity_id = ${BRAND}
    where ${sql.join(where, sql` and `)}
    order by a.answered_at desc, a.id desc
    limit ${limit}`.execute(db);
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
  raw: Buffer | null;
};

/** One answer of an account, whole. */
export async function findAnswer(db: Db, accountId: number, id: number): Promise<WholeAnswer | undefined> {
  const { rows } = await sql<WholeAnswer>`
    select a.id, a.brand_id, a.prompt_id, p.prompt, g.name as ai_agent, a.answered_at, a.model, a.language, a.searches, a.answer, a.citations, a.raw
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
