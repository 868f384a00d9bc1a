// Whether a heading praises what stands under it (`Names you can rely on:`) or warns of it, learnt from labelled lines.
// evaluate/train-headings.ts makes its weights; docs/decisions/0007-sentiment.md says what it is worth.
import { BITS, featuresOf, hashOf, keyOf, keyPairOf, pairOf, plain, SCORED } from './feeling-words.ts';
import { glossesOf } from './glosses.ts';
import { readModel } from './weights.ts';

const HEADING_BITS = 18;
/** How many features there are; the last is there in every heading. */
export const HEADING_FEATURES = (1 << HEADING_BITS) + 1;
const ALWAYS = HEADING_FEATURES - 1;

const model = readModel('headings-model', HEADING_FEATURES);

/** How much the letters of a word weigh beside it. */
const LETTERS = 0.4;
const WORDS = /[\p{L}\p{N}\p{M}]+(?:['-][\p{L}\p{N}\p{M}]+)*|\?/gu;

/** Visits what the model sees of a folded heading: its words, their letters and meanings, and their pairs. */
export function visitHeading(
  heading: string,
  language: string,
  visit: (feature: number, weight: number) => void,
): void {
  const words = heading.match(WORDS) ?? [];
  const scale = 1 / Math.sqrt(words.length + 1);
  const add = (feature: number, weight: number): void =>
    visit(feature >>> (BITS - HEADING_BITS), weight * scale);
  visit(ALWAYS, 1);
  let before = { hash: START, key: START };
  for (const word of [...words, '']) {
    const now = { hash: hashOf(plain(word)), key: word === '' ? START : keyIn(word, language) };
    if (word !== '') addWord(word, language, add);
    add(pairOf(before.hash, now.hash, 1), 1);
    if (before.key !== 0 && now.key !== 0) add(keyPairOf(before.key, now.key), 1);
    before = now;
  }
}

const START = hashOf('{start}');

const keyIn = (word: string, language: string): number =>
  keyOf(glossesOf(word, language).at(-1) ?? (language === 'en' ? word : null));

function addWord(word: string, language: string, add: (feature: number, weight: number) => void): void {
  const [whole = 0, ...letters] = featuresOf(word);
  add(whole, 1);
  for (const feature of letters) add(feature, LETTERS / Math.sqrt(letters.length));
  for (const gloss of glossesOf(word, language)) add(featuresOf(gloss)[0] ?? 0, 1);
}

/** How much likelier than neither, as a logarithm, it has to be: most headings say neither. */
export const LEAST = 0.8;

/** What a folded heading or lead-in says of what stands under it; null for most. */
export function readHeading(heading: string, language: string): 'liked' | 'disliked' | null {
  // `Which ones are good?` says nothing yet.
  if (!SCORED.has(language) || heading.endsWith('?')) return null;
  let [good, bad] = [0, 0];
  visitHeading(heading, language, (feature, weight) => {
    good += weight * (model.table[2 * feature] ?? 0);
    bad += weight * (model.table[2 * feature + 1] ?? 0);
  });
  const [praise, blame] = [good * model.scale, bad * model.scale];
  if (Math.max(praise, blame) < LEAST) return null;
  return praise > blame ? 'liked' : 'disliked';
}
