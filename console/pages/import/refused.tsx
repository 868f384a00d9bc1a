import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { download } from '../../download.ts';
import { DataTable } from '../../parts/data-table.tsx';
import { Section } from '../../parts/section.tsx';
import type { Column } from '../../parts/table-column.ts';
import { words } from '../../words/import.ts';
import type { ImportJob, Refused, State } from './job.ts';

const columns: readonly Column<Refused>[] = [
  { key: 'line', title: words.refused.line, width: 88, value: ({ line }) => line },
  {
    key: 'reason',
    title: words.refused.reason,
    value: ({ reason }) => reason,
    cell: ({ reason }) => <span title={reason}>{reason}</span>,
  },
  {
    key: 'content',
    title: words.refused.content,
    onPhone: false,
    value: ({ text }) => text ?? words.refused.binary,
    cell: ({ text }) => <span title={text ?? undefined}>{text ?? words.refused.binary}</span>,
  },
];

/** Lines that were refused, with their reasons: the first ones here, all of them as a file. */
export function RefusedLines({ job, state }: { job: ImportJob; state: State }) {
  const { refused, counts, name } = state;
  if (refused.length === 0) return null;
  return (
    <Section
      title={words.refused.title}
      text={words.refused.text(refused.length, counts.refused)}
      actions={
        <Button
          variant="default"
          size="xs"
          leftSection={<IconDownload size={14} />}
          onClick={() => download(`${name}.refused.jsonl`, job.refusedFile(), 'application/jsonl')}
        >
          {words.refused.download}
        </Button>
      }
      flush
    >
      <DataTable
        name="refused"
        rows={refused}
        columns={columns}
        rowKey={({ line }) => line}
        searchable={false}
      />
    </Section>
  );
}
