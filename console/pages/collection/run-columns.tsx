import { IconAlertTriangle, IconCheck, IconHourglass, IconMinus } from '@tabler/icons-react';
import type { Out } from '../../api.ts';
import { ago, dateTime, decimal, usd } from '../../format.ts';
import { AgentName } from '../../parts/agent-name.tsx';
import { Pill } from '../../parts/pill.tsx';
import type { Column } from '../../parts/table-column.ts';
import { words } from '../../words/collection.ts';
import classes from './runs.module.css';

export type Run = Out<'runs'>['runs'][number];

const LOOKS = {
  asking: { tone: 'accent', Icon: IconHourglass },
  received: { tone: 'accent', Icon: IconHourglass },
  answered: { tone: 'good', Icon: IconCheck },
  failed: { tone: 'bad', Icon: IconAlertTriangle },
  lost: { tone: 'warn', Icon: IconMinus },
} as const;

/** The state of a run. That a surface showed no answer is no fault of anybody. */
export function State({ run: { state, failure } }: { run: Run }) {
  const { tone, Icon } = LOOKS[state];
  return (
    <Pill tone={failure === 'no_answer' ? 'plain' : tone} icon={<Icon size={12} stroke={2.2} />}>
      {words.runs.states[state]}
    </Pill>
  );
}

/** What happened, in a few words: the kind of a failure, or what the present state means. */
export function whatHappened({ state, failure }: Run): string {
  if (failure) return words.runs.failures[failure];
  return state === 'answered' || state === 'failed' ? '' : words.runs.stateHints[state];
}

export const runColumns: readonly Column<Run>[] = [
  { key: 'prompt', title: words.runs.prompt, value: ({ prompt }) => prompt, sortable: false },
  {
    key: 'agent',
    title: words.runs.agent,
    width: 168,
    onPhone: false,
    sortable: false,
    value: ({ ai_agent }) => ai_agent,
    cell: ({ ai_agent }) => <AgentName agent={ai_agent} />,
  },
  {
    key: 'state',
    title: words.runs.state,
    width: 116,
    phoneWidth: 116,
    sortable: false,
    value: ({ state }) => words.runs.states[state],
    cell: (run) => <State run={run} />,
  },
  {
    key: 'what',
    title: words.runs.what,
    width: 176,
    onPhone: false,
    sortable: false,
    value: (run) => [whatHappened(run), run.message].filter(Boolean).join(': '),
    cell: (run) => (
      <span className={classes.what} title={run.message}>
        {whatHappened(run)}
      </span>
    ),
  },
  {
    key: 'cost',
    title: words.runs.cost,
    width: 84,
    align: 'end',
    onPhone: false,
    sortable: false,
    value: ({ cost_usd }) => cost_usd,
    cell: ({ cost_usd }) => (cost_usd === null ? '–' : usd(cost_usd)),
  },
  {
    key: 'seconds',
    title: words.runs.seconds,
    width: 76,
    align: 'end',
    onPhone: false,
    sortable: false,
    value: ({ seconds }) => seconds,
    cell: ({ seconds }) => (seconds === null ? '–' : decimal(seconds, 1)),
  },
  {
    key: 'started',
    title: words.runs.started,
    width: 132,
    align: 'end',
    onPhone: false,
    sortable: false,
    value: ({ started_at }) => started_at,
    cell: ({ started_at }) => <span title={dateTime(started_at)}>{ago(started_at)}</span>,
  },
];
