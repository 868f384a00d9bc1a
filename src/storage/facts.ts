// Keeps the rows that reports add up. Writers of one brand follow one another (`lockBrand`), so a row can be
// read, changed and written back; a row holds all agents, because the rows of a day and prompt change together.
import { type RawBuilder, sql } from 'kysely';
import { changedFact, type Fact, type Facts, SUMS, totalOf } from '../domain/facts.ts';
import type { Sums } from '../domain/metrics.ts';
import type { Db } from './open.ts';

type Owner = { account_id: number; id: number };
type StoredFact = { entity_id: number; period: string; prompt_id: number; agents: string; by_agent: string };
type Period = 'day' | 'month';

const TABLES = { day: 'fact_days', month: 'fact_months' } as const;

type Changes = { added: Fact[]; changed: Fact[]; gone: Fact[] };
/** The rows as they will be after a change: new ones, others, and keys of those of which nothing is left. */
export type ChangedFacts = Record<Period, Changes>;

/** Reads the rows that a change touches, and changes them. Nothing is written. */
export async function changedFacts(db: Db, brand: Owner, { days, months }: Facts): Promise<ChangedFacts> {
  const { rows } = await sql<StoredFact & { of: Period }>`with
    ${rowsOf(brand, 'day', days)}, ${rowsOf(brand, 'month', months)}
    select * from day_rows union all select * from month_rows`.execute(db);
  const stored = new Map(rows.map((row) => [`${row.of} ${keyOf(row)}`, factOf(row)]));
  const changes = (of: Period, facts: readonly Fact[]): Changes => {
    const found: Changes = { added: [], changed: [], gone: [] };
    for (const change of facts) {
      const row = stored.get(`${of} ${keyOf(change)}`);
      const fact = changedFact(row, change);
      found[fact.byAgent.size === 0 ? 'gone' : row ? 'changed' : 'added'].push(fact);
    }
    return found;
  };
  return { day: changes('day', days), month: changes('month', months) };
}

const keyOf = ({ entity_id, period, prompt_id }: Omit<StoredFact, 'agents' | 'by_agent'>) =>
  `${entity_id} ${period} ${prompt_id}`;

function keys(facts: readonly Fact[]) {
  return sql`unnest(${facts.map(({ entity_id }) => entity_id)}::int[], ${facts.map(({ period }) => period)}::date[],
    ${facts.map(({ prompt_id }) => prompt_id)}::int[])`;
}

function rowsOf({ account_id, id }: Owner, period: Period, facts: readonly Fact[]) {
  const column = sql.raw(period);
  // Arrays as text: the driver's own parser of arrays goes character by character.
  return sql`${column}_rows as (
    select ${sql.lit(period)} as of, f.entity_id, f.${column} as period, f.prompt_id,
      array_to_string(f.agents, ',') as agents, array_to_string(f.by_agent, ',') as by_agent
    from ${keys(facts)} k(entity_id, period, prompt_id)
    join ${sql.table(TABLES[period])} f on f.account_id = ${account_id} and f.brand_id = ${id}
      and f.entity_id = k.entity_id and f.${column} = k.period and f.prompt_id = k.prompt_id)`;
}

function factOf({ agents, by_agent, ...key }: StoredFact): Fact {
  const numbers = by_agent.split(',').map(Number);
  const sumsAt = (at: number) =>
    Object.fromEntries(SUMS.map((name, i) => [name, numbers[at * SUMS.length + i] ?? 0])) as Sums;
  return { ...key, byAgent: new Map(agents.split(',').map((agent, at) => [Number(agent), sumsAt(at)])) };
}

/** Parts of a `with` statement that write the changed rows. */
export function writeFacts(brand: Owner, facts: ChangedFacts): RawBuilder<unknown>[] {
  const parts: RawBuilder<unknown>[] = [];
  for (const period of ['day', 'month'] as const) {
    const { added, changed, gone } = facts[period];
    if (added.length > 0) parts.push(insert(brand, period, added));
    if (changed.length > 0) parts.push(update(brand, period, changed));
    if (gone.length > 0) parts.push(remove(brand, period, gone));
  }
  return parts;
}

function contents(facts: readonly Fact[]) {
  const totals = facts.map(totalOf);
  const total = (name: keyof Sums) => totals.map((sums) => sums[name]);
  const agents = facts.map(({ byAgent }) => `{${[...byAgent.keys()]}}`);
  const sums = facts.map(
    ({ byAgent }) => `{${[...byAgent.values()].flatMap((own) => SUMS.map((name) => own[name]))}}`,
  );
  return sql`unnest(${facts.map(({ entity_id }) => entity_id)}::int[], ${facts.map(({ period }) => period)}::date[],
      ${facts.map(({ prompt_id }) => prompt_id)}::int[], ${total('answers')}::int[], ${total('mentions')}::int[],
      ${total('sentiment_sum')}::int[], ${total('sentiment_count')}::int[], ${total('position_sum')}::int[],
      ${agents}::text[], ${sums}::text[])
      as x(entity_id, period, prompt_id, answers, mentions, sentiment_sum, sentiment_count, position_sum, agents, by_agent)`;
}

// Those are two statements, because ours is the only writer: an upsert takes half as long again as either.
function insert({ account_id, id }: Owner, period: Period, facts: readonly Fact[]) {
  return sql`new_${sql.raw(period)}s as (insert into ${sql.table(TABLES[period])}
      (account_id, brand_id, entity_id, ${sql.raw(period)}, prompt_id,
      answers, mentions, sentiment_sum, sentiment_count, position_sum, agents, by_agent)
    select ${account_id}::int, ${id}::int, x.entity_id, x.period, x.prompt_id, x.answers, x.mentions, x.sentiment_sum,
      x.sentiment_count, x.position_sum, x.agents::int[], x.by_agent::int[] from ${contents(facts)})`;
}

function update({ account_id, id }: Owner, period: Period, facts: readonly Fact[]) {
  const column = sql.raw(period);
  return sql`changed_${column}s as (update ${sql.table(TABLES[period])} f set
      answers = x.answers, mentions = x.mentions, sentiment_sum = x.sentiment_sum, sentiment_count = x.sentiment_count,
      position_sum = x.position_sum, agents = x.agents::int[], by_agent = x.by_agent::int[] from ${contents(facts)}
    where f.account_id = ${account_id} and f.brand_id = ${id}
      and f.entity_id = x.entity_id and f.${column} = x.period and f.prompt_id = x.prompt_id)`;
}

function remove({ account_id, id }: Owner, period: Period, facts: readonly Fact[]) {
  const column = sql.raw(period);
  return sql`gone_${column}s as (delete from ${sql.table(TABLES[period])} f
    using ${keys(facts)} k(entity_id, period, prompt_id)
    where f.account_id = ${account_id} and f.brand_id = ${id}
      and f.entity_id = k.entity_id and f.${column} = k.period and f.prompt_id = k.prompt_id)`;
}
