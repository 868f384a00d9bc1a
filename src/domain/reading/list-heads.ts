// Brands at the heads of lists, headings and rows of tables: whether it is a list of brands decides of each.
import { type Context, coverage, type Draft, sight, sightAs, trimRange } from './discover.ts';
import { fold } from './fold.ts';
import type { Head } from './heads.ts';
import type { Match } from './match.ts';
import { renownedName } from './renown.ts';
import type { Range, Visible } from './structure.ts';
import { namesColumn } from './tables.ts';
import { isPlace } from './vocabulary.ts';
import { lowerNameLength, nameWorth, type Worth } from './worth.ts';

type Judged = { head: Head; range: Range; worth: Worth | 'known' | 'renowned' };

/** Adds what heads lists, sections and tables of brands; each is judged with its siblings. */
export function fromListHeads(context: Context, draft: Draft, renowned: ReadonlyMap<number, Match>): void {
  const groups = siblings(context.heads).map((group) =>
    withValues(context, group).map((head) => judgeHead(context, head, renowned)),
  );
  const owned = coverage(brandScopes(context, groups));
  const beside = besideNames(groups);
  const elsewhere = groups.some((judged) => judged.some(({ worth }) => worth === 'known'));
  const lists = groups.filter(isOfBrands).length;
  for (const judged of groups) {
    admitPlaces(context, judged);
    const tracked = judged.some(({ worth }) => worth === 'known');
    const knowns = judged.filter(({ worth }) => worth === 'known' || worth === 'renowned').length;
    const names = judged.filter(({ worth }) => worth === 'name').length;
    const shaped = judged.filter(({ worth }) => worth !== 'none').length;
    const list = { knowns, names, shaped, size: judged.length, english: context.language === 'en' };
    const numbered = judged.filter(({ head }) => head.kind === 'heading' && head.number !== null).length;
    // The answer ranks its brands in another list; the rows of a table that names none of them are steels or stars.
    if (knowns === 0 && lists > 0 && isOfOtherThings(context.visible, judged)) continue;
    for (const { head, range, worth } of judged) {
      const strong = tracked || (names + knowns >= 2 && head.ordered);
      if (worth === 'renowned') {
        const match = renowned.get(range.start);
        if (match) sightAs({ context, draft, ...renownedName(match), strong }, match);
      }
      if (
        beside.has(head.group) ||
        // `### Funding` after `### 3. Acme`; `### Globex` is one more.
        (numbered > 1 && head.number === null && !isOneName(context, range, worth)) ||
        labelsName(context, head) ||
        (owned({ start: head.start, end: head.end }) && !isOther(context, head, worth))
      )
        continue;
      // The brands have a list already: in another one, a plain word is a criterion.
      if (elsewhere && knowns === 0 && !list.english && !isFormed(context, range)) continue;
      if (accepts(worth, list, head)) sight(context, draft, range, strong);
    }
  }
}

const isOneName = ({ visible }: Context, { start, end }: Range, worth: Judged['worth']): boolean =>
  worth === 'name' && !visible.text.slice(start, end).includes(' ');

/** Rows of a table whose header does not say that they are tools, brands or the like. */
function isOfOtherThings({ blocks, folded }: Visible, [first]: readonly Judged[]): boolean {
  if (first?.head.kind !== 'row') return false;
  const { table, column } = first.head.block;
  const header = blocks.find((block) => block.table === table && block.row === 0 && block.column === column);
  const words = folded.slice(header?.start, header?.end).split(/[\s/]+/);
  return !words.some(namesColumn);
}

/** Most of it are names, three of them tracked or known. */
const isOfBrands = (judged: readonly Judged[]): boolean =>
  judged.filter(({ worth }) => isKnown(worth)).length > 2 &&
  2 * judged.filter(isNamed).length > judged.length;

/** `Best overall: Acme`, `Best on a budget: Globex`: where most labels have a brand after them, that is the head. */
function withValues(context: Context, group: readonly Head[]): readonly Head[] {
  const values = group.map((head) => valueAfter(context.visible.text, head.end));
  const told = values.filter((value) => value && isTold(context, value)).length;
  // `Stripe: Visa, Mastercard`: the labels are brands themselves.
  const labels = group.filter((head) => isTold(context, head)).length;
  if (told < 2 || labels > 1 || 2 * values.filter((value) => value !== null).length <= group.length)
    return group;
  return group.flatMap((head, i) =>
    values[i] ? [{ ...head, ...values[i] }] : isTold(context, head) ? [head] : [],
  );
}

/**
 * Whether it is a label of the brand after its colon: `Serviceability: Acme, with dealers everywhere`. A name before a row
 * of others has them as its partners: `Globex: Stripe, PayPal`.
 */
export function labelsName(context: Context, { start, end }: Range): boolean {
  const { text } = context.visible;
  const value = valueAfter(text, end);
  if (value === null || !isTold(context, value)) return false;
  const next = /^(?:, | and | & )/.exec(text.slice(value.end, value.end + 5))?.[0].length ?? 0;
  const isRow = next > 0 && isTold(context, { start: value.end + next, end: value.end + next + 1 });
  return !isRow || nameWorth(text.slice(start, end).trim(), context.language) !== 'name';
}

function isTold({ covered, renowned }: Context, { start }: Range): boolean {
  const opening = { start, end: start + 1 };
  return covered(opening) || renowned(opening);
}

/** What stands after a colon as a name does: a few words in capitals, and no more of a sentence. */
function valueAfter(text: string, at: number): Range | null {
  const found = VALUE.exec(text.slice(at, at + 80));
  if (!found) return null;
  const start = at + (found[1] ?? '').length;
  return { start, end: start + (found[2] ?? '').length };
}

const VALUE =
  /^(["'*_)]*\s?[:：]["'*_)]*\s+)((?:[\p{Lu}\d]|[a-z]+[&.][a-z])(?:[^\s,.;:(–—]|\.(?=[^\s*]| &))*(?: [\p{Lu}\d&](?:[^\s,.;:(–—]|\.(?=[^\s*]| &))*){0,3})(?:$|[,.;\n\f]| [(–—-])/u;

/**
 * `Lennox` among `Trane` and `Carrier`: a place in a list of known names is one of them; and so is `Ro`, or where nothing
 * else but words stands beside one tracked name.
 */
function admitPlaces({ visible }: Context, judged: Judged[]): void {
  const nameOf = ({ range }: Judged): string => visible.text.slice(range.start, range.end);
  const isShort = (one: Judged): boolean => TWO_LETTERS.test(nameOf(one));
  const knowns = judged.filter(({ worth }) => isKnown(worth)).length;
  const isOfNames = knowns > 1 && 3 * judged.filter(isNamed).length >= 2 * judged.length;
  const isOfWords =
    judged.some(({ worth }) => worth === 'known') &&
    judged.every((one) => one.worth !== 'none' || isShort(one));
  for (const one of judged)
    if (
      one.worth === 'none' &&
      ((isShort(one) && (isOfNames || isOfWords)) || (isOfNames && isPlace(fold(nameOf(one)))))
    )
      one.worth = 'word';
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
  const lower = worth === 'none' || worth === 'name' ? lowerNameLength(name, context.language) : 0;
  if (lower > 0) return { head, range: { start: range.start, end: range.start + lower }, worth: 'word' };
  return { head, range, worth };
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
