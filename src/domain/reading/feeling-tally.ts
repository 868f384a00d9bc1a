// What was said of each named place, and which words said it.
import type { Head } from './heads.ts';
import type { Lexicon } from './lexicon.ts';
import type { Named } from './position.ts';
import type { Scopes } from './scopes.ts';
import type { Sentence, Token } from './sentences.ts';
import type { Range, Visible } from './structure.ts';

export type Kind = 'recommended' | 'listed' | 'compared' | 'passing' | 'denied';
/** Words that decided, in offsets of the visible text; `weight` is above 0 for praise. */
export type Ground = {
  by: 'words' | 'comparison' | 'heading' | 'list' | 'model';
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
  scene: Scene;
  lexicon: Lexicon;
  scopes: Scopes;
  /** What was said for and against, per named place. */
  sums: Map<number, Sum>;
  /** The same of the sentence that is being read. */
  now: Map<number, Sum>;
  grounds: Map<number, Ground[]>;
  compared: Set<number>;
  recommended: Set<number>;
  denied: Set<number>;
  hedged: Set<number>;
  /** The only entity of the sentence before, for "it" and "the platform". */
  carried: number;
  /** Told of what the model sees; for training alone. */
  watch: Watch | null;
};
export type Segment = {
  words: Token[];
  pairs: number[];
  /** The rules' own judgement and what the sentence looks like. */
  dense: number[];
};
export type Watch = (place: number, segment: Segment) => void;

export function newTally(scene: Scene, lexicon: Lexicon, scopes: Scopes, watch: Watch | null): Tally {
  return {
    ...{ scene, lexicon, scopes, watch },
    sums: new Map(),
    now: new Map(),
    grounds: new Map(),
    compared: new Set(),
    recommended: new Set(),
    denied: new Set(),
    hedged: new Set(),
    carried: -1,
  };
}

/** Counts words for or against a place, in the sum given. */
export function count(sums: Map<number, Sum>, place: number, value: number): void {
  const sum = sums.get(place) ?? { good: 0, bad: 0 };
  sums.set(place, sum);
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
  count(tally.now, place, ground.weight);
  addGround(tally, place, ground);
}

/** Where something stands, what no model needs to weigh: a heading of faults, advice. */
export function settle(tally: Tally, place: number, ground: Ground): void {
  if (place < 0) return;
  count(tally.sums, place, ground.weight);
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
