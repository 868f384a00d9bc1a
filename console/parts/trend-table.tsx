import { decimal } from '../format.ts';
import { words } from '../words.ts';
import classes from './trend-chart.module.css';
import { periodName } from './trend-period.ts';
import type { TrendGiven, TrendSeries } from './trend-series.ts';

type Given = TrendGiven & { series: readonly TrendSeries[]; height: number };

/** The chart's numbers, newest first: for those who cannot see lines, and those who want to read them off. */
export function TrendTable({ label, series, step, unit = '', digits = 0, height }: Given) {
  const periods = (series[0]?.points ?? []).map(({ from, to }) => ({ from, to })).reverse();
  const values = series.map(({ points }) => new Map(points.map((point) => [point.from, point.value])));
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by key
    <section className={classes.scroll} style={{ height }} tabIndex={0} aria-label={label}>
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">{words.chart.period}</th>
            {series.map(({ key, name }) => (
              <th key={key} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {periods.map(({ from, to }) => (
            <tr key={from}>
              <th scope="row">{periodName({ from, to }, step)}</th>
              {series.map(({ key }, place) => {
                const value = values[place]?.get(from) ?? null;
                return <td key={key}>{value === null ? '–' : decimal(value, digits) + unit}</td>;
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
