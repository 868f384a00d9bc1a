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

/** The tables by number. */
export function readTables(visible: Visible): Map<number, Table> {
  const cells = visible.blocks.filter((block) => block.kind === 'cell');
  const tables = new Map<number, Table>();
  for (const [table, own] of Map.groupBy(cells, (block) => block.table))
    tables.set(table, readTable(visible, own));
  return tables;
}

function readTable(visible: Visible, cells: readonly Block[]): Table {
  const text = (block: Block): string => visible.folded.slice(block.start, block.end).trim();
  const header = cells.filter((block) => block.row === 0);
  const first = cells.filter((block) => block.row > 0 && block.column === 0);
  const ranked = isRanked(
    header.find((block) => block.column === 0),
    first,
    text,
  );
  const named = header.find((block) =>
    text(block)
      .split(/[\s/]+/)
      .some((word) => LISTS.nameColumns.has(word)),
  );
  const corner = header[0];
  const ranks = new Map<number, number>();
  for (const block of first) {
    const digits = ranked ? /\d{1,3}/.exec(text(block)) : null;
    ranks.set(block.row, digits ? Number(digits[0]) : block.row);
  }
  const rowEnds = new Map<number, number>();
  for (const block of cells) rowEnds.set(block.row, Math.max(rowEnds.get(block.row) ?? 0, block.end));
  return {
    column: named?.column ?? (ranked ? 1 : 0),
    comparison:
      corner !== undefined &&
      (corner.column > 0 || FEATURE.test(text(corner)) || (!named && LISTS.genericHeads.has(text(corner)))),
    ranked,
    ranks,
    rowEnds,
  };
}

function isRanked(
  header: Block | undefined,
  first: readonly Block[],
  text: (block: Block) => string,
): boolean {
  if (header && LISTS.rankColumns.has(text(header))) return true;
  return (
    first.length > 1 &&
    first.every((block) => /^(?:#?\d{1,3}[.)]?|[\u{1f947}-\u{1f949}])$/u.test(text(block)))
  );
}
