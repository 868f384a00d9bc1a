import { ActionIcon } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { type Out, useChange } from '../../api.ts';
import { dateTime, day } from '../../format.ts';
import { Confirm } from '../../parts/confirm.tsx';
import { DataTable } from '../../parts/data-table.tsx';
import { Section } from '../../parts/section.tsx';
import type { Column } from '../../parts/table-column.ts';
import { useSession } from '../../session.tsx';
import { words as all } from '../../words/account.ts';
import { words as shared } from '../../words.ts';

const words = all.invitations;
type Invitation = Out<'members'>['invitations'][number];

const facts: Column<Invitation>[] = [
  {
    key: 'email',
    title: words.email,
    value: (row) => row.email,
    cell: ({ email }) => <span title={email}>{email}</span>,
  },
  {
    key: 'role',
    title: words.role,
    value: (row) => shared.roles[row.role],
    width: 140,
    phoneWidth: 90,
  },
  { key: 'by', title: words.by, value: (row) => row.invited_by ?? words.gone, width: 200, onPhone: false },
  {
    key: 'expires',
    title: words.expires,
    value: (row) => row.expires_at,
    cell: (row) => <span title={dateTime(row.expires_at)}>{day(row.expires_at)}</span>,
    width: 130,
    onPhone: false,
  },
];

/** Invitations that nobody took yet, and the way to take one back. */
export function Invitations({ invitations }: { invitations: Invitation[] }) {
  const { may } = useSession();
  const [doomed, setDoomed] = useState<Invitation | null>(null);
  const revoke = useChange('revokeInvitation', { done: words.revoked });
  const mayRevoke = may('revokeInvitation');
  const columns = useMemo(() => (mayRevoke ? [...facts, revocation(setDoomed)] : facts), [mayRevoke]);
  const confirm = async () => {
    if (doomed) await revoke.change({ invitation_id: doomed.id });
    setDoomed(null);
  };
  return (
    <Section title={words.title} text={words.text} flush>
      <DataTable
        name="invitations"
        rows={invitations}
        columns={columns}
        rowKey={(row) => row.id}
        searchable={invitations.length > 8}
      />
      <Confirm
        opened={doomed !== null}
        title={words.revokeTitle}
        text={words.revokeText(doomed?.email ?? '')}
        action={words.revokeAction}
        isBusy={revoke.isBusy}
        onConfirm={confirm}
        onClose={() => setDoomed(null)}
      />
    </Section>
  );
}

function revocation(onRevoke: (invitation: Invitation) => void): Column<Invitation> {
  return {
    key: 'actions',
    title: words.actions,
    value: () => null,
    cell: (row) => (
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label={words.revoke(row.email)}
        title={words.revoke(row.email)}
        onClick={() => onRevoke(row)}
      >
        <IconX size={16} stroke={1.7} />
      </ActionIcon>
    ),
    width: 64,
    align: 'end',
    sortable: false,
    isControls: true,
  };
}
