// Comparisons: both sides get a sign, opposite ones.
import { comparativeOf, type Lexicon, wordValue } from './lexicon.ts';
import type { Sentence, Token } from './sentences.ts';

/** A judgement about one named token of a sentence. */
export type Verdict = { token: number; value: number };
export type Compared = {
  verdicts: Verdict[] /** Tokens whose words are spent. */;
  used: Set<number>;
  tokens: Set<number> /** The second sides: what follows them is not about them. */;
  objects: Set<number> /** Judgements about whom the passage is about. */;
  about: number;
};

export type Line = { line: string; tokenAt: Map<number, number> };

const UNSAID = new Set([',', ':', '(', ')', '%', '/', '=', '–']);

/** The words of a sentence in one line, entities as `E`, with the way back to the tokens. */
export function lineOfWords(tokens: readonly Token[]): Line {
  let line = '';
  const tokenAt = new Map<number, number>();
  tokens.forEach((token, i) => {
    if (token.word.length === 1 && UNSAID.has(token.word)) return;
    if (line) line += ' ';
    tokenAt.set(line.length, i);
    line += token.word;
  });
  return { line, tokenAt };
}

/** Finds who is compared with whom, and who wins. */
export function compare(lexicon: Lexicon, sentence: Sentence, words: Line): Compared {
  const out: Compared = { verdicts: [], used: new Set(), tokens: new Set(), objects: new Set(), about: 0 };
  const named = sentence.tokens.filter((token) => token.named >= 0).length;
  if (named === 0) return out;
  if (named > 1 && lexicon.anyRule.test(words.line))
    for (const { pattern, sign } of lexicon.rules) byRule(words, pattern, sign, out);
  byThan(lexicon, sentence.tokens, out);
  byAs(lexicon, sentence.tokens, out);
  if (lexicon.unlike) byUnlike(lexicon, sentence.tokens, words, out);
  return out;
}

/** Which of two sides is the subject does not depend on who wins. */
function byRule(words: Line, pattern: RegExp, sign: number, out: Compared): void {
  for (const match of words.line.matchAll(pattern)) {
    const inside = namedIn(words, match.index, match[0]);
    const first = inside[0];
    const last = inside.at(-1);
    if (first === undefined || last === undefined || first === last || out.tokens.has(last)) continue;
    if (/\b(?:not|n't|never|nicht|no|pas)\b/.test(match[0])) continue;
    settle(out, first, last, 1.7 * sign);
    out.objects.add(last);
    for (const [at, token] of words.tokenAt)
      if (at >= match.index && at < match.index + match[0].length) out.used.add(token);
  }
}

function namedIn(words: Line, start: number, text: string): number[] {
  const out: number[] = [];
  for (let i = 0; i < text.length; i++) {
    if (text[i] !== 'E') continue;
    const token = words.tokenAt.get(start + i);
    if (token !== undefined) out.push(token);
  }
  return out;
}

function settle(out: Compared, better: number, worse: number, value: number): void {
  out.verdicts.push({ token: better, value }, { token: worse, value: -value });
  out.tokens.add(better).add(worse);
}

const REACH = 12;

/** `A is faster and cleaner than B`. */
function byThan(lexicon: Lexicon, tokens: readonly Token[], out: Compared): void {
  for (let than = 1; than < tokens.length; than++) {
    if (!lexicon.than.has(tokens[than]?.word ?? '')) continue;
    const object = tokens.findIndex((token, i) => i > than && i <= than + 5 && token.named >= 0);
    if (object < 0) continue;
    const judged = comparativesBefore(lexicon, tokens, than);
    if (judged.value === 0) continue;
    for (const token of judged.spent) out.used.add(token);
    const between = tokens.findLastIndex((token, i) => i > judged.from && i < than && token.named >= 0);
    const before = tokens.findLastIndex((token, i) => i < judged.from && token.named >= 0);
    const subject = between >= 0 ? between : before;
    out.objects.add(object);
    const value = Math.max(-2.2, Math.min(2.2, judged.value));
    if (subject >= 0) settle(out, subject, object, value);
    else {
      out.about += value;
      out.verdicts.push({ token: object, value: -value });
      out.tokens.add(object);
    }
    for (const rival of companions(tokens, object)) out.verdicts.push({ token: rival, value: -value });
  }
}

/** Names that go on the row: `than B, C and D`. */
function companions(tokens: readonly Token[], at: number): number[] {
  const out: number[] = [];
  for (let i = at + 1; i < tokens.length; i++) {
    const token = tokens[i];
    if (token && token.named >= 0) out.push(i);
    else if (!/^(?:,|and|or|und|oder|y|o|et|ou)$/.test(token?.word ?? '')) break;
  }
  return out;
}

type Judged = { value: number; from: number; spent: number[] };

function comparativesBefore(lexicon: Lexicon, tokens: readonly Token[], than: number): Judged {
  const out: Judged = { value: 0, from: than, spent: [] };
  for (let i = than - 1; i >= Math.max(0, than - REACH); i--) {
    const word = tokens[i]?.word ?? '';
    if (tokens[i]?.named !== -1) {
      if (out.value !== 0) break;
      continue;
    }
    if (lexicon.contrast.has(word)) break;
    const value = degree(lexicon, tokens, i, than);
    if (value === 0) continue;
    out.value += value;
    out.from = i;
    for (let k = i; k < than; k++) out.spent.push(k);
  }
  if (isNegated(lexicon, tokens, out.from)) out.value = -out.value;
  return out;
}

function degree(lexicon: Lexicon, tokens: readonly Token[], at: number, than: number): number {
  const word = tokens[at]?.word ?? '';
  const more = lexicon.more.has(word);
  if (!more && !lexicon.less.has(word)) return comparativeOf(lexicon, word) ?? 0;
  if (at > 0 && lexicon.costWords.has(tokens[at - 1]?.word ?? '')) return more ? -1.5 : 1.5;
  let value = 0;
  for (let i = at + 1; i < Math.min(than, at + 4); i++) value ||= wordValue(lexicon, tokens[i]?.word ?? '');
  const strength = value === 0 ? (at + 1 < than ? 0.9 : 0) : value;
  return more ? strength : -strength;
}

function isNegated(lexicon: Lexicon, tokens: readonly Token[], at: number): boolean {
  for (let i = at - 1; i >= Math.max(0, at - 3); i--) {
    if (tokens[i]?.named !== -1) return false;
    if (lexicon.negators.has(tokens[i]?.word ?? '') && !lexicon.less.has(tokens[i]?.word ?? '')) return true;
  }
  return false;
}

/** `not as simple as B`. */
function byAs(lexicon: Lexicon, tokens: readonly Token[], out: Compared): void {
  for (let at = 0; at < tokens.length - 3; at++) {
    if (!lexicon.asWords.has(tokens[at]?.word ?? '')) continue;
    const close = tokens.findIndex(
      (token, i) => i > at + 1 && i <= at + 5 && lexicon.asWords.has(token.word),
    );
    const object =
      close < 0 ? -1 : tokens.findIndex((token, i) => i > close && i <= close + 2 && token.named >= 0);
    if (object < 0) continue;
    let value = 0;
    for (let i = at + 1; i < close; i++) value += wordValue(lexicon, tokens[i]?.word ?? '');
    const subject = tokens.findLastIndex((token, i) => i < at && token.named >= 0);
    if (value === 0) continue;
    const negated = isNegated(lexicon, tokens, at);
    for (let i = at; i <= close; i++) out.used.add(i);
    if (subject >= 0) out.verdicts.push({ token: subject, value: negated ? -value : value });
    else out.about += negated ? -value : value;
    out.verdicts.push({ token: object, value });
    out.tokens.add(object);
    if (subject >= 0) out.tokens.add(subject);
  }
}

/** `Unlike B, A works offline`: what is said of A is what B is not. */
function byUnlike(lexicon: Lexicon, tokens: readonly Token[], words: Line, out: Compared): void {
  const match = lexicon.unlike?.exec(words.line);
  if (!match) return;
  const object = namedIn(words, match.index, match[0])[0];
  if (object === undefined || out.tokens.has(object)) return;
  let sum = 0;
  tokens.forEach((token, i) => {
    if (token.named < 0)
      sum += isNegated(lexicon, tokens, i) ? -wordValue(lexicon, token.word) : wordValue(lexicon, token.word);
  });
  const sign = sum < -0.5 ? -1 : 1;
  const row = new Set([object, ...companions(tokens, object)]);
  for (const rival of row) {
    out.verdicts.push({ token: rival, value: -1.3 * sign });
    out.tokens.add(rival);
  }
  const subject = tokens.findIndex((token, i) => token.named >= 0 && !row.has(i));
  if (subject >= 0) {
    out.verdicts.push({ token: subject, value: 0.8 * sign });
    out.tokens.add(subject);
  } else out.about += 0.8 * sign;
}
