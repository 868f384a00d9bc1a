// Money: what was reserved before asking and spent after it, by brand and UTC month. Amounts are whole
// millionths of a US dollar.
import { sql } from 'kysely';
import type { Db } from './open.ts';

type Owner = { account_id: number; id: number };

export type Spending = {
  spent: number;
  reserved: number;
  /** Of all brands of the account, reservations included. */
  account: number;
};

/** What the brand and its account spent in a month (its first day). */
export async function findSpending(db: Db, brand: Owner, month: string): Promise<Spending> {
  const { rows } = await sql<Spending>`
    select coalesce(sum(spent_micros) filter (where brand_id = ${brand.id}), 0)::bigint as spent,
      coalesce(sum(reserved_micros) filter (where brand_id = ${brand.id}), 0)::bigint as reserved,
      coalesce(sum(spent_micros + reserved_micros), 0)::bigint as account
    from spending where account_id = ${brand.account_id} and month = ${month}::date`.execute(db);
  return rows[0] ?? { spent: 0, reserved: 0, account: 0 };
}

/** Lets reservations of one account follow one another until the transaction ends; returns its limit. */
export async function lockSpending(db: Db, accountId: number): Promise<number | null> {
  const { rows } = await sql<{ limit: number | null }>`
    select monthly_limit_micros as limit from accounts where id = ${accountId} for no key update`.execute(db);
  return rows[0]?.limit ?? null;
}

/** Sets money aside for an asking, under `lockSpending`. */
export async function reserve(db: Db, brand: Owner, { month, micros }: { month: string; micros: number }) {
  await sql`insert into spending as s (account_id, brand_id, month, reserved_micros)
    values (${brand.account_id}, ${brand.id}, ${month}::date, ${micros})
    on conflict (account_id, brand_id, month) do update set reserved_micros = s.reserved_micros + excluded.reserved_micros`.execute(
    db,
  );
}

export type Settlement = { month: string; reserved: number; spent: number };

/** Turns reservations into what was spent. */
export async function settleSpending(
  db: Db,
  brand: Owner,
  settlements: readonly Settlement[],
): Promise<void> {
  const months = new Map<string, { reserved: number; spent: number }>();
  for (const { month, reserved, spent } of settlements) {
    const sum = months.get(month) ?? { reserved: 0, spent: 0 };
    months.set(month, { reserved: sum.reserved + reserved, spent: sum.spent + spent });
  }
  for (const [month, { reserved, spent }] of [...months].sort())
    await sql`update spending set reserved_micros = greatest(0, reserved_micros - ${reserved}), spent_micros = spent_micros + ${spent}
      where account_id = ${brand.account_id} and brand_id = ${brand.id} and month = ${month}::date`.execute(
      db,
    );
}
