// Prompts that somebody wants to add: what of them is new, what exists, what the service would refuse.
import { words } from '../../../words/prompts.ts';

export type Draft = {
  /** Where it was given, from 1. */
  line: number;
  prompt: string;
  tags: readonly string[];
  /** Why it could not be read. */
  problem?: string;
};
export type Known = { id: number; prompt: string };
export type Reviewed = Draft & {
  state: 'fresh' | 'known' | 'twice' | 'refused';
  reason?: string;
  id?: number;
};

const LONGEST = 2000;
const LONGEST_TAG = 100;
const MOST_TAGS = 20;
/** What has nothing to see in it is no text. */
const VISIBLE = /[^\s\p{Cf}\p{Cc}]/u;
const { reasons } = words.form;

/** One prompt per line; blank lines only part them. */
export function draftsOfLines(text: string, tags: readonly string[]): Draft[] {
  return text
    .split(/\r\n|\r|\n/)
    .map((prompt, at) => ({ line: at + 1, prompt: prompt.trim(), tags }))
    .filter(({ prompt }) => prompt !== '');
}

/** Tags of a cell: between commas, semicolons or bars. */
export function tagsOfCell(cell: string): string[] {
  return [...new Set(cell.split(/[,;|]/).map((tag) => tag.trim()))].filter((tag) => VISIBLE.test(tag));
}

/** Compares drafts with the prompts that the brand has, by the rules of the service. */
export function review(drafts: readonly Draft[], known: readonly Known[]): Reviewed[] {
  const ids = new Map(known.map(({ id, prompt }) => [prompt, id]));
  const seen = new Set<string>();
  return drafts.map((given) => {
    const draft = { ...given, prompt: given.prompt.trim() };
    const reason = draft.problem ?? refusal(draft);
    if (reason !== undefined) return { ...draft, state: 'refused', reason };
    if (seen.has(draft.prompt)) return { ...draft, state: 'twice' };
    seen.add(draft.prompt);
    const id = ids.get(draft.prompt);
    return id === undefined ? { ...draft, state: 'fresh' } : { ...draft, state: 'known', id };
  });
}

function refusal({ prompt, tags }: Draft): string | undefined {
  const length = [...prompt].length;
  if (!VISIBLE.test(prompt)) return reasons.blank;
  if (length > LONGEST) return reasons.long(length);
  if ([prompt, ...tags].some((text) => !text.isWellFormed() || text.includes('\0'))) return reasons.bad;
  const long = tags.find((tag) => [...tag].length > LONGEST_TAG);
  if (long !== undefined) return reasons.tagLong(long);
  return tags.length > MOST_TAGS ? reasons.tagsMany(tags.length) : undefined;
}

/** Drafts that are given twice leave their tags to the first. */
export function withTagsOfTwins(reviewed: readonly Reviewed[]): Reviewed[] {
  const all = new Map<string, Set<string>>();
  for (const { prompt, tags, state } of reviewed) {
    if (state === 'refused') continue;
    all.set(prompt, new Set([...(all.get(prompt) ?? []), ...tags]));
  }
  return reviewed
    .filter(({ state }) => state === 'fresh' || state === 'known')
    .map((draft) => ({ ...draft, tags: [...(all.get(draft.prompt) ?? [])] }));
}
