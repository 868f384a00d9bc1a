// The statements behind the reports. SQL counts and sums; domain/metrics.ts divides. Each statement has one
// fixed text (report-sql.sql shows them, generated), so that a reviewer can read and EXPLAIN them.
import type pg from 'pg';
import { BRAND } from '../domain/facts.ts';
import type { Fold, FoldedSums, Sums } from '../domain/metrics.ts';
import { cover, type DayRange } from '../domain/time.ts';

const KEY = `where account_id = $1 and brand_id = any($2::int[]) and entity_id = any($3::int[]) and agent_id = any($4::int[])`;

const COLUMNS = ['answers', 'mentions', 'sentiment_sum', 'sentiment_count', 'position_sum'];
const each = (form: (column: string) => string) =>
  COLUMNS.map((column) => `${form(column)} as ${column}`).join(', ');

const ofDays = (sign: '' | '-', from: number) => `
  select entity_id, prompt_id, ${each((column) => `${sign}sum(${column})::float8`)}
  from fact_days ${KEY} and day >= $${from}::date and day < $${from + 1}::date group by entity_id, prompt_id`;

// Whole months, days beside them, and days to take out of months that reach beyond the range: a year is read
// as 12 rows per prompt, not as 365. Plain range scans of the covering key, each summed up by itself: an OR
// over the ranges would lose the index range. The brand and entities are `any(array)`: `between` was measured
// 60 times slower. Sums are float8, exact up to 2^53: sum(bigint) would be numeric.
const FACTS = `
  select entity_id, prompt_id, ${each((column) => `sum(${column}::float8)`)}
  from fact_months ${KEY} and month >= $5::date and month < $6::date group by entity_id, prompt_id
  union all${ofDays('', 7)}
  union all${ofDays('', 9)}
  union all${ofDays('-', 11)}
  union all${ofDays('-', 13)}`;

const ADDED = each((column) => `sum(${column})`);

/** What the brands' answers add up to, per prompt. */
export const PROMPT_SUMS = `select prompt_id, ${ADDED}
from (${FACTS}
) facts group by prompt_id having sum(answers) > 0`;

/** The same for one prompt of the brand. */
export const ONE_PROMPT = `select prompt_id, ${ADDED}
from (${FACTS}
) facts where prompt_id = $15 group by prompt_id having sum(answers) > 0`;

const PER_PROMPT = `with per_prompt as materialized (
  select entity_id, prompt_id, ${ADDED}
  from (${FACTS}
  ) facts group by entity_id, prompt_id
), asked as materialized (
  select prompt_id, answers from per_prompt where entity_id = ${BRAND} and answers > 0
)
select ${BRAND} as entity_id, 'asked' as fold, answers as of, count(*) as prompts, 0::float8 as total from asked group by answers
union all
select p.entity_id, 'mentions', a.answers, count(*), sum(p.mentions) from per_prompt p join asked a using (prompt_id)
where p.mentions > 0 group by p.entity_id, a.answers`;

/**
 * Mentions of entities folded over prompts that were answered equally often: a few rows per entity however
 * many prompts there are.
 */
export const VISIBILITY_SUMS = PER_PROMPT;

/** The same with sentiments folded by how many were scored, and positions by mentions. */
export const METRIC_SUMS = `${PER_PROMPT}
union all
select entity_id, 'sentiments', sentiment_count, count(*), sum(sentiment_sum) from per_prompt
where mentions > 0 group by entity_id, sentiment_count
union all
select entity_id, 'positions', mentions, count(*), sum(position_sum) from per_prompt
where mentions > 0 group by entity_id, mentions`;

export type ReportFilter = DayRange & {
  /** Ids of agents; [0] for all of them. */
  agentIds: readonly number[];
};

type Brands = { accountId: number; brandIds: readonly number[] };
export type Scope = Brands & {
  /** Must include the brand's own 0. */
  entityIds: readonly number[];
};

function values({ accountId, brandIds, entityIds }: Scope, filter: ReportFilter): unknown[] {
  const { months, days, without } = cover(filter);
  const ranges = [months, ...days, ...without].flatMap(({ from, to }) => [from, to]);
  return [accountId, brandIds, entityIds, filter.agentIds, ...ranges];
}

/** Sums of the brands' own mentions by prompt. Prompts without answers in the filter are absent. */
export async function sumPrompts(
  pool: pg.Pool,
  scope: Brands,
  filter: ReportFilter,
): Promise<Map<number, Sums>> {
  const parameters = values({ ...scope, entityIds: [BRAND] }, filter);
  return sumsOf(await ask(pool, { name: 'prompt_sums', text: PROMPT_SUMS, values: parameters }));
}

/** As `sumPrompts`, for one prompt alone. */
export async function sumPrompt(
  pool: pg.Pool,
  scope: Brands & { promptId: number },
  filter: ReportFilter,
): Promise<Sums | undefined> {
  const parameters = [...values({ ...scope, entityIds: [BRAND] }, filter), scope.promptId];
  const rows = await ask<number>(pool, { name: 'one_prompt', text: ONE_PROMPT, values: parameters });
  return sumsOf(rows).get(scope.promptId);
}

// Prepared once per connection: planning takes longer than most reports.
async function ask<T>(pool: pg.Pool, statement: pg.QueryConfig): Promise<T[][]> {
  const { rows } = await pool.query<T[]>({ ...statement, rowMode: 'array' });
  return rows;
}

function sumsOf(rows: number[][]): Map<number, Sums> {
  return new Map(
    rows.map(
      ([prompt = 0, answers = 0, mentions = 0, sentiment_sum = 0, sentiment_count = 0, position_sum = 0]) => [
        prompt,
        { answers, mentions, sentiment_sum, sentiment_count, position_sum },
      ],
    ),
  );
}

export type EntitySums = {
  /** How many prompts were answered how often. */
  asked: { answers: number; prompts: number }[];
  entities: Map<number, FoldedSums>;
};

/** What the metrics of many entities of one brand need. */
export async function sumMetrics(pool: pg.Pool, scope: Scope, filter: ReportFilter): Promise<EntitySums> {
  return folded(await ask(pool, { name: 'metric_sums', text: METRIC_SUMS, values: values(scope, filter) }));
}

/** As `sumMetrics`, for their visibility alone. */
export async function sumVisibility(pool: pg.Pool, scope: Scope, filter: ReportFilter): Promise<EntitySums> {
  return folded(
    await ask(pool, { name: 'visibility_sums', text: VISIBILITY_SUMS, values: values(scope, filter) }),
  );
}

type FoldRow = [entity: number, fold: 'asked' | keyof FoldedSums, of: number, prompts: number, total: number];

function folded(rows: unknown[][]): EntitySums {
  const asked: EntitySums['asked'] = [];
  const entities = new Map<number, Record<keyof FoldedSums, Fold[]>>();
  for (const [entity, fold, of, prompts, total] of rows as FoldRow[]) {
    if (fold === 'asked') {
      asked.push({ answers: of, prompts });
      continue;
    }
    const sums = entities.get(entity) ?? { mentions: [], sentiments: [], positions: [] };
    sums[fold].push({ of, prompts, total });
    entities.set(entity, sums);
  }
  return { asked, entities };
}
