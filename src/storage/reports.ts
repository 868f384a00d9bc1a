// The statements behind the reports. SQL counts and sums; domain/metrics.ts divides. Each statement has one
// fixed text (report-sql.sql shows them, generated), so that a reviewer can read and EXPLAIN them.
import type pg from 'pg';
import { BRAND } from '../domain/facts.ts';
import type { Sums } from '../domain/metrics.ts';
import { cover, type DayRange } from '../domain/time.ts';

const SUMS = 'answers, mentions, sentiment_sum, sentiment_count, position_sum';

// Whole months, and the days beside them: a year is read as 12 rows per prompt, not as 365. Three plain
// range scans of the covering key; an OR over the two edges would lose the index range. The brand and
// entities are `any(array)`: `between` was measured 60 times slower.
const FACTS = `
  select brand_id, entity_id, prompt_id, ${SUMS} from fact_months
  where account_id = $1 and brand_id = any($2::int[]) and entity_id = any($3::int[]) and agent_id = any($4::smallint[])
    and month >= $5::date and month < $6::date
  union all
  select brand_id, entity_id, prompt_id, ${SUMS} from fact_days
  where account_id = $1 and brand_id = any($2::int[]) and entity_id = any($3::int[]) and agent_id = any($4::smallint[])
    and day >= $7::date and day < $8::date
  union all
  select brand_id, entity_id, prompt_id, ${SUMS} from fact_days
  where account_id = $1 and brand_id = any($2::int[]) and entity_id = any($3::int[]) and agent_id = any($4::smallint[])
    and day >= $9::date and day < $10::date`;

const ADDED = SUMS.split(', ')
  .map((column) => `sum(${column})::float8 as ${column}`)
  .join(', ');

/** What entities' answers add up to, per prompt. */
export const PROMPT_SUMS = `select entity_id, prompt_id, ${ADDED}
from (${FACTS}
) facts group by entity_id, prompt_id`;

/** The same for one prompt of the brand. */
export const ONE_PROMPT = `select entity_id, prompt_id, ${ADDED}
from (${FACTS}
) facts where prompt_id = $11 group by entity_id, prompt_id`;

/**
 * Mentions of entities summed over prompts that were answered equally often: a few rows per entity however
 * many prompts there are. The brand's own rows (entity 0) hold in \`mentions\` the number of such prompts.
 */
export const VISIBILITY_SUMS = `with per_prompt as (
  select entity_id, prompt_id, sum(answers) as answers, sum(mentions) as mentions
  from (${FACTS}
  ) facts group by entity_id, prompt_id
), asked as (
  select prompt_id, answers from per_prompt where entity_id = ${BRAND} and answers > 0
)
select ${BRAND} as entity_id, answers::float8, count(*)::float8 as mentions from asked group by answers
union all
select p.entity_id, a.answers::float8, sum(p.mentions)::float8 from per_prompt p join asked a using (prompt_id)
where p.entity_id <> ${BRAND} and p.mentions > 0 group by p.entity_id, a.answers`;

export type ReportFilter = DayRange & {
  /** Ids of agents; [0] for all of them. */
  agentIds: readonly number[];
};

export type Scope = { accountId: number; brandIds: readonly number[]; entityIds: readonly number[] };

function values({ accountId, brandIds, entityIds }: Scope, filter: ReportFilter): unknown[] {
  const { months, head, tail } = cover(filter);
  const ranges = [months, head, tail].flatMap(({ from, to }) => [from, to]);
  return [accountId, brandIds, entityIds, filter.agentIds, ...ranges];
}

/** Sums by entity, then by prompt. Prompts without answers in the filter are absent. */
export async function sumPrompts(
  pool: pg.Pool,
  scope: Scope,
  filter: ReportFilter,
): Promise<Map<number, Map<number, Sums>>> {
  return sums(pool, PROMPT_SUMS, values(scope, filter));
}

/** As `sumPrompts`, for one prompt alone. */
export async function sumPrompt(
  pool: pg.Pool,
  scope: Scope & { promptId: number },
  filter: ReportFilter,
): Promise<Sums | undefined> {
  const found = await sums(pool, ONE_PROMPT, [...values(scope, filter), scope.promptId]);
  return found.get(BRAND)?.get(scope.promptId);
}

async function sums(
  pool: pg.Pool,
  text: string,
  parameters: unknown[],
): Promise<Map<number, Map<number, Sums>>> {
  const { rows } = await pool.query<number[]>({ text, values: parameters, rowMode: 'array' });
  const entities = new Map<number, Map<number, Sums>>();
  for (const [
    entity = 0,
    prompt = 0,
    answers = 0,
    mentions = 0,
    sentiment_sum = 0,
    sentiment_count = 0,
    position_sum = 0,
  ] of rows) {
    const prompts = entities.get(entity) ?? new Map<number, Sums>();
    prompts.set(prompt, { answers, mentions, sentiment_sum, sentiment_count, position_sum });
    entities.set(entity, prompts);
  }
  return entities;
}

export type VisibilitySums = {
  /** How many prompts were answered how often. */
  asked: { answers: number; prompts: number }[];
  /** Mentions by entity and by how often the prompt was answered. */
  entities: Map<number, { answers: number; mentions: number }[]>;
};

/** What the visibility of many entities of one brand needs; `scope.entityIds` must include the brand's own 0. */
export async function sumVisibility(
  pool: pg.Pool,
  scope: Scope,
  filter: ReportFilter,
): Promise<VisibilitySums> {
  const { rows } = await pool.query<{ entity_id: number; answers: number; mentions: number }>(
    VISIBILITY_SUMS,
    values(scope, filter),
  );
  const entities: VisibilitySums['entities'] = new Map();
  const asked: VisibilitySums['asked'] = [];
  for (const { entity_id, answers, mentions } of rows) {
    if (entity_id === BRAND) asked.push({ answers, prompts: mentions });
    else entities.set(entity_id, [...(entities.get(entity_id) ?? []), { answers, mentions }]);
  }
  return { asked, entities };
}
