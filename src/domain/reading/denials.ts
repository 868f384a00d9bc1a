// Names that an answer says it does not know: `I could not find anything about X`, `X does not exist`.
import { EDGE } from './canvas.ts';
import denials from './data/denials.json' with { type: 'json' };
import type { Named } from './position.ts';
import type { Range, Visible } from './structure.ts';

const patterns: ReadonlyMap<string, string> = new Map(
  Object.entries(denials).map(([language, own]) => [language, own.join('|')]),
);
const compiled = new Map<string, RegExp>();

function patternOf(language: string): RegExp | null {
  const source = patterns.get(language);
  if (source === undefined) return null;
  const made = compiled.get(language) ?? new RegExp(source, 'gu');
  compiled.set(language, made);
  return made;
}

/** The ids of entities that are named only where the answer says that it does not know them. */
export function findDenied(
  visible: Visible,
  named: readonly Named[],
  language: string | null,
): ReadonlySet<number> {
  const pattern = language === null ? null : patternOf(language);
  if (pattern === null || named.length === 0) return NONE;
  const denied = new Map<number, Range[]>();
  let left = MOST;
  for (const match of visible.folded.matchAll(pattern)) {
    if (left-- === 0) break;
    // What a pattern takes before its first word may be the edge of the passage.
    const said = {
      start: match.index + match[0].search(/[\p{L}\p{M}]/u),
      end: match.index + match[0].length,
    };
    const passage = passageOf(visible.text, said);
    const id = deniedBy(visible.text, named, said, passage);
    if (id !== null) denied.set(id, [...(denied.get(id) ?? []), passage]);
  }
  if (denied.size === 0) return NONE;
  return new Set(
    [...denied].filter(([id, passages]) => isOnlyThere(visible, named, id, passages)).map(([id]) => id),
  );
}

const NONE: ReadonlySet<number> = new Set();
const FAR = 500;
/** No answer says it more often; a hostile one is not followed further. */
const MOST = 40;

/** The line or cell around a place: what is said there goes together. */
function passageOf(text: string, { start, end }: Range): Range {
  let from = start;
  while (from > 0 && start - from < FAR && !isEdge(text.charAt(from - 1))) from--;
  let to = end;
  while (to < text.length && to - end < FAR && !isEdge(text.charAt(to))) to++;
  return { start: from, end: to };
}

const isEdge = (unit: string): boolean => unit === '\n' || unit === EDGE;

/** Who is meant: the nearest name of the same clause, else of the same sentence, else one just before. */
function deniedBy(text: string, named: readonly Named[], said: Range, passage: Range): number | null {
  const sentence = narrow(text, said, passage, SENTENCE);
  if (/^[^.。;；:–—]*[?？]/u.test(text.slice(said.end, sentence.end + 1))) return null;
  const clause = narrow(text, said, sentence, CONTRAST);
  const within = (range: Range) => named.filter(({ start, end }) => start >= range.start && end <= range.end);
  const near = nearest(within(clause), said) ?? nearest(within(sentence), said);
  if (near !== null) return near;
  const isBack =
    BACK.test(text.slice(said.start, Math.min(said.end + AHEAD, sentence.end + 1))) ||
    BACK_BEFORE.test(text.slice(Math.max(sentence.start, said.start - AHEAD), said.end));
  const from = isBack ? passage.start : said.start - CLOSE;
  const before = within({ start: Math.max(passage.start, from), end: said.start }).at(-1);
  if (before || !isBack) return before?.id ?? null;
  // `## Acme`, and below it `I have no information about this brand`.
  const line = passageOf(text, { start: passage.start - 1, end: passage.start - 1 });
  return within(line).at(-1)?.id ?? null;
}

/** Where more is said between a name and such words they are about something else: `I found nothing that beats it`. */
const CLOSE = 60;
/** Unless they point back: `I could not find any information about it`. */
const BACK =
  /(?:about|on|of|regarding) (?:it|this|them|that|those)\b|by (?:that|this) name\b|\b(?:dazu|davon|darüber|hierzu)\b|à (?:ce|son|leur) (?:sujet|propos)|al respecto|sobre (?:ella|ello|él|eso|esto)\b|a respeito|in merito|hierover|daarover|na (?:jej|jego|ten) temat|o (?:niej|nim)\b|на этот счёт|о (?:ней|нём|нем)|об (?:этом|этой)|عنها|عنه|关于(?:它|此)|關於(?:它|此)/iu;
/** In languages whose verb comes last, what it is about stands before. */
const BACK_BEFORE =
  /(?:onun|bunun|bu \p{L}+) hakkında|(?:इसके|उसके|इस \p{L}[\p{L}\p{M}]* के) बारे|(?:これ|それ|同社|こちら)に(?:ついて|関して|関する)|(?:이|그|이곳|그곳)에 (?:대해|대한|관해|관한)/iu;
const AHEAD = 40;

const SENTENCE = /[.!?]["')\]]*\s|[。！？।؟]/gu;
const CONTRAST =
  /[,;،，；:–—] ?(?:but|however|though|although|aber|jedoch|doch|mais|cependant|pero|aunque|sin embargo|mas|porém|ma|però|maar|echter|ale|jednak|ama|fakat|ancak|но|однако|зато|لكن|لكنه|ولكن|लेकिन|但是?|不过|が、|でも)(?!\p{L}{2})|;|；/giu;

/** The part of a range around a place, between the nearest marks. */
function narrow(text: string, said: Range, range: Range, mark: RegExp): Range {
  let { start, end } = range;
  for (const match of text.slice(range.start, range.end).matchAll(mark)) {
    const at = range.start + match.index;
    if (at + match[0].length <= said.start) start = at + match[0].length;
    else if (at >= said.end) {
      end = at;
      break;
    }
  }
  return { start, end };
}

function nearest(named: readonly Named[], said: Range): number | null {
  let best: number | null = null;
  let least = Number.POSITIVE_INFINITY;
  for (const { id, start, end } of named) {
    const distance = start >= said.end ? start - said.end : Math.max(0, said.start - end);
    if (distance < least) {
      least = distance;
      best = id;
    }
  }
  return best;
}

/** `If you can share a link, I will look at what X offers`: asked for, not known. */
const ASKING =
  /\b(?:if you (?:can|could|have|meant|know|tell|share|send)|let me know|(?:share|send|paste|provide) (?:me )?(?:a|the|some|more)|take a look at|wenn (?:du|sie) (?:mir|mehr)|si vous (?:pouvez|avez)|si (?:puedes|tienes|me))\b/iu;
const ASKED = 120;

/** Elsewhere it stands in questions, headings and leads of that passage only. */
function isOnlyThere(
  { text, blocks }: Visible,
  named: readonly Named[],
  id: number,
  passages: readonly Range[],
): boolean {
  const headings = blocks.filter(({ kind }) => kind === 'heading');
  return named
    .filter((place) => place.id === id)
    .every(
      ({ start, end }) =>
        passages.some((passage) => start >= passage.start && end <= passage.end) ||
        headings.some((heading) => start >= heading.start && end <= heading.end) ||
        ASKING.test(
          text
            .slice(Math.max(0, start - ASKED), start)
            .split(SENTENCE)
            .at(-1) ?? '',
        ) ||
        /^[^.!。\n\f]{0,60}[?？]/u.test(text.slice(end, end + 61)),
    );
}
