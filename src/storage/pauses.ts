import { sql } from 'kysely';
import type { Db } from './open.ts';

export type Pause = {
  account_id: number;
  connection: string;
  failure: string;
  message: string;
  /** Null: until the key changes or a person asks again. */
  until: string | null;
  key_hash: Buffer | null;
};

/** The pauses that still hold, of all accounts or of one. */
export async function listPauses(db: Db, now: Date, accountId?: number): Promise<Pause[]> {
  const { rows } =
    await sql<Pause>`select account_id, connection, failure, message, until, key_hash from pauses
    where (until is null or until > ${now.toISOString()}::timestamptz)
      and (${accountId ?? null}::int is null or account_id = ${accountId ?? null}::int)
    order by account_id, connection`.execute(db);
  return rows;
}

/** Pauses a connection, unless the account is gone; of two pauses the one that ends later counts, with its reason. */
export async function pause(
  db: Db,
  { account_id, connection, failure, message, until, key_hash }: Pause,
): Promise<void> {
  await sql`insert into pauses as p (account_id, connection, failure, message, until, key_hash)
    select id, ${connection}, ${failure}, ${message}, ${until}::timestamptz, ${key_hash}::bytea from accounts where id = ${account_id}
    on conflict (account_id, connection) do update set failure = excluded.failure, message = excluded.message,
      key_hash = excluded.key_hash, until = excluded.until
    where excluded.until is null or excluded.until > p.until`.execute(db);
}

/** Ends pauses that last longer than any: the clock was ahead when they were written. */
export async function endPausesAhead(db: Db, now: Date, longestMs: number): Promise<void> {
  const latest = new Date(now.getTime() + longestMs).toISOString();
  await deleteInOrder(db, sql`until > ${latest}::timestamptz`);
}

/** Ends pauses of these connections of an account. */
export async function resume(db: Db, accountId: number, connections: readonly string[]): Promise<void> {
  await deleteInOrder(db, sql`account_id = ${accountId} and connection = any(${connections}::text[])`);
}

/** Ends pauses for faults that a person may have mended. What a vendor asked to wait is waited. */
export async function resumeStopped(
  db: Db,
  accountId: number,
  connections: readonly string[],
): Promise<void> {
  await deleteInOrder(
    db,
    sql`account_id = ${accountId} and connection = any(${connections}::text[]) and failure not in ('rate', 'overloaded')`,
  );
}

/** Two that delete several of the same pauses must meet them in the same order. */
async function deleteInOrder(db: Db, which: ReturnType<typeof sql>): Promise<void> {
  await sql`delete from pauses where (account_id, connection) in (
    select account_id, connection from pauses where ${which} order by account_id, connection for update)`.execute(
    db,
  );
}
