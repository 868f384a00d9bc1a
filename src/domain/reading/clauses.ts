// The value of each clause: words and phrases, negation, boosters, and what is only the object of the product.
import type { Lexicon } from './lexicon.ts';
import { is, phraseAt, type Token } from './sentences.ts';
import { IS } from './traits.ts';

export type Clause = { from: number; to: number };
/** A value, and the tokens that say it. */
export type Valued = { token: number; length: number; value: number };

/** Contrast words, semicolons and dashes split a sentence; so does a comma before a new subject. */
export function splitClauses(tokens: readonly Token[]): Clause[] {
  const clauses: Clause[] = [];
  let from = 0;
  let commas = 0;
  for (let i = 0; i < tokens.length; i++) {
    const word = tokens[i]?.word;
    if (i > from && isSplit(tokens, i, commas === 0)) {
      clauses.push({ from, to: i });
      from = i;
    }
    if (word === ',') commas++;
  }
  clauses.push({ from, to: tokens.length });
  return clauses;
}

function isSplit(tokens: readonly Token[], at: number, firstComma: boolean): boolean {
  const token = tokens[at];
  if (!token) return false;
  if (token.word === ';' || token.word === '–' || is(token, IS.contrast)) return true;
  if (token.word !== ',') return false;
  if (firstComma && is(tokens[0], IS.condition)) return true;
  const next = tokens[at + 1];
  const after = tokens[at + 2];
  const name = nameAfter(tokens, at);
  if (name > 0) {
    const then = tokens[name + 1];
    return then !== undefined && then.named < 0 && !is(then, IS.row) && !isAside(tokens, at, name);
  }
  return (
    is(next, IS.and) &&
    after !== undefined &&
    after.named >= 0 &&
    tokens[at + 3] !== undefined &&
    tokens[at + 3]?.word !== ','
  );
}

/** How many little words may stand between a comma and the subject after it: `, bei der Acme`. */
const OPENERS = 3;

/** Where a name follows a comma, at once or after articles and the like; 0 when none does. */
function nameAfter(tokens: readonly Token[], comma: number): number {
  let at = comma + 1;
  while (at <= comma + OPENERS && is(tokens[at], IS.opener)) at++;
  return (tokens[at]?.named ?? -1) >= 0 ? at : 0;
}

/** `A, the B of its trade, is slow`: what a second comma closes before a verb is no clause. */
function isAside(tokens: readonly Token[], comma: number, name: number): boolean {
  if (name === comma + 1) return false;
  const close = tokens.findIndex((token, at) => at > name && token.word === ',');
  return close > 0 && close - name <= ASIDE && is(tokens[close + 1], IS.verb);
}

const ASIDE = 5;

let flags = new Uint8Array(1_000);

/** A flag for each token of a clause, none set; one array serves all clauses, one after another. */
function freshFlags({ from, to }: Clause): Uint8Array {
  if (flags.length < to) flags = new Uint8Array(2 * to);
  for (let i = from; i < to; i++) flags[i] = 0;
  return flags;
}

/** What the words of a clause say, each with the token where it says it. */
export function valueClause(
  lexicon: Lexicon,
  tokens: readonly Token[],
  clause: Clause,
  used: ReadonlySet<number>,
): Valued[] {
  const out: Valued[] = [];
  const spent = freshFlags(clause);
  for (let i = clause.from; i < clause.to; i++) {
    const token = tokens[i];
    if (!token || token.named >= 0 || used.has(i)) continue;
    const phrase = phraseAt(tokens, i);
    const count = phrase?.length ?? 1;
    const length = i + count <= clause.to ? count : 1;
    const raw = phrase && length === count ? phrase.value : token.sense.value;
    for (let k = i; k < i + length; k++) spent[k] = 1;
    if (raw !== 0) {
      const value = isObject(tokens, clause, i, raw)
        ? 0
        : negate(tokens, clause, i, boost(lexicon, tokens, clause, i, raw), spent);
      if (value !== 0) out.push({ token: i, length, value });
    }
    i += length - 1;
  }
  return out;
}

/** `tracks errors`: what the product works on is not what it is like. */
function isObject(tokens: readonly Token[], clause: Clause, at: number, value: number): boolean {
  if (value > 0) return false;
  // `Acme issues cards`: the word after a subject is its verb.
  if (tokens[at]?.word === 'issues' && (tokens[at - 1]?.named ?? -1) >= 0) return true;
  for (let i = at - 1; i >= Math.max(clause.from, at - 9); i--) {
    if (tokens[i]?.named !== -1) return false;
    if (is(tokens[i], IS.object)) return true;
    if (is(tokens[i], IS.verb)) return false;
  }
  return false;
}

function boost(
  lexicon: Lexicon,
  tokens: readonly Token[],
  clause: Clause,
  at: number,
  value: number,
): number {
  const word = at > clause.from ? (tokens[at - 1]?.word ?? '') : '';
  const extra = lexicon.boosters.get(word) ?? 0;
  const low = word === 'too' && value > 0 && value < 1.7 ? -2 * value : 0;
  return value + Math.sign(value) * extra + low;
}

const SCOPE = 4;
const FLIP = -0.75;

function negate(
  tokens: readonly Token[],
  clause: Clause,
  at: number,
  value: number,
  spent: Uint8Array,
): number {
  let flips = 0;
  for (let i = at - 1, words = 0; i >= clause.from && words < SCOPE; i--) {
    const token = tokens[i];
    if (!token || is(token, IS.stop)) break;
    words++;
    if (!is(token, IS.negator)) continue;
    if (spent[i] === 1 && !isOwnNegator(tokens, i)) continue;
    if (is(tokens[i + 1], IS.only)) continue;
    flips++;
  }
  return flips % 2 === 1 ? value * FLIP : value;
}

/** A negator that is a word of its own, not part of a phrase such as "cannot go wrong". */
function isOwnNegator(tokens: readonly Token[], at: number): boolean {
  for (let i = Math.max(0, at - 4); i <= at; i++) {
    const length = phraseAt(tokens, i)?.length ?? 0;
    if (length > 1 && i + length > at) return false;
  }
  return true;
}
