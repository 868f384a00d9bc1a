// Changes of what names stand for: one or many at once, each can be taken back.
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo, useState } from 'react';
import { problemOf, refresh, useCall } from '../../api.ts';
import { say } from '../../notify.ts';
import { sayUndoable } from '../../parts/undo.tsx';
import { words } from '../../words/competitors.ts';

const tell = words.done;

export type Judge = {
  track: (names: readonly string[]) => Promise<void>;
  untrack: (name: string) => Promise<void>;
  dismiss: (names: readonly string[]) => Promise<void>;
  merge: (name: string, into: string) => Promise<void>;
  /** A merged name stands for itself again. */
  separate: (name: string) => Promise<void>;
  /** A dismissed name is among the found ones again. */
  bringBack: (name: string) => Promise<void>;
  /** How far a change of many is; null while there is none. */
  progress: { done: number; all: number } | null;
};

/** The changes, for one brand. */
export function useJudge(brandId: number): Judge {
  const call = useCall();
  const { each, progress } = useEach();
  return useMemo(() => {
    const of = (name: string) => ({ brand_id: brandId, name });
    const tracking = (name: string) => call('trackCompetitor', of(name));
    const untracking = (name: string) => call('untrackCompetitor', of(name));
    const dismissing = (name: string) => call('dismissCompetitor', of(name));
    const bringing = (name: string) => call('dismissCompetitor', { ...of(name), dismissed: false });
    const separating = (name: string) => call('mergeCompetitor', of(name));
    return {
      progress,
      track: async (names) => {
        const done = await each(names, tracking);
        if (done[0]) sayUndoable(tell.tracked(done.length, done[0]), () => void each(done, untracking));
      },
      untrack: async (name) => {
        const done = await each([name], untracking);
        if (done[0]) sayUndoable(words.standing.untracked(name), () => void each(done, tracking));
      },
      dismiss: async (names) => {
        const done = await each(names, dismissing);
        if (done[0]) sayUndoable(tell.dismissed(done.length, done[0]), () => void each(done, bringing));
      },
      merge: async (name, into) => {
        const done = await each([name], () => call('mergeCompetitor', { ...of(name), into }));
        if (done[0]) sayUndoable(tell.merged(name, into), () => void each(done, separating));
      },
      separate: async (name) => {
        if ((await each([name], separating)).length > 0) say.done(tell.separated(name));
      },
      bringBack: async (name) => {
        if ((await each([name], bringing)).length > 0) say.done(tell.back(name));
      },
    };
  }, [brandId, call, each, progress]);
}

/** Does one thing for each name, one after the other; tells of failures, and returns the names that are done. */
function useEach() {
  const queries = useQueryClient();
  const [progress, setProgress] = useState<Judge['progress']>(null);
  const each = useCallback(
    async (names: readonly string[], change: (name: string) => Promise<unknown>): Promise<string[]> => {
      const done: string[] = [];
      const reasons: string[] = [];
      for (const name of names) {
        setProgress({ done: done.length + reasons.length, all: names.length });
        await change(name).then(
          () => done.push(name),
          (error: unknown) => reasons.push(problemOf(error).message),
        );
      }
      setProgress(null);
      await refresh(queries);
      if (reasons[0]) say.problem({ message: tell.failed(reasons.length, names.length, reasons[0]) });
      return done;
    },
    [queries],
  );
  return { each, progress };
}
