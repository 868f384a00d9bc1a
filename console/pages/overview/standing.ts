// What the overview asks for: each thing once, all at the same time.
import { type Loaded, type Problem, useOperation } from '../../api.ts';
import { useBrand } from '../../brand.tsx';
import { comparedDays, stepOf, useFilters } from '../../filters.ts';

const NAMES = 8;

export type Standing = ReturnType<typeof useStanding>;

/** How the page's brand stands under the page's filters. What is undefined is on its way. */
export function useStanding() {
  const brand = useBrand();
  const { input, days, before } = useFilters();
  const of = { brand_id: brand.id };
  const { date: _, ...rest } = input;
  const asked = {
    compare: { ...of, ...comparedDays(days), ...rest },
    trend: { ...of, step: stepOf(days), ...input },
    matrix: { ...of, ...input },
  };
  const hasBefore = before !== undefined;
  const compared = useOperation('compare', asked.compare);
  const trend = useOperation('trend', asked.trend);
  const tracked = useOperation('trackedCompetitors', { ...of, ...input });
  const matrix = useOperation('matrix', asked.matrix);
  const movers = useOperation('movers', { ...asked.compare, limit: 1000 }, { enabled: hasBefore });
  const found = useOperation('untrackedCompetitors', { ...of, ...input, limit: NAMES });
  const known = useOperation(
    'untrackedCompetitors',
    { ...of, ...rest, ...(before && { date: before }) },
    { enabled: hasBefore },
  );
  const all = [compared, trend, tracked, matrix, movers, found, known];
  return {
    ...{ brand, asked, hasBefore, days, before },
    compared: compared.data,
    trend: trend.data,
    tracked: tracked.data?.competitors,
    matrix: matrix.data,
    movers: hasBefore ? movers.data : undefined,
    found: found.data?.competitors,
    known: hasBefore ? known.data?.competitors : undefined,
    ...failureOf(all),
  };
}

/** The first failure, and a retry of all that failed. */
function failureOf(all: readonly Loaded<unknown>[]): { problem: Problem | null; retry: () => void } {
  return {
    problem: all.find(({ problem }) => problem !== null)?.problem ?? null,
    retry: () => {
      for (const one of all) if (one.problem) one.retry();
    },
  };
}
