// Keeps the rows that reports add up. Writers of one brand follow one another (`lockBrand`), so a row can be
// read, changed and written back; a row holds all agents, because the rows of a day and prompt change together.
import { type RawBuilder, sql } from 'kysely';
import { changedFact, type Fact, type Facts, sumsByAgent, sumsText, totalOf } from '../domain/facts.ts';
import type { Sums } from '../domain/metrics.ts';
import type { Db } from './open.ts';

type Owner = { account_id: number; id: number };
type StoredFact = { entity_id: number; period: string; prompt_id: number; agents: string; by_agent: string };
type Period = 'day' | 'month';

const TABLES = { day: 'fact_days', month: 'fact_months' } as const;

/** The rows as they will be after a change, and keys of those of which nothing is left. */
export type ChangedFacts = Record<Period, { kept: Fact[]; gone: Fact[] }>;

/** Reads the rows that a change touches, and changes them. Nothing is written. */
export async function changedFacts(db: Db, brand: Owner, { days, months }: Facts): Promise<ChangedFacts> {
  const { rows } = await sql<StoredFact & { of: Period }>`with
    ${rowsOf(brand, 'day', days)}, ${rowsOf(brand, 'month', months)}
    select * from day_rows union all select * from month_rows`.execute(db);
  const stored = new Map(rows.map((row) => [`${row.of} ${keyOf(row)}`, factOf(row)]));
  const changed = (of: Period, changes: readonly Fact[]) => {
    const facts = changes.map((change) => changedFact(stored.get(`${of} ${keyOf(change)}`), change));
    const { kept = [], gone = [] } = Object.groupBy(facts, ({ byAgent }) =>
      byAgent.size > 0 ? 'kept' : 'gone',
    );
    return { kept, gone };
  };
  return { day: changed('day', days), month: changed('month', months) };
}

const keyOf = ({ entity_id, period, prompt_id }: Omit<StoredFact, 'agents' | 'by_agent'>) =>
  `${entity_id} ${period} ${prompt_id}`;

function keys(facts: readonly Fact[]) {
  return sql`unnest(${facts.map(({ entity_id }) => entity_id)}::int[], ${facts.map(({ period }) => period)}::date[],
    ${facts.map(({ prompt_id }) => prompt_id)}::int[])`;
}

// Key by key through the index, whatever the planner knew of the table when it prepared the statement: a plan
// made while the table was empty would scan it ever after (measured: 14 answers a second instead of 500).
function rowOf({ account_id, id }: Owner, period: Period, columns: RawBuilder<unknown>) {
  return sql`cross join lateral (select ${columns} from ${sql.table(TABLES[period])} f
      where f.account_id = ${account_id} and f.brand_id = ${id} and f.entity_id = k.entity_id
        and f.${sql.raw(period)} = k.period and f.prompt_id = k.prompt_id limit 1) f`;
}

function rowsOf(brand: Owner, period: Period, facts: readonly Fact[]) {
  const column = sql.raw(period);
  // Arrays as text: the driver's own parser of arrays goes character by character.
  return sql`${column}_rows as (
    select ${sql.lit(period)} as of, k.*, array_to_string(f.agents, ',') as agents, array_to_string(f.by_agent, ',') as by_agent
    from ${keys(facts)} k(entity_id, period, prompt_id) ${rowOf(brand, period, sql`f.agents, f.by_agent`)})`;
}

const factOf = ({ entity_id, period, prompt_id, agents, by_agent }: StoredFact): Fact => ({
  ...{ entity_id, period, prompt_id },
  byAgent: sumsByAgent(agents, by_agent),
});

/** Parts of a `with` statement that write the changed rows. */
export function writeFacts(brand: Owner, facts: ChangedFacts): RawBuilder<unknown>[] {
  const parts: RawBuilder<unknown>[] = [];
  for (const period of ['day', 'month'] as const) {
    const { kept, gone } = facts[period];
    if (kept.length > 0) parts.push(upsert(brand, period, kept));
    if (gone.length > 0) parts.push(remove(brand, period, gone));
  }
  return parts;
}

function upsert({ account_id, id }: Owner, period: Period, facts: readonly Fact[]) {
  const [table, column] = [sql.table(TABLES[period]), sql.raw(period)];
  const totals = facts.map(totalOf);
  const total = (name: keyof Sums) => totals.map((sums) => sums[name]);
  const agents = facts.map(({ byAgent }) => `{${[...byAgent.keys()]}}`);
  const sums = facts.map(({ byAgent }) => `{${Array.from(byAgent.values(), sumsText).join(',')}}`);
  return sql`${column}s as (insert into ${table} (account_id, brand_id, entity_id, ${column}, prompt_id,
      answers, mentions, sentiment_sum, sentiment_count, position_sum, agents, by_agent)
    select ${account_id}::int, ${id}::int, x.entity_id, x.period, x.prompt_id, x.answers, x.mentions, x.sentiment_sum,
      x.sentiment_count, x.position_sum, x.agents::int[], x.by_agent::int[]
    from unnest(${facts.map(({ entity_id }) => entity_id)}::int[], ${facts.map(({ period: of }) => of)}::date[],
      ${facts.map(({ prompt_id }) => prompt_id)}::int[], ${total('answers')}::int[], ${total('mentions')}::int[],
      ${total('sentiment_sum')}::int[], ${total('sentiment_count')}::int[], ${total('position_sum')}::int[],
      ${agents}::text[], ${sums}::text[])
      as x(entity_id, period, prompt_id, answers, mentions, sentiment_sum, sentiment_count, position_sum, agents, by_agent)
    on conflict (account_id, brand_id, entity_id, ${column}, prompt_id) do update set
      answers = excluded.answers, mentions = excluded.mentions, sentiment_sum = excluded.sentiment_sum,
      sentiment_count = excluded.sentiment_count, position_sum = excluded.position_sum,
      agents = excluded.agents, by_agent = excluded.by_agent)`;
}

function remove(brand: Owner, period: Period, facts: readonly Fact[]) {
  return sql`gone_${sql.raw(period)}s as (delete from ${sql.table(TABLES[period])} where ctid = any(array(
    select f.ctid from ${keys(facts)} k(entity_id, period, prompt_id) ${rowOf(brand, period, sql`f.ctid`)})))`;
}
