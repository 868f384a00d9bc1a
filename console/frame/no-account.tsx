import { Button } from '@mantine/core';
import { IconUsers } from '@tabler/icons-react';
import { Empty } from '../parts/empty.tsx';
import { useSignOut } from '../session.tsx';
import { words } from '../words.ts';

/** For somebody who was removed from their last account. */
export function NoAccount() {
  const signOut = useSignOut();
  return (
    <Empty
      page
      icon={IconUsers}
      title={words.frame.noAccount}
      text={words.frame.noAccountNext}
      action={<Button onClick={() => void signOut()}>{words.frame.signOut}</Button>}
    />
  );
}
