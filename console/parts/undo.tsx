import { Button } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { words } from '../words/undo.ts';
import classes from './undo.module.css';

const STAYS_MS = 10_000;

/** Says what was done, beside a button that takes it back. */
export function sayUndoable(text: string, undo: () => void): void {
  const takeBack = () => {
    notifications.hide(id);
    undo();
  };
  const id = notifications.show({
    autoClose: STAYS_MS,
    withBorder: true,
    message: (
      <span className={classes.line}>
        <span className={classes.text}>{text}</span>
        <Button size="compact-xs" variant="default" onClick={takeBack}>
          {words.undo}
        </Button>
      </span>
    ),
  });
}
