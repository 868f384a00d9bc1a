// Words and phrases that say how good something is, per language.

import german from './data/feelings-de.json' with { type: 'json' };
import english from './data/feelings-en.json' with { type: 'json' };
import spanish from './data/feelings-es.json' with { type: 'json' };
import french from './data/feelings-fr.json' with { type: 'json' };
import vader from './data/vader.json' with { type: 'json' };
import { fold } from './fold.ts';
import type { Token } from './sentences.ts';

export type Rule = { pattern: RegExp; sign: number };
export type Lexicon = {
  /** Values of words that were asked for. */
  kept: Map<string, number>;
  words: ReadonlyMap<string, number>;
  phrases: ReadonlyMap<string, { words: string[]; value: number }[]>;
  negators: ReadonlySet<string>;
  boosters: ReadonlyMap<string, number>;
  contrast: ReadonlySet<string>;
  objects: ReadonlySet<string>;
  pronouns: ReadonlySet<string>;
  than: ReadonlySet<string>;
  more: ReadonlySet<string>;
  less: ReadonlySet<string>;
  asWords: ReadonlySet<string>;
  costWords: ReadonlySet<string>;
  comparatives: ReadonlyMap<string, number>;
  comparativeEnding: string;
  endings: readonly string[];
  tones: readonly [Tone, RegExp][];
  recommend: RegExp | null;
  rules: readonly Rule[];
  single: readonly Rule[];
  unlike: RegExp | null;
  /** All patterns of a kind in one, to leave quickly. */
  anyRule: RegExp;
  anySingle: RegExp;
  denied: RegExp | null;
  hedges: RegExp | null;
};
export type Tone = 'pros' | 'cons' | 'avoid' | 'best';

/** A language's data file; what it leaves out does not apply. */
type Raw = {
  words: Record<string, number>;
  phrases: Record<string, number>;
  negators: string[];
  boosters: Record<string, number>;
  contrast: string[];
  objects?: string[];
  pronouns: string[];
  than: string[];
  more: string[];
  less: string[];
  asWord?: string | string[];
  comparatives: Record<string, number>;
  costWords?: string[];
  comparativeEnding?: string;
  endings?: string[];
  pros: string[];
  cons: string[];
  avoid: string[];
  best: string[];
  recommend?: string;
  rules: (string | number)[][];
  single: (string | number)[][];
  unlike: string[];
  denied: string[];
  hedges?: string;
};

/** General words of little weight say nothing about products. */
const strongOnly = (table: Record<string, number>): Record<string, number> =>
  Object.fromEntries(Object.entries(table).filter(([, value]) => Math.abs(value) >= 1.3));

const foldKeys = (table: Record<string, number>): Map<string, number> =>
  new Map(Object.entries(table).map(([word, value]) => [fold(word), value]));
const foldSet = (words: readonly string[] = []): Set<string> => new Set(words.map(fold));

function compile(raw: Raw, base: Record<string, number> = {}): Lexicon {
  const words = new Map([...foldKeys(base), ...foldKeys(raw.words)]);
  return {
    kept: new Map(),
    words,
    phrases: phraseIndex(raw.phrases),
    negators: foldSet(raw.negators),
    boosters: foldKeys(raw.boosters),
    contrast: foldSet(raw.contrast),
    objects: foldSet(raw.objects),
    pronouns: foldSet(raw.pronouns),
    than: foldSet(raw.than),
    more: foldSet(raw.more),
    less: foldSet(raw.less),
    asWords: foldSet(typeof raw.asWord === 'string' ? [raw.asWord] : raw.asWord),
    comparatives: foldKeys(raw.comparatives),
    costWords: foldSet(raw.costWords),
    comparativeEnding: raw.comparativeEnding ?? '',
    endings: raw.endings ?? [],
    tones: tones(raw),
    recommend: raw.recommend ? new RegExp(raw.recommend) : null,
    rules: rules(raw.rules),
    single: rules(raw.single),
    unlike: raw.unlike.length > 0 ? new RegExp(`(?:^| )(?:${raw.unlike.join('|')}) (?:\\S+ )?E`) : null,
    anyRule: anyOf(raw.rules),
    anySingle: anyOf(raw.single),
    denied: raw.denied.length > 0 ? new RegExp(raw.denied.join('|')) : null,
    hedges: raw.hedges ? new RegExp(raw.hedges) : null,
  };
}

function tones(raw: Raw): [Tone, RegExp][] {
  const order: Tone[] = ['avoid', 'cons', 'pros', 'best'];
  return order
    .filter((tone) => raw[tone].length > 0)
    .map((tone) => [tone, new RegExp(`^(?:${raw[tone].join('|')})$`)]);
}

/** An article may stand before a name: `buy a Miele`. */
const withArticles = (source: string): string =>
  source.replace(/ E/g, ' (?:an? |the |der |die |das |den |le |la |el )?E');

const anyOf = (raw: (string | number)[][]): RegExp =>
  raw.length > 0 ? new RegExp(raw.map(([source]) => withArticles(String(source))).join('|')) : /(?!)/;
const rules = (raw: (string | number)[][]): Rule[] =>
  raw.map(([source, sign]) => ({
    pattern: new RegExp(withArticles(String(source)), 'g'),
    sign: Number(sign),
  }));

function phraseIndex(phrases: Record<string, number>): Map<string, { words: string[]; value: number }[]> {
  const index = new Map<string, { words: string[]; value: number }[]>();
  for (const [phrase, value] of Object.entries(phrases)) {
    const words = fold(phrase).split(' ');
    const first = words[0] ?? '';
    index.set(
      first,
      [...(index.get(first) ?? []), { words, value }].sort((a, b) => b.words.length - a.words.length),
    );
  }
  return index;
}

const lexicons: Record<string, Lexicon> = {
  en: compile(english, strongOnly(vader)),
  de: compile(german),
  es: compile(spanish),
  fr: compile(french),
};

/** The lexicon of a language, if there is one. */
export const lexiconOf = (language: string | null): Lexicon | null =>
  language === null ? null : (lexicons[language] ?? null);

const KEPT = 30_000;

/** The value of a word in itself, by its inflected forms too; 0 when it says nothing. */
export function wordValue(lexicon: Lexicon, word: string): number {
  const kept = lexicon.kept.get(word);
  if (kept !== undefined) return kept;
  const value = findValue(lexicon, word);
  if (lexicon.kept.size < KEPT) lexicon.kept.set(word, value);
  return value;
}

function findValue(lexicon: Lexicon, word: string): number {
  const exact = lexicon.words.get(word);
  if (exact !== undefined) return exact;
  if (word.endsWith('-friendly')) return 1.4;
  for (const ending of lexicon.endings) {
    if (word.length <= ending.length + 2 || !word.endsWith(ending)) continue;
    const stem = lexicon.words.get(word.slice(0, -ending.length));
    if (stem !== undefined) return stem;
  }
  return comparativeOf(lexicon, word) ?? 0;
}

/** English and German build comparatives alike. */
const COMPARATIVE = /^(.+?)er(?:e[nmrs]?)?$/;

/** The value of a comparative such as `faster`; null when the word is none. */
export function comparativeOf(lexicon: Lexicon, word: string): number | null {
  const exact = lexicon.comparatives.get(word);
  if (exact !== undefined) return exact;
  const ending = lexicon.comparativeEnding;
  if (ending === '' || word.length < 5 || !word.includes(ending)) return null;
  const stem = COMPARATIVE.exec(word)?.[1];
  if (stem === undefined) return null;
  for (const form of [stem, `${stem}e`, stem.replace(/i$/, 'y'), stem.replace(/(.)\1$/, '$1')]) {
    const value = lexicon.words.get(form);
    if (value !== undefined && value !== 0) return value;
  }
  return lexicon.words.get(word) ?? null;
}

/** The phrase that begins at a token, longest first. */
export function phraseAt(
  lexicon: Lexicon,
  tokens: readonly Token[],
  at: number,
): { length: number; value: number } | null {
  for (const phrase of lexicon.phrases.get(tokens[at]?.word ?? '') ?? []) {
    if (phrase.words.every((word, i) => tokens[at + i]?.word === word))
      return { length: phrase.words.length, value: phrase.value };
  }
  return null;
}
