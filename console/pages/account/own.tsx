import { Button, PasswordInput, Stack, Text } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useChange } from '../../api.ts';
import { Section } from '../../parts/section.tsx';
import { useSession } from '../../session.tsx';
import { words } from '../../words/account.ts';
import { NameForm } from './name-form.tsx';
import { Sessions } from './sessions.tsx';
import { TwoFactor } from './two-factor.tsx';

/** What belongs to the person, in whatever account: name, password, second factor, sessions. */
export function Own() {
  const { user } = useSession();
  const rename = useChange('renameMe', { done: words.person.saved, quiet: true });
  return (
    <>
      <Section title={words.person.title}>
        <NameForm
          key={user.name}
          label={words.person.name}
          hint={words.person.hint(user.email)}
          name={user.name}
          isBusy={rename.isBusy}
          problem={rename.problem?.message}
          onSave={(name) => void rename.change({ name })}
        />
      </Section>
      <Section title={words.password.title} text={user.has_password ? words.password.text : undefined}>
        {user.has_password ? <Password email={user.email} /> : <Text>{words.password.none}</Text>}
      </Section>
      <TwoFactor />
      <Sessions />
    </>
  );
}

const NOTHING = { current_password: '', new_password: '' };

function Password({ email }: { email: string }) {
  const [given, setGiven] = useState(NOTHING);
  const change = useChange('changePassword', { done: words.password.changed, quiet: true });
  const problem = change.problem?.message;
  const isAboutNew = change.problem?.field === 'new_password';
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (await change.change(given)) setGiven(NOTHING);
  };
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md" maw={400} align="flex-start">
        {/* For password managers, which keep a password by the name that it belongs to. */}
        <input type="email" autoComplete="username" value={email} readOnly hidden />
        <PasswordInput
          label={words.password.current}
          autoComplete="current-password"
          value={given.current_password}
          onChange={(event) => setGiven({ ...given, current_password: event.currentTarget.value })}
          error={isAboutNew ? undefined : problem}
          w="100%"
        />
        <PasswordInput
          label={words.password.next}
          description={words.password.hint}
          autoComplete="new-password"
          value={given.new_password}
          onChange={(event) => setGiven({ ...given, new_password: event.currentTarget.value })}
          error={isAboutNew ? problem : undefined}
          w="100%"
        />
        <Button type="submit" loading={change.isBusy}>
          {words.password.submit}
        </Button>
      </Stack>
    </form>
  );
}
