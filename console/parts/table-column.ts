// Columns of a DataTable, and how their values are compared and searched.
import type { ReactNode } from 'react';
import type { Cell } from '../csv.ts';

export type Column<Row> = {
  key: string;
  title: string;
  /** What the title means, shown over it. */
  hint?: string;
  /** What is sorted, searched and exported; null where there is nothing, which sorts last. */
  value: (row: Row) => Cell;
  /** What is shown; the value itself unless given. */
  cell?: (row: Row) => ReactNode;
  /** Numbers stand at the end. */
  align?: 'start' | 'end';
  /** In pixels; columns without one share what is left. */
  width?: number;
  /** On a phone, where it differs. */
  phoneWidth?: number;
  sortable?: boolean;
  /** What a phone does without. */
  onPhone?: boolean;
  /** Holds buttons: its title is for screen readers, and no file has it. */
  isControls?: boolean;
};

/** Heights of rows in pixels, as the style sheet has them. */
export const ROW = 45;
export const TALL_ROW = 73;

export type Sort = { key: string; desc: boolean };

export type DataTableGiven<Row> = {
  /** What the rows are, for screen readers and the name of the file: "prompts". */
  name: string;
  /** Undefined while they are loading. */
  rows: readonly Row[] | undefined;
  /** Keep this list outside of the component, or in a memo. */
  columns: readonly Column<Row>[];
  rowKey: (row: Row) => RowKey;
  sort?: Sort;
  /** Where a row leads: its first cell becomes the link. Undefined: nowhere, then `onRow` is asked. */
  href?: (row: Row) => string | undefined;
  /** What a click on a row does, where it leads nowhere. */
  onRow?: (row: Row) => void;
  /** False: no search box. */
  searchable?: boolean;
  /** Stands at the left of the search box: filters of this table. */
  toolbar?: ReactNode;
  /** Rows of two lines. */
  tall?: boolean;
  /** The first column stays in sight while the others are scrolled sideways: for tables with many columns. */
  keepFirst?: boolean;
  /** Shown when there are no rows at all. */
  empty?: ReactNode;
  /**
   * Search and sorting are kept in the query: as `q` and `sort` for a page's main table, with a text before
   * them for another one.
   */
  inUrl?: boolean | string;
  /** Rows can be chosen, with boxes before them and the key `x`. */
  choice?: Choice;
  /** What single keys do to the row that has the focus. */
  rowKeys?: Readonly<Record<string, (row: Row) => void>>;
};

export type RowKey = string | number;
export type Choice = {
  /** Keys of the rows that are chosen. */
  chosen: ReadonlySet<RowKey>;
  onChange: (chosen: ReadonlySet<RowKey>) => void;
};

/** `visibility:desc`, as the query has it. */
export const printSort = (sort: Sort | undefined): string =>
  sort ? `${sort.key}:${sort.desc ? 'desc' : 'asc'}` : '';

/** Reads a sorting; undefined when it names no column. */
export function parseSort<Row>(text: string, columns: readonly Column<Row>[]): Sort | undefined {
  const [key = '', way] = text.split(':');
  const isKnown = columns.some((column) => column.key === key && column.sortable !== false);
  return isKnown ? { key, desc: way === 'desc' } : undefined;
}

/**
 * What a value is ordered by: made once per value, because comparing thousands of texts by the rules of a
 * language takes longer than a person should wait for a click. Accents, cases and quotes do not count, numbers do.
 */
export function sortKey(cell: Cell): number | string {
  if (typeof cell === 'number') return cell;
  const text = String(cell ?? '').toLowerCase();
  const plain = ASCII.test(text) ? text : text.normalize('NFKD').replace(MARKS, '');
  const words = LETTER.test(plain) ? plain : plain.replace(SIGNS, '');
  return DIGIT.test(words) ? words.replace(DIGITS, (digits) => digits.padStart(12, '0')) : words;
}

const ASCII = /^[\x20-\x7e]*$/;
const MARKS = /\p{M}/gu;
const LETTER = /^[a-z0-9]/;
const SIGNS = /^[^\p{L}\p{N}]+/u;
const DIGIT = /\d/;
const DIGITS = /\d+/g;

/** Orders two keys: numbers by size and before texts, texts as people do. */
export function compareKeys(a: number | string, b: number | string): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  if (typeof a !== typeof b) return typeof a === 'number' ? -1 : 1;
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Rows in which every word of the text occurs somewhere. */
export function matching<Row>(
  rows: readonly Row[],
  columns: readonly Column<Row>[],
  text: string,
): readonly Row[] {
  const wanted = text.toLowerCase().split(/\s+/).filter(Boolean);
  if (wanted.length === 0) return rows;
  return rows.filter((row) => {
    const all = columns
      .map(({ value }) => value(row) ?? '')
      .join('\n')
      .toLowerCase();
    return wanted.every((word) => all.includes(word));
  });
}
