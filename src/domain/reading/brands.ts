// Names of other brands that an answer mentions, judged by this answer and the known entities alone.
import {
  type Context,
  coverage,
  type Draft,
  type Found,
  nameKey,
  sight,
  sightAs,
  trimRange,
} from './discover.ts';
import { believe, ruled } from './evidence.ts';
import { fold } from './fold.ts';
import { sightIf } from './guess.ts';
import type { Head } from './heads.ts';
import { findMatches, type Match, shownIn } from './match.ts';
import { compileNames } from './names.ts';
import { fromNative } from './native.ts';
import { fromProse } from './prose.ts';
import { findRenowned, renownedName } from './renown.ts';
import { fromRows } from './rows.ts';
import type { Range, Visible } from './structure.ts';
import { isPlace } from './vocabulary.ts';
import { LISTS } from './words.ts';
import { isLowerName, nameWorth, type Worth } from './worth.ts';

/** Finds the names of other brands, with every place where they stand. */
export function discover(
  visible: Visible,
  heads: readonly Head[],
  known: readonly Match[],
  language: string | null,
  watch?: Context['watch'],
): Found[] {
  const renowned = outsideHeads(visible, heads, findRenowned(visible, known, language));
  const context: Context = {
    visible,
    heads,
    known,
    language,
    covered: coverage(known),
    renowned: coverage(renowned),
    cited: coverage(citedRanges(visible, heads)),
    watch,
  };
  const draft: Draft = new Map();
  fromHeads(context, draft, new Map(renowned.map((match) => [match.start, match])));
  for (const match of renowned) sightAs({ context, draft, ...renownedName(match), strong: false }, match);
  fromMarks(context, draft);
  fromProse(context, draft);
  fromNative(context, draft);
  fromRows(context, draft);
  locate(context, draft);
  return [...draft.values()].filter((found) => found.spans.length > 0);
}

/** A word at the head of a list is judged with its list. */
function outsideHeads(
  visible: Visible,
  heads: readonly Head[],
  renowned: readonly Match[],
): readonly Match[] {
  if (!renowned.some((match) => match.pattern.ambiguous)) return renowned;
  const starts = new Set(heads.map((head) => trimRange(visible.text, head).start));
  return renowned.filter((match) => !match.pattern.ambiguous || !starts.has(match.start));
}

type Judged = { head: Head; range: Range; worth: Worth | 'known' | 'renowned' };

function fromHeads(context: Context, draft: Draft, renowned: ReadonlyMap<number, Match>): void {
  const groups = siblings(context.heads).map((group) =>
    group.map((head) => judgeHead(context, head, renowned)),
  );
  const owned = coverage(brandScopes(context, groups));
  const beside = besideNames(groups);
  const elsewhere = groups.some((judged) => judged.some(({ worth }) => worth === 'known'));
  for (const judged of groups) {
    admitPlaces(context, judged);
    const tracked = judged.some(({ worth }) => worth === 'known');
    const knowns = judged.filter(({ worth }) => worth === 'known' || worth === 'renowned').length;
    const names = judged.filter(({ worth }) => worth === 'name').length;
    const shaped = judged.filter(({ worth }) => worth !== 'none').length;
    const list = { knowns, names, shaped, size: judged.length, english: context.language === 'en' };
    for (const { head, range, worth } of judged) {
      const strong = tracked || (names + knowns >= 2 && head.ordered);
      if (worth === 'renowned') {
        const match = renowned.get(range.start);
        if (match) sightAs({ context, draft, ...renownedName(match), strong }, match);
      }
      if (
        beside.has(head.group) ||
        (owned({ start: head.start, end: head.end }) && !isOther(context, head, worth))
      )
        continue;
      // The brands have a list already: in another one, a plain word is a criterion.
      if (elsewhere && knowns === 0 && !list.english && !isFormed(context, range)) continue;
      if (accepts(worth, list, head)) sight(context, draft, range, strong);
    }
  }
}

/** `Lennox` among `Trane` and `Carrier`: a place in a list of known names is one of them. */
function admitPlaces({ visible }: Context, judged: Judged[]): void {
  const named = judged.filter(isNamed).length;
  if (judged.filter(({ worth }) => isKnown(worth)).length < 2 || 3 * named < 2 * judged.length) return;
  for (const one of judged) {
    const name = visible.text.slice(one.range.start, one.range.end);
    if (one.worth === 'none' && (TWO_LETTERS.test(name) || isPlace(fold(name)))) one.worth = 'word';
  }
}

/** `Ro` is no acronym among `Hims` and `Keeps`. */
const TWO_LETTERS = /^\p{Lu}\p{Ll}$/u;

/** What stands under the names that head a list: labels there are criteria. */
function brandScopes({ covered, renowned }: Context, groups: readonly Judged[][]): Range[] {
  return groups
    .filter((judged) => judged.some(({ worth }) => isKnown(worth)) && judged.filter(isNamed).length > 1)
    .flatMap((judged) =>
      judged
        .filter((one) => isNamed(one) && isSection(one.head))
        .map(({ head, range, worth }) => ({ head, at: { start: range.start, end: range.start + 1 }, worth }))
        .filter(({ at, worth }) => worth === 'name' || covered(at) || renowned(at))
        .map(({ head }) => ({ start: head.end, end: head.scopeEnd })),
    );
}

/** Lines of one paragraph stand beside each other, not under each other. */
const isSection = ({ kind, scopeEnd, block }: Head): boolean =>
  kind === 'item' || kind === 'heading' || (kind === 'line' && scopeEnd > block.end);

const isKnown = (worth: Judged['worth']): boolean => worth === 'known' || worth === 'renowned';
const isNamed = ({ worth }: Judged): boolean => worth === 'name' || isKnown(worth);

/** Tables that name brands in their header have criteria in the first column, and the other way round. */
function besideNames(groups: readonly Judged[][]): Set<string> {
  const out = new Set<string>();
  const byName = new Map(groups.map((judged) => [judged[0]?.head.group, judged]));
  for (const columns of groups) {
    const group = columns[0]?.head.group ?? '';
    if (!group.endsWith(' columns')) continue;
    const rows = byName.get(group.replace(/ columns$/, '')) ?? [];
    const inHeader = columns.filter(({ worth }) => isKnown(worth)).length;
    const inColumn = rows.filter(({ worth }) => isKnown(worth)).length;
    if (inHeader > 0 && inColumn === 0) out.add(rows[0]?.head.group ?? '');
    else if (inColumn > 0 && inHeader === 0) out.add(group);
  }
  return out;
}

/** Another brand under a brand: a name by its form, not a label before a colon. */
function isOther({ visible }: Context, head: Head, worth: Judged['worth']): boolean {
  if (isKnown(worth)) return true;
  const name = visible.text.slice(head.start, head.end);
  return (
    worth === 'name' &&
    !UNCASED.test(name) &&
    !/^["'*_)]*\s?[:：]/.test(visible.text.slice(head.end, head.end + 4))
  );
}

const UNCASED = /[\p{Script=Arabic}\p{Script=Devanagari}\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}]/u;

/** More than one capitalised word: an inner capital, a digit, or several words. */
const isFormed = ({ visible }: Context, range: Range): boolean =>
  /\p{L}\s\p{Lu}|\p{Ll}\p{Lu}|\p{N}/u.test(visible.text.slice(range.start, range.end));

/** The heads of each list; a numbered list that goes on where another ended is part of it. */
function siblings(heads: readonly Head[]): Head[][] {
  const groups: Head[][] = [];
  for (const group of Map.groupBy(heads, (head) => head.group).values()) {
    const first = group[0]?.number ?? 0;
    const before =
      group[0]?.kind === 'item' && first > 1
        ? groups.findLast((other) => other[0]?.kind === 'item' && other.at(-1)?.number === first - 1)
        : undefined;
    if (before) before.push(...group);
    else groups.push([...group]);
  }
  return groups;
}

function judgeHead(context: Context, head: Head, renowned: ReadonlyMap<number, Match>): Judged {
  const quote = /.\s"/u.exec(context.visible.text.slice(head.start, head.end));
  // `Acme "Nova"` is Acme's.
  const range = trimRange(
    context.visible.text,
    quote ? { start: head.start, end: head.start + quote.index + 1 } : head,
  );
  if (context.covered(head)) return { head, range, worth: 'known' };
  if (renowned.has(range.start)) return { head, range, worth: 'renowned' };
  const name = context.visible.text.slice(range.start, range.end);
  const worth = nameWorth(name, context.language);
  return { head, range, worth: worth === 'none' && isLowerName(name) ? 'word' : worth };
}

type List = { knowns: number; names: number; shaped: number; size: number; english: boolean };

/** A list is one of brands when it has a known one, or when most heads look like names. */
function accepts(worth: Judged['worth'], list: List, head: Head): boolean {
  if (worth === 'none' || worth === 'known' || worth === 'renowned') return false;
  const share = (list.knowns + list.names) / list.size;
  if (list.knowns > 0 && list.size > 1 && list.shaped >= list.size * (list.size > 3 ? 0.8 : 1)) return true;
  if (worth === 'name') {
    if (list.english) return list.knowns > 0 || share >= 0.5 || (head.bold && head.kind !== 'heading');
    return list.knowns > 0 ? share >= 0.25 : share >= 0.6 && list.names >= 2;
  }
  if (worth === 'word') return list.knowns > 0 ? share >= 0.3 : list.english && share >= 0.5;
  return list.knowns + list.names > 0 && share >= 0.5 && (list.english || list.knowns > 0);
}

/** Bold runs and link labels. What heads a list was judged with its list. */
function fromMarks(context: Context, draft: Draft): void {
  const { visible, language } = context;
  const heads = new Set(language === 'en' ? [] : context.heads.map((head) => head.start));
  for (const bold of visible.bolds) {
    const range = trimRange(visible.text, bold);
    if (heads.has(range.start) || heads.has(bold.start)) continue;
    const worth = nameWorth(visible.text.slice(range.start, range.end), language);
    const next = /^ ([\p{Ll}']+)/u.exec(visible.text.slice(bold.end, bold.end + 30))?.[1] ?? '';
    if (worth === 'name' || ((worth === 'word' || worth === 'words') && LISTS.brandVerbs.has(next)))
      sightIf(context, draft, range, 'bold');
  }
  for (const label of visible.labels) {
    const range = trimRange(visible.text, label);
    const name = visible.text.slice(range.start, range.end);
    const worth = nameWorth(name, language);
    if (worth === 'name' || (worth !== 'none' && linksHome(name, label.url)))
      sightIf(context, draft, range, 'link');
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
  return [...labels, ...lists, ...lines];
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

/** Every other place where the names stand. */
function locate(context: Context, draft: Draft): void {
  const all = [...draft.values()];
  const matches = findMatches(
    shownIn(context.visible, context.language),
    compileNames(all.map((found) => found.name)),
  );
  for (const match of believe(context.visible, matches, context.language, ruled)) {
    if (!context.covered(match)) all[match.owner]?.spans.push({ start: match.start, end: match.end });
  }
  for (const found of all) found.spans = merge([...found.spans, ...found.sighted]);
}

function merge(ranges: readonly Range[]): Range[] {
  const out: Range[] = [];
  for (const range of ranges.toSorted((a, b) => a.start - b.start || b.end - a.end)) {
    const last = out.at(-1);
    if (!last || range.start >= last.end) out.push({ start: range.start, end: range.end });
  }
  return out;
}
