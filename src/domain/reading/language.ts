// The language of an answer, by script and by the little words that every text has.

import { eld } from 'eld/extrasmall';
import stopwords from './data/stopwords.json' with { type: 'json' };
import { fold, isLetterCode, isWordCode } from './fold.ts';
import { keepWords } from './keep.ts';
import { scriptOf } from './script.ts';
import { isNative, isUsual } from './vocabulary.ts';
import { isEnglish } from './words.ts';

const LANGUAGES = Object.keys(stopwords);
/** The languages of each little word, by number. */
const index = new Map<string, number[]>();
for (const [number, words] of Object.values(stopwords).entries()) {
  for (const word of new Set(words.map(fold))) index.set(word, [...(index.get(word) ?? []), number]);
}

/** Whether a folded word is one of the little words of a language: `die`, `el`. */
export const isLittle = (word: string, language: string): boolean =>
  index.get(word)?.includes(LANGUAGES.indexOf(language)) ?? false;

const SAMPLE = 700;
// What n-grams are asked of: they need less text than little words do, and more time.
const SHORT = 300;

/**
 * The ISO 639-1 code, or null when the text is too short or too mixed to tell. `text` is the same text before
 * folding: accents tell languages apart.
 */
export function detectLanguage(folded: string, text: string): string | null {
  const sample = folded.slice(0, SAMPLE);
  const sure = byScript(sample) ?? bySureWords(sample);
  if (sure !== null) return sure;
  const letters = byLetters(text.slice(0, SHORT));
  const told =
    (text.length < FEW ? byVocabulary(text, letters) : letters) ?? byWords(sample) ?? byOwnLetters(text, 1);
  return told === 'nl' && AFRIKAANS.test(sample) ? 'af' : told;
}

/** It is near to Dutch, and no language that is voted for. */
const AFRIKAANS = /(?<!\p{L})(?:nie|ek|baie)(?!\p{L})/u;

/** So short a text may have no little word, and too few letters for n-grams: its words are asked, too. */
const FEW = 160;
const VOTERS = ['en', 'de', 'fr', 'es', 'it', 'pt', 'nl', 'pl', 'tr'];
/**
 * How many of the words a language has to have: fewer where the one that the letters tell has next to none, nearly all
 * where that one's words are not known.
 */
const CLEAR = { share: 0.6, strange: 0.9, few: 0.3, none: 0.15, lead: 0.2, against: 0.35 };

/** The language whose dictionary has most of the words, by far, else the one that the letters tell. */
function byVocabulary(text: string, letters: string | null): string | null {
  const words = text.match(/[\p{L}\p{M}]{2,}/gu) ?? [];
  // Names are left out by their capitals where there are other words.
  const small = words.filter((word) => /^\p{Ll}/u.test(word));
  const asked =
    small.length > 0
      ? small.map(fold)
      : words.map(fold).filter((word) => VOTERS.some((language) => isOf(word, language)));
  // Names alone have no language: what their letters look like says nothing.
  if (asked.length === 0) return letters !== null && VOTERS.includes(letters) ? letters : null;
  const share = (language: string): number =>
    asked.filter((word) => isOf(word, language)).length / asked.length;
  const [best, second] = VOTERS.map((language): [string, number] => [language, share(language)]).sort(
    (a, b) => b[1] - a[1],
  );
  // What a language has that is no voter is not known.
  const told = letters !== null && VOTERS.includes(letters) ? share(letters) : null;
  const isStrange = letters !== null && told === null;
  const least = isStrange ? CLEAR.strange : told !== null && told < CLEAR.none ? CLEAR.few : CLEAR.share;
  if (!best || !second || best[1] < least || best[1] - second[1] < CLEAR.lead) return letters;
  return told !== null && told >= CLEAR.none && best[1] - told < CLEAR.against ? letters : best[0];
}

const isOf = (word: string, language: string): boolean =>
  index.get(word)?.includes(LANGUAGES.indexOf(language)) === true ||
  (language === 'en'
    ? isEnglish(word)
    : NEAR.has(language)
      ? isUsual(word, language)
      : isNative(word, language));

/** Their glosses have too many forms that are words of Spanish and German, too (`és`, `no`). */
const NEAR: ReadonlySet<string> = new Set(['pt', 'it', 'nl']);

/** What the n-grams of letters tell; null when they are too few, or those of a list of names. */
function byLetters(text: string): string | null {
  const found = eld.detect(text);
  if (!found.isReliable()) return byOwnLetters(text);
  // Its n-grams are near to theirs, its letters are not.
  if (NEAR_POLISH.has(found.language) && POLISH_LETTERS.test(text)) return 'pl';
  return CYRILLIC.has(found.language) ? byCyrillic(text, found.language) : found.language;
}

const NEAR_POLISH: ReadonlySet<string> = new Set(['cs', 'sk', 'sl', 'hr']);
const POLISH_LETTERS = /[łżźśąę]/;

const CYRILLIC: ReadonlySet<string> = new Set(['ru', 'uk', 'bg', 'be', 'sr', 'mk']);

/** Russian and Ukrainian have letters that the languages beside them do not have, Bulgarian its little words. */
function byCyrillic(text: string, told: string): string {
  const [isRussian, isUkrainian] = [/[ыэё]/i.test(text), /[іїєґў]/i.test(text)];
  if (isRussian && !isUkrainian) return 'ru';
  if (isUkrainian && !isRussian) return told === 'be' ? told : 'uk';
  const isTold = told === 'bg' ? BULGARIAN.test(text) : isUkrainian || (told !== 'uk' && told !== 'be');
  return isTold ? told : 'ru';
}

const BULGARIAN = /ъ|(?<!\p{L})(?:е|се|са|че|ще|това|като|най|има|няма|сме|ги)(?!\p{L})/iu;

/** Letters that one of our languages has, and hardly another, in words that are no names, or at the start of a text. */
const OWN_LETTERS: readonly [RegExp, string][] = [
  [/(?:^\p{Lu}|(?<![\p{L}\p{M}]))\p{Ll}*[łżźśąę]/gu, 'pl'],
  [/(?:^\p{Lu}|(?<![\p{L}\p{M}]))\p{Ll}*[ğışİ]/gu, 'tr'],
];
const ENOUGH = 2;

const byOwnLetters = (text: string, enough = ENOUGH): string | null =>
  OWN_LETTERS.find(([letters]) => (text.match(letters)?.length ?? 0) >= enough)?.[1] ?? null;

/** Scripts that tell the language, with the share of all letters that they need. */
const SCRIPTS: [script: string, language: string, share: number][] = [
  ['kana', 'ja', 0.08],
  ['han', 'zh', 0.15],
  ['greek', 'el', 0.3],
  ['hindi', 'hi', 0.2],
  ['hangul', 'ko', 0.2],
  ['thai', 'th', 0.2],
  ['arabic', 'ar', 0.2],
  ['hebrew', 'he', 0.2],
];

function byScript(sample: string): string | null {
  const counts = new Map<string, number>();
  let total = 0;
  for (let i = 0; i < sample.length; i++) {
    const code = sample.charCodeAt(i);
    if (!isWordCode(code)) continue;
    total++;
    if (code < 0x370) continue;
    const script = code < 0x400 ? 'greek' : code >= 0x900 && code < 0x980 ? 'hindi' : scriptOf(code);
    counts.set(script, (counts.get(script) ?? 0) + 1);
  }
  if (counts.size === 0) return null;
  return SCRIPTS.find(([script, , share]) => (counts.get(script) ?? 0) > share * total)?.[1] ?? null;
}

type Word = { word: string; languages: readonly number[] };
const NOWHERE: readonly number[] = [];

const wordAt = keepWords((word): Word => ({ word, languages: index.get(word) ?? NOWHERE }));

function wordsOf(sample: string): Word[] {
  const words: Word[] = [];
  for (let at = 0; at < sample.length; at++) {
    if (!isLetterCode(sample.charCodeAt(at))) continue;
    const start = at;
    while (isLetterCode(sample.charCodeAt(at))) at++;
    words.push(wordAt(sample, start, at));
  }
  return words;
}

type Ranked = { words: Word[]; best: [language: string, score: number] | undefined; second: number };

function rank(sample: string): Ranked {
  const scores = new Float64Array(LANGUAGES.length);
  const words = wordsOf(sample);
  for (const { languages } of words)
    for (const number of languages) scores[number] = (scores[number] ?? 0) + 1 / languages.length;
  const [best, second] = LANGUAGES.map((language, number): [string, number] => [
    language,
    scores[number] ?? 0,
  ])
    .filter(([, score]) => score > 0)
    .sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1));
  return { words, best, second: second?.[1] ?? 0 };
}

const MANY = 6;

const englishShare = (words: readonly Word[]) =>
  words.filter(({ word }) => isEnglish(word)).length / Math.max(1, words.length);

/** The language of many little words, or of words that are all English; null when neither tells. */
function bySureWords(sample: string): string | null {
  const { words, best, second } = rank(sample);
  if (best && best[1] >= MANY && best[1] >= 2 * second) return best[0];
  // Names and labels without a little word between them, such as a table's.
  return (best?.[1] ?? 0) < 1 && englishShare(words) >= 0.75 ? 'en' : null;
}

function byWords(sample: string): string | null {
  const { words, best, second } = rank(sample);
  const sure = best !== undefined && best[1] > second && best[1] / words.length > 0.04;
  if (sure && best[1] >= 2) return best[0];
  // One little word is no proof against a sentence of English words.
  const english = englishShare(words);
  if ((best?.[1] ?? 0) < 2 && english >= 0.5) return 'en';
  if (best && best[1] >= 1 && best[1] > second && (sure || words.length < 20)) return best[0];
  if (/[\u0400-\u04ff]/.test(sample)) return 'ru';
  return english >= 0.3 ? 'en' : null;
}
