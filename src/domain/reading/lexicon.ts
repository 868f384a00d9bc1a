// Words and phrases that say how good something is, per language.

import { type Cues, cuesIn, indexCues } from './cues.ts';
import { cutterOf } from './cut.ts';
import vader from './data/vader.json' with { type: 'json' };
import { fold } from './fold.ts';
import { glossedIn } from './glosses.ts';
import { readHeading } from './headings.ts';
import { keep, keepWords } from './keep.ts';
import { type Raw, rawOf } from './lexicon-data.ts';
import {
  indexPhrases,
  type Mark,
  markOf,
  type Phrase,
  type PhraseIndex,
  parsePhrase,
  phrasesOf,
} from './phrases.ts';
import { isUnspaced, scriptOf } from './script.ts';
import { multiplesOf, type Traits, traitsIn, traitsOf } from './traits.ts';
import { type Wordings, wordingsOf } from './wordings.ts';

/** A passive such as `beaten by` says the opposite where it is denied; other rules say nothing there. */
export type Rule = {
  pattern: RegExp;
  sign: number;
  isPassive: boolean;
  /** All names but the last are on the first side: `Neither A nor B comes close to C`. */
  isShared: boolean;
};
/** All that is known of a word: what it is, its value, the phrases that begin with it. */
export type Sense = {
  /** A number of its own. */
  id: number;
  word: string;
  is: number;
  value: number;
  phrases: readonly Phrase[];
  /** How phrases that it may be part of know it. */
  mark: Mark;
  /** The patterns that it may serve: of the lexicon (`CUE`), and of roles once they were asked for. */
  cues: number;
  roles?: number;
  seen?: Seen;
};
/** What the model has learnt of a word: its hash, that of its English root, its weights, how many words it counts for. */
export type Seen = { hash: number; key: number; good: number; bad: number; count: number };
export type Lexicon = {
  sense: (text: string, from: number, to: number) => Sense;
  /** Where the word ends that begins at a place of text without spaces; null for languages that have them. */
  cut: ((text: string, from: number, to: number) => number) | null;
  /** What stands between the words of a line. */
  gap: string;
  /** The tone of a heading or label. */
  tone: (label: string) => Tone | null;
  /** The tone of what stands above a list, by all of its words. */
  listTone: (heading: string) => Tone | null;
  words: ReadonlyMap<string, number>;
  /** Beginnings of words: `break*`. */
  stems: ReadonlyMap<string, number>;
  phrases: PhraseIndex;
  traits: Traits;
  /** `twice`: 1, `half`: -1. */
  multiples: ReadonlyMap<string, number>;
  boosters: ReadonlyMap<string, number>;
  comparatives: ReadonlyMap<string, number>;
  comparativeEnding: string;
  endings: readonly string[];
  tones: readonly [Tone, RegExp][];
  recommend: RegExp | null;
  wordings: Wordings;
  rules: readonly Rule[];
  single: readonly Rule[];
  unlike: RegExp | null;
  /** All patterns of a kind in one, to leave quickly. */
  anyRule: RegExp;
  anySingle: RegExp;
  /** Which words these patterns need. */
  cues: Cues;
};
/** Languages without spaces between words, whose texts are cut by the words that are known. */
export const UNSPACED: ReadonlySet<string> = new Set(['ja', 'zh']);
/** Patterns by the bits of what they need. */
export const CUE = { rule: 1, single: 2, unlike: 4 } as const;
/**
 * What a heading or label says of what stands under it; `best` recommends it, too. `liked` and `disliked` are what all
 * words of a heading make likely.
 */
export type Tone = 'pros' | 'cons' | 'avoid' | 'best' | 'praised' | 'liked' | 'disliked';

/** General words of little weight say nothing about products. */
const strongOnly = (table: Record<string, number>): Record<string, number> =>
  Object.fromEntries(Object.entries(table).filter(([, value]) => Math.abs(value) >= 1.8));

const readPhrases = (raw: Raw): Phrase[] => [
  ...Object.entries(raw.phrases).map(([phrase, value]) => parsePhrase(phrase, value)),
  ...[raw.said ?? []]
    .flat()
    .flatMap((table) => Object.entries(table))
    .flatMap(([value, phrases]) => phrases.map((phrase) => parsePhrase(phrase, Number(value)))),
];

/** Phrases of one word are words. */
function takeWords(phrases: readonly Phrase[], words: Map<string, number>): Phrase[] {
  return phrases.filter(({ parts, value }) => {
    const [part] = parts;
    if (!part || parts.length > 1 || part.any) return true;
    for (const word of [...part.words, ...part.stems.map((stem) => `${stem}*`)])
      if (!words.has(word)) words.set(word, value);
    return part.rows.length > 0;
  });
}

const foldKeys = (table: Record<string, number>): Map<string, number> =>
  new Map(Object.entries(table).map(([word, value]) => [fold(word), value]));

function compile(language: string, raw: Raw, base: Record<string, number> = {}): Lexicon {
  const words = new Map([...foldKeys(base), ...foldKeys(raw.words)]);
  const phrases = takeWords(readPhrases(raw), words);
  const patterns = patternsOf(raw, !UNSPACED.has(language));
  const isSpaced = !UNSPACED.has(language);
  const traits = givenTraits(language, raw);
  const lexicon: Lexicon = {
    cut: isSpaced ? null : cutterOf([...words.keys(), ...traits.words.keys(), ...glossedIn(language)]),
    gap: isSpaced ? ' ' : '',
    sense: keepWords((word) => findSense(lexicon, word)),
    tone: keep((label) => findTone(lexicon, label)),
    listTone: keep((heading) => findTone(lexicon, heading) ?? readHeading(heading, language)),
    words,
    stems: stemsOf(words),
    phrases: indexPhrases(phrases),
    traits,
    multiples: multiplesOf(language),
    boosters: foldKeys(raw.boosters),
    comparatives: foldKeys(raw.comparatives),
    comparativeEnding: raw.comparativeEnding ?? '',
    endings: raw.endings ?? [],
    tones: tones(raw),
    recommend: raw.recommend ? new RegExp(raw.recommend) : null,
    wordings: wordingsOf(language),
    rules: rules(raw.rules),
    single: rules(raw.single),
    ...patterns,
    // Pieces of patterns are not the words that text without spaces is cut into: nothing is known of them.
    cues: isSpaced ? cuesOf(patterns) : { pieces: new Map(), always: CUE.rule | CUE.single | CUE.unlike },
  };
  return lexicon;
}

const givenTraits = (language: string, raw: Raw): Traits =>
  traitsOf(language, {
    negator: raw.negators,
    contrast: raw.contrast,
    object: raw.objects ?? [],
    pronoun: raw.pronouns,
    than: raw.than,
    more: raw.more,
    less: raw.less,
    as: [raw.asWord ?? []].flat(),
    cost: raw.costWords ?? [],
  });

type Patterns = Pick<Lexicon, 'anyRule' | 'anySingle' | 'unlike'>;

const patternsOf = (raw: Raw, isSpaced: boolean): Patterns => ({
  unlike:
    raw.unlike.length === 0
      ? null
      : isSpaced
        ? new RegExp(`(?:^| )(?:${raw.unlike.map(withSide).join('|')})`)
        : new RegExp(`(?:${raw.unlike.join('|')}).{0,6}?E`),
  anyRule: anyOf(raw.rules),
  anySingle: anyOf(raw.single),
});

/** The other side stands after the wording, unless that says where: `something E never does`. */
const withSide = (source: string): string =>
  /(?<![A-Za-z])E(?![A-Za-z])/.test(source) ? source : `${source} (?:\\S+ )?E`;

/** In the order of the bits of `CUE`. */
const cuesOf = ({ anyRule, anySingle, unlike }: Patterns): Cues => indexCues([anyRule, anySingle, unlike]);

/** The text is folded, and so are patterns; their escapes stay as they are. */
export const foldedSource = (source: string): string =>
  source.replace(/[^\p{ASCII}]+/gu, (text) => fold(text));

function tones(raw: Raw): [Tone, RegExp][] {
  const order = ['avoid', 'cons', 'pros', 'best', 'praised'] as const;
  return order.flatMap((tone): [Tone, RegExp][] => {
    const own = raw[tone] ?? [];
    return own.length > 0 ? [[tone, new RegExp(`^(?:${foldedSource(own.join('|'))})$`)]] : [];
  });
}

const ARTICLES = 'an?|the|their|der|die|das|den|dem|le|la|el|los|las|o|os|as|um|il|lo|de|het|een';
/** An article may stand before a name: `buy a Miele`. */
export const withArticles = (source: string): string => source.replace(/ E/g, ` (?:(?:${ARTICLES}) )?E`);

const sourceOf = (source: string): string => withArticles(foldedSource(source));

const anyOf = (raw: (string | number)[][]): RegExp =>
  raw.length > 0 ? new RegExp(raw.map(([source]) => sourceOf(String(source))).join('|')) : /(?!)/;
const rules = (raw: (string | number)[][]): Rule[] =>
  raw.map(([source, sign, voice]) => ({
    pattern: new RegExp(sourceOf(String(source)), 'g'),
    sign: Number(sign),
    isPassive: voice === 'passive',
    isShared: voice === 'shared',
  }));

const stemsOf = (words: ReadonlyMap<string, number>): Map<string, number> =>
  new Map(
    [...words].filter(([word]) => word.endsWith('*')).map(([word, value]) => [word.slice(0, -1), value]),
  );

const lexicons = new Map<string, Lexicon>();

/** The lexicon of a language, if there is one; made when it is first asked for. */
export function lexiconOf(language: string | null): Lexicon | null {
  if (language === null) return null;
  const known = lexicons.get(language);
  if (known) return known;
  const raw = rawOf(language);
  if (!raw) return null;
  const lexicon = compile(language, raw, language === 'en' ? strongOnly(vader) : {});
  lexicons.set(language, lexicon);
  return lexicon;
}

/** 0 and 1 are the end of a text and a name. */
let nextId = 2;

function findSense(lexicon: Lexicon, word: string): Sense {
  return {
    id: nextId++,
    word,
    is: traitsIn(lexicon.traits, word),
    value: findValue(lexicon, word),
    phrases: phrasesOf(lexicon.phrases, word),
    mark: markOf(word),
    cues: cuesIn(lexicon.cues, word),
  };
}

/** The value of a word in itself, by its inflected forms too; 0 when it says nothing. */
function findValue(lexicon: Lexicon, word: string): number {
  const exact = lexicon.words.get(word);
  if (exact !== undefined) return exact;
  if (isUnspaced(scriptOf(word.charCodeAt(0)))) return sumOfParts(lexicon, word);
  for (let length = Math.min(word.length, LONGEST_STEM); length >= 2 && lexicon.stems.size > 0; length--) {
    const stem = lexicon.stems.get(word.slice(0, length));
    if (stem !== undefined) return stem;
  }
  if (word.endsWith('-friendly')) return 1.4;
  for (const ending of lexicon.endings) {
    if (word.length <= ending.length + 2 || !word.endsWith(ending)) continue;
    const stem = lexicon.words.get(word.slice(0, -ending.length));
    if (stem !== undefined) return stem;
  }
  return comparativeOf(lexicon, word) ?? 0;
}

const LONGEST_STEM = 16;
const LONGEST_PART = 8;

/** Text without spaces says what its parts say, the longest first. */
function sumOfParts(lexicon: Lexicon, text: string): number {
  let sum = 0;
  for (let at = 0; at < text.length; ) {
    let length = Math.min(LONGEST_PART, text.length - at);
    while (length > 1 && !lexicon.words.has(text.slice(at, at + length))) length--;
    sum += lexicon.words.get(text.slice(at, at + length)) ?? 0;
    at += length;
  }
  return Math.max(-4, Math.min(4, sum));
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

const LONGEST_LABEL = 90;

function findTone(lexicon: Lexicon, label: string): Tone | null {
  const bare = label.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N})]+$/gu, '').replace(/\s+/g, ' ');
  if (bare.length < 3 || bare.length > LONGEST_LABEL) return null;
  return lexicon.tones.find(([, pattern]) => pattern.test(bare))?.[0] ?? null;
}
