import { SegmentedControl } from '@mantine/core';
import { useMemo } from 'react';
import { useQueryValue } from '../../address.ts';
import { ApiButton } from '../../parts/api-button.tsx';
import { isMetric, METRICS, type Metric, metricLooks } from '../../parts/metric.ts';
import { Section } from '../../parts/section.tsx';
import { TrendChart } from '../../parts/trend-chart.tsx';
import { trendSeries } from '../../parts/trend-series.ts';
import { words } from '../../words/competitors.ts';
import { words as shared } from '../../words.ts';
import classes from './competitors.module.css';
import { LinePicker } from './line-picker.tsx';
import { useLines } from './lines.ts';
import type { Rivals } from './rivals.ts';

const say = words.chart;

/** The metric of the chart and of the column of changes, kept in the address. */
export function useMetric(): [Metric, (metric: Metric) => void] {
  const [chosen, choose] = useQueryValue('metric');
  return [
    isMetric(chosen) ? chosen : 'visibility',
    (metric) => choose(metric === 'visibility' ? '' : metric),
  ];
}

/** The brand and chosen competitors over time. */
export function Comparison({ rivals: { trend, ranked, rivals, asked } }: { rivals: Rivals }) {
  const [metric, setMetric] = useMetric();
  const lines = useLines(ranked);
  const { shown } = lines;
  const isReady = trend !== undefined && rivals !== undefined;
  const series = useMemo(() => {
    if (!isReady) return undefined;
    const all = trendSeries(trend, metric, Number.POSITIVE_INFINITY);
    return all.filter(({ name }, place) => place === 0 || shown.has(name));
  }, [isReady, trend, metric, shown]);
  const step = trend?.step ?? asked.trend.step ?? 'week';
  return (
    <Section
      title={say.title[metric]}
      text={shared.metrics.per[step]}
      actions={
        <div className={classes.controls}>
          <SegmentedControl
            size="xs"
            className={classes.switch}
            aria-label={say.switch}
            value={metric}
            onChange={(value) => isMetric(value) && setMetric(value)}
            data={METRICS.map((value) => ({ value, label: shared.metrics[value] }))}
          />
          {ranked.length > 0 && <LinePicker names={ranked} lines={lines} />}
          <ApiButton name="trend" input={asked.trend} />
        </div>
      }
    >
      <TrendChart
        label={say.title[metric]}
        series={series}
        step={step}
        height={304}
        {...metricLooks[metric]}
      />
    </Section>
  );
}
