// The rank of each entity: by ranking table, numbered list or headings, else by order of first mention.
import type { Head } from './heads.ts';
import { countWhile } from './search.ts';
import type { Item } from './structure.ts';
import { LISTS } from './words.ts';

/** A named place: which entity, from where to where. Sorted by start. */
export type Named = { id: number; start: number; end: number };
export type Lead = { head: Head; id: number };
/** What gave a rank, and where that stands in the visible text. */
export type Rank = {
  rank: number;
  by: 'rank_column' | 'table_row' | 'list_item' | 'heading' | 'first_mention';
  start: number;
  end: number;
};

/** Which entity leads which head. */
export function findLeads(text: string, heads: readonly Head[], named: readonly Named[]): Map<Head, number> {
  const leads = new Map<Head, number>();
  let from = 0;
  for (const head of heads.toSorted((a, b) => a.start - b.start)) {
    while (from < named.length && (named[from]?.start ?? 0) < head.start) from++;
    const first = named[from];
    if (first && leadsHead(text, head, first)) leads.set(head, first.id);
  }
  return leads;
}

function leadsHead(text: string, head: Head, first: Named): boolean {
  if (first.start > head.end + 4 || first.start > head.scopeEnd) return false;
  const before = text.slice(head.start, first.start);
  if (/^(?:the |der |die |das |la |le |el |l')?[^\p{L}\p{N}]*$/iu.test(before)) return true;
  const label = /^([^:：–—\f\n]{2,40})[:：–—]\s*$/u.exec(before)?.[1]?.trim().toLowerCase();
  return (
    label !== undefined &&
    AFTER_LABELLED.test(text.slice(first.end, first.end + 60)) &&
    label.split(/\s+/).length <= 5 &&
    !LISTS.genericHeads.has(label.replace(/^best .*/, 'x'))
  );
}

/** `Best value: Coros Pace 3.` names a brand; `Through a partner: Coros pays the wages` is a sentence. */
const AFTER_LABELLED =
  /^(?:(?:['’]s)? ?(?:[\p{Lu}\d][\p{L}\d'’+-]*(?: [\p{Lu}\d][\p{L}\d'’+-]*){0,3})?)(?:$|[\n\f(:,.;|/]|\s[–—(|/&+-])/u;

/** Positions by entity id; every named entity gets one. */
export function findPositions(
  text: string,
  heads: readonly Head[],
  leads: ReadonlyMap<Head, number>,
  named: readonly Named[],
): Map<number, Rank> {
  const positions: Ranks = new Map();
  for (const group of rankings(heads, leads, (head) => companionsOf(text, head, named))) {
    for (const [id, rank] of group) if (!positions.has(id)) positions.set(id, rank);
  }
  const order: Ranks = new Map();
  for (const { id, start, end } of named)
    if (!order.has(id)) order.set(id, { rank: order.size + 1, by: 'first_mention', start, end });
  for (const [id, rank] of order) if (!positions.has(id)) positions.set(id, rank);
  return positions;
}

type Ranks = Map<number, Rank>;

type Beside = (head: Head) => readonly number[];

/** Whom the head of an item names in one row with its first name: `2. **Acme** and **Globex**: ...`. */
function companionsOf(text: string, head: Head, named: readonly Named[]): number[] {
  // A title may name two that are set against each other.
  if (head.kind !== 'item' && head.number === null) return [];
  let at = firstFrom(named, head.start);
  const beside: number[] = [];
  for (let last = named[at]; last; last = named[at]) {
    const next = named[++at];
    if (!next || next.start > head.scopeEnd || !JOINT.test(text.slice(last.end, next.start))) break;
    beside.push(next.id);
  }
  return beside;
}

const JOINT =
  /^ ?(?:[,/&+、]|(?:, )?(?:and|or|vs\.?|versus|und|oder|et|ou|y|e|o|en|i|oraz|lub|и|или|ve|veya)(?= )|[和与與及とや]) ?$/u;

/** Which named place is the first at or after a place of the text; their number when none is. */
export const firstFrom = (named: readonly Named[], from: number): number =>
  countWhile(named, ({ start }) => start < from);

/** All rankings of the answer, the surest first. */
function rankings(heads: readonly Head[], leads: ReadonlyMap<Head, number>, beside: Beside): Ranks[] {
  const ledItems = new Set<Item>();
  for (const [head] of leads) if (head.item && head.kind === 'item') ledItems.add(head.item);
  const free = heads.filter((head) => !head.running && !isNested(head, ledItems));
  const sparse = sparseLists(free, leads);
  const runs = [...Map.groupBy(free, runOf).values()]
    .map((run) => run.filter((head) => !sparse.has(head.group)))
    .filter((run) => isRanking(run, leads));
  return runs.toSorted((a, b) => weight(a) - weight(b)).map((run) => ranksOf(run, leads, beside));
}

/** Bullets that mostly begin with no name list features, although a name begins one of them. */
function sparseLists(heads: readonly Head[], leads: ReadonlyMap<Head, number>): Set<string> {
  const bullets = heads.filter((head) => head.kind === 'item' && !head.ordered);
  const out = new Set<string>();
  for (const [group, list] of Map.groupBy(bullets, (head) => head.group))
    if (list.filter((head) => leads.has(head)).length * 2 < list.length) out.add(group);
  return out;
}

function isNested(head: Head, led: ReadonlySet<Item>): boolean {
  for (let item = head.kind === 'item' ? (head.item?.parent ?? null) : head.item; item; item = item.parent)
    if (led.has(item)) return true;
  return false;
}

/** Heads that are counted together: numbered lists that were cut by paragraphs are one run, so are all bullets. */
function runOf(head: Head): string {
  if (head.kind === 'item') return head.ordered ? `ordered ${head.item?.depth ?? 0}` : 'bullets';
  if (head.kind === 'heading') return `${head.group} ${head.ordered}`;
  return head.group;
}

function weight(run: readonly Head[]): number {
  const [first] = run;
  if (!first) return 9;
  if (first.kind === 'row') return first.ordered ? 0 : 1;
  if (first.ordered) return 2;
  return first.kind === 'heading' ? 3 : 4;
}

/** Items that mostly begin with no entity are steps or features. */
function isRanking(run: readonly Head[], leads: ReadonlyMap<Head, number>): boolean {
  const led = run.filter((head) => leads.has(head)).length;
  // Brands that head the columns stand in no order of rank.
  if (led === 0 || run[0]?.kind === 'column') return false;
  // One bullet, or one bold line, makes no list of brands.
  if (run[0]?.kind === 'line' && !run[0].ordered && led < 2) return false;
  if (run[0]?.kind === 'item' && !run[0].ordered) return led >= 2;
  return led * 2 >= run.length;
}

function ranksOf(run: readonly Head[], leads: ReadonlyMap<Head, number>, beside: Beside): Ranks {
  const ledRun = run.filter((head) => leads.has(head));
  const counted = run[0]?.ordered === true;
  const equal = new Set(ledRun.map((head) => head.number)).size <= 1 && ledRun.length > 1;
  const ranks: Ranks = new Map();
  const seen = new Set<number>();
  const companions: [Rank, readonly number[]][] = [];
  for (const head of ledRun) {
    const id = leads.get(head) ?? -1;
    seen.add(id);
    const rank = counted && !equal && head.number !== null && head.number > 0 ? head.number : seen.size;
    const placed = { rank, by: ruleOf(head), start: head.start, end: head.end };
    if (!ranks.has(id)) ranks.set(id, placed);
    companions.push([placed, beside(head)]);
  }
  // Who leads an item of its own is ranked by that.
  for (const [placed, ids] of companions) for (const id of ids) if (!ranks.has(id)) ranks.set(id, placed);
  return ranks;
}

function ruleOf({ kind, ordered }: Head): Rank['by'] {
  if (kind === 'row' && ordered) return 'rank_column';
  if (kind === 'row') return 'table_row';
  return kind === 'heading' ? 'heading' : 'list_item';
}
