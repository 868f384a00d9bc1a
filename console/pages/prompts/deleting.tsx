// Deleting prompts: gone at once, sent ten seconds later or when the page is left, taken back until then.
import { Button } from '@mantine/core';
import { useCallback, useContext, useEffect, useMemo, useRef, useState } from 'react';
import { BrandscopeError } from '../../../client/errors.ts';
import { ApiContext, lastingClientOf, problemOf } from '../../api.ts';
import { say } from '../../notify.ts';
import { words } from '../../words/prompts.ts';
import { Outbox } from './outbox.ts';
import classes from './prompts.module.css';
import { type Prompt, type PromptStore, usePromptStore } from './rows.ts';

const UNDO_MS = 10_000;
const outbox = new Outbox(globalThis);

let handedOver: Prompt | null = null;

/** The list deletes this prompt when it opens next, so that it can be taken back there. */
export function deleteOnList(prompt: Prompt): void {
  handedOver = prompt;
}

type Batch = { ids: readonly number[]; timer: number; notice: string };
export type Deleting = {
  /** Prompts that are shown as deleted. */
  hidden: ReadonlySet<number>;
  remove: (rows: readonly Prompt[]) => void;
  /** Takes back what was deleted last; false when there is nothing. */
  undo: () => boolean;
};

/** The waiting deletions of the page. */
export function useDeleting(): Deleting {
  const { account } = useContext(ApiContext);
  const store = usePromptStore();
  const batches = useRef<Batch[]>([]);
  const [hidden, setHidden] = useState<ReadonlySet<number>>(new Set());
  const end = useCallback((batch: Batch) => {
    clearTimeout(batch.timer);
    say.taken(batch.notice);
    batches.current = batches.current.filter((one) => one !== batch);
  }, []);
  const send = useCallback(
    async (batch: Batch) => {
      end(batch);
      await sendAll(batch.ids, account, store);
      setHidden((now) => now.difference(new Set(batch.ids)));
    },
    [end, account, store],
  );
  const undo = useCallback(
    (batch = batches.current.at(-1)) => {
      if (!batch || !batches.current.includes(batch)) return false;
      end(batch);
      setHidden((now) => now.difference(new Set(batch.ids)));
      return true;
    },
    [end],
  );
  const remove = useCallback(
    (rows: readonly Prompt[]) => {
      if (rows.length === 0) return;
      const ids = rows.map(({ id }) => id);
      setHidden((now) => now.union(new Set(ids)));
      const batch: Batch = { ids, timer: 0, notice: '' };
      batch.timer = window.setTimeout(() => void send(batch), UNDO_MS);
      batch.notice = say.undoable(<Notice count={ids.length} onUndo={() => undo(batch)} />);
      batches.current.push(batch);
    },
    [send, undo],
  );
  useEffect(() => {
    if (handedOver) remove([handedOver]);
    handedOver = null;
  }, [remove]);
  useLeaving(() => {
    for (const batch of batches.current) void send(batch);
  });
  return useMemo(() => ({ hidden, remove, undo: () => undo() }), [hidden, remove, undo]);
}

/** Calls it when the person goes to another page, or closes this one. */
function useLeaving(leave: () => void): void {
  const latest = useRef(leave);
  latest.current = leave;
  useEffect(() => {
    const now = () => latest.current();
    addEventListener('pagehide', now);
    return () => {
      removeEventListener('pagehide', now);
      now();
    };
  }, []);
}

async function sendAll(
  ids: readonly number[],
  account: number | undefined,
  store: PromptStore,
): Promise<void> {
  const client = lastingClientOf(account);
  const posted = ids.map((prompt_id) => outbox.post(() => client.deletePrompt({ prompt_id })));
  store.patch(new Set(ids), () => null);
  const results = await Promise.allSettled(posted);
  const failed = results.flatMap((result) =>
    result.status === 'rejected' ? [result.reason as unknown] : [],
  );
  // One that somebody else has deleted is as it was wanted.
  const real = failed.filter((error) => !(error instanceof BrandscopeError && error.status === 404));
  const [first] = real;
  if (first !== undefined)
    say.problem({ message: words.someFailed(real.length, ids.length, problemOf(first).message) });
  await store.refresh();
}

function Notice({ count, onUndo }: { count: number; onUndo: () => void }) {
  return (
    <span className={classes.notice}>
      <span>
        <strong>{words.deleted(count)}</strong>
        <span className={classes.dim}>{words.deletedWith(count)}</span>
      </span>
      <Button
        size="xs"
        variant="default"
        onClick={onUndo}
        rightSection={<kbd className={classes.key}>Z</kbd>}
      >
        {words.undo}
      </Button>
    </span>
  );
}
