// What the sentiment model sees of words: themselves, their stems, their letters and their neighbours, as numbers.
import { scriptOf } from './script.ts';

/** Languages whose sentiment is right often enough to be shown; see docs/decisions/0013-more-languages.md. */
export const SCORED: ReadonlySet<string> = new Set([
  'en',
  'de',
  'fr',
  'es',
  'pt',
  'it',
  'nl',
  'pl',
  'ru',
  'tr',
  'zh',
  'ja',
  'ko',
]);

/** Characters of traditional Chinese, whose denials and glosses nobody has written. */
const TRADITIONAL =
  /[這個們來時會說對應過還沒點後學實際顯覺雖錢價質輕電話費選擇題優體驗為與經當機務薦請開隱貴穩買賣]/u;

/** Whether what is said in a text is scored. */
export const isScored = (language: string | null, text: string): boolean =>
  language !== null && SCORED.has(language) && !(language === 'zh' && TRADITIONAL.test(text));

export const BITS = 21;
const MASK = (1 << BITS) - 1;
const LONGEST = 40;

/** FNV-1a, by G. Fowler, L. C. Noll and K.-P. Vo. */
export function hashOf(text: string, from = 0, to = text.length, seed = 0x811c9dc5): number {
  let hash = seed;
  for (let i = from; i < to; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return hash >>> 0;
}

/** The place of a hash in the table. */
export const bucketOf = (hash: number): number => (Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d) >>> 7) & MASK;

/** Two words in their order, and how far apart they stand. */
export const pairOf = (first: number, second: number, gap: number): number =>
  bucketOf((Math.imul(first, 31) + Math.imul(second, 0x9e3779b1) + gap) >>> 0);

const KEYS = 0x2545f491;
const KEY_LENGTH = 5;

/** The root of an English word, about as long as what its forms share; 0 when there is no word. */
export const keyOf = (word: string | null): number =>
  word === null ? 0 : hashOf(word, 0, Math.min(KEY_LENGTH, word.length), KEYS);

/** Two roots in their order. */
export const keyPairOf = (first: number, second: number): number => pairOf(first, second, 5);

export const TARGET = hashOf('{E}');
export const OTHER = hashOf('{O}');
export const DENIED = hashOf('{not}');

const DIGITS = /\d+(?:[.,]\d+)*/g;
const PARTS = 0x1234567;
const STEM = 0x7654321;

/** The word with all numbers alike. */
export const plain = (word: string): string => word.slice(0, LONGEST).replace(DIGITS, '0');

/** The word itself comes first. Words without spaces between them are their pieces alone. */
export function featuresOf(word: string): number[] {
  const text = plain(word);
  const script = scriptOf(text.charCodeAt(0));
  if (script === 'han' || script === 'kana' || script === 'thai') return piecesOf(text, 1, 4);
  const features = [bucketOf(hashOf(text))];
  if (text.length < 4 && script !== 'hangul') return features;
  if (script === 'hangul') return [...features, ...piecesOf(text, 1, 3)];
  for (const length of STEMS)
    if (text.length > length) features.push(bucketOf(hashOf(text, 0, length, STEM)));
  return [...features, ...piecesOf(`<${text}>`, 4, 5)];
}

const STEMS = [4, 5, 6, 8];

function piecesOf(text: string, shortest: number, longest: number): number[] {
  const pieces: number[] = [];
  for (let length = shortest; length <= longest; length++)
    for (let at = 0; at + length <= text.length; at++)
      pieces.push(bucketOf(hashOf(text, at, at + length, PARTS)));
  return pieces;
}
