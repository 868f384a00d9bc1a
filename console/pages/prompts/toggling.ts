// Switching prompts on and off: shown at once, sent behind, taken back when it fails.
import { useCallback, useMemo, useRef, useState } from 'react';
import { problemOf, useCall } from '../../api.ts';
import { say } from '../../notify.ts';
import { words } from '../../words/prompts.ts';
import { eachOf } from './pool.ts';
import { type Active, type Prompt, type PromptRow, usePromptStore } from './rows.ts';

const AT_ONCE = 4;
const other = (active: Active): Active => (active === 'Y' ? 'N' : 'Y');

export type Toggling = {
  /** What the person wants each prompt to be, until the service says the same. */
  wanted: ReadonlyMap<number, Active>;
  toggle: (row: Prompt) => void;
  setAll: (rows: readonly Prompt[], active: Active) => Promise<void>;
};

/** The switches of the page. The service only flips: so each prompt has one request under way at most. */
export function useToggling(): Toggling {
  const call = useCall();
  const store = usePromptStore();
  const wishes = useRef(new Map<number, Active>());
  const busy = useRef(new Set<number>());
  const [wanted, setWanted] = useState<ReadonlyMap<number, Active>>(new Map());
  const settle = useCallback(
    async ({ id, active: known }: Prompt) => {
      if (busy.current.has(id)) return;
      busy.current.add(id);
      const isDone = (active: Active) => (wishes.current.get(id) ?? active) === active;
      try {
        for (let active = known; !isDone(active); ) {
          active = (await call('togglePrompt', { prompt_id: id })).active;
          const now = active;
          store.patch(new Set([id]), (prompt) => ({ ...prompt, active: now }));
        }
      } finally {
        busy.current.delete(id);
        wishes.current.delete(id);
        setWanted(new Map(wishes.current));
      }
    },
    [call, store],
  );
  const wish = useCallback((rows: readonly Prompt[], active: Active) => {
    for (const { id } of rows) wishes.current.set(id, active);
    setWanted(new Map(wishes.current));
  }, []);
  const toggle = useCallback(
    (row: Prompt) => {
      const isBusy = busy.current.has(row.id);
      wish([row], other(wishes.current.get(row.id) ?? row.active));
      // The one who is under way sees the new wish when its request is answered.
      if (!isBusy) settle(row).catch((error) => say.problem(problemOf(error)));
    },
    [wish, settle],
  );
  const setAll = useCallback(
    async (rows: readonly Prompt[], active: Active) => {
      wish(rows, active);
      const { failed, done } = await eachOf(rows, AT_ONCE, settle);
      if (done.length > 0) say.done(words.toggled(done.length, words.states[active]));
      const [first] = failed;
      if (first)
        say.problem({
          message: words.someFailed(failed.length, rows.length, problemOf(first.error).message),
        });
    },
    [wish, settle],
  );
  return useMemo(() => ({ wanted, toggle, setAll }), [wanted, toggle, setAll]);
}

/** Rows as the person wants them. */
export function withWishes(rows: PromptRow[], wanted: ReadonlyMap<number, Active>): PromptRow[] {
  if (wanted.size === 0) return rows;
  return rows.map((row) => {
    const active = wanted.get(row.id);
    return active === undefined || active === row.active ? row : { ...row, active };
  });
}
