// Cuts text without spaces into words: the longest known one at each place.
import { isKatakana } from './script.ts';

const LONGEST = 12;

/**
 * Finds where the word ends that begins at a place, by the words given: the longest of them, else a run of katakana,
 * which is one loan word, else one character.
 */
export function cutterOf(words: readonly string[]): (text: string, from: number, to: number) => number {
  const known = new Set(words);
  const longest = new Map<string, number>();
  for (const word of known) {
    const first = word.charAt(0);
    longest.set(first, Math.min(LONGEST, Math.max(longest.get(first) ?? 0, word.length)));
  }
  return (text, from, to) => {
    const most = Math.min(longest.get(text.charAt(from)) ?? 1, to - from);
    for (let length = most; length > 1; length--)
      if (known.has(text.slice(from, from + length))) return from + length;
    let end = from + 1;
    if (isKatakana(text.charCodeAt(from))) while (end < to && isKatakana(text.charCodeAt(end))) end++;
    return end;
  };
}
