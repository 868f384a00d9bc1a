// The words around a place of the text as the models of names see them.
import { matchesOf } from './cues.ts';
import { glossesOf } from './glosses.ts';
import { grammarAfter, lineStart } from './opening.ts';
import { isUnspaced, scriptOf } from './script.ts';
import type { Range } from './structure.ts';
import { isOrdinary } from './vocabulary.ts';
import { isEnglish } from './words.ts';

/** A stretch of a text in a language, and what follows it (`nextOf`). */
export type Place = Range & { text: string; folded: string; language: string | null; next: string };
export type Add = (feature: string, weight?: number) => void;

/** Letters of a line before and after a place that are looked at. */
const REACH = 110;
const NEAR = 8;
const WORD = /[\p{L}\p{N}\p{M}]+(?:['-][\p{L}\p{N}\p{M}]+)*|[^\s\p{L}\p{N}\p{M}]/gu;

/** Visits the words before and after a place: in themselves, by their English meanings, in pairs, all together. */
export function visitWords({ text, folded, start, end, language, next }: Place, add: Add): void {
  const own = language ?? 'en';
  const line = lineStart(text, start);
  const before = wordsOf(folded.slice(Math.max(line, start - REACH), start));
  const after = wordsOf(/^[^\n\f]*/.exec(folded.slice(end, end + REACH))?.[0] ?? '');
  const word = (at: string, one: string | undefined, weight = 1): void => {
    add(`${at} ${own} ${one ?? 'end'}`, weight);
    if (one === undefined) return;
    for (const meaning of own === 'en' ? [one] : glossesOf(one, language)) add(`${at}= ${meaning}`, weight);
  };
  word('w1', after[0]);
  word('w2', after[1], 0.7);
  word('p1', before.at(-1));
  word('p2', before.at(-2), 0.7);
  add(`p2p1 ${own} ${before.at(-2)} ${before.at(-1)}`);
  add(`w1w2 ${own} ${after[0]} ${after[1]}`);
  add(`p1w1 ${own} ${before.at(-1)} ${after[0]}`);
  add(`p1 k ${own} ${before.at(-1)} ${next}`);
  for (const length of [1, 2, 3])
    if ((after[0]?.length ?? 0) > length + 1) add(`w1 ends ${own} ${after[0]?.slice(-length)}`);
  add(`g ${grammarAfter(text, end)}`);
  add(`p1 is ${wordKind(text, start, language)}`);
  if (isUnspaced(scriptOf(folded.charCodeAt(start))) || own === 'ko')
    for (const length of [1, 2]) {
      add(`after ${own} ${folded.slice(end, end + length)}`);
      add(`before ${own} ${folded.slice(Math.max(0, start - length), start)}`);
    }
  for (const one of new Set([...before.slice(-NEAR), ...after.slice(0, NEAR)])) word('b', one, 0.5);
}

function wordsOf(text: string): string[] {
  const words: string[] = [];
  for (const match of matchesOf(WORD, text)) words.push(match[0]);
  return words;
}

/** What follows a name: a small word, a name, a mark. */
export function nextOf(text: string, at: number): string {
  const after = text.slice(at, at + 24);
  if (after === '' || /^[\n\f]/.test(after)) return 'end';
  if (/^['’]s?(?!\p{L})/u.test(after)) return 'owns';
  if (/^e?s(?!\p{L})/u.test(after)) return 'many';
  const compound = /^-(\p{L}+)/u.exec(after)?.[1];
  if (compound !== undefined)
    return /(?:ed|made|built|run|led|like|style|only)$/.test(compound) ? '-ed' : '-';
  if (/^ \p{Ll}/u.test(after)) return 'small';
  if (/^ \p{Lu}/u.test(after)) {
    const word = /^ ([\p{L}\d]+)/u.exec(after)?.[1]?.toLowerCase() ?? '';
    return isEnglish(word) ? 'Capital' : 'Name';
  }
  if (/^ ?\d/.test(after)) return 'figure';
  if (/^ /.test(after)) return ` ${after.charAt(1)}`;
  return /^\p{L}/u.test(after) ? 'letter' : after.charAt(0);
}

/** What the word before is. */
function wordKind(text: string, at: number, language: string | null): string {
  const before = /([\p{L}\d&'.-]+) $/u.exec(text.slice(Math.max(0, at - 30), at))?.[1];
  if (before === undefined) return 'none';
  if (!/^\p{Lu}/u.test(before)) return 'small';
  return isOrdinary(before.toLowerCase(), language) ? 'Capital' : 'Name';
}
