// Names in sentences: capitalised words that no dictionary has, where nothing else asks for the capital.
import { type Context, coverage, type Draft, type Mark, sight, trimRange } from './discover.ts';
import { fold } from './fold.ts';
import { CAMEL, DOMAIN, guessAt, isBrand, KATAKANA, opensSentence } from './guess.ts';
import { keepByLanguage } from './keep.ts';
import type { Range } from './structure.ts';
import { isNative, isOrdinary } from './vocabulary.ts';
import { isEnglish, LISTS } from './words.ts';
import { nameWorth, type Worth } from './worth.ts';

const LETTER =
  "[\\p{Script=Latin}\\p{Script=Cyrillic}\\p{Script=Greek}\\p{Script=Katakana}ー\\p{N}\\p{M}'+-]";
const NAME = new RegExp(
  `(?:\\p{Lu}${LETTER}*(?:\\.(?:com|io|ai|co|net|org|app|so|dev|de|fr|es|it|nl|pl|pt|ru|tr|eu|be|at|ch|uk|in|br|mx|jp|kr|cn|shop|store)\\b)?|[a-z]+\\p{Lu}${LETTER}*)` +
    `(?:[ ](?:& )?\\p{Lu}(?:${LETTER}|&)*|[ ]\\d{1,4}(?![\\d%.,]))*`,
  'uy',
);

/** Where the name that begins at `start`, with its first capital at `capital`, ends; -1 when there is none. */
function nameEnd(text: string, start: number, capital: number): number {
  const end = plainNameEnd(text, capital);
  if (end > 0) return end;
  NAME.lastIndex = start;
  return NAME.test(text) ? NAME.lastIndex : -1;
}

const PLAIN_LETTERS = new Uint8Array(128);
for (const letter of "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'+-")
  PLAIN_LETTERS[letter.charCodeAt(0)] = 1;
const PLAIN_NEXT = /[^ -~]|[A-Z\d&]/;

/** The same for one word without accents, as most are: NAME takes four times as long. 0 when it has to tell. */
function plainNameEnd(text: string, capital: number): number {
  if (text.charCodeAt(capital) > 127) return 0;
  let end = capital + 1;
  while (PLAIN_LETTERS[text.charCodeAt(end)] === 1) end++;
  const mark = text.charCodeAt(end);
  // Letters of other kinds, `.com`, and words or numbers that may belong to it.
  if (mark > 127 || (mark === 46 && isSmall(text.charCodeAt(end + 1)))) return 0;
  return mark === 32 && PLAIN_NEXT.test(text.charAt(end + 1)) ? 0 : end;
}

const isSmall = (code: number): boolean => code >= 97 && code <= 122;

const BLOCKERS = new Set(['@', '#', '/', '.', "'", '-']);
const uppers = new Uint8Array(0x10000);
for (let code = 0; code < 0x10000; code++) if (/\p{Lu}/u.test(String.fromCharCode(code))) uppers[code] = 1;
const letters = new Uint8Array(0x10000);
for (let code = 0; code < 0x10000; code++)
  if (/[\p{L}\p{N}]/u.test(String.fromCharCode(code))) letters[code] = 1;

/** Adds the names that stand in sentences. */
export function fromProse(context: Context, draft: Draft): void {
  const { visible, language } = context;
  if (language === null) return;
  const { text } = visible;
  const code = visible.blocks.filter((block) => block.kind === 'code');
  const isBold = coverage(visible.bolds);
  const seen = coverage([...draft.values()].flatMap((found) => found.sighted));
  for (let at = 0; at < text.length; at++) {
    if (uppers[text.charCodeAt(at)] !== 1) continue;
    const start = wordStart(text, at);
    const end = start < 0 ? -1 : nameEnd(text, start, at);
    if (end < 0) continue;
    const whole = { start, end };
    at = end - 1;
    if (context.covered(whole)) continue;
    if (isPlainOpening(text, text.slice(start, end), start, language) || seen(whole)) continue;
    if (isIn(code, start)) continue;
    proseName(context, draft, whole, { language, mark: isBold(whole) ? 'bold' : 'prose' });
  }
}

// Not a closure in the loop: its scope would be made anew for each letter of the text (60 kB an answer).
const isIn = (blocks: readonly Range[], at: number): boolean =>
  blocks.some((block) => block.start <= at && block.end > at);

type Style = { language: string; mark: Mark };

function proseName(context: Context, draft: Draft, whole: Range, { language, mark }: Style): void {
  const { text } = context.visible;
  if (isProduct(context, whole.start)) return;
  const range = nameAt(text, trimRange(text, whole), language);
  if (!isProseName(text, range, language) || isCode(text.slice(range.start, range.end))) return;
  const guess = guessAt(context, range, language, mark);
  // Ordinary words with capitals are terms and titles ten times as often as names.
  if (!guess.isTold && nameWorth(text.slice(range.start, range.end), language) === 'words') return;
  if (context.watch) context.watch(guess);
  else if (isBrand(guess, language)) sight(context, draft, range, false);
}

/** `Acme AirWrap`, `Acme's AirWrap`: what follows a name at once is its product. */
const isProduct = ({ visible, covered, renowned }: Context, start: number): boolean => {
  if (visible.text[start - 1] !== ' ') return false;
  const end = start - (/['’]s $/.test(visible.text.slice(start - 3, start)) ? 3 : 1);
  return covered({ start: end - 1, end }) || renowned({ start: end - 1, end });
};

/** Without the word that opens the sentence, unless ordinary words alone would be left. */
function nameAt(text: string, range: Range, language: string): Range {
  const rest = dropOpening(text, range, language);
  if (language !== 'en' || rest.start === range.start) return rest;
  const first = fold(text.slice(range.start, rest.start - 1));
  const left = nameWorth(text.slice(rest.start, rest.end), language);
  return left !== 'name' && !LISTS.starters.has(first) ? range : rest;
}

/** Where the word with a capital at `at` begins; -1 when it is part of something longer. */
function wordStart(text: string, at: number): number {
  let start = at;
  while (start > 0 && letters[text.charCodeAt(start - 1)] === 1) start--;
  if (start < at && !/^[a-z]+$/.test(text.slice(start, at))) return -1;
  return BLOCKERS.has(text[start - 1] ?? '') ? -1 : start;
}

/** `Try Zapier`, `While Zapier`: the capital of the first word is the sentence's. */
export function dropOpening(text: string, range: Range, language: string | null): Range {
  const first = /^([\p{L}']+)\s(?=\p{L})/u.exec(text.slice(range.start, range.end));
  if (!first || !opensSentence(text, range.start)) return range;
  const word = fold(first[1] ?? '');
  return LISTS.starters.has(word) || (isOrdinary(word, language) && !LISTS.brandWords.has(word))
    ? { start: range.start + first[0].length, end: range.end }
    : range;
}

/** Most capitals are the first letter of a sentence: those words need no closer look. */
function isPlainOpening(text: string, word: string, at: number, language: string): boolean {
  return !word.includes(' ') && opensSentence(text, at) && isPlainWord(word, language);
}

const isPlainWord = keepByLanguage(
  (word, language) => (language !== 'en' || isEnglish(word.toLowerCase())) && !CAMEL.test(word),
);

const SHORT_CAPITALS = /^[\p{Lu}\d&-]{2,5}s?$/u;

function isProseName(text: string, range: Range, language: string): boolean {
  const name = text.slice(range.start, range.end);
  const opens = opensSentence(text, range.start);
  const worth = nameWorth(name, language);
  const first = fold(name.split(' ')[0] ?? '');
  const english = language === 'en';
  if (english && LISTS.brandWords.has(first) && (worth === 'words' || (worth === 'word' && !opens)))
    return true;
  if (DOMAIN.test(name)) return true;
  // `Ac:me`
  if (/^[:;]\p{Ll}/u.test(text.slice(range.end, range.end + 2))) return false;
  if (name.length < 3 || SHORT_CAPITALS.test(name) || LISTS.givenNames.has(first)) return false;
  if (english && worth === 'words') return TITLED.test(name) && !isTitle(text, range);
  if (worth !== 'name') return !english && !opens && isForeign(name, worth, language);
  if (english && opens && (isQualifier(text, range, name) || isDerived(fold(name)))) return false;
  if (english || KATAKANA.test(name) || (CAMEL.test(name) && !name.includes('-'))) return true;
  if (opens) return !name.includes('-') && isSubject(text, range, language);
  return language === 'de' ? isHeadless(text, range, name) : !name.includes('-');
}

/** `R-410A`, `Form 1040`, `kWh Verbrauch`: a norm, a road, a unit. */
const isCode = (name: string): boolean => CODE.test(name) || UNIT.test(name);

/** `R-410A`, `DDF484`, `SS 131`, `Form 1040`: a norm, a model, a road. */
const CODE = /^\p{Lu}{0,4}[- ]?\d|[- ]\d|\p{L}\d{2,}$/u;
/** `kWh Verbrauch`. */
const UNIT = /^(?:[kMGTm]?Wh|[kMGT]W|[kMG]Hz|mAh|dB|kVA|[kMG]Bit|pH) /u;
const TITLED = /^\p{Lu}\p{L}+(?: (?:& )?\p{Lu}\p{L}+){1,2}$/u;

/** In a heading, a label or a cell all words have capitals. */
function isTitle(text: string, range: Range): boolean {
  const before = text.slice(Math.max(0, range.start - 2), range.start);
  return /^(?:|[\n\f]|.[\n\f(])$/su.test(before) && !/^ \p{Ll}/u.test(text.slice(range.end, range.end + 2));
}

/** `Installer`, `Preexisting`: words that no dictionary lists, made of one that it does. */
function isDerived(word: string): boolean {
  const stem = /^(.{4,}?)(?:n?ers?|ings?|ments?|e?d|able|less|ness)$/u.exec(word)?.[1];
  if (stem !== undefined && (isEnglish(stem) || isEnglish(`${stem}e`))) return true;
  // `High-cardinality queries`
  if (/-/.test(word) && isEnglish(word.split('-', 1)[0] ?? '')) return true;
  const rest = /^(?:pre|re|un|non|over|under|anti|multi|micro|co)-?(.{4,})$/u.exec(word)?.[1];
  return rest !== undefined && isEnglish(rest);
}

/** `Offline mode is patchy`: a word that opens a sentence and goes with a noun, not with a verb. */
function isQualifier(text: string, range: Range, name: string): boolean {
  if (name.includes(' ') || CAMEL.test(name)) return false;
  const next = /^ ([\p{Ll}']+)/u.exec(text.slice(range.end, range.end + 24))?.[1];
  if (next === undefined || LISTS.brandVerbs.has(next)) return false;
  return LISTS.starters.has(next) || !/(?:s|ed|ly)$/.test(next);
}

/** At the start of a sentence: two capitalised words where nouns are small, or a word before a brand's verb. */
function isSubject(text: string, range: Range, language: string): boolean {
  const name = text.slice(range.start, range.end);
  if (name.includes(' ')) return LOWER_NOUNS.has(language) && /^\p{L}{3}/u.test(name);
  const next = /^ ([\p{Ll}-]+)/u.exec(text.slice(range.end, range.end + 24))?.[1];
  return next !== undefined && LISTS.brandVerbs.has(fold(next)) && !NOUN_ENDING.test(name);
}

const LOWER_NOUNS = new Set(['es', 'fr', 'pt', 'it', 'nl', 'tr', 'pl', 'ru', 'sv']);

/** Where nouns are lower-case, ordinary words with capitals amid a sentence are somebody's name. */
function isForeign(name: string, worth: Worth, language: string): boolean {
  if (!LOWER_NOUNS.has(language)) return false;
  const words = name.split(' ');
  if (worth === 'words') return words.length <= 3 && words.every((word) => uppers[word.charCodeAt(0)] === 1);
  return worth === 'word' && !isNative(fold(name), language) && !LISTS.calendar.has(fold(name));
}

/** German capitalises all nouns; but a noun has an article or an adjective where a name has none. */
function isHeadless(text: string, range: Range, name: string): boolean {
  // A long word is a compound noun more often than a name.
  if (name.length < 4 || name.length > 12 || name.includes('-') || NOUN_ENDING.test(name)) return false;
  return HEADLESS.test(text.slice(Math.max(0, range.start - 12), range.start));
}

/** What plurals and derived nouns end in, and names hardly ever. */
const NOUN_ENDING =
  /(?:en|er|ern|eln|ung|heit|keit|schaft|nis|ling|tät|ion|ismus|zeug|wagen|hieb|zeit|stoff|leder|gummi|schaum)$/u;

const HEADLESS = /(?:^|\s)(?:bei|wie|statt|auf|von|gegen|bietet|reicht) $/u;
