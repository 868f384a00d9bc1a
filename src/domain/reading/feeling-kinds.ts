// In what role an entity is named: advised to the reader, or set against another one.

import { type Cues, cuesIn, indexCues, matchesOf } from './cues.ts';
import kinds from './data/feelings-kinds.json' with { type: 'json' };
import { foldedSource, UNSPACED, withArticles } from './lexicon.ts';
import { type Line, tokenAt } from './line.ts';
import { is, type Sentence, type Token } from './sentences.ts';
import { IS } from './traits.ts';

type Raw = { advise: string[]; pick: string; comparing: string; even?: string };
type Patterns = { advise: RegExp; pick: RegExp; comparing: RegExp; even: RegExp; cues: Cues };
/** Patterns by the bits of what they need. */
const CUE = { advise: 1, pick: 2, comparing: 4 } as const;

/** What a sentence says of roles: tokens that it advises or advises against, and whether it compares. */
export type Roles = {
  advised: { token: number; sign: number; from: number }[];
  /** It speaks of a choice without naming it. */
  picks: number;
  compares: boolean;
};

function compile(language: string, raw: Raw): Patterns {
  const isSpaced = !UNSPACED.has(language);
  const sourceOf = (source: string): string =>
    isSpaced ? withArticles(foldedSource(source)) : foldedSource(source).replace(/ \??/g, '');
  const advise = new RegExp(raw.advise.map(sourceOf).join('|'), 'gu');
  const pick = new RegExp(isSpaced ? foldedSource(raw.pick) : sourceOf(raw.pick), 'u');
  const comparing = new RegExp(isSpaced ? foldedSource(raw.comparing) : sourceOf(raw.comparing), 'u');
  const even = new RegExp(foldedSource(raw.even ?? '(?!)'), 'u');
  return { advise, pick, comparing, even, cues: isSpaced ? indexCues([advise, pick, comparing]) : ALWAYS };
}

/** See lexicon.ts: pieces of patterns are not words of text without spaces. */
const ALWAYS: Cues = { pieces: new Map(), always: CUE.advise | CUE.pick | CUE.comparing };

const patterns = new Map(
  Object.entries(kinds as Record<string, Raw>).map(([code, raw]) => [code, compile(code, raw)]),
);
const NOTHING: Roles = { advised: [], picks: 0, compares: false };

/** Whether a folded sentence says that two are equal, that opinions are split, or that one is average. */
export const saysEven = (language: string | null, text: string): boolean =>
  patterns.get(language ?? '')?.even.test(text) ?? false;

/** Reads the roles in a sentence; `entities` is how many different ones it is about. */
export function readRoles(language: string | null, sentence: Sentence, words: Line, entities: number): Roles {
  const pattern = patterns.get(language ?? '');
  if (!pattern || entities === 0) return NOTHING;
  const { line } = words;
  let cues = pattern.cues.always;
  for (const { word, sense } of sentence.tokens) cues |= sense.roles ??= cuesIn(pattern.cues, word);
  const pick = (cues & CUE.pick) === 0 ? null : pattern.pick.exec(line);
  return {
    advised:
      sentence.from < sentence.to && (cues & CUE.advise) !== 0
        ? advisedIn(pattern.advise, sentence, words)
        : [],
    picks: pick === null ? 0 : isRefused(sentence, words, pick.index, pick.index + pick[0].length) ? -1 : 1,
    compares: entities > 1 && (cues & CUE.comparing) !== 0 && pattern.comparing.test(line),
  };
}

function advisedIn(pattern: RegExp, sentence: Sentence, words: Line): Roles['advised'] {
  const out: Roles['advised'] = [];
  for (const match of matchesOf(pattern, words.line)) {
    const end = match.index + match[0].length;
    const first = tokenAt(words, match.index + match[0].search(/\S/));
    let token: number | undefined;
    for (let at = end - 1; at >= match.index && token === undefined; at--)
      if (words.line[at] === 'E') token = tokenAt(words, at);
    if (token === undefined || (sentence.tokens[token]?.named ?? -1) < 0) continue;
    const sign = isRefused(sentence, words, match.index, end) ? -1 : 1;
    out.push({ token, sign, from: first ?? token });
  }
  return out;
}

const REFUSED =
  /不(?:太)?(?:推荐|建议|选|买|值得|考虑)|别(?:选|买)|ません(?!か)|ない|않|마세요|말고|못|避け|(?:^|\s)(?:не|لا|मत|नहीं|nie|degil|hayir)(?=\s)|meyin|mayin|mem\b|mam\b|\saf(?=\s|$)/u;

/** `Do not hesitate to take A`, `without doubt`: a denial beside such a word is part of the advice. */
const DOUBT =
  /^(?:hesit|zoger|dud(?:e|es|en|a)$|aarzel|waha[jc]|tereddut|колеб|doubt|zweifel|doute|duvid|hesite|dubbi|esit|twijfel|watpi|сомне)/u;
const BESIDE = 2;

function isUndoubted(tokens: readonly Token[], at: number): boolean {
  for (const step of [-1, 1])
    for (let far = 1; far <= BESIDE && !is(tokens[at + step * far], IS.stop); far++)
      if (DOUBT.test(tokens[at + step * far]?.word ?? '')) return true;
  return false;
}

/** A word of denial just before it or in it. */
function isRefused(sentence: Sentence, words: Line, start: number, end: number): boolean {
  const first = words.tokens[words.starts.findIndex((at) => at >= start)] ?? 0;
  const last = words.tokens[words.starts.findLastIndex((at) => at < end)] ?? first;
  for (let at = last; at >= Math.max(0, first - 3); at--) {
    const token = sentence.tokens[at];
    // `If you call little, take A`: the denial is of something else.
    if (at < first && is(token, IS.stop)) break;
    if (is(token, IS.negator) && !is(token, IS.less) && !isUndoubted(sentence.tokens, at)) return true;
  }
  return REFUSED.test(words.line.slice(Math.max(0, start - 4), end + 8));
}
