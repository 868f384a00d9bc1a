// What the page asks for, each thing once: how the brand and its competitors stand, and who else is named.
import { useMemo } from 'react';
import { type In, type Loaded, type Out, type Problem, useOperation } from '../../api.ts';
import { useBrand } from '../../brand.tsx';
import { comparedDays, type Days, stepOf, useFilters } from '../../filters.ts';
import type { Metric } from '../../parts/metric.ts';
import { BRAND_SERIES, competitorSeries, type SeriesLook } from '../../series.ts';

export type Compared = Out<'compare'>['visibility'];
export type Listed = Out<'listCompetitors'>['competitors'][number];
export type Trend = Out<'trend'>;

/** The brand or one of its tracked competitors. */
export type Rival = {
  name: string;
  domain: string;
  isBrand: boolean;
  /** As its line in charts, wherever it is drawn. */
  look: SeriesLook;
  numbers: Record<Metric, Compared>;
  /** What each number stands on. */
  counted: Record<Metric, number>;
};

/** A name that was found in the answers. */
export type Found = {
  name: string;
  domain: string;
  visibility: number;
  /** Of all time. */
  answers: number;
  first: string;
  last: string;
  isNew: boolean;
};

export type Asked = {
  trend: In<'trend'>;
  compare: In<'compare'>;
  movers: In<'movers'>;
  found: In<'untrackedCompetitors'>;
};

export type Rivals = {
  asked: Asked;
  trend: Trend | undefined;
  rivals: readonly Rival[] | undefined;
  /** Names of the tracked ones, most visible first. */
  ranked: readonly string[];
  found: readonly Found[] | undefined;
  listed: readonly Listed[] | undefined;
  /** The period before, when changes are asked for. */
  before: Days | undefined;
  problem: Problem | null;
  retry: () => void;
};

/** Everything about the competitors of the page's brand under the page's filters. */
export function useRivals(): Rivals {
  const brand = useBrand();
  const { input, days, before } = useFilters();
  const { date: _, ...rest } = input;
  const of = { brand_id: brand.id };
  const compare = { ...of, ...comparedDays(days), ...rest };
  const asked: Asked = {
    compare,
    trend: { ...of, step: stepOf(days), ...input },
    movers: { ...compare, limit: 1 },
    found: { ...of, ...input },
  };
  const trend = useOperation('trend', asked.trend);
  const own = useOperation('compare', asked.compare);
  const movers = useOperation('movers', asked.movers);
  const untracked = useOperation('untrackedCompetitors', asked.found);
  const list = useOperation('listCompetitors', of);
  const listed = list.data?.competitors;
  const rivals = useMemo(
    () => rivalsOf(brand, { own: own.data, others: movers.data, listed }),
    [brand, own.data, movers.data, listed],
  );
  const ranked = useMemo(() => rankedOf(rivals ?? []), [rivals]);
  const from = (own.data?.answers.before ?? 0) > 0 ? days?.from : undefined;
  const found = useMemo(
    () => foundOf(untracked.data?.competitors, listed, from),
    [untracked.data, listed, from],
  );
  return {
    ...{ asked, rivals, ranked, found, listed, before },
    trend: trend.data,
    ...failureOf([trend, own, movers, untracked, list]),
  };
}

type Given = {
  own: Out<'compare'> | undefined;
  others: Out<'movers'> | undefined;
  listed: readonly Listed[] | undefined;
};

function rivalsOf(brand: { name: string; domain: string }, given: Given): Rival[] | undefined {
  const { own, others, listed } = given;
  if (own === undefined || others === undefined || listed === undefined) return undefined;
  // By their age, as in every chart.
  const tracked = listed.filter((one) => one.tracked).sort((a, b) => a.id - b.id);
  const known = new Map(others.competitors.map((one) => [one.name, one]));
  const rows = tracked.flatMap(({ name, domain }, place) => {
    const found = known.get(name);
    return found ? [rivalOf(found, { name, domain, isBrand: false, look: competitorSeries(place) })] : [];
  });
  const { name, domain } = brand;
  return [rivalOf(own, { name, domain, isBrand: true, look: BRAND_SERIES }), ...rows];
}

type Numbers = Record<Metric, Compared> & { counted: Record<Metric, number> };

function rivalOf(numbers: Numbers, who: Pick<Rival, 'name' | 'domain' | 'isBrand' | 'look'>): Rival {
  const { visibility, sentiment, position, share_of_voice, counted } = numbers;
  return { ...who, numbers: { visibility, sentiment, position, share_of_voice }, counted };
}

function rankedOf(rivals: readonly Rival[]): string[] {
  const visibility = ({ numbers }: Rival) => numbers.visibility.now ?? -1;
  return rivals
    .filter(({ isBrand }) => !isBrand)
    .sort((a, b) => visibility(b) - visibility(a))
    .map(({ name }) => name);
}

function foundOf(
  untracked: Out<'untrackedCompetitors'>['competitors'] | undefined,
  listed: readonly Listed[] | undefined,
  from: string | undefined,
): Found[] | undefined {
  if (untracked === undefined || listed === undefined) return undefined;
  const known = new Map(listed.filter(isFound).map((one) => [one.name, one]));
  return untracked.flatMap(({ name, domain, visibility }) => {
    const one = known.get(name);
    if (one === undefined) return [];
    const { answers, first_seen: first, last_seen: last } = one;
    const isNew = from !== undefined && first !== null && first >= from;
    return [{ name, domain, visibility, answers, first: first ?? '', last: last ?? '', isNew }];
  });
}

/** Neither tracked, nor merged, nor dismissed. */
export const isFound = ({ tracked, dismissed, merged_into }: Listed): boolean =>
  !tracked && !dismissed && merged_into === null;

/** The first failure, and a retry of all that failed. */
function failureOf(all: readonly Loaded<unknown>[]): { problem: Problem | null; retry: () => void } {
  return {
    problem: all.find(({ problem }) => problem !== null)?.problem ?? null,
    retry: () => {
      for (const one of all) if (one.problem) one.retry();
    },
  };
}
