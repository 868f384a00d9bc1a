// The plan as the form holds it, and what of it was changed.
import type { In, Out, Problem } from '../../api.ts';

export type Plan = Out<'plan'>['plan'];
export type Planned = Out<'plan'>;
export type Changes = Omit<In<'updatePlan'>, 'brand_id' | 'dry_run'>;

/** An agent as the plan has it; null leaves the choice to the service. */
export type AgentChoice = {
  agent: string;
  connection: string | null;
  model: string | null;
  usd_per_answer: number | null;
};

export type Draft = Pick<
  Plan,
  | 'active'
  | 'all_agents'
  | 'per'
  | 'times'
  | 'hour'
  | 'time_zone'
  | 'samples'
  | 'country'
  | 'language'
  | 'monthly_limit_usd'
  | 'account_monthly_limit_usd'
> & { agents: AgentChoice[] };

export type Edit = (edit: Partial<Draft>) => void;

/** The most times that a plan can have. */
export const MOST_TIMES = { day: 24, week: 7 } as const;
export const MOST_SAMPLES = 20;

export function draftOf(plan: Plan): Draft {
  const { brand_id, agents, ...rest } = plan;
  return { ...rest, agents: agents.map(({ agent, chosen }) => ({ agent, ...chosen })) };
}

/** What a draft changes, as `PATCH /plan` takes it; empty when it changes nothing. */
export function changesOf(plan: Plan, draft: Draft): Changes {
  const before = draftOf(plan);
  const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);
  const plain = (['active', 'per', 'times', 'hour', 'time_zone', 'samples', 'country', 'language'] as const)
    .filter((field) => !isSame(before[field], draft[field]))
    .map((field) => [field, draft[field]]);
  const limits = (['monthly_limit_usd', 'account_monthly_limit_usd'] as const)
    .filter((field) => !isSame(before[field], draft[field]))
    .map((field) => [field, draft[field] ?? 'none']);
  const isOtherAgents =
    before.all_agents !== draft.all_agents || (!draft.all_agents && !isSame(before.agents, draft.agents));
  return {
    ...Object.fromEntries([...plain, ...limits]),
    ...(isOtherAgents && { agents: draft.all_agents ? [] : draft.agents.map(asInput) }),
  };
}

function asInput({ agent, connection, model, usd_per_answer }: AgentChoice) {
  return {
    agent,
    ...(connection && { connection }),
    ...(model && { model }),
    ...(usd_per_answer !== null && { usd_per_answer }),
  };
}

/** The field of the form that an error of the service speaks of; undefined when it speaks of none. */
export function fieldOf(problem: Problem | null): keyof Draft | undefined {
  const fields: readonly string[] = [
    ...['agents', 'per', 'times', 'hour', 'time_zone', 'samples', 'country', 'language'],
    ...['monthly_limit_usd', 'account_monthly_limit_usd'],
  ];
  return fields.find((field) => field === problem?.field) as keyof Draft | undefined;
}
