import { Button, Group } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { agentLook } from '../../agents.ts';
import { useChange, useOperation } from '../../api.ts';
import { connectionLook } from '../../connections.ts';
import { dateTime, fullDay } from '../../format.ts';
import { Confirm } from '../../parts/confirm.tsx';
import { DataTable } from '../../parts/data-table.tsx';
import { Pill } from '../../parts/pill.tsx';
import { Problem } from '../../parts/problem.tsx';
import { Section } from '../../parts/section.tsx';
import type { Column } from '../../parts/table-column.ts';
import { useSession } from '../../session.tsx';
import { words } from '../../words/collection.ts';
import classes from './runs.module.css';
import { type Row, SetVendorKey } from './set-vendor-key.tsx';

type Given = {
  /** The connection whose key is being set; null while none is. */
  setting: string | null;
  onSet: (connection: string | null) => void;
};

/** The account's keys: what is set, what is missing, and changing both. */
export function VendorKeys({ setting, onSet }: Given) {
  const { may } = useSession();
  const { data, problem, retry } = useOperation('vendorKeys', {});
  const [deleting, setDeleting] = useState<Row | null>(null);
  const rows = useMemo(
    () =>
      data?.connections.map(
        (connection): Row => ({
          ...connection,
          own: data.vendor_keys.find((key) => key.connection === connection.connection),
        }),
      ),
    [data],
  );
  const mayChange = may('setVendorKey');
  const columns = useMemo(
    () => (mayChange ? [...shown, controls(onSet, setDeleting)] : shown),
    [mayChange, onSet],
  );
  return (
    <div id="vendor-keys">
      <Section
        title={words.keys.title}
        text={mayChange ? words.keys.text : `${words.keys.text} ${words.keys.viewer}`}
        flush
      >
        <Problem problem={problem} retry={retry} hasOld={data !== undefined} />
        <DataTable
          name="vendor-keys"
          rows={rows}
          columns={columns}
          rowKey={({ connection }) => connection}
          searchable={false}
        />
      </Section>
      <SetVendorKey
        row={rows?.find(({ connection }) => connection === setting)}
        onClose={() => onSet(null)}
      />
      <Delete row={deleting} onClose={() => setDeleting(null)} />
    </div>
  );
}

const asks = ({ agents, any_agent }: Row) =>
  [...agents.map((agent) => agentLook(agent).name), ...(any_agent ? [words.keys.any] : [])].join(', ');

/** Who set the connection up, in words. */
function stateOf({ own, ready }: Row): string {
  if (own) return own.has_key ? words.keys.own : words.keys.address;
  return ready ? words.keys.operator : words.keys.missing;
}

/** What may be shown of the account's own key, and its address where it is another one. */
const keyOf = ({ own }: Row) =>
  own && [own.has_key && `····${own.last_four}`, own.base_url].filter(Boolean).join(' ');

const shown: readonly Column<Row>[] = [
  {
    key: 'connection',
    title: words.keys.connection,
    width: 172,
    phoneWidth: 130,
    value: ({ connection }) => connectionLook(connection).name,
    cell: ({ connection }) => <strong className={classes.vendor}>{connectionLook(connection).name}</strong>,
    sortable: false,
  },
  {
    key: 'asks',
    title: words.keys.asks,
    onPhone: false,
    value: asks,
    cell: (row) => <span title={asks(row)}>{asks(row)}</span>,
    sortable: false,
  },
  {
    key: 'state',
    title: words.keys.state,
    width: 172,
    phoneWidth: 134,
    value: stateOf,
    cell: (row) => (
      <Pill tone={row.ready ? 'good' : 'plain'} icon={row.ready && <IconCheck size={12} stroke={2.4} />}>
        {stateOf(row)}
      </Pill>
    ),
    sortable: false,
  },
  {
    key: 'key',
    title: words.keys.key,
    width: 208,
    onPhone: false,
    value: keyOf,
    cell: (row) => (
      <span className={classes.lastFour} title={row.own?.base_url}>
        {keyOf(row)}
      </span>
    ),
    sortable: false,
  },
  {
    key: 'since',
    title: words.keys.since,
    width: 120,
    onPhone: false,
    value: ({ own }) => own?.created_at ?? null,
    cell: ({ own }) => own && <span title={dateTime(own.created_at)}>{fullDay(own.created_at)}</span>,
    sortable: false,
  },
];

function controls(onSet: (connection: string) => void, onDelete: (row: Row) => void): Column<Row> {
  return {
    key: 'actions',
    title: words.keys.actions,
    width: 176,
    phoneWidth: 90,
    align: 'end',
    isControls: true,
    sortable: false,
    value: () => null,
    cell: (row) => {
      const { name } = connectionLook(row.connection);
      return (
        <Group gap={4} justify="flex-end" wrap="nowrap" className={classes.controls}>
          {row.own && (
            <Button
              variant="subtle"
              color="red"
              size="compact-xs"
              aria-label={words.keys.deleteFor(name)}
              onClick={() => onDelete(row)}
            >
              {words.keys.delete}
            </Button>
          )}
          <Button
            variant="default"
            size="compact-xs"
            aria-label={row.own ? words.keys.replaceFor(name) : words.keys.setFor(name)}
            onClick={() => onSet(row.connection)}
          >
            {row.own ? words.keys.replace : words.keys.set}
          </Button>
        </Group>
      );
    },
  };
}

function Delete({ row, onClose }: { row: Row | null; onClose: () => void }) {
  const name = row ? connectionLook(row.connection).name : '';
  const remove = useChange('deleteVendorKey', { done: words.deleteKey.done(name) });
  return (
    <Confirm
      opened={row !== null}
      title={words.deleteKey.title(name)}
      text={words.deleteKey.text}
      isBusy={remove.isBusy}
      onClose={onClose}
      onConfirm={async () => {
        if (row && (await remove.change({ connection: row.connection }))) onClose();
      }}
    />
  );
}
