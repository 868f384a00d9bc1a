import { Anchor, Button } from '@mantine/core';
import { IconAlertTriangle, IconCalendarClock, IconCalendarOff, IconLoader2 } from '@tabler/icons-react';
import { Link } from 'wouter';
import { agentLook } from '../../agents.ts';
import { type Out, useOperation } from '../../api.ts';
import { ago, dateTime } from '../../format.ts';
import { words } from '../../words/overview.ts';
import classes from './overview.module.css';

const say = words.collection;
const BUSY_MS = 4000;
const QUIET_MS = 60_000;

type Collecting = { plan: Out<'plan'>; left: number; problems: string[] };

/** The plan, what is still to be asked, and what keeps it from being asked. */
function useCollecting(brandId: number): Collecting | undefined {
  const runs = useOperation('runs', { brand_id: brandId, limit: 1 }, { everyMs: QUIET_MS });
  const left = (runs.data?.slots.waiting ?? 0) + (runs.data?.slots.asking ?? 0);
  useOperation('runs', { brand_id: brandId, limit: 1 }, { everyMs: left > 0 && BUSY_MS });
  const { data: plan } = useOperation('plan', { brand_id: brandId });
  if (plan === undefined || runs.data === undefined) return undefined;
  return { plan, left, problems: problemsOf(plan, runs.data) };
}

/** Of a plan that is on; one that is off has none. */
function problemsOf({ plan, paused, active_prompts }: Out<'plan'>, { pauses }: Out<'runs'>): string[] {
  if (plan.active === 'N') return [];
  const all = [
    active_prompts === 0 && say.noPrompts,
    paused,
    ...plan.agents.map(({ agent, problem }) => problem && say.agent(agentLook(agent).name, problem)),
    ...pauses.map(({ connection, message, advice }) => `${connection}: ${message}. ${advice}`),
  ];
  return [...new Set(all.filter((one) => typeof one === 'string'))];
}

type Given = { brandId: number };

/** When agents are asked next, in a few words that lead to the plan. */
export function Collection({ brandId }: Given) {
  const collecting = useCollecting(brandId);
  if (collecting === undefined) return null;
  const { Icon, text, title } = stateOf(collecting);
  return (
    <Button
      component={Link}
      href={`/brands/${brandId}/collection`}
      variant="subtle"
      color="gray"
      size="xs"
      title={title}
      leftSection={<Icon size={15} stroke={1.7} />}
    >
      {text}
    </Button>
  );
}

function stateOf({ plan, left, problems }: Collecting) {
  if (left > 0) return { Icon: IconLoader2, text: say.running(left), title: undefined };
  if (problems.length > 0) return { Icon: IconAlertTriangle, text: say.problem, title: undefined };
  if (plan.next_at === null) return { Icon: IconCalendarOff, text: say.off, title: undefined };
  return { Icon: IconCalendarClock, text: say.next(ago(plan.next_at)), title: dateTime(plan.next_at) };
}

/** What keeps the plan from being carried out, and where to mend it. */
export function CollectionProblems({ brandId }: Given) {
  const problems = useCollecting(brandId)?.problems ?? [];
  if (problems.length === 0) return null;
  return (
    <div className={classes.notice} role="status">
      <IconAlertTriangle size={18} stroke={1.8} aria-hidden />
      <div>
        <strong>{say.problem}</strong>
        <ul>
          {problems.map((problem) => (
            <li key={problem}>{problem}</li>
          ))}
        </ul>
      </div>
      <Anchor component={Link} href={`/brands/${brandId}/collection`} size="sm">
        {say.open}
      </Anchor>
    </div>
  );
}
