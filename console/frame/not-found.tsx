import { Button } from '@mantine/core';
import { IconCompass } from '@tabler/icons-react';
import { Link } from 'wouter';
import { Empty } from '../parts/empty.tsx';
import { words } from '../words.ts';

/** The page for an address that leads nowhere. */
export function NotFound({ title, text }: { title?: string; text?: string }) {
  return (
    <>
      <title>{`${title ?? words.notFound.title} · ${words.product}`}</title>
      <Empty
        page
        icon={IconCompass}
        title={title ?? words.notFound.title}
        text={text ?? words.notFound.text}
        action={
          <Button component={Link} href="/">
            {words.notFound.home}
          </Button>
        }
      />
    </>
  );
}
