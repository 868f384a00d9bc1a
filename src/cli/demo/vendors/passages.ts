// Cuts a text where a vendor would put its citations: every page of a script is cited by one passage, and the
// passages together are the text.
import type { Script } from './vendor.ts';

export type Passage = { text: string; cited: Script['cited'] };

/** Sentences of the text, each with the pages that it cites; the last takes the pages that are left over. */
export function passagesOf({ text, cited }: Pick<Script, 'text' | 'cited'>): Passage[] {
  const sentences = text.match(/[^.!?\n]*(?:[.!?\n]+\s*|$)/g)?.filter((sentence) => sentence !== '') ?? [];
  return sentences.map((sentence, at) => ({
    text: sentence,
    cited: at === sentences.length - 1 ? cited.slice(at) : cited.slice(at, at + 1),
  }));
}
