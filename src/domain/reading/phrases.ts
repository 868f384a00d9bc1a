// Phrases of a lexicon: words, their beginnings (`break*`), numbers (`#`), any word (`_`), choices (`{a|b c|}`).
import { fold } from './fold.ts';

/** One place of a phrase: what may stand there. */
type Part = {
  words: ReadonlySet<string>;
  stems: readonly string[];
  any: boolean;
  number: boolean;
  /** Choices of several words. */
  rows: readonly (readonly Part[])[];
  optional: boolean;
  /** What its single words and beginnings are by their bits: hardly any word needs to be looked up. */
  mask: Mask;
};
export type Phrase = { parts: readonly Part[]; value: number; second: Mask; third: Mask };
export type Said = { length: number; value: number };

const CHOICE = /\{([^{}]*)\}|[^\s{}]+/g;

/** Reads a phrase of the data. */
export function parsePhrase(source: string, value: number): Phrase {
  const parts = parse(fold(source));
  return { parts, value, second: maskOf(parts, 1), third: maskOf(parts, 2) };
}

function parse(source: string): Part[] {
  return [...source.matchAll(CHOICE)].map((match) => partOf((match[1] ?? match[0]).split('|')));
}

function partOf(choices: readonly string[]): Part {
  const single = choices.map((choice) => choice.trim()).filter((choice) => !choice.includes(' '));
  const stems = single.filter((word) => word.length > 1 && word.endsWith('*'));
  const own = {
    words: new Set(
      single.filter((word) => word !== '' && word !== '_' && word !== '#' && !word.endsWith('*')),
    ),
    stems: stems.map((stem) => stem.slice(0, -1)),
    any: single.includes('_'),
    number: single.includes('#'),
  };
  const mask: Mask = { over: false, words: 0, again: 0, stems: 0 };
  addPart(mask, own);
  return {
    ...own,
    rows: choices.filter((choice) => choice.trim().includes(' ')).map((choice) => parse(choice.trim())),
    optional: single.includes(''),
    mask,
  };
}

/** Phrases by the words that they may begin with. */
export type PhraseIndex = { exact: Map<string, Phrase[]>; stems: Map<string, Phrase[]> };

export function indexPhrases(phrases: readonly Phrase[]): PhraseIndex {
  const index: PhraseIndex = { exact: new Map(), stems: new Map() };
  const put = (map: Map<string, Phrase[]>, key: string, phrase: Phrase): void => {
    const list = map.get(key) ?? [];
    map.set(key, list);
    if (list.at(-1) !== phrase) list.push(phrase);
  };
  for (const phrase of phrases) {
    const starts = startsOf(phrase.parts);
    for (const word of starts.words) put(index.exact, word, phrase);
    for (const stem of starts.stems) put(index.stems, stem, phrase);
  }
  return index;
}

function startsOf(parts: readonly Part[]): { words: Set<string>; stems: Set<string> } {
  const out = { words: new Set<string>(), stems: new Set<string>() };
  for (const part of parts) {
    for (const word of part.words) out.words.add(word);
    for (const stem of part.stems) out.stems.add(stem);
    for (const row of part.rows) {
      const first = startsOf(row);
      for (const word of first.words) out.words.add(word);
      for (const stem of first.stems) out.stems.add(stem);
    }
    if (!part.optional) break;
  }
  return out;
}

const NONE: readonly Phrase[] = [];
const LONGEST_STEM = 14;

/** All phrases that a word may begin. */
export function phrasesOf(index: PhraseIndex, word: string): readonly Phrase[] {
  const found = new Set(index.exact.get(word) ?? NONE);
  for (let length = Math.min(word.length, LONGEST_STEM); length >= 2 && index.stems.size > 0; length--)
    for (const phrase of index.stems.get(word.slice(0, length)) ?? NONE) found.add(phrase);
  return found.size > 0 ? [...found] : NONE;
}

/** What may stand at a place of a phrase: a bit for each word and each beginning, which others have too. */
type Mask = { over: boolean; words: number; again: number; stems: number };
/** The bits of a word: two of the whole, one of its first letters. */
export type Mark = { word: number; again: number; stem: number };

const bitOf = (text: string, length: number, seed = 7): number => {
  let hash = seed;
  for (let i = 0; i < length; i++) hash = Math.imul(hash, 31) + text.charCodeAt(i);
  return 1 << ((hash ^ (hash >>> 13)) & 31);
};

export const markOf = (word: string): Mark => ({
  word: bitOf(word, Math.min(word.length, LONGEST_MARKED)),
  again: bitOf(word, Math.min(word.length, LONGEST_MARKED), 0x5bd1e995),
  stem: word.length < SHORTEST_STEM ? 0 : bitOf(word, SHORTEST_STEM),
});

const LONGEST_MARKED = 20;
const SHORTEST_STEM = 3;

/** What may stand some words after the beginning. */
function maskOf(parts: readonly Part[], skip: number): Mask {
  const mask: Mask = { over: false, words: 0, again: 0, stems: 0 };
  addMask(mask, parts, 0, skip);
  return mask;
}

function addMask(mask: Mask, parts: readonly Part[], from: number, skip: number): void {
  const part = parts[from];
  if (!part) mask.over = true;
  else if (skip === 0) addPart(mask, part);
  else addMask(mask, parts, from + 1, skip - 1);
  if (!part) return;
  for (const row of part.rows) {
    if (row.length > skip) addMask(mask, row, 0, skip);
    else addMask(mask, parts, from + 1, skip - row.length);
  }
  if (part.optional) addMask(mask, parts, from + 1, skip);
}

type Own = Pick<Part, 'words' | 'stems' | 'any' | 'number'>;

function addPart(mask: Mask, { words, stems, any, number }: Own): void {
  if (any || number || stems.some((stem) => stem.length < SHORTEST_STEM)) mask.words = mask.again = -1;
  for (const word of words) {
    const mark = markOf(word);
    mask.words |= mark.word;
    mask.again |= mark.again;
  }
  for (const stem of stems) mask.stems |= markOf(stem).stem;
}

/** Whether a phrase that begins with a word and the next may go on with the word after: hardly ever. */
export const mayGoOn = ({ third }: Phrase, after: Mark): boolean => allows(third, after);

/** The phrases that may begin with two words, whatever comes after. */
export const startingWith = (phrases: readonly Phrase[], words: readonly [Word, Word]): readonly Phrase[] => {
  const found = phrases.filter(
    ({ parts, second }) => allows(second, words[1].sense.mark) && mayStart(parts, 0, words, 0),
  );
  return found.length > 0 ? found : NONE;
};

function mayStart(parts: readonly Part[], from: number, words: readonly Word[], at: number): boolean {
  const part = parts[from];
  const word = words[at];
  if (!part || !word) return true;
  if (part.optional && mayStart(parts, from + 1, words, at)) return true;
  if (word.named < 0 && fits(part, word.sense.word) && mayStart(parts, from + 1, words, at + 1)) return true;
  return part.rows.some((row) => mayStart([...row, ...parts.slice(from + 1)], 0, words, at));
}

const allows = (mask: Mask, mark: Mark): boolean =>
  mask.over ||
  ((mask.words & mark.word) !== 0 && (mask.again & mark.again) !== 0) ||
  (mask.stems & mark.stem) !== 0;

/** A word as a phrase sees it; a named place (0 or above) is none. */
type Word = { named: number; sense: { word: string; mark: Mark } };

/** How many words from `at` on are the phrase; 0 when they are not. */
export function matchPhrase(phrase: Phrase, words: readonly Word[], at: number): number {
  const end = matchParts(phrase.parts, 0, words, at);
  return end > at ? end - at : 0;
}

function matchParts(parts: readonly Part[], from: number, words: readonly Word[], start: number): number {
  let at = start;
  for (let i = from; ; i++) {
    const part = parts[i];
    if (!part) return at;
    const word = words[at];
    const isHere =
      word !== undefined &&
      word.named < 0 &&
      allows(part.mask, word.sense.mark) &&
      fits(part, word.sense.word);
    if (part.rows.length > 0) return matchRows(parts, i, words, { at, isHere });
    if (isHere && part.optional) {
      const end = matchParts(parts, i + 1, words, at + 1);
      if (end >= 0) return end;
    } else if (isHere) at++;
    else if (!part.optional) return -1;
  }
}

/** The longest of the ways on from a part that may be several words. */
function matchRows(
  parts: readonly Part[],
  from: number,
  words: readonly Word[],
  { at, isHere }: { at: number; isHere: boolean },
): number {
  const part = parts[from];
  let best = isHere ? matchParts(parts, from + 1, words, at + 1) : -1;
  for (const row of part?.rows ?? []) {
    const end = matchParts(row, 0, words, at);
    if (end > at) best = Math.max(best, matchParts(parts, from + 1, words, end));
  }
  return part?.optional && best < 0 ? matchParts(parts, from + 1, words, at) : best;
}

function fits(part: Part, word: string): boolean {
  if (part.words.has(word)) return true;
  if (part.any && word.length > 1) return true;
  if (part.number && NUMBER.test(word)) return true;
  return part.stems.some((stem) => word.startsWith(stem));
}

const NUMBER =
  /^(?:\d.*|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|twenty|thirty|forty|fifty|ninety|half|several|zwei|drei|vier|funf|sechs|sieben|acht|neun|zehn|elf|zwolf|zwanzig|mehrere|deux|trois|quatre|cinq|six|sept|huit|neuf|dix|onze|douze|quinze|vingt|plusieurs|dos|tres|cuatro|cinco|seis|siete|ocho|nueve|diez|once|doce|quince|veinte|varios|varias)$/;
