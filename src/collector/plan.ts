// Turns plans into slots: the latest planned time of each active plan, once.
import { latestTime } from '../domain/schedule.ts';
import type { Context } from '../operations/context.ts';
import { resolveAgents } from '../operations/plans.ts';
import { lockBrand } from '../storage/brands.ts';
import { isAway } from '../storage/open.ts';
import { endPausesAhead } from '../storage/pauses.ts';
import { type ActivePlan, activePlans, notePlanned, startNow } from '../storage/plans.ts';
import { addSlots, freeSlotsAhead, skipMissed } from '../storage/slots.ts';
import { BEYOND_ANY_WAIT_MS } from './policy.ts';

/**
 * Adds the slots that are due, and returns how many. What was missed while nobody looked is asked once. A plan
 * that cannot be planned holds no other up; then all that failed is thrown at the end.
 */
export async function planDue(context: Context): Promise<number> {
  await freeFromClockAhead(context);
  const failed: Error[] = [];
  let added = 0;
  for (const plan of await activePlans(context.db))
    added += await planOne(context, plan).catch((cause) => {
      if (isAway(cause)) throw cause;
      failed.push(new Error(`the plan of brand ${plan.brand_id} failed: ${cause.message}`, { cause }));
      return 0;
    });
  if (failed.length > 0) throw new AggregateError(failed, failed.map(({ message }) => message).join('; '));
  return added;
}

/** A clock that was ahead and was corrected must not leave anything waiting until then. */
async function freeFromClockAhead({ db, clock }: Context): Promise<void> {
  await freeSlotsAhead(db, clock(), BEYOND_ANY_WAIT_MS);
  await endPausesAhead(db, clock(), BEYOND_ANY_WAIT_MS);
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
    // First, as every writer does: a prompt that is deleted at the same moment would wait for us, and we for it.
    if ((await lockBrand(tx, brand.account_id, brand.id)) === undefined) return 0;
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
