import { Button, Modal } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconShare2 } from '@tabler/icons-react';
import { lazy, Suspense } from 'react';
import { useSession } from '../../session.tsx';
import { words } from '../../words/share.ts';

const ShareLinks = lazy(() => import('./share-links.tsx'));

/** Makes and revokes links to what is on screen. */
export function ShareButton({ brandId }: { brandId: number }) {
  const [opened, { open, close }] = useDisclosure(false);
  const { may } = useSession();
  if (!may('createShare')) return null;
  return (
    <>
      <Button variant="default" size="xs" leftSection={<IconShare2 size={15} stroke={1.7} />} onClick={open}>
        {words.button}
      </Button>
      <Modal opened={opened} onClose={close} title={words.title} size="lg">
        <Suspense fallback={null}>
          <ShareLinks brandId={brandId} />
        </Suspense>
      </Modal>
    </>
  );
}
