// The statements behind the reports. SQL counts and sums; domain/metrics.ts divides. Each statement has one
// fixed text (report-sql.sql shows them, generated), so that a reviewer can read and EXPLAIN them.
import type pg from 'pg';
import { ALL_AGENTS, BRAND } from '../domain/facts.ts';
import type { Fold, FoldedSums, Sums } from '../domain/metrics.ts';
import { cover, type DayRange, onlyDays } from '../domain/time.ts';

const COLUMNS = ['answers', 'mentions', 'sentiment_sum', 'sentiment_count', 'position_sum'];
export const each = (form: (column: string, at: number) => string) =>
  COLUMNS.map((column, at) => `${form(column, at)} as ${column}`).join(', ');

/** Whether a statement adds up the agents, and the prompts, that it is given alone, or all of them together. */
export type Form = { agents: boolean; prompts: boolean };
const FORMS = {
  all: { agents: false, prompts: false },
  agents: { agents: true, prompts: false },
  prompts: { agents: false, prompts: true },
  agents_prompts: { agents: true, prompts: true },
};
export type Statement = Record<keyof typeof FORMS, string>;

/** A statement in each of its forms: what is not asked for must not cost anything. */
export function inForms(make: (form: Form) => string): Statement {
  const { all, agents, prompts, agents_prompts } = FORMS;
  return {
    all: make(all),
    agents: make(agents),
    prompts: make(prompts),
    agents_prompts: make(agents_prompts),
  };
}

/**
 * Keeps the prompts that parameter `at` names. A hashed subplan, whatever the planner knows of their number:
 * `= any(array)` compares with each of them in a generic plan, and a join was measured up to four times slower.
 */
export const among = (at: number) => ` and (prompt_id in (select unnest($${at}::int[]))) is true`;

const KEY = 'account_id = $1 and brand_id = any($2::int[])';
const ENTITIES = 'any($3::int[])';

/** What rows are summed up by, whether agents are told apart (`agent`), the ranges and entities: all when left out. */
type Grouping = { keys: string; byAgent: boolean; ranges?: readonly Range[]; entity?: string };
type Range = { table: string; period: string; from: number; sign: '' | '-' };

/** Rows of one range. All agents together stand in the index as they are; one agent's sums lie in an array. */
function ofRange(form: Form, grouping: Grouping, { table, period, from, sign }: Range): string {
  const { keys, byAgent, ranges = RANGES, entity = ENTITIES } = grouping;
  const next = afterRanges(ranges);
  const prompts = form.prompts ? among(form.agents ? next + 1 : next) : '';
  const where = `where ${KEY} and entity_id = ${entity} and ${period} >= $${from}::date and ${period} < $${from + 1}::date${prompts}`;
  if (!byAgent)
    return `
  select ${keys}, ${each((column) => `${sign}${column}`)}
  from ${table} ${where}`;
  return `
  select ${keys}, ${each((_, at) => `${sign}sum(by_agent[5 * at - ${4 - at}])::float8`)}
  from ${table} cross join lateral unnest(agents) with ordinality a(agent, at) ${where}${form.agents ? ` and agent = any($${next}::int[])` : ''}
  group by ${keys}`;
}

const BY_PROMPT = 'entity_id, prompt_id';

// Whole months, days beside them, and days to take out of months that reach beyond the range: a year is read
// as 12 rows per prompt, not as 365. Plain range scans of the covering key: an OR over the ranges would lose the
// index range. They are summed up together: each by itself first took a tenth longer. The brand and entities are
// `any(array)`: `between` was measured 60 times slower. Sums are float8, exact up to 2^53: sum(bigint) would be
// numeric.
export const facts = (form: Form, grouping: Grouping = { keys: BY_PROMPT, byAgent: form.agents }) =>
  (grouping.ranges ?? RANGES).map((range) => ofRange(form, grouping, range)).join('\n  union all');

const RANGES: readonly Range[] = [
  { table: 'fact_months', period: 'month', from: 4, sign: '' },
  { table: 'fact_days', period: 'day', from: 6, sign: '' },
  { table: 'fact_days', period: 'day', from: 8, sign: '' },
  { table: 'fact_days', period: 'day', from: 10, sign: '-' },
  { table: 'fact_days', period: 'day', from: 12, sign: '-' },
];

/** A range that is days alone: what a report of a week reads. */
const DAYS: readonly Range[] = [{ table: 'fact_days', period: 'day', from: 4, sign: '' }];

/** The number of the first parameter after those of the ranges. */
const afterRanges = (ranges: readonly Range[]) => 4 + 2 * ranges.length;

export const ADDED = each((column) => `sum(${column})::float8`);

const promptSums = (form: Form, where = '') => `select prompt_id, ${ADDED}
from (${facts(form)}
) facts${where} group by prompt_id having sum(answers) > 0`;

// Entity by entity: small tables of sums are filled faster than one of all, a tenth at 2.9 million answers.
const perPrompt = (form: Form) => `with per_prompt as materialized (
  select e.entity_id, s.* from unnest($3::int[]) e(entity_id) cross join lateral (
  select prompt_id, ${ADDED}
  from (${facts(form, { keys: 'prompt_id', byAgent: form.agents, entity: 'e.entity_id' })}
  ) facts group by prompt_id) s
), asked as materialized (
  select prompt_id, answers from per_prompt where entity_id = ${BRAND} and answers > 0
)
select ${BRAND} as entity_id, 'asked' as fold, answers as of, count(*) as prompts, 0::float8 as total from asked group by answers
union all`;

const visibility = (form: Form) => `${perPrompt(form)}
select p.entity_id, 'mentions', a.answers, count(*), sum(p.mentions) from per_prompt p join asked a using (prompt_id)
where p.mentions > 0 group by p.entity_id, a.answers`;

// Which column a row is grouped by tells the fold, and what it is the sum of.
const FOLDS = `case when grouping(answers) = 0 then 'mentions' when grouping(mentions) = 0 then 'positions' else 'sentiments' end as fold,
  coalesce(answers, mentions, sentiment_count) as of`;
const TOTAL = `case when grouping(answers) = 0 then sum(mentions) when grouping(mentions) = 0 then sum(position_sum) else sum(sentiment_sum) end as total`;

// All folds in one pass: one after another they took a quarter of the time of a report on five competitors.
const withMetrics = (form: Form) => `${perPrompt(form)}
select entity_id, ${FOLDS}, count(*), ${TOTAL}
from (
  select p.entity_id, a.answers, p.mentions, p.sentiment_sum, p.sentiment_count, p.position_sum
  from per_prompt p join asked a using (prompt_id) where p.mentions > 0
) mentioned
group by grouping sets ((entity_id, answers), (entity_id, mentions), (entity_id, sentiment_count))`;

// Answers and mentions of the brand stand in one row, so nothing needs to be joined. Groups of prompts that were
// asked, whether they mention the brand or not: \`naming\` counts those that do.
const ownMetrics = (form: Form, ranges = RANGES) => `select ${FOLDS},
  count(*) as prompts, count(*) filter (where mentions > 0) as naming, ${TOTAL}
from (
  select prompt_id, ${ADDED}
  from (${facts(form, { keys: 'prompt_id', byAgent: form.agents, ranges })}
  ) facts group by prompt_id having sum(answers) > 0
) per_prompt
group by grouping sets ((answers), (mentions), (sentiment_count))`;

const afterwards = ({ agents, prompts }: Form) => afterRanges(RANGES) + Number(agents) + Number(prompts);

/** The statements by name, each in all forms. */
export const STATEMENTS = {
  /** What the brands' answers add up to, per prompt. */
  prompt_sums: inForms((form) => promptSums(form)),
  /** The same for one prompt of the brand. */
  one_prompt: inForms((form) => promptSums(form, ` where prompt_id = $${afterwards(form)}`)),
  /**
   * Mentions of entities folded over prompts that were answered equally often: a few rows per entity however
   * many prompts there are.
   */
  visibility_sums: inForms(visibility),
  /** The same with sentiments folded by how many were scored, and positions by mentions. */
  metric_sums: inForms(withMetrics),
  /** The metrics of the brand alone. */
  own_sums: inForms((form) => ownMetrics(form)),
  /** The same for some days of one month: without the ranges that are empty then, a week takes a quarter less. */
  own_days: inForms((form) => ownMetrics(form, DAYS)),
};

export type ReportFilter = DayRange & {
  /** Ids of agents; [0] for all of them. */
  agentIds: readonly number[];
  /** Ids of prompts; all when left out. */
  promptIds?: readonly number[] | undefined;
};

export type Brands = { accountId: number; brandIds: readonly number[] };
export type Scope = Brands & {
  /** Must include the brand's own 0. */
  entityIds: readonly number[];
};

/** Parameters $1 to $13, and those of `chosen`. */
export function values({ accountId, brandIds, entityIds }: Scope, filter: ReportFilter): unknown[] {
  const { months, days, without } = cover(filter);
  const ranges = [months, ...days, ...without].flatMap(({ from, to }) => [from, to]);
  return [accountId, brandIds, entityIds, ...ranges, ...chosen(filter)];
}

/** The last parameters: agents and prompts, each where only some are asked for. */
export function chosen({ agentIds, promptIds }: ReportFilter): (readonly number[])[] {
  return [...(agentIds.includes(ALL_AGENTS) ? [] : [agentIds]), ...(promptIds ? [promptIds] : [])];
}

/** Sums of the brands' own mentions by prompt. Prompts without answers in the filter are absent. */
export async function sumPrompts(
  pool: pg.Pool,
  scope: Brands,
  filter: ReportFilter,
): Promise<Map<number, Sums>> {
  const parameters = values({ ...scope, entityIds: [BRAND] }, filter);
  return sumsOf(await ask(pool, 'prompt_sums', { filter, parameters }));
}

/** As `sumPrompts`, for one prompt alone. */
export async function sumPrompt(
  pool: pg.Pool,
  scope: Brands & { promptId: number },
  filter: ReportFilter,
): Promise<Sums | undefined> {
  const parameters = [...values({ ...scope, entityIds: [BRAND] }, filter), scope.promptId];
  return sumsOf(await ask<number>(pool, 'one_prompt', { filter, parameters })).get(scope.promptId);
}

type Asking = { filter: ReportFilter; parameters: unknown[] };

// Prepared once per connection: planning takes longer than most reports.
function ask<T>(pool: pg.Pool, name: keyof typeof STATEMENTS, asking: Asking): Promise<T[][]> {
  return askStatement(pool, { name, statement: STATEMENTS[name] }, asking);
}

/** Rows of a statement, each an array of columns, in the form that the filter asks for. */
export async function askStatement<T>(
  pool: pg.Pool,
  { name, statement }: { name: string; statement: Statement },
  { filter, parameters }: Asking,
): Promise<T[][]> {
  const ofAll = filter.agentIds.includes(ALL_AGENTS);
  const form = filter.promptIds ? (ofAll ? 'prompts' : 'agents_prompts') : ofAll ? 'all' : 'agents';
  const prepared = { name: `${name}_${form}`, text: statement[form], values: parameters };
  const { rows } = await pool.query<T[]>({ ...prepared, rowMode: 'array' });
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
  return folded(await ask(pool, 'metric_sums', { filter, parameters: values(scope, filter) }));
}

type OwnRow = [fold: keyof FoldedSums, of: number, prompts: number, naming: number, total: number];

/** As `sumMetrics`, for the brand alone. */
export async function sumOwn(
  pool: pg.Pool,
  scope: Brands,
  filter: ReportFilter,
): Promise<{ asked: EntitySums['asked']; folds: FoldedSums }> {
  const { accountId, brandIds } = scope;
  const days = onlyDays(filter);
  const parameters = days
    ? [accountId, brandIds, [BRAND], days.from, days.to, ...chosen(filter)]
    : values({ ...scope, entityIds: [BRAND] }, filter);
  const asked: EntitySums['asked'] = [];
  const folds: Record<keyof FoldedSums, Fold[]> = { mentions: [], sentiments: [], positions: [] };
  const rows = await ask(pool, days ? 'own_days' : 'own_sums', { filter, parameters });
  for (const [fold, of, prompts, naming, total] of rows as OwnRow[]) {
    if (fold === 'mentions') asked.push({ answers: of, prompts });
    if (naming > 0) folds[fold].push({ of, prompts: naming, total });
  }
  return { asked, folds };
}

/** As `sumMetrics`, for their visibility alone. */
export async function sumVisibility(pool: pg.Pool, scope: Scope, filter: ReportFilter): Promise<EntitySums> {
  return folded(await ask(pool, 'visibility_sums', { filter, parameters: values(scope, filter) }));
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
