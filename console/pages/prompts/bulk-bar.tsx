import { Button, CloseButton } from '@mantine/core';
import { IconPlayerPause, IconPlayerPlay, IconTag, IconTrash } from '@tabler/icons-react';
import { useSession } from '../../session.tsx';
import { words } from '../../words/prompts.ts';
import classes from './prompts.module.css';
import type { Active, PromptRow } from './rows.ts';

type Given = {
  picked: readonly PromptRow[];
  onActive: (rows: readonly PromptRow[], active: Active) => void;
  onTags: (rows: readonly PromptRow[]) => void;
  onRemove: (rows: readonly PromptRow[]) => void;
  onClear: () => void;
};

/** What can be done with the chosen prompts; nothing while there are none. */
export function BulkBar({ picked: chosen, onActive, onTags, onRemove, onClear }: Given) {
  const { may } = useSession();
  if (chosen.length === 0) return null;
  const off = chosen.filter(({ active }) => active === 'N');
  const on = chosen.filter(({ active }) => active === 'Y');
  return (
    <div className={classes.bar} role="toolbar" aria-label={words.bar}>
      <strong aria-live="polite">{words.chosen(chosen.length)}</strong>
      {may('tagPrompts') && (
        <Button
          variant="default"
          size="xs"
          leftSection={<IconTag size={14} />}
          onClick={() => onTags(chosen)}
        >
          {words.editChosen}
        </Button>
      )}
      {may('togglePrompt') && off.length > 0 && (
        <Button
          variant="default"
          size="xs"
          leftSection={<IconPlayerPlay size={14} />}
          onClick={() => onActive(off, 'Y')}
        >
          {words.activate}
        </Button>
      )}
      {may('togglePrompt') && on.length > 0 && (
        <Button
          variant="default"
          size="xs"
          leftSection={<IconPlayerPause size={14} />}
          onClick={() => onActive(on, 'N')}
        >
          {words.pause}
        </Button>
      )}
      {may('deletePrompt') && (
        <Button
          variant="light"
          color="red"
          size="xs"
          leftSection={<IconTrash size={14} />}
          onClick={() => onRemove(chosen)}
        >
          {words.remove}
        </Button>
      )}
      <CloseButton size="sm" aria-label={words.clear} onClick={onClear} />
    </div>
  );
}
