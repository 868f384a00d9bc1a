import { messages } from '../../contract/errors.ts';
import type { Output, Valid } from '../../contract/operation.ts';
import type { Contract } from '../../contract/table.ts';
import { agentId, isAgentId } from '../domain/agents.ts';
import type { Estimate } from '../domain/cost.ts';
import { DEFAULT_PLAN, leftOf, MICROS, type PlannedAgent, type PlanSettings } from '../domain/plan.ts';
import { countTimes, isTimeZone, MOST_TIMES, nextTime } from '../domain/schedule.ts';
import { monthOf, nextMonth } from '../domain/time.ts';
import { type Brand, lockBrand } from '../storage/brands.ts';
import { listPauses } from '../storage/pauses.ts';
import * as storage from '../storage/plans.ts';
import { findSpending } from '../storage/spending.ts';
import type { Choice } from './asking.ts';
import type { Caller } from './caller.ts';
import { brandOf, type Context } from './context.ts';
import { Failure } from './failure.ts';
import { adviceOn, isPaused } from './failures.ts';

type In<N extends keyof Contract> = Valid<Contract[N]>;
type Out<N extends keyof Contract> = Promise<Output<Contract[N]>>;

const DAY_MS = 86_400_000;

/** The plan of a brand with what it will cost; the default plan when nobody made one. */
export async function plan(context: Context, caller: Caller, { brand_id }: In<'plan'>): Out<'plan'> {
  return forCaller(caller, await shown(context, await brandOf(context, caller, brand_id)));
}

/** Changes what is given, which holds from the next asking on; or shows what the plan would be. */
export async function updatePlan(
  context: Context,
  caller: Caller,
  input: In<'updatePlan'>,
): Out<'updatePlan'> {
  const brand = await brandOf(context, caller, input.brand_id);
  const { account_monthly_limit_usd: accountLimit } = input;
  if (accountLimit !== undefined && caller.brandId !== null) throw Failure.forbidden();
  await context.asking.refresh();
  if (input.dry_run) {
    const before = (await storage.findPlan(context.db, brand)) ?? DEFAULT_PLAN;
    const tried = {
      plan: changed(context, before, input),
      ...(accountLimit !== undefined && { accountLimit: micros(accountLimit) }),
    };
    return forCaller(caller, await shown(context, brand, tried));
  }
  await context.db.transaction().execute(async (tx) => {
    if ((await lockBrand(tx, brand.account_id, brand.id)) === undefined)
      throw Failure.notFound(messages.brandNotFound);
    const before = (await storage.findPlan(tx, brand)) ?? DEFAULT_PLAN;
    const after = changed(context, before, input);
    const isRescheduled = (['active', 'per', 'times', 'hour', 'time_zone'] as const).some(
      (field) => before[field] !== after[field],
    );
    await storage.savePlan(tx, brand, { plan: after, now: context.clock(), isRescheduled });
    if (accountLimit !== undefined) await storage.setAccountLimit(tx, brand.account_id, micros(accountLimit));
  });
  return forCaller(caller, await shown(context, brand));
}

const micros = (limit: number | 'none') => (limit === 'none' ? null : Math.round(limit * MICROS));

function changed(context: Context, before: PlanSettings, input: In<'updatePlan'>): PlanSettings {
  const { agents, per, times, hour, time_zone, samples, active, country, language } = input;
  const given = Object.entries({ per, times, hour, time_zone, samples, active });
  const after = {
    ...DEFAULT_PLAN,
    ...Object.fromEntries(
      Object.keys(DEFAULT_PLAN).map((name) => [name, before[name as keyof PlanSettings]]),
    ),
    ...Object.fromEntries(given.filter(([, value]) => value !== undefined)),
    ...(agents && { agents: agents.length === 0 ? null : agents.map(plannedAgent) }),
    ...(country !== undefined && { country: country || null }),
    ...(language !== undefined && { language: language || null }),
    ...(input.monthly_limit_usd !== undefined && { monthly_limit_micros: micros(input.monthly_limit_usd) }),
  };
  assertPlan(context, after);
  return after;
}

function plannedAgent({ agent: name, ...rest }: PlannedAgent): PlannedAgent {
  const agent = agentId(name);
  if (!isAgentId(agent))
    throw Failure.invalid(`agents: ${JSON.stringify(name)} is no agent's name; letters a to z, digits and _`);
  return { agent, ...rest };
}

function assertPlan(context: Context, { per, times, time_zone, agents }: PlanSettings): void {
  if (times > MOST_TIMES[per])
    throw Failure.invalid(`times must be a whole number from 1 to ${MOST_TIMES[per]} when per is "${per}"`);
  if (!isTimeZone(time_zone))
    throw Failure.invalid(
      `time_zone must be a name such as "Europe/Berlin": ${JSON.stringify(time_zone)} is none`,
    );
  const seen = new Set<string>();
  for (const planned of agents ?? []) {
    const { agent } = planned;
    if (seen.has(agent)) throw Failure.invalid(`agents must name each agent once: ${agent} is there twice`);
    seen.add(agent);
    assertAskable(context, planned);
  }
}

/** Somebody must be able to ask the agent, if not yet. */
function assertAskable({ asking }: Context, { agent, connection, model }: PlannedAgent): void {
  const known = asking.connectionsOf(agent);
  const open = asking.ids().filter((id) => asking.asksAny(id));
  if (connection === undefined && known.length === 0)
    throw Failure.invalid(
      `agents: nobody asks ${JSON.stringify(agent)} by itself; give its connection (one of ${open.join(', ')}) and model, or choose another agent`,
    );
  if (connection === undefined || known.includes(connection)) return;
  if (!open.includes(connection))
    throw Failure.invalid(
      `agents: ${agent} cannot be asked through ${JSON.stringify(connection)}; expected one of ${[...known, ...open].join(', ')}`,
    );
  if (model === undefined)
    throw Failure.invalid(`agents: to ask ${agent} through ${connection}, name its model as well`);
}

export type ResolvedAgent = {
  agent: string;
  /** What the plan says of it. */
  planned: PlannedAgent;
  choice: Choice | null;
  estimate: Estimate | null;
  /** What keeps the agent from being asked, and what to do. */
  problem: string | null;
};

type Resolving = {
  accountId: number;
  agents: PlannedAgent[] | null;
  promptLength: number;
  isLimited: boolean;
};

/** The agents of a plan with the connection and model that each is asked through now. */
export function resolveAgents({ asking }: Context, resolving: Resolving): ResolvedAgent[] {
  const choices = asking.choices(resolving.accountId);
  const all = [...new Set(choices.map(({ agent }) => agent))].map((agent): PlannedAgent => ({ agent }));
  return (resolving.agents ?? all).map((planned): ResolvedAgent => {
    const { agent, connection, model, usd_per_answer: usd } = planned;
    const found = choices.find(
      (one) => one.agent === agent && (!connection || one.connection === connection),
    );
    const open =
      connection && asking.isReady(resolving.accountId, connection) ? { agent, connection, model: '' } : null;
    const choice = withModel(found ?? open, model);
    if (!choice) {
      const ways = connection ? [connection] : asking.connectionsOf(agent);
      const todo = open
        ? `name the model to ask on ${connection}`
        : ways.map((way) => asking.setUp(way)).join(', or ');
      return { agent, planned, choice: null, estimate: null, problem: `${agent} cannot be asked: ${todo}` };
    }
    const estimate =
      usd === undefined ? asking.estimate(choice, resolving.promptLength) : priced(Math.ceil(usd * MICROS));
    const problem =
      estimate === null && resolving.isLimited
        ? `no price is known for ${choice.model} on ${choice.connection}: give usd_per_answer in the plan, or set the limits to "none"`
        : null;
    return { agent, planned, choice, estimate, problem };
  });
}

/** The choice with the model that the plan names; null without any model. */
function withModel(choice: Choice | null, model: string | undefined): Choice | null {
  const named = model || choice?.model;
  return choice && named ? { ...choice, model: named } : null;
}

const priced = (micros: number): Estimate => ({ expected: micros, most: micros });

const usd = (micros: number) => Math.round(micros) / MICROS;

/** What some askings cost: of each of these agents, `each` times. */
export function costOf(agents: readonly ResolvedAgent[], each: number) {
  const asked = agents.filter(({ choice, problem }) => choice && !problem);
  const sum = (of: (estimate: Estimate) => number) =>
    usd(each * asked.reduce((total, { estimate }) => total + (estimate ? of(estimate) : 0), 0));
  return {
    answers: each * asked.length,
    expected_usd: sum(({ expected }) => expected),
    most_usd: sum(({ most }) => most),
  };
}

function shownAgent({ agent, planned, choice, estimate, problem }: ResolvedAgent) {
  const { connection = null, model = null, usd_per_answer = null } = planned;
  return {
    agent,
    connection: choice?.connection ?? null,
    model: choice?.model ?? null,
    usd_per_answer: estimate ? usd(estimate.expected) : null,
    chosen: { connection, model, usd_per_answer },
    problem,
  };
}

type Shown = Output<Contract['plan']>;

/** What the whole account spends is not a Brand-scoped key's business. */
function forCaller({ brandId }: Caller, shown: Shown): Shown {
  if (brandId === null) return shown;
  const { plan, spending } = shown;
  return {
    ...shown,
    plan: { ...plan, account_monthly_limit_usd: null },
    spending: { ...spending, account_spent_usd: null },
  };
}

/** What is shown instead of what is stored: a change that is only tried. */
type Tried = { plan?: PlanSettings; accountLimit?: number | null };

async function shown(context: Context, brand: Brand, tried: Tried = {}): Out<'plan'> {
  const { db, clock, asking } = context;
  await asking.refresh();
  const now = clock();
  const month = monthOf(now.toISOString().slice(0, 10));
  const [stored = DEFAULT_PLAN, storedLimit, spending, active] = await Promise.all([
    storage.findPlan(db, brand),
    storage.accountLimit(db, brand.account_id),
    findSpending(db, brand, month),
    storage.countActivePrompts(db, brand),
  ]);
  const { plan = stored, accountLimit = storedLimit } = tried;
  const agents = resolveAgents(context, {
    accountId: brand.account_id,
    agents: plan.agents,
    promptLength: active.longest,
    isLimited: plan.monthly_limit_micros !== null || accountLimit !== null,
  });
  const each = active.prompts * plan.samples;
  const times = (to: Date) => (plan.active === 'Y' ? countTimes(plan, now, to) : 0);
  const left = leftOf([
    { limit: plan.monthly_limit_micros, used: spending.spent + spending.reserved },
    { limit: accountLimit, used: spending.account },
  ]);
  const next = plan.active === 'Y' ? nextTime(plan, now) : null;
  return {
    success: true,
    plan: {
      ...settings(plan, brand.id),
      agents: agents.map(shownAgent),
      account_monthly_limit_usd: accountLimit === null ? null : usd(accountLimit),
    },
    available: asking
      .choices(brand.account_id)
      .map(({ agent, connection, model }) => ({ agent, connection, model })),
    next_at: next ? next.at.toISOString().replace('Z', '000+00:00') : null,
    active_prompts: active.prompts,
    forecast: {
      each_time: costOf(agents, each),
      next_30_days: costOf(agents, each * times(new Date(now.getTime() + 30 * DAY_MS))),
      rest_of_month: costOf(agents, each * times(new Date(`${nextMonth(month)}T00:00:00Z`))),
    },
    spending: {
      month: month.slice(0, 7),
      spent_usd: usd(spending.spent),
      reserved_usd: usd(spending.reserved),
      account_spent_usd: usd(spending.account),
      left_usd: left === null ? null : usd(left),
    },
    paused: await pausedBecause(context, brand, { agents, left }),
  };
}

function settings(plan: PlanSettings, brand_id: number) {
  const { active, per, times, hour, time_zone, samples, monthly_limit_micros: limit } = plan;
  return {
    brand_id,
    active,
    all_agents: plan.agents === null,
    per,
    times,
    hour,
    time_zone,
    samples,
    country: plan.country ?? '',
    language: plan.language ?? '',
    monthly_limit_usd: limit === null ? null : usd(limit),
  };
}

type Standing = { agents: readonly ResolvedAgent[]; left: number | null };

export const NO_AGENT = 'No agent can be asked yet: configure the key of a vendor, such as OPENAI_API_KEY.';

/** Why nothing of the plan can be asked at present; null when something can. */
async function pausedBecause(
  context: Context,
  brand: Brand,
  { agents, left }: Standing,
): Promise<string | null> {
  const ready = agents.filter(({ choice, problem }) => choice && !problem);
  if (ready.length === 0) return agents[0]?.problem ?? NO_AGENT;
  const cheapest = Math.min(...ready.map(({ estimate }) => estimate?.most ?? 0));
  if (left !== null && cheapest > left)
    return `The monthly limit is reached: ${usd(left)} USD are left, and an answer may cost ${usd(cheapest)} USD. Raise it with PATCH /plan, or wait for the next month.`;
  const pauses = (await listPauses(context.db, context.clock(), brand.account_id)).filter((pause) =>
    isPaused(context, pause),
  );
  const stopped = ready.map(({ choice }) =>
    pauses.find(({ connection }) => connection === choice?.connection),
  );
  const [first] = stopped;
  return first && stopped.every(Boolean) ? `${first.connection}: ${first.message}. ${adviceOn(first)}` : null;
}
