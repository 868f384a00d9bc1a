import { sql } from 'kysely';
import { ALL_AGENTS } from '../domain/facts.ts';
import { inFilter } from './answer-lists.ts';
import type { Db } from './open.ts';

type Owner = { account_id: number; id: number };
export type SourceKey = { domain: string; agent_id: number; type: string };

/** The domain of the sources that count the answers of each agent that cite anything. */
export const ANY_DOMAIN = '';

/** Of the types that a domain's cited pages have, the first of these is the source's, whichever came first. */
export const MOST_TELLING = [
  'institutional',
  'reference',
  'review',
  'community',
  'social',
  'commerce',
  'editorial',
  'other',
];
const RANK = sql.raw(`array['${MOST_TELLING.join("','")}']`);
/** How telling the type of source `s` is: 1 is the most. */
export const TYPE_RANK = sql`array_position(${RANK}, s.type)`;
export const typeAt = (rank: number): string => MOST_TELLING[rank - 1] ?? '';

const EVERY = { agentIds: [ALL_AGENTS] };

/**
 * Parts of a `with` statement that end in `sources_named` (id, domain, agent_id): the sources with these keys,
 * those added that are new.
 */
export function sourcesNamed({ account_id, id }: Owner, keys: readonly SourceKey[]) {
  return sql`seen_sources as (
      select * from unnest(${keys.map(({ domain }) => domain)}::text[], ${keys.map(({ agent_id }) => agent_id)}::int[],
        ${keys.map(({ type }) => type)}::text[]) as x(domain, agent_id, type)
    ), changed_sources as (
      insert into sources as s (account_id, brand_id, domain, agent_id, type, answers)
      select ${account_id}::int, ${id}::int, n.domain, n.agent_id, n.type, 0
      from seen_sources n left join lateral (select * from sources where account_id = ${account_id} and brand_id = ${id}
        and domain = n.domain and agent_id = n.agent_id limit 1) k on true
      where k.id is null or array_position(${RANK}, n.type) < array_position(${RANK}, k.type)
      order by n.domain, n.agent_id
      on conflict (account_id, brand_id, domain, agent_id) do update set type = excluded.type
      returning id, domain, agent_id
    ), sources_named as (
      select id, domain, agent_id from changed_sources
      union select k.id, n.domain, n.agent_id from seen_sources n cross join lateral (select id from sources
        where account_id = ${account_id} and brand_id = ${id} and domain = n.domain and agent_id = n.agent_id limit 1) k
    )`;
}

/** Removes those of the sources that no answer cites any more, and their days without citing answers. */
export async function dropEmptySources(
  db: Db,
  accountId: number,
  sourceIds: readonly number[],
): Promise<void> {
  await sql`delete from source_days
    where account_id = ${accountId} and source_id = any(${sourceIds}::int[]) and answers <= 0`.execute(db);
  await sql`delete from sources where account_id = ${accountId} and id = any(${sourceIds}::int[]) and answers <= 0`.execute(
    db,
  );
}

export type Source = { id: number; domain: string; type: string; ai_tool: string; created_at: string };
export type SourceFilter = {
  agentIds: readonly number[];
  promptIds?: readonly number[] | undefined;
  from?: string | undefined;
  to?: string | undefined;
};

/** Joins each source `s` with `d.answers`, how many within the filter cite it, where there are any. */
export function cited(brand: Owner, filter: SourceFilter) {
  const { promptIds, from, to } = filter;
  // What is kept per day knows nothing of prompts.
  if (promptIds)
    return sql`join (select c.domain, a.agent_id, count(*) as answers from answers a cross join unnest(a.domains) c(domain)
        where ${inFilter(brand, filter)} group by c.domain, a.agent_id) d on d.domain = s.domain and d.agent_id = s.agent_id`;
  if (from === undefined && to === undefined) return sql`join lateral (select s.answers) d on d.answers > 0`;
  return sql`join lateral (select sum(d.answers) as answers from source_days d where d.account_id = s.account_id and d.source_id = s.id
      and d.day >= ${from ?? '-infinity'}::date and d.day <= ${to ?? 'infinity'}::date) d on d.answers > 0`;
}

/** Which sources `s` are the brand's, of the agents asked for; those of `ANY_DOMAIN` are among them. */
export function ofBrand(brand: Owner, { agentIds }: { agentIds: readonly number[] } = EVERY) {
  const ofAgents = agentIds.includes(ALL_AGENTS) ? sql`` : sql`and s.agent_id = any(${agentIds}::int[])`;
  return sql`s.account_id = ${brand.account_id} and s.brand_id = ${brand.id} ${ofAgents}`;
}

/** Sources cited within the filter, most cited first, then by id. `agentIds` of [0] means all agents. */
export async function listSources(
  db: Db,
  brand: Owner,
  { limit, ...filter }: SourceFilter & { limit?: number | undefined },
): Promise<Source[]> {
  const { rows } = await sql<Source>`
    select s.id, s.domain, s.type, a.name as ai_tool, s.created_at
    from sources s join agents a on a.id = s.agent_id ${cited(brand, filter)}
    where ${ofBrand(brand, filter)} and s.domain <> ${ANY_DOMAIN}
    order by d.answers desc, s.id
    limit ${limit ?? null}::bigint`.execute(db);
  return rows;
}
