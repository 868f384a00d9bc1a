import { sql } from 'kysely';
import type { PlannedAgent, PlanSettings } from '../domain/plan.ts';
import type { Db } from './open.ts';

type Owner = { account_id: number; id: number };

export type Plan = PlanSettings & { scheduled_at: string; planned: string };

/** The plan that somebody made for the brand; undefined when nobody did. */
export async function findPlan(db: Db, brand: Owner): Promise<Plan | undefined> {
  const { rows } = await sql<Plan>`
    select active, agents, per, times, hour, time_zone, samples, country, language, monthly_limit_micros, scheduled_at, planned
    from plans where account_id = ${brand.account_id} and brand_id = ${brand.id}`.execute(db);
  return rows[0];
}

/** Writes the plan; `isRescheduled` when what was due before now must not be asked any more. */
export async function savePlan(
  db: Db,
  brand: Owner,
  { plan, now, isRescheduled }: { plan: PlanSettings; now: Date; isRescheduled: boolean },
): Promise<void> {
  const { agents, ...settings } = plan;
  const values = {
    ...settings,
    agents: agents === null ? null : sql<PlannedAgent[]>`${JSON.stringify(agents)}::jsonb`,
  };
  await db
    .insertInto('plans')
    .values({ account_id: brand.account_id, brand_id: brand.id, scheduled_at: now.toISOString(), ...values })
    .onConflict((conflict) =>
      conflict
        .columns(['account_id', 'brand_id'])
        .doUpdateSet({ ...values, ...(isRescheduled && { scheduled_at: now.toISOString() }) }),
    )
    .execute();
}

export type ActivePlan = Plan & { account_id: number; brand_id: number };

/** The plans that ask by themselves, of all accounts. */
export async function activePlans(db: Db): Promise<ActivePlan[]> {
  const { rows } = await sql<ActivePlan>`
    select account_id, brand_id, active, agents, per, times, hour, time_zone, samples, country, language, monthly_limit_micros,
      scheduled_at, planned
    from plans where active = 'Y' order by account_id, brand_id`.execute(db);
  return rows;
}

/** Notes that the slots of this planned time exist; locks the plan, so that two schedulers follow one another. */
export async function notePlanned(db: Db, plan: ActivePlan, name: string): Promise<boolean> {
  const { rows } = await sql`update plans set planned = ${name}
    where account_id = ${plan.account_id} and brand_id = ${plan.brand_id} and active = 'Y' and planned <> ${name}
      and scheduled_at = ${plan.scheduled_at} returning 1`.execute(db);
  return rows.length > 0;
}

/** The clock was set back behind the plan's last change: its slots count from now on. */
export async function startNow(db: Db, plan: ActivePlan, now: Date): Promise<void> {
  await sql`update plans set scheduled_at = ${now.toISOString()}
    where account_id = ${plan.account_id} and brand_id = ${plan.brand_id} and scheduled_at = ${plan.scheduled_at}`.execute(
    db,
  );
}

/** The account's limit a month in millionths of a US dollar; null for none. */
export async function accountLimit(db: Db, accountId: number): Promise<number | null> {
  const row = await db
    .selectFrom('accounts')
    .select('monthly_limit_micros')
    .where('id', '=', accountId)
    .executeTakeFirst();
  return row?.monthly_limit_micros ?? null;
}

/** Sets the account's limit a month. */
export async function setAccountLimit(db: Db, accountId: number, micros: number | null): Promise<void> {
  await db
    .updateTable('accounts')
    .set({ monthly_limit_micros: micros })
    .where('id', '=', accountId)
    .execute();
}

/** How many prompts of the brand are asked. */
export async function countActivePrompts(
  db: Db,
  brand: Owner,
): Promise<{ prompts: number; longest: number }> {
  const { rows } = await sql<{ prompts: number; longest: number }>`
    select count(*) as prompts, coalesce(max(length(prompt)), 0)::int as longest from prompts
    where account_id = ${brand.account_id} and brand_id = ${brand.id} and active = 'Y'`.execute(db);
  return rows[0] ?? { prompts: 0, longest: 0 };
}
