import { Button, Code, Group, Modal, Radio, Stack, Text, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { ROLES } from '../../../contract/sign-in.ts';
import { type Out, useChange } from '../../api.ts';
import { CopyButton } from '../../parts/copy-button.tsx';
import { words as all } from '../../words/account.ts';
import { words as shared } from '../../words.ts';
import classes from './account.module.css';
import type { Role } from './member.ts';

const words = all.invite;
type Made = Out<'inviteMember'>;

/** Asks whom to invite as what, then shows the link this once. */
export function Invite({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const [made, setMade] = useState<Made | null>(null);
  const close = () => {
    onClose();
    setMade(null);
  };
  return (
    <Modal
      opened={opened}
      onClose={close}
      title={made ? words.made : words.title}
      closeOnClickOutside={made === null}
    >
      {made ? <Link made={made} onDone={close} /> : <Form onMade={setMade} onClose={close} />}
    </Modal>
  );
}

function Form({ onMade, onClose }: { onMade: (made: Made) => void; onClose: () => void }) {
  const [email, setEmail] = useState('');
  const [role, setRole] = useState<Role>('editor');
  const invite = useChange('inviteMember', { quiet: true });
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const answer = await invite.change({ email, role });
    if (answer) onMade(answer);
  };
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <TextInput
          label={words.email}
          type="email"
          autoComplete="off"
          value={email}
          onChange={(event) => setEmail(event.currentTarget.value)}
          error={invite.problem?.message}
          data-autofocus
          required
        />
        <Radio.Group
          label={words.role}
          value={role}
          onChange={(value) => setRole(ROLES.find((known) => known === value) ?? role)}
        >
          <Stack gap="xs" mt={8}>
            {ROLES.map((value) => (
              <Radio key={value} value={value} label={shared.roles[value]} description={all.roles[value]} />
            ))}
          </Stack>
        </Radio.Group>
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {all.cancel}
          </Button>
          <Button type="submit" loading={invite.isBusy}>
            {words.send}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

function Link({ made, onDone }: { made: Made; onDone: () => void }) {
  const { email } = made.invitation;
  return (
    <Stack gap="md">
      <Text size="md">
        {made.mailed ? words.mailed(email) : words.notMailed(email)} {words.once}
      </Text>
      <div className={classes.once}>
        <Code aria-label={words.link}>{made.link}</Code>
        <CopyButton text={made.link} label={words.copy} />
      </div>
      <Group justify="flex-end">
        <Button onClick={onDone}>{all.done}</Button>
      </Group>
    </Stack>
  );
}
