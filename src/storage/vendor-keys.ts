import type { Db } from './open.ts';

export type VendorKey = {
  account_id: number;
  id: number;
  connection: string;
  /** Sealed with the service's secret; null where only an address was given. */
  sealed: Buffer | null;
  last_four: string;
  base_url: string;
  created_at: string;
};

/** What accounts brought themselves, of all of them or of one. */
export async function listVendorKeys(db: Db, accountId?: number): Promise<VendorKey[]> {
  return db
    .selectFrom('vendor_keys')
    .selectAll()
    .$if(accountId !== undefined, (query) => query.where('account_id', '=', accountId ?? 0))
    .orderBy('account_id')
    .orderBy('connection')
    .execute();
}

/** What names the row in its seal; set before the row exists, so by what is unique about it. */
export function sealedFor(accountId: number, connection: string): string {
  return `vendor_keys ${accountId} ${connection}`;
}

export type NewVendorKey = Pick<VendorKey, 'connection' | 'sealed' | 'last_four' | 'base_url'>;

/** Sets the key of a connection; an earlier one is replaced. */
export async function setVendorKey(db: Db, accountId: number, key: NewVendorKey): Promise<void> {
  await deleteVendorKey(db, accountId, key.connection);
  await db
    .insertInto('vendor_keys')
    .values({ account_id: accountId, ...key })
    .onConflict((conflict) => conflict.columns(['account_id', 'connection']).doUpdateSet(key))
    .execute();
}

/** Removes the key of a connection; false when there is none. */
export async function deleteVendorKey(db: Db, accountId: number, connection: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('vendor_keys')
    .where('account_id', '=', accountId)
    .where('connection', '=', connection)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}
