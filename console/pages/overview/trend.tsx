import { SegmentedControl } from '@mantine/core';
import { useMemo } from 'react';
import { useQueryValue } from '../../address.ts';
import { ApiButton } from '../../parts/api-button.tsx';
import { isMetric, METRICS, type Metric, metricLooks } from '../../parts/metric.ts';
import { Section } from '../../parts/section.tsx';
import { TrendChart } from '../../parts/trend-chart.tsx';
import { trendSeries } from '../../parts/trend-series.ts';
import { words } from '../../words/overview.ts';
import { words as shared } from '../../words.ts';
import classes from './overview.module.css';
import type { Standing } from './standing.ts';

const say = words.trend;
const LINES = 6;

type Loaded<Name extends keyof Standing> = NonNullable<Standing[Name]>;

/** The brand's line and those of its most visible competitors, each in the colour that it has everywhere. */
function mostVisible(trend: Loaded<'trend'>, tracked: Loaded<'tracked'>, metric: Metric) {
  const names = new Set(tracked.slice(0, LINES - 1).map(({ name }) => name));
  const all = trendSeries(trend, metric, trend.entities.length);
  return all.filter(({ name }, place) => place === 0 || names.has(name));
}

/** The brand and its competitors over time. The metric is kept in the address. */
export function Trend({ standing: { trend, tracked, asked } }: { standing: Standing }) {
  const [chosen, choose] = useQueryValue('metric');
  const metric = isMetric(chosen) ? chosen : 'visibility';
  const series = useMemo(
    () => trend && tracked && mostVisible(trend, tracked, metric),
    [trend, tracked, metric],
  );
  const step = trend?.step ?? asked.trend.step;
  const all = trend?.entities.length ?? 0;
  const note = all > LINES ? `, ${say.most(LINES, all)}` : '';
  return (
    <Section
      title={say.title[metric]}
      text={`${shared.metrics.per[step]}${note}`}
      actions={
        <>
          <SegmentedControl
            size="xs"
            classNames={{ root: classes.switch, label: classes.choice }}
            aria-label={say.switch}
            value={metric}
            onChange={(value) => choose(value === 'visibility' ? '' : value)}
            data={METRICS.map((value) => ({ value, label: shared.metrics[value] }))}
          />
          <ApiButton name="trend" input={asked.trend} />
        </>
      }
    >
      <TrendChart
        label={say.title[metric]}
        series={series}
        step={step}
        height={328}
        {...metricLooks[metric]}
      />
    </Section>
  );
}
