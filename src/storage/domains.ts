// Cited domains, the sources of all agents together, and the answers that cite one.
import { sql } from 'kysely';
import { inFilter } from './answer-lists.ts';
import type { Db } from './open.ts';
import { ANY_DOMAIN, cited, ofBrand, type SourceFilter, TYPE_RANK, typeAt } from './sources.ts';

type Owner = { account_id: number; id: number };

export type Domain = {
  /** The smallest id of its sources. */
  id: number;
  domain: string;
  type: string;
  answers: number;
  agents: { ai_agent: string; answers: number }[];
};

/** Domains cited within the filter, most cited first, then by name. */
export async function listDomains(db: Db, brand: Owner, filter: SourceFilter): Promise<Domain[]> {
  const { rows } = await sql<Omit<Domain, 'agents' | 'type'> & { rank: number; agents: string }>`
    select min(s.id) as id, s.domain, min(${TYPE_RANK}) as rank, sum(d.answers)::bigint as answers,
      string_agg(g.name || ' ' || d.answers, ',' order by d.answers desc, g.name) as agents
    from sources s join agents g on g.id = s.agent_id ${cited(brand, filter)}
    where ${ofBrand(brand, filter)} and s.domain <> ${ANY_DOMAIN}
    group by s.domain
    order by sum(d.answers) desc, s.domain collate "C"`.execute(db);
  return rows.map(({ rank, agents, ...domain }) => ({
    ...domain,
    type: typeAt(rank),
    // As text: the driver's own parser of JSON and arrays is slow, and ids of agents hold neither mark.
    agents: agents.split(',').map((one) => {
      const [ai_agent = '', answers] = one.split(' ');
      return { ai_agent, answers: Number(answers) };
    }),
  }));
}

/** How many answers within the filter cite this domain; anything at all without one. */
export async function countCiting(
  db: Db,
  brand: Owner,
  { domain, ...filter }: SourceFilter & { domain?: string },
): Promise<number> {
  const { rows } = await (filter.promptIds
    ? sql<{ answers: number }>`select count(*) as answers from answers a where ${inFilter(brand, filter)}
        and ${domain === undefined ? sql`a.domains <> '{}'` : sql`${domain} = any(a.domains)`}`
    : sql<{
        answers: number;
      }>`select coalesce(sum(d.answers), 0)::bigint as answers from sources s ${cited(brand, filter)}
        where ${ofBrand(brand, filter)} and s.domain = ${domain ?? ANY_DOMAIN}`
  ).execute(db);
  return rows[0]?.answers ?? 0;
}

export type Seen = { domain: string; first_seen: string; last_seen: string };

/** The first and the last day of all time on which these agents cited the domains. */
export async function seenDomains(
  db: Db,
  brand: Owner,
  { domains, ...filter }: Pick<SourceFilter, 'agentIds'> & { domains: readonly string[] },
): Promise<Map<string, Seen>> {
  // The ends of each source's own range of the key, however many days are between.
  const { rows } = await sql<Seen>`
    select s.domain, min(d.first) as first_seen, max(d.last) as last_seen
    from sources s cross join lateral (select min(day) as first, max(day) as last from source_days
      where account_id = s.account_id and source_id = s.id) d
    where ${ofBrand(brand, filter)} and s.domain = any(${domains}::text[])
    group by s.domain`.execute(db);
  return new Map(rows.map((row) => [row.domain, row]));
}

/** The most telling type of a domain's pages, whichever agent cites them; undefined when nobody does. */
export async function typeOfDomain(db: Db, brand: Owner, domain: string): Promise<string | undefined> {
  const { rows } = await sql<{ rank: number | null }>`select min(${TYPE_RANK}) as rank from sources s
    where ${ofBrand(brand)} and s.domain = ${domain} and s.domain <> ${ANY_DOMAIN}`.execute(db);
  const rank = rows[0]?.rank;
  return rank ? typeAt(rank) : undefined;
}

export type CitingDay = { day: string; answers: number };

/** Days on which answers within the filter cite the domain, newest first. Tags do not count here. */
export async function citingDays(
  db: Db,
  brand: Owner,
  { domain, ...filter }: SourceFilter & { domain: string },
): Promise<CitingDay[]> {
  const { rows } = await sql<CitingDay>`
    select d.day, sum(d.answers)::bigint as answers
    from sources s join source_days d on d.account_id = s.account_id and d.source_id = s.id
    where ${ofBrand(brand, filter)} and s.domain = ${domain}
      and d.day >= ${filter.from ?? '-infinity'}::date and d.day <= ${filter.to ?? 'infinity'}::date
    group by d.day order by d.day desc`.execute(db);
  return rows;
}

export type CitingAnswer = {
  id: number;
  prompt_id: number;
  ai_agent: string;
  answered_at: string;
  /** Of its text. */
  bytes: number;
};

type Citing = SourceFilter & { domain: string; days: readonly string[]; limit: number };

/** Answers of these days that cite the domain, newest first, without their texts. */
export async function citingAnswers(
  db: Db,
  brand: Owner,
  { domain, days, limit, ...filter }: Citing,
): Promise<CitingAnswer[]> {
  const { rows } = await sql<CitingAnswer>`
    select a.id, a.prompt_id, g.name as ai_agent, a.answered_at, octet_length(a.answer) as bytes
    from unnest(${days}::date[]) d(day) join answers a
      on a.answered_at >= d.day::timestamptz and a.answered_at < (d.day + 1)::timestamptz
    join agents g on g.id = a.agent_id
    where ${inFilter(brand, filter)} and ${domain} = any(a.domains)
    order by a.answered_at desc, a.id desc limit ${limit}`.execute(db);
  return rows;
}

export type CitingText = { id: number; answer: string; citations: { url: string; title?: string }[] };

/** The texts of answers with what they cite, by id. */
export async function citingTexts(
  db: Db,
  brand: Owner,
  ids: readonly number[],
): Promise<Map<number, CitingText>> {
  const { rows } = await sql<CitingText>`select id, answer, citations from answers
    where account_id = ${brand.account_id} and brand_id = ${brand.id} and id = any(${ids}::bigint[])`.execute(
    db,
  );
  return new Map(rows.map((row) => [row.id, row]));
}
