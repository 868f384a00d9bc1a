// From what is said of an entity's mentions to the sentiment and kind that an answer gives it.
import type { Feeling, Ground, Kind, Tally } from './feeling-tally.ts';

const MOST_GROUNDS = 12;

/** Languages whose sentiment is right often enough to be shown; see docs/decisions/0007-sentiment.md. */
export const SCORED: ReadonlySet<string> = new Set(['en', 'de', 'fr', 'es']);

/** Sentiment and kind of every named entity. */
export function summarize(tally: Tally): Map<number, Feeling> {
  const { named, leads, language } = tally.scene;
  const isScored = SCORED.has(language ?? '');
  const led = new Set<number>();
  for (const [head, id] of leads) if (head.kind !== 'column') led.add(id);
  const places = Map.groupBy(named.keys(), (index) => named[index]?.id ?? -1);
  const out = new Map<number, Feeling>();
  for (const [id, indexes] of places) {
    const sentiment = sentimentOf(tally, indexes);
    out.set(
      id,
      isDenied(tally, indexes)
        ? { sentiment: null, kind: 'denied', grounds: [] }
        : {
            sentiment: isScored ? sentiment : null,
            kind: kindOf(tally, indexes, led.has(id), isScored ? sentiment : 57),
            grounds: isScored ? strongest(indexes.flatMap((index) => tally.grounds.get(index) ?? [])) : [],
          },
    );
  }
  return out;
}

/** The grounds that weigh most, in the order of the text. */
function strongest(grounds: Ground[]): Ground[] {
  return grounds
    .sort((a, b) => Math.abs(b.weight) - Math.abs(a.weight) || a.start - b.start)
    .slice(0, MOST_GROUNDS)
    .sort((a, b) => a.start - b.start || a.end - b.end);
}

/** A text of several sentences is an answer, with facts among its judgements. */
export const SEVERAL = 400;
const ADVISED = 2;
const SOFTNESS = { sentence: 15, answer: 60 };

/** All that is said about the mentions; in an answer it takes more to leave the middle. */
function sentimentOf(tally: Tally, indexes: readonly number[]): number {
  const said = indexes.flatMap((index) => tally.sums.get(index) ?? []);
  if (said.length === 0) return 50;
  const share = 1 / Math.sqrt(said.length);
  const good = share * said.reduce((sum, one) => sum + one.good, 0);
  const bad = share * said.reduce((sum, one) => sum + one.bad, 0);
  if (tally.scene.visible.text.length > SEVERAL) {
    const advised = indexes.some((index) => tally.recommended.has(index)) ? ADVISED : 0;
    return curve(good + advised - bad, SOFTNESS.answer);
  }
  // Praise and blame together pull towards the middle more than their difference does.
  const sum = good + bad > 0 ? ((good - bad) * Math.abs(good - bad)) / (good + bad) : 0;
  return curve(sum, SOFTNESS.sentence);
}

const curve = (sum: number, softness: number): number =>
  Math.round(50 + (50 * sum) / Math.sqrt(sum * sum + softness));

/** Denied once, and otherwise only named in guesses and questions. */
function isDenied(tally: Tally, indexes: readonly number[]): boolean {
  if (!indexes.some((index) => tally.denied.has(index))) return false;
  return indexes.every(
    (index) =>
      tally.denied.has(index) || (tally.hedged.has(index) && (tally.sums.get(index)?.good ?? 0) <= 1.5),
  );
}

function kindOf(tally: Tally, indexes: readonly number[], led: boolean, sentiment: number): Kind {
  if (sentiment >= 57 && indexes.some((index) => tally.recommended.has(index))) return 'recommended';
  if (led) return 'listed';
  return indexes.some((index) => tally.compared.has(index)) ? 'compared' : 'passing';
}
