import { Button, PasswordInput, Skeleton, TextInput } from '@mantine/core';
import { useState } from 'react';
import { Link, useSearch } from 'wouter';
import { type Out, useChange, useOperation } from '../../api.ts';
import { Bare, BareForm, BareProblem } from '../../parts/bare.tsx';
import { useDoor } from '../../session.tsx';
import { words as all } from '../../words/sign-in.ts';
import { words as shared } from '../../words.ts';

const words = all.invitation;

/** What an invitation link offers, and how to take it: with a new password, or signed in. */
export default function Invitation() {
  const token = new URLSearchParams(useSearch()).get('token') ?? '';
  const door = useDoor();
  const { data, problem } = useOperation('invitation', { token }, { enabled: token !== '' });
  if (token === '') return <Bare title={words.noToken}>{words.noTokenText}</Bare>;
  if (problem)
    return <Bare title={words.gone}>{problem.status === 400 ? words.goneText : problem.message}</Bare>;
  if (!data || !door.data) {
    return (
      <Bare title={words.title}>
        <Skeleton h={160} />
      </Bare>
    );
  }
  return (
    <Bare title={words.title} text={<Offer offer={data} />}>
      {data.known && !door.data.signed_in ? (
        <Button
          component={Link}
          href={`/sign-in?next=${encodeURIComponent(`/invitation?token=${token}`)}`}
          fullWidth
          size="md"
        >
          {words.signInFirst}
        </Button>
      ) : (
        <Accept token={token} isNew={!data.known} />
      )}
    </Bare>
  );
}

function Offer({ offer }: { offer: Out<'invitation'> }) {
  return (
    <>
      {words.offer(offer.account, shared.roles[offer.role])} {words.for(offer.email)}
    </>
  );
}

function Accept({ token, isNew }: { token: string; isNew: boolean }) {
  const [given, setGiven] = useState({ name: '', password: '' });
  const accept = useChange('acceptInvitation', { quiet: true });
  const submit = async () => {
    if (await accept.change({ token, ...(isNew && given) })) location.replace('/');
  };
  return (
    <BareForm onSubmit={submit}>
      {isNew && (
        <>
          <TextInput
            label={words.name}
            autoComplete="name"
            autoFocus
            value={given.name}
            onChange={(event) => setGiven({ ...given, name: event.currentTarget.value })}
          />
          <PasswordInput
            label={words.password}
            description={words.passwordHint}
            autoComplete="new-password"
            value={given.password}
            onChange={(event) => setGiven({ ...given, password: event.currentTarget.value })}
          />
        </>
      )}
      <BareProblem message={accept.problem?.message} />
      <Button type="submit" fullWidth size="md" loading={accept.isBusy}>
        {words.accept}
      </Button>
    </BareForm>
  );
}
