// Which words a language has: what stands in a dictionary is capitalised for its place, not because it is a name.
import { readFileSync } from 'node:fs';
import labels from './data/labels.json' with { type: 'json' };
import { fold } from './fold.ts';
import { isGlossed } from './glosses.ts';
import { keep, keepByLanguage } from './keep.ts';
import { isEnglish, LISTS } from './words.ts';

const readLines = (file: string): string[] =>
  readFileSync(new URL(`./data/${file}`, import.meta.url), 'utf8')
    .trimEnd()
    .split('\n');

const common = new Map(
  readLines('common-words.txt').map((line) => [line.slice(0, 2), line.slice(3)] as const),
);
const vocabularies = new Map<string, ReadonlySet<string>>();
const EMPTY: ReadonlySet<string> = new Set();
const labelWords: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  Object.entries(labels.words).map(([language, words]) => [language, new Set(words.split(' ').map(fold))]),
);
const endings: ReadonlyMap<string, RegExp> = new Map(
  Object.entries(labels.endings).map(([language, pattern]) => [language, new RegExp(pattern, 'u')]),
);

function vocabularyOf(language: string): ReadonlySet<string> {
  const known = vocabularies.get(language);
  if (known) return known;
  const line = common.get(language);
  const made = line === undefined ? EMPTY : new Set(line.split(' ').map(fold));
  vocabularies.set(language, made);
  return made;
}

/** Whether a folded word is an ordinary word of the language or of English. */
export function isOrdinary(word: string, language: string | null): boolean {
  return isEnglish(word) || isNative(word, language);
}

/** Whether a folded word is an ordinary word of a language other than English. */
export const isNative = keepByLanguage(
  (word, language) => language !== null && (isGlossed(word, language) || findUsual(word, language)),
);

/** Whether a folded word is a frequent word of a language other than English, or a form of one. */
export const isUsual = keepByLanguage(findUsual);

function findUsual(word: string, language: string | null): boolean {
  if (language === null || language === 'en') return false;
  const words = vocabularyOf(language);
  const own = labelWords.get(language) ?? EMPTY;
  const has = (form: string): boolean => words.has(form) || own.has(form);
  if (has(word)) return true;
  const ending = endings.get(language);
  if (word.length > 6 && ending?.test(word)) return true;
  for (let cut = 1; cut <= 3 && word.length - cut >= 4; cut++)
    if (has(word.slice(0, -cut)) && INFLECTION.test(word.slice(-cut))) return true;
  if (word.length >= 5 && /[aeo]s?$/.test(word) && has(`${word.replace(/[aeo]s?$/, '')}o`)) return true;
  if (language === 'ar' && isArabicForm(word, has)) return true;
  return COMPOUNDING.has(language) && isCompound(word, has);
}

/** Without the article, the little words and the pronouns that Arabic writes together with a word. */
function isArabicForm(word: string, has: (form: string) => boolean): boolean {
  const stem = word.replace(/^(?:[وفبلك]?ال|لل|[وفبلك])(?=.{3})/u, '');
  if (has(stem) || has(`ال${stem}`)) return true;
  const bare = stem.replace(/(?:ات|ون|ين|يه|ها|هم|نا|ه|ي|ا|ك)$/u, '');
  return bare.length >= 3 && (has(bare) || has(`${bare}ه`) || has(`ال${bare}`) || has(`ال${bare}ه`));
}

const INFLECTION =
  /^(?:s|n|e|a|o|i|en|er|es|em|et|os|as|ne|te|st|r|ar|na|de|da|y|и|ы|а|у|е|ов|ам|ой|ый|ая|ое|ые)$/;
const COMPOUNDING = new Set(['de', 'nl', 'sv']);

/** `Härtegrad` is made of two words that the list has. */
function isCompound(word: string, has: (form: string) => boolean): boolean {
  for (let at = 4; at <= word.length - 3; at++) {
    const right = word.slice(at);
    if (!has(right) && !has(right.replace(/(?:en|er|es|e|n|s)$/, ''))) continue;
    const left = word.slice(0, at);
    if (has(left) || has(left.replace(/(?:s|n|en|er|e)$/, '')) || has(`${left}en`) || has(`${left}e`))
      return true;
    if (isEnglish(left)) return true;
  }
  return false;
}

const places: ReadonlySet<string> = new Set(readLines('places.txt').map(fold));

const isListedPlace = (phrase: string): boolean => LISTS.places.has(phrase) || places.has(phrase);

/** Whether a folded phrase is a country, a region or a city, or the people or products of one. */
export const isPlace = keep((phrase) => isListedPlace(phrase) || isDemonym(phrase));

/** `Kenyan`, `Ethiopians`, `Brazilian`. */
function isDemonym(word: string): boolean {
  const stem = /^(\p{L}{4,}?)(?:n|an|ian|ese)s?$/u.exec(word)?.[1];
  return stem !== undefined && ['', 'a', 'y', 'ia'].some((end) => LISTS.places.has(stem + end));
}

/** Whether a folded word is one of the most frequent of a language, as it stands. */
export const isFrequent = (word: string, language: string | null): boolean =>
  language !== null && (vocabularyOf(language).has(word) || labelWords.get(language)?.has(word) === true);

const cjkLabels: ReadonlySet<string> = new Set(labels.cjk.split(' '));
/** Common words that headings and labels in Japanese, Chinese and Korean are made of. */
export const isCjkLabel = (text: string): boolean => cjkLabels.has(text);

let han: ReadonlySet<string> | undefined;

/** Whether a phrase in Han or kana is made of ordinary words and labels only: `续航与补能`, `料金プラン`. */
export const isCjkPhrase = keep(findCjkPhrase);

function findCjkPhrase(text: string): boolean {
  if (text.length < 2 || text.length > 16) return false;
  han ??= new Set([
    ...[...vocabularyOf('zh'), ...vocabularyOf('ja'), ...cjkLabels].filter((word) => word.length > 1),
    ...[...LISTS.genericHeads].filter((word) => HAN.test(word)),
  ]);
  // What can be made of words up to each letter.
  const made = [true];
  for (let end = 1; end <= text.length; end++) {
    made[end] = made[end - 1] === true && end > 1 && JOINTS.has(text.charAt(end - 1));
    for (let start = Math.max(0, end - 7); start < end - 1 && !made[end]; start++)
      made[end] = made[start] === true && han.has(text.slice(start, end));
  }
  return made[text.length] === true;
}

const HAN = /[\p{Script=Han}\p{Script=Katakana}]/u;
const JOINTS = new Set('与和及或的之性度力率費费額量感者型別别比款版类類級级'.split(''));
