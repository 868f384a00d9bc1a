import { Button, Group, PasswordInput, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import type { Problem } from '../../api.ts';
import { words } from '../../words/account.ts';

type Given = {
  text: string;
  action: string;
  change: { isBusy: boolean; problem: Problem | null };
  onSubmit: (password: string) => Promise<void>;
  onClose: () => void;
};

/** Asks for the person's password before their sign-in changes. */
export function PasswordStep({ text, action, change, onSubmit, onClose }: Given) {
  const [password, setPassword] = useState('');
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void onSubmit(password);
      }}
    >
      <Stack gap="md">
        <Text size="md">{text}</Text>
        <PasswordInput
          label={words.twoFactor.password}
          autoComplete="current-password"
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
          error={change.problem?.message}
          data-autofocus
        />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {words.cancel}
          </Button>
          <Button type="submit" loading={change.isBusy}>
            {action}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
