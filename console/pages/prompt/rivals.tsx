import { useMemo } from 'react';
import type { Out } from '../../api.ts';
import { useBrand } from '../../brand.tsx';
import { Bar } from '../../parts/bar.tsx';
import { useExplain } from '../../parts/explain-context.tsx';
import { Section } from '../../parts/section.tsx';
import { RowsSkeleton } from '../../parts/skeletons.tsx';
import { words } from '../../words/prompt.ts';
import classes from './prompt.module.css';

type Matrix = Out<'matrix'>;
type Named = { name: string; isOwn: boolean; mentions: number };

/** Who is named in the prompt's answers, most often first; each opens its receipt. */
export function Rivals({ matrix, promptId }: { matrix: Matrix | undefined; promptId: number }) {
  const brand = useBrand();
  const explain = useExplain();
  const named = useMemo(() => matrix && namedIn(matrix), [matrix]);
  const answers = matrix?.prompts[0]?.all?.answers ?? 0;
  const open = ({ name, isOwn }: Named) =>
    explain({ brandId: brand.id, metric: 'visibility', promptId, ...(!isOwn && { competitor: name }) });
  return (
    <Section title={words.rivals.title} text={words.rivals.text}>
      {named === undefined && <RowsSkeleton rows={4} />}
      {named && !named.some(({ isOwn }) => !isOwn) && <p className={classes.dim}>{words.rivals.none}</p>}
      <ul className={classes.rivals}>
        {named?.map((one) => (
          <li key={`${one.isOwn}${one.name}`}>
            <button
              type="button"
              className={classes.rival}
              data-own={one.isOwn || undefined}
              title={words.rivals.explain(one.name)}
              onClick={() => open(one)}
            >
              <bdi className={classes.rivalName}>{one.name}</bdi>
              <span className={classes.dim}>{words.rivals.of(one.mentions, answers)}</span>
              <span className={classes.rivalBar}>
                <Bar value={one.mentions} most={answers} {...(!one.isOwn && { color: 'var(--text-dim)' })} />
              </span>
            </button>
          </li>
        ))}
      </ul>
    </Section>
  );
}

/** Answers that name each, over all agents; those that none names are left out. */
function namedIn({ agents }: Matrix): Named[] {
  const all = new Map<string, Named>();
  for (const { share_of_voice } of agents)
    for (const { name, entity, numerator } of share_of_voice) {
      const isOwn = entity === 'brand';
      const key = `${isOwn} ${name}`;
      const mentions = (all.get(key)?.mentions ?? 0) + numerator;
      all.set(key, { name, isOwn, mentions });
    }
  return [...all.values()]
    .filter(({ mentions }) => mentions > 0)
    .sort((a, b) => b.mentions - a.mentions || (a.name < b.name ? -1 : 1));
}
