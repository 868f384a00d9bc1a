// What follows a brand at once is its product: `Herman Miller Aeron`, and `Aeron` alone after that.
import { nameKey } from './discover.ts';
import type { Range } from './structure.ts';

const WORD = "[\\p{Lu}\\p{N}][\\p{L}\\p{N}'’.+-]*";
const WORDS = `${WORD}(?: ${WORD}){0,3}`;
/** `Brambex Nova S`; what stands in brackets is the owner or a rival as often. */
const AFTER = new RegExp(`^ (${WORDS})`, 'u');
const LONGEST = 80;

/** Keys of what stands right behind one of the names, by one and by more of its words. */
export function productKeys(text: string, names: Iterable<Range>): ReadonlySet<string> {
  const keys = new Set<string>();
  for (const { end } of names) {
    if (text[end] !== ' ') continue;
    const found = AFTER.exec(text.slice(end, end + LONGEST));
    const words = (found?.[1] ?? '').replace(/[.'’]+$/u, '').split(' ');
    for (let count = 1; count <= words.length; count++) keys.add(nameKey(words.slice(0, count).join(' ')));
  }
  keys.delete('');
  return keys;
}
