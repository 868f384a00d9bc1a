// What was said of each named place, and which words said it.
import { isScored } from './feeling-words.ts';
import type { Head } from './heads.ts';
import type { Lexicon } from './lexicon.ts';
import { findMarks, type Mark } from './marks.ts';
import type { Named } from './position.ts';
import type { Scopes } from './scopes.ts';
import type { Sentence } from './sentences.ts';
import type { Range, Visible } from './structure.ts';

export type Kind = 'recommended' | 'listed' | 'compared' | 'passing';
/** Words that decided, in offsets of the visible text; `weight` is above 0 for praise. */
export type Ground = {
  by: 'words' | 'comparison' | 'heading' | 'list' | 'rating' | 'model';
  weight: number;
  start: number;
  end: number;
};
export type Feeling = { sentiment: number | null; kind: Kind; grounds: Ground[] };
export type Scene = {
  visible: Visible;
  heads: readonly Head[];
  leads: ReadonlyMap<Head, number>;
  named: readonly Named[];
  language: string | null;
};
export type Sum = { good: number; bad: number };

export type Tally = {
  /** Whether sentiment is given: the language has it. */
  isScored: boolean;
  scene: Scene;
  lexicon: Lexicon;
  scopes: Scopes;
  /** What was found per named place. */
  found: Map<number, Evidence>;
  /** What the rules found in the sentence that is being read. */
  now: Map<number, Sum>;
  grounds: Map<number, Ground[]>;
  compared: Set<number>;
  recommended: Set<number>;
  /** The place that the next sentence is about if it names nobody, or begins with "it" or "the platform". */
  carried: number;
  /** The places of the last sentence that named any: what the next one says of `both` is about them. */
  lately: readonly number[];
  /** Where the last sentence ended. */
  readTo: number;
  /** The ratings of the text, and the first that is still ahead. */
  marks: readonly Mark[];
  nextMark: number;
  /** Told of what the model sees; for training alone. */
  watch: Watch | null;
};
/** What the model makes of words: the sums of their weights, and how many words they are. */
export type Bag = { good: number; bad: number; count: number };
/** The words and pairs that it sees, for training, and how much of a word counts: its opposite below 0. */
export type Segment = { words: { word: string; share: number }[]; pairs: number[] };

/** What speaks for and against a place, or an entity. */
export type Evidence = {
  /** The rules' values of words and comparisons. */
  rules: Sum;
  /** Headings of pros and cons that it stands under, lists that it stands in. */
  listed: Sum;
  /** Headings and lead-ins that its list stands under, as the model of headings reads them. */
  headed: Sum;
  /** Ratings and signs: `4.7/5`. */
  rated: Sum;
  /** Comparisons won and lost. */
  compared: Sum;
  advice: Sum;
  /** How many sentences the model has seen, what they look like, and what it makes of their words. */
  sentences: number;
  looks: [others: number, away: number, asks: number, even: number];
  bag: Bag;
  /** How much others are advised: of an entity alone. */
  rivals: number;
  /** For training alone. */
  segments: Segment[];
};
/** Told of all that the model sees of an entity. */
export type Watch = (id: number, segments: readonly Segment[], dense: readonly number[]) => void;

export const noEvidence = (): Evidence => ({
  rules: { good: 0, bad: 0 },
  listed: { good: 0, bad: 0 },
  headed: { good: 0, bad: 0 },
  rated: { good: 0, bad: 0 },
  compared: { good: 0, bad: 0 },
  advice: { good: 0, bad: 0 },
  sentences: 0,
  looks: [0, 0, 0, 0],
  rivals: 0,
  bag: { good: 0, bad: 0, count: 0 },
  segments: [],
});

/** What was found of a place so far. */
export function evidenceOf({ found }: Tally, place: number): Evidence {
  const known = found.get(place);
  if (known) return known;
  const made = noEvidence();
  found.set(place, made);
  return made;
}

/** Enough to see in which script a text is written. */
const SAMPLE = 700;

export function newTally(scene: Scene, lexicon: Lexicon, scopes: Scopes, watch: Watch | null): Tally {
  return {
    ...{ scene, lexicon, scopes, watch },
    isScored: isScored(scene.language, scene.visible.folded.slice(0, SAMPLE)),
    found: new Map(),
    now: new Map(),
    grounds: new Map(),
    compared: new Set(),
    recommended: new Set(),
    carried: -1,
    lately: [],
    readTo: 0,
    marks: findMarks(scene.visible),
    nextMark: 0,
  };
}

/** Counts a value for or against. */
export function count(sum: Sum, value: number): void {
  if (value > 0) sum.good += value;
  else sum.bad -= value;
}

const MOST_GROUNDS = 40;

export function addGround(tally: Tally, place: number, ground: Ground): void {
  const list = tally.grounds.get(place);
  if (!list) tally.grounds.set(place, [ground]);
  else if (list.length < MOST_GROUNDS) list.push(ground);
}

/** Words that speak for themselves, and that the model weighs with all others of the sentence. */
export function say(tally: Tally, place: number, ground: Ground): void {
  if (place < 0) return;
  const sum = tally.now.get(place) ?? { good: 0, bad: 0 };
  tally.now.set(place, sum);
  count(sum, ground.weight);
  addGround(tally, place, ground);
}

/** Which sum a ground counts in that speaks for itself. */
const SETTLED = {
  words: 'advice',
  comparison: 'compared',
  rating: 'rated',
  heading: 'listed',
  list: 'listed',
  model: 'rules',
} as const;

/** Where something stands, what no model needs to weigh: a heading of faults, advice. */
export function settle(
  tally: Tally,
  place: number,
  ground: Ground,
  sum: (typeof SETTLED)[Ground['by']] | 'headed' = SETTLED[ground.by],
): void {
  if (place < 0) return;
  count(evidenceOf(tally, place)[sum], ground.weight);
  addGround(tally, place, ground);
}

/** What decided, and where it stands; every ground is made here, so that all have one shape. */
export const grounded = (by: Ground['by'], weight: number, { start, end }: Range): Ground => ({
  by,
  weight,
  start,
  end,
});

/** The stretch of some tokens of a sentence. */
export function stretch(sentence: Sentence, from: number, to: number): { start: number; end: number } {
  const first = sentence.tokens[from];
  const last = sentence.tokens[to];
  return { start: first?.start ?? sentence.start, end: last?.end ?? sentence.end };
}
