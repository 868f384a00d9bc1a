import { Button } from '@mantine/core';
import { type ReactNode, useMemo } from 'react';
import { DataTable } from '../../parts/data-table.tsx';
import { Empty } from '../../parts/empty.tsx';
import type { Column } from '../../parts/table-column.ts';
import { words } from '../../words/competitors.ts';
import { useActions } from './actions-context.ts';
import classes from './competitors.module.css';
import type { Listed } from './rivals.ts';

const say = words.found;

type Given = { rows: readonly Listed[] | undefined; tabs: ReactNode };

const name: Column<Listed> = {
  key: 'name',
  title: say.name,
  value: (row) => row.name,
  cell: (row) => (
    <span className={classes.who}>
      <span className={classes.name} title={row.name}>
        {row.name}
      </span>
      <span className={classes.domain}>{row.domain}</span>
    </span>
  ),
};
const into: Column<Listed> = { key: 'into', title: say.into, value: (row) => row.merged_into };
const separate: Column<Listed> = controls(Separate);
const back: Column<Listed> = controls(BringBack);

function controls(Cell: (given: { row: Listed }) => ReactNode): Column<Listed> {
  return {
    key: 'undo',
    title: words.done.undo,
    align: 'end',
    width: 152,
    sortable: false,
    isControls: true,
    value: () => null,
    cell: (row) => <Cell row={row} />,
  };
}

/** Names that count for another one. */
export function MergedTable({ rows, tabs }: Given) {
  const { mayChange } = useActions();
  const columns = useMemo(() => [name, into, ...(mayChange ? [separate] : [])], [mayChange]);
  return (
    <DataTable
      name="merged"
      rows={rows}
      columns={columns}
      rowKey={({ id }) => id}
      toolbar={tabs}
      inUrl="merged"
      empty={<Empty title={say.noneMerged} text={say.noneMergedNext} />}
    />
  );
}

/** Names that are no competitors. */
export function DismissedTable({ rows, tabs }: Given) {
  const { mayChange } = useActions();
  const columns = useMemo(() => [name, ...(mayChange ? [back] : [])], [mayChange]);
  return (
    <DataTable
      name="dismissed"
      rows={rows}
      columns={columns}
      rowKey={({ id }) => id}
      toolbar={tabs}
      inUrl="dismissed"
      empty={<Empty title={say.noneDismissed} text={say.noneDismissedNext} />}
    />
  );
}

function Separate({ row }: { row: Listed }) {
  const actions = useActions();
  return (
    <Button
      size="compact-xs"
      variant="default"
      aria-label={say.separateName(row.name)}
      onClick={() => void actions.separate(row.name)}
    >
      {say.separate}
    </Button>
  );
}

function BringBack({ row }: { row: Listed }) {
  const actions = useActions();
  return (
    <Button
      size="compact-xs"
      variant="default"
      aria-label={say.backName(row.name)}
      onClick={() => void actions.bringBack(row.name)}
    >
      {say.back}
    </Button>
  );
}
