// The learned part of sentiment: a small linear model that weighs the words about an entity together with the rules.
// evaluate/train.ts makes its weights; docs/decisions/0007-sentiment.md says what it is worth.
import data from './data/sentiment-model.json' with { type: 'json' };
import type { Segment, Sum } from './feeling-tally.ts';
import { BITS, DENIED, featuresOf, hashOf, OTHER, pairOf, plain, TARGET } from './feeling-words.ts';
import { IS, type Seen } from './lexicon.ts';
import type { Named } from './position.ts';
import { is, type Sentence } from './sentences.ts';

export type Weights = {
  good: ArrayLike<number>;
  bad: ArrayLike<number>;
  dense: readonly (readonly number[])[];
};
export const DENSE = 7;
const SIZE = 1 << BITS;
// Praise and blame of a feature stand beside each other: one place of memory is fetched for both.
const weights = new Int8Array(2 * SIZE);
readWeights(data.good, 0);
readWeights(data.bad, 1);

function readWeights(text: string, side: 0 | 1): void {
  const bytes = Buffer.from(text, 'base64');
  // Pairs of a distance to the next weight and the weight; most of the table is empty.
  for (let i = 0, at = -1; i + 1 < bytes.length; i += 2) {
    at += bytes[i] ?? 0;
    weights[2 * at + side] = bytes.readInt8(i + 1);
  }
}

/** How much the pieces of a word weigh against the word itself. */
export const shareOf = (features: number): number => 0.75 / Math.sqrt(Math.max(1, features));
export const PAIR = 0.7;
export const isUnspacedWord = (features: readonly number[], word: string): boolean =>
  features.length > 0 && word.charCodeAt(0) > 0x2e80 && !/[\uac00-\ud7a3]/.test(word.charAt(0));

function findSeen(word: string): Seen {
  const features = featuresOf(word);
  const unspaced = isUnspacedWord(features, word);
  const seen: Seen = {
    hash: hashOf(plain(word)),
    good: 0,
    bad: 0,
    count: unspaced ? features.length / 4 : 1,
  };
  features.forEach((feature, i) => {
    const share = unspaced ? 0.5 : i === 0 ? 1 : shareOf(features.length - 1);
    seen.good += share * (weights[2 * feature] ?? 0);
    seen.bad += share * (weights[2 * feature + 1] ?? 0);
  });
  return seen;
}

const MARKS = /^[,;:()%/=–]$/;
const MOST_NAMES = 12;
const REACH = 3;
/** How many words apart a pair may stand, and how far a word of denial reaches. */
const SKIP = 2;
const DENIAL = 5;
/** How far a verb such as `prevents` reaches. */
const OBJECTS = 4;
const MARK: Seen = { hash: 0, good: 0, bad: 0, count: 0 };

/** The tokens of a sentence as the model sees them. */
export type View = { sentence: Sentence; named: readonly Named[]; seen: Seen[]; names: number[] };

export function viewOf(sentence: Sentence, named: readonly Named[]): View {
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
      token.sense.seen ??= findSeen(token.word);
      seen.push(token.sense.seen);
    }
  });
  return { sentence, named, seen, names };
}

/** The pairs of neighbours that tell something of a place: among its own words, and around names. */
function pairsOf(view: View, place: number, owned: readonly number[], visit: (pair: number) => void): void {
  const { sentence, named, seen, names } = view;
  const id = named[place]?.id;
  for (let i = 0; i + 1 < owned.length; i++) {
    const at = owned[i] ?? 0;
    const first = seen[at]?.hash ?? 0;
    if (first === 0) continue;
    const denies = is(sentence.tokens[at], IS.negator);
    for (let gap = 1; gap <= (denies ? DENIAL : SKIP) && owned[i + gap] === at + gap; gap++) {
      const second = seen[at + gap]?.hash ?? 0;
      if (second === 0) continue;
      if (gap <= SKIP) visit(pairOf(first, second, gap === 1 ? 1 : 3));
      if (denies) visit(pairOf(DENIED, second, 1));
    }
  }
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

/** The rules' own judgement, and what the sentence looks like. */
function denseOf({ sentence, named, names }: View, place: number, rules: Sum | undefined): number[] {
  const { good: praise, bad: blame } = rules ?? { good: 0, bad: 0 };
  const id = named[place]?.id;
  const isTarget = (at: number): boolean => named[sentence.tokens[at]?.named ?? -1]?.id === id;
  return [
    Math.min(praise, 6) / 2,
    Math.min(blame, 6) / 2,
    Math.min(praise, blame, 4) / 2,
    1,
    names.every(isTarget) ? 0 : 1,
    names.some(isTarget) ? 0 : 1,
    sentence.asks ? 1 : 0,
  ];
}

/** All that the model sees of what a sentence says of a place; for training. */
export function segmentOf(
  view: View,
  place: number,
  owned: readonly number[],
  rules: Sum | undefined,
): Segment {
  const pairs: number[] = [];
  pairsOf(view, place, owned, (pair) => pairs.push(pair));
  const words = owned.flatMap((at) => (view.seen[at] === MARK ? [] : (view.sentence.tokens[at] ?? [])));
  return { words, pairs, dense: denseOf(view, place, rules) };
}

export const lengthScale = (count: number): number => 0.5 / Math.sqrt(count + 1);

// Numbers that a closure adds to would be made anew for every pair.
const sums = new Float64Array(2);

function addPair(pair: number): void {
  sums[0] = (sums[0] ?? 0) + PAIR * (weights[2 * pair] ?? 0);
  sums[1] = (sums[1] ?? 0) + PAIR * (weights[2 * pair + 1] ?? 0);
}

/** How likely the words praise the place rather than blame it, -1 to 1; `doubt` makes both less likely. */
export function judge(
  view: View,
  place: number,
  owned: readonly number[],
  { rules, doubt }: { rules: Sum | undefined; doubt: number },
): number {
  let [first, second, count] = [0, 0, 0];
  for (const at of owned) {
    const seen = view.seen[at] ?? MARK;
    first += seen.good;
    second += seen.bad;
    count += seen.count;
  }
  sums[0] = first;
  sums[1] = second;
  pairsOf(view, place, owned, addPair);
  const scale = lengthScale(count) * data.scale;
  let praise = (sums[0] ?? 0) * scale - doubt;
  let blame = (sums[1] ?? 0) * scale - doubt;
  const dense = denseOf(view, place, rules);
  for (let i = 0; i < dense.length; i++) {
    praise += (dense[i] ?? 0) * (data.dense[0]?.[i] ?? 0);
    blame += (dense[i] ?? 0) * (data.dense[1]?.[i] ?? 0);
  }
  const [up, down] = [Math.exp(Math.min(30, praise)), Math.exp(Math.min(30, blame))];
  return (up - down) / (1 + up + down);
}
