import { sql } from 'kysely';
import { ALL_AGENTS, BRAND } from '../domain/facts.ts';
import type { DayRange } from '../domain/time.ts';
import type { Db } from './open.ts';

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
      left(t.answer, ${EXCERPT_LENGTH}::int) as excerpt
    from answers a
    join prompts p on p.account_id = a.account_id and p.id = a.prompt_id
    join agents g on g.id = a.agent_id
    join answer_texts t on t.account_id = a.account_id and t.answer_id = a.id
    left join mentions m on m.account_id = a.account_id and m.answer_id = a.id and m.entity_id = ${BRAND}
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
  raw: Buffer | null;
};

/** One answer of an account, whole. */
export async function findAnswer(db: Db, accountId: number, id: number): Promise<WholeAnswer | undefined> {
  const { rows } = await sql<WholeAnswer>`
    select a.id, a.brand_id, a.prompt_id, p.prompt, g.name as ai_agent, a.answered_at, t.model, t.language, t.searches, t.answer, t.raw
    from answers a
    join prompts p on p.account_id = a.account_id and p.id = a.prompt_id
    join agents g on g.id = a.agent_id
    join answer_texts t on t.account_id = a.account_id and t.answer_id = a.id
    where a.account_id = ${accountId} and a.id = ${id}`.execute(db);
  return rows[0];
}

export type ShownMention = {
  entity_id: number;
  name: string | null;
  tracked: boolean | null;
  kind: 'recommended' | 'listed' | 'compared' | 'passing' | 'denied';
  position: number | null;
  sentiment: number | null;
  spans: number[];
};

/** The mentions of an answer, by position; the brand's own carries no name. */
export async function mentionsOf(db: Db, accountId: number, answerId: number): Promise<ShownMention[]> {
  return db
    .selectFrom('mentions as m')
    .leftJoin('competitors as c', (join) =>
      join.onRef('c.account_id', '=', 'm.account_id').onRef('c.id', '=', 'm.entity_id'),
    )
    .select(['m.entity_id', 'c.name', 'c.tracked', 'm.kind', 'm.position', 'm.sentiment', 'm.spans'])
    .where('m.account_id', '=', accountId)
    .where('m.answer_id', '=', answerId)
    .orderBy('m.position')
    .orderBy('m.entity_id')
    .execute();
}

/** The citations of an answer in their order. */
export async function citationsOf(db: Db, accountId: number, answerId: number) {
  return db
    .selectFrom('citations as c')
    .innerJoin('sources as s', (join) =>
      join.onRef('s.account_id', '=', 'c.account_id').onRef('s.id', '=', 'c.source_id'),
    )
    .select(['c.url', 'c.title', 'c.origin', 's.domain', 's.type'])
    .where('c.account_id', '=', accountId)
    .where('c.answer_id', '=', answerId)
    .orderBy('c.ordinal')
    .execute();
}
