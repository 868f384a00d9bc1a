import { Button, Group, Modal, Text } from '@mantine/core';
import { useState } from 'react';
import { useChange } from '../../api.ts';
import { Pill } from '../../parts/pill.tsx';
import { Section } from '../../parts/section.tsx';
import { useSession } from '../../session.tsx';
import { words } from '../../words/account.ts';
import { BackupCodes } from './backup-codes.tsx';
import { PasswordStep } from './password-step.tsx';
import { TurnOn } from './turn-on.tsx';

type Doing = 'turnOn' | 'turnOff' | 'renew';

/** Whether sign-in asks for a code, and what can be done about it. */
export function TwoFactor() {
  const { user } = useSession();
  const [doing, setDoing] = useState<Doing | null>(null);
  const close = () => setDoing(null);
  const dialog = (which: Doing) => ({
    opened: doing === which,
    onClose: close,
    title: words[which].title,
    // What is shown once must not go by a click beside it.
    closeOnClickOutside: false,
  });
  return (
    <Section title={words.twoFactor.title} text={user.has_password ? words.twoFactor.text : undefined}>
      {user.has_password ? (
        <State isOn={user.two_factor} onDo={setDoing} />
      ) : (
        <Text>{words.twoFactor.none}</Text>
      )}
      <Modal {...dialog('turnOn')}>
        <TurnOn onClose={close} />
      </Modal>
      <Modal {...dialog('renew')}>
        <Renew onClose={close} />
      </Modal>
      <Modal {...dialog('turnOff')}>
        <TurnOff onClose={close} />
      </Modal>
    </Section>
  );
}

function State({ isOn, onDo }: { isOn: boolean; onDo: (doing: Doing) => void }) {
  const doable = isOn ? (['renew', 'turnOff'] as const) : (['turnOn'] as const);
  return (
    <Group gap="sm">
      <Pill tone={isOn ? 'good' : 'plain'}>{isOn ? words.twoFactor.on : words.twoFactor.off}</Pill>
      {doable.map((doing) => (
        <Button key={doing} variant={isOn ? 'default' : 'filled'} onClick={() => onDo(doing)}>
          {words[doing].open}
        </Button>
      ))}
    </Group>
  );
}

function Renew({ onClose }: { onClose: () => void }) {
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const renew = useChange('renewBackupCodes', { quiet: true });
  const submit = async (password: string) => {
    const answer = await renew.change({ password });
    if (answer) setCodes(answer.backup_codes);
  };
  if (codes) return <BackupCodes codes={codes} onDone={onClose} />;
  return (
    <PasswordStep
      text={words.renew.text}
      action={words.renew.confirm}
      change={renew}
      onSubmit={submit}
      onClose={onClose}
    />
  );
}

function TurnOff({ onClose }: { onClose: () => void }) {
  const off = useChange('turnOffTwoFactor', { done: words.turnOff.done, quiet: true });
  const submit = async (password: string) => {
    if (await off.change({ password })) onClose();
  };
  return (
    <PasswordStep
      text={words.turnOff.text}
      action={words.turnOff.confirm}
      change={off}
      onSubmit={submit}
      onClose={onClose}
    />
  );
}
