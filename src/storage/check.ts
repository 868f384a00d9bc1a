// Proves that what reports add up is what the stored answers say: counts everything again, in SQL, and
// names each row that differs. `brandscope doctor` and the tests run it.
import type pg from 'pg';
import { migrations } from './migrate.ts';
import type { Database } from './open.ts';
import { ANY_DOMAIN } from './sources.ts';

export type Difference = {
  table: 'fact_days' | 'fact_months' | 'source_days' | 'sources' | 'competitors';
  account_id: number;
  brand_id: number;
  /** The row's key and sums; `expected` is null for a row that should not be there, `found` for a missing one. */
  expected: Record<string, unknown> | null;
  found: Record<string, unknown> | null;
};

type Owner = { account_id: number; brand_id: number };

// Enough to see the pattern; a broken brand may have millions.
const MOST = 100;

/** Differences between the sums and the answers, mentions and citations; none when all is well. */
export async function checkFacts(pool: pg.Pool): Promise<Difference[]> {
  const client = await pool.connect();
  try {
    // A big brand takes longer than a report may.
    await client.query('begin isolation level repeatable read read only');
    await client.query('set local statement_timeout = 0');
    const { rows: brands } = await client.query<Owner>(BRANDS);
    const differences: Difference[] = [];
    for (const brand of brands) differences.push(...(await differencesOf(client, brand)));
    return differences;
  } finally {
    await client.query('rollback').catch(() => {});
    client.release();
  }
}

async function differencesOf(client: pg.PoolClient, brand: Owner): Promise<Difference[]> {
  const differences: Difference[] = [];
  for (const [table, text] of CHECKS) {
    const { rows } = await client.query<Pick<Difference, 'expected' | 'found'>>(text, [
      brand.account_id,
      brand.brand_id,
    ]);
    differences.push(...rows.map(({ expected, found }) => ({ table, ...brand, expected, found })));
  }
  return differences;
}

// Facts have no foreign key: those of a brand that is gone would be found here.
const BRANDS = `select account_id, id as brand_id from brands
  union select account_id, brand_id from fact_days union select account_id, brand_id from fact_months
  order by account_id, brand_id`;

const DAY = `(a.answered_at at time zone 'UTC')::date`;

/** The rows that differ between a recomputation and a table, by key. */
function compare(expected: string, found: string, key: string): string {
  return `with expected as (${expected}), found as (${found})
    select to_json(e) as expected, to_json(f) as found from expected e full join found f using (${key})
    where to_jsonb(e) is distinct from to_jsonb(f) limit ${MOST}`;
}

const COUNTED = `m.kind <> 'denied' and m.position is not null`;

// A row's totals are compared as those of agent 0.
function factCheck(table: 'fact_days' | 'fact_months', period: 'day' | 'month'): string {
  const at = period === 'day' ? DAY : `date_trunc('month', a.answered_at at time zone 'UTC')::date`;
  const key = `entity_id, agent_id, ${period}, prompt_id`;
  const expected = `
    select c.entity_id, g.agent_id, c.${period}, c.prompt_id, sum(c.answers)::bigint as answers, sum(c.mentions)::bigint as mentions,
      sum(c.sentiment)::bigint as sentiment_sum, sum(c.scored)::bigint as sentiment_count, sum(c.position)::bigint as position_sum
    from (
      select 0 as entity_id, a.agent_id, ${at} as ${period}, a.prompt_id, 1 as answers, 0 as mentions, 0 as sentiment, 0 as scored, 0 as position
      from answers a where a.account_id = $1 and a.brand_id = $2
      union all
      select m.entity_id, a.agent_id, ${at}, a.prompt_id, 0, 1, coalesce(m.sentiment, 0), (m.sentiment is not null)::int, m.position
      from answers a cross join unnest(a.mentions) m
      where a.account_id = $1 and a.brand_id = $2 and ${COUNTED}
    ) c cross join lateral (values (c.agent_id), (0)) g(agent_id)
    group by c.entity_id, g.agent_id, c.${period}, c.prompt_id`;
  const found = `
    select f.entity_id, x.agent_id, f.${period}, f.prompt_id, x.answers, x.mentions, x.sentiment_sum, x.sentiment_count, x.position_sum
    from ${table} f cross join lateral (
      select 0 as agent_id, f.answers, f.mentions, f.sentiment_sum, f.sentiment_count, f.position_sum
      union all
      select g.agent_id, f.by_agent[5 * g.at - 4], f.by_agent[5 * g.at - 3], f.by_agent[5 * g.at - 2], f.by_agent[5 * g.at - 1], f.by_agent[5 * g.at]
      from unnest(f.agents) with ordinality g(agent_id, at)
    ) x where f.account_id = $1 and f.brand_id = $2`;
  return compare(expected, found, key);
}

const CITING = `select s.id as source_id, a.id, ${DAY} as day
  from answers a cross join unnest(a.domains || '${ANY_DOMAIN}'::text) as c(domain)
  left join sources s on s.account_id = a.account_id and s.brand_id = a.brand_id and s.domain = c.domain and s.agent_id = a.agent_id
  where a.account_id = $1 and a.brand_id = $2 and a.domains <> '{}'`;

const CHECKS: readonly (readonly [Difference['table'], string])[] = [
  ['fact_days', factCheck('fact_days', 'day')],
  ['fact_months', factCheck('fact_months', 'month')],
  [
    'source_days',
    compare(
      `select source_id, day, count(*) as answers from (${CITING}) x group by source_id, day`,
      `select d.source_id, d.day, d.answers from source_days d join sources s on s.account_id = d.account_id and s.id = d.source_id
        where s.account_id = $1 and s.brand_id = $2`,
      'source_id, day',
    ),
  ],
  [
    'sources',
    compare(
      `select x.source_id as id, count(*) as answers from (${CITING}) x group by x.source_id`,
      `select id, answers from sources where account_id = $1 and brand_id = $2`,
      'id',
    ),
  ],
  [
    'competitors',
    compare(
      `select c.id, count(m.entity_id) as sightings, count(m.entity_id) filter (where m.head) as head_sightings
        from competitors c left join (
          select m.entity_id, m.head from answers a cross join unnest(a.mentions) m where a.account_id = $1 and a.brand_id = $2 and ${COUNTED}
        ) m on m.entity_id = c.id
        where c.account_id = $1 and c.brand_id = $2 group by c.id`,
      `select id, sightings, head_sightings from competitors where account_id = $1 and brand_id = $2`,
      'id',
    ),
  ],
];

export type DatabaseFacts = {
  kind: 'embedded' | 'server';
  version: string;
  fsync: string;
  /** Number of the newest migration applied, and of the newest that this version of the code knows. */
  migration: number;
  newest: number;
};

/** What the database says of itself; changes nothing, and migrates nothing. */
export async function databaseFacts({ pool, kind }: Database): Promise<DatabaseFacts> {
  const { rows } = await pool.query<{ version: string; fsync: string; migrated: boolean }>(
    `select current_setting('server_version') as version, current_setting('fsync') as fsync, to_regclass('migrations') is not null as migrated`,
  );
  const { version = '', fsync = '', migrated = false } = rows[0] ?? {};
  return {
    kind,
    version,
    fsync,
    migration: migrated ? await lastMigration(pool) : 0,
    newest: migrations().at(-1)?.number ?? 0,
  };
}

async function lastMigration(pool: pg.Pool): Promise<number> {
  const { rows } = await pool.query<{ last: number | null }>('select max(number) as last from migrations');
  return rows[0]?.last ?? 0;
}
