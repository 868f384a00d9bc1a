// Invitations by link: the link holds the token, the table its hash.
import { sql } from 'kysely';
import { holdAccount } from './accounts.ts';
import { addMember } from './members.ts';
import type { Db } from './open.ts';
import type { Tables } from './tables.ts';
import { addUser } from './users.ts';

type Row = Tables['invitations'];
export type NewInvitation = Pick<Row, 'account_id' | 'email' | 'role' | 'token_hash'> & {
  invited_by: number;
  expires_at: string;
};

const SHOWN = [
  'invitations.id',
  'invitations.email',
  'role',
  'users.name as invited_by',
  'invitations.created_at',
  'expires_at',
] as const;

const openOnes = (db: Db) =>
  db.selectFrom('invitations').where('accepted_at', 'is', null).where('expires_at', '>', sql<string>`now()`);

/** Adds an invitation in place of an open one for the same address; returns it as it is listed. */
export async function addInvitation(db: Db, invitation: NewInvitation) {
  return db.transaction().execute(async (tx) => {
    await holdAccount(tx, invitation.account_id);
    await tx
      .deleteFrom('invitations')
      .where('account_id', '=', invitation.account_id)
      .where('email', '=', invitation.email)
      .where('accepted_at', 'is', null)
      .execute();
    const { id } = await tx
      .insertInto('invitations')
      .values({ ...invitation, accepted_at: null })
      .returning('id')
      .executeTakeFirstOrThrow();
    return tx
      .selectFrom('invitations')
      .leftJoin('users', 'users.id', 'invited_by')
      .select(SHOWN)
      .where('account_id', '=', invitation.account_id)
      .where('invitations.id', '=', id)
      .executeTakeFirstOrThrow();
  });
}

/** The invitations of an account that can still be accepted, oldest first. */
export async function listInvitations(db: Db, accountId: number) {
  return openOnes(db)
    .leftJoin('users', 'users.id', 'invited_by')
    .select(SHOWN)
    .where('account_id', '=', accountId)
    .orderBy('invitations.id')
    .execute();
}

/** Deletes an invitation that was not accepted; false when there is none. */
export async function deleteInvitation(db: Db, accountId: number, id: number): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('invitations')
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .where('accepted_at', 'is', null)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** The open invitation of a token, with the account's name. */
export async function findInvitation(db: Db, tokenHash: Buffer) {
  return openOnes(db)
    .innerJoin('accounts', 'accounts.id', 'account_id')
    .select(['account_id', 'invitations.id', 'email', 'role', 'expires_at', 'accounts.name as account'])
    .where('token_hash', '=', tokenHash)
    .executeTakeFirst();
}

/** True when this address has an open invitation to any account. */
export async function isInvited(db: Db, email: string): Promise<boolean> {
  const found = await openOnes(db).select('id').where('email', '=', email).limit(1).execute();
  return found.length > 0;
}

export type Guest = number | { name: string; password_hash: string };

/**
 * Accepts an invitation, once: for a person by id, or for a new one. Returns the account, or null when the
 * invitation is used, revoked or too old by now.
 */
export async function acceptInvitation(db: Db, tokenHash: Buffer, guest: Guest): Promise<number | null> {
  return db.transaction().execute(async (tx) => {
    const found = await findInvitation(tx, tokenHash);
    if (found) await holdAccount(tx, found.account_id);
    // The update locks the row: of two at once the second finds it accepted.
    const taken = await tx
      .updateTable('invitations')
      .set({ accepted_at: sql`now()` })
      .where('token_hash', '=', tokenHash)
      .where('accepted_at', 'is', null)
      .where('expires_at', '>', sql<string>`now()`)
      .returning(['account_id', 'email', 'role'])
      .executeTakeFirst();
    if (!taken) return null;
    const { account_id, email, role } = taken;
    // Whoever made the invitation saw its link, too: it does not prove whose the address is.
    const user_id =
      typeof guest === 'number' ? guest : await addUser(tx, { email, ...guest, email_verified: false });
    await addMember(tx, { account_id, user_id, role });
    return account_id;
  });
}
