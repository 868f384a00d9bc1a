// Lines of a chart over time, from what `POST /trend` answers.
import type { Out } from '../api.ts';
import { BRAND_SERIES, competitorSeries, type SeriesLook } from '../series.ts';

export type TrendPoint = {
  from: string;
  to: string;
  /** Null where there is nothing to count: the line has a gap there. */
  value: number | null;
  /** The 95 % interval, drawn as a band. */
  interval?: readonly [number, number] | null;
  answers?: number;
  /** False: stands on few answers. */
  enough?: boolean;
};

export type TrendSeries = { key: string; name: string; look: SeriesLook; points: readonly TrendPoint[] };

export type TrendGiven = {
  /** What the lines show: the chart's name. */
  label: string;
  /** Undefined while loading. */
  series: readonly TrendSeries[] | undefined;
  step: 'day' | 'week' | 'month';
  unit?: string;
  digits?: 0 | 1 | 2;
  /** True where 1 is best: the scale stands on its head. */
  lowerIsBetter?: boolean;
  height?: number;
};

export type TrendMetric = 'visibility' | 'sentiment' | 'position' | 'share_of_voice';

/** The brand's line first, then its competitors', each with its own look; `most` of them. */
export function trendSeries(trend: Out<'trend'>, metric: TrendMetric, most = 6): TrendSeries[] {
  return trend.entities.slice(0, most).map(({ name, entity, points }, place) => ({
    key: `${entity}-${name}`,
    name,
    look: entity === 'brand' ? BRAND_SERIES : competitorSeries(place - 1),
    points: points.map((point) => ({
      from: point.from,
      to: point.to,
      value: point[metric],
      answers: point.answers,
      enough: point.enough,
      ...(entity === 'brand' && metric === 'visibility' && { interval: point.interval }),
    })),
  }));
}

/** A brand's numbers as plain values, for a sparkline. */
export function brandValues(trend: Out<'trend'> | undefined, metric: TrendMetric): (number | null)[] {
  return trend?.entities.find(({ entity }) => entity === 'brand')?.points.map((point) => point[metric]) ?? [];
}
