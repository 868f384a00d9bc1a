// The drawing of a table: head, and all rows or those that are seen.
import { Tooltip } from '@mantine/core';
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react';
import { useVirtualizer } from '@tanstack/react-virtual';
import { type CSSProperties, type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react';
import { useKeys } from '../keyboard.ts';
import classes from './data-table.module.css';
import { ChooseAll, type Choosing, useChoosing } from './table-choice.tsx';
import { type Column, type DataTableGiven, ROW, type Sort, TALL_ROW } from './table-column.ts';
import { TableRow } from './table-row.tsx';

/** From this many rows on, only those that are seen are drawn. */
const MANY = 100;

type Given<Row> = Omit<DataTableGiven<Row>, 'rows' | 'sort'> & {
  rows: readonly Row[];
  sort: Sort | undefined;
  onSort: (sort: Sort) => void;
};

/** The table itself. */
export function TableGrid<Row>(given: Given<Row>) {
  const { name, rows, columns, rowKey, choice } = given;
  const box = useRef<HTMLDivElement>(null);
  const isLong = rows.length >= MANY;
  const height = given.tall ? TALL_ROW : ROW;
  const virtual = useVirtualizer({
    count: rows.length,
    enabled: isLong,
    getScrollElement: () => box.current,
    estimateSize: () => height,
    overscan: 12,
  });
  const items = isLong ? virtual.getVirtualItems() : undefined;
  const shown = items?.map(({ index }) => index) ?? rows.keys().toArray();
  const [first = 0, last = -1] = [shown[0], shown.at(-1)];
  const move = useRowFocus(box, rows, (index) => isLong && virtual.scrollToIndex(index));
  useKeys(given.inUrl === true ? { j: move.enter, k: move.enter, ArrowDown: move.enter } : {});
  const keys = useMemo(() => (choice ? rows.map(rowKey) : []), [choice, rows, rowKey]);
  const choosing = useChoosing(choice, keys);
  const cells = columns.length + (choosing ? 1 : 0);
  return (
    <div ref={box} className={isLong ? classes.long : classes.box}>
      <table
        className={classes.table}
        style={leastWidths(columns)}
        data-tall={given.tall}
        data-keep={given.keepFirst}
        aria-label={name}
        aria-rowcount={rows.length + 1}
      >
        <Head given={given} choosing={choosing} />
        <tbody onKeyDown={move.onKeyDown}>
          {isLong && first > 0 && <Gap height={first * height} columns={cells} />}
          {shown.map((index) => (
            <TableRow
              key={rowKey(rows[index] as Row)}
              given={given}
              row={rows[index] as Row}
              index={index}
              isStop={index === Math.min(move.active, rows.length - 1)}
              onFocus={() => move.setActive(index)}
              choosing={choosing}
            />
          ))}
          {isLong && last < rows.length - 1 && (
            <Gap height={(rows.length - 1 - last) * height} columns={cells} />
          )}
        </tbody>
      </table>
    </div>
  );
}

function Gap({ height, columns }: { height: number; columns: number }) {
  return (
    <tr aria-hidden>
      <td colSpan={columns} style={{ height, padding: 0, border: 0 }} />
    </tr>
  );
}

/** One row is in the tab order; arrows move between rows. */
function useRowFocus(
  box: React.RefObject<HTMLDivElement | null>,
  rows: readonly unknown[],
  reveal: (index: number) => void,
) {
  const [active, setActive] = useState(0);
  const count = rows.length;
  const focus = (index: number) =>
    requestAnimationFrame(() => box.current?.querySelector<HTMLElement>(`[data-row="${index}"]`)?.focus());
  const enter = () => {
    if (document.activeElement?.closest('[data-row]')) return;
    reveal(Math.min(active, count - 1));
    focus(Math.min(active, count - 1));
  };
  useKeptFocus(rows, enter);
  const steps: Record<string, (index: number) => number> = {
    ArrowDown: (index) => index + 1,
    ArrowUp: (index) => index - 1,
    j: (index) => index + 1,
    k: (index) => index - 1,
    PageDown: (index) => index + 10,
    PageUp: (index) => index - 10,
    Home: () => 0,
    End: () => count - 1,
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = steps[event.key];
    const isRow = event.target instanceof HTMLTableRowElement;
    if (!step || !isRow || event.metaKey || event.ctrlKey || event.altKey) return;
    event.preventDefault();
    const next = Math.max(0, Math.min(count - 1, step(active)));
    setActive(next);
    reveal(next);
    focus(next);
  };
  return { active, setActive, onKeyDown, enter };
}

/** When the row that has the focus goes away, the one in its place gets it. */
function useKeptFocus(rows: readonly unknown[], enter: () => void): void {
  const wasIn = useRef(false);
  const latest = useRef(enter);
  latest.current = enter;
  useEffect(() => {
    const note = (event: FocusEvent) => {
      wasIn.current = event.target instanceof Element && event.target.closest('[data-row]') !== null;
    };
    addEventListener('focusin', note);
    return () => removeEventListener('focusin', note);
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: other rows are what may have taken it away
  useEffect(() => {
    if (wasIn.current && document.activeElement === document.body) latest.current();
  }, [rows]);
}

/** What a column without a width needs at least; then the table scrolls sideways. */
const LEAST = 150;

function leastWidths<Row>(columns: readonly Column<Row>[]) {
  const sum = (of: (column: Column<Row>) => number) =>
    `${columns.reduce((total, column) => total + of(column), 0)}px`;
  const wide = sum(({ width }) => width ?? LEAST);
  const narrow = sum(({ width, phoneWidth, onPhone }) =>
    onPhone === false ? 0 : (phoneWidth ?? width ?? LEAST),
  );
  return { '--wide': wide, '--narrow': narrow } as CSSProperties;
}

/** Widths as variables, so that the style sheet can choose by the size of the screen. */
function widths<Row>({ width, phoneWidth = width }: Column<Row>) {
  const pixels = (value: number | undefined) => (value === undefined ? 'auto' : `${value}px`);
  return { '--wide': pixels(width), '--narrow': pixels(phoneWidth) } as CSSProperties;
}

type HeadGiven<Row> = { given: Given<Row>; choosing: Choosing | undefined };

function Head<Row>({ given, choosing }: HeadGiven<Row>) {
  const { columns, sort, onSort, rows } = given;
  return (
    <thead>
      <tr>
        {choosing && (
          <th className={classes.choice}>
            <ChooseAll choosing={choosing} all={rows.length} />
          </th>
        )}
        {columns.map((column) => (
          <th
            key={column.key}
            scope="col"
            style={widths(column)}
            data-align={column.align}
            data-phone={column.onPhone === false ? 'no' : undefined}
            aria-sort={sort?.key === column.key ? (sort.desc ? 'descending' : 'ascending') : undefined}
          >
            <HeadCell column={column} sort={sort} onSort={onSort} />
          </th>
        ))}
      </tr>
    </thead>
  );
}

type HeadCellGiven<Row> = Pick<Given<Row>, 'sort' | 'onSort'> & { column: Column<Row> };

function HeadCell<Row>({ column, sort, onSort }: HeadCellGiven<Row>) {
  const { key, title, hint, sortable = true, align, isControls = false } = column;
  if (isControls) return <span className="hidden-text">{title}</span>;
  const isSorted = sort?.key === key;
  // Numbers are asked for from the top, names from A.
  const next = { key, desc: isSorted ? !sort.desc : align === 'end' };
  const Arrow = isSorted && sort.desc ? IconChevronDown : IconChevronUp;
  const label = sortable ? (
    <button type="button" className={classes.sort} onClick={() => onSort(next)} data-sorted={isSorted}>
      {title}
      <Arrow size={13} stroke={2.2} aria-hidden />
    </button>
  ) : (
    <span>{title}</span>
  );
  if (!hint) return label;
  return <Tooltip label={hint}>{label}</Tooltip>;
}
