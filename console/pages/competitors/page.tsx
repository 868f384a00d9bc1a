import { Button } from '@mantine/core';
import { IconPlus, IconSwords } from '@tabler/icons-react';
import { useBrand } from '../../brand.tsx';
import { Empty } from '../../parts/empty.tsx';
import { Problem } from '../../parts/problem.tsx';
import { ReadingProgress } from '../../parts/reading-progress.tsx';
import { PageTitle, Section } from '../../parts/section.tsx';
import { StartButtons } from '../../parts/start-buttons.tsx';
import { words } from '../../words/competitors.ts';
import { ActionsProvider } from './actions.tsx';
import { useActions } from './actions-context.ts';
import { Comparison } from './comparison.tsx';
import classes from './competitors.module.css';
import { EvidenceDrawer } from './evidence.tsx';
import { Found } from './found.tsx';
import { type Rivals, useRivals } from './rivals.ts';
import { Standing } from './standing.tsx';

/** A brand's competitors: over time, side by side, and the names that nobody tracks yet. */
export default function Competitors() {
  const rivals = useRivals();
  const { reading } = useBrand();
  return (
    <ActionsProvider listed={rivals.listed}>
      <PageTitle title={words.title} text={words.text} actions={<Buttons />} />
      <div className={classes.problem}>
        <Problem problem={rivals.problem} retry={rivals.retry} hasOld={rivals.rivals !== undefined} />
      </div>
      {reading.total === 0 ? <NoAnswers rivals={rivals} /> : <Report rivals={rivals} />}
    </ActionsProvider>
  );
}

function Report({ rivals }: { rivals: Rivals }) {
  return (
    <>
      <Comparison rivals={rivals} />
      <Standing rivals={rivals} />
      <Found rivals={rivals} />
      <EvidenceDrawer rivals={rivals} />
    </>
  );
}

/** Nothing to compare yet: the way to the first answers, and who is tracked already. */
function NoAnswers({ rivals }: { rivals: Rivals }) {
  return (
    <>
      <Section>
        <Empty
          icon={IconSwords}
          title={words.noAnswers}
          text={words.noAnswersNext}
          action={<StartButtons />}
        />
      </Section>
      {rivals.ranked.length > 0 && <Standing rivals={rivals} />}
    </>
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
