// Names of other brands that an answer mentions, judged by this answer and the known entities alone.
import { isRenowned } from './brand-list.ts';
import { type Context, coverage, type Draft, type Found, nameKey, sightAs, trimRange } from './discover.ts';
import { believe, ruled } from './evidence.ts';
import { sightIf } from './guess.ts';
import type { Head } from './heads.ts';
import { fromListHeads, labelsName } from './list-heads.ts';
import { findMatches, type Match, shownIn } from './match.ts';
import { compileNames } from './names.ts';
import { fromNative } from './native.ts';
import { productKeys } from './products.ts';
import { fromProse } from './prose.ts';
import { findRenowned, renownedName } from './renown.ts';
import { fromRows } from './rows.ts';
import { blockAt } from './standing.ts';
import type { Range, Visible } from './structure.ts';
import { LISTS } from './words.ts';
import { nameWorth } from './worth.ts';

/** Finds the names of other brands, with every place where they stand. */
export function discover(
  visible: Visible,
  heads: readonly Head[],
  known: readonly Match[],
  language: string | null,
  watch?: Context['watch'],
): Found[] {
  const renowned = outsideHeads(
    visible,
    heads,
    withoutColumns(visible, findRenowned(visible, known, language)),
  );
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
  fromListHeads(context, draft, new Map(renowned.map((match) => [match.start, match])));
  for (const match of renowned) sightAs({ context, draft, ...renownedName(match), strong: false }, match);
  fromMarks(context, draft);
  fromProse(context, draft);
  fromNative(context, draft);
  fromRows(context, draft);
  locate(context, draft);
  return withoutProducts(
    context,
    [...draft.values()].filter(({ spans }) => spans.length > 0),
  );
}

/** Without what another name of the answer has as its product, unless it is known as nobody's. */
function withoutProducts({ visible, known }: Context, found: Found[]): Found[] {
  const names = [...known.filter(({ owner }) => owner >= 0), ...found.flatMap(({ spans }) => spans)];
  const products = productKeys(visible.text, names);
  return found.filter(({ key, name }) => !products.has(key) || isRenowned(name));
}

/** `| Plan | Network |`: words at the heads of columns, unless one beside them is a name and no word. */
function withoutColumns({ blocks }: Visible, renowned: Match[]): Match[] {
  const tableOf = ({ start, end }: Match): number | null => {
    const block = blockAt(blocks, start);
    return block?.kind === 'cell' && block.row === 0 && block.start === start && block.end <= end + 1
      ? block.table
      : null;
  };
  const compared = new Set(renowned.filter(({ pattern }) => !pattern.ambiguous).map(tableOf));
  return renowned.filter((match) => {
    if (!match.pattern.ambiguous) return true;
    const table = tableOf(match);
    return table === null || compared.has(table);
  });
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

/** Bold runs and link labels. What heads a list was judged with its list. */
function fromMarks(context: Context, draft: Draft): void {
  const { visible, language } = context;
  const heads = new Set(language === 'en' ? [] : context.heads.map((head) => head.start));
  for (const bold of visible.bolds) {
    const range = trimRange(visible.text, bold);
    if (heads.has(range.start) || heads.has(bold.start) || labelsName(context, range)) continue;
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
