// The drawing of a table: head, and all rows or those that are seen.
import { Tooltip } from '@mantine/core';
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react';
import { useVirtualizer } from '@tanstack/react-virtual';
import { type CSSProperties, type KeyboardEvent, type MouseEvent, useRef, useState } from 'react';
import { Link, useLocation } from 'wouter';
import classes from './data-table.module.css';
import { type Column, type DataTableGiven, ROW, type Sort, TALL_ROW } from './table-column.ts';

/** From this many rows on, only those that are seen are drawn. */
const MANY = 100;

type Given<Row> = Omit<DataTableGiven<Row>, 'rows' | 'sort'> & {
  rows: readonly Row[];
  sort: Sort | undefined;
  onSort: (sort: Sort) => void;
};

/** The table itself. */
export function TableGrid<Row>(given: Given<Row>) {
  const { name, rows, columns, sort, onSort } = given;
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
  const move = useRowFocus(box, rows.length, (index) => isLong && virtual.scrollToIndex(index));
  return (
    <div ref={box} className={isLong ? classes.long : classes.box}>
      <table
        className={classes.table}
        data-tall={given.tall}
        aria-label={name}
        aria-rowcount={rows.length + 1}
      >
        <Head columns={columns} sort={sort} onSort={onSort} />
        <tbody onKeyDown={move.onKeyDown}>
          {isLong && first > 0 && <Gap height={first * height} columns={columns.length} />}
          {shown.map((index) => (
            <BodyRow
              key={given.rowKey(rows[index] as Row)}
              given={given}
              row={rows[index] as Row}
              index={index}
              isStop={index === Math.min(move.active, rows.length - 1)}
              onFocus={() => move.setActive(index)}
            />
          ))}
          {isLong && last < rows.length - 1 && (
            <Gap height={(rows.length - 1 - last) * height} columns={columns.length} />
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
  count: number,
  reveal: (index: number) => void,
) {
  const [active, setActive] = useState(0);
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
    requestAnimationFrame(() => box.current?.querySelector<HTMLElement>(`[data-row="${next}"]`)?.focus());
  };
  return { active, setActive, onKeyDown };
}

/** Widths as variables, so that the style sheet can choose by the size of the screen. */
function widths<Row>({ width, phoneWidth = width }: Column<Row>) {
  const pixels = (value: number | undefined) => (value === undefined ? 'auto' : `${value}px`);
  return { '--wide': pixels(width), '--narrow': pixels(phoneWidth) } as CSSProperties;
}

type HeadGiven<Row> = {
  columns: readonly Column<Row>[];
  sort: Sort | undefined;
  onSort: (sort: Sort) => void;
};

function Head<Row>({ columns, sort, onSort }: HeadGiven<Row>) {
  return (
    <thead>
      <tr>
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

function HeadCell<Row>({ column, sort, onSort }: Omit<HeadGiven<Row>, 'columns'> & { column: Column<Row> }) {
  const { key, title, hint, sortable = true, align } = column;
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

type RowGiven<Row> = {
  given: Given<Row>;
  row: Row;
  index: number;
  isStop: boolean;
  onFocus: () => void;
};

const CONTROLS = 'a, button, input, label, select, textarea, [role="switch"]';

function BodyRow<Row>({ given, row, index, isStop, onFocus }: RowGiven<Row>) {
  const [, go] = useLocation();
  const { columns, href, onRow } = given;
  const to = href?.(row);
  const isActive = to !== undefined || onRow !== undefined;
  const open = () => (to === undefined ? onRow?.(row) : go(to));
  const click = (event: MouseEvent) => {
    if (event.target instanceof Element && event.target.closest(CONTROLS)) return;
    if (to !== undefined && (event.metaKey || event.ctrlKey)) window.open(to, '_blank', 'noopener');
    else if (window.getSelection()?.isCollapsed !== false) open();
  };
  return (
    <tr
      data-row={index}
      aria-rowindex={index + 2}
      {...(isActive && {
        className: classes.active,
        tabIndex: isStop ? 0 : -1,
        onClick: click,
        onFocus,
        onKeyDown: (event: KeyboardEvent) => {
          if (event.key === 'Enter' && event.target === event.currentTarget) open();
        },
      })}
    >
      {columns.map((column, place) => (
        <td
          key={column.key}
          data-align={column.align}
          data-phone={column.onPhone === false ? 'no' : undefined}
        >
          {place === 0 && to !== undefined ? (
            <Link href={to} className={classes.link} tabIndex={-1}>
              {shown(column, row)}
            </Link>
          ) : (
            shown(column, row)
          )}
        </td>
      ))}
    </tr>
  );
}

function shown<Row>(column: Column<Row>, row: Row) {
  if (column.cell) return column.cell(row);
  const value = column.value(row);
  return value === null || value === undefined ? <span className={classes.none}>–</span> : String(value);
}
