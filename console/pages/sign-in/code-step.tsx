import { Anchor, Button, Checkbox, Group, PinInput, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useChange } from '../../api.ts';
import { Bare, BareForm, BareProblem } from '../../parts/bare.tsx';
import { words } from '../../words/sign-in.ts';

type Given = { onDone: () => void; onBack: () => void };

/** The second factor: the app's code, or a backup code. */
export function CodeStep({ onDone, onBack }: Given) {
  const [isBackup, setBackup] = useState(false);
  return (
    <Bare
      title={isBackup ? words.code.backupTitle : words.code.title}
      text={isBackup ? words.code.backupText : words.code.text}
    >
      {isBackup ? <BackupCode onDone={onDone} /> : <AppCode onDone={onDone} />}
      <Group justify="space-between" mt="md">
        <Anchor component="button" type="button" size="sm" onClick={() => setBackup(!isBackup)}>
          {isBackup ? words.code.useApp : words.code.useBackup}
        </Anchor>
        <Anchor component="button" type="button" size="sm" c="dimmed" onClick={onBack}>
          {words.code.back}
        </Anchor>
      </Group>
    </Bare>
  );
}

function AppCode({ onDone }: { onDone: () => void }) {
  const [code, setCode] = useState('');
  const [trust, setTrust] = useState(false);
  const verify = useChange('signInWithCode', { quiet: true });
  const submit = async (value = code) => {
    if (await verify.change({ code: value, trust_device: trust })) onDone();
    else setCode('');
  };
  return (
    <BareForm onSubmit={() => void submit()}>
      <div>
        <Text size="sm" fw={500} mb={4} id="code">
          {words.code.code}
        </Text>
        <PinInput
          length={6}
          type="number"
          oneTimeCode
          autoFocus
          aria-label={words.code.code}
          value={code}
          onChange={setCode}
          onComplete={(value) => void submit(value)}
        />
      </div>
      <Checkbox
        size="sm"
        label={words.code.trust}
        checked={trust}
        onChange={(event) => setTrust(event.currentTarget.checked)}
      />
      <BareProblem message={verify.problem?.message} />
      <Button type="submit" fullWidth size="md" loading={verify.isBusy}>
        {words.code.submit}
      </Button>
    </BareForm>
  );
}

function BackupCode({ onDone }: { onDone: () => void }) {
  const [code, setCode] = useState('');
  const verify = useChange('signInWithBackupCode', { quiet: true });
  const submit = async () => {
    if (await verify.change({ code })) onDone();
  };
  return (
    <BareForm onSubmit={submit}>
      <TextInput
        label={words.code.code}
        autoFocus
        autoComplete="off"
        spellCheck={false}
        value={code}
        onChange={(event) => setCode(event.currentTarget.value)}
      />
      <BareProblem message={verify.problem?.message} />
      <Button type="submit" fullWidth size="md" loading={verify.isBusy}>
        {words.code.submit}
      </Button>
    </BareForm>
  );
}
