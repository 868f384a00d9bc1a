// Whether a capitalised word that no dictionary has, amid a sentence, is a brand rather than a place, a person or a
// term, learnt from texts of which all brands are labelled. evaluate/train-names.ts makes its weights;
// docs/decisions/0015-names-in-prose.md says what it is worth.
import { nextOf, visitWords } from './context.ts';
import type { Guess } from './discover.ts';
import { hashOf } from './feeling-words.ts';
import { fold } from './fold.ts';
import { isOrdinary, isPlace } from './vocabulary.ts';
import { readModel } from './weights.ts';
import { LISTS } from './words.ts';

const BITS = 18;
/** How many features there are. */
export const NAME_FEATURES = 1 << BITS;
const model = readModel('names-model', NAME_FEATURES);

export type Visit = (feature: number, weight: number) => void;

/** Visits what the model sees of a guess: the words around it, its letters, what the rules say, what is beside it. */
export function visitName(guess: Guess, visit: Visit): void {
  const { context, range, isTold, others, opens, mark } = guess;
  const { visible, language } = context;
  const { text, folded } = visible;
  const own = language ?? 'en';
  const name = text.slice(range.start, range.end);
  const add = (feature: string, weight = 1): void => visit(hashOf(feature) >>> (32 - BITS), weight);
  const next = nextOf(text, range.end);
  const words = name.split(' ');
  const told = isTold ? 'told' : 'untold';
  const stands = opens ? 'opens' : 'amid';
  const beside = besideOf(guess);
  const flags = [
    '',
    `v ${told}`,
    `k ${next}`,
    `p ${stands}`,
    `n ${Math.min(words.length, 4)}`,
    `s ${shapeOf(name)}`,
    `beside ${beside}`,
    `m ${mark}`,
    `times ${timesOf(text, name, range.start)}`,
    ...others,
    ...kindsOf(words, language),
  ];
  for (const flag of flags) {
    add(flag);
    add(`${own} ${flag}`);
    add(`${flag} v ${told}`);
    add(`${flag} beside ${beside}`);
    if (mark !== 'prose') add(`${flag} m ${mark}`);
  }
  visitWords({ text, folded, ...range, language, next }, add);
  const small = `<${fold(name)}>`;
  for (const length of [3, 4])
    for (let at = 0; at + length <= small.length; at++) add(`c ${small.slice(at, at + length)}`, LETTERS);
  for (const word of words) if (isOrdinary(fold(word), language)) add(`has ${own} ${fold(word)}`);
}

const LETTERS = 0.3;

function shapeOf(name: string): string {
  if (/\p{Ll}\p{Lu}/u.test(name)) return 'inner';
  if (/\d/.test(name)) return 'figure';
  if (/&/.test(name)) return '&';
  if (/\.\p{Ll}+$/u.test(name)) return 'host';
  return name === name.toUpperCase() ? `ALL ${Math.min(name.length, 5)}` : 'Name';
}

/** Whether a known name stands in a row with it, in the line, in the text. */
function besideOf({ context: { visible, covered, renowned }, range }: Guess): string {
  const { text } = visible;
  const before = BEFORE.exec(text.slice(Math.max(0, range.start - 6), range.start))?.[0].length ?? 0;
  const after = AFTER.exec(text.slice(range.end, range.end + 6))?.[0].length ?? 0;
  const isKnown = (at: number): boolean =>
    at >= 0 && (covered({ start: at, end: at + 1 }) || renowned({ start: at, end: at + 1 }));
  if (before > 0 && isKnown(range.start - before - 1)) return 'known before';
  if (after > 0 && isKnown(range.end + after)) return 'known after';
  const isRow = (before > 0 && /[\p{L}\d]/u.test(text.charAt(range.start - before - 1))) || after > 0;
  return isRow ? 'row' : 'none';
}

const BEFORE = /(?:, |\/| (?:and|or|und|oder|et|ou|y|o|e|of|en|lub|i|vs\.?|&) |, (?:and|or|und|et|y) )$/u;
const AFTER =
  /^(?:, |\/| (?:and|or|und|oder|et|ou|y|o|e|of|en|lub|i|vs\.?|&) |, (?:and|or|und|et|y) )(?=\p{Lu}|\d)/u;

/** As many letters before and after a name as most answers have: a text of names alone stays linear. */
const AROUND = 3_000;

/** How often it stands around its place, at most three times. */
function timesOf(text: string, name: string, place: number): number {
  const part = text.slice(Math.max(0, place - AROUND), place + AROUND);
  let times = 0;
  for (let at = part.indexOf(name); at >= 0 && times < 3; at = part.indexOf(name, at + name.length)) times++;
  return times;
}

function kindsOf(words: readonly string[], language: string | null): string[] {
  const kinds: string[] = [];
  const folded = words.map((word) => fold(word));
  if (folded.some((word) => isPlace(word))) kinds.push('has place');
  if (LISTS.givenNames.has(folded[0] ?? '')) kinds.push(`given name ${Math.min(words.length, 3)}`);
  if (folded.every((word) => !isOrdinary(word, language))) kinds.push('no word');
  if (LISTS.productWords.has(folded.at(-1) ?? '')) kinds.push('product word');
  return kinds;
}

/** How much likelier a brand is than something else, as a logarithm. */
export function nameOdds(guess: Guess): number {
  let odds = 0;
  visitName(guess, (feature, weight) => {
    odds += weight * ((model.table[2 * feature] ?? 0) - (model.table[2 * feature + 1] ?? 0));
  });
  return odds * model.scale;
}
