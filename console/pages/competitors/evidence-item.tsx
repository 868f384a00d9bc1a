import { Link } from 'wouter';
import { useBrand } from '../../brand.tsx';
import { useFilters } from '../../filters.ts';
import { dateTime } from '../../format.ts';
import { AgentName } from '../../parts/agent-name.tsx';
import { words } from '../../words/competitors.ts';
import { words as shared } from '../../words.ts';
import classes from './evidence.module.css';
import type { EvidenceAnswer } from './evidence-query.ts';

/** One answer that names it: who said it when, to which prompt, and in which words. */
export function EvidenceItem({ item }: { item: EvidenceAnswer }) {
  const { id: brandId } = useBrand();
  const { href } = useFilters();
  const { quote, kind, position } = item;
  return (
    <li>
      <Link href={href(`/brands/${brandId}/answers/${item.id}`)} className={classes.answer}>
        <span className={classes.head}>
          <AgentName agent={item.ai_agent} />
          <span className={classes.dim}>{dateTime(item.answered_at)}</span>
        </span>
        <span className={classes.prompt} title={item.prompt}>
          {item.prompt}
        </span>
        {quote && (
          <span className={classes.quote}>
            {quote.before}
            <mark>{quote.name}</mark>
            {quote.after}
          </span>
        )}
        <span className={classes.dim}>
          {[kind && shared.kinds[kind], position !== null && words.evidence.position(position)]
            .filter(Boolean)
            .join(' · ')}
        </span>
      </Link>
    </li>
  );
}
