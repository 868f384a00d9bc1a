import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { Problem } from '../../parts/problem.tsx';
import { ReadingProgress } from '../../parts/reading-progress.tsx';
import { PageTitle } from '../../parts/section.tsx';
import { words } from '../../words/competitors.ts';
import { ActionsProvider, useActions } from './actions.tsx';
import { Comparison } from './comparison.tsx';
import { EvidenceDrawer } from './evidence.tsx';
import { Found } from './found.tsx';
import { useRivals } from './rivals.ts';
import { Standing } from './standing.tsx';

/** A brand's competitors: over time, side by side, and the names that nobody tracks yet. */
export default function Competitors() {
  const rivals = useRivals();
  return (
    <ActionsProvider listed={rivals.listed}>
      <PageTitle title={words.title} text={words.text} actions={<Buttons />} />
      <Problem problem={rivals.problem} retry={rivals.retry} hasOld={rivals.rivals !== undefined} />
      <Comparison rivals={rivals} />
      <Standing rivals={rivals} />
      <Found rivals={rivals} />
      <EvidenceDrawer rivals={rivals} />
    </ActionsProvider>
  );
}

function Buttons() {
  const { mayChange, add } = useActions();
  return (
    <>
      <ReadingProgress />
      {mayChange && (
        <Button leftSection={<IconPlus size={16} />} onClick={add}>
          {words.track}
        </Button>
      )}
    </>
  );
}
