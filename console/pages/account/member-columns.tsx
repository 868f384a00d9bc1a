import { ActionIcon, NativeSelect } from '@mantine/core';
import { IconShieldCheck, IconUserMinus } from '@tabler/icons-react';
import { useState } from 'react';
import { ROLES } from '../../../contract/sign-in.ts';
import { useChange } from '../../api.ts';
import { ago, dateTime, day } from '../../format.ts';
import { Pill } from '../../parts/pill.tsx';
import type { Column } from '../../parts/table-column.ts';
import { words as all } from '../../words/account.ts';
import { words as shared } from '../../words.ts';
import classes from './account.module.css';
import type { Member, Role } from './member.ts';

const words = all.members;
type Actions = {
  /** The person wants another role than owner. */
  onStepDown: (role: Role) => void;
  onRemove: (member: Member) => void;
};

const nameOf = ({ name, email }: Member) => name || email;

const facts: Column<Member>[] = [
  { key: 'email', title: words.email, value: (row) => row.email, onPhone: false },
  {
    key: 'two-factor',
    title: words.twoFactor,
    value: (row) => (row.two_factor ? words.on : words.off),
    cell: ({ two_factor }) =>
      two_factor ? (
        <Pill tone="good" icon={<IconShieldCheck size={12} aria-hidden />}>
          {words.on}
        </Pill>
      ) : (
        <Pill>{words.off}</Pill>
      ),
    width: 110,
    onPhone: false,
  },
  {
    key: 'seen',
    title: words.lastSeen,
    value: (row) => row.last_seen_at,
    cell: ({ last_seen_at }) =>
      last_seen_at ? <span title={dateTime(last_seen_at)}>{ago(last_seen_at)}</span> : words.never,
    width: 130,
    onPhone: false,
  },
  {
    key: 'joined',
    title: words.joined,
    value: (row) => row.created_at,
    cell: (row) => day(row.created_at),
    width: 110,
    onPhone: false,
  },
];

/** The columns for a person: with `actions`, roles can be chosen and members removed. */
export function columnsOf(userId: number, actions: Actions | undefined): Column<Member>[] {
  return [
    {
      key: 'name',
      title: words.name,
      value: nameOf,
      cell: (row) => (
        <span className={classes.name} title={row.email}>
          <span>{nameOf(row)}</span>
          {row.user_id === userId && <Pill tone="accent">{words.you}</Pill>}
        </span>
      ),
    },
    {
      key: 'role',
      title: words.role,
      value: (row) => shared.roles[row.role],
      ...(actions && {
        cell: (row) => (
          <RoleChoice member={row} onStepDown={row.user_id === userId ? actions.onStepDown : undefined} />
        ),
      }),
      width: 140,
      phoneWidth: 124,
    },
    ...facts,
    ...(actions ? [removal(actions)] : []),
  ];
}

type RoleGiven = { member: Member; onStepDown: ((role: Role) => void) | undefined };

/** Changes the role at once; one's own is asked about first. */
function RoleChoice({ member, onStepDown }: RoleGiven) {
  const { change } = useChange('changeRole', { done: words.changed });
  const [wanted, setWanted] = useState<Role | null>(null);
  const choose = async (role: Role) => {
    if (onStepDown) return onStepDown(role);
    setWanted(role);
    await change({ member_id: member.id, role });
    setWanted(null);
  };
  return (
    <NativeSelect
      size="xs"
      aria-label={words.roleOf(nameOf(member))}
      value={wanted ?? member.role}
      onChange={({ currentTarget: { value } }) => {
        const role = ROLES.find((known) => known === value);
        if (role) void choose(role);
      }}
      data={ROLES.map((value) => ({ value, label: shared.roles[value] }))}
    />
  );
}

function removal({ onRemove }: Actions): Column<Member> {
  return {
    key: 'actions',
    title: words.actions,
    value: () => null,
    cell: (row) => (
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label={words.remove(nameOf(row))}
        title={words.remove(nameOf(row))}
        onClick={() => onRemove(row)}
      >
        <IconUserMinus size={16} stroke={1.7} />
      </ActionIcon>
    ),
    width: 64,
    align: 'end',
    sortable: false,
    isControls: true,
  };
}
