import type { Db } from './open.ts';

export type NewAccount = { name: string; email: string; password_hash: string };

/** Creates an account with its owner in one transaction; returns the account's id. */
export async function addAccount(db: Db, { name, email, password_hash }: NewAccount): Promise<number> {
  return db.transaction().execute(async (tx) => {
    const { id } = await tx.insertInto('accounts').values({ name }).returning('id').executeTakeFirstOrThrow();
    await tx.insertInto('members').values({ account_id: id, email, role: 'owner', password_hash }).execute();
    return id;
  });
}

/** All accounts, oldest first. */
export async function listAccounts(db: Db) {
  return db.selectFrom('accounts').selectAll().orderBy('id').execute();
}
