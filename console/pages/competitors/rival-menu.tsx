import { ActionIcon, Kbd, Menu } from '@mantine/core';
import { IconDots, IconPencil, IconX } from '@tabler/icons-react';
import { words } from '../../words/competitors.ts';
import { useActions } from './actions-context.ts';
import classes from './competitors.module.css';
import type { Rival } from './rivals.ts';

const say = words.standing;

/** What can be done with a tracked competitor. */
export function RivalMenu({ rival: { name } }: { rival: Rival }) {
  const { edit, untrack } = useActions();
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" className={classes.more} aria-label={say.more(name)}>
          <IconDots size={16} stroke={1.8} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown onClick={(event) => event.stopPropagation()}>
        <Menu.Item
          leftSection={<IconPencil size={15} stroke={1.7} />}
          rightSection={<Kbd size="xs">e</Kbd>}
          onClick={() => edit(name)}
        >
          {say.edit}
        </Menu.Item>
        <Menu.Item
          leftSection={<IconX size={15} stroke={1.7} />}
          rightSection={<Kbd size="xs">u</Kbd>}
          onClick={() => void untrack(name)}
        >
          {say.untrack}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
