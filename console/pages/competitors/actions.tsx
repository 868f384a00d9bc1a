// Gives rows, menus and keys of the page what they can do; dialogs stand here once, not in every row.
import { type ReactNode, useMemo, useState } from 'react';
import { useQueryValue } from '../../address.ts';
import { useBrand } from '../../brand.tsx';
import { useSession } from '../../session.tsx';
import { ActionsContext } from './actions-context.ts';
import { useJudge } from './judge.ts';
import { Merge } from './merge.tsx';
import type { Listed } from './rivals.ts';
import { TrackForm } from './track-form.tsx';

/** What is open: a form for a new competitor, or one about a name. */
type Dialog = { kind: 'add' } | { kind: 'edit' | 'merge'; name: string };

type Given = { listed: readonly Listed[] | undefined; children: ReactNode };

/** Gives the page its actions, and holds their dialogs. */
export function ActionsProvider({ listed = [], children }: Given) {
  const brand = useBrand();
  const judge = useJudge(brand.id);
  const { may } = useSession();
  const mayChange = may('trackCompetitor');
  const [dialog, setDialog] = useState<Dialog | null>(null);
  const [shown, setShown] = useQueryValue('name');
  const actions = useMemo(
    () => ({
      ...judge,
      mayChange,
      add: () => setDialog({ kind: 'add' }),
      edit: (name: string) => setDialog({ kind: 'edit', name }),
      askMerge: (name: string) => setDialog({ kind: 'merge', name }),
      shown,
      show: (name: string) => setShown(name, { step: name !== '' }),
    }),
    [judge, mayChange, shown, setShown],
  );
  const close = () => setDialog(null);
  const known = dialog?.kind === 'edit' ? listed.find(({ name }) => name === dialog.name) : undefined;
  return (
    <ActionsContext value={actions}>
      {children}
      <TrackForm
        opened={dialog?.kind === 'add' || dialog?.kind === 'edit'}
        competitor={known}
        onClose={close}
      />
      <Merge name={dialog?.kind === 'merge' ? dialog.name : null} listed={listed} onClose={close} />
    </ActionsContext>
  );
}
