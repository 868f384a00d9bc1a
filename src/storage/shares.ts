import { sql } from 'kysely';
import type { ShareFilters } from '../domain/share.ts';
import type { Db } from './open.ts';

export type Share = {
  account_id: number;
  id: number;
  brand_id: number;
  name: string;
  filters: ShareFilters;
  password_hash: string | null;
  created_at: string;
  expires_at: string | null;
  last_opened_at: string | null;
};

const COLUMNS = [
  'account_id',
  'id',
  'brand_id',
  'name',
  'filters',
  'password_hash',
  'created_at',
  'expires_at',
  'last_opened_at',
] as const;

type Owner = { account_id: number; id: number };

/** The links of a brand. */
export async function listShares(db: Db, brand: Owner): Promise<Share[]> {
  return db
    .selectFrom('shares')
    .select(COLUMNS)
    .where('account_id', '=', brand.account_id)
    .where('brand_id', '=', brand.id)
    .orderBy('id')
    .execute();
}

export type NewShare = Pick<Share, 'name' | 'filters' | 'password_hash' | 'expires_at'> & {
  token_hash: Buffer;
  created_by: number | null;
};

/** Adds a link. */
export async function addShare(db: Db, brand: Owner, { filters, ...share }: NewShare): Promise<Share> {
  return db
    .insertInto('shares')
    .values({
      ...{ account_id: brand.account_id, brand_id: brand.id, ...share },
      filters: sql<ShareFilters>`${JSON.stringify(filters)}::jsonb`,
    })
    .returning(COLUMNS)
    .executeTakeFirstOrThrow();
}

/** One link of an account. */
export async function findShare(db: Db, accountId: number, id: number): Promise<Share | undefined> {
  return db
    .selectFrom('shares')
    .select(COLUMNS)
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .executeTakeFirst();
}

/** The link that a token belongs to. */
export async function findShareByToken(db: Db, hash: Buffer): Promise<Share | undefined> {
  return db.selectFrom('shares').select(COLUMNS).where('token_hash', '=', hash).executeTakeFirst();
}

/** Notes that a link was opened. */
export async function touchShare(db: Db, { account_id, id }: Owner, now: Date): Promise<void> {
  await db
    .updateTable('shares')
    .set({ last_opened_at: now.toISOString() })
    .where('account_id', '=', account_id)
    .where('id', '=', id)
    .execute();
}

/** Removes a link; false when it is gone. */
export async function deleteShare(db: Db, accountId: number, id: number): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('shares')
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}
