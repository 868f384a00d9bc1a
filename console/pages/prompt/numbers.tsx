import type { Out } from '../../api.ts';
import { useBrand } from '../../brand.tsx';
import { useExplain } from '../../parts/explain-context.tsx';
import { metricHints, metricLooks } from '../../parts/metric.ts';
import { Section } from '../../parts/section.tsx';
import { Stat } from '../../parts/stat.tsx';
import { words } from '../../words/prompt.ts';
import { words as shared } from '../../words.ts';
import classes from './prompt.module.css';

const SHOWN = ['visibility', 'sentiment', 'position'] as const;
type Given = { matrix: Out<'matrix'> | undefined; promptId: number };

/** The prompt's numbers over all agents; each opens its receipt. */
export function Numbers({ matrix, promptId }: Given) {
  const brand = useBrand();
  const explain = useExplain();
  const all = matrix && (matrix.prompts[0]?.all ?? null);
  const answers = matrix && (all?.answers ?? 0);
  return (
    <Section>
      <div className={classes.numbers}>
        {SHOWN.map((metric) => {
          const { digits, unit } = metricLooks[metric];
          return (
            <Stat
              key={metric}
              label={shared.metrics[metric]}
              hint={metricHints[metric]}
              value={matrix && (all?.[metric] ?? null)}
              digits={digits}
              {...(unit && { unit })}
              answers={answers}
              onExplain={() => explain({ brandId: brand.id, metric, promptId })}
            />
          );
        })}
        <Stat label={shared.metrics.answers} hint={words.answersHint} value={answers} />
      </div>
    </Section>
  );
}
