import { Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { words } from '../words.ts';

type Given = {
  opened: boolean;
  title: string;
  /** What will be lost. */
  text: ReactNode;
  /** What must be typed: the name of what is deleted. Left out, a click is enough. */
  name?: string;
  /** The button's word; "Delete" unless given. */
  action?: string;
  isBusy?: boolean;
  onConfirm: () => void;
  onClose: () => void;
};

/** Asks before something is lost; for what cannot come back, its name must be typed. */
export function Confirm({ opened, title, onClose, ...given }: Given) {
  return (
    <Modal opened={opened} onClose={onClose} title={title}>
      <Question {...given} onClose={onClose} />
    </Modal>
  );
}

function Question({ text, name, action, isBusy, onConfirm, onClose }: Omit<Given, 'opened' | 'title'>) {
  const [typed, setTyped] = useState('');
  const isSure = name === undefined || typed.trim() === name.trim();
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (isSure) onConfirm();
      }}
    >
      <Stack gap="md">
        <Text component="div" size="md">
          {text}
        </Text>
        {name !== undefined && (
          <TextInput
            label={words.confirm.type(name)}
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
            data-autofocus
            autoComplete="off"
            spellCheck={false}
          />
        )}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {words.confirm.cancel}
          </Button>
          <Button type="submit" color="red" disabled={!isSure} loading={isBusy ?? false}>
            {action ?? words.confirm.delete}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
