// Is this word the brand? Names that are also ordinary words need a reason to be believed.
import { fold } from './fold.ts';
import { isCapital, isElse, isInLongerName, isVisited, wordAfter } from './homonyms.ts';
import type { Match } from './match.ts';
import { isForced, isTitleCase, judgeOpening, lineStart, opensOtherwise, type Verdict } from './opening.ts';
import type { Visible } from './structure.ts';
import { isNative } from './vocabulary.ts';
import { isEnglish, LISTS } from './words.ts';

type Standing = { marked: ReadonlySet<string> };
const NO_STANDING: Standing = { marked: new Set() };

/** Keeps the matches that mean their entity. */
export function believe(visible: Visible, matches: readonly Match[], language: string | null): Match[] {
  const standing = matches.some((match) => isDoubtful(match, language)) ? findStanding(visible) : NO_STANDING;
  const verdicts = matches.map((_, i) => judge({ visible, matches, language, standing }, i));
  const isSure = (_: Match, i: number): boolean => verdicts[i] === 'sure';
  const sure = new Set(matches.filter(isSure).map((match) => match.owner));
  // `Chase Sapphire Preferred` in a list that has another name at its head.
  const led = new Set(
    matches
      .filter((match, i) => isSure(match, i) && lineLead(visible.text, match.start))
      .map((match) => headOf(visible, match)),
  );
  return matches.filter((match, i) => {
    if (match.owner < 0) return false;
    if (verdicts[i] === 'likely')
      return sure.has(match.owner) || (led.has(headOf(visible, match)) && isMadeOf(visible.text, match));
    return verdicts[i] === 'sure';
  });
}

function findStanding(visible: Visible): Standing {
  const marked = new Set<string>();
  for (const range of [...visible.bolds, ...visible.labels])
    marked.add(rangeKey(visible.text, range.start, range.end));
  return { marked };
}

function rangeKey(text: string, start: number, end: number): string {
  const inner = text.slice(start, end);
  const left = inner.length - inner.replace(/^[\s\d.)#]+/, '').length;
  const right = inner.length - inner.replace(/[\s:.,–-]+$/, '').length;
  return `${start + left}:${end - right}`;
}

type Case = {
  visible: Visible;
  matches: readonly Match[];
  language: string | null;
  standing: Standing;
};

/** Whether the name is an ordinary word too, of English or of the language of the answer. */
function isDoubtful({ pattern }: Match, language: string | null): boolean {
  if (pattern.ambiguous || language === null || language === 'en') return pattern.ambiguous;
  return pattern.kind === 'name' && pattern.words === 1 && isNative(pattern.key, language);
}

function judge({ visible, matches, language, standing }: Case, index: number): Verdict {
  const match = matches[index];
  if (!match || match.owner < 0) return 'no';
  if (match.pattern.kind === 'domain') return 'sure';
  if (isElse(visible, match, language)) return 'no';
  const small = isSmall(visible.text, match, language);
  if (!small && isVisited(visible, match, language)) return 'no';
  if (!small && !isDoubtful(match, language)) return isOwnSpelling(visible.text, match) ? 'sure' : 'likely';
  if (isStanding(visible, match, standing) || isListed(visible, matches, index)) return 'sure';
  if (!small && isBeforeModel(visible.text, match)) return 'sure';
  if (small) return 'no';
  return language === null || language === 'en'
    ? judgeOrdinary(visible, match)
    : judgeForeign(visible.text, match);
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
  if (!/\p{Lu}/u.test(surface) || opensOtherwise(text, match)) return 'no';
  return match.pattern.key.length <= 2 && surface !== match.pattern.source ? 'likely' : 'sure';
}

/** Alone in bold, as a link, as the head of a list item, a heading or a cell. */
function isStanding(visible: Visible, match: Match, standing: Standing): boolean {
  if (standing.marked.has(`${match.start}:${match.end}`)) return true;
  const lead = lineLead(visible.text, match.start);
  if (!lead) return false;
  const after = visible.text.slice(match.end, match.end + 3);
  return (
    /^(?:$|[\f\n:]|, [$€£\d]|\s[–—(-]|\s?[–—]|\.?(?:$|[\f\n])|\.\s\p{Lu})/u.test(after) &&
    !isSentence(visible.text, match)
  );
}

/** What follows a name at the head of a line, in capitals and figures, up to where the head ends; '' when more does. */
function modelAfter(text: string, match: Match): string {
  if (!lineLead(text, match.start)) return '';
  const tail = MODEL.exec(text.slice(match.end, match.end + 80))?.[0] ?? '';
  const at = match.end + tail.length;
  return HEAD_END.test(text.slice(at, at + 3)) ? tail.trim() : '';
}

const MODEL = /^(?: (?:\p{Lu}|\d|[a-z]\p{Lu})[\p{L}\d.+'’-]*){1,6}/u;
const HEAD_END = /^(?:$|[\n\f(|:*,/]|\s[–—(|/&$£€-])/u;
const COUNTED =
  /^(?:step|week|day|phase|part|tip|option|level|chapter|section|stage|version|top|rank|round|page|year|month|rule|fact|q)s?$/;
/** `360`, `5.0`, `N4`, `4-Burner`; no year, no `10x`. */
const FIGURE = /^(?!(?:19|20)\d\d$|\d+x$)(?=.*\d)[\p{L}\d.+'’-]+$/u;

/** Whether a product may follow: no word that is counted, no day. */
const isMadeOf = (text: string, match: Match): boolean =>
  !COUNTED.test(match.pattern.key) &&
  !LISTS.calendar.has(match.pattern.key) &&
  modelAfter(text, match) !== '';

/** `**Willow 360**`, `1. Uplift V2 Commercial`: a model goes with its maker. */
function isBeforeModel(text: string, match: Match): boolean {
  if (!isMadeOf(text, match)) return false;
  const words = modelAfter(text, match).split(' ');
  const telling = words.filter((word) => FIGURE.test(word) || isUnknownName(word)).length;
  return telling > 0 && 2 * telling >= words.length - 1;
}

/** The last block that begins at or before a place: an answer may have thousands. */
function blockAt(blocks: Visible['blocks'], at: number): Visible['blocks'][number] | undefined {
  let low = 0;
  let high = blocks.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((blocks[middle]?.start ?? 0) <= at) low = middle + 1;
    else high = middle;
  }
  return blocks[low - 1];
}

/** The list, table or level of headings that a line belongs to. */
function headOf({ blocks }: Visible, match: Match): string {
  const block = blockAt(blocks, match.start);
  if (!block) return '';
  return block.kind === 'cell'
    ? `table ${block.table}`
    : block.item
      ? `list ${block.item.list}`
      : `${block.kind} ${block.level}`;
}

/** Only markers stand between the line's start and the name. */
function lineLead(text: string, start: number): boolean {
  const line = text.slice(Math.max(0, start - 12, lineStart(text, start)), start);
  return /^(?:\u20e3|[\s#\d.):(\p{So}*"-]|no\.?)*$/iu.test(line);
}

/** A name and a full stop is still a list head; a name, a dash and nothing else is one too. */
const isSentence = (text: string, match: Match): boolean =>
  match.pattern.key.length === 1 && text[match.end] === '-';

const JOINT =
  /^\s*(?:[,/&+|·、،]|vs\.?)?\s*(?:(?:and|or|und|oder|y|o|e|ou|et|vs\.?|versus|和|与|或|と|や|,)\s*)?$/u;

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
  return isCapital(visible.text.slice(match.start)) && isBesideUnknown(visible.text, match);
}

/** `Notion for docs`, `Slack for chat`: names in a row, each with its use. */
const isForUse = ({ text }: Visible, { start, end }: Match): boolean =>
  isCapital(text.slice(start)) && /^ (?:for|für|pour|para) \p{Ll}/u.test(text.slice(end, end + 8));

function isBesideUnknown(text: string, match: Match): boolean {
  const before = /([\p{L}\p{N}.]+)(?:, | and | or |, and |, or | vs\.? )$/u.exec(
    text.slice(Math.max(0, match.start - 40), match.start),
  )?.[1];
  const after = /^(?:, | and | or |, and |, or | vs\.? )([\p{L}\p{N}.]+)/u.exec(
    text.slice(match.end, match.end + 40),
  )?.[1];
  return isUnknownName(before) || isUnknownName(after);
}

function isUnknownName(word: string | undefined): boolean {
  if (!word || word.length < 2) return false;
  const lower = word.toLowerCase();
  const named = /\p{Lu}/u.test(word) || /\p{L}\d/u.test(word);
  return (
    named &&
    !isEnglish(lower) &&
    !LISTS.calendar.has(lower) &&
    !LISTS.places.has(lower) &&
    !LISTS.acronyms.has(lower)
  );
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
