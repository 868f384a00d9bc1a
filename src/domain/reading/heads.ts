// What the parts of an answer are about: list items, headings, table rows and numbered lines, with the words that lead them.
import { findLead } from './lead.ts';
import type { Block, Item, Visible } from './structure.ts';
import { readTables, type Table } from './tables.ts';

export type Head = {
  kind: 'item' | 'heading' | 'line' | 'row' | 'column';
  /** Heads of one group are siblings: a list, the headings of a level, a table. */
  group: string;
  number: number | null;
  ordered: boolean;
  /** The lead: the words that name it, without markers. */
  start: number;
  end: number;
  /** What stands under it. */
  scopeEnd: number;
  item: Item | null;
  bold: boolean;
  /** It opens a sentence that goes on: `**Acme** weighs ...`. */
  running: boolean;
  block: Block;
};

type Plan = { visible: Visible; tables: Map<number, Table>; ends: SectionEnds };
type SectionEnds = {
  /** Where the section of a heading ends, by block. */ heading: number[] /** Where what a bold line heads ends. */;
  bold: number[];
};

/** All heads in the order of the text. */
export function findHeads(visible: Visible): Head[] {
  const plan: Plan = { visible, tables: readTables(visible), ends: sectionEnds(visible) };
  const heads: Head[] = [];
  const seen = new Set<Item>();
  visible.blocks.forEach((block, index) => {
    if (block.kind === 'code') return;
    if (block.kind === 'cell') heads.push(...cellHead(plan, block));
    else if (block.kind === 'heading') heads.push(headingHead(plan, block, index));
    else if (block.item && !seen.has(block.item)) {
      seen.add(block.item);
      heads.push(itemHead(plan, block, block.item));
    } else heads.push(...lineHeads(plan, block, index));
  });
  stretchCutLists(heads);
  return heads.filter((head) => head.end > head.start);
}

/** One pass from the end: headings close sections of their level and below, bold lines close each other. */
function sectionEnds(visible: Visible): SectionEnds {
  const next = new Array<number>(7).fill(visible.text.length);
  const heading: number[] = [];
  const bold: number[] = [];
  const whole = new Map(visible.bolds.map((range) => [range.start, range.end]));
  let nextBold = visible.text.length;
  const closings = findClosings(visible);
  for (let i = visible.blocks.length - 1; i >= 0; i--) {
    const block = visible.blocks[i];
    if (!block) continue;
    // What sums up is about nobody that stands before it.
    if (closings.has(block)) {
      nextBold = block.start;
      next.fill(block.start, 2);
    }
    heading[i] = Math.min(...next.slice(0, block.level + 1));
    bold[i] = nextBold;
    if (block.kind === 'heading') next[block.level] = block.start;
    const alone =
      block.kind === 'paragraph' && !block.item && (whole.get(block.start) ?? -1) >= block.end - 1;
    if (alone || block.kind === 'heading') nextBold = block.start;
  }
  return { heading, bold };
}

/** How a paragraph begins that is about the whole answer; alone on its line, or before a colon. */
const CLOSING =
  /^[^\p{L}]{0,4}(?:(?:the |my |our |final |overall |quick )*(?:bottom line|verdict|conclusion|recommendations?|summary|takeaway|advice|tip|picks?)|in short|in summary|overall|tl;?dr|which (?:one )?should you (?:choose|pick|buy)|(?:mein |unser |kurzes |gesamt)*(?:fazit|empfehlung|zusammenfassung|tipp|rat)|unterm strich|kurz gesagt|(?:mon |notre |en )*(?:verdict|conclusion|recommandations?|résumé|bilan|avis|conseil)|en bref|(?:mi |nuestra? |en )*(?:conclusi[óo]n|veredicto|recomendaci[óo]n|resumen|consejo))\s*(?:$|:)/iu;

/**
 * The paragraph that sums up several sections, when it is the only one with such a label and none begins after it (else
 * brands have verdicts of their own), and a last question to the reader.
 */
function findClosings({ text, blocks, bolds }: Visible): ReadonlySet<Block> {
  const found = new Set<Block>();
  const last = blocks.at(-1);
  if (last?.kind === 'paragraph' && !last.item && /^[^.!?]*\?\s*$/.test(text.slice(last.start, last.end)))
    found.add(last);
  const starts = new Map(bolds.map((range) => [range.start, range.end]));
  let closing: Block | undefined;
  let sections = 0;
  for (const block of blocks) {
    const isSection = block.kind === 'heading' || (starts.get(block.start) ?? -1) >= block.end - 1;
    if (isSection) sections++;
    if (closing && isSection) return found;
    if (block.kind !== 'paragraph' || block.item) continue;
    if (!CLOSING.test(text.slice(block.start, Math.min(block.end, block.start + 60)))) continue;
    if (closing) return found;
    closing = block;
  }
  return closing && sections > 1 ? found.add(closing) : found;
}

function itemHead({ visible }: Plan, block: Block, item: Item): Head {
  const lead = findLead(visible, block.start, block.end);
  return {
    kind: 'item',
    group: `list${item.list}`,
    number: lead.number ?? item.number,
    ordered: item.number !== null || lead.number !== null,
    start: lead.start,
    end: lead.end,
    scopeEnd: item.end,
    item,
    bold: lead.bold,
    running: false,
    block,
  };
}

/** `1. A`, a paragraph, `2. B`: the paragraph cuts the list, but it is about A. */
function stretchCutLists(heads: readonly Head[]): void {
  const items = heads.filter(
    (head) => head.kind === 'item' && head.item?.depth === 1 && head.number !== null,
  );
  items.forEach((head, i) => {
    const next = items[i + 1];
    const goesOn =
      next &&
      next.group !== head.group &&
      (next.number === (head.number ?? 0) + 1 || next.number === head.number);
    if (goesOn) head.scopeEnd = next.block.start;
  });
}

function headingHead({ visible, ends }: Plan, block: Block, index: number): Head {
  const lead = findLead(visible, block.start, block.end);
  return {
    kind: 'heading',
    group: `level${block.level}`,
    number: lead.number,
    ordered: lead.number !== null,
    start: lead.start,
    end: lead.end,
    scopeEnd: ends.heading[index] ?? visible.text.length,
    item: null,
    bold: true,
    running: false,
    block,
  };
}

/** Lines of a paragraph that begin with a rank (`#1: `, a medal) or are wholly bold work as items or headings. */
function lineHeads({ visible, ends }: Plan, block: Block, index: number): Head[] {
  const heads: Head[] = [];
  let at = block.start;
  for (const line of visible.text.slice(block.start, block.end).split('\n')) {
    const lead = findLead(visible, at, at + line.length);
    const bare = lead.bold && /^[\s:.]*$/.test(visible.text.slice(lead.end, at + line.length));
    const opens = at === block.start;
    const marked = ICON_LINE.test(line) && lead.start > at && visible.text[lead.end] === ':';
    if (lead.number !== null || bare || (lead.bold && opens) || marked) {
      const alone = bare && opens && at + line.length >= block.end;
      heads.push({
        kind: 'line',
        group: lead.number !== null ? 'lines' : marked && !bare ? `icons${index}` : 'bold lines',
        number: lead.number,
        ordered: lead.number !== null,
        start: lead.start,
        end: lead.end,
        scopeEnd: alone ? (ends.bold[index] ?? block.end) : block.end,
        item: block.item,
        bold: lead.bold,
        running: lead.number === null && !bare && RUNNING.test(visible.text.slice(lead.end, lead.end + 4)),
        block,
      });
    }
    at += line.length + 1;
  }
  return heads;
}

/** Words or particles follow at once, no colon, dash or bracket. */
const RUNNING = /^(?:,? |'s )?\p{L}/u;

/** `➡️ Acme: ...`, line by line. */
const ICON_LINE = /^\s*[\p{So}•→▪►▶‣✓✔]/u;

function cellHead({ visible, tables }: Plan, block: Block): Head[] {
  const table = tables.get(block.table);
  if (!table) return [];
  const header = block.row === 0;
  if (header ? block.column === table.column || !table.comparison : block.column !== table.column) return [];
  const lead = findLead(visible, block.start, block.end);
  return [
    {
      kind: header ? 'column' : 'row',
      group: `table${block.table}${header ? ' columns' : ''}`,
      number: header ? null : (table.ranks.get(block.row) ?? block.row),
      ordered: !header && table.ranked,
      start: lead.start,
      end: lead.end,
      scopeEnd: header ? block.end : (table.rowEnds.get(block.row) ?? block.end),
      item: null,
      bold: lead.bold,
      running: false,
      block,
    },
  ];
}
