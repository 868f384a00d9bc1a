// The value of each clause: words and phrases, negation, boosters, and what is only the object of the product.
import { type Lexicon, phraseAt, wordValue } from './lexicon.ts';
import type { Token } from './sentences.ts';

export type Clause = { from: number; to: number };
export type Valued = { token: number; value: number };

/** Contrast words, semicolons and dashes split a sentence; so does a comma before a new subject. */
export function splitClauses(lexicon: Lexicon, tokens: readonly Token[]): Clause[] {
  const clauses: Clause[] = [];
  let from = 0;
  tokens.forEach((token, i) => {
    if (i > from && isSplit(lexicon, tokens, token, i)) {
      clauses.push({ from, to: i });
      from = i;
    }
  });
  clauses.push({ from, to: tokens.length });
  return clauses;
}

function isSplit(lexicon: Lexicon, tokens: readonly Token[], token: Token, at: number): boolean {
  if (token.word === ';' || token.word === '–' || lexicon.contrast.has(token.word)) return true;
  if (token.word !== ',') return false;
  if (
    /^(?:if|when|whether|wenn|falls|si|cuando|quand)$/.test(tokens[0]?.word ?? '') &&
    !tokens.slice(0, at).some((before) => before.word === ',')
  )
    return true;
  const next = tokens[at + 1];
  const after = tokens[at + 2];
  if (next && next.named >= 0)
    return after !== undefined && after.named < 0 && !/^(?:,|and|or|und|oder|y|o|et|ou)$/.test(after.word);
  return (
    next !== undefined &&
    /^(?:and|und|y|et)$/.test(next.word) &&
    after !== undefined &&
    after.named >= 0 &&
    tokens[at + 3] !== undefined &&
    tokens[at + 3]?.word !== ','
  );
}

/** What the words of a clause say, each with the token where it says it. */
export function valueClause(
  lexicon: Lexicon,
  tokens: readonly Token[],
  clause: Clause,
  used: ReadonlySet<number>,
): Valued[] {
  const out: Valued[] = [];
  const spent = new Set<number>();
  for (let i = clause.from; i < clause.to; i++) {
    const token = tokens[i];
    if (!token || token.named >= 0 || used.has(i)) continue;
    const phrase = phraseAt(lexicon, tokens, i);
    const length = phrase && i + phrase.length <= clause.to ? phrase.length : 1;
    const raw = phrase && length === phrase.length ? phrase.value : wordValue(lexicon, token.word);
    for (let k = i; k < i + length; k++) spent.add(k);
    if (raw !== 0) {
      const value = isObject(lexicon, tokens, clause, i, raw)
        ? 0
        : negate(lexicon, tokens, clause, i, boost(lexicon, tokens, clause, i, raw), spent, length);
      if (value !== 0) out.push({ token: i, value });
    }
    i += length - 1;
  }
  return out;
}

/** `tracks errors`: what the product works on is not what it is like. */
function isObject(
  lexicon: Lexicon,
  tokens: readonly Token[],
  clause: Clause,
  at: number,
  value: number,
): boolean {
  if (value > 0) return false;
  // `Acme issues cards`: the word after a subject is its verb.
  if (tokens[at]?.word === 'issues' && (tokens[at - 1]?.named ?? -1) >= 0) return true;
  for (let i = at - 1; i >= Math.max(clause.from, at - 9); i--) {
    const word = tokens[i]?.word ?? '';
    if (tokens[i]?.named !== -1) return false;
    if (lexicon.objects.has(word)) return true;
    if (/^(?:is|are|was|has|but|that|which|with)$/.test(word)) return false;
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
  lexicon: Lexicon,
  tokens: readonly Token[],
  clause: Clause,
  at: number,
  value: number,
  spent: ReadonlySet<number>,
  length: number,
): number {
  let flips = 0;
  for (let i = at - 1, words = 0; i >= clause.from && words < SCOPE; i--) {
    const token = tokens[i];
    if (!token || /^[,;:()–]$/.test(token.word)) break;
    words++;
    if (!lexicon.negators.has(token.word)) continue;
    if (spent.has(i) && !isOwnNegator(lexicon, tokens, i)) continue;
    if (/^(?:only|just)$/.test(tokens[i + 1]?.word ?? '')) continue;
    flips++;
  }
  void length;
  return flips % 2 === 1 ? value * FLIP : value;
}

/** A negator that is a word of its own, not part of a phrase such as "cannot go wrong". */
function isOwnNegator(lexicon: Lexicon, tokens: readonly Token[], at: number): boolean {
  for (let i = Math.max(0, at - 4); i <= at; i++) {
    const phrase = phraseAt(lexicon, tokens, i);
    if (phrase && phrase.length > 1 && i + phrase.length > at) return false;
  }
  return true;
}
