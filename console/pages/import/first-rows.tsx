import { IconAlertTriangle, IconCheck } from '@tabler/icons-react';
import { useMemo } from 'react';
import type { Sent } from '../../../contract/import-file/batches.ts';
import { DataTable } from '../../parts/data-table.tsx';
import { Pill } from '../../parts/pill.tsx';
import type { Column } from '../../parts/table-column.ts';
import { words } from '../../words/import.ts';
import classes from './import.module.css';

const SHOWN = 20;

type Shown = { line: number; reason: string | undefined } & Record<(typeof TEXTS)[number], string>;
const TEXTS = ['prompt', 'agent', 'answered_at', 'answer'] as const;

/** The first rows as they will be read, each with what is wrong with it. */
export function FirstRows({ sent }: { sent: Sent }) {
  const rows = useMemo(() => shownRows(sent), [sent]);
  return (
    <DataTable name="preview" rows={rows} columns={columns} rowKey={({ line }) => line} searchable={false} />
  );
}

/** Refused rows among the first come with their reasons; some of the later ones are shown too. */
function shownRows({ rows, refused }: Sent): Shown[] {
  const reasons = new Map(refused.map(({ row, reason }) => [row.line, reason]));
  const first = new Set(rows.slice(0, SHOWN));
  for (const { row } of refused.slice(0, SHOWN)) first.add(row);
  return [...first]
    .sort((a, b) => a.line - b.line)
    .map(({ line, value }) => {
      const texts = Object.fromEntries(TEXTS.map((name) => [name, textOf(value, name)]));
      return { line, reason: reasons.get(line), ...texts } as Shown;
    });
}

function textOf(value: unknown, name: string): string {
  const found = typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : '';
  const text = typeof found === 'string' ? found : JSON.stringify(found ?? '');
  return text === '""' ? '' : text.slice(0, 300);
}

const text = (key: (typeof TEXTS)[number], more: Partial<Column<Shown>> = {}): Column<Shown> => ({
  ...{ key, title: words.fields.names[key], sortable: false, value: (row) => row[key] },
  cell: (row) => <span title={row[key]}>{row[key] || '–'}</span>,
  ...more,
});

const columns: readonly Column<Shown>[] = [
  {
    key: 'line',
    title: words.preview.line,
    width: 72,
    phoneWidth: 56,
    sortable: false,
    value: ({ line }) => line,
  },
  {
    key: 'verdict',
    title: words.preview.verdict,
    width: 236,
    phoneWidth: 148,
    sortable: false,
    value: ({ reason }) => reason ?? words.preview.fine,
    cell: ({ reason }) =>
      reason ? (
        <span className={classes.reason} title={reason}>
          <IconAlertTriangle size={14} stroke={1.9} aria-hidden /> {reason}
        </span>
      ) : (
        <Pill tone="good" icon={<IconCheck size={12} stroke={2.4} />}>
          {words.preview.fine}
        </Pill>
      ),
  },
  text('prompt'),
  text('agent', { width: 132, onPhone: false }),
  text('answered_at', { width: 184, onPhone: false }),
  text('answer', { onPhone: false }),
];
