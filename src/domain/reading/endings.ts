// What languages put before and behind a name without a space: articles, particles, endings of cases.

import data from './data/endings.json' with { type: 'json' };
import { isFirm } from './firms.ts';
import { isUnspaced, scriptOf } from './script.ts';

const { particles, endings, prefixes } = data;
/** Languages that give foreign names their cases in Latin letters, by their endings. */
const CASES: Readonly<Record<string, readonly string[]>> = {
  pl: endings.pl,
  fi: endings.fi,
  et: endings.et,
  hu: endings.hu,
  ...Object.fromEntries(['cs', 'sk', 'sl', 'hr', 'bs', 'sr'].map((language) => [language, endings.cs])),
};
/** Behind names that lost their own ending others may stand besides: Polish ones may be adjectives (`Poczty Polskiej`). */
const AFTER_STEMS: Readonly<Record<string, readonly string[]>> = data.afterStems;
const STEM_ENDINGS: ReadonlyMap<string, readonly string[]> = new Map(
  Object.keys({ ...CASES, ...AFTER_STEMS }).map((language) => [
    language,
    [...(CASES[language] ?? []), ...(AFTER_STEMS[language] ?? [])],
  ]),
);
/** Of so short a name, or one without a capital, what looks like a case is a word. Polish ones are told by other rules. */
const LEAST_LETTERS = 4;

/** The language whose case endings a name of so many letters may have. */
export function casesOf(language: string | null, letters: number, isCapital: boolean): string | null {
  const isStrict = language !== null && language !== 'pl' && (language === 'tr' || language in CASES);
  return isStrict && (letters < LEAST_LETTERS || !isCapital) ? null : language;
}

const PREFIXES = new Map(Object.entries(prefixes));

/** How many letters before a name belong to the word but not to the name (`و` in `وأرامكو`). */
export function prefixLengths(folded: string, at: number): number[] {
  const list = PREFIXES.get(scriptOf(folded.charCodeAt(at))) ?? [];
  return list.filter((prefix) => folded.startsWith(prefix, at)).map((prefix) => prefix.length);
}

/**
 * Whether the name that ends at `end` may be followed by what follows, as case ending or particle. `stem`: the name
 * has lost its own ending, and needs another.
 */
export function endsWord(folded: string, end: number, stem: boolean, language: string | null): boolean {
  const last = scriptOf(folded.charCodeAt(end - 1));
  const next = end < folded.length ? scriptOf(folded.charCodeAt(end)) : 'none';
  if (stem && last === 'latin') return hasEnding(folded, end, STEM_ENDINGS.get(language ?? '') ?? []);
  if (stem) return last === 'cyrillic' && hasEnding(folded, end, endings.cyrillic);
  if (next === 'none' || isUnspaced(last) || next !== last) return true;
  if (last === 'cyrillic') return hasEnding(folded, end, endings.cyrillic);
  if (last === 'hangul') return hasParticles(folded, end) || isFirm(folded, end);
  if (last === 'latin')
    return hasPlural(folded, end) || LATIN_ENDINGS.get(language ?? '')?.(folded, end) === true;
  return isDevanagari(folded.charCodeAt(end - 1)) && isEnding(HINDI_ENDINGS, folded, end);
}

type Ends = (folded: string, end: number) => boolean;

/**
 * Slavic, Finnic and Hungarian endings stand after foreign names, too; a Dutch diminutive is `een Grolschje`; the others
 * have their own rules.
 */
const LATIN_ENDINGS: ReadonlyMap<string, Ends> = new Map([
  ['nl', (folded, end) => hasEnding(folded, end, endings.nl)],
  ['tr', (folded, end) => isEnding(TURKISH_ENDINGS, folded, end)],
  ['de', (folded, end) => hasEnding(folded, end, germanPlurals(folded, end))],
  ...Object.entries(CASES).map(([language, list]): [string, Ends] => [
    language,
    (folded, end) =>
      hasEnding(folded, end, list) ||
      (language === 'hu' && hasEnding(folded, end, hungarianWith(folded, end))),
  ]),
]);

const hasPlural: Ends = (folded, end) =>
  hasEnding(folded, end, /[sxz]/.test(folded[end - 1] ?? '') ? ['es'] : ['s']);

/** Case endings without the apostrophe that names have before them: `Vestelin`; no other name ends in them. */
const TURKISH_ENDINGS = /^(?:n?[iu]n(?:ki)?|y[iuae]|n[ae]|[dt][ae](?:n|ki)?)(?![\p{L}\p{N}'])/u;
/** `दुकानवाले`: who brings it, what is of it. */
const HINDI_ENDINGS = /^(?:वाला|वाले|वाली|वालों)(?![\p{L}\p{M}])/u;
const LONGEST_ENDING = 10;

const isDevanagari = (code: number): boolean => code >= 0x900 && code <= 0x97f;
const isEnding = (pattern: RegExp, folded: string, end: number): boolean =>
  pattern.test(folded.slice(end, end + LONGEST_ENDING));

/** `Lidllel`: with it; the first letter is the name's last. */
const hungarianWith = (folded: string, end: number): string[] =>
  ['al', 'el'].map((ending) => (folded[end - 1] ?? '') + ending);

/** `die Sparkassen`, `bei den Volksbanken`. */
function germanPlurals(folded: string, end: number): readonly string[] {
  const tail = folded.slice(end - 5, end);
  return tail === 'kasse' ? ['n'] : tail.endsWith('bank') ? ['en'] : [];
}

/** Korean particles come in twos: `보다` and `는`. Syllables that make other nouns (`사`, `인`) are the first of none. */
const hasParticles: Ends = (folded, end) =>
  hasEnding(folded, end, particles.any) ||
  particles.first.some(
    (one) => folded.startsWith(one, end) && hasEnding(folded, end + one.length, particles.second),
  );

function hasEnding(folded: string, end: number, list: readonly string[]): boolean {
  const own = scriptOf(folded.charCodeAt(end - 1));
  return list.some(
    (ending) => folded.startsWith(ending, end) && scriptOf(folded.charCodeAt(end + ending.length)) !== own,
  );
}
