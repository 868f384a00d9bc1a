import { sql } from 'kysely';
import type pg from 'pg';
import type { Db } from './open.ts';

export type FoundKey = { hash: Buffer; account_id: number; id: number; brand_id: number | null };

// Prepared once per connection: every request runs it.
const BY_HASH = {
  name: 'keys_by_hash',
  text: 'select hash, account_id, id, brand_id from keys where hash = any($1) and (expires_at is null or expires_at > now())',
};

/** The living keys among these hashes, in one query for as many requests as are waiting. */
export async function findKeys(pool: pg.Pool, hashes: readonly Buffer[]): Promise<FoundKey[]> {
  const { rows } = await pool.query<FoundKey>({ ...BY_HASH, values: [hashes] });
  return rows;
}

export type NewKey = {
  account_id: number;
  brand_id: number | null;
  hash: Buffer;
  prefix: string;
  last_four: string;
  name: string;
  expires_at: string | null;
};

/** Stores a key (its hash) and returns its id. */
export async function addKey(db: Db, key: NewKey): Promise<number> {
  const { id } = await db
    .insertInto('keys')
    .values({ ...key, last_used_at: null })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** The keys of an account, or of all accounts, oldest first; never their values. */
export async function listKeys(db: Db, accountId?: number) {
  return db
    .selectFrom('keys')
    .select([
      'account_id',
      'id',
      'name',
      'brand_id',
      'prefix',
      'last_four',
      'created_at',
      'expires_at',
      'last_used_at',
    ])
    .$if(accountId !== undefined, (query) => query.where('account_id', '=', accountId ?? 0))
    .orderBy('account_id')
    .orderBy('id')
    .execute();
}

/** The keys of an account with the names of their brands, oldest first. */
export async function describeKeys(db: Db, accountId: number) {
  return db
    .selectFrom('keys')
    .leftJoin('brands', (join) =>
      join.onRef('brands.account_id', '=', 'keys.account_id').onRef('brands.id', '=', 'brand_id'),
    )
    .select(['keys.id', 'keys.name', 'brand_id', 'brands.name as brand', 'prefix', 'last_four'])
    .select(['keys.created_at', 'last_used_at', 'expires_at'])
    .where('keys.account_id', '=', accountId)
    .orderBy('keys.id')
    .execute();
}

/** Deletes a key; false when there is none. It is refused from the next request on. */
export async function deleteKey(db: Db, id: number, accountId?: number): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('keys')
    .where('id', '=', id)
    .$if(accountId !== undefined, (query) => query.where('account_id', '=', accountId ?? 0))
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Notes when keys were last used; called once a minute with all that were, never per request. */
export async function touchKeys(db: Db, ids: readonly number[], at: Date): Promise<void> {
  // One that is being deleted is not waited for.
  await sql`update keys set last_used_at = ${at.toISOString()}
    where id in (select id from keys where id = any(${ids}::int[]) for no key update skip locked)`.execute(
    db,
  );
}
