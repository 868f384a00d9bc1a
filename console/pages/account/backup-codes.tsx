import { Button, Group, Stack, Text } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { download } from '../../download.ts';
import { CopyButton } from '../../parts/copy-button.tsx';
import { words } from '../../words/account.ts';
import classes from './account.module.css';

type Given = { codes: readonly string[]; text?: string; onDone: () => void };

/** The backup codes, to keep: they are never shown again. */
export function BackupCodes({ codes, text, onDone }: Given) {
  const lines = codes.join('\n');
  return (
    <Stack gap="md">
      <Text size="md">
        {text} {words.codes.once}
      </Text>
      <ul className={classes.codes} aria-label={words.codes.label}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <Group gap="xs">
        <CopyButton text={lines} label={words.codes.copy} />
        <Button
          variant="default"
          size="xs"
          leftSection={<IconDownload size={14} />}
          onClick={() => download(words.codes.file, `${lines}\n`, 'text/plain')}
        >
          {words.codes.download}
        </Button>
      </Group>
      <Group justify="flex-end">
        <Button onClick={onDone}>{words.done}</Button>
      </Group>
    </Stack>
  );
}
