import { Button, Skeleton } from '@mantine/core';
import { IconChartLine, IconTable } from '@tabler/icons-react';
import { Suspense, useEffect, useState } from 'react';
import { words } from '../words.ts';
import { Empty } from './empty.tsx';
import { soon } from './soon.tsx';
import classes from './trend-chart.module.css';
import type { TrendGiven, TrendSeries } from './trend-series.ts';
import { TrendTable } from './trend-table.tsx';

const plot = soon(() => import('./trend-plot.tsx'));

/** Lines over time with the brand's interval as a band, gaps where nothing is known, and the same as a table. */
export function TrendChart(given: TrendGiven) {
  const { label, series, height = 300 } = given;
  useEffect(plot.fetch, []);
  const [isTable, setTable] = useState(false);
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set());
  if (series === undefined) return <Skeleton h={height + 40} />;
  if (series.every(({ points }) => points.every(({ value }) => value === null))) {
    return (
      <div className={classes.nothing} style={{ minHeight: height + 40 }}>
        <Empty title={words.chart.nothing} text={words.chart.nothingNext} />
      </div>
    );
  }
  const toggle = (key: string) => setHidden((now) => now.symmetricDifference(new Set([key])));
  const shown = series.filter(({ key }) => !hidden.has(key));
  return (
    <figure className={classes.figure} aria-label={label}>
      {isTable ? (
        <TrendTable {...given} series={series} height={height} />
      ) : (
        <Suspense fallback={<Skeleton h={height} />}>
          <plot.Shown {...given} series={shown} height={height} />
        </Suspense>
      )}
      <figcaption className={classes.legend}>
        {series.map((one) => (
          <LegendItem key={one.key} series={one} isOn={!hidden.has(one.key)} onToggle={toggle} />
        ))}
        <Button
          variant="subtle"
          color="gray"
          size="compact-xs"
          className={classes.switch}
          leftSection={isTable ? <IconChartLine size={14} /> : <IconTable size={14} />}
          onClick={() => setTable(!isTable)}
        >
          {isTable ? words.chart.asChart : words.chart.asTable}
        </Button>
      </figcaption>
    </figure>
  );
}

type LegendGiven = { series: TrendSeries; isOn: boolean; onToggle: (key: string) => void };

function LegendItem({ series: { key, name, look }, isOn, onToggle }: LegendGiven) {
  const style = { stroke: `light-dark(${look.light}, ${look.dark})`, strokeDasharray: look.dash };
  return (
    <button
      type="button"
      className={classes.item}
      aria-pressed={isOn}
      title={words.chart.toggle(name)}
      onClick={() => onToggle(key)}
    >
      <svg width="18" height="8" aria-hidden>
        <line x1="1" x2="17" y1="4" y2="4" strokeWidth="2.5" strokeLinecap="round" style={style} />
      </svg>
      <span>{name}</span>
    </button>
  );
}
