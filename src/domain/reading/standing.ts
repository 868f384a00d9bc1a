// Where a name stands: alone in bold or at the head of a line, before a model, in which list or table.
import type { Match } from './match.ts';
import { lineStart } from './opening.ts';
import { countWhile } from './search.ts';
import type { Visible } from './structure.ts';
import { isEnglish, LISTS } from './words.ts';

export type Standing = { marked: ReadonlySet<string> };
export const NO_STANDING: Standing = { marked: new Set() };

export function findStanding(visible: Visible): Standing {
  const marked = new Set<string>();
  for (const range of [...visible.bolds, ...visible.labels])
    marked.add(rangeKey(visible.text, range.start, range.end));
  return { marked };
}

const isSmallName = (text: string, { start, end, pattern }: Match): boolean =>
  pattern.source === text.slice(start, end) && /^\p{Ll}/u.test(pattern.source);

function rangeKey(text: string, start: number, end: number): string {
  const inner = text.slice(start, end);
  const left = inner.length - inner.replace(/^[\s\d.)#]+/, '').length;
  const right = inner.length - inner.replace(/[\s:.,–-]+$/, '').length;
  return `${start + left}:${end - right}`;
}

/** Alone in bold, as a link, as the head of a list item, a heading or a cell. */
export function isStanding(visible: Visible, match: Match, standing: Standing): boolean {
  if (standing.marked.has(`${match.start}:${match.end}`)) return true;
  const lead = lineLead(visible.text, match.start);
  if (!lead) return false;
  const after = visible.text.slice(match.end, match.end + 3);
  // `**ibis Lisboa**`: no word begins a line in small letters before a name.
  if (/^ \p{Lu}/u.test(after) && isSmallName(visible.text, match)) return true;
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
export const isMadeOf = (text: string, match: Match): boolean =>
  !COUNTED.test(match.pattern.key) &&
  !LISTS.calendar.has(match.pattern.key) &&
  modelAfter(text, match) !== '';

/** `**Willow 360**`, `1. Uplift V2 Commercial`: a model goes with its maker. */
export function isBeforeModel(text: string, match: Match): boolean {
  if (!isMadeOf(text, match)) return false;
  const words = modelAfter(text, match).split(' ');
  const telling = words.filter((word) => FIGURE.test(word) || isUnknownName(word)).length;
  return telling > 0 && 2 * telling >= words.length - 1;
}

/** The last block that begins at or before a place: an answer may have thousands. */
export const blockAt = (blocks: Visible['blocks'], at: number): Visible['blocks'][number] | undefined =>
  blocks[countWhile(blocks, ({ start }) => start <= at) - 1];

/** The list, table or level of headings that a line belongs to. */
export function headOf({ blocks }: Visible, match: Match): string {
  const block = blockAt(blocks, match.start);
  if (!block) return '';
  return block.kind === 'cell'
    ? `table ${block.table}`
    : block.item
      ? `list ${block.item.list}`
      : `${block.kind} ${block.level}`;
}

/** Only markers stand between the line's start and the name. */
export function lineLead(text: string, start: number): boolean {
  const line = text.slice(Math.max(0, start - 12, lineStart(text, start)), start);
  return /^(?:\u20e3|[\s#\d.):(\p{So}*"-]|no\.?)*$/iu.test(line);
}

/** A name and a full stop is still a list head; a name, a dash and nothing else is one too. */
const isSentence = (text: string, match: Match): boolean =>
  match.pattern.key.length === 1 && text[match.end] === '-';

/** Whether a word has a capital or a digit and stands in no dictionary and no list. */
export function isUnknownName(word: string | undefined): boolean {
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
