// Names of other brands that an answer mentions, judged by this answer and the known entities alone.

import { believe } from './evidence.ts';
import { fold } from './fold.ts';
import type { Head } from './heads.ts';
import type { Match } from './match.ts';
import { findMatches } from './match.ts';
import { compileNames } from './names.ts';
import type { Range, Visible } from './visible.ts';
import { isEnglish, LISTS } from './words.ts';

export type Found = {
  key: string;
  name: string;
  strong: boolean;
  sighted: Range[];
  spans: Range[];
  link: string;
};
type Draft = Map<string, Found>;
type Context = {
  visible: Visible;
  heads: readonly Head[];
  known: readonly Match[];
  language: string | null;
  covered: (range: Range) => boolean;
  /** Inside a citation or a list of sources. */
  cited: (range: Range) => boolean;
};

/** Finds the names of other brands, with every place where they stand. */
export function discover(
  visible: Visible,
  heads: readonly Head[],
  known: readonly Match[],
  language: string | null,
): Found[] {
  const context: Context = {
    visible,
    heads,
    known,
    language,
    covered: coverage(known),
    cited: coverage(citedRanges(visible, heads)),
  };
  const draft: Draft = new Map();
  fromHeads(context, draft);
  fromMarks(context, draft);
  fromProse(context, draft);
  fromRows(context, draft);
  locate(context, draft);
  return [...draft.values()].filter((found) => found.spans.length > 0);
}

/** Whether a range touches a known entity; matches are in order. */
function coverage(known: readonly Range[]): (range: Range) => boolean {
  return (range) => {
    let low = 0;
    let high = known.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((known[middle]?.end ?? 0) <= range.start) low = middle + 1;
      else high = middle;
    }
    const next = known[low];
    return next !== undefined && next.start < range.end;
  };
}

/** One key for all spellings: `HubSpot CRM`, `Hubspot` and `hubspot.com` are the same. */
export function nameKey(name: string): string {
  const words = fold(name)
    .replace(/\.(?:com|io|ai|co|net|org|app|so|dev)\b/g, '')
    .split(/[^\p{L}\p{N}\p{M}+]+/u)
    .filter(Boolean);
  while (words.length > 1 && LISTS.productWords.has(words.at(-1) ?? '')) words.pop();
  return words.join('');
}

type Worth = 'name' | 'word' | 'words' | 'none';

/** How much a phrase looks like a name: by capitals, dictionary and lists. */
export function nameWorth(text: string): Worth {
  const lower = fold(text);
  if (text.length < 2 || text.length > 40 || LISTS.genericHeads.has(lower)) return 'none';
  const words = text.split(/[\s/]+/).filter(Boolean);
  if (words.length > 5 || !/\p{L}/u.test(text) || /[?!:;"]|\.\s/.test(text.replace(/!$/, ''))) return 'none';
  if (!words.every(isNameWord)) return 'none';
  return worthOfWords(words);
}

const SMALL = new Set([
  'of',
  'and',
  'the',
  'by',
  'for',
  'de',
  'du',
  'la',
  'le',
  'di',
  'von',
  'van',
  'der',
  'den',
  'y',
  'et',
  'und',
  '&',
  '+',
  'x',
  '-',
  '–',
]);

function isNameWord(word: string, index: number): boolean {
  if (/^[\p{Lu}\p{N}]/u.test(word) || /\p{Ll}[\p{Lu}\p{N}]/u.test(word)) return true;
  return (
    (index > 0 && SMALL.has(word)) ||
    /^[\p{Lo}]/u.test(word) ||
    /^[a-z][a-z0-9-]*\.(?:com|io|ai|co|net|org|app|so|dev)$/.test(word)
  );
}

function worthOfWords(words: readonly string[]): Worth {
  const telling = words.filter((word) => !SMALL.has(word.toLowerCase()));
  if (telling.length === 0 || telling.every(isEmptyWord)) return 'none';
  if (LISTS.genericHeads.has(fold(telling[0] ?? '')) && telling.every((word) => isDictionary(fold(word))))
    return telling.length === 1 ? 'none' : 'words';
  if (telling.some((word) => !isDictionary(fold(word)) && !isEmptyWord(word))) return 'name';
  if (telling.some((word) => /\p{Ll}\p{Lu}/u.test(word))) return 'name';
  return telling.length === 1 ? 'word' : 'words';
}

const isDictionary = (word: string): boolean =>
  isEnglish(word) ||
  word.split(/[-'.]/).every((part) => part.length < 2 || isEnglish(part) || /^\d+$/.test(part)) ||
  LISTS.terms.has(word);

function isEmptyWord(word: string): boolean {
  const lower = fold(word).replace(/[^\p{L}\p{N}&/-]/gu, '');
  return (
    lower === '' ||
    /^[\d.,%$€£-]+$/.test(lower) ||
    LISTS.acronyms.has(lower) ||
    LISTS.calendar.has(lower) ||
    LISTS.places.has(lower) ||
    LISTS.terms.has(lower)
  );
}

function fromHeads(context: Context, draft: Draft): void {
  for (const group of Map.groupBy(context.heads, (head) => head.group).values()) {
    const judged = group.map((head) => ({
      head,
      known: context.covered(head),
      range: trimRange(context.visible.text, head),
    }));
    const worths = judged.map(({ known, range }) =>
      known ? 'known' : nameWorth(context.visible.text.slice(range.start, range.end)),
    );
    const knowns = worths.filter((worth) => worth === 'known').length;
    const names = worths.filter((worth) => worth === 'name').length;
    judged.forEach(({ range, head }, i) => {
      if (accepts(worths[i] ?? 'none', knowns, names, group.length, head))
        sight(context, draft, range, knowns > 0 || (names >= 2 && head.ordered));
    });
  }
}

function accepts(worth: Worth | 'known', knowns: number, names: number, size: number, head: Head): boolean {
  const share = (knowns + names) / size;
  if (worth === 'name') return knowns > 0 || share >= 0.5 || head.bold;
  if (worth === 'word') return knowns > 0 ? share >= 0.3 : share >= 0.5;
  return worth === 'words' && knowns + names > 0 && share >= 0.5;
}

function trimRange(text: string, range: Range): Range {
  const inner = text.slice(range.start, range.end);
  const left = /^[\s"'(*_[]*(?:(?:The|Der|Die|Das|La|Le|El)\s(?=\p{Lu}))?/u.exec(inner)?.[0].length ?? 0;
  const right = /(?:['’]s)?[\s"'.,:;)*_\]]*$/u.exec(inner)?.[0].length ?? 0;
  return { start: range.start + left, end: Math.max(range.start + left, range.end - right) };
}

function sight(context: Context, draft: Draft, range: Range, strong: boolean): void {
  if (range.end <= range.start || context.covered(range) || context.cited(range)) return;
  const name = context.visible.text.slice(range.start, range.end).replace(/\s+/g, ' ').trim();
  const key = nameKey(name);
  if (key.length < 2) return;
  const found = draft.get(key);
  if (found) {
    found.sighted.push(range);
    found.strong ||= strong;
  } else draft.set(key, { key, name, strong, sighted: [range], spans: [], link: '' });
}

/** Bold runs and link labels. */
function fromMarks(context: Context, draft: Draft): void {
  const { visible } = context;
  for (const bold of visible.bolds) {
    const range = trimRange(visible.text, bold);
    const worth = nameWorth(visible.text.slice(range.start, range.end));
    const next = /^ ([\p{Ll}']+)/u.exec(visible.text.slice(bold.end, bold.end + 30))?.[1] ?? '';
    if (worth === 'name' || ((worth === 'word' || worth === 'words') && LISTS.brandVerbs.has(next)))
      sight(context, draft, range, false);
  }
  for (const label of visible.labels) {
    const range = trimRange(visible.text, label);
    const worth = nameWorth(visible.text.slice(range.start, range.end));
    if (worth === 'none') continue;
    if (worth === 'name' || linksHome(visible.text.slice(range.start, range.end), label.url))
      sight(context, draft, range, false);
  }
}

/** `([Forbes](...))` and what stands under "Sources" tell where a claim comes from. */
function citedRanges(visible: Visible, heads: readonly Head[]): Range[] {
  const { text } = visible;
  const labels = visible.labels.filter((label) =>
    /[([][^\f\n()]{0,80}$/.test(text.slice(Math.max(0, label.start - 90), label.start)),
  );
  const lists = heads
    .filter((head) => LISTS.sourceHeads.has(visible.folded.slice(head.start, head.end)))
    .map((head) => ({ start: head.start, end: head.scopeEnd }));
  const lines = visible.blocks.filter((block) =>
    LISTS.sourceHeads.has(
      /^([^:\n]{2,24}):/.exec(visible.folded.slice(block.start, block.start + 30))?.[1]?.trim() ?? '',
    ),
  );
  return disjoint([...labels, ...lists, ...lines]);
}

function disjoint(ranges: readonly Range[]): Range[] {
  const out: Range[] = [];
  for (const range of ranges.toSorted((a, b) => a.start - b.start)) {
    const last = out.at(-1);
    if (last && range.start < last.end) last.end = Math.max(last.end, range.end);
    else out.push({ start: range.start, end: range.end });
  }
  return out;
}

/** Whether a label is the name of the site that it links to. */
function linksHome(name: string, url: string): boolean {
  const host = /^(?:https?:)?\/\/(?:www\.)?([^/?#]+)/i.exec(url)?.[1] ?? '';
  const key = nameKey(name);
  return (
    key.length > 2 &&
    host
      .toLowerCase()
      .replace(/[^a-z0-9]/g, '')
      .startsWith(key)
  );
}

const NEXT_IN_ROW =
  /^(?:, (?:and |or |und |oder |y |o |et |ou |e )?| (?:and|or|und|oder|y|o|et|ou|e|vs\.?|versus|&) |\/| & )((?:[\p{Lu}\p{N}][\p{L}\p{N}'.+&-]*|[a-z]+\d[a-z\d]*)(?: [\p{Lu}\p{N}][\p{L}\p{N}'.+&-]*){0,3})/u;
const BEFORE_IN_ROW =
  /(?:^|[^\p{L}\p{N}'.+&-])((?:[\p{Lu}\p{N}][\p{L}\p{N}'.+&-]*)(?: [\p{Lu}\p{N}][\p{L}\p{N}'.+&-]*){0,3})(?:, (?:and |or |und |oder |y |o |et |ou |e )?| (?:and|or|und|oder|y|o|et|ou|e|vs\.?|versus|&) |\/)$/u;

const ENDS_JOINT = /(?:,| and| or| und| oder| y| o| et| ou| e| vs\.?| versus| &) $|\/$/;

/** Names in one row with a known entity: `X, Y and Z`. */
function fromRows(context: Context, draft: Draft): void {
  const { text } = context.visible;
  const anchors = [
    ...context.known.filter((match) => match.owner >= 0),
    ...[...draft.values()].flatMap((found) => found.sighted),
  ];
  for (const match of anchors) {
    for (let at = match.end, i = 0; i < 12 && /[,/ ]/.test(text[at] ?? ''); i++) {
      const found = NEXT_IN_ROW.exec(text.slice(at, at + 90));
      if (!found) break;
      const start = at + found[0].length - (found[1] ?? '').length;
      at += found[0].length;
      rowName(context, draft, start, at);
    }
    for (let at = match.start, i = 0; i < 12 && ENDS_JOINT.test(text.slice(Math.max(0, at - 8), at)); i++) {
      const from = Math.max(0, at - 90);
      const found = BEFORE_IN_ROW.exec(text.slice(from, at));
      if (!found) break;
      const name = found[1] ?? '';
      const start = from + found.index + found[0].indexOf(name);
      at = start;
      rowName(context, draft, start, start + name.length);
    }
  }
}

function rowName(context: Context, draft: Draft, start: number, end: number): void {
  const range = dropOpening(context.visible.text, trimRange(context.visible.text, { start, end }));
  const worth = nameWorth(context.visible.text.slice(range.start, range.end));
  const free = range.start === start && !opensSentence(context.visible.text, start);
  if (worth === 'name' || (worth !== 'none' && free)) sight(context, draft, range, false);
}

const opensSentence = (text: string, at: number): boolean =>
  at === 0 || /(?:[.!?:…。]\s*["'(]*|[\f\n][\s"'(*•\d.)-]*)$/u.test(text.slice(Math.max(0, at - 6), at));

/** `Try Zapier`, `While Zapier`: the capital of the first word is the sentence's. */
function dropOpening(text: string, range: Range): Range {
  const first = /^([\p{L}']+)\s(?=\p{L})/u.exec(text.slice(range.start, range.end));
  if (!first || !opensSentence(text, range.start)) return range;
  const word = fold(first[1] ?? '');
  return LISTS.starters.has(word) || (isEnglish(word) && !LISTS.brandWords.has(word))
    ? { start: range.start + first[0].length, end: range.end }
    : range;
}

const CAPITALISED =
  /(?<![\p{L}\p{N}@#/.'-])(?:\p{Lu}[\p{L}\p{N}'+-]*(?:\.(?:com|io|ai|co|net|org|app|so|dev)\b)?|[a-z]+\p{Lu}[\p{L}\p{N}]*)(?:[ ](?:& )?\p{Lu}[\p{L}\p{N}'+&-]*|[ ]\d{1,4}(?![\d%.,]))*/gu;
const NOUNS_CAPITALISED = new Set(['de']);
const FULLY_READ = new Set(['en']);
const LATIN_READ = new Set([
  'en',
  'es',
  'fr',
  'it',
  'pt',
  'nl',
  'sv',
  'da',
  'no',
  'pl',
  'cs',
  'ro',
  'id',
  'ja',
  'zh',
  'ko',
  'ru',
  'uk',
  'ar',
  'th',
  'hi',
  'tr',
  'fi',
  'hu',
  'vi',
  'he',
  'el',
  'bg',
]);

/** Capitalised words in sentences that no dictionary has. */
function fromProse(context: Context, draft: Draft): void {
  const { visible, language } = context;
  const nounsOnly = language !== null && NOUNS_CAPITALISED.has(language);
  if (language === null || (!nounsOnly && !LATIN_READ.has(language))) return;
  const code = visible.blocks.filter((block) => block.kind === 'code');
  for (const match of visible.text.matchAll(CAPITALISED)) {
    const whole = { start: match.index, end: match.index + match[0].length };
    if (code.some((block) => block.start <= whole.start && block.end > whole.start)) continue;
    if (isPlainOpening(visible.text, match[0], match.index) || context.covered(whole)) continue;
    const range = dropOpening(visible.text, trimRange(visible.text, whole));
    const name = visible.text.slice(range.start, range.end);
    if (!isProseName(name, opensSentence(visible.text, range.start), language)) continue;
    sight(context, draft, range, false);
  }
}

/** Most capitals are the first letter of a sentence: those words need no closer look. */
function isPlainOpening(text: string, word: string, at: number): boolean {
  if (word.includes(' ') || !isEnglish(word.toLowerCase())) return false;
  return /\p{Ll}\p{Lu}/u.test(word) ? false : opensSentence(text, at);
}

function isProseName(name: string, opens: boolean, language: string): boolean {
  const worth = nameWorth(name);
  const brandWord = LISTS.brandWords.has(fold(name.split(' ')[0] ?? ''));
  if (FULLY_READ.has(language) && brandWord && (worth === 'words' || (worth === 'word' && !opens)))
    return true;
  if (worth !== 'name' || LISTS.givenNames.has(fold(name.split(' ')[0] ?? ''))) return false;
  const camel = /\p{Ll}\p{Lu}|\p{L}\d/u.test(name);
  if (/^[\p{Lu}\d&-]{2,5}s?$/u.test(name) || /^\p{Lu}$/u.test(name)) return false;
  if (NOUNS_CAPITALISED.has(language)) return camel && !name.includes('-');
  return FULLY_READ.has(language) || camel || !opens;
}

/** Every other place where the names stand. */
function locate(context: Context, draft: Draft): void {
  const all = [...draft.values()];
  const matches = findMatches(context.visible, compileNames(all.map((found) => found.name)));
  for (const match of believe(context.visible, matches)) {
    if (!context.covered(match)) all[match.owner]?.spans.push({ start: match.start, end: match.end });
  }
  for (const found of all) found.spans = merge([...found.spans, ...found.sighted]);
}

function merge(ranges: readonly Range[]): Range[] {
  const out: Range[] = [];
  for (const range of ranges.toSorted((a, b) => a.start - b.start || b.end - a.end)) {
    const last = out.at(-1);
    if (!last || range.start >= last.end) out.push({ ...range });
  }
  return out;
}
