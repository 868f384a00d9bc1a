// How much is said by `faster`, `more expensive`, `twice as long`: a value above 0 where more of it is better. Which words
// are a burden, what is rated and what is paid stand in data/comparing.json.
import { comparativeOf, type Lexicon } from './lexicon.ts';
import { is, type Token } from './sentences.ts';
import { IS } from './traits.ts';

/** How many words before `than` may be what is compared. */
export const REACH = 12;
/** What a comparison is worth whose words have no value of their own: told by the words around, and told by nothing. */
const TOLD = 1.2;
export const UNTOLD = 0.9;
const PAID = 1.5;
/** How many words before a comparative tell what it measures, fails or needs. */
const MEASURE = 7;
const NEAR = 4;

/** Whether a word says more, less, or is a comparative. */
export function isOfDegree(lexicon: Lexicon, token: Token | undefined): boolean {
  if (!token) return false;
  if (is(token, IS.more | IS.less)) return true;
  const ending = lexicon.comparativeEnding;
  return comparativeOf(lexicon, token.word) !== null || (ending !== '' && COMPARATIVE.test(token.word));
}

const COMPARATIVE = /^.{3,}(?:er|ere[mnrs]?)$/;

/** What is said before `than` (0 when nothing is), where that begins, and the tokens that it takes. */
export type Judged = { value: number; from: number; spent: number[] };

/** Adds up the comparatives before `than`; denial turns them round. */
export function comparativesBefore(lexicon: Lexicon, tokens: readonly Token[], than: number): Judged {
  const out: Judged = { value: 0, from: than, spent: [] };
  for (let i = than - 1; i >= Math.max(0, than - REACH); i--) {
    if (tokens[i]?.named !== -1) {
      if (out.value !== 0) break;
      continue;
    }
    if (is(tokens[i], IS.contrast)) break;
    const value = degree(lexicon, tokens, i, than);
    if (value === 0) continue;
    out.value += value;
    out.from = i;
    for (let k = i; k < than; k++) out.spent.push(k);
  }
  if (isNegated(tokens, out.from)) out.value = -out.value;
  return out;
}

function degree(lexicon: Lexicon, tokens: readonly Token[], at: number, than: number): number {
  if (is(tokens[at], IS.more)) return amount(tokens, at, than);
  if (is(tokens[at], IS.less)) return isAmount(tokens, at) ? TOLD : -amount(tokens, at, than);
  if (is(tokens[at], IS.swift) && isOfDegree(lexicon, tokens[at]) && isFailing(tokens, at)) return -TOLD;
  return measured(tokens, at, comparativeOf(lexicon, tokens[at]?.word ?? '') ?? 0);
}

/** `the same coffee for less than`, `20 less than`. */
const isAmount = (tokens: readonly Token[], at: number): boolean =>
  /^(?:for|\d.*)$/.test(tokens[beforeMuch(tokens, at)]?.word ?? '');

/** What more of what stands around `more` or `less` is worth. */
function amount(tokens: readonly Token[], at: number, than: number): number {
  if (is(tokens[at + 1], IS.swift) && isFailing(tokens, at)) return -TOLD;
  if (is(tokens[at + 1], IS.up | IS.down)) return measured(tokens, at + 1, 0);
  const of = tokens.slice(at + 1, Math.min(than, at + NEAR));
  const before = tokens[beforeMuch(tokens, at)];
  const burden = of.some((token) => is(token, IS.burden)) ? burdenOf(tokens, at) : 0;
  const value =
    burden ||
    // `needs repairs less often than`, but `returns less relevant results than`.
    (is(before, IS.burden) && is(tokens[at + 1], IS.swift | IS.than) ? -1 : 0) ||
    (of.find(({ sense }) => sense.value !== 0)?.sense.value ?? 0) ||
    // `crashes far less often than`.
    (before?.named === -1 ? before.sense.value : 0);
  if (value !== 0) return value;
  if (isCosting(tokens, at, than)) return -PAID;
  return at + 1 < than ? UNTOLD : 0;
}

function beforeMuch(tokens: readonly Token[], at: number): number {
  let before = at - 1;
  while (before > 0 && is(tokens[before], IS.much)) before--;
  return before;
}

/** `needs more upkeep` is worse and `catches more mistakes` better; of `saves more work` nothing is known here. */
function burdenOf(tokens: readonly Token[], at: number): number {
  if (stands(tokens, at, NEAR - 1, IS.object)) return 1;
  return stands(tokens, at, NEAR, IS.had) ? -1 : 0;
}

/** Whether a word with one of these traits stands up to so many words before. */
const stands = (tokens: readonly Token[], at: number, far: number, traits: number): boolean =>
  tokens.slice(Math.max(0, at - far), at).some((token) => is(token, traits));

/** Whether what happens is a failure: `loses air more quickly`, `wears out sooner`, `does not crash as often`. */
export const isFailing = (tokens: readonly Token[], at: number): boolean =>
  stands(tokens, at, NEAR - 1, IS.failing);

/** Whether time or money is what is taken. */
export const isTaken = (tokens: readonly Token[], at: number): boolean =>
  stands(tokens, at, REACH, IS.cost | IS.waited);

/** A verb of paying before `more`, with `20 euros` or nothing between it and `than`. */
const isCosting = (tokens: readonly Token[], at: number, than: number): boolean =>
  is(tokens[at - 1], IS.cost) || (than - at < NEAR && stands(tokens, at, REACH, IS.cost));

const hasStop = (tokens: readonly Token[], from: number, to: number): boolean =>
  tokens.slice(from, to).some((token) => is(token, IS.stop | IS.contrast));

/** `A costs less`, `costs much more`, `kostet A mehr`, without the other side: what that is worth; 0 for all else. */
export function paidAt(tokens: readonly Token[], at: number): number {
  const sign = is(tokens[at], IS.less) ? 1 : is(tokens[at], IS.more) ? -1 : 0;
  if (sign === 0) return 0;
  const isCost = [1, 2, 3].some((far) => is(tokens[at - far], IS.cost) && !hasStop(tokens, at - far, at));
  return isCost ? PAID * sign : 0;
}

/** `rated higher`, `the fees are higher`, `takes longer`, `lower cost`: what is measured tells which end is good. */
function measured(tokens: readonly Token[], at: number, value: number): number {
  const word = tokens[at];
  const sign = is(word, IS.up) ? 1 : is(word, IS.down) ? -1 : 0;
  if (sign === 0) return value;
  const isTime = is(word, IS.lasting);
  for (const i of [at + 1, ...Array.from({ length: MEASURE }, (_, far) => at - 1 - far)]) {
    if (is(tokens[i], IS.rated)) return isTime ? value : TOLD * sign;
    if (is(tokens[i], isTime ? IS.waited : IS.priced)) return -TOLD * sign;
  }
  return value;
}

/** Whether a word of denial stands up to three words before. */
export function isNegated(tokens: readonly Token[], at: number): boolean {
  for (let i = at - 1; i >= Math.max(0, at - 3); i--) {
    if (tokens[i]?.named !== -1) return false;
    if (is(tokens[i], IS.negator) && !is(tokens[i], IS.less)) return true;
  }
  return false;
}

/** How much of another `twice as` and `half as` are: 1 above it, -1 below; 0 where nothing of the kind stands before. */
export function multipleBefore(lexicon: Lexicon, tokens: readonly Token[], at: number): number {
  const word = tokens[at - 1]?.word ?? '';
  // `at times as`, but `many times as`.
  if (word === 'times' && /^(?:|at|some)$/.test(tokens[at - 2]?.word ?? '')) return 0;
  return lexicon.multiples.get(word) ?? 0;
}

/** `is not twice as fast as`: perhaps it is faster. `not half as good as` says more than `half as good as`. */
export const isMultipleDenied = (tokens: readonly Token[], at: number): boolean =>
  isNegated(tokens, tokens[at - 1]?.word === 'times' ? at - 2 : at - 1);

/** What the words between `twice as` and `as` at `end` are worth to who has more of them. */
export function worthOfMultiple(tokens: readonly Token[], at: number, end: number): number {
  const said = tokens.slice(at + 1, end).find((token) => is(token, IS.burden) || token.sense.value !== 0);
  // `finds twice as many bugs`, `saves twice as much work`.
  if (said && stands(tokens, at, NEAR, IS.object)) return TOLD;
  const isWorse = said ? is(said, IS.burden) || said.sense.value < 0 : isTaken(tokens, at);
  return isWorse ? -TOLD : TOLD;
}
