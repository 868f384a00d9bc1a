import { Button } from '@mantine/core';
import { type ReactNode, useMemo, useState } from 'react';
import { DataTable } from '../../parts/data-table.tsx';
import { Empty } from '../../parts/empty.tsx';
import type { RowKey } from '../../parts/table-column.ts';
import { words } from '../../words/competitors.ts';
import { useActions } from './actions-context.ts';
import classes from './competitors.module.css';
import { foundColumns } from './found-columns.tsx';
import type { Found } from './rivals.ts';

const say = words.found;
const SORT = { key: 'visibility', desc: true };
const NOTHING: ReadonlySet<RowKey> = new Set();

/** Names found in the answers, each with what speaks for it; one or many are tracked or dismissed. */
export function FoundTable({ rows, tabs }: { rows: readonly Found[] | undefined; tabs: ReactNode }) {
  const { mayChange, show, track, dismiss, askMerge } = useActions();
  const [chosen, choose] = useState(NOTHING);
  const columns = useMemo(() => foundColumns(mayChange), [mayChange]);
  const names = (rows ?? []).filter(({ name }) => chosen.has(name)).map(({ name }) => name);
  const keys = {
    t: ({ name }: Found) => void track([name]),
    d: ({ name }: Found) => void dismiss([name]),
    m: ({ name }: Found) => askMerge(name),
  };
  return (
    <DataTable
      name="found"
      rows={rows}
      columns={columns}
      rowKey={({ name }) => name}
      sort={SORT}
      onRow={({ name }) => show(name)}
      toolbar={names.length > 0 ? <Bulk names={names} onDone={() => choose(NOTHING)} /> : tabs}
      inUrl="found"
      empty={<Empty title={say.none} text={say.noneNext} />}
      {...(mayChange && { choice: { chosen, onChange: choose }, rowKeys: keys })}
    />
  );
}

/** What can be done with all that are chosen. */
function Bulk({ names, onDone }: { names: readonly string[]; onDone: () => void }) {
  const { track, dismiss, progress } = useActions();
  const run = (change: (names: readonly string[]) => Promise<void>) => void change(names).then(onDone);
  const isBusy = progress !== null;
  return (
    <div className={classes.bulk}>
      <span role="status">{progress ? say.busy(progress.done, progress.all) : say.chosen(names.length)}</span>
      <Button size="xs" disabled={isBusy} onClick={() => run(track)}>
        {say.track}
      </Button>
      <Button size="xs" variant="default" disabled={isBusy} onClick={() => run(dismiss)}>
        {say.dismissChosen}
      </Button>
      <Button size="xs" variant="subtle" color="gray" disabled={isBusy} onClick={onDone}>
        {say.clear}
      </Button>
    </div>
  );
}
