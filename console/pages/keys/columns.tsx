import { ActionIcon, Badge, Code } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import type { Out } from '../../api.ts';
import { ago, day } from '../../format.ts';
import type { Column } from '../../parts/table-column.ts';
import { words } from '../../words/keys.ts';

export type Key = Out<'keys'>['keys'][number];

const shown = ({ prefix, last_four }: Key) => `${prefix}…${last_four}`;

const fixed: Column<Key>[] = [
  { key: 'name', title: words.name, value: (row) => row.name, phoneWidth: 112 },
  {
    key: 'type',
    title: words.type,
    value: (row) => row.brand ?? words.global,
    width: 200,
    onPhone: false,
  },
  {
    key: 'key',
    title: words.key,
    value: shown,
    cell: (row) => <Code>{shown(row)}</Code>,
    width: 190,
    phoneWidth: 150,
    sortable: false,
  },
  {
    key: 'created',
    title: words.created,
    value: (row) => row.created_at,
    cell: (row) => day(row.created_at),
    width: 130,
    onPhone: false,
  },
  {
    key: 'used',
    title: words.lastUsed,
    value: (row) => row.last_used_at,
    cell: (row) => (row.last_used_at ? ago(row.last_used_at) : words.never),
    width: 130,
    onPhone: false,
  },
  {
    key: 'expires',
    title: words.expires,
    value: (row) => row.expires_at,
    cell: (row) => <Expiry expires={row.expires_at} />,
    width: 130,
    onPhone: false,
  },
];

function Expiry({ expires }: { expires: string | null }) {
  if (expires === null) return words.never;
  if (Date.parse(expires) > Date.now()) return day(expires);
  return (
    <Badge color="red" variant="light">
      {words.expired}
    </Badge>
  );
}

/** The columns of the table; with `onDelete`, a button at the end of each row. */
export function columnsOf(onDelete: ((key: Key) => void) | undefined): Column<Key>[] {
  if (!onDelete) return fixed;
  return [
    ...fixed,
    {
      key: 'actions',
      title: words.actions,
      value: () => null,
      cell: (row) => (
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={words.delete(row.name)}
          title={words.delete(row.name)}
          onClick={() => onDelete(row)}
        >
          <IconTrash size={16} stroke={1.7} />
        </ActionIcon>
      ),
      width: 64,
      align: 'end',
      sortable: false,
      isControls: true,
    },
  ];
}
