import { Button } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { useOperation } from '../../api.ts';
import type { Brand } from '../../brand.tsx';
import { ago } from '../../format.ts';
import { Problem } from '../../parts/problem.tsx';
import { PageTitle, Section } from '../../parts/section.tsx';
import { useSession } from '../../session.tsx';
import { words } from '../../words/overview.ts';
import classes from './first-steps.module.css';

const say = words.first;
const EVERY_MS = 5000;

/** A brand without answers: prompts, import, collection, each with what is done already. */
export function FirstSteps({ brand }: { brand: Brand }) {
  const { may } = useSession();
  const prompts = useOperation('prompts', { brand_id: brand.id });
  const plan = useOperation('plan', { brand_id: brand.id });
  // The first answer turns this into the report.
  useOperation('brands', {}, { everyMs: EVERY_MS });
  const failed = prompts.problem ? prompts : plan;
  const mayWrite = may('createPrompts');
  return (
    <>
      <PageTitle title={brand.name} text={say.text} />
      <Problem problem={failed.problem} retry={failed.retry} />
      <Section title={say.title(brand.name)}>
        {!mayWrite && <p className={classes.viewer}>{say.viewer}</p>}
        <ol className={classes.steps} aria-label={say.steps}>
          <Prompts brandId={brand.id} count={prompts.data?.prompts.length} mayWrite={mayWrite} />
          <Step
            {...say.import}
            place={2}
            action={<Go to={`/brands/${brand.id}/import`} text={say.import.action} hidden={!mayWrite} />}
          />
          <Plan brandId={brand.id} plan={plan.data} mayWrite={mayWrite} />
        </ol>
      </Section>
    </>
  );
}

type Given = { brandId: number; mayWrite: boolean };

function Prompts({ brandId, count, mayWrite }: Given & { count: number | undefined }) {
  const isDone = count !== undefined && count > 0;
  const text = isDone ? `${say.prompts.text} ${say.prompts.done(count)}` : say.prompts.text;
  const action = isDone ? say.prompts.more : say.prompts.action;
  const go = <Go to={`/brands/${brandId}/prompts`} text={action} isNext={!isDone} hidden={!mayWrite} />;
  return <Step title={say.prompts.title} text={text} place={1} isDone={isDone} action={go} />;
}

type PlanGiven = Given & { plan: { plan: { active: string }; next_at: string | null } | undefined };

function Plan({ brandId, plan, mayWrite }: PlanGiven) {
  const isDone = plan?.plan.active === 'Y';
  const when = plan?.next_at ? say.collection.done(ago(plan.next_at)) : say.collection.on;
  const action = isDone ? say.collection.change : say.collection.action;
  return (
    <Step
      title={say.collection.title}
      text={isDone ? `${say.collection.text} ${when}` : say.collection.text}
      place={3}
      isDone={isDone}
      action={<Go to={`/brands/${brandId}/collection`} text={action} hidden={!mayWrite} />}
    />
  );
}

type StepGiven = { title: string; text: string; place: number; isDone?: boolean; action: ReactNode };

function Step({ title, text, place, isDone = false, action }: StepGiven) {
  return (
    <li className={classes.step}>
      <span className={isDone ? classes.done : classes.place} aria-hidden>
        {isDone ? <IconCheck size={16} stroke={2.2} /> : place}
      </span>
      <div>
        <h3>
          {title}
          {isDone && <span className="hidden-text">: {say.done}</span>}
        </h3>
        <p>{text}</p>
      </div>
      {action}
    </li>
  );
}

type GoGiven = { to: string; text: string; isNext?: boolean; hidden: boolean };

function Go({ to, text, isNext = false, hidden }: GoGiven) {
  if (hidden) return null;
  return (
    <Button component={Link} href={to} variant={isNext ? 'filled' : 'default'}>
      {text}
    </Button>
  );
}
