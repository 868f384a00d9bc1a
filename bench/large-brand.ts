// A brand with any number of answers, generated in the database: answer and mention rows in the layout that
// trackers usually have, and our facts as what those rows add up to.
import type pg from 'pg';
import { BRAND } from '../src/domain/facts.ts';
import { addDays } from '../src/domain/time.ts';
import { addBrand } from '../src/storage/brands.ts';
import type { Bed } from './bed.ts';

export type Shape = { prompts: number; agents: number; days: number };

export type LargeBrand = Shape & {
  id: number;
  accountId: number;
  answers: number;
  agentNames: string[];
  agentIds: number[];
  competitorIds: number[];
  /** The last day with answers; the first one is `days - 1` earlier. */
  lastDay: string;
};

export const LAST_DAY = '2026-11-20';
// Of 1,024 answers, how many name the brand and each of its five competitors.
export const RATES = [614, 512, 410, 307, 205, 102];
// The embedded database ends a statement after two minutes.
const ANSWERS_PER_STATEMENT = { server: 400_000, embedded: 40_000 };

const ROWS_LAYOUT = `
create table if not exists tracker_answers (
  id bigint primary key, brand_id integer not null, prompt_id integer not null, agent_id smallint not null,
  answered_at timestamptz not null, answer text not null
);
create table if not exists tracker_mentions (
  answer_id bigint not null, entity_id integer not null, brand_id integer not null, position smallint not null, sentiment smallint,
  primary key (answer_id, entity_id)
);
create index if not exists tracker_answers_brand on tracker_answers (brand_id, answered_at);
create index if not exists tracker_answers_prompt on tracker_answers (prompt_id, answered_at);
create index if not exists tracker_mentions_entity on tracker_mentions (brand_id, entity_id, answer_id);`;

// 900 bytes that PostgreSQL leaves as they are: what it keeps of 2 kB of prose after compression.
const ANSWERS = `insert into tracker_answers
select $1::bigint + (d * $3::bigint + p) * $4::int + g, $2, $5::int + p, ($6::smallint[])[g],
  ($7::date + d)::timestamp at time zone 'UTC' + (hashint8extended((d * $3::bigint + p) * $4::int + g, 99) & 65535) * interval '1 second',
  repeat(md5((d * $3::bigint + p)::text), 28)
from generate_series($8::int, $9::int) d, generate_series(0, $3::int - 1) p, generate_series(1, $4::int) g`;

const MENTIONS = `insert into tracker_mentions
select a.id, e.id, a.brand_id, 1 + ((h.h >> 10) & 7) % 5, case when (h.h >> 16) & 15 > 0 then 30 + ((h.h >> 20) & 63) end
from tracker_answers a, unnest($2::int[], $3::int[]) with ordinality e(id, rate, at),
  lateral (select hashint8extended(a.id, e.at) as h) h
where a.brand_id = $1 and a.id > $4::bigint and a.id <= $5::bigint and (h.h & 1023) < e.rate`;

// A day's facts: a row holds all agents.
const DAYS = `insert into fact_days
select $6::int, $1::int, x.entity_id, x.period, x.prompt_id, sum(x.answers), sum(x.mentions), sum(x.sentiment_sum), sum(x.sentiment_count), sum(x.position_sum),
  array_agg(x.agent_id order by x.agent_id),
  string_to_array(string_agg(concat_ws(',', x.answers, x.mentions, x.sentiment_sum, x.sentiment_count, x.position_sum), ',' order by x.agent_id), ',')::int[]
from (
  select e.id as entity_id, a.agent_id::int, (a.answered_at at time zone 'UTC')::date as period, a.prompt_id,
    case when e.id = ${BRAND} then count(*) else 0 end as answers, count(m.answer_id) as mentions, coalesce(sum(m.sentiment), 0) as sentiment_sum,
    count(m.sentiment) as sentiment_count, coalesce(sum(m.position), 0) as position_sum
  from tracker_answers a cross join unnest($2::int[], $3::int[]) e(id, rate)
  left join tracker_mentions m on m.answer_id = a.id and m.entity_id = e.id
  where a.brand_id = $1 and a.id > $4::bigint and a.id <= $5::bigint and (e.id = ${BRAND} or m.answer_id is not null)
  group by 1, 2, 3, 4
) x group by 1, 2, 3, 4, 5 order by 3, 4, 5`;

// A month's rows out of its days: the agents' sums are added up position by position.
const MONTHS = `insert into fact_months
select account_id, brand_id, entity_id, month, prompt_id, sum(answers), sum(mentions), sum(sentiment_sum), sum(sentiment_count), sum(position_sum),
  array_agg(agent_id order by agent_id),
  string_to_array(string_agg(concat_ws(',', answers, mentions, sentiment_sum, sentiment_count, position_sum), ',' order by agent_id), ',')::int[]
from (
  select f.account_id, f.brand_id, f.entity_id, date_trunc('month', f.day)::date as month, f.prompt_id, g.agent_id,
    sum(f.by_agent[5 * g.at - 4]) as answers, sum(f.by_agent[5 * g.at - 3]) as mentions, sum(f.by_agent[5 * g.at - 2]) as sentiment_sum,
    sum(f.by_agent[5 * g.at - 1]) as sentiment_count, sum(f.by_agent[5 * g.at]) as position_sum
  from fact_days f cross join unnest(f.agents) with ordinality g(agent_id, at)
  where f.account_id = $1 and f.brand_id = $2 and f.entity_id = $3 group by 1, 2, 3, 4, 5, 6
) x group by 1, 2, 3, 4, 5 order by 3, 4, 5`;

/** Generates the brand in both layouts. */
export async function makeLargeBrand(bed: Bed, shape: Shape): Promise<LargeBrand> {
  const { pool } = bed.database;
  const brand = await settle(bed, shape);
  const client = await pool.connect();
  try {
    await client.query('set statement_timeout = 0');
    await client.query(ROWS_LAYOUT);
    await fill(client, bed, brand);
    await client.query('analyze');
    await client.query('reset statement_timeout');
  } finally {
    client.release();
  }
  return brand;
}

async function settle(bed: Bed, shape: Shape): Promise<LargeBrand & { firstPrompt: number }> {
  const { accountId, context, database } = bed;
  const { id } = await addBrand(database.db, accountId, { name: 'Large', domain: '' });
  const ids = async (text: string, count: number) => {
    const { rows } = await database.pool.query<{ id: number }>(text, [accountId, id, count]);
    return rows.map((row) => row.id);
  };
  const [firstPrompt = 0] = await ids(
    `insert into prompts (account_id, brand_id, prompt) select $1::int, $2::int, 'question ' || n from generate_series(1, $3::int) n returning id`,
    shape.prompts,
  );
  const competitorIds = await ids(
    `insert into competitors (account_id, brand_id, name, spelling, tracked) select $1::int, $2::int, 'Rival ' || n, 'rival' || n, true from generate_series(1, $3::int) n returning id`,
    RATES.length - 1,
  );
  const agentNames = Array.from({ length: shape.agents }, (_, at) => `agent_${at + 1}`);
  const agentIds = await context.agents.ensure(agentNames);
  const answers = shape.prompts * shape.agents * shape.days;
  return {
    ...shape,
    id,
    accountId,
    answers,
    agentNames,
    agentIds,
    competitorIds,
    lastDay: LAST_DAY,
    firstPrompt,
  };
}

async function fill(
  client: pg.PoolClient,
  bed: Bed,
  brand: LargeBrand & { firstPrompt: number },
): Promise<void> {
  const { rows } = await client.query<{ base: number }>(
    'select coalesce(max(id), 0) as base from tracker_answers',
  );
  const base = rows[0]?.base ?? 0;
  const perDay = brand.prompts * brand.agents;
  const step = Math.max(1, Math.floor(ANSWERS_PER_STATEMENT[bed.kind] / perDay));
  const entities = [BRAND, ...brand.competitorIds];
  const firstDay = addDays(brand.lastDay, 1 - brand.days);
  for (let day = 0; day < brand.days; day += step) {
    const last = Math.min(day + step, brand.days) - 1;
    const range = [base + day * perDay, base + (last + 1) * perDay];
    const { id, prompts, agents, firstPrompt, agentIds } = brand;
    await client.query(ANSWERS, [base, id, prompts, agents, firstPrompt, agentIds, firstDay, day, last]);
    await client.query(MENTIONS, [id, entities, RATES, ...range]);
    if (day === 0) await client.query('analyze tracker_answers, tracker_mentions');
    await client.query(DAYS, [id, entities, RATES, ...range, brand.accountId]);
  }
  for (const entity of entities) await client.query(MONTHS, [brand.accountId, brand.id, entity]);
  for (const table of ['tracker_answers', 'tracker_mentions', 'fact_days', 'fact_months'])
    await client.query(`vacuum analyze ${table}`);
}
