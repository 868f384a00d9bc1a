// What the rules make of a name that may be a word: by its capital, its grammar, and the names beside it.
import { fold } from './fold.ts';
import type { Ruling } from './homonym-model.ts';
import { isCapital, isElse, isInLongerName, isTown, isVisited, wordAfter } from './homonyms.ts';
import { isLittle } from './language.ts';
import type { Match } from './match.ts';
import {
  isBeforeProducts,
  isForced,
  isTitleCase,
  judgeOpening,
  opensOtherwise,
  type Verdict,
} from './opening.ts';
import { headOf, isBeforeModel, isStanding, isUnknownName, type Standing } from './standing.ts';
import type { Visible } from './structure.ts';
import { isNative, isPlace } from './vocabulary.ts';
import { isEnglish, isHomonym, LISTS } from './words.ts';

type Case = {
  visible: Visible;
  matches: readonly Match[];
  language: string | null;
  standing: Standing;
};

/** Whether the name is an ordinary word, a person or a place too, of English or of the language of the answer. */
export function isDoubtful(match: Match, language: string | null): boolean {
  const { pattern } = match;
  if (pattern.ambiguous || pattern.place || language === null || language === 'en')
    return pattern.ambiguous || pattern.place;
  return pattern.kind === 'name' && isWordOf(match, language);
}

/** Whether the name is made of words, first names or places of a language. */
export function isWordOf({ pattern }: Match, language: string): boolean {
  if (isHomonym(fold(pattern.source), language)) return true;
  const words =
    pattern.words === 1
      ? [pattern.key]
      : fold(pattern.source)
          .split(/[^\p{L}\p{N}\p{M}]+/u)
          .filter(Boolean);
  return words.every(
    (word, i) =>
      isNative(word, language) ||
      LISTS.givenNames.has(word) ||
      isPlace(word) ||
      (i === 0 && words.length > 1 && isLittle(word, language)),
  );
}

export function judge({ visible, matches, language, standing }: Case, index: number): Ruling {
  const match = matches[index];
  if (!match || match.owner < 0) return 'no';
  if (match.pattern.kind === 'domain') return 'sure';
  if (isSmallGenitive(visible.text, match)) return 'no';
  if (isElse(visible, match, language)) return 'else';
  const small = isSmall(visible.text, match, language);
  if (!small && (isTown(visible.text, match) || isVisited(visible, match, language))) return 'else';
  if (!small && !isDoubtful(match, language)) return isOwnSpelling(visible.text, match) ? 'sure' : 'likely';
  if (isStanding(visible, match, standing)) return 'standing';
  if (isListed(visible, matches, index)) return 'listed';
  if (!small && (isBeforeModel(visible.text, match) || isBeforeProducts(visible.text, match))) return 'model';
  if (small) return 'no';
  return language === null || language === 'en'
    ? judgeOrdinary(visible, match)
    : judgeForeign(visible.text, match);
}

/** `a chili's heat` is not of Chili's. */
function isSmallGenitive(text: string, { start, end, pattern }: Match): boolean {
  const surface = text.slice(start, end);
  return /^\p{Ll}+'s$/u.test(surface) && isCapital(pattern.source) && isEnglish(surface.slice(0, -2));
}

/** `a 3m cable` is not of 3M. */
const isOwnSpelling = (text: string, { start, end, pattern }: Match): boolean =>
  pattern.key.length > 2 || !/\d/.test(pattern.key) || text.slice(start, end) === pattern.source;

/** `la carrefour`: answers spell names with their capitals; English ones are judged by the dictionary. */
function isSmall(text: string, { start, end, pattern }: Match, language: string | null): boolean {
  const surface = text.slice(start, end);
  if (language === null || language === 'en' || !isCapital(pattern.source) || /\p{Lu}/u.test(surface))
    return false;
  return pattern.words === 1 || surface.split(/[\s-]+/).every((word) => isNative(fold(word), language));
}

/** In other languages a capital, or the owner's own spelling, tells a name from a word. */
function judgeForeign(text: string, match: Match): Verdict {
  const surface = text.slice(match.start, match.end);
  if (surface.toLowerCase() === surface.toUpperCase()) return 'sure';
  if (!isCapital(match.pattern.source)) return surface === match.pattern.source ? 'sure' : 'likely';
  if (!/\p{Lu}/u.test(surface) || isPartlySmall(surface, match.pattern.source)) return 'no';
  if (opensOtherwise(text, match)) return 'no';
  return match.pattern.key.length <= 2 && surface !== match.pattern.source ? 'likely' : 'sure';
}

/** `El país` is not `El País`; but for its first word, a name keeps its capitals. */
function isPartlySmall(surface: string, source: string): boolean {
  const [words, own] = [surface.split(' '), source.split(' ')];
  const isSmall = (word: string, i: number): boolean =>
    i > 0 && isCapital(own[i] ?? '') && /^\p{Ll}/u.test(word);
  return words.length === own.length && words.some(isSmall);
}

const JOINT =
  /^\s*(?:[,/&+|·、،;>→]|vs\.?)?\s*(?:(?:and|or|und|oder|y|o|e|ou|et|en|i|oraz|lub|albo|и|или|ve|veya|ile|vs\.?|versus|和|与|或|と|や|,)\s*)?(?:an? |#?\d{1,2}[.):]? )?$/u;

/** In one row with another name: `Asana, Monday and ClickUp`. */
function isListed(visible: Visible, matches: readonly Match[], index: number): boolean {
  const match = matches[index];
  if (!match) return false;
  for (const other of [matches[index - 1], matches[index + 1]]) {
    if (!other || other.owner === match.owner || other.owner < 0) continue;
    const between = visible.text.slice(Math.min(match.end, other.end), Math.max(match.start, other.start));
    if (between.trim() !== '' && between.length <= 12 && JOINT.test(between)) return true;
    if (
      isForUse(visible, match) &&
      isForUse(visible, other) &&
      headOf(visible, match) === headOf(visible, other)
    )
      return true;
  }
  if (!isCapital(visible.text.slice(match.start))) return false;
  return isBesideUnknown(visible.text, match) || AMONG.test(visible.text.slice(match.end, match.end + 16));
}

/** `Flink und andere Dienste`: one of its kind. */
const AMONG = /^ (?:und andere|and other|et d['’]autres|y otr[oa]s|e altr[ie]|e outr[oa]s|en andere) \p{L}/u;

/** `Notion for docs`, `Slack for chat`: names in a row, each with its use. */
const isForUse = ({ text }: Visible, { start, end }: Match): boolean =>
  isCapital(text.slice(start)) && /^ (?:for|für|pour|para) \p{Ll}/u.test(text.slice(end, end + 8));

function isBesideUnknown(text: string, match: Match): boolean {
  const before = /([\p{L}\p{N}.]+)(?:, | and | or |, and |, or | vs\.? )(?:an? )?$/u.exec(
    text.slice(Math.max(0, match.start - 40), match.start),
  )?.[1];
  const after = /^(?:, | and | or |, and |, or | vs\.? )([\p{L}\p{N}.]+)/u.exec(
    text.slice(match.end, match.end + 40),
  )?.[1];
  return isUnknownName(before) || isUnknownName(after);
}

const DATE_WORD =
  /\b(?:on|next|last|every|each|by|until|since|this|in|of|from|before|after|through|early|late|mid) $/i;

/** `Sunday mails it`, `from Monday to Asana`; `on Monday` is a day, and so may any other be. */
function judgeDay(text: string, { start, end }: Match, next: string): Verdict {
  const after = text.slice(end, end + 40);
  const other = /^ to (\p{Lu}[\p{L}\d]+)/u.exec(after)?.[1];
  if (other !== undefined) return LISTS.calendar.has(other.toLowerCase()) ? 'no' : 'sure';
  if (DATE_WORD.test(text.slice(Math.max(0, start - 12), start))) return 'no';
  if (THAN.test(after)) return 'sure';
  if (/ than $/.test(text.slice(Math.max(0, start - 6), start)) && /^ (?:does|did|is|has)\b/.test(after))
    return 'sure';
  return DOES.test(after) && !LISTS.thingNouns.has(next) ? 'sure' : 'likely';
}

/** `Monday is simpler than Asana`. */
const THAN = /^ (?:is|was|has|costs?) [^.;,]{0,40}\bthan \p{Lu}/u;
/** What companies do and days do not. */
const DOES =
  /^ (?:sends|mails|ships|sells|offers|lets|charges|integrates|includes|supports|connects|costs|helps you|works (?:well|best|with))\b/;

/** Capital letters count where nothing forces them. */
function judgeOrdinary(visible: Visible, match: Match): Verdict {
  const { text } = visible;
  const surface = text.slice(match.start, match.end);
  if (!isCapital(surface) || /^-?(?!s(?!\p{L}))\p{Script=Latin}/u.test(text.slice(match.end, match.end + 2)))
    return isCapital(match.pattern.source) ? 'no' : 'likely';
  if (surface === match.pattern.source && /\p{Ll}\p{Lu}/u.test(surface)) return 'sure';
  const next = wordAfter(text, match.end);
  if (LISTS.calendar.has(match.pattern.key)) return judgeDay(text, match, next);
  if (match.pattern.words === 1 && isInLongerName(text, match, next)) return 'no';
  if (match.pattern.words > 1 && !isTitleCase(text, match)) return 'sure';
  // `Canon R50`: a model goes with a maker; `H1`, `Q4` and `B2B` are none.
  if (/^ \p{Lu}[\p{L}-]*\d{2}/u.test(text.slice(match.end, match.end + 20))) return 'sure';
  if (!isForced(text, match)) return 'sure';
  return judgeOpening(text, match, next);
}
