// One domain: whose it is, which agents cite it, its pages, and the answers that cite each.
import { Anchor, Drawer, Skeleton } from '@mantine/core';
import { IconExternalLink } from '@tabler/icons-react';
import { agentLook } from '../../agents.ts';
import { useOperation } from '../../api.ts';
import { useBrand } from '../../brand.tsx';
import { useFilters } from '../../filters.ts';
import { count, decimal, fullDay } from '../../format.ts';
import { AgentName } from '../../parts/agent-name.tsx';
import { ApiButton } from '../../parts/api-button.tsx';
import { Bar } from '../../parts/bar.tsx';
import { Empty } from '../../parts/empty.tsx';
import { Problem } from '../../parts/problem.tsx';
import { words } from '../../words/sources.ts';
import classes from './drawer.module.css';
import type { Source } from './kinds.ts';
import { KindName } from './mix.tsx';
import type { Owner } from './owners.ts';
import { Pages } from './pages.tsx';

const say = words.drawer;
const MOST = 1000;

type Given = {
  /** '' while it is closed. */
  domain: string;
  /** Undefined where it is not cited under the page's filters. */
  source: Source | undefined;
  citing: number | undefined;
  owner: Owner | undefined;
  onClose: () => void;
};

/** The drawer of the domain in the address. */
export function DomainDrawer({ domain, onClose, ...given }: Given) {
  return (
    <Drawer
      opened={domain !== ''}
      onClose={onClose}
      position="right"
      size={560}
      title={<span className={classes.title}>{domain}</span>}
    >
      {domain !== '' && <Content key={domain} domain={domain} {...given} />}
    </Drawer>
  );
}

function Content({ domain, source, citing, owner }: Omit<Given, 'onClose'>) {
  const brand = useBrand();
  const { input } = useFilters();
  const asked = { brand_id: brand.id, domain, ...input, limit: MOST };
  const pages = useOperation('sourcePages', asked);
  if (pages.problem?.status === 404) return <Empty title={say.gone} text={say.goneText} />;
  return (
    <div className={classes.drawer}>
      <p className={classes.whose}>
        {pages.data && <KindName kind={pages.data.type} />}
        {owner && pages.data?.type !== 'owned' && (
          <span>{owner.tracked ? say.competitor(owner.name) : say.found(owner.name)}</span>
        )}
        {domain.includes('.') && (
          <Anchor href={`https://${domain}`} target="_blank" rel="noopener noreferrer nofollow" size="sm">
            {say.visit} <IconExternalLink size={13} stroke={1.8} aria-hidden />
          </Anchor>
        )}
      </p>
      {source && <Facts source={source} citing={citing ?? 0} />}
      {source && <Agents source={source} />}
      <Problem problem={pages.problem} retry={pages.retry} hasOld={pages.data !== undefined} />
      {pages.data && <Pages key={JSON.stringify(input)} found={pages.data} />}
      {pages.isLoading && <Skeleton h={320} />}
      <div className={classes.end}>
        <ApiButton name="sourcePages" input={asked} />
      </div>
    </div>
  );
}

function Facts({ source, citing }: { source: Source; citing: number }) {
  const rows = [
    [say.answers, count(source.answers)],
    [say.share, `${decimal(source.share, 1)}% ${say.of(citing)}`],
    [words.table.first, fullDay(source.first_seen)],
    [words.table.last, fullDay(source.last_seen)],
  ];
  return (
    <dl className={classes.facts}>
      {rows.map(([term, text]) => (
        <div key={term}>
          <dt>{term}</dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  );
}

const agentColor = (agent: string) => {
  const { light, dark } = agentLook(agent);
  return `light-dark(${light}, ${dark})`;
};

function Agents({ source: { agents } }: { source: Source }) {
  const most = Math.max(...agents.map(({ answers }) => answers));
  return (
    <section>
      <h3>{say.agents}</h3>
      <ul className={classes.agents}>
        {agents.map(({ ai_agent, answers }) => (
          <li key={ai_agent}>
            <AgentName agent={ai_agent} />
            <Bar value={answers} most={most} color={agentColor(ai_agent)} />
            <span className={classes.number}>{count(answers)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
