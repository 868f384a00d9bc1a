// What answers add up to by prompt and agent.
import type pg from 'pg';
import { BRAND } from '../domain/facts.ts';
import type { Sums } from '../domain/metrics.ts';
import { ADDED, askStatement, facts, inForms, type ReportFilter, type Scope, values } from './reports.ts';

// Of competitors only their mentions per agent are asked for: their prompts are folded.
const KEYS = `entity_id, case when entity_id = ${BRAND} then prompt_id else 0 end, agent`;

const MATRIX = inForms(
  (form) => `select entity_id, prompt_id, agent, ${ADDED}
from (${facts(form, { keys: KEYS, byAgent: true })}
) facts(entity_id, prompt_id, agent, answers, mentions, sentiment_sum, sentiment_count, position_sum)
group by entity_id, prompt_id, agent`,
);

export type MatrixSums = {
  /** The brand's own by prompt and agent, where the agent answered. */
  cells: Map<number, Map<number, Sums>>;
  /** Mentions of each entity by agent. */
  mentions: Map<number, Map<number, number>>;
};

/** The sums of the brand by prompt and agent, and the mentions of every entity by agent. */
export async function sumMatrix(pool: pg.Pool, scope: Scope, filter: ReportFilter): Promise<MatrixSums> {
  const statement = { name: 'matrix', statement: MATRIX };
  const rows = await askStatement<number>(pool, statement, { filter, parameters: values(scope, filter) });
  const cells: MatrixSums['cells'] = new Map();
  const all: MatrixSums['mentions'] = new Map();
  for (const row of rows) {
    const [entity = 0, prompt = 0, agent = 0, answers = 0, mentions = 0, sentiment_sum = 0] = row;
    const own = all.get(entity) ?? new Map<number, number>();
    all.set(entity, own.set(agent, (own.get(agent) ?? 0) + mentions));
    if (entity !== BRAND || answers === 0) continue;
    const [sentiment_count = 0, position_sum = 0] = row.slice(6);
    const sums = { answers, mentions, sentiment_sum, sentiment_count, position_sum };
    cells.set(prompt, (cells.get(prompt) ?? new Map<number, Sums>()).set(agent, sums));
  }
  return { cells, mentions: all };
}
