// Short messages at the edge of the screen.
import { notifications } from '@mantine/notifications';
import { words } from './words.ts';

export const say = {
  /** Something was done; gone after a few seconds. */
  done: (message: string) =>
    void notifications.show({ message, color: 'teal', autoClose: 4000, withBorder: true }),
  /** Something failed: it stays long enough to be read. */
  problem: ({ message }: { message: string }) =>
    void notifications.show({
      title: words.problems.failed,
      message,
      color: 'red',
      autoClose: 10_000,
      withBorder: true,
      role: 'alert',
    }),
  /** Something will be done unless it is taken back; stays until `taken` with its id. */
  undoable: (message: React.ReactNode): string =>
    notifications.show({ message, autoClose: false, withBorder: true, withCloseButton: false }),
  /** Takes a message away. */
  taken: (id: string) => void notifications.hide(id),
};
