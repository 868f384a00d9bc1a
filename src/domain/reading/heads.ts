// What the parts of an answer are about: list items, headings, table rows and numbered lines, with the words that lead them.
import { EDGE } from './canvas.ts';
import type { Block, Item, Visible } from './visible.ts';
import { LISTS } from './words.ts';

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
  level: number;
  bold: boolean;
  block: Block;
};

/** All heads in the order of the text. */
export function findHeads(visible: Visible): Head[] {
  const heads: Head[] = [];
  const seen = new Set<Item>();
  visible.blocks.forEach((block, index) => {
    if (block.kind === 'code') return;
    if (block.kind === 'cell') heads.push(...cellHead(visible, block));
    else if (block.kind === 'heading') heads.push(headingHead(visible, block, index));
    else if (block.item && !seen.has(block.item)) {
      seen.add(block.item);
      heads.push(itemHead(visible, block, block.item));
    } else heads.push(...lineHeads(visible, block, index));
  });
  return heads.filter((head) => head.end > head.start);
}

function itemHead(visible: Visible, block: Block, item: Item): Head {
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
    level: 10 + item.depth,
    bold: lead.bold, block,
  };
}

function headingHead(visible: Visible, block: Block, index: number): Head {
  const lead = findLead(visible, block.start, block.end);
  return {
    kind: 'heading',
    group: `level${block.level}`,
    number: lead.number,
    ordered: lead.number !== null,
    start: lead.start,
    end: lead.end,
    scopeEnd: sectionEnd(visible, index, block.level),
    item: null,
    level: block.level,
    bold: true, block,
  };
}

function sectionEnd(visible: Visible, index: number, level: number): number {
  for (let i = index + 1; i < visible.blocks.length; i++) {
    const block = visible.blocks[i];
    if (block?.kind === 'heading' && block.level <= level) return block.start;
  }
  return visible.text.length;
}

/** Lines of a paragraph that begin with a rank (`#1: `, a medal) or are wholly bold work as items or headings. */
function lineHeads(visible: Visible, block: Block, index: number): Head[] {
  const heads: Head[] = [];
  let at = block.start;
  for (const line of visible.text.slice(block.start, block.end).split('\n')) {
    const lead = findLead(visible, at, at + line.length);
    const bare = lead.bold && /^[\s:.]*$/.test(visible.text.slice(lead.end, at + line.length));
    if (lead.number !== null || bare || (lead.bold && at === block.start)) {
      const alone = bare && at === block.start && at + line.length >= block.end;
      heads.push({
        kind: 'line',
        group: lead.number !== null ? 'lines' : 'bold lines',
        number: lead.number,
        ordered: lead.number !== null,
        start: lead.start,
        end: lead.end,
        scopeEnd: alone ? boldEnd(visible, index) : block.end,
        item: block.item,
        level: 8,
        bold: lead.bold, block,
      });
    }
    at += line.length + 1;
  }
  return heads;
}

/** A bold line alone heads what follows, up to the next heading or bold line. */
function boldEnd(visible: Visible, index: number): number {
  for (let i = index + 1; i < visible.blocks.length; i++) {
    const block = visible.blocks[i];
    if (!block || block.kind === 'heading') return block?.start ?? visible.text.length;
    if (block.kind === 'paragraph' && !block.item && isAllBold(visible, block)) return block.start;
  }
  return visible.text.length;
}

const isAllBold = (visible: Visible, block: Block): boolean =>
  visible.bolds.some((bold) => bold.start === block.start && bold.end >= block.end - 1);

function cellHead(visible: Visible, block: Block): Head[] {
  const column = nameColumn(visible, block.table);
  const header = block.row === 0;
  if (header ? block.column === column : block.column !== column) return [];
  if (header && column >= 0 && !isComparison(visible, block.table)) return [];
  const lead = findLead(visible, block.start, block.end);
  return [
    {
      kind: header ? 'column' : 'row',
      group: `table${block.table}${header ? ' columns' : ''}`,
      number: header ? null : rowRank(visible, block),
      ordered: !header && hasRankColumn(visible, block.table),
      start: lead.start,
      end: lead.end,
      scopeEnd: header ? block.end : rowEnd(visible, block),
      item: null,
      level: 20,
      bold: lead.bold, block,
    },
  ];
}

const cells = (visible: Visible, table: number): Block[] =>
  visible.blocks.filter((block) => block.kind === 'cell' && block.table === table);
const cellText = (visible: Visible, block: Block): string =>
  visible.folded.slice(block.start, block.end).trim();

/** The column that names things: by its header, else the first that holds no ranks. */
function nameColumn(visible: Visible, table: number): number {
  const header = cells(visible, table).filter((block) => block.row === 0);
  const named = header.find((block) =>
    cellText(visible, block)
      .split(/[\s/]+/)
      .some((word) => LISTS.nameColumns.has(word)),
  );
  if (named) return named.column;
  return hasRankColumn(visible, table) ? 1 : 0;
}

/** A table that compares columns: its first header is empty or says "feature". */
function isComparison(visible: Visible, table: number): boolean {
  const first = cells(visible, table).find((block) => block.row === 0);
  if (!first) return false;
  return (
    first.column > 0 ||
    /^(?:features?|criteria|aspect|category|attribute|metric|factor|area|merkmal|kriterium|eigenschaft|característica|aspecto|critère|critères|fonctionnalité|特征|功能|機能|항목|характеристика|)$/.test(
      cellText(visible, first),
    )
  );
}

function hasRankColumn(visible: Visible, table: number): boolean {
  const all = cells(visible, table);
  const header = all.find((block) => block.row === 0 && block.column === 0);
  if (header && LISTS.rankColumns.has(cellText(visible, header))) return true;
  const first = all.filter((block) => block.row > 0 && block.column === 0);
  return (
    first.length > 1 &&
    first.every((block) => /^(?:#?\d{1,3}[.)]?|[\u{1f947}-\u{1f949}])$/u.test(cellText(visible, block)))
  );
}

function rowRank(visible: Visible, block: Block): number | null {
  if (!hasRankColumn(visible, block.table)) return block.row;
  const rank = cells(visible, block.table).find((cell) => cell.row === block.row && cell.column === 0);
  const digits = rank ? /\d{1,3}/.exec(cellText(visible, rank)) : null;
  return digits ? Number(digits[0]) : block.row;
}

function rowEnd(visible: Visible, block: Block): number {
  let end = block.end;
  for (const cell of cells(visible, block.table))
    if (cell.row === block.row && cell.end > end) end = cell.end;
  return end;
}

type Lead = { start: number; end: number; number: number | null; bold: boolean };

const MARKER =
  /^[\s"'(*_]*(?:[\p{So}\p{Sk}\ufe0f\u200d•·→✓✔★☆>-]\s*)*(?:(?:#|no\.?|nr\.?|n[o°º]\.?|rank|platz|top|option|tool|pick|第|place)\s*)?(\d{1,3})(?:\s*[.):\]\u20e3位名]|\s+[–—-])[\s*:.–—-]*/iu;
const HASH = /^[\s"'(*_]*#\s?(\d{1,3})\b[\s*:.–—-]*/u;
const ICONS = /^[\s"'(*_#]*(?:[\p{So}\p{Sk}\p{Emoji_Modifier}\u20e3•·→✓✔★☆>⭐]+\s*)*/u;
const MEDALS = ['🥇', '🥈', '🥉'];
const CIRCLED = 0x2460;

/** Reads the marker of a line and finds the words that lead it. */
export function findLead(visible: Visible, from: number, to: number): Lead {
  const line = visible.text.slice(from, Math.min(to, from + 240));
  const marker = readMarker(line);
  const start = from + marker.length;
  const bold = visible.bolds.find(
    (range) => range.start <= start && range.end > start && range.start >= from,
  );
  const rest = visible.text.slice(start, Math.min(bold ? bold.end : to, start + 240));
  return { start, end: start + leadLength(rest), number: marker.number, bold: bold !== undefined };
}

function readMarker(line: string): { length: number; number: number | null } {
  const medal = MEDALS.findIndex((sign) => line.trimStart().startsWith(sign));
  const icons = ICONS.exec(line)?.[0].length ?? 0;
  if (medal >= 0) return { length: icons, number: medal + 1 };
  const circled = line.trimStart().charCodeAt(0) - CIRCLED;
  if (circled >= 0 && circled < 20)
    return { length: /^\s*.\s*/u.exec(line)?.[0].length ?? 1, number: circled + 1 };
  const match = MARKER.exec(line) ?? HASH.exec(line);
  if (match && match[0].length < line.length)
    return {
      length: match[0].length + (ICONS.exec(line.slice(match[0].length))?.[0].length ?? 0),
      number: Number(match[1]),
    };
  return { length: icons, number: null };
}

const LEAD_END = /[\f\n]|\s[–—|→-]\s|[–—](?=\s)|:(?:\s|$)|：|\s\(|（|[.!?](?:\s|$)|。|、|,\s|;\s|\s\/\s/u;

function leadLength(rest: string): number {
  const stop = rest.search(LEAD_END);
  const length = stop < 0 ? rest.length : stop;
  return rest
    .slice(0, length)
    .trimEnd()
    .replace(/["'*_]+$/, '').length;
}

/** The line that a place stands in. */
export function lineOf(text: string, at: number): { start: number; end: number } {
  const start = Math.max(text.lastIndexOf('\n', at - 1), text.lastIndexOf(EDGE, at - 1)) + 1;
  const ends = [text.indexOf('\n', at), text.indexOf(EDGE, at)].filter((end) => end >= 0);
  return { start, end: Math.min(text.length, ...ends) };
}
