import { sql } from 'kysely';
import { deleteBrand } from './brands.ts';
import type { Db } from './open.ts';
import { addUser, dropLonely, findUser } from './users.ts';

// Two set-ups at once must not both find the service empty. Any number will do, as long as it is ours.
const SET_UP_LOCK = 1_229_782_939;

/** An account and its owner; without `owner` a new person is called as in front of the @. */
export type NewAccount = { name: string; owner?: string; email: string; password_hash: string };

/** Creates an account with its owner in one transaction; returns its id. A known person keeps name and password. */
export async function addAccount(db: Db, account: NewAccount): Promise<number> {
  return db.transaction().execute((tx) => addWithOwner(tx, account));
}

/** Creates an account that a known person owns; returns its id. */
export async function addAccountOf(db: Db, userId: number, name: string): Promise<number> {
  return db.transaction().execute((tx) => insertAccount(tx, userId, name));
}

/** Creates the first account, and returns null when there is one already. Of many at once one succeeds. */
export async function addFirstAccount(db: Db, account: NewAccount): Promise<number | null> {
  return db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(${SET_UP_LOCK})`.execute(tx);
    if (await hasAccounts(tx)) return null;
    // Without accounts there are no members: a person who is left over would keep another password.
    await tx.deleteFrom('users').where('email', '=', account.email).execute();
    return addWithOwner(tx, account);
  });
}

async function addWithOwner(tx: Db, { name, owner, email, password_hash }: NewAccount): Promise<number> {
  const known = await findUser(tx, email);
  const person = { name: owner ?? nameOf(email), email, password_hash, email_verified: true };
  const userId = known?.id ?? (await addUser(tx, person));
  return insertAccount(tx, userId, name);
}

async function insertAccount(tx: Db, user_id: number, name: string): Promise<number> {
  const { id } = await tx
    .insertInto('accounts')
    .values({ name, monthly_limit_micros: null })
    .returning('id')
    .executeTakeFirstOrThrow();
  await tx.insertInto('members').values({ account_id: id, user_id, role: 'owner' }).execute();
  return id;
}

const nameOf = (email: string) => email.split('@', 1)[0] ?? email;

/** True when there is an account at all. */
export async function hasAccounts(db: Db): Promise<boolean> {
  return (await db.selectFrom('accounts').select('id').limit(1).execute()).length > 0;
}

/** All accounts, oldest first. */
export async function listAccounts(db: Db) {
  return db.selectFrom('accounts').select(['id', 'name', 'created_at']).orderBy('id').execute();
}

/** The account, if there is one. */
export async function findAccount(db: Db, id: number) {
  return db
    .selectFrom('accounts')
    .select(['id', 'name', 'created_at'])
    .where('id', '=', id)
    .executeTakeFirst();
}

/** Renames an account and returns it. */
export async function renameAccount(db: Db, id: number, name: string) {
  return db
    .updateTable('accounts')
    .set({ name })
    .where('id', '=', id)
    .returning(['id', 'name', 'created_at'])
    .executeTakeFirst();
}

/**
 * Deletes an account with all that belongs to it, and the people who are members of no other one. Brand by
 * brand: a big one takes long, and what was cut off half way is finished by asking again.
 */
export async function deleteAccount(db: Db, id: number): Promise<void> {
  do {
    const brands = await db.selectFrom('brands').select('id').where('account_id', '=', id).execute();
    for (const brand of brands) await deleteBrand(db, id, brand.id);
  } while (!(await deleteEmptyAccount(db, id)));
}

/** Does nothing, and says false, when somebody added a brand meanwhile: writers lock the brand first, then the account. */
async function deleteEmptyAccount(db: Db, id: number): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    await sql`select from accounts where id = ${id} for update`.execute(tx);
    const left = await tx.selectFrom('brands').select('id').where('account_id', '=', id).limit(1).execute();
    if (left.length > 0) return false;
    const members = await tx.selectFrom('members').select('user_id').where('account_id', '=', id).execute();
    await tx.deleteFrom('accounts').where('id', '=', id).execute();
    await dropLonely(
      tx,
      members.map(({ user_id }) => user_id),
    );
    return true;
  });
}

/**
 * Keeps the account from being deleted until the transaction ends. Called before anything of the account is changed
 * that would make its row be looked up later: who deletes it locks the row first, and then what hangs on it.
 */
export async function holdAccount(tx: Db, id: number): Promise<void> {
  await sql`select from accounts where id = ${id} for key share`.execute(tx);
}
