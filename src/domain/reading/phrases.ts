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
};
export type Phrase = { parts: readonly Part[]; value: number };
export type Said = { length: number; value: number };

const CHOICE = /\{([^{}]*)\}|[^\s{}]+/g;

/** Reads a phrase of the data. */
export function parsePhrase(source: string, value: number): Phrase {
  return { parts: parse(fold(source)), value };
}

function parse(source: string): Part[] {
  return [...source.matchAll(CHOICE)].map((match) => partOf((match[1] ?? match[0]).split('|')));
}

function partOf(choices: readonly string[]): Part {
  const single = choices.map((choice) => choice.trim()).filter((choice) => !choice.includes(' '));
  const stems = single.filter((word) => word.length > 1 && word.endsWith('*'));
  return {
    words: new Set(
      single.filter((word) => word !== '' && word !== '_' && word !== '#' && !word.endsWith('*')),
    ),
    stems: stems.map((stem) => stem.slice(0, -1)),
    any: single.includes('_'),
    number: single.includes('#'),
    rows: choices.filter((choice) => choice.trim().includes(' ')).map((choice) => parse(choice.trim())),
    optional: single.includes(''),
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

/** Stands for a word that is not known yet. */
const UNKNOWN = '\0';

/** Whether a phrase may have this word at a place; it may also be over before. */
export const mayHave = (phrase: Phrase, place: number, word: string): boolean =>
  matchPhrase(phrase, (at) => (at === place ? word : UNKNOWN), 0) > 0;

/** How many words from `at` on are the phrase; 0 when they are not. */
export function matchPhrase(phrase: Phrase, wordAt: (at: number) => string, at: number): number {
  const end = matchParts(phrase.parts, 0, wordAt, at);
  return end > at ? end - at : 0;
}

function matchParts(
  parts: readonly Part[],
  from: number,
  wordAt: (at: number) => string,
  at: number,
): number {
  const part = parts[from];
  if (!part) return at;
  let best = -1;
  const word = wordAt(at);
  if (word !== '' && fits(part, word)) best = matchParts(parts, from + 1, wordAt, at + 1);
  for (const row of part.rows) {
    const end = matchParts(row, 0, wordAt, at);
    if (end > at) best = Math.max(best, matchParts(parts, from + 1, wordAt, end));
  }
  return part.optional && best < 0 ? matchParts(parts, from + 1, wordAt, at) : best;
}

function fits(part: Part, word: string): boolean {
  if (part.words.has(word) || word === UNKNOWN) return true;
  if (part.any && word.length > 1) return true;
  if (part.number && NUMBER.test(word)) return true;
  return part.stems.some((stem) => word.startsWith(stem));
}

const NUMBER =
  /^(?:\d.*|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|twenty|thirty|forty|fifty|ninety|half|several|zwei|drei|vier|funf|sechs|sieben|acht|neun|zehn|elf|zwolf|zwanzig|mehrere|deux|trois|quatre|cinq|six|sept|huit|neuf|dix|quinze|vingt|plusieurs|dos|tres|cuatro|cinco|seis|siete|ocho|nueve|diez|quince|veinte|varios|varias)$/;
