import { agentLook } from '../../agents.ts';
import { count, day, decimal } from '../../format.ts';
import { Bar } from '../../parts/bar.tsx';
import { DomainName } from '../../parts/domain-name.tsx';
import { Pill } from '../../parts/pill.tsx';
import type { Column } from '../../parts/table-column.ts';
import { words as answerWords } from '../../words/answer.ts';
import { words } from '../../words/sources.ts';
import { type Kind, kindColor, type Source } from './kinds.ts';
import { KindName } from './mix.tsx';
import type { Owners } from './owners.ts';
import classes from './sources.module.css';

const say = words.table;

function seen(key: 'first_seen' | 'last_seen', title: string): Column<Source> {
  return {
    key,
    title,
    hint: say.seenHint,
    align: 'end',
    width: 120,
    onPhone: false,
    value: (row) => row[key],
    cell: (row) => <span className={classes.dim}>{day(row[key])}</span>,
  };
}

/** The columns of cited domains; `owners` tells whose a domain is. */
export function sourceColumns(owners: Owners): readonly Column<Source>[] {
  return [
    {
      key: 'domain',
      title: say.domain,
      value: ({ domain }) => domain,
      cell: (row) => <Domain source={row} owners={owners} />,
    },
    {
      key: 'kind',
      title: say.kind,
      width: 144,
      onPhone: false,
      value: ({ type }) => answerWords.types[type],
      cell: ({ type }) => <KindName kind={type} />,
    },
    {
      key: 'agents',
      title: say.agents,
      width: 136,
      onPhone: false,
      sortable: false,
      value: ({ agents }) => agentsInWords(agents),
      cell: ({ agents }) => <Agents agents={agents} />,
    },
    {
      key: 'answers',
      title: say.answers,
      hint: say.answersHint,
      align: 'end',
      width: 96,
      phoneWidth: 84,
      value: ({ answers }) => answers,
      cell: ({ answers }) => count(answers),
    },
    {
      key: 'share',
      title: say.share,
      hint: say.shareHint,
      align: 'end',
      width: 168,
      phoneWidth: 84,
      value: ({ share }) => share,
      cell: (row) => <Share source={row} />,
    },
    seen('first_seen', say.first),
    seen('last_seen', say.last),
  ];
}

function Domain({ source: { domain, type }, owners }: { source: Source; owners: Owners }) {
  const owner = owners.get(domain);
  return (
    <span className={classes.who}>
      <DomainName domain={domain} />
      {type === 'owned' && <Pill tone="accent">{say.you}</Pill>}
      {type !== 'owned' && owner && <span className={classes.owner}>{owner.name}</span>}
    </span>
  );
}

type CitingAgent = Source['agents'][number];

const agentsInWords = (agents: readonly CitingAgent[]) =>
  agents.map(({ ai_agent, answers }) => say.agent(agentLook(ai_agent).name, answers)).join(', ');

const DOTS = 6;

/** A dot for each agent, most citing first; how many they are, and all in words. */
function Agents({ agents }: { agents: readonly CitingAgent[] }) {
  const [only] = agents;
  return (
    <span className={classes.agents} title={agentsInWords(agents)}>
      <span className={classes.dots} aria-hidden>
        {agents.slice(0, DOTS).map(({ ai_agent }) => (
          <i
            key={ai_agent}
            style={{ background: `light-dark(${agentLook(ai_agent).light}, ${agentLook(ai_agent).dark})` }}
          />
        ))}
      </span>
      <span className={classes.dim} aria-hidden>
        {agents.length === 1 && only ? agentLook(only.ai_agent).short : agents.length}
      </span>
      <span className="hidden-text">{agentsInWords(agents)}</span>
    </span>
  );
}

/** Kinds that say whose a domain is. */
const WHOSE: ReadonlySet<Kind> = new Set(['owned', 'competitor']);

function Share({ source: { share, type } }: { source: Source }) {
  return (
    <span className={classes.share}>
      <span className={classes.meter}>
        <Bar value={share} color={WHOSE.has(type) ? kindColor(type) : 'var(--line-strong)'} />
      </span>
      <span className={classes.percent}>
        {decimal(share, 1)}
        <span className={classes.unit}>%</span>
      </span>
    </span>
  );
}
