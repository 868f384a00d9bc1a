// Tables: sorted, searched, exported; long ones draw only the rows that are seen.
import { Button, TextInput, Tooltip } from '@mantine/core';
import { IconDownload, IconSearch } from '@tabler/icons-react';
import { createSortedRowModel, rowSortingFeature, tableFeatures, useTable } from '@tanstack/react-table';
import { useDeferredValue, useMemo, useState } from 'react';
import { useQueryValue, useTypedQuery } from '../address.ts';
import { toCsv } from '../csv.ts';
import { download } from '../download.ts';
import { today } from '../filters.ts';
import { words } from '../words.ts';
import classes from './data-table.module.css';
import { Empty } from './empty.tsx';
import { RowsSkeleton } from './skeletons.tsx';
import {
  type Column,
  compareKeys,
  type DataTableGiven,
  matching,
  parseSort,
  printSort,
  type Sort,
  sortKey,
  TALL_ROW,
} from './table-column.ts';
import { TableGrid } from './table-grid.tsx';

const features = tableFeatures({ rowSortingFeature, sortedRowModel: createSortedRowModel() });

/** A table of rows. `rows` that stay the same object are not sorted again. */
export function DataTable<Row>(given: DataTableGiven<Row>) {
  const { name, rows, columns, searchable = true, toolbar } = given;
  const { text, setText, sort, setSort } = useLook(given);
  const wanted = useDeferredValue(text);
  const found = useMemo(() => rows && matching(rows, columns, wanted), [rows, columns, wanted]);
  const sorted = useSorted(columns, found, sort);
  const hasRows = rows !== undefined && rows.length > 0;
  const hasBar = toolbar !== undefined || (searchable && hasRows);
  return (
    <div>
      {hasBar && (
        <div className={classes.toolbar}>
          {toolbar}
          {searchable && hasRows && <Search text={text} onChange={setText} />}
          {hasRows && <Summary name={name} columns={columns} rows={sorted} all={rows.length} />}
        </div>
      )}
      {rows === undefined && <RowsSkeleton {...(given.tall && { rows: 4, height: TALL_ROW })} />}
      {hasRows && sorted.length > 0 && <TableGrid {...given} rows={sorted} sort={sort} onSort={setSort} />}
      {hasRows && !hasBar && (
        <div className={classes.foot}>
          <Summary name={name} columns={columns} rows={sorted} all={rows.length} />
        </div>
      )}
      {hasRows && sorted.length === 0 && (
        <Empty
          title={words.table.noMatch(wanted)}
          action={
            <Button variant="default" size="xs" onClick={() => setText('')}>
              {words.table.clear}
            </Button>
          }
        />
      )}
      {rows !== undefined && !hasRows && given.empty}
    </div>
  );
}

const NONE: readonly never[] = [];

/** What is searched and how it is sorted: kept here, or in the address. */
function useLook<Row>({ columns, sort: first, inUrl = false }: DataTableGiven<Row>) {
  const [ownText, setOwnText] = useState('');
  const [ownSort, setOwnSort] = useState(first);
  const before = typeof inUrl === 'string' ? `${inUrl}-` : '';
  const [text, setText] = useTypedQuery(`${before}q`);
  const [printed, print] = useQueryValue(`${before}sort`);
  if (inUrl === false) return { text: ownText, setText: setOwnText, sort: ownSort, setSort: setOwnSort };
  return {
    ...{ text, setText, sort: parseSort(printed, columns) ?? first },
    setSort: (sort: Sort) => print(printSort(sort) === printSort(first) ? '' : printSort(sort)),
  };
}

function useSorted<Row>(
  columns: readonly Column<Row>[],
  rows: readonly Row[] | undefined,
  sort: Sort | undefined,
): readonly Row[] {
  const definitions = useMemo(
    () =>
      columns.map(({ key, value, sortable = true }) => ({
        id: key,
        accessorFn: (row: Row) => {
          const cell = value(row);
          return cell === null || cell === undefined ? undefined : sortKey(cell);
        },
        enableSorting: sortable,
        sortUndefined: 'last' as const,
        sortFn: (
          a: { getValue: (id: string) => unknown },
          b: { getValue: (id: string) => unknown },
          id: string,
        ) => compareKeys(a.getValue(id) as string, b.getValue(id) as string),
      })),
    [columns],
  );
  const [key, desc] = [sort?.key, sort?.desc === true];
  const sorting = useMemo(() => (key === undefined ? [] : [{ id: key, desc }]), [key, desc]);
  const table = useTable({
    features,
    columns: definitions as never,
    data: (rows ?? NONE) as readonly object[] as object[],
    state: { sorting },
  });
  const model = table.getRowModel().rows;
  return useMemo(() => model.map(({ original }) => original as Row), [model]);
}

function counts(shown: number, all: number): string {
  return shown === all ? words.table.rows(all) : words.table.someRows(shown, all);
}

function Search({ text, onChange }: { text: string; onChange: (text: string) => void }) {
  return (
    <TextInput
      size="xs"
      className={classes.search}
      placeholder={words.table.search}
      aria-label={words.table.search}
      leftSection={<IconSearch size={14} stroke={1.8} />}
      value={text}
      onChange={(event) => onChange(event.currentTarget.value)}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && text !== '') onChange('');
        else if (event.key === 'Escape') event.currentTarget.blur();
      }}
      data-search
    />
  );
}

/** How many rows there are, and the way to take them along. */
function Summary<Row>({ all, ...given }: CsvGiven<Row> & { all: number }) {
  return (
    <>
      <span className={classes.count} aria-live="polite">
        {counts(given.rows.length, all)}
      </span>
      <Csv {...given} />
    </>
  );
}

type CsvGiven<Row> = { name: string; columns: readonly Column<Row>[]; rows: readonly Row[] };

function Csv<Row>({ name, columns, rows }: CsvGiven<Row>) {
  const save = () => {
    const told = columns.filter(({ isControls }) => !isControls);
    const head = told.map(({ title }) => title);
    const body = rows.map((row) => told.map(({ value }) => value(row)));
    download(`${name}-${today()}.csv`, toCsv([head, ...body]));
  };
  return (
    <Tooltip label={words.table.csvHint}>
      <Button variant="subtle" color="gray" size="xs" leftSection={<IconDownload size={14} />} onClick={save}>
        {words.table.csv}
      </Button>
    </Tooltip>
  );
}
