import { Anchor, Button, Code, Group, Stack, Text, TextInput } from '@mantine/core';
import { type FormEvent, useMemo, useState } from 'react';
import { type Out, useChange } from '../../api.ts';
import { CopyButton } from '../../parts/copy-button.tsx';
import { qrCode } from '../../qr.ts';
import { words as all } from '../../words/account.ts';
import classes from './account.module.css';
import { BackupCodes } from './backup-codes.tsx';
import { PasswordStep } from './password-step.tsx';

const words = all.turnOn;
/** Light squares around the code, as readers want them. */
const QUIET = 4;
/** Pixels of a square's side: whole ones, so that all squares are the same. */
const SIDE = 4;

/** Password, then the secret with a first code, then the backup codes. */
export function TurnOn({ onClose }: { onClose: () => void }) {
  const [begun, setBegun] = useState<Out<'turnOnTwoFactor'> | null>(null);
  const [isOn, setOn] = useState(false);
  const begin = useChange('turnOnTwoFactor', { quiet: true });
  const submit = async (password: string) => setBegun((await begin.change({ password })) ?? null);
  if (begun === null) {
    return (
      <PasswordStep
        text={words.text}
        action={all.twoFactor.next}
        change={begin}
        onSubmit={submit}
        onClose={onClose}
      />
    );
  }
  if (!isOn) return <FirstCode uri={begun.totp_uri} onDone={() => setOn(true)} onClose={onClose} />;
  return <BackupCodes text={words.isOn} codes={begun.backup_codes} onDone={onClose} />;
}

type FirstGiven = { uri: string; onDone: () => void; onClose: () => void };

function FirstCode({ uri, onDone, onClose }: FirstGiven) {
  const [code, setCode] = useState('');
  const verify = useChange('signInWithCode', { quiet: true });
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (await verify.change({ code })) onDone();
  };
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <Secret uri={uri} />
        <TextInput
          label={words.typed}
          description={words.typedHint}
          inputMode="numeric"
          autoComplete="one-time-code"
          autoFocus
          value={code}
          onChange={(event) => setCode(event.currentTarget.value)}
          error={verify.problem?.message}
        />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {all.cancel}
          </Button>
          <Button type="submit" loading={verify.isBusy}>
            {words.confirm}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

/** The secret to scan, to type or to open. */
function Secret({ uri }: { uri: string }) {
  const square = useMemo(() => qrCode(uri), [uri]);
  const secret = new URL(uri).searchParams.get('secret') ?? '';
  return (
    <>
      <Text size="md">{square ? words.scan : words.tooLong}</Text>
      {square && <QrCode square={square} />}
      {square && <Text size="sm">{words.type}</Text>}
      <div className={classes.once}>
        <Code>{(secret.match(/.{1,4}/g) ?? []).join(' ')}</Code>
        <CopyButton text={secret} label={words.copy} />
      </div>
      <Anchor href={uri} size="sm">
        {words.link}
      </Anchor>
    </>
  );
}

function QrCode({ square }: { square: boolean[][] }) {
  const size = square.length + QUIET * 2;
  const path = square.flatMap((row, y) =>
    row.map((isDark, x) => (isDark ? `M${x + QUIET} ${y + QUIET}h1v1h-1z` : '')),
  );
  return (
    <svg
      className={classes.qr}
      width={size * SIDE}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      role="img"
      aria-label={words.code}
    >
      <path d={path.join('')} />
    </svg>
  );
}
