// The baseline of the reports: what trackers usually do. One row per answer with its text, one row per
// mention, both indexed, and every report a scan of the rows in its range.
import type pg from 'pg';
import { BRAND } from '../src/domain/facts.ts';
import { metrics, type Sums } from '../src/domain/metrics.ts';
import type { LargeBrand } from './large-brand.ts';

export type TrackerFilter = {
  from?: string | undefined;
  to?: string | undefined;
  agentIds?: number[] | undefined;
};

const IN_FILTER = `a.brand_id = $1 and a.answered_at >= $2::timestamptz and a.answered_at < $3::timestamptz
  and ($4::smallint[] is null or a.agent_id = any($4::smallint[]))`;

const OF_BRAND = `select a.prompt_id, count(*) as answers, count(m.answer_id) as mentions,
  coalesce(sum(m.sentiment), 0) as sentiment_sum, count(m.sentiment) as sentiment_count, coalesce(sum(m.position), 0) as position_sum
from tracker_answers a left join tracker_mentions m on m.answer_id = a.id and m.entity_id = ${BRAND}
where ${IN_FILTER} group by a.prompt_id`;

const OF_COMPETITORS = `select ${BRAND} as entity_id, a.prompt_id, count(*) as answers, 0 as mentions, 0 as sentiment_sum, 0 as sentiment_count, 0 as position_sum
from tracker_answers a where ${IN_FILTER} group by a.prompt_id
union all
select m.entity_id, a.prompt_id, 0, count(*), coalesce(sum(m.sentiment), 0), count(m.sentiment), sum(m.position)
from tracker_answers a join tracker_mentions m on m.answer_id = a.id and m.brand_id = $1 and m.entity_id = any($5::int[])
where ${IN_FILTER} group by m.entity_id, a.prompt_id`;

type PromptSums = Sums & { entity_id: number; prompt_id: number };

function values(brand: LargeBrand, { from = '-infinity', to, agentIds }: TrackerFilter): unknown[] {
  const end = to === undefined ? 'infinity' : `${to} 24:00:00+00`;
  return [brand.id, from === '-infinity' ? from : `${from} 00:00:00+00`, end, agentIds ?? null];
}

export async function trackerPrompts(pool: pg.Pool, brand: LargeBrand, filter: TrackerFilter) {
  const { rows } = await pool.query<PromptSums>(OF_BRAND, values(brand, filter));
  return new Map(rows.map((row) => [row.prompt_id, numbers(row)]));
}

export async function trackerBrandReport(pool: pg.Pool, brand: LargeBrand, filter: TrackerFilter) {
  return metrics([...(await trackerPrompts(pool, brand, filter)).values()]);
}

export async function trackerPromptReport(pool: pg.Pool, brand: LargeBrand, filter: TrackerFilter) {
  const prompts = await trackerPrompts(pool, brand, filter);
  return new Map([...prompts].map(([id, sums]) => [id, metrics([sums])]));
}

/** By competitor id. */
export async function trackerCompetitorReport(pool: pg.Pool, brand: LargeBrand, filter: TrackerFilter) {
  const { rows } = await pool.query<PromptSums>(OF_COMPETITORS, [
    ...values(brand, filter),
    brand.competitorIds,
  ]);
  const asked = new Map(
    rows.filter(({ entity_id }) => entity_id === BRAND).map((row) => [row.prompt_id, Number(row.answers)]),
  );
  const own = Map.groupBy(rows, ({ entity_id }) => entity_id);
  return new Map(
    brand.competitorIds.map((id) => {
      const mentioned = new Map((own.get(id) ?? []).map((row) => [row.prompt_id, numbers(row)]));
      const none = { mentions: 0, sentiment_sum: 0, sentiment_count: 0, position_sum: 0 };
      return [
        id,
        metrics([...asked].map(([prompt, answers]) => ({ ...none, ...mentioned.get(prompt), answers }))),
      ];
    }),
  );
}

// The driver gives sums of integers as numbers, sums of bigint as text.
function numbers(row: Sums): Sums {
  const { answers, mentions, sentiment_sum, sentiment_count, position_sum } = row;
  return {
    answers: Number(answers),
    mentions: Number(mentions),
    sentiment_sum: Number(sentiment_sum),
    sentiment_count: Number(sentiment_count),
    position_sum: Number(position_sum),
  };
}
