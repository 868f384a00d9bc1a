import { Button, SegmentedControl } from '@mantine/core';
import { useBrand } from '../../brand.tsx';
import { useFilters } from '../../filters.ts';
import { DataTable } from '../../parts/data-table.tsx';
import { Empty } from '../../parts/empty.tsx';
import type { RowKey } from '../../parts/table-column.ts';
import { words } from '../../words/prompts.ts';
import type { PromptActions } from './actions.ts';
import { columns } from './columns.tsx';
import type { Active, PromptRow } from './rows.ts';
import { TagFilter } from './tag-filter.tsx';

const NONE: readonly PromptRow[] = [];

type TableGiven = {
  all: readonly PromptRow[] | undefined;
  shown: readonly PromptRow[] | undefined;
  state: string;
  setState: (state: string) => void;
  chosen: ReadonlySet<RowKey>;
  setChosen: (chosen: ReadonlySet<RowKey>) => void;
  actions: PromptActions;
  onRemove: (rows: readonly PromptRow[]) => void;
};

/** The table with its filters; single keys work on the row with the focus. */
export function PromptTable({
  all = NONE,
  shown,
  state,
  setState,
  chosen,
  setChosen,
  actions,
  onRemove,
}: TableGiven) {
  const brand = useBrand();
  const { href, set } = useFilters();
  const { canToggle, canTag, toggle, editTags, explain } = actions;
  const rowKeys = {
    v: (row: PromptRow) => explain(row, 'visibility'),
    ...(canToggle && { t: toggle }),
    ...(canTag && { e: editTags }),
    Delete: (row: PromptRow) => onRemove([row]),
  };
  return (
    <DataTable
      name="prompts"
      rows={shown}
      columns={columns}
      rowKey={(row) => row.id}
      href={(row) => href(`/brands/${brand.id}/prompts/${row.id}`)}
      rowKeys={rowKeys}
      {...(canTag && { choice: { chosen, onChange: setChosen } })}
      inUrl
      toolbar={
        <>
          <StateFilter all={all} state={state} onChange={setState} />
          <TagFilter rows={all} />
        </>
      }
      empty={
        <Empty
          title={words.noMatch}
          action={
            <Button
              variant="default"
              size="xs"
              onClick={() => {
                set({ tags: [] });
                setState('');
              }}
            >
              {words.showAll}
            </Button>
          }
        />
      }
    />
  );
}

type StateGiven = { all: readonly PromptRow[]; state: string; onChange: (state: string) => void };

function StateFilter({ all, state, onChange }: StateGiven) {
  const number = (active: Active) => all.filter((row) => row.active === active).length;
  return (
    <SegmentedControl
      size="xs"
      aria-label={words.which}
      value={state === 'Y' || state === 'N' ? state : ''}
      onChange={onChange}
      data={[
        { value: '', label: words.all },
        { value: 'Y', label: `${words.states.Y} ${number('Y')}` },
        { value: 'N', label: `${words.states.N} ${number('N')}` },
      ]}
    />
  );
}
