import { ActionIcon, Button, Tooltip } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { words } from '../words.ts';

type Given = {
  /** What is copied. */
  text: string;
  /** With a label it is a button, else an icon. */
  label?: string;
};

/** Copies a text and says so. */
export function CopyButton({ text, label }: Given) {
  const { copied, copy } = useClipboard({ timeout: 1500 });
  const Icon = copied ? IconCheck : IconCopy;
  const name = copied ? words.copy.copied : (label ?? words.copy.copy);
  if (label) {
    return (
      <Button variant="default" size="xs" onClick={() => copy(text)} leftSection={<Icon size={14} />}>
        {name}
      </Button>
    );
  }
  return (
    <Tooltip label={name}>
      <ActionIcon variant="subtle" color="gray" onClick={() => copy(text)} aria-label={name}>
        <Icon size={16} stroke={1.8} />
      </ActionIcon>
    </Tooltip>
  );
}
