// Turns plans into slots: the latest planned time of each active plan, once.
import { latestTime } from '../domain/schedule.ts';
import type { Context } from '../operations/context.ts';
import { resolveAgents } from '../operations/plans.ts';
import { type ActivePlan, activePlans, notePlanned, startNow } from '../storage/plans.ts';
import { addSlots, skipMissed } from '../storage/slots.ts';

/** Adds the slots that are due, and returns how many. What was missed while nobody looked is asked once. */
export async function planDue(context: Context): Promise<number> {
  let added = 0;
  for (const plan of await activePlans(context.db)) added += await planOne(context, plan);
  return added;
}

async function planOne(context: Context, plan: ActivePlan): Promise<number> {
  const now = context.clock();
  if (Date.parse(plan.scheduled_at) > now.getTime()) await startNow(context.db, plan, now);
  const due = latestTime(plan, now);
  if (!due || due.name === plan.planned || due.at.getTime() < Date.parse(plan.scheduled_at)) return 0;
  const brand = { account_id: plan.account_id, id: plan.brand_id };
  await context.asking.refresh();
  const resolving = { accountId: brand.account_id, agents: plan.agents, promptLength: 0, isLimited: false };
  const choices = resolveAgents(context, resolving).flatMap(({ choice }) => choice ?? []);
  const ids = await context.agents.ensure(choices.map(({ agent }) => agent));
  const agents = choices.map(({ connection }, at) => ({ agent_id: ids[at] ?? 0, connection }));
  return context.db.transaction().execute(async (tx) => {
    if (!(await notePlanned(tx, plan, due.name))) return 0;
    await skipMissed(tx, brand, due.name);
    const slots = {
      name: due.name,
      isPlanned: true,
      at: due.at,
      agents,
      samples: plan.samples,
      promptIds: null,
    };
    return addSlots(tx, brand, slots);
  });
}
