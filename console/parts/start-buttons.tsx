import { Button, Group } from '@mantine/core';
import { Link } from 'wouter';
import { useBrand } from '../brand.tsx';
import { entries } from '../routes.ts';
import { useSession } from '../session.tsx';
import { words } from '../words/start.ts';

const hasPage = (name: string) => entries.some((entry) => entry.name === name);

/** The ways to a brand's first answers: collecting them, or importing recorded ones; none for viewers. */
export function StartButtons() {
  const { id } = useBrand();
  const { may } = useSession();
  if (!may('importAnswers')) return null;
  return (
    <Group gap="xs" justify="center">
      {hasPage('collection') && (
        <Button component={Link} href={`/brands/${id}/collection`}>
          {words.collect}
        </Button>
      )}
      {hasPage('import') && (
        <Button component={Link} href={`/brands/${id}/import`} variant="default">
          {words.import}
        </Button>
      )}
    </Group>
  );
}
