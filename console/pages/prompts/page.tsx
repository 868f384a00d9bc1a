import { Button } from '@mantine/core';
import { IconMessageQuestion, IconPlus } from '@tabler/icons-react';
import { lazy, Suspense, useMemo, useState } from 'react';
import { useQueryValue } from '../../address.ts';
import type { In } from '../../api.ts';
import { useBrand } from '../../brand.tsx';
import { useFilters } from '../../filters.ts';
import { useKeyHelp, useKeys } from '../../keyboard.ts';
import { ApiButton } from '../../parts/api-button.tsx';
import { Empty } from '../../parts/empty.tsx';
import { useExplain } from '../../parts/explain-context.tsx';
import { Problem } from '../../parts/problem.tsx';
import { PageTitle, Section } from '../../parts/section.tsx';
import type { RowKey } from '../../parts/table-column.ts';
import { useSession } from '../../session.tsx';
import { words } from '../../words/prompts.ts';
import { type PromptActions, PromptActionsContext } from './actions.ts';
import { BulkBar } from './bulk-bar.tsx';
import { useDeleting } from './deleting.tsx';
import { type Active, type PromptRow, usePromptRows } from './rows.ts';
import { PromptTable } from './table.tsx';
import { TagEditor } from './tag-editor.tsx';
import { useToggling, withWishes } from './toggling.ts';

const AddPrompts = lazy(() => import('./add/add-prompts.tsx'));
const NONE: readonly PromptRow[] = [];

/** All prompts of a brand: how each does, and everything that can be done with them. */
export default function Prompts() {
  const brand = useBrand();
  const { input } = useFilters();
  const { may } = useSession();
  const page = usePage(input);
  const { loaded, all, edited, setEdited, isAdding, setAdding } = page;
  const isEmpty = all?.length === 0;
  const add = may('createPrompts') && (
    <Button leftSection={<IconPlus size={16} />} onClick={() => setAdding(true)}>
      {words.add}
    </Button>
  );
  return (
    <PromptActionsContext value={page.actions}>
      <PageTitle
        title={words.title}
        text={words.text}
        actions={
          <>
            <ApiButton name="promptReport" input={input} />
            {!isEmpty && add}
          </>
        }
      />
      <Problem problem={loaded.problem} retry={loaded.retry} hasOld={all !== undefined} />
      {(all !== undefined || loaded.problem === null) && (
        <Section flush>
          {isEmpty ? (
            <Empty
              icon={IconMessageQuestion}
              title={words.none}
              text={may('createPrompts') ? words.noneNext : words.viewer}
              action={add}
            />
          ) : (
            <PromptTable {...page} />
          )}
        </Section>
      )}
      <BulkBar {...page} />
      <TagEditor brandId={brand.id} rows={edited} all={all ?? NONE} onClose={() => setEdited(NONE)} />
      <Suspense fallback={null}>
        {isAdding && <AddPrompts brandId={brand.id} known={all ?? NONE} onClose={() => setAdding(false)} />}
      </Suspense>
    </PromptActionsContext>
  );
}

const KEYS = [
  { text: words.keys.add, keys: ['N'] },
  { text: words.keys.choose, keys: ['X'] },
  { text: words.keys.toggle, keys: ['T'] },
  { text: words.keys.tags, keys: ['E'] },
  { text: words.keys.explain, keys: ['V'] },
  { text: words.keys.remove, keys: ['Del'] },
  { text: words.keys.undo, keys: ['Z'] },
];

/** What the page knows and does. */
function usePage(input: In<'promptReport'>) {
  const brand = useBrand();
  const { filters } = useFilters();
  const { may } = useSession();
  const loaded = usePromptRows(brand.id, input);
  const toggling = useToggling();
  const deleting = useDeleting();
  const [state, setState] = useQueryValue('active');
  const [isAdding, setAdding] = useState(false);
  const [edited, setEdited] = useState(NONE);
  const [chosen, setChosen] = useState<ReadonlySet<RowKey>>(new Set());
  const all = useMemo(() => {
    const left = loaded.rows?.filter(({ id }) => !deleting.hidden.has(id));
    return left && withWishes(left, toggling.wanted);
  }, [loaded.rows, deleting.hidden, toggling.wanted]);
  const shown = useMemo(() => all?.filter(isIn(state, filters.tags)), [all, state, filters.tags]);
  const picked = useMemo(() => shown?.filter(({ id }) => chosen.has(id)) ?? NONE, [shown, chosen]);
  const onClear = () => setChosen(new Set());
  const onRemove = (rows: readonly PromptRow[]) => {
    if (!may('deletePrompt')) return;
    deleting.remove(rows);
    setChosen(chosen.difference(new Set(rows.map(({ id }) => id))));
  };
  useKeyHelp(KEYS);
  useKeys({
    n: () => may('createPrompts') && setAdding(true),
    z: () => void deleting.undo(),
    Escape: onClear,
  });
  return {
    ...{ loaded, all, shown, state, setState, chosen, setChosen, picked },
    ...{ edited, setEdited, isAdding, setAdding, onClear, onRemove },
    actions: useActions(toggling.toggle, setEdited),
    onActive: (rows: readonly PromptRow[], active: Active) => void toggling.setAll(rows, active),
    onTags: setEdited,
  };
}

function isIn(state: string, tags: readonly string[]) {
  return (row: PromptRow) =>
    (state === '' || row.active === state) &&
    (tags.length === 0 || tags.some((tag) => row.tags.includes(tag)));
}

function useActions(
  toggle: (row: PromptRow) => void,
  edit: (rows: readonly PromptRow[]) => void,
): PromptActions {
  const brand = useBrand();
  const explain = useExplain();
  const { may } = useSession();
  const [canToggle, canTag] = [may('togglePrompt'), may('tagPrompts')];
  return useMemo(
    () => ({
      ...{ canToggle, canTag, toggle },
      editTags: (row) => edit([row]),
      explain: (row, metric) => explain({ brandId: brand.id, metric, promptId: row.id }),
    }),
    [canToggle, canTag, toggle, edit, explain, brand.id],
  );
}
