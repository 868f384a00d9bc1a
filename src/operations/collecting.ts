// Asking now, and what came of asking.
import { randomUUID } from 'node:crypto';
import { messages } from '../../contract/errors.ts';
import type { Output, Valid } from '../../contract/operation.ts';
import type { Contract } from '../../contract/table.ts';
import { agentId } from '../domain/agents.ts';
import { ALL_AGENTS } from '../domain/facts.ts';
import { DEFAULT_PLAN, MICROS } from '../domain/plan.ts';
import { type Brand, lockBrand } from '../storage/brands.ts';
import { listPauses, resumeStopped } from '../storage/pauses.ts';
import { accountLimit, findPlan } from '../storage/plans.ts';
import { listPrompts } from '../storage/prompts.ts';
import { listRuns } from '../storage/runs.ts';
import { addSlots, countOpen, countSlots, type NewSlots, type SlotCount } from '../storage/slots.ts';
import type { Caller } from './caller.ts';
import { brandOf, type Context, promptOf } from './context.ts';
import { Failure } from './failure.ts';
import { adviceOn, isPaused } from './failures.ts';
import { costOf, type ResolvedAgent, resolveAgents } from './plans.ts';
import { onlyOf, reportFilter } from './reports.ts';

type In<N extends keyof Contract> = Valid<Contract[N]>;
type Out<N extends keyof Contract> = Promise<Output<Contract[N]>>;

/** Adds slots that are due now, and the collector takes them; or only counts them. */
export async function collect(context: Context, caller: Caller, input: In<'collect'>): Out<'collect'> {
  const brand = await brandOf(context, caller, input.brand_id);
  const { dry_run: dryRun = false } = input;
  const collected = await collectNow(context, brand, { ...input, dryRun });
  if (!dryRun) context.onSlots();
  return { success: true, ...collected };
}

type Choosing = { prompt_ids?: number[] | undefined; ai_agent?: string[] | undefined; dryRun?: boolean };

/** Adds slots for now, or only counts them; see `collect`. */
export async function collectNow(context: Context, brand: Brand, choosing: Choosing) {
  const { db, asking } = context;
  await asking.refresh();
  const prompts = await chosenPrompts(context, brand, choosing.prompt_ids);
  const plan = (await findPlan(db, brand)) ?? DEFAULT_PLAN;
  const all = resolveAgents(context, {
    accountId: brand.account_id,
    agents: plan.agents,
    promptLength: Math.max(0, ...prompts.map(({ prompt }) => prompt.length)),
    isLimited: plan.monthly_limit_micros !== null || (await accountLimit(db, brand.account_id)) !== null,
  });
  const agents = chosenAgents(all, choosing.ai_agent);
  const ready = agents.flatMap(({ choice, problem }) => (choice && !problem ? [choice] : []));
  const names = ready.map(({ agent }) => agent);
  const agentIds = choosing.dryRun ? await context.agents.ids(names) : await context.agents.ensure(names);
  const promptIds = choosing.prompt_ids ? prompts.map(({ id }) => id) : null;
  const now = context.clock();
  const slots = {
    name: `now ${now.toISOString()} ${randomUUID()}`,
    isPlanned: false,
    at: now,
    agents: ready.map(({ connection }, at) => ({ agent_id: agentIds[at] ?? 0, connection })),
    samples: plan.samples,
    promptIds,
  };
  const open = { agentIds, promptIds };
  const waiting = choosing.dryRun ? await countOpen(db, brand, open) : 0;
  const counts = choosing.dryRun
    ? { waiting, added: Math.max(0, prompts.length * ready.length - waiting) * plan.samples }
    : await askNow(context, brand, { slots, open });
  return {
    ...counts,
    skipped: agents.flatMap(({ agent, problem }) => (problem ? [{ ai_agent: agent, reason: problem }] : [])),
    forecast: costOf(agents, prompts.length * plan.samples),
  };
}

type Asking = { slots: NewSlots; open: Parameters<typeof countOpen>[2] };

/** Adds the slots; under the brand's lock, so that who asks twice at once is asked once. */
async function askNow({ db }: Context, brand: Brand, { slots, open }: Asking) {
  return db.transaction().execute(async (tx) => {
    if ((await lockBrand(tx, brand.account_id, brand.id)) === undefined)
      throw Failure.notFound(messages.brandNotFound);
    const connections = slots.agents.map(({ connection }) => connection);
    await resumeStopped(tx, brand.account_id, connections);
    const waiting = await countOpen(tx, brand, open);
    return { waiting, added: await addSlots(tx, brand, slots) };
  });
}

async function chosenPrompts(context: Context, brand: Brand, ids: number[] | undefined) {
  const all = await listPrompts(context.db, { accountId: brand.account_id, brandIds: [brand.id] });
  if (!ids) return all.filter(({ active }) => active === 'Y');
  return [...new Set(ids)].map((id) => {
    const prompt = all.find((one) => one.id === id);
    if (!prompt) throw Failure.notFound(messages.promptNotFound);
    if (prompt.active === 'N')
      throw Failure.invalid(`prompt_ids: prompt ${id} is not active; switch it on with PATCH /prompt first`);
    return prompt;
  });
}

function chosenAgents(all: readonly ResolvedAgent[], names: readonly string[] | undefined): ResolvedAgent[] {
  if (!names || names.length === 0) return [...all];
  return [...new Set(names.map(agentId))].map((agent) => {
    const found = all.find((one) => one.agent === agent);
    if (!found)
      throw Failure.invalid(
        `ai_agent: the plan does not ask ${JSON.stringify(agent)}; it asks ${all.map((one) => one.agent).join(', ') || 'nobody'}`,
      );
    return found;
  });
}

const PAGE = 100;
const STATES = { waiting: 0, asking: 0, answered: 0, failed: 0, skipped: 0 };

/** Attempts to ask, newest first, with counts of slots by state. */
export async function runs(context: Context, caller: Caller, input: In<'runs'>): Out<'runs'> {
  const brand = await brandOf(context, caller, input.brand_id);
  const { prompt_id: promptId, state, before, limit = PAGE } = input;
  if (promptId !== undefined && (await promptOf(context, caller, promptId)).brand_id !== brand.id)
    throw Failure.notFound(messages.promptNotFound);
  const { agentIds: ids, from, to } = await reportFilter(context, input, onlyOf(brand));
  const agentIds = ids.includes(ALL_AGENTS) ? null : ids;
  const filter = { promptId, agentIds, from, to };
  const [found, counts, pauses] = await Promise.all([
    listRuns(context.db, brand, { ...filter, state, before, limit: limit + 1 }),
    countSlots(context.db, brand, filter),
    listPauses(context.db, context.clock(), brand.account_id),
  ]);
  await context.asking.refresh();
  const page = found.slice(0, limit);
  return {
    success: true,
    slots: byState(counts),
    skipped: skippedBy(counts),
    agents: [...new Set(counts.map(({ ai_agent }) => ai_agent))].map((ai_agent) => ({
      ai_agent,
      ...byState(counts.filter((count) => count.ai_agent === ai_agent)),
    })),
    runs: page.map(({ cost_micros, ...run }) => ({
      ...run,
      advice: run.failure ? adviceOn(run) : null,
      cost_usd: cost_micros === null ? null : cost_micros / MICROS,
    })) as Output<Contract['runs']>['runs'],
    pauses: pauses
      .filter((pause) => isPaused(context, pause))
      .map(({ connection, failure, message, until }) => ({
        ...{ connection, message, until, advice: adviceOn({ failure }) },
        failure: failure as Output<Contract['runs']>['pauses'][number]['failure'],
      })),
    next: found.length > limit ? (page.at(-1)?.id ?? null) : null,
  };
}

function byState(counts: readonly SlotCount[]): typeof STATES {
  const sums = { ...STATES };
  for (const { state, slots } of counts) sums[state as keyof typeof STATES] += slots;
  return sums;
}

function skippedBy(counts: readonly SlotCount[]): { reason: string; slots: number }[] {
  const sums = new Map<string, number>();
  for (const { state, reason, slots } of counts)
    if (state === 'skipped') sums.set(reason, (sums.get(reason) ?? 0) + slots);
  return [...sums].map(([reason, slots]) => ({ reason, slots })).sort((a, b) => b.slots - a.slots);
}
