// What discovery keeps: the names found so far in one answer, with the places where they were sighted.
import { isRenowned } from './brand-list.ts';
import { fold } from './fold.ts';
import type { Head } from './heads.ts';
import { keep } from './keep.ts';
import type { Match } from './match.ts';
import type { JudgedNames } from './names.ts';
import { countWhile } from './search.ts';
import type { Range, Visible } from './structure.ts';
import { LISTS } from './words.ts';

export type Found = {
  key: string;
  name: string;
  strong: boolean;
  sighted: Range[];
  spans: Range[];
  /** Whose product it is known to be. */
  parent: string;
};
export type Draft = Map<string, Found>;
export type Context = {
  visible: Visible;
  heads: readonly Head[];
  known: readonly Match[];
  language: string | null;
  covered: (range: Range) => boolean;
  /** Where a name of the list of known brands stands. */
  renowned: (range: Range) => boolean;
  /** Inside a citation or a list of sources. */
  cited: (range: Range) => boolean;
  /** Told of what may be a name in a sentence; for training alone. */
  watch?: ((guess: Guess) => void) | undefined;
};

/** How a name is marked: not at all, in bold, as a link, beside another name in a row. */
export type Mark = 'prose' | 'bold' | 'link' | 'beside';
/** A word or words that may be a brand, and what the rules say of them. */
export type Guess = {
  context: Context;
  range: Range;
  mark: Mark;
  /** Its spelling, its company or what it does tells a brand. */
  isTold: boolean;
  /** What its own words or those beside it say of something else: a place, a person, a law. */
  others: readonly string[];
  /** Its capital may be owed to its place. */
  opens: boolean;
};

/** One key for all spellings: `HubSpot CRM`, `Hubspot` and `hubspot.com` are the same. */
export const nameKey = keep(findKey);

function findKey(name: string): string {
  const words = fold(name)
    .replace(/\.(?:com|io|ai|co|net|org|app|so|dev)\b/g, '')
    .split(/[^\p{L}\p{N}\p{M}+]+/u)
    .filter(Boolean);
  while (words.length > 1 && LISTS.productWords.has(words.at(-1) ?? '')) words.pop();
  return words.join('');
}

/** The entities' say over what was found: judged names, and the first words of their own. */
type Settled = { judged: JudgedNames; own: ReadonlySet<string> };

/** Keys of all names and of the words that begin a line of products: `bosch` for `Bosch Professional`. */
export function ownKeys(names: readonly string[], isWhole: (name: string) => boolean): Set<string> {
  const keys = new Set<string>();
  for (const name of names) {
    const words = name.split(' ');
    const least = isWhole(name) ? words.length : 1;
    for (let count = words.length; count >= least; count--)
      keys.add(nameKey(words.slice(0, count).join(' ')));
  }
  return keys;
}

/** A name without the words for products at its end: `HubSpot CRM` is `HubSpot`. */
export function bareName(name: string): string {
  const words = name.trim().split(/\s+/);
  while (words.length > 1 && LISTS.productWords.has(fold(words.at(-1) ?? ''))) words.pop();
  return words.join(' ');
}

/** Found names without those that were dismissed, and with merged ones as one. */
export function settle(found: readonly Found[], { judged: { dismissed, merged }, own }: Settled): Found[] {
  const kept = new Map<string, Found>();
  for (const item of found) {
    // A shorter name of a tracked entity, or its product, is no other brand.
    if (own.has(item.key) || (item.parent !== '' && own.has(nameKey(item.parent)))) continue;
    const { key, name } = merged.get(item.key) ?? item;
    const known = kept.get(key);
    if (known) join(known, item);
    else if (!dismissed.has(key)) kept.set(key, { ...item, key, name });
  }
  const chosen = new Set([...merged.values()].map(({ key }) => key));
  for (const [key, item] of kept) {
    if (item.parent !== '' || chosen.has(key) || isRenowned(item.name)) continue;
    const brand = kept.get(brandKey(item.name, kept) ?? key);
    if (brand === undefined || brand === item) continue;
    join(brand, item);
    kept.delete(key);
  }
  return [...kept.values()];
}

function join(to: Found, item: Found): void {
  to.strong ||= item.strong;
  to.sighted = inOrder([...to.sighted, ...item.sighted]);
  to.spans = inOrder([...to.spans, ...item.spans]);
}

/** `Acme`, of `Acme Nova S`, where an answer names both; well-known names are brands of their own, and so are chosen ones. */
function brandKey(name: string, kept: ReadonlyMap<string, Found>): string | undefined {
  const words = name.split(' ');
  return words
    .slice(1)
    .map((_, i) => nameKey(words.slice(0, i + 1).join(' ')))
    .find((key) => kept.has(key));
}

const inOrder = (ranges: Range[]) => ranges.sort((a, b) => a.start - b.start);

/** The name in a range: without marks, number and article before it, marks and `'s` after it. */
export function trimRange(text: string, range: Range): Range {
  if (isTrim(text, range)) return { start: range.start, end: range.end };
  const { left, right } = marginsOf(text.slice(range.start, range.end));
  return { start: range.start + left, end: Math.max(range.start + left, range.end - right) };
}

/** Whether letters that begin no article and end no genitive stand at both ends, as in most names. */
function isTrim(text: string, { start, end }: Range): boolean {
  const last = text.charCodeAt(end - 1);
  return (
    end > start &&
    FIRST_LETTERS[text.charCodeAt(start)] === 1 &&
    ((last >= 97 && last <= 122 && last !== 115) || (last >= 65 && last <= 90))
  );
}

const FIRST_LETTERS = new Uint8Array(0x10000);
for (const letter of 'ABCFGHIJKMNOPQRSUVWXYZabcdefghijklmnopqrstuvwxyz')
  FIRST_LETTERS[letter.charCodeAt(0)] = 1;

const LEFT = /^[\s"'(*_[¿¡]*(?:\d{1,2}[.)]\s)?(?:(?:The|Der|Die|Das|La|Le|El)\s(?=\p{Lu}))?/u;
const RIGHT = /(?:['’]s)?[\s"'.,:;)*_\]]*$/u;

const marginsOf = keep((inner) => ({
  left: LEFT.exec(inner)?.[0].length ?? 0,
  right: RIGHT.exec(inner)?.[0].length ?? 0,
}));

export function sight(context: Context, draft: Draft, range: Range, strong: boolean): void {
  if (range.end <= range.start || context.covered(range) || context.renowned(range)) return;
  const name = context.visible.text.slice(range.start, range.end).replace(/\s+/g, ' ').trim();
  sightAs({ context, draft, name, strong }, range);
}

type Sighting = { context: Context; draft: Draft; name: string; parent?: string; strong: boolean };

/** Keeps a place of a name that may be spelled otherwise there. */
export function sightAs({ context, draft, name, parent = '', strong }: Sighting, range: Range): void {
  if (context.covered(range) || context.cited(range)) return;
  const key = nameKey(name);
  if (key.length < 2) return;
  const found = draft.get(key);
  if (found) {
    found.sighted.push(range);
    found.strong ||= strong;
  } else draft.set(key, { key, name, parent, strong, sighted: [range], spans: [] });
}

/** Tells whether a range touches one of these. */
export function coverage(ranges: readonly Range[]): (range: Range) => boolean {
  const known = disjoint(ranges);
  return (range) => {
    const next = known[countWhile(known, ({ end }) => end <= range.start)];
    return next !== undefined && next.start < range.end;
  };
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
