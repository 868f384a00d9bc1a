import { useMayExplain } from '../../parts/explain-context.tsx';
import { METRICS, type Metric, metricHints, metricLooks } from '../../parts/metric.ts';
import { Section } from '../../parts/section.tsx';
import { Stat } from '../../parts/stat.tsx';
import { words as shared } from '../../words.ts';
import classes from './overview.module.css';
import type { Standing } from './standing.ts';

/** The four numbers: value, how sure it is, and what changed. */
export function Numbers({ standing }: { standing: Standing }) {
  return (
    <Section>
      <div className={classes.numbers}>
        {METRICS.map((metric) => (
          <OneNumber key={metric} metric={metric} standing={standing} />
        ))}
      </div>
    </Section>
  );
}

function OneNumber({ metric, standing }: { metric: Metric; standing: Standing }) {
  const { brand, compared, hasBefore } = standing;
  const explain = useMayExplain();
  const counted = compared?.counted[metric];
  return (
    <Stat
      {...metricLooks[metric]}
      label={shared.metrics[metric]}
      hint={metricHints[metric]}
      value={compared && (counted === 0 ? null : compared[metric].now)}
      interval={compared?.intervals[metric] ?? null}
      compared={hasBefore ? compared?.[metric] : undefined}
      answers={counted}
      {...(explain && { onExplain: () => explain({ brandId: brand.id, metric }) })}
    />
  );
}
