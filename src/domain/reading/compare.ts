// Comparisons: both sides get a sign, opposite ones.
import { matchesOf } from './cues.ts';
import {
  comparativesBefore,
  isFailing,
  isMultipleDenied,
  isNegated,
  isOfDegree,
  isTaken,
  multipleBefore,
  paidAt,
  REACH,
  UNTOLD,
  worthOfMultiple,
} from './degrees.ts';
import { CUE, type Lexicon, type Rule } from './lexicon.ts';
import { type Line, tokenAt } from './line.ts';
import { is, type Sentence, type Token } from './sentences.ts';
import { IS } from './traits.ts';
import type { Wordings } from './wordings.ts';

/** A judgement about one named token of a sentence. */
export type Verdict = { token: number; value: number };
export type Compared = {
  verdicts: Verdict[] /** Tokens whose words are spent. */;
  used: Set<number>;
  tokens: Set<number> /** The second sides: what follows them is not about them. */;
  objects: Set<number> /** Judgements about whom the passage is about. */;
  about: number;
  /** Words that `less` turns round, and those that say the same or the opposite of a second side. */
  turned: Set<number>;
  mirrors: Mirror[];
};
/** What is said before `than` of the first side, and how much of it holds of the second, from -1 to 1. */
export type Mirror = { token: number; words: number[]; share: number };

const newCompared = (): Compared => ({
  verdicts: [],
  used: new Set(),
  tokens: new Set(),
  objects: new Set(),
  about: 0,
  turned: new Set(),
  mirrors: [],
});
const NOTHING = newCompared();

/** A sentence with more names is a list, and patterns with many places to begin at take long. */
const MOST_COMPARED = 40;

/** Finds who is compared with whom, and who wins. */
export function compare(lexicon: Lexicon, sentence: Sentence, words: Line): Compared {
  let named = 0;
  for (const token of sentence.tokens) if (token.named >= 0) named++;
  if (named === 0) return NOTHING;
  const out = newCompared();
  const isTwoSided = named > 1 && named <= MOST_COMPARED && (words.cues & CUE.rule) !== 0;
  if (isTwoSided && lexicon.anyRule.test(words.line))
    for (const rule of lexicon.rules) byRule(lexicon, sentence.tokens, { words, rule }, out);
  byThan(lexicon, sentence.tokens, out);
  byAs(lexicon, sentence.tokens, out);
  if ((words.cues & CUE.unlike) !== 0) byUnlike(lexicon, sentence.tokens, words, out);
  return out;
}

/** Which of two sides is the subject does not depend on who wins. */
function byRule(
  lexicon: Lexicon,
  tokens: readonly Token[],
  { words, rule: { pattern, sign, isPassive, isShared } }: { words: Line; rule: Rule },
  out: Compared,
): void {
  const isAsked = is(tokens[0], IS.condition);
  for (const match of matchesOf(pattern, words.line)) {
    const isSwitch = lexicon.wordings.switching.test(match[0]);
    // `If you switch from A to B, export first` judges neither.
    if (isAsked && isSwitch) continue;
    const inside = namedIn(words, match.index, match[0]);
    const first = inside[0];
    const last = inside.at(-1);
    if (first === undefined || last === undefined || first === last || out.tokens.has(last)) continue;
    const isUndone = isPassive && lexicon.wordings.undone.test(match[0]);
    const rule = { text: match[0], source: pattern.source };
    if (!isPassive && isDenied(lexicon.wordings, words.line, match.index, rule)) continue;
    const value = (isUndone ? -1.7 : 1.7) * sign;
    settle(out, first, last, value);
    if (isShared) for (const token of inside.slice(1, -1)) out.verdicts.push({ token, value });
    for (const rival of companions(lexicon.wordings, tokens, last)) {
      out.verdicts.push({ token: rival, value: -value });
      out.tokens.add(rival);
    }
    // `I left A for B and do not regret it`: what follows is about B.
    out.objects.add(isSwitch || lexicon.wordings.introducing.test(match[0]) ? first : last);
    words.starts.forEach((at, i) => {
      if (at >= match.index && at < match.index + match[0].length) out.used.add(words.tokens[i] ?? -1);
    });
  }
}

const NEAR = 12;
const WIDE = 24;

/**
 * A rule without a word of denial of its own does not hold where one stands in it or just before: `Never choose A over
 * B`, `Wähle nie A statt B`, but `I never regretted leaving A for B`.
 */
function isDenied({ denying, refusing }: Wordings, line: string, start: number, rule: Matched): boolean {
  const { text, source } = rule;
  const before = line.slice(Math.max(0, start - WIDE), start);
  if (!denying.test(source) && denying.test(before.slice(-NEAR) + text)) return true;
  const isOwn = denying.test(source.slice(0, source.indexOf('E')));
  return !isOwn && (refusing.test(before) || refusing.test(text.slice(0, text.indexOf('E'))));
}

/** What a rule's pattern has matched. */
type Matched = { text: string; source: string };

function namedIn(words: Line, start: number, text: string): number[] {
  const out: number[] = [];
  for (let i = 0; i < text.length; i++) {
    if (text[i] !== 'E') continue;
    const token = tokenAt(words, start + i);
    if (token !== undefined) out.push(token);
  }
  return out;
}

function settle(out: Compared, better: number, worse: number, value: number): void {
  out.verdicts.push({ token: better, value }, { token: worse, value: -value });
  out.tokens.add(better).add(worse);
}

/** Settles a comparison with its second side; without a first one (-1) it is whom the passage is about. */
function decide(out: Compared, subject: number, object: number, value: number): void {
  out.objects.add(object);
  if (subject >= 0) {
    settle(out, subject, object, value);
    return;
  }
  out.about += value;
  out.verdicts.push({ token: object, value: -value });
  out.tokens.add(object);
}

/** `A is faster and cleaner than B`. */
function byThan(lexicon: Lexicon, tokens: readonly Token[], out: Compared): void {
  for (let than = 1; than < tokens.length; than++) {
    if (!is(tokens[than], IS.than) || /^\d/.test(tokens[than + 1]?.word ?? '')) continue;
    const object = namedAfter(tokens, than, than + 5);
    const isOverMany = object < 0 && [1, 2].some((far) => is(tokens[than + far], IS.many));
    // What a wording of winning and losing has settled is not asked again.
    if (object < 0 ? !isOverMany : out.objects.has(object) && out.tokens.has(object)) continue;
    const judged = comparativesBefore(lexicon, tokens, than);
    // Italian has one word for both: `il miglior modello di B` is the best of B.
    if (is(tokens[than], IS.opener) && is(tokens[judged.from - 1], IS.opener)) continue;
    const inVain = isSoughtInVain(tokens, than, object);
    if (object >= 0) mirror(lexicon, tokens, { than, object, share: inVain ? 1 : -1 }, out);
    if (judged.value === 0) continue;
    for (const token of judged.spent) out.used.add(token);
    const between = namedBefore(tokens, than, judged.from + 1);
    const before = namedBefore(tokens, judged.from, 0);
    const subject = between >= 0 ? between : before;
    const value = Math.max(-2.2, Math.min(2.2, inVain ? -Math.abs(judged.value) : judged.value));
    if (isOverMany) {
      if (subject >= 0) out.verdicts.push({ token: subject, value });
      else out.about += value;
      continue;
    }
    decide(out, subject, object, value);
    for (const rival of companions(lexicon.wordings, tokens, object))
      out.verdicts.push({ token: rival, value: -value });
  }
}

/** `It is hard to find a better one than B`, `einen besseren als B findet man kaum`. */
function isSoughtInVain(tokens: readonly Token[], than: number, object: number): boolean {
  if (object < than) return false;
  const isVain = (...at: number[]): boolean => at.some((one) => is(tokens[one], IS.vain));
  for (let at = than - 1; at > Math.max(0, than - REACH) && !is(tokens[at], IS.stop | IS.contrast); at--)
    if (is(tokens[at], IS.find) && isVain(at - 1, at - 2)) return true;
  return [2, 3, 4].some((far) => is(tokens[object + 1], IS.find) && is(tokens[object + far], IS.negator));
}

/** How many words before `than` are what is compared, and how far `less` reaches. */
const PHRASE = 8;
const TURNS = 3;

/** `A leaks less often than B`: B leaks more often, whatever that is worth. */
function mirror(
  lexicon: Lexicon,
  tokens: readonly Token[],
  { than, object, share }: { than: number; object: number; share: number },
  out: Compared,
): void {
  const words: number[] = [];
  let isDegree = false;
  for (let i = than - 1; i >= Math.max(0, than - PHRASE) && tokens[i]?.named === -1; i--) {
    if (is(tokens[i], IS.contrast) || tokens[i]?.word === ';') break;
    words.unshift(i);
    isDegree ||= isOfDegree(lexicon, tokens[i]);
  }
  if (!isDegree || words.length === 0) return;
  for (const at of words)
    if (is(tokens[at], IS.less))
      for (const near of words)
        if (near !== at && Math.abs(near - at) <= TURNS && !isParted(tokens, near, at)) out.turned.add(near);
  for (const token of [object, ...companions(lexicon.wordings, tokens, object)])
    out.mirrors.push({ token, words, share });
}

/** Whether `and` or a comma stands between two words. */
const isParted = (tokens: readonly Token[], one: number, other: number): boolean =>
  tokens.slice(Math.min(one, other), Math.max(one, other)).some((token) => is(token, IS.row | IS.stop));

/** The first named token after `at`, up to `last`; -1 when there is none. */
function namedAfter(tokens: readonly Token[], at: number, last: number): number {
  for (let i = at + 1; i <= last && i < tokens.length; i++) if ((tokens[i]?.named ?? -1) >= 0) return i;
  return -1;
}

/** The last named token before `at`, down to `first`; -1 when there is none. */
function namedBefore(tokens: readonly Token[], at: number, first: number): number {
  for (let i = at - 1; i >= first; i--) if ((tokens[i]?.named ?? -1) >= 0) return i;
  return -1;
}

/**
 * Names that go on the row: `than B, C and D`, `instead of B or C if`. In `than B, C is dear` and `than B and C offers` a
 * new clause begins.
 */
export function companions({ or, again }: Wordings, tokens: readonly Token[], at: number): number[] {
  const out: number[] = [];
  for (let i = at + 1; i < tokens.length; i++) {
    const token = tokens[i];
    if (token && token.named >= 0) out.push(i);
    else if (!is(token, IS.row)) break;
  }
  const before = (far: number): string => tokens[(out.at(-1) ?? 0) - far]?.word ?? '';
  while (out.length > 0 && before(1) === ',') out.pop();
  if (out.length === 1 && before(2) === ',') return [];
  const next = tokens[(out.at(-1) ?? 0) + 1];
  const isWhole = or.test(before(1)) && !again.test(next?.word ?? '');
  return isWhole || next === undefined || is(next, IS.stop) ? out : [];
}

/** `as simple as B`, `not as simple as B`, `twice as long as B`. */
function byAs(lexicon: Lexicon, tokens: readonly Token[], out: Compared): void {
  for (let at = 0; at < tokens.length - 3; at++) {
    if (!is(tokens[at], IS.as)) continue;
    const close = secondAs(tokens, at);
    const object = close < 0 ? -1 : namedAfter(tokens, close, close + 3);
    if (object < 0) continue;
    const words: number[] = [];
    for (let i = at + 1; i < close; i++) if (tokens[i]?.named === -1) words.push(i);
    const subject = namedBefore(tokens, at, 0);
    const times = multipleBefore(lexicon, tokens, at);
    const isDenied = times > 0 && isMultipleDenied(tokens, at);
    if (!isDenied) out.mirrors.push({ token: object, words, share: times === 0 ? 1 : -1 });
    if (times === 0) {
      byEqual(tokens, { at, close, subject, object }, out);
      continue;
    }
    if (!isDenied) decide(out, subject, object, times * worthOfMultiple(tokens, at, close));
    for (const word of words) out.used.add(word);
    // `half as loud` says of the first side what `loud` does not.
    if (times < 0) for (const word of words) out.turned.add(word);
  }
}

type Equal = { at: number; close: number; subject: number; object: number };

function byEqual(tokens: readonly Token[], { at, close, subject, object }: Equal, out: Compared): void {
  const negated = isNegated(tokens, at);
  let value = 0;
  for (let i = at + 1; i < close; i++) value += tokens[i]?.sense.value ?? 0;
  // `does not last as long as`: what is not reached is most often something good.
  if (value === 0 && negated) value = isFailing(tokens, at) || isTaken(tokens, at) ? -UNTOLD : UNTOLD;
  if (value === 0) return;
  for (let i = at; i <= close; i++) out.used.add(i);
  const own = negated ? -value : value;
  out.verdicts.push({ token: object, value });
  out.tokens.add(object);
  if (subject < 0) out.about += own;
  else {
    out.verdicts.push({ token: subject, value: own });
    out.tokens.add(subject);
  }
}

function secondAs(tokens: readonly Token[], at: number): number {
  for (let i = at + 2; i <= at + 5 && i < tokens.length; i++) if (is(tokens[i], IS.as)) return i;
  return -1;
}

/** `Unlike B, A works offline`: what is said of A is what B is not. */
function byUnlike(lexicon: Lexicon, tokens: readonly Token[], words: Line, out: Compared): void {
  const match = lexicon.unlike?.exec(words.line);
  if (!match) return;
  const object = namedIn(words, match.index, match[0])[0];
  if (object === undefined || out.tokens.has(object)) return;
  let sum = 0;
  tokens.forEach((token, i) => {
    const isTurned = isNegated(tokens, i) !== is(tokens[i - 1], IS.less);
    if (token.named < 0) sum += paidAt(tokens, i) + (isTurned ? -token.sense.value : token.sense.value);
  });
  const row = new Set([object, ...companions(lexicon.wordings, tokens, object)]);
  // `Compared with B, A is older` says nothing of either, and nothing of it is about B.
  if (Math.abs(sum) < PLAIN && lexicon.wordings.mild.test(match[0])) {
    for (const rival of row) out.objects.add(rival);
    return;
  }
  const sign = sum < -CLEAR ? -1 : 1;
  for (const rival of row) {
    out.objects.add(rival);
    out.verdicts.push({ token: rival, value: -1.3 * sign });
    out.tokens.add(rival);
  }
  const subject = tokens.findIndex((token, i) => token.named >= 0 && !row.has(i));
  if (subject >= 0) {
    out.verdicts.push({ token: subject, value: 0.8 * sign });
    out.tokens.add(subject);
  } else out.about += 0.8 * sign;
}

const PLAIN = 0.5;
const CLEAR = 1.2;
