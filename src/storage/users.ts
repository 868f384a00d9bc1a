// People: the rows that the sign-in library also reads and writes.
import { sql } from 'kysely';
import type { Db } from './open.ts';

export type NewUser = {
  name: string;
  email: string;
  password_hash: string;
  /** Whether it is certain that the address is theirs: the operator says so, or a provider. A link proves nothing. */
  email_verified: boolean;
};

/** Adds a person who signs in with a password; returns their id. Runs in the caller's transaction. */
export async function addUser(tx: Db, { password_hash, ...user }: NewUser): Promise<number> {
  const { id } = await tx
    .insertInto('users')
    .values({ ...user, image: null })
    .returning('id')
    .executeTakeFirstOrThrow();
  await insertPassword(tx, id, password_hash);
  return id;
}

/** The person with this e-mail address, which is in lower case. */
export async function findUser(db: Db, email: string) {
  return db
    .selectFrom('users')
    .select(['id', 'name', 'email', 'email_verified'])
    .where('email', '=', email)
    .executeTakeFirst();
}

/** What the console shows a person of themselves. */
export async function describeUser(db: Db, id: number) {
  return db
    .selectFrom('users')
    .select(({ exists, selectFrom }) => [
      'id',
      'name',
      'email',
      'two_factor_enabled as two_factor',
      exists(
        selectFrom('credentials')
          .select('credentials.id')
          .whereRef('credentials.user_id', '=', 'users.id')
          .where('provider_id', '=', 'credential'),
      ).as('has_password'),
    ])
    .where('id', '=', id)
    .executeTakeFirst();
}

/** Changes a person's name. */
export async function renameUser(db: Db, id: number, name: string): Promise<void> {
  await db
    .updateTable('users')
    .set({ name, updated_at: sql`clock_timestamp()` })
    .where('id', '=', id)
    .execute();
}

/**
 * Gives a person to whom it turns out their address belongs: what somebody else may have set up under it (password,
 * two-factor, sessions, trusted browsers) is void. Does nothing when the address was theirs for certain before.
 */
export async function claimUser(db: Db, id: number): Promise<void> {
  await db.transaction().execute(async (tx) => {
    // `for update`: a session that is being opened waits for this one to end, or is there to be ended.
    const found = await tx
      .selectFrom('users')
      .select('id')
      .where('id', '=', id)
      .where('email_verified', '=', false)
      .forUpdate()
      .executeTakeFirst();
    if (!found) return;
    await dropPassword(tx, id);
    await dropSignIns(tx, id);
    await dropTwoFactor(tx, id);
    await verifyAddress(tx, id);
  });
}

/** Ends a session of a person who has no password any more. */
export async function endWithoutPassword(db: Db, session: { id: number; userId: number }): Promise<void> {
  await sql`delete from sessions s where s.id = ${session.id} and not exists (
    select from credentials c where c.user_id = ${session.userId} and c.provider_id = 'credential')`.execute(
    db,
  );
}

/**
 * Sets a person's password, as the operator may, who knows whom they hand it to: all sessions end and no browser is
 * trusted any more.
 * `turnOffTwoFactor` is for those who lost their phone and their backup codes.
 */
export async function resetPassword(
  db: Db,
  id: number,
  { password_hash, turnOffTwoFactor }: { password_hash: string; turnOffTwoFactor: boolean },
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await dropPassword(tx, id);
    await insertPassword(tx, id, password_hash);
    await dropSignIns(tx, id);
    await verifyAddress(tx, id);
    if (turnOffTwoFactor) await dropTwoFactor(tx, id);
  });
}

async function dropPassword(tx: Db, id: number): Promise<void> {
  await tx
    .deleteFrom('credentials')
    .where('user_id', '=', id)
    .where('provider_id', '=', 'credential')
    .execute();
}

async function dropSignIns(tx: Db, id: number): Promise<void> {
  await tx.deleteFrom('sessions').where('user_id', '=', id).execute();
  await forgetBrowsers(tx, id);
}

async function dropTwoFactor(tx: Db, id: number): Promise<void> {
  await tx.deleteFrom('two_factors').where('user_id', '=', id).execute();
  await tx.updateTable('users').set({ two_factor_enabled: false }).where('id', '=', id).execute();
}

async function verifyAddress(tx: Db, id: number): Promise<void> {
  await tx.updateTable('users').set({ email_verified: true }).where('id', '=', id).execute();
}

async function insertPassword(tx: Db, id: number, password_hash: string): Promise<void> {
  const none = {
    access_token: null,
    refresh_token: null,
    id_token: null,
    access_token_expires_at: null,
    refresh_token_expires_at: null,
    scope: null,
  };
  await tx
    .insertInto('credentials')
    .values({ user_id: id, provider_id: 'credential', subject: String(id), password_hash, ...none })
    .execute();
}

/** Asks every browser of a person for a code again, also those that were to be trusted for a month. */
export async function forgetBrowsers(db: Db, id: number): Promise<void> {
  await db
    .deleteFrom('verifications')
    .where('value', '=', String(id))
    .where('identifier', 'like', 'trust-device-%')
    .execute();
}

/** The living sessions of a person, newest first. */
export async function listSessions(db: Db, userId: number) {
  return db
    .selectFrom('sessions')
    .select(['id', 'ip_address', 'user_agent', 'created_at', 'updated_at', 'expires_at'])
    .where('user_id', '=', userId)
    .where('expires_at', '>', sql<string>`now()`)
    .orderBy('id', 'desc')
    .execute();
}

/** Removes sessions and verifications whose time is over. */
export async function dropExpired(db: Db): Promise<void> {
  await db.deleteFrom('sessions').where('expires_at', '<', sql<string>`now()`).execute();
  await db.deleteFrom('verifications').where('expires_at', '<', sql<string>`now()`).execute();
}

/** Removes those of these people who are members of no account any more. */
export async function dropLonely(tx: Db, ids: readonly number[]): Promise<void> {
  await sql`delete from users u where u.id = any(${ids}::int[])
    and not exists (select from members m where m.user_id = u.id)`.execute(tx);
}
