import { Button, PasswordInput, TextInput } from '@mantine/core';
import { useState } from 'react';
import { Link, useSearch } from 'wouter';
import { useChange } from '../../api.ts';
import { Bare, BareForm, BareProblem } from '../../parts/bare.tsx';
import { useDoor } from '../../session.tsx';
import { words as all } from '../../words/sign-in.ts';

const words = all.setup;

/** The first owner: reached by the link with the one-time token that the service prints. */
export default function SetUp() {
  const token = new URLSearchParams(useSearch()).get('token');
  const door = useDoor();
  if (door.data?.needs_setup === false) {
    return (
      <Bare title={words.done} text={words.doneText}>
        <Button component={Link} href="/sign-in" fullWidth size="md">
          {words.toSignIn}
        </Button>
      </Bare>
    );
  }
  if (!token) return <Bare title={words.noToken}>{words.noTokenText}</Bare>;
  return (
    <Bare title={words.title} text={words.text}>
      <Form token={token} />
    </Bare>
  );
}

function Form({ token }: { token: string }) {
  const [given, setGiven] = useState({ account: '', name: '', email: '', password: '' });
  const setUp = useChange('setUp', { quiet: true });
  const field = (name: keyof typeof given) => ({
    value: given[name],
    onChange: (event: React.ChangeEvent<HTMLInputElement>) =>
      setGiven({ ...given, [name]: event.currentTarget.value }),
  });
  const submit = async () => {
    if (await setUp.change({ token, ...given })) location.replace('/');
  };
  return (
    <BareForm onSubmit={submit}>
      <TextInput label={words.account} description={words.accountHint} autoFocus {...field('account')} />
      <TextInput label={words.name} autoComplete="name" {...field('name')} />
      <TextInput label={words.email} type="email" autoComplete="username" {...field('email')} />
      <PasswordInput
        label={words.password}
        description={words.passwordHint}
        autoComplete="new-password"
        {...field('password')}
      />
      <BareProblem message={setUp.problem?.message} />
      <Button type="submit" fullWidth size="md" loading={setUp.isBusy}>
        {words.submit}
      </Button>
    </BareForm>
  );
}
