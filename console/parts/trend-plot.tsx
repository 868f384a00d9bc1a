// The drawing of a TrendChart; fetched when the first chart is shown.
import { useComputedColorScheme } from '@mantine/core';
import {
  Area,
  CartesianGrid,
  ComposedChart,
  Line,
  ResponsiveContainer,
  Tooltip,
  XAxis,
  YAxis,
} from 'recharts';
import { decimal } from '../format.ts';
import { words } from '../words.ts';
import classes from './trend-chart.module.css';
import { periodName, periodTick } from './trend-period.ts';
import type { TrendGiven, TrendPoint, TrendSeries } from './trend-series.ts';

type Given = TrendGiven & { series: readonly TrendSeries[]; height: number };
type Scheme = 'light' | 'dark';
type Row = { from: string; points: Record<string, TrendPoint> };

/** One row per period, with each series' point. */
function rowsOf(series: readonly TrendSeries[]): Row[] {
  const rows = new Map<string, Row>();
  for (const { key, points } of series) {
    for (const point of points) {
      const row = rows.get(point.from) ?? { from: point.from, points: {} };
      row.points[key] = point;
      rows.set(point.from, row);
    }
  }
  return [...rows.values()].sort((a, b) => (a.from < b.from ? -1 : 1));
}

/** A point that has no neighbour would be no line: it is drawn as a dot, and one of few answers as a ring. */
function dotsOf({ key, points }: TrendSeries, color: string) {
  return function Dot({ cx, cy, index }: { cx?: number; cy?: number; index?: number }) {
    const at = index ?? 0;
    const point = points[at];
    const isAlone = points[at - 1]?.value == null && points[at + 1]?.value == null;
    if (point?.value == null || cx === undefined || cy === undefined) return null;
    if (!isAlone && point.enough !== false) return null;
    const fill = point.enough === false ? 'var(--surface)' : color;
    return <circle key={`${key}-${at}`} cx={cx} cy={cy} r={3} fill={fill} stroke={color} strokeWidth={1.5} />;
  };
}

const TICK = { fill: 'var(--text-dim)', fontSize: 12 };

/** The 95 % interval around a line. */
function bandOf({ key, look }: TrendSeries, scheme: Scheme) {
  return (
    <Area
      key={`band-${key}`}
      dataKey={(row: Row) => row.points[key]?.interval ?? null}
      fill={look[scheme]}
      fillOpacity={0.12}
      stroke="none"
      isAnimationActive={false}
      activeDot={false}
      tooltipType="none"
    />
  );
}

function lineOf(one: TrendSeries, scheme: Scheme, isMain: boolean) {
  return (
    <Line
      key={one.key}
      dataKey={(row: Row) => row.points[one.key]?.value ?? null}
      name={one.name}
      stroke={one.look[scheme]}
      strokeWidth={isMain ? 2.5 : 1.75}
      strokeDasharray={one.look.dash ?? '0'}
      strokeLinecap="round"
      dot={dotsOf(one, one.look[scheme])}
      activeDot={{ r: 4, strokeWidth: 0 }}
      isAnimationActive={false}
      connectNulls={false}
    />
  );
}

function axesOf({ step, unit = '', lowerIsBetter = false }: TrendGiven) {
  return [
    <XAxis
      key="x"
      dataKey="from"
      tickFormatter={(from: string) => periodTick(from, step)}
      tick={TICK}
      tickLine={false}
      axisLine={{ stroke: 'var(--line-strong)' }}
      minTickGap={48}
      tickMargin={8}
    />,
    <YAxis
      key="y"
      width={44}
      tick={TICK}
      tickLine={false}
      axisLine={false}
      reversed={lowerIsBetter}
      domain={lowerIsBetter ? [1, 'auto'] : [0, 'auto']}
      allowDecimals={false}
      tickFormatter={(value: number) => `${value}${unit}`}
    />,
  ];
}

export default function Plot(given: Given) {
  const { label, series, step, unit = '', digits = 0, height } = given;
  const scheme = useComputedColorScheme('light');
  const banded = series.filter(({ points }) => points.some(({ interval }) => interval));
  // The brand stands out by its width, and is drawn last, above the others.
  const lines = series.map((one, place) => lineOf(one, scheme, place === 0)).reverse();
  return (
    <ResponsiveContainer width="100%" height={height}>
      <ComposedChart data={rowsOf(series)} margin={{ top: 8, right: 8, bottom: 0, left: 0 }} title={label}>
        <CartesianGrid vertical={false} stroke="var(--line)" />
        {axesOf(given)}
        <Tooltip
          cursor={{ stroke: 'var(--line-strong)' }}
          isAnimationActive={false}
          wrapperStyle={{ zIndex: 10 }}
          content={({ active, payload }) => (
            <Tip
              row={active ? (payload?.[0]?.payload as Row | undefined) : undefined}
              {...{ series, step, unit, digits, scheme }}
            />
          )}
        />
        {banded.map((one) => bandOf(one, scheme))}
        {lines}
      </ComposedChart>
    </ResponsiveContainer>
  );
}

type TipGiven = {
  row: Row | undefined;
  series: readonly TrendSeries[];
  step: TrendGiven['step'];
  unit: string;
  digits: 0 | 1 | 2;
  scheme: Scheme;
};

/** What the pointer is on: every line's value, highest first. */
function Tip({ row, series, step, unit, digits, scheme }: TipGiven) {
  const known = series.flatMap((one) => {
    const point = row?.points[one.key];
    return point ? [{ ...one, point }] : [];
  });
  const [first] = known;
  if (first === undefined) return null;
  const sorted = known.toSorted((a, b) => (b.point.value ?? -1) - (a.point.value ?? -1));
  const { answers } = first.point;
  return (
    <div className={classes.tip}>
      <div className={classes.tipHead}>
        <span>{periodName(first.point, step)}</span>
        {answers !== undefined && <span>{words.chart.answers(answers)}</span>}
      </div>
      {sorted.map(({ key, name, look, point }) => (
        <div key={key}>
          <div className={classes.tipRow}>
            <i className={classes.tipDot} style={{ background: look[scheme] }} />
            <span>{name}</span>
            <b>{point.value === null ? '–' : decimal(point.value, digits) + unit}</b>
          </div>
          {point.interval && (
            <div className={classes.tipNote}>
              {words.stat.interval(
                ...(point.interval.map((end) => decimal(end, 0) + unit) as [string, string]),
              )}
              {point.enough === false && `, ${words.chart.few}`}
            </div>
          )}
        </div>
      ))}
    </div>
  );
}
