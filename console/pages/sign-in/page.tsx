import { Button, Checkbox, Divider, PasswordInput, TextInput } from '@mantine/core';
import { useState } from 'react';
import { Redirect, useSearch } from 'wouter';
import { useChange } from '../../api.ts';
import { Bare, BareForm, BareProblem } from '../../parts/bare.tsx';
import { useDoor } from '../../session.tsx';
import { words } from '../../words/sign-in.ts';
import { CodeStep } from './code-step.tsx';
import { pathOf } from './return.ts';

/** E-mail and password, then the second factor where there is one; or the provider that is configured. */
export default function SignIn() {
  const door = useDoor();
  const query = new URLSearchParams(useSearch());
  const [needsCode, setNeedsCode] = useState(false);
  const next = pathOf(query.get('next'));
  if (door.data?.needs_setup) return <Redirect to="/setup" replace />;
  if (door.data?.signed_in && !needsCode) return <Redirect to={next} replace />;
  // A new start: nothing that was known before signing in stays in memory.
  const enter = () => location.replace(next);
  if (needsCode) return <CodeStep onDone={enter} onBack={() => setNeedsCode(false)} />;
  return (
    <Bare title={words.signIn.title} below={words.signIn.forgotten}>
      {query.has('error') && <BareProblem message={`${words.signIn.oidcFailed}: ${query.get('error')}`} />}
      {door.data?.oidc && <Provider name={door.data.oidc} next={next} />}
      <Password onDone={enter} onCode={() => setNeedsCode(true)} />
    </Bare>
  );
}

function Password({ onDone, onCode }: { onDone: () => void; onCode: () => void }) {
  const [given, setGiven] = useState({ email: '', password: '', remember: true });
  const signIn = useChange('signIn', { quiet: true });
  const submit = async () => {
    const answer = await signIn.change(given);
    if (answer) (answer.two_factor ? onCode : onDone)();
  };
  return (
    <BareForm onSubmit={submit}>
      <TextInput
        label={words.signIn.email}
        type="email"
        name="email"
        autoComplete="username"
        autoFocus
        value={given.email}
        onChange={(event) => setGiven({ ...given, email: event.currentTarget.value })}
      />
      <PasswordInput
        label={words.signIn.password}
        name="password"
        autoComplete="current-password"
        value={given.password}
        onChange={(event) => setGiven({ ...given, password: event.currentTarget.value })}
      />
      <Checkbox
        size="sm"
        label={words.signIn.remember}
        checked={given.remember}
        onChange={(event) => setGiven({ ...given, remember: event.currentTarget.checked })}
      />
      <BareProblem message={signIn.problem?.message} />
      <Button type="submit" fullWidth size="md" loading={signIn.isBusy}>
        {words.signIn.submit}
      </Button>
    </BareForm>
  );
}

/** The button of the OpenID Connect provider. */
function Provider({ name, next }: { name: string; next: string }) {
  const begin = useChange('signInWithOidc', { quiet: true });
  const go = async () => {
    const answer = await begin.change({ return_to: next });
    if (answer) location.assign(answer.url);
  };
  return (
    <>
      <Button variant="default" fullWidth size="md" onClick={go} loading={begin.isBusy}>
        {words.signIn.with(name)}
      </Button>
      <BareProblem message={begin.problem?.message} />
      <Divider label={words.signIn.or} my="md" />
    </>
  );
}
