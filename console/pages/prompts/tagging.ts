// Giving tags to prompts and taking them away.
import { problemOf, useCall } from '../../api.ts';
import { say } from '../../notify.ts';
import { type Prompt, usePromptStore } from './rows.ts';

const AT_ONCE = 1000;

export type TagChange = { add: readonly string[]; remove: readonly string[] };

/** Only what differs from what the prompts have. */
export function changeOf(
  wanted: ReadonlyMap<string, boolean>,
  having: ReadonlyMap<string, number>,
  all: number,
): TagChange {
  const of = (isOn: boolean) => [...wanted].filter(([, wish]) => wish === isOn).map(([tag]) => tag);
  return {
    add: of(true).filter((tag) => having.get(tag) !== all),
    remove: of(false).filter((tag) => having.has(tag)),
  };
}

/** Shown at once, sent behind; what was refused is asked anew, and told. */
export function useTagging(brandId: number) {
  const call = useCall();
  const store = usePromptStore();
  return async (rows: readonly Prompt[], { add, remove }: TagChange) => {
    if (add.length === 0 && remove.length === 0) return;
    const ids = rows.map(({ id }) => id);
    store.patch(new Set(ids), (prompt) => ({
      ...prompt,
      tags: [...new Set([...prompt.tags, ...add])].filter((tag) => !remove.includes(tag)),
    }));
    try {
      for (let at = 0; at < ids.length; at += AT_ONCE)
        await call('tagPrompts', {
          ...{ brand_id: brandId, prompt_ids: ids.slice(at, at + AT_ONCE) },
          ...{ add: [...add], remove: [...remove] },
        });
    } catch (error) {
      say.problem(problemOf(error));
    }
    await store.refresh();
  };
}
