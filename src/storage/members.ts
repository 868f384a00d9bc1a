import { sql } from 'kysely';
import type { Db } from './open.ts';
import type { Tables } from './tables.ts';
import { dropLonely } from './users.ts';

type Role = Tables['members']['role'];
type MemberKey = { accountId: number; id: number };
/** Nothing was changed: there is no such member, or they are the last owner. */
export type Refusal = 'not found' | 'last owner';

const SHOWN = [
  'members.id',
  'user_id',
  'users.name',
  'users.email',
  'members.role',
  'users.two_factor_enabled as two_factor',
  'members.created_at',
] as const;

/** The accounts of a person with their role, oldest first. */
export async function listMemberships(db: Db, userId: number) {
  return db
    .selectFrom('members')
    .innerJoin('accounts', 'accounts.id', 'account_id')
    .select(['accounts.id', 'name', 'role'])
    .where('user_id', '=', userId)
    .orderBy('accounts.id')
    .execute();
}

/** The person's role in an account, or in their first when none is named; undefined for no member. */
export async function findMembership(db: Db, userId: number, accountId?: number) {
  return db
    .selectFrom('members')
    .select(['account_id', 'role'])
    .where('user_id', '=', userId)
    .$if(accountId !== undefined, (query) => query.where('account_id', '=', accountId ?? 0))
    .orderBy('account_id')
    .limit(1)
    .executeTakeFirst();
}

const membersOf = (db: Db, accountId: number) =>
  db
    .selectFrom('members')
    .innerJoin('users', 'users.id', 'user_id')
    .select(SHOWN)
    .select((by) =>
      by
        .selectFrom('sessions')
        .select(({ fn }) => fn.max<string | null>('sessions.updated_at').as('seen'))
        .whereRef('sessions.user_id', '=', 'users.id')
        .as('last_seen_at'),
    )
    .where('account_id', '=', accountId);

/** The members of an account, oldest first. */
export async function listMembers(db: Db, accountId: number) {
  return membersOf(db, accountId).orderBy('members.id').execute();
}

/** A member as `listMembers` shows them. */
export async function findMember(db: Db, { accountId, id }: MemberKey) {
  return membersOf(db, accountId).where('members.id', '=', id).executeTakeFirst();
}

/** Makes a person a member; one who is already keeps their role. Runs in the caller's transaction. */
export async function addMember(
  tx: Db,
  member: { account_id: number; user_id: number; role: Role },
): Promise<void> {
  await tx
    .insertInto('members')
    .values(member)
    .onConflict((conflict) => conflict.columns(['account_id', 'user_id']).doNothing())
    .execute();
}

/** True when somebody with this e-mail address is a member. */
export async function isMember(db: Db, accountId: number, email: string): Promise<boolean> {
  const found = await db
    .selectFrom('members')
    .innerJoin('users', 'users.id', 'user_id')
    .select('members.id')
    .where('account_id', '=', accountId)
    .where('email', '=', email)
    .execute();
  return found.length > 0;
}

/** Changes a member's role, unless the account would be left without an owner. */
export async function changeRole(db: Db, member: MemberKey, role: Role): Promise<Refusal | null> {
  return change(db, member, role === 'owner', async (tx) => {
    await tx
      .updateTable('members')
      .set({ role })
      .where('account_id', '=', member.accountId)
      .where('id', '=', member.id)
      .execute();
  });
}

/** Removes a member, unless they are the last owner. Who is in no account any more is forgotten. */
export async function removeMember(db: Db, member: MemberKey): Promise<Refusal | null> {
  return change(db, member, false, async (tx, userId) => {
    await tx
      .deleteFrom('members')
      .where('account_id', '=', member.accountId)
      .where('id', '=', member.id)
      .execute();
    await dropLonely(tx, [userId]);
  });
}

async function change(
  db: Db,
  { accountId, id }: MemberKey,
  staysOwner: boolean,
  work: (tx: Db, userId: number) => Promise<void>,
): Promise<Refusal | null> {
  return db.transaction().execute(async (tx) => {
    // Two owners who remove each other at once: the second one sees what the first did.
    await sql`select id from accounts where id = ${accountId} for update`.execute(tx);
    const members = await tx
      .selectFrom('members')
      .select(['id', 'user_id', 'role'])
      .where('account_id', '=', accountId)
      .execute();
    const member = members.find((one) => one.id === id);
    if (!member) return 'not found';
    const hasOther = members.some((one) => one.id !== id && one.role === 'owner');
    if (member.role === 'owner' && !staysOwner && !hasOther) return 'last owner';
    await work(tx, member.user_id);
    return null;
  });
}
