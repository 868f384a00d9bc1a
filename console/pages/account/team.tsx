import { Button, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { problemOf, useCall, useChange } from '../../api.ts';
import { say } from '../../notify.ts';
import { Confirm } from '../../parts/confirm.tsx';
import { Section } from '../../parts/section.tsx';
import { useSession } from '../../session.tsx';
import { words } from '../../words/account.ts';
import { Export } from './export.tsx';
import { Members } from './members.tsx';
import { NameForm } from './name-form.tsx';

/** What all members share: the account's name, its members, its end. */
export function Team() {
  const { account, may } = useSession();
  const rename = useChange('renameAccount', { done: words.account.saved, quiet: true });
  return (
    <>
      {!may('renameAccount') && (
        <Text c="dimmed" mb="md">
          {words.onlyOwners}
        </Text>
      )}
      <Section title={words.account.title}>
        <NameForm
          key={`${account.id} ${account.name}`}
          label={words.account.name}
          hint={words.account.hint}
          name={account.name}
          isReadOnly={!may('renameAccount')}
          isBusy={rename.isBusy}
          problem={rename.problem?.message}
          onSave={(name) => void rename.change({ name })}
        />
      </Section>
      <Members />
      {may('exportAccount') && <Export />}
      {may('deleteAccount') && <Deletion name={account.name} />}
    </>
  );
}

function Deletion({ name }: { name: string }) {
  const [isAsking, setAsking] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const call = useCall();
  const queries = useQueryClient();
  const confirm = async () => {
    setBusy(true);
    try {
      await call('deleteAccount', { name });
    } catch (error) {
      setBusy(false);
      return say.problem(problemOf(error));
    }
    // A new start: nothing of the account stays in memory, and none of it is asked for again.
    queries.clear();
    location.assign('/');
  };
  return (
    <Section title={words.deletion.title} text={words.deletion.text}>
      <Button color="red" variant="light" onClick={() => setAsking(true)}>
        {words.deletion.action}
      </Button>
      <Confirm
        opened={isAsking}
        title={words.deletion.ask(name)}
        text={words.deletion.text}
        name={name}
        action={words.deletion.action}
        isBusy={isBusy}
        onConfirm={confirm}
        onClose={() => setAsking(false)}
      />
    </Section>
  );
}
