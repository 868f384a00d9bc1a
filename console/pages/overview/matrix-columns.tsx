// The table of prompts and agents: its rows, its columns, and how a cell looks.
import { agentLook } from '../../agents.ts';
import type { Out } from '../../api.ts';
import { decimal } from '../../format.ts';
import { Change, type Compared } from '../../parts/change.tsx';
import type { Column } from '../../parts/table-column.ts';
import { words } from '../../words/overview.ts';
import { type CellMetric, heatOf } from './heat.ts';
import classes from './matrix.module.css';

const say = words.matrix;
const ENOUGH = 20;
const MANY = 6;

type Matrix = Out<'matrix'>;
type Cell = NonNullable<Matrix['prompts'][number]['cells'][number]>;

export type PromptRow = {
  id: number;
  prompt: string;
  /** All agents together; null without answers. */
  all: Cell | null;
  cells: readonly (Cell | null)[];
  /** Of visibility; undefined where nothing is compared. */
  change: Compared | undefined;
};

/** A row per prompt, with its change where there is one. */
export function rowsOf(matrix: Matrix, movers: Out<'movers'> | undefined): PromptRow[] {
  const changes = new Map(movers?.prompts.map(({ id, visibility }) => [id, visibility]));
  return matrix.prompts.map(({ id, prompt, all, cells }) => ({
    id,
    prompt,
    all,
    cells,
    change: changes.get(id),
  }));
}

type Showing = {
  metric: CellMetric;
  hasChange: boolean;
  /** Undefined where no receipts are. */
  onExplain: ((promptId: number, agent: string | undefined) => void) | undefined;
};

/** Prompt, all agents, change, then each agent. */
export function columnsOf(
  agents: Matrix['agents'],
  { metric, hasChange, onExplain }: Showing,
): Column<PromptRow>[] {
  const ofAgent = (
    key: string,
    title: string,
    pick: (row: PromptRow) => Cell | null | undefined,
    agent?: string,
  ) => ({
    key,
    title,
    width: 96,
    phoneWidth: 88,
    align: 'end' as const,
    ...(agent === undefined && { hint: say.allHint }),
    value: (row: PromptRow) => pick(row)?.[metric] ?? null,
    cell: (row: PromptRow) => (
      <HeatCell
        cell={pick(row) ?? null}
        metric={metric}
        onClick={onExplain && (() => onExplain(row.id, agent))}
      />
    ),
  });
  const change: Column<PromptRow> = {
    key: 'change',
    title: say.change,
    hint: say.changeHint,
    width: 92,
    align: 'end',
    onPhone: false,
    value: ({ change }) => change?.change ?? null,
    cell: ({ change }) => change && <Change compared={change} digits={0} brief />,
  };
  return [
    {
      key: 'prompt',
      title: say.prompt,
      // With many agents the table scrolls sideways rather than cutting the prompts off.
      ...(agents.length > MANY && { width: 300 }),
      phoneWidth: 168,
      value: ({ prompt }) => prompt,
      cell: ({ prompt }) => <span title={prompt}>{prompt}</span>,
    },
    ofAgent('all', say.all, ({ all }) => all),
    ...(hasChange ? [change] : []),
    ...agents.map(({ ai_agent }, at) =>
      ofAgent(ai_agent, agentLook(ai_agent).short, ({ cells }) => cells[at], ai_agent),
    ),
  ];
}

const UNITS: Record<CellMetric, string> = { visibility: '%', sentiment: '', position: '' };

type CellGiven = { cell: Cell | null; metric: CellMetric; onClick: (() => void) | undefined };

/** A number on the colour of its size; a click shows the answers behind it. */
function HeatCell({ cell, metric, onClick }: CellGiven) {
  if (cell === null || cell.answers === 0)
    return (
      <span className={classes.none} title={say.noAnswer}>
        –
      </span>
    );
  const value = cell[metric];
  const counted = metric === 'visibility' ? cell.answers : cell.mentions;
  const isFew = counted < ENOUGH;
  const text = value === null ? say.notNamed : decimal(value, metric === 'position' ? 1 : 0) + UNITS[metric];
  const given = {
    className: classes.cell,
    'data-few': isFew || undefined,
    style: { background: heatOf(metric, value, isFew) },
    title: say.cell(text, cell.answers),
  };
  const children = (
    <>
      {value === null ? '–' : decimal(value, metric === 'position' ? 1 : 0)}
      <span className="hidden-text">{`${UNITS[metric]}, ${say.cell('', cell.answers).slice(2)}`}</span>
    </>
  );
  if (!onClick) return <span {...given}>{children}</span>;
  return (
    <button type="button" {...given} onClick={onClick}>
      {children}
    </button>
  );
}
