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
  rowKey: (row: Row) => string | number;
  sort?: Sort;
  /** Where a row leads: its first cell becomes the link. */
  href?: (row: Row) => string;
  /** What a click on a row does, where it leads nowhere. */
  onRow?: (row: Row) => void;
  /** False: no search box. */
  searchable?: boolean;
  /** Stands at the left of the search box: filters of this table. */
  toolbar?: ReactNode;
  /** Rows of two lines. */
  tall?: boolean;
  /** Shown when there are no rows at all. */
  empty?: ReactNode;
};

const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

/** Orders two values: numbers by size, texts as people do. */
export function compareCells(a: Cell, b: Cell): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  return collator.compare(String(a ?? ''), String(b ?? ''));
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
