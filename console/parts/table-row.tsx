// One row of a table: where it leads, and what keys do to it.
import type { KeyboardEvent, MouseEvent } from 'react';
import { Link, useLocation } from 'wouter';
import classes from './data-table.module.css';
import { ChooseRow, type Choosing } from './table-choice.tsx';
import type { Column, DataTableGiven } from './table-column.ts';

type Given<Row> = {
  given: Pick<DataTableGiven<Row>, 'columns' | 'rowKey' | 'href' | 'onRow' | 'rowKeys'>;
  row: Row;
  index: number;
  /** The one row in the tab order. */
  isStop: boolean;
  onFocus: () => void;
  choosing: Choosing | undefined;
};

const CONTROLS = 'a, button, input, label, select, textarea, [role="switch"]';

/** A row; a click anywhere but on a control opens it. */
export function TableRow<Row>({ given, row, index, isStop, onFocus, choosing }: Given<Row>) {
  const { columns, href } = given;
  const to = href?.(row);
  const does = useActions({ given, row, index, choosing });
  return (
    <tr
      data-row={index}
      aria-rowindex={index + 2}
      data-chosen={choosing?.isChosen(given.rowKey(row)) || undefined}
      {...(does && { className: classes.active, tabIndex: isStop ? 0 : -1, onFocus, ...does })}
    >
      {choosing && (
        <td className={classes.choice}>
          <ChooseRow
            choosing={choosing}
            index={index}
            rowKey={given.rowKey(row)}
            label={String(columns[0]?.value(row) ?? '')}
          />
        </td>
      )}
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

/** What a click and keys do; undefined for a row that is only read. */
function useActions<Row>({
  given,
  row,
  index,
  choosing,
}: Pick<Given<Row>, 'given' | 'row' | 'index' | 'choosing'>) {
  const [, go] = useLocation();
  const { href, onRow, rowKeys } = given;
  const to = href?.(row);
  if (to === undefined && !onRow && !rowKeys && !choosing) return undefined;
  const open = () => (to === undefined ? onRow?.(row) : go(to));
  return {
    onClick: (event: MouseEvent) => {
      if (event.target instanceof Element && event.target.closest(CONTROLS)) return;
      if (to !== undefined && (event.metaKey || event.ctrlKey)) window.open(to, '_blank', 'noopener');
      else if (window.getSelection()?.isCollapsed !== false) open();
    },
    onKeyDown: (event: KeyboardEvent) => {
      const isOther = event.target !== event.currentTarget || event.metaKey || event.ctrlKey || event.altKey;
      if (isOther) return;
      const action = rowKeys?.[event.key];
      if (event.key === 'Enter') open();
      else if (event.key === 'x' && choosing) choosing.toggle(index);
      else if (action) action(row);
      else return;
      event.preventDefault();
    },
  };
}

function shown<Row>(column: Column<Row>, row: Row) {
  if (column.cell) return column.cell(row);
  const value = column.value(row);
  return value === null || value === undefined ? <span className={classes.none}>–</span> : String(value);
}
