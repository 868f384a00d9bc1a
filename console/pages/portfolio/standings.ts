import { useMemo } from 'react';
import { type Out, type Problem, useOperations } from '../../api.ts';
import type { Brand } from '../../brand.tsx';
import { comparedDays, stepOf, useFilters } from '../../filters.ts';

/** How a brand stands. What is undefined is on its way. */
export type Standing = {
  brand: Brand;
  compared: Out<'compare'> | undefined;
  trend: Out<'trend'> | undefined;
  last: Out<'answers'>['answers'][number] | null | undefined;
  plan: Out<'plan'> | undefined;
  /** False where changes were not asked for, or there is no period before. */
  hasBefore: boolean;
};

export type Standings = { rows: Standing[]; problem: Problem | null; retry: () => void };

/** Asks for all brands at once, each number of each brand in its own request. */
export function useStandings(brands: readonly Brand[]): Standings {
  const { input, days, before } = useFilters();
  const { ai_agent } = input;
  const agents = ai_agent && { ai_agent };
  const of = brands.map(({ id }) => id);
  const compared = useOperations(
    'compare',
    of.map((brand_id) => ({ brand_id, ...comparedDays(days), ...agents })),
  );
  const trend = useOperations(
    'trend',
    of.map((brand_id) => ({ brand_id, step: stepOf(days), ...input })),
  );
  const last = useOperations(
    'answers',
    of.map((brand_id) => ({ brand_id, limit: 1 })),
  );
  const plan = useOperations(
    'plan',
    of.map((brand_id) => ({ brand_id })),
  );
  const all = [...compared, ...trend, ...last, ...plan];
  const failed = all.find(({ problem }) => problem !== null);
  const hasBefore = before !== undefined;
  const rows = useMemo(
    () =>
      brands.map((brand, place) => ({
        brand,
        compared: compared[place]?.data,
        trend: trend[place]?.data,
        last: last[place]?.data && (last[place].data.answers[0] ?? null),
        plan: plan[place]?.data,
        hasBefore,
      })),
    [brands, compared, trend, last, plan, hasBefore],
  );
  return {
    rows,
    problem: failed?.problem ?? null,
    retry: () => {
      for (const one of all) if (one.problem) one.retry();
    },
  };
}
