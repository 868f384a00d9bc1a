// What the tables of an answer are about: which column names things, whether rows are ranked, whether columns are compared.
import type { Block, Visible } from './structure.ts';
import { LISTS } from './words.ts';

export type Table = {
  /** The column that names things. */
  column: number;
  /** Columns are compared: the header names them. */
  comparison: boolean;
  ranked: boolean;
  ranks: Map<number, number>;
  rowEnds: Map<number, number>;
};

const FEATURE =
  /^(?:features?|criteria|aspect|category|attribute|metric|factor|area|merkmal|kriterium|eigenschaft|caracteristica|aspecto|critere|criteres|fonctionnalite|特征|功能|機能|항목|характеристика|)$/;

/** Whether a folded word at the head of a column says that tools, brands or the like stand in it, one or several. */
export const namesColumn = (word: string): boolean =>
  LISTS.nameColumns.has(word) || LISTS.nameColumns.has(word.replace(/s$/, ''));

/** The tables by number. */
export function readTables(visible: Visible): Map<number, Table> {
  const cells = visible.blocks.filter((block) => block.kind === 'cell');
  const tables = new Map<number, Table>();
  for (const [table, own] of Map.groupBy(cells, (block) => block.table))
    tables.set(table, readTable(visible, own));
  return tables;
}

function readTable(visible: Visible, cells: readonly Block[]): Table {
  const text = (block: Block): string =>
    visible.folded.slice(block.start, block.end).trim().replace(OTHER_DIGITS, asciiDigit);
  const header = cells.filter((block) => block.row === 0);
  const rankColumn = rankColumnOf(header, cells, text);
  const ranked = rankColumn !== null;
  const named = header.find((block) =>
    text(block)
      .split(/[\s/]+/)
      .some(namesColumn),
  );
  const corner = header[0];
  const ranks = new Map<number, number>();
  for (const block of cells) {
    if (block.column !== (rankColumn ?? 0)) continue;
    const digits = ranked ? /\d{1,3}/.exec(text(block)) : null;
    ranks.set(block.row, digits ? Number(digits[0]) : block.row);
  }
  const rowEnds = new Map<number, number>();
  for (const block of cells) rowEnds.set(block.row, Math.max(rowEnds.get(block.row) ?? 0, block.end));
  return {
    column: named?.column ?? (rankColumn === 0 ? 1 : 0),
    comparison:
      corner !== undefined &&
      (corner.column > 0 || FEATURE.test(text(corner)) || (!named && LISTS.genericHeads.has(text(corner)))),
    ranked,
    ranks,
    rowEnds,
  };
}

/** Arabic, Persian and Devanagari digits stand in tens of code points that begin at these. */
const ZEROS = [0x660, 0x6f0, 0x966];
const asciiDigit = (digit: string): string => {
  const code = digit.charCodeAt(0);
  return String(code - (ZEROS.findLast((zero) => zero <= code) ?? code));
};
const OTHER_DIGITS = /[\u0660-\u0669\u06f0-\u06f9\u0966-\u096f]/gu;

/** The column that ranks the rows: the first one, by its head or by its numbers, or another one that says so. */
function rankColumnOf(
  header: readonly Block[],
  cells: readonly Block[],
  text: (block: Block) => string,
): number | null {
  for (const head of header) {
    const isHeaded = LISTS.rankColumns.has(text(head));
    if (head.column === 0 && isHeaded) return 0;
    if (isHeaded && isCounted(cells, head.column, text) && beginsAtOne(cells, head.column, text))
      return head.column;
  }
  return isCounted(cells, 0, text) ? 0 : null;
}

/** `Platz` may be seats, `Nr` an article: ranks begin at 1 and go on from there. */
function beginsAtOne(cells: readonly Block[], column: number, text: (block: Block) => string): boolean {
  const own = cells.filter((block) => block.row > 0 && block.column === column);
  const numbers = own.map((block) => Number(/\d+/.exec(text(block))?.[0] ?? 0));
  return Math.min(...numbers) === 1 && Math.max(...numbers) <= 2 * numbers.length;
}

/** `#2`, `2.`, `2.º`, `2位`, `第2名`, `2위`, `2nd`, medals. */
const RANK =
  /^(?:(?:#|no\.? ?|nr\.? ?|第)?\d{1,3}(?:[.):][ºª]?|st|nd|rd|th|位|名|위|등|º|ª|°|e|er|-[а-я]{1,2})?|[\u{1f947}-\u{1f949}])$/u;

function isCounted(cells: readonly Block[], column: number, text: (block: Block) => string): boolean {
  const own = cells.filter((block) => block.row > 0 && block.column === column);
  return own.length > 1 && own.every((block) => RANK.test(text(block)));
}
