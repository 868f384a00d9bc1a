// The learned part of sentiment: a small linear model that weighs all words about an entity together with what the
// rules found. evaluate/train.ts makes its weights; docs/decisions/0007-sentiment.md says what it is worth.
import type { Compared } from './compare.ts';
import type { Bag, Evidence, Segment } from './feeling-tally.ts';
import {
  BITS,
  DENIED,
  featuresOf,
  hashOf,
  keyOf,
  keyPairOf,
  OTHER,
  pairOf,
  plain,
  TARGET,
} from './feeling-words.ts';
import { glossesOf } from './glosses.ts';
import type { Seen } from './lexicon.ts';
import type { Named } from './position.ts';
import { is, type Sentence, type Token } from './sentences.ts';
import { IS } from './traits.ts';
import { readModel } from './weights.ts';

/** How many features `denseOf` gives. */
export const DENSE = 50;
const model = readModel('sentiment-model', 1 << BITS);
const { table } = model;

/** How much the pieces of a word weigh against the word itself. */
const shareOf = (features: number): number => 0.75 / Math.sqrt(Math.max(1, features));
/** How much a pair weighs against a word. */
export const PAIR = 0.7;
const isUnspacedWord = (features: readonly number[], word: string): boolean =>
  features.length > 0 && word.charCodeAt(0) > 0x2e80 && !/[\uac00-\ud7a3]/.test(word.charAt(0));

/** Visits what the model sees of a word; returns for how many words it counts. */
export function visitWord(
  word: string,
  language: string | null,
  visit: (feature: number, weight: number) => void,
): number {
  const features = featuresOf(word);
  const unspaced = isUnspacedWord(features, word);
  const all = (list: readonly number[]): void => {
    for (let i = 0; i < list.length; i++)
      visit(list[i] ?? 0, unspaced ? 0.5 : i === 0 ? 1 : shareOf(list.length - 1));
  };
  all(features);
  for (const gloss of glossesOf(word, language)) all(featuresOf(gloss));
  return unspaced ? features.length / 4 : 1;
}

function findSeen(word: string, language: string | null): Seen {
  const seen: Seen = {
    hash: hashOf(plain(word)),
    key: keyOf(glossesOf(word, language).at(-1) ?? (language === 'en' ? word : null)),
    good: 0,
    bad: 0,
    count: 0,
  };
  seen.count = visitWord(word, language, (feature, weight) => {
    seen.good += weight * (table[2 * feature] ?? 0);
    seen.bad += weight * (table[2 * feature + 1] ?? 0);
  });
  return seen;
}

const MARKS = /^[,;:()%/=–]$/;
const MOST_NAMES = 12;
const REACH = 3;
/** How many words apart a pair may stand, and how far a word of denial reaches. */
const SKIP = 2;
const DENIAL = 5;
/** How many words after one of denial count as their opposite. */
const NEGATED = 3;
/** How far a verb such as `prevents` reaches. */
const OBJECTS = 4;
const MARK: Seen = { hash: 0, key: 0, good: 0, bad: 0, count: 0 };

/** The tokens of a sentence as the model sees them. */
export type View = {
  sentence: Sentence;
  named: readonly Named[];
  seen: Seen[];
  names: number[];
  compared: Pick<Compared, 'turned' | 'mirrors'>;
};

/** What the model knows of each token, what a product works against left out. */
export function viewOf(
  sentence: Sentence,
  named: readonly Named[],
  language: string | null,
  compared: View['compared'],
): View {
  const seen: Seen[] = [];
  const names: number[] = [];
  let objects = 0;
  sentence.tokens.forEach((token, at) => {
    if (token.named >= 0 && names.length < MOST_NAMES) names.push(at);
    if (is(token, IS.object)) objects = OBJECTS;
    else if (token.named >= 0 || is(token, IS.verb)) objects = 0;
    else objects--;
    // `detects crashes`: what it works against is no blame.
    const isObject = objects > 0 && token.sense.value <= 0;
    if (isObject || token.named >= 0 || (token.word.length === 1 && MARKS.test(token.word))) seen.push(MARK);
    else {
      token.sense.seen ??= findSeen(token.word, language);
      seen.push(token.sense.seen);
    }
  });
  return { sentence, named, seen, names, compared };
}

/** The pairs that tell something of a place: of its own words, by their letters and by their English roots. */
function ownPairs(view: View, owned: readonly number[], visit: (pair: number) => void): void {
  const { sentence, seen } = view;
  let from = 0;
  let denied = -DENIAL - 1;
  for (let i = 0; i < owned.length; i++) {
    const at = owned[i] ?? 0;
    const first = seen[at] ?? MARK;
    for (; from < at; from++) if (is(sentence.tokens[from], IS.negator)) denied = from;
    if (first.hash === 0) continue;
    if (first.key !== 0 && at - denied <= DENIAL) visit(keyPairOf(DENIED, first.key));
    const denies = is(sentence.tokens[at], IS.negator);
    for (let gap = 1; gap <= (denies ? DENIAL : SKIP) && owned[i + gap] === at + gap; gap++) {
      const second = seen[at + gap] ?? MARK;
      if (second.hash === 0) continue;
      if (gap <= SKIP) {
        visit(pairOf(first.hash, second.hash, gap === 1 ? 1 : 3));
        if (first.key !== 0 && second.key !== 0) visit(keyPairOf(first.key, second.key));
      }
      if (denies) visit(pairOf(DENIED, second.hash, 1));
    }
  }
}

/** The pairs of names and the words around them. */
function namePairs(
  { sentence, named, seen, names }: View,
  place: number,
  visit: (pair: number) => void,
): void {
  const id = named[place]?.id;
  const hashAt = (at: number): number => {
    const name = sentence.tokens[at]?.named ?? -1;
    if (name >= 0) return named[name]?.id === id ? TARGET : OTHER;
    return seen[at]?.hash ?? 0;
  };
  for (const at of names)
    for (let other = at - REACH; other <= at + REACH; other++) {
      const hash = other === at ? 0 : hashAt(other);
      if (hash === 0) continue;
      const gap = Math.abs(other - at) > 1 ? 2 : 1;
      visit(other < at ? pairOf(hash, hashAt(at), gap) : pairOf(hashAt(at), hash, gap));
    }
}

function addPair(bag: Bag, pair: number): void {
  bag.good += PAIR * (table[2 * pair] ?? 0);
  bag.bad += PAIR * (table[2 * pair + 1] ?? 0);
}

/** The words that speak of a place: its own, those that a comparison mirrors, and what denial or `less` turns round. */
function wordsOf(
  { sentence: { tokens }, compared: { turned, mirrors } }: View,
  place: number,
  owned: readonly number[],
  visit: (at: number, share: number) => void,
): void {
  const say = (words: readonly number[], share: number, isOwn: (at: number) => boolean): void => {
    let denied = -NEGATED - 1;
    let from = words[0] ?? 0;
    for (const at of words) {
      for (; from < at; from++) {
        if (denies(tokens, from)) denied = from;
        else if (is(tokens[from], IS.stop | IS.contrast)) denied = -NEGATED - 1;
      }
      if (isOwn(at)) visit(at, turned.has(at) !== at - denied <= NEGATED ? -share : share);
    }
  };
  say(owned, 1, () => true);
  for (const { token, words, share } of mirrors)
    if (tokens[token]?.named === place) say(words, share, (at) => !owned.includes(at));
}

/** `less` is counted by itself, and `not only` denies nothing. */
const denies = (tokens: readonly Token[], at: number): boolean =>
  is(tokens[at], IS.negator) && !is(tokens[at], IS.less) && !is(tokens[at + 1], IS.only);

/** Weighs what a sentence says of a place. */
export function bagOf(view: View, place: number, owned: readonly number[]): Bag {
  const bag: Bag = { good: 0, bad: 0, count: 0 };
  wordsOf(view, place, owned, (at, share) => {
    const seen = view.seen[at] ?? MARK;
    bag.good += share * seen.good;
    bag.bad += share * seen.bad;
    bag.count += Math.abs(share) * seen.count;
  });
  const add = (pair: number): void => addPair(bag, pair);
  ownPairs(view, owned, add);
  namePairs(view, place, add);
  return bag;
}

/** All that the model sees of what a sentence says of a place. */
export function segmentOf(view: View, place: number, owned: readonly number[]): Segment {
  const pairs: number[] = [];
  ownPairs(view, owned, (pair) => pairs.push(pair));
  namePairs(view, place, (pair) => pairs.push(pair));
  const words: Segment['words'] = [];
  wordsOf(view, place, owned, (at, share) => {
    const token = view.sentence.tokens[at];
    if (token && view.seen[at] !== MARK) words.push({ word: token.word, share });
  });
  return { words, pairs };
}

/** What a sentence looks like to a place: other names, not named itself, a question. */
export function looksOf({ sentence, named, names }: View, place: number): Evidence['looks'] {
  const id = named[place]?.id;
  const isTarget = (at: number): boolean => named[sentence.tokens[at]?.named ?? -1]?.id === id;
  return [names.every(isTarget) ? 0 : 1, names.some(isTarget) ? 0 : 1, sentence.asks ? 1 : 0, 0];
}

/** What the rules found of an entity, and what its sentences look like; in an answer all of that weighs otherwise. */
export function denseOf(evidence: Evidence, isRecommended: boolean, isAnswer: boolean): number[] {
  const { rules, listed, headed, rated, compared, advice, sentences, looks, bag, rivals } = evidence;
  const bare = 1 / Math.sqrt(1 + bag.count);
  const share = 1 / Math.sqrt(Math.max(1, sentences));
  const [praise, blame] = [share * rules.good, share * rules.bad];
  const own = [
    Math.min(praise, 6) / 2,
    Math.min(blame, 6) / 2,
    Math.min(praise, blame, 4) / 2,
    Math.min(listed.good, 4) / 2,
    Math.min(listed.bad, 4) / 2,
    Math.min(headed.good, 2),
    Math.min(headed.bad, 2),
    Math.min(rated.good, 4) / 2,
    Math.min(rated.bad, 4) / 2,
    bare * Math.min(listed.good, 4),
    bare * Math.min(listed.bad, 4),
    bare * Math.min(rated.good, 4),
    bare * Math.min(rated.bad, 4),
    Math.min(compared.good, 4) / 2,
    Math.min(compared.bad, 4) / 2,
    Math.min(advice.good, 6) / 3,
    Math.min(advice.bad, 6) / 3,
    isRecommended ? 1 : 0,
    advice.good > 0 ? 0 : Math.min(rivals, 6) / 3,
    1,
    ...looks,
    sentences === 0 ? 1 : 0,
  ];
  return [...own, ...own.map((value) => (isAnswer ? value : 0))];
}

/** Many words do not count as much as their sum. */
export const lengthScale = (count: number): number => 0.5 / Math.sqrt(count + 1);

/** How much more likely praise and blame are than neither, as logarithms. */
export function judge(bag: Bag, dense: readonly number[]): { praise: number; blame: number } {
  const scale = lengthScale(bag.count) * model.scale;
  let [praise, blame] = [bag.good * scale, bag.bad * scale];
  dense.forEach((value, i) => {
    praise += value * (model.dense?.[0][i] ?? 0);
    blame += value * (model.dense?.[1][i] ?? 0);
  });
  return { praise, blame };
}

/** How much a sentence adds for (above 0) or against. */
export const leaningOf = ({ good, bad, count }: Bag): number =>
  (good - bad) * lengthScale(count) * model.scale;
