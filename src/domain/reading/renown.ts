// Names that many readers know, found wherever they stand: in a sentence nothing else may tell them from words.
import { brandList } from './brand-list.ts';
import { believe, ruled } from './evidence.ts';
import { fold } from './fold.ts';
import { opensSentence } from './guess.ts';
import { findMatches, type Match } from './match.ts';
import type { NameList } from './name-list.ts';
import { FIRM_BEFORE } from './native.ts';
import type { Range, Visible } from './structure.ts';
import { isFrequent, isNative, isOrdinary, isPlace } from './vocabulary.ts';
import { isGround, isUnder, isWitnessed } from './witness.ts';
import { isEnglish, LISTS } from './words.ts';

/** Where a name of the list may begin: at few words, hardly ever at a small letter, not in a known name. */
function startsOf(
  visible: Visible,
  known: readonly Match[],
  list: NameList,
  language: string | null,
): number[] {
  const { starts, close } = visible;
  const found: number[] = [];
  let next = 0;
  for (const at of starts) {
    if (at >= close) break;
    if (!list.mayBegin(visible, at, language)) continue;
    while (next < known.length && (known[next]?.end ?? 0) <= at) next++;
    if ((known[next]?.start ?? at + 1) > at) found.push(at);
  }
  return found;
}

/** Owners of known names are below this; those of the list come after. */
const FIRST = 100_000;

/** Where names of the list stand and mean their brand; `known` are the places of tracked entities. */
export function findRenowned(visible: Visible, known: readonly Match[], language: string | null): Match[] {
  const { list, entries } = brandList();
  const { text, folded } = visible;
  const accepts = (match: Match): boolean => isWritten(text, match, language);
  const candidates = findMatches(
    { text, folded, starts: startsOf(visible, known, list, language), language, accepts },
    list.root,
  ).map((match) => {
    const ambiguous = isWord(match, entries[match.owner]?.doubtful === true, language);
    return { ...match, owner: match.owner + FIRST, pattern: { ...match.pattern, ambiguous } };
  });
  const all = [...known, ...candidates].sort((a, b) => a.start - b.start || b.end - a.end);
  const sure = candidates.some((match) => match.pattern.ambiguous)
    ? believe(visible, all, language, ruled)
    : all;
  return sure.filter(
    (match, i) =>
      match.owner >= FIRST &&
      !follows(text, sure[i - 1], match) &&
      (isMeant(visible, match, language) || isPaired(text, match, sure[i - 1], sure[i + 1])),
  );
}

/** `Brooks Ghost`: what follows another name at once is its product. */
const follows = (text: string, before: Match | undefined, match: Match): boolean =>
  before !== undefined && match.start - before.end === 1 && text[before.end] === ' ';

/** `Stripe et PayPal`, `拼多多、贝壳和京东`: in company with a name that is no word, a word is one too. */
const isPaired = (text: string, match: Match, before: Match | undefined, next: Match | undefined): boolean =>
  isJoined(text, match, next, match) ||
  (UNCASED.test(match.pattern.key) && isJoined(text, before, match, match));

function isJoined(text: string, left: Match | undefined, right: Match | undefined, own: Match): boolean {
  const other = left === own ? right : left;
  if (!left || !right || !other || other.pattern.ambiguous || right.start - left.end > 6) return false;
  return JOINT.test(text.slice(left.end, right.start));
}

const JOINT = /^(?:, |\/| & | \p{Ll}{1,4} |[、，和与與跟及或]|以及|还有)$/u;

/** The list's spelling of a match, and whose product that is. */
export function renownedName(match: Match): { name: string; parent: string } {
  return brandList().entries[match.owner - FIRST] ?? { name: match.pattern.source, parent: '' };
}

const UNCASED = /^[\p{Lo}\p{M}\p{N}]+$/u;
const UPPER = /\p{Lu}/u;
const ASCII = /^[\0-\x7f]*$/;

/** As its owner writes it, or with a capital: `wise` is an adjective, and `Säge` is not `Sage`. */
function isWritten(text: string, match: Match, language: string | null): boolean {
  const { source, words, key } = match.pattern;
  const surface = text.slice(match.start, match.end).replace(/[İı]/g, 'i');
  const isOrdinaryWord = words === 1 && (isEnglish(key) || isFrequent(key, language));
  // `Which?` is a magazine, `Which one` is none; `a menu` is no maker of lamps.
  const mark = /[?!]$/.exec(source)?.[0];
  if (isOrdinaryWord && mark !== undefined && !text.startsWith(mark, match.end) && !surface.endsWith(mark))
    return false;
  // `PFAS` is not several of a brand PFA, nor `Vamos` of Vamo: a match ends before an s.
  const last = text.charAt(match.end);
  const more = `${key}s`;
  if (last === 'S' || (last === 's' && (isOrdinary(more, language) || LISTS.givenNames.has(more))))
    return false;
  // `Area` is no `Área`, `register it` no `Register.it`.
  if (isOrdinaryWord && ASCII.test(surface) && !ASCII.test(source)) return false;
  if (source.includes('.') && surface.includes(' ') && !surface.includes('.')) return false;
  if (surface === source) return UPPER.test(source) || UNCASED.test(key) || !isOrdinaryWord;
  if (!/\p{L}/u.test(source)) return false;
  // `Le point fort`: a name of ordinary words has its capitals.
  if (words > 1 && hasFewerCapitals(surface, source)) return !isMadeOfWords(source, language);
  if (ASCII.test(source) && !ASCII.test(surface)) return false;
  if (UPPER.test(source) && key.length <= 4 && source === source.toUpperCase()) return false;
  // `Ideal`, `Latex`, `Start` are words; `iDEAL`, `LaTeX`, `START` are names.
  if (isOrdinaryWord && /.\p{Lu}/u.test(source)) return false;
  if (!UPPER.test(source)) return !/\p{Ll}/u.test(surface) || UPPER.test(surface.charAt(0));
  if (words > 1 && match.pattern.ambiguous) return false;
  return UPPER.test(surface.charAt(0));
}

const capitalsIn = (text: string): number => text.match(/\p{Lu}/gu)?.length ?? 0;
const hasFewerCapitals = (surface: string, source: string): boolean =>
  capitalsIn(surface) < capitalsIn(source);
const isMadeOfWords = (name: string, language: string | null): boolean =>
  name.split(' ').every((word) => isOrdinary(fold(word), language));

function isWord({ pattern }: Match, doubtful: boolean, language: string | null): boolean {
  if (doubtful || isOther(pattern.key)) return true;
  if (pattern.ambiguous && (language === 'en' || language === null)) return true;
  return pattern.words === 1 && isFrequent(pattern.key, language);
}

/** More often something else: an abbreviation, a place, a person. */
const isOther = (word: string): boolean =>
  LISTS.acronyms.has(word) || isPlace(word) || LISTS.givenNames.has(word);

/** A word of the language is no brand as a label, after a capitalised word, or where nouns have articles. */
function isMeant({ text, labels, bolds }: Visible, match: Match, language: string | null): boolean {
  const { ambiguous, key, words } = match.pattern;
  const before = text.slice(Math.max(0, match.start - 24), match.start);
  const name = /(\p{Lu}[\p{L}\d]*) $/u.exec(before)?.[1];
  if (name !== undefined && LISTS.givenNames.has(fold(name))) return false;
  // `Form 1099-NEC`.
  if (/\d-$/.test(before)) return false;
  if (!ambiguous) return true;
  // `IT-Teams`, `Gratis-Versand`: a word in a longer one.
  const isCompound = /^-\p{L}/u.test(text.slice(match.end, match.end + 2));
  if (/\p{L}-$/u.test(before) || (isCompound && (language !== 'de' || isNative(key, language)))) return false;
  // `Visa-Karte` is no word `Visa`.
  if (isCompound) return !isPlace(key);
  if (words === 1 && language === 'en' && LISTS.calendar.has(key)) return false;
  // `Acme – Quick to learn`: what follows a dash or a sign begins anew.
  if (words === 1 && language === 'en' && AFTER_SIGN.test(before)) return false;
  // `New York City`, `South by Southwest`, `Whey & Away`: a word of a longer name.
  if (words === 1 && LONGER.test(before)) return false;
  if (words === 1 && isOther(key)) return isMade(text, match, language);
  if (words === 1 && isPart(text, match, labels, bolds)) return false;
  // Without capitals, a word is a name in quotes or brackets only.
  if (UNCASED.test(key) && !/["'「『《〈【([]$/.test(before) && !FIRM_BEFORE.test(before)) return false;
  if (/^\s?[:：]/.test(text.slice(match.end, match.end + 2))) return false;
  if (name !== undefined && !isOpening(text, match.start - name.length - 1, name, language)) return false;
  if (/^ \p{Lu}\p{Ll}/u.test(text.slice(match.end, match.end + 3)) && labels.length + bolds.length === 0)
    return false;
  // German capitalises all nouns, and every language the first word of a sentence.
  if (language === 'en')
    return !/(?:^|\s)the $/iu.test(before) || !IS_GENERIC.test(text.slice(match.end, match.end + 14));
  if (language === 'de')
    return !isFrequent(key, language) && !AFTER_ARTICLE.test(before) && isWitnessed(text, match, language);
  return !opensSentence(text, match.start);
}

/** `On Yelp`, `In Consumer Reports`: the capital before it is the sentence's. */
const isOpening = (text: string, at: number, word: string, language: string | null): boolean =>
  isFrequent(fold(word), language) ||
  (language === 'en' && LISTS.starters.has(fold(word)) && opensSentence(text, at));

const LONGER = /(?:^|[^\p{L}])(?:New|Nova|Saint|St\.?|\p{Lu}\p{Ll}+ (?:by|&)) $/u;

const AFTER_SIGN = /(?:[\p{So}\u2190-\u21ff\u2795\u2796\u27a1]\ufe0f?|\s[–—])\s$/u;

/** `Salt Lake`, `King's Cross`, `Día de la Madre`: a word in a longer name, unless it is marked by itself. */
function isPart(
  text: string,
  { start, end }: Match,
  labels: readonly Range[],
  bolds: readonly Range[],
): boolean {
  if (!/^(?:['’]s)? (?:\p{Lu}\p{Ll}|(?:de|del|di|do|da) )/u.test(text.slice(end, end + 6))) return false;
  return ![...labels, ...bolds].some((range) => range.start === start && range.end === end);
}

/** `a Toyota Corolla`, `the app Zeit`: where the other meaning, most often a place, cannot stand. */
function isMade(text: string, { start, end, pattern }: Match, language: string | null): boolean {
  if (language === null || !isPlace(pattern.key)) return false;
  if (isUnder(text, start, language)) return false;
  const next = /^ (\p{Lu}[\p{L}\d-]+)/u.exec(text.slice(end, end + 20))?.[1];
  if (next !== undefined) return !isPlace(fold(next)) && !isGround(next, language);
  return isWitnessed(text, { start, end }, language);
}

/** `the Metro runs`: after an article a word is itself, unless it goes with a noun, as in `the Slack app`. */
const IS_GENERIC = /^(?:[.,;:!?)\n\f]|$| \p{Ll}+s\b)/u;

const AFTER_ARTICLE =
  /(?:^|[^\p{L}])(?:der|die|das|dem|den|des|eine?[mnrs]?|keine?[mnrs]?|zum|zur|im|am|vom|ihre?[mnrs]?|alle[rn]?) $/iu;
