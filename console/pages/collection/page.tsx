import { Button, Skeleton } from '@mantine/core';
import { IconPlayerPlay } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { useQueryValue } from '../../address.ts';
import { useOperation } from '../../api.ts';
import { useBrand } from '../../brand.tsx';
import { ApiButton } from '../../parts/api-button.tsx';
import { Pill } from '../../parts/pill.tsx';
import { Problem } from '../../parts/problem.tsx';
import { PageTitle, Section } from '../../parts/section.tsx';
import { useSession } from '../../session.tsx';
import { words } from '../../words/collection.ts';
import { Budget } from './budget.tsx';
import classes from './collection.module.css';
import { changesOf, type Draft, draftOf, type Planned } from './draft.ts';
import { Forecast } from './forecast.tsx';
import { Live } from './live.tsx';
import { Notices } from './notices.tsx';
import { PlanForm } from './plan-form.tsx';
import { useProgress } from './progress.ts';
import { RunNow, type Wish } from './run-now.tsx';
import { Runs } from './runs.tsx';
import { useTried } from './tried.ts';
import { VendorKeys } from './vendor-keys.tsx';

const NO_AGENTS: readonly string[] = [];
const NONE: readonly never[] = [];

/** Asking the agents: the plan and its cost, what happens now, what came of it, and the keys that it needs. */
export default function Collection() {
  const brand = useBrand();
  const { may } = useSession();
  const plan = useOperation('plan', { brand_id: brand.id });
  const progress = useProgress(brand.id, plan.retry);
  const [wish, setWish] = useState<Wish | null>(null);
  const [setting, setSetting] = useState<string | null>(null);
  const [, filterState] = useQueryValue('state');
  const planned = plan.data;
  const canRun = planned !== undefined && planned.active_prompts > 0 && planned.available.length > 0;
  const agents = useMemo(() => progress.runs?.agents.map(({ ai_agent }) => ai_agent), [progress.runs]);
  const seeFailures = () => {
    filterState('failed', { step: true });
    reveal('runs');
  };
  const setKey = (connection?: string) => {
    if (connection) setSetting(connection);
    else reveal('vendor-keys');
  };
  return (
    <>
      <PageTitle
        title={words.title}
        text={words.text}
        beside={planned && <Standing planned={planned} />}
        actions={
          <>
            <ApiButton name="plan" input={{ brand_id: brand.id }} />
            {may('collect') && (
              <Button
                leftSection={<IconPlayerPlay size={16} />}
                disabled={!canRun}
                onClick={() => setWish({})}
              >
                {words.runNow}
              </Button>
            )}
          </>
        }
      />
      <Problem problem={plan.problem} retry={plan.retry} hasOld={planned !== undefined} />
      {planned && (
        <Notices
          planned={planned}
          pauses={progress.runs?.pauses ?? NONE}
          onSetKey={setKey}
          onLimits={() => reveal('monthly_limit_usd')}
        />
      )}
      <div className={classes.stack}>
        <Live brandId={brand.id} progress={progress} onFailures={seeFailures} />
        {planned ? <Plan stored={planned} onSetKey={() => setKey()} /> : <PlanSkeleton />}
        <div id="runs">
          <Runs
            brandId={brand.id}
            isOpen={progress.isOpen}
            agents={agents ?? NO_AGENTS}
            skipped={progress.runs?.skipped ?? NONE}
            onAgain={setWish}
          />
        </div>
        <VendorKeys setting={setting} onSet={setSetting} />
      </div>
      <RunNow wish={wish} planned={planned} begin={progress.begin} onClose={() => setWish(null)} />
    </>
  );
}

/** Goes to a part of the page, and into it where that is a field. */
function reveal(id: string): void {
  const part = document.getElementById(id);
  part?.scrollIntoView({ block: 'center', behavior: 'smooth' });
  part?.focus({ preventScroll: true });
}

function Standing({ planned: { plan, paused } }: { planned: Planned }) {
  if (plan.active === 'N') return <Pill>{words.off}</Pill>;
  return paused ? <Pill tone="warn">{words.paused}</Pill> : <Pill tone="good">{words.on}</Pill>;
}

/** The form beside what it would cost. */
function Plan({ stored, onSetKey }: { stored: Planned; onSetKey: () => void }) {
  const [edits, setEdits] = useState<Partial<Draft>>({});
  const draft = { ...draftOf(stored.plan), ...edits };
  const changes = changesOf(stored.plan, draft);
  const tried = useTried(stored, changes);
  const editing = {
    ...{ draft, changes },
    edit: (next: Partial<Draft>) => setEdits((before) => ({ ...before, ...next })),
    discard: () => setEdits({}),
  };
  return (
    <div className={classes.columns}>
      <PlanForm {...editing} stored={stored} tried={tried} onSetKey={onSetKey} />
      <div className={classes.side}>
        <Forecast tried={tried} isDirty={Object.keys(changes).length > 0} />
        <Budget planned={tried.shown} onRuns={() => reveal('runs')} />
      </div>
    </div>
  );
}

function PlanSkeleton() {
  return (
    <div className={classes.columns} aria-busy>
      <Section title={words.plan.title}>
        <Skeleton h={700} />
      </Section>
      <div className={classes.side}>
        <Section title={words.forecast.title}>
          <Skeleton h={148} />
        </Section>
        <Section title={words.budget.title}>
          <Skeleton h={176} />
        </Section>
      </div>
    </div>
  );
}
