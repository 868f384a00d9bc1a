// Sends new prompts, a thousand at once, and gives their tags to those that exist where that was wished.
import { useState } from 'react';
import { type Problem, problemOf, useCall } from '../../../api.ts';
import { say } from '../../../notify.ts';
import { words } from '../../../words/prompts.ts';
import { usePromptStore } from '../rows.ts';
import { type Reviewed, withTagsOfTwins } from './drafts.ts';

const AT_ONCE = 1000;

export type Adding = {
  /** How many were sent, while it goes on. */
  progress: { done: number; all: number } | null;
  problem: Problem | null;
  /** True when all of it was done. */
  add: (reviewed: readonly Reviewed[], alsoKnown: boolean) => Promise<boolean>;
};

export function useAdding(brandId: number): Adding {
  const call = useCall();
  const store = usePromptStore();
  const [progress, setProgress] = useState<Adding['progress']>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  const create = async (fresh: readonly Reviewed[]) => {
    for (let at = 0; at < fresh.length; at += AT_ONCE) {
      setProgress({ done: at, all: fresh.length });
      const prompts = fresh.slice(at, at + AT_ONCE).map(({ prompt, tags }) => ({ prompt, tags: [...tags] }));
      await call('createPrompts', { brand_id: brandId, prompts });
    }
    if (fresh.length > 0) say.done(words.form.added(fresh.length));
  };
  const tag = async (known: readonly Reviewed[]) => {
    for (const [tags, ids] of groups(known))
      for (let at = 0; at < ids.length; at += AT_ONCE) {
        const prompt_ids = ids.slice(at, at + AT_ONCE);
        await call('tagPrompts', { brand_id: brandId, prompt_ids, add: JSON.parse(tags) });
      }
    if (known.length > 0) say.done(words.form.tagged(known.length));
  };
  const add: Adding['add'] = async (reviewed, alsoKnown) => {
    setProblem(null);
    const all = withTagsOfTwins(reviewed);
    try {
      await create(all.filter(({ state }) => state === 'fresh'));
      if (alsoKnown) await tag(all.filter(({ state, tags }) => state === 'known' && tags.length > 0));
      return true;
    } catch (error) {
      setProblem(problemOf(error));
      return false;
    } finally {
      setProgress(null);
      // The dialog closes first: else it would call new prompts known ones for a moment.
      void store.refresh();
    }
  };
  return { progress, problem, add };
}

/** Prompts that get the same tags are told together. */
function groups(known: readonly Reviewed[]): Map<string, number[]> {
  const all = new Map<string, number[]>();
  for (const { tags, id } of known) {
    const key = JSON.stringify(tags.toSorted());
    if (id !== undefined) all.set(key, [...(all.get(key) ?? []), id]);
  }
  return all;
}
