// From what is said of an entity's mentions to the sentiment and kind that an answer gives it.
import { denseOf, judge } from './feeling-model.ts';
import {
  type Bag,
  type Evidence,
  type Feeling,
  type Ground,
  type Kind,
  noEvidence,
  type Sum,
  type Tally,
} from './feeling-tally.ts';
import { SEVERAL } from './structure.ts';

const MOST_GROUNDS = 12;

/** Sentiment and kind of every named entity. */
export function summarize(tally: Tally): Map<number, Feeling> {
  const { isScored } = tally;
  const { named, leads } = tally.scene;
  const led = new Set<number>();
  for (const [head, id] of leads) if (head.kind !== 'column') led.add(id);
  const places = Map.groupBy(named.keys(), (index) => named[index]?.id ?? -1);
  const said = new Map([...places].map(([id, indexes]) => [id, mergedOf(tally, indexes)]));
  const advised = [...said.values()].reduce((sum, { advice }) => sum + advice.good, 0);
  const out = new Map<number, Feeling>();
  for (const [id, indexes] of places) {
    const evidence = said.get(id) ?? noEvidence();
    evidence.rivals = advised - evidence.advice.good;
    const sentiment = isScored ? sentimentOf(tally, id, indexes, evidence) : 50;
    out.set(id, {
      sentiment: isScored ? sentiment : null,
      kind: kindOf(tally, indexes, led.has(id), isScored ? sentiment : 57),
      grounds: isScored ? strongest(indexes.flatMap((index) => tally.grounds.get(index) ?? [])) : [],
    });
  }
  return out;
}

/** Sentiment of the entities that have ratings or signs, by these alone. */
export function summarizeMarks(tally: Tally): Map<number, Pick<Feeling, 'sentiment' | 'grounds'>> {
  const { named } = tally.scene;
  const rated = [...tally.found.keys()].filter((place) => place >= 0);
  return new Map(
    [...Map.groupBy(rated, (place) => named[place]?.id ?? -1)].map(([id, places]) => [
      id,
      {
        sentiment: sentimentOf(tally, id, places, mergedOf(tally, places)),
        grounds: strongest(places.flatMap((place) => tally.grounds.get(place) ?? [])),
      },
    ]),
  );
}

/** The grounds that weigh most, in the order of the text. */
function strongest(grounds: Ground[]): Ground[] {
  return grounds
    .sort((a, b) => Math.abs(b.weight) - Math.abs(a.weight) || a.start - b.start)
    .slice(0, MOST_GROUNDS)
    .sort((a, b) => a.start - b.start || a.end - b.end);
}

/** All that is said about an entity, weighed together; 50 where nothing is. */
function sentimentOf(tally: Tally, id: number, indexes: readonly number[], evidence: Evidence): number {
  const isRecommended = indexes.some((index) => tally.recommended.has(index));
  const isAnswer = tally.scene.visible.text.length > SEVERAL;
  const dense = denseOf(evidence, isRecommended, isAnswer);
  tally.watch?.(id, evidence.segments, dense);
  if (!indexes.some((index) => tally.found.has(index))) return 50;
  return scoreOf(judge(evidence.bag, dense), isAnswer ? GAP.answer : GAP.sentence);
}

function mergedOf({ found }: Tally, indexes: readonly number[]): Evidence {
  const all = noEvidence();
  for (const one of indexes.flatMap((index) => found.get(index) ?? [])) {
    addSum(all.rules, one.rules);
    addSum(all.listed, one.listed);
    addSum(all.headed, one.headed);
    addSum(all.rated, one.rated);
    addSum(all.compared, one.compared);
    addSum(all.advice, one.advice);
    all.sentences += one.sentences;
    addLooks(all.looks, one.looks);
    addBag(all.bag, one.bag);
    all.segments.push(...one.segments);
  }
  return all;
}

function addSum(to: Sum, { good, bad }: Sum): void {
  to.good += good;
  to.bad += bad;
}

/** Adds what the model makes of other words. */
export function addBag(to: Bag, { good, bad, count }: Bag): void {
  to.good += good;
  to.bad += bad;
  to.count += count;
}

/** One sentence that looks so is enough. */
export function addLooks(to: Evidence['looks'], looks: Readonly<Evidence['looks']>): void {
  for (let i = 0; i < to.length; i++) to[i] = Math.max(to[i] ?? 0, looks[i] ?? 0);
}

/**
 * How much likelier than the other, as a logarithm, praise or blame has to be: wrong signs are worse than no sign. In
 * an answer more is said, and a smaller lead is as sure (decision 7 has the figures by gap).
 */
export const GAP = { answer: 0.2, sentence: 0.4 };
const STEEPNESS = 0.8;

/** From 57 for likely praise, to 43 for likely blame, between them what is neither. */
function scoreOf({ praise, blame }: { praise: number; blame: number }, gap: number): number {
  const margin = Math.min(Math.max(praise, blame), Math.abs(praise - blame) - gap);
  if (margin > 0) {
    const far = 7 + 43 * (1 - Math.exp(-STEEPNESS * margin));
    return Math.round(praise > blame ? 50 + far : 50 - far);
  }
  const [up, down] = [Math.exp(praise), Math.exp(blame)];
  return Math.round(50 + (6 * (up - down)) / (1 + up + down));
}

function kindOf(tally: Tally, indexes: readonly number[], led: boolean, sentiment: number): Kind {
  if (sentiment >= 57 && indexes.some((index) => tally.recommended.has(index))) return 'recommended';
  if (led) return 'listed';
  return indexes.some((index) => tally.compared.has(index)) ? 'compared' : 'passing';
}
