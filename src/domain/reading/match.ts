// One pass over the folded text: leftmost, longest, over all entities at once.
import { EDGE } from './canvas.ts';
import { casesOf, endsWord, prefixLengths } from './endings.ts';
import { isWordCode } from './fold.ts';
import { isUnspaced, scriptOf } from './script.ts';
import { follow, type Pattern, type TrieNode } from './trie.ts';
import { standsAlone } from './unspaced.ts';
import { isNative } from './vocabulary.ts';
import { isEnglish, LISTS } from './words.ts';

export type Match = { owner: number; start: number; end: number; pattern: Pattern };
/** The language tells which case endings a name may have. */
type Shown = {
  text: string;
  folded: string;
  starts: readonly number[];
  language?: string | null;
  /** What else a match must be; what is refused leaves its place to a shorter or later one. */
  accepts?: (match: Match) => boolean;
};

/** What is searched of a text that was read. */
export const shownIn = ({ text, folded, starts }: Shown, language: string | null): Shown => ({
  text,
  folded,
  starts,
  language,
});
type Gap = { depth: number; from: number; to: number };

/** All places where a pattern of the trie stands as a whole name. */
export function findMatches(shown: Shown, root: TrieNode): Match[] {
  const matches: Match[] = [];
  const { folded, starts } = shown;
  let at = 0;
  let inside = false;
  for (let next = 0; ; ) {
    while (next < starts.length && (starts[next] ?? 0) < at) next++;
    // What follows a name within a word may be a name too.
    const start: number | undefined = inside ? at : starts[next];
    if (start === undefined) return matches;
    const match: Match | null = matchAt(shown, root, start) ?? matchAfterPrefix(shown, root, start);
    if (match) matches.push(match);
    at = match ? match.end : start + 1;
    inside = match !== null && isWordCode(folded.charCodeAt(at));
  }
}

function matchAfterPrefix(shown: Shown, root: TrieNode, at: number): Match | null {
  if (shown.folded.charCodeAt(at) < 0x590) return null;
  for (const length of prefixLengths(shown.folded, at)) {
    const match = matchAt(shown, root, at + length);
    if (match) return match;
  }
  return null;
}

const MAX_GAP = 5;
const EDGE_CODE = EDGE.charCodeAt(0);
/** No name has that many parts; a hostile one is not followed further. */
const MAX_GAPS = 32;

function matchAt(shown: Shown, root: TrieNode, start: number): Match | null {
  const { folded } = shown;
  let node = follow(root, folded.charCodeAt(start));
  // Most places end here, or at the second letter.
  if (!node) return null;
  let end = start + 1;
  let depth = 1;
  let best: Match | null = null;
  const gaps: Gap[] = [];
  while (node) {
    const found = node.patterns.length > 0 ? accept(shown, node.patterns, start, end, gaps) : null;
    if (found && !(best && goesOnSmall(shown, best, found))) best = found;
    if (node.follower === null) break;
    const next = skipGap(folded, end);
    if (next < 0) break;
    if (next > end) gaps.push({ depth, from: end, to: next });
    if (gaps.length > MAX_GAPS) break;
    node = follow(node, folded.charCodeAt(next));
    end = next + 1;
    depth++;
  }
  return best;
}

/** `Uber eats into`: a small verb after another's name is not the rest of a longer name; `Google maps` is. */
function goesOnSmall({ text }: Shown, best: Match, found: Match): boolean {
  if (best.owner === found.owner || best.owner < 0 || found.owner < 0) return false;
  const rest = found.pattern.source.slice(best.pattern.source.length);
  return /^ \p{Lu}/u.test(rest) && VERB.test(text.slice(best.end, best.end + 30));
}

const VERB = /^ \p{Ll}+s (?:into|up|away|through|out)(?!\p{L})/u;

function skipGap(folded: string, end: number): number {
  let next = end;
  while (next < folded.length && next - end <= MAX_GAP) {
    if (isWordCode(folded.charCodeAt(next))) return next;
    if (folded.charCodeAt(next) === EDGE_CODE) return -1;
    next++;
  }
  return -1;
}

function accept(
  shown: Shown,
  patterns: readonly Pattern[],
  start: number,
  end: number,
  gaps: readonly Gap[],
): Match | null {
  let best: Match | null = null;
  for (const pattern of patterns) {
    if (!fits(shown, pattern, start, end, gaps)) continue;
    const tail = tailLength(shown.folded, pattern, end);
    if (tail < 0 || !isBounded(shown, pattern, start, end + tail)) continue;
    const isExact = best !== null && pattern.source === shown.text.slice(start, end + tail);
    if (best && best.pattern.kind !== 'domain' && pattern.kind !== 'exclude' && !isExact) continue;
    if (best?.pattern.kind === 'exclude' && pattern.kind !== 'exclude') continue;
    const match: Match = { owner: pattern.owner, start, end: end + tail, pattern };
    if (shown.accepts?.(match) === false) continue;
    best = match;
  }
  return best;
}

function fits(shown: Shown, pattern: Pattern, start: number, end: number, gaps: readonly Gap[]): boolean {
  if (pattern.head && !shown.folded.startsWith(pattern.head, start - pattern.head.length)) return false;
  let used = 0;
  for (const gap of gaps) {
    if (gap.to >= end) break;
    const own = pattern.gaps.get(gap.depth);
    const text = shown.folded.slice(gap.from, gap.to);
    if (own === undefined ? !fitsHump(shown, pattern, start, gap, text) : !fitsGap(pattern, own, text, gap))
      return false;
    if (own !== undefined) used++;
  }
  const missing = pattern.gaps.size - used;
  return (
    missing === 0 ||
    (used > 0 && missing === apostrophesIn(pattern)) ||
    fitsJoined(shown, pattern, start, end)
  );
}

/** `M&Ms` for `M&M's`: how many parts begin after an apostrophe. */
function apostrophesIn({ gaps }: Pattern): number {
  let count = 0;
  for (const gap of gaps.values()) if (gap === "'") count++;
  return count;
}

function fitsGap(pattern: Pattern, own: string, text: string, gap: Gap): boolean {
  if (pattern.kind === 'domain') return text === own;
  if (/[&+]/.test(own)) return /^\s?[&+]\s?$/.test(text);
  // `E. Leclerc` for `E.Leclerc`, `Dr. Martens` for `Dr Martens`; a longer word before a point ends a sentence.
  if (text === '. ' && gap.depth <= (own === '.' ? 1 : titleIn(pattern.source))) return true;
  if (/[.!?:,;]\s/.test(text)) return /[.!?:,;]\s/.test(own);
  return /^[\s'"\-./|_*!·・*]{1,4}$/.test(text);
}

const TITLE = /^(?:dra?|mrs?|ms|st|sta|sr|sra|prof|mme|mlle)\s/iu;
/** How many letters the title has that a name begins with. */
const titleIn = (source: string): number => (TITLE.exec(source)?.[0].length ?? 1) - 1;

/** `Hub Spot` for `HubSpot`, but not `one drive` for `OneDrive`. */
function fitsHump(shown: Shown, pattern: Pattern, start: number, gap: Gap, text: string): boolean {
  // `Papa John's` for `Papa Johns`, but `Philip's` is not Philips.
  if (text === "'" && gap.depth === pattern.key.length - 1)
    return pattern.key.endsWith('s') && !LISTS.givenNames.has(pattern.key.slice(0, -1));
  if (pattern.kind === 'domain' || !pattern.humps.has(gap.depth) || !/^[\s-]$/.test(text)) return false;
  return (
    isCapital(shown.text[start]) && (isCapital(shown.text[gap.to]) || /\d/.test(shown.text[gap.to] ?? ''))
  );
}

const isCapital = (letter: string | undefined): boolean =>
  letter !== undefined && letter !== letter.toLowerCase();

const AND = / (?:and|und|et|y|e|en|i|и|ve) /u;

/** `Loreal` for `L'Oréal`; short or ordinary words are not joined. */
function fitsJoined(shown: Shown, pattern: Pattern, start: number, end: number): boolean {
  // `there as` is not `The R & A` with another word for `&`.
  if (pattern.kind === 'domain' || AND.test(pattern.source)) return false;
  const text = shown.text.slice(start, end);
  if (isCapital(text[0]) && isCapital(text.at(-1)) && pattern.key.length >= 3) return true;
  return pattern.key.length >= 5 && !isEnglish(pattern.key);
}

function tailLength(folded: string, pattern: Pattern, end: number): number {
  if (!pattern.tail) return 0;
  return folded.startsWith(pattern.tail, end) ? pattern.tail.length : -1;
}

function isBounded(shown: Shown, pattern: Pattern, start: number, end: number): boolean {
  const { folded, text } = shown;
  if (pattern.kind === 'domain') return isWholeHost(folded, pattern, start, end);
  if (
    pattern.only !== null &&
    (pattern.only !== shown.language || !hasCapitals(text.slice(start, end), pattern.source))
  )
    return false;
  if (pattern.only !== null && isMeltedPhrase(shown, pattern, start)) return false;
  if (start > 0 && !startsWord(folded, start)) return false;
  const letters = pattern.key.length + Number(pattern.stem);
  const cases = casesOf(shown.language ?? null, letters, isCapital(text[start]));
  if (!endsWord(folded, end, pattern.stem, cases)) return false;
  if (!standsAlone(folded, start, end)) return false;
  // `Dyson's 360 Vis Nav` are not several of a Vi.
  if (folded[end] === 's' && pattern.key.length <= 2 && /\p{Ll}/u.test(text.slice(start, end))) return false;
  // `Canvas` is a word, and so no plural of `Canva`.
  if (folded[end] === 's' && isEnglish(`${pattern.key}s`) && !isEnglish(pattern.key)) return false;
  if (/^\d/.test(pattern.key) && isAmount(folded, pattern.key, start, end)) return false;
  if (isSmallBefore(shown, pattern, start, end)) return false;
  if (pattern.key.length <= SHORT && isAccentedWord(text, start, end) && !isAccented(pattern.source))
    return false;
  return !isPathPiece(shown, pattern, start, end);
}

/** `Coupe du Monde` is no cup of a newspaper's: a word of the language, its article and a title before them. */
function isMeltedPhrase(
  { text }: Shown,
  { head, words, key, only, source }: Pattern,
  start: number,
): boolean {
  if (head === '' || words > 1 || !isNative(key, only)) return false;
  // `sul sito della Stampa Estera`: a longer name.
  if (/^ \p{Lu}\p{Ll}/u.test(text.slice(start + source.length, start + source.length + 3))) return true;
  const at = start - head.length;
  return MELTED_TITLE.test(text.slice(Math.max(0, at - 24), at));
}

const MELTED_TITLE =
  /(?:^|[^\p{L}])(?:\p{Lu}\p{L}+|coupes?|champion\p{L}*|tour|reste|copas?|campe\p{L}+|resto|vuelta|giro|volta|presiden\p{L}+|capo) $/u;

/** `Olá` is not Ola, but `İKEA` and `ÖBB` are their companies. */
const SHORT = 4;
function isAccentedWord(text: string, start: number, end: number): boolean {
  const surface = text.slice(start, end);
  return isAccented(surface) && LISTS.accentedWords.has(surface.toLowerCase()) && !isShown(text, start, end);
}

/** Capital where nothing forces it: amid a sentence. */
const isShown = (text: string, start: number, end: number): boolean =>
  isCapital(text[start]) &&
  end - start > 1 &&
  /[\p{L}\d,;] $/u.test(text.slice(Math.max(0, start - 2), start));

const isAccented = (name: string): boolean => /[^ -~]/.test(name) && /\p{M}/u.test(name.normalize('NFD'));

/** Whether the first word begins with a capital, and the last one unless it does not in the name itself. */
const hasCapitals = (surface: string, source: string): boolean =>
  isCapital(surface[0]) && (isCapital(lastWord(surface)) || !isCapital(lastWord(source)));

const lastWord = (name: string): string | undefined => name[name.search(/[^\s-]+$/u)];

function startsWord(folded: string, start: number): boolean {
  const before = folded.charCodeAt(start - 1);
  if (!isWordCode(before)) return true;
  const own = scriptOf(folded.charCodeAt(start));
  const other = scriptOf(before);
  if (own === other && (own === 'arabic' || own === 'hebrew')) return followsPrefix(folded, start);
  return own !== other || isUnspaced(own);
}

function followsPrefix(folded: string, start: number): boolean {
  let from = start;
  while (from > 0 && isWordCode(folded.charCodeAt(from - 1))) from--;
  return prefixLengths(folded, from).includes(start - from);
}

/** A domain is meant only as a whole host, with or without a subdomain. */
function isWholeHost(folded: string, pattern: Pattern, start: number, end: number): boolean {
  if (/[a-z0-9@_-]/.test(folded[start - 1] ?? '')) return false;
  if (folded[start - 1] === '/' && folded[start - 2] !== '/') return false;
  let from = start;
  while (from > 0 && start - from < 80 && /[a-z0-9.-]/.test(folded[from - 1] ?? '')) from--;
  if (folded[from - 1] === '@') return false;
  return !/^(?:[a-z0-9_-]|\.[a-z0-9]|@)/.test(folded.slice(end, end + 2)) && pattern.key.length > 0;
}

/** `$3M`, `13.3M`, `3M users`. */
function isAmount(folded: string, key: string, start: number, end: number): boolean {
  // `9,99 € 1&1`: there the sign belongs to the amount before it.
  if (/(?:[$€£¥]|(?<!\d\s?)[$€£¥] |#|\d[.,])$/.test(folded.slice(Math.max(0, start - 4), start))) return true;
  if (!/^\d+[a-z]{0,2}$/.test(key)) return false;
  if (/^(?:\s?[%‰]|[.,]\d)/.test(folded.slice(end, end + 2))) return true;
  const next = /^ ([a-z]+)/.exec(folded.slice(end, end + 24))?.[1] ?? '';
  return LISTS.amountNouns.has(next);
}

/** `a motel 6 miles north`: the number goes with what it counts. */
function isSmallBefore(
  { text, folded }: Shown,
  { key, source }: Pattern,
  start: number,
  end: number,
): boolean {
  if (!/\d$/.test(key) || !isCapital(source[0]) || isCapital(text[start])) return false;
  return LISTS.amountNouns.has(/^ ([a-z]+)/.exec(folded.slice(end, end + 24))?.[1] ?? '');
}

const CONTRACTIONS = new Set(['s', 't', 'd', 'm', 'll', 're', 've']);

/** Part of a host, path, address or identifier, and so not a name in a sentence. */
function isPathPiece(
  { folded, text, language }: Shown,
  pattern: Pattern,
  start: number,
  end: number,
): boolean {
  const before = folded[start - 1] ?? '';
  const after = folded[end] ?? '';
  if (before === "'" && (CONTRACTIONS.has(pattern.key) || /\d/.test(folded[start - 2] ?? ''))) return true;
  // `dell'Orto`, `redis://localhost`; in Turkish a heading has capitals in endings too.
  if (after === "'" && language !== 'tr' && /^'\p{Lu}\p{Ll}/u.test(text.slice(end, end + 3))) return true;
  if (after === ':' && folded.startsWith('://', end)) return true;
  // `KT&G` is another company than KT; `BMW&Audi` are two.
  if (pattern.key.length <= 3 && after === '&' && /^&[A-Z](?![A-Za-z\d])/.test(text.slice(end, end + 3)))
    return true;
  if (after === '@' || (after === '_' && isWordCode(folded.charCodeAt(end + 1)))) return true;
  if (before === '_' && isWordCode(folded.charCodeAt(start - 2))) return true;
  if (before === '@' && (after === '/' || isWordCode(folded.charCodeAt(start - 2)))) return true;
  if (before === '.' && isWordCode(folded.charCodeAt(start - 2)) && !isCapital(text[start])) return true;
  if (before === '/' && isInPath(folded, start)) return true;
  if (after === '.' && /^[a-z]/.test(text.slice(end + 1, end + 2))) return !isOwnHost(folded, pattern, end);
  return pattern.key.length <= 2 && (after === '+' || after === '#') && !pattern.tail;
}

function isInPath(folded: string, start: number): boolean {
  let from = start;
  while (from > 0 && start - from < 100 && !/\s/.test(folded[from - 1] ?? '')) from--;
  return /\.[a-z]{2,}\/|^[@/]/.test(folded.slice(from, start));
}

/** Nothing is known about the entity's domain: then `name.com` is the entity. */
function isOwnHost(folded: string, pattern: Pattern, end: number): boolean {
  return (
    !pattern.hasDomain &&
    /^\.(?:com|io|ai|co|net|org|app|so|dev)(?![a-z0-9.-]*[a-z0-9])/.test(folded.slice(end, end + 12))
  );
}
