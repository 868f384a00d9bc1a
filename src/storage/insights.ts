// What trends, comparisons and receipts count, beyond the reports. As there, SQL counts and sums.
import { sql } from 'kysely';
import type pg from 'pg';
import { ALL_AGENTS, BRAND } from '../domain/facts.ts';
import type { Fold, FoldedSums, Sums } from '../domain/metrics.ts';
import type { ByAgent } from '../domain/uncertainty.ts';
import type { Db } from './open.ts';
import {
  ADDED,
  among,
  askStatement,
  chosen,
  each,
  type Form,
  facts,
  inForms,
  type ReportFilter,
  type Scope,
  values,
} from './reports.ts';

const inTrend = ({ agents, prompts }: Form) => {
  const where = `where account_id = $1 and brand_id = any($2::int[]) and entity_id = any($3::int[])
    and day >= $4::date and day <= $5::date and ($7::int is null or prompt_id = $7)${prompts ? among(agents ? 9 : 8) : ''}`;
  const period = `date_trunc($6, day::timestamp)::date as period`;
  if (!agents)
    return `select entity_id, ${period}, prompt_id, ${each((column) => `sum(${column})::float8`)}
  from fact_days ${where} group by 1, 2, 3`;
  return `select entity_id, ${period}, prompt_id, ${each((_, at) => `sum(by_agent[5 * at - ${4 - at}])::float8`)}
  from fact_days cross join lateral unnest(agents) with ordinality a(agent, at) ${where} and agent = any($8::int[])
  group by 1, 2, 3`;
};

// Prompts with the same denominator are folded, with the squares of their numerators: what means over prompts
// and their spread need, in a few rows per entity and period.
const trend = (form: Form) => `with per_prompt as materialized (
  ${inTrend(form)}
), asked as materialized (
  select period, prompt_id, answers from per_prompt where entity_id = ${BRAND} and answers > 0
)
select ${BRAND} as entity_id, period, 'asked' as fold, answers as of, count(*) as prompts, 0::float8 as total, 0::float8 as squares
from asked group by period, answers
union all
select p.entity_id, p.period, 'mentions', a.answers, count(*), sum(p.mentions), sum(p.mentions * p.mentions)
from per_prompt p join asked a using (period, prompt_id) where p.mentions > 0 group by 1, 2, 4
union all
select entity_id, period, 'sentiments', sentiment_count, count(*), sum(sentiment_sum), 0 from per_prompt
where mentions > 0 group by 1, 2, 4
union all
select entity_id, period, 'positions', mentions, count(*), sum(position_sum), 0 from per_prompt
where mentions > 0 group by 1, 2, 4`;

const TREND = inForms(trend);

export type Folded = Fold & { squares: number };
export type PeriodSums = {
  asked: { answers: number; prompts: number }[];
  entities: Map<number, Record<keyof FoldedSums, Folded[]>>;
};
type TrendRow = [
  entity: number,
  period: string,
  fold: 'asked' | keyof FoldedSums,
  of: number,
  prompts: number,
  total: number,
  squares: number,
];
export type Step = 'day' | 'week' | 'month';

/** The sums of each period that has answers, by its first day (a week's is a Monday). */
export async function sumTrend(
  pool: pg.Pool,
  scope: Scope & { step: Step; promptId?: number | undefined },
  filter: ReportFilter,
): Promise<Map<string, PeriodSums>> {
  const { accountId, brandIds, entityIds, step, promptId = null } = scope;
  const range = [filter.from ?? '-infinity', filter.to ?? 'infinity'];
  const parameters = [accountId, brandIds, entityIds, ...range, step, promptId, ...chosen(filter)];
  const rows = (await askStatement(
    pool,
    { name: 'trend', statement: TREND },
    { filter, parameters },
  )) as TrendRow[];
  const periods = new Map<string, PeriodSums>();
  for (const [entity, period, fold, of, prompts, total, squares] of rows) {
    const sums: PeriodSums = periods.get(period) ?? { asked: [], entities: new Map() };
    periods.set(period, sums);
    if (fold === 'asked') {
      sums.asked.push({ answers: of, prompts });
      continue;
    }
    const own = sums.entities.get(entity) ?? { mentions: [], sentiments: [], positions: [] };
    own[fold].push({ of, prompts, total, squares });
    sums.entities.set(entity, own);
  }
  return periods;
}

const ENTITY_PROMPTS = inForms(
  (form) => `select entity_id, prompt_id, ${ADDED}
from (${facts(form)}
) facts group by entity_id, prompt_id`,
);

/** The sums of each entity by prompt; answers stand with the brand's own entity alone. */
export async function sumEntities(
  pool: pg.Pool,
  scope: Scope,
  filter: ReportFilter,
): Promise<Map<number, Map<number, Sums>>> {
  const parameters = values(scope, filter);
  const statement = { name: 'entity_prompts', statement: ENTITY_PROMPTS };
  const entities = new Map<number, Map<number, Sums>>(scope.entityIds.map((id) => [id, new Map()]));
  for (const row of await askStatement<number>(pool, statement, { filter, parameters })) {
    const [
      entity = 0,
      prompt = 0,
      answers = 0,
      mentions = 0,
      sentiment_sum = 0,
      sentiment_count = 0,
      position_sum = 0,
    ] = row;
    entities.get(entity)?.set(prompt, { answers, mentions, sentiment_sum, sentiment_count, position_sum });
  }
  return entities;
}

const ofPrompts = ({ promptIds }: ReportFilter) =>
  promptIds ? sql`and (f.prompt_id in (select unnest(${promptIds}::int[]))) is true` : sql``;

/** By prompt and agent: how many answers, and how many of them mention the entity. */
export async function sumAgents(
  db: Db,
  scope: { accountId: number; brandId: number; entityId: number },
  filter: ReportFilter,
): Promise<Map<number, ByAgent>> {
  const agents = filter.agentIds.includes(ALL_AGENTS) ? null : filter.agentIds;
  const { rows } = await sql<{ prompt_id: number; agent_id: number; answers: number; mentions: number }>`
    select f.prompt_id, g.agent_id,
      coalesce(sum(f.by_agent[5 * g.at - 4]) filter (where f.entity_id = ${BRAND}), 0) as answers,
      coalesce(sum(f.by_agent[5 * g.at - 3]) filter (where f.entity_id = ${scope.entityId}), 0) as mentions
    from fact_days f cross join unnest(f.agents) with ordinality g(agent_id, at)
    where f.account_id = ${scope.accountId} and f.brand_id = ${scope.brandId} and f.entity_id in (${BRAND}, ${scope.entityId})
      and f.day >= ${filter.from ?? '-infinity'}::date and f.day <= ${filter.to ?? 'infinity'}::date
      and (${agents}::int[] is null or g.agent_id = any(${agents}::int[])) ${ofPrompts(filter)}
    group by 1, 2 having coalesce(sum(f.by_agent[5 * g.at - 4]) filter (where f.entity_id = ${BRAND}), 0) > 0`.execute(
    db,
  );
  const prompts = new Map<number, Map<number, { answers: number; mentions: number }>>();
  for (const { prompt_id, agent_id, answers, mentions } of rows) {
    const own = prompts.get(prompt_id) ?? new Map<number, { answers: number; mentions: number }>();
    prompts.set(prompt_id, own.set(agent_id, { answers, mentions }));
  }
  return prompts;
}
