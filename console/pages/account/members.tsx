import { Button } from '@mantine/core';
import { IconUserPlus } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { useChange, useOperation } from '../../api.ts';
import { Confirm } from '../../parts/confirm.tsx';
import { DataTable } from '../../parts/data-table.tsx';
import { Problem } from '../../parts/problem.tsx';
import { Section } from '../../parts/section.tsx';
import { useSession } from '../../session.tsx';
import { words } from '../../words/account.ts';
import { Invitations } from './invitations.tsx';
import { Invite } from './invite.tsx';
import type { Member, Role } from './member.ts';
import { columnsOf } from './member-columns.tsx';

/** Members with their roles, and the invitations that nobody took yet. */
export function Members() {
  const { user, may } = useSession();
  const { data, problem, retry } = useOperation('members', {});
  const [doomed, setDoomed] = useState<Member | null>(null);
  const [wanted, setWanted] = useState<Role | null>(null);
  const [isInviting, setInviting] = useState(false);
  const mayChange = may('changeRole');
  const columns = useMemo(
    () => columnsOf(user.id, mayChange ? { onStepDown: setWanted, onRemove: setDoomed } : undefined),
    [user.id, mayChange],
  );
  const invite = may('inviteMember') && (
    <Button size="xs" leftSection={<IconUserPlus size={15} />} onClick={() => setInviting(true)}>
      {words.invite.open}
    </Button>
  );
  return (
    <>
      <Section title={words.members.title} text={words.members.text} actions={invite} flush>
        <Problem problem={problem} retry={retry} hasOld={data !== undefined} />
        <DataTable
          name="members"
          rows={data?.members}
          columns={columns}
          rowKey={(row) => row.id}
          searchable={(data?.members.length ?? 0) > 8}
        />
      </Section>
      {data && data.invitations.length > 0 && <Invitations invitations={data.invitations} />}
      <Invite opened={isInviting} onClose={() => setInviting(false)} />
      <Removal doomed={doomed} onClose={() => setDoomed(null)} />
      <StepDown
        id={data?.members.find((member) => member.user_id === user.id)?.id}
        role={wanted}
        onClose={() => setWanted(null)}
      />
    </>
  );
}

type StepDownGiven = { id: number | undefined; role: Role | null; onClose: () => void };

/** Asks before somebody gives up what only another owner could give back. */
function StepDown({ id, role, onClose }: StepDownGiven) {
  const { change, isBusy } = useChange('changeRole', { done: words.members.changed });
  const confirm = async () => {
    if (id !== undefined && role) await change({ member_id: id, role });
    onClose();
  };
  return (
    <Confirm
      opened={role !== null}
      title={words.members.stepDownTitle}
      text={words.members.stepDownText}
      action={words.members.stepDownAction}
      isBusy={isBusy}
      onConfirm={confirm}
      onClose={onClose}
    />
  );
}

function Removal({ doomed, onClose }: { doomed: Member | null; onClose: () => void }) {
  const { user } = useSession();
  const remove = useChange('removeMember', { done: words.members.removed });
  const isSelf = doomed?.user_id === user.id;
  const name = doomed?.name || doomed?.email || '';
  const confirm = async () => {
    if (doomed) await remove.change({ member_id: doomed.id });
    onClose();
  };
  return (
    <Confirm
      opened={doomed !== null}
      title={isSelf ? words.members.leaveTitle : words.members.removeTitle(name)}
      text={isSelf ? words.members.leaveText : words.members.removeText(name)}
      action={isSelf ? words.members.leaveAction : words.members.removeAction}
      isBusy={remove.isBusy}
      onConfirm={confirm}
      onClose={onClose}
    />
  );
}
