import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { type ConsoleOperations, consoleMessages } from '../../contract/console.ts';
import type { Output, Valid } from '../../contract/operation.ts';
import * as accounts from '../storage/accounts.ts';
import { addAccount, addAccountOf, findAccount } from '../storage/accounts.ts';
import * as storage from '../storage/users.ts';
import { findUser } from '../storage/users.ts';
import type { Caller } from './caller.ts';
import type { Context } from './context.ts';
import { Failure } from './failure.ts';

export type AccountChoice = { name: string; email: string; password?: string | undefined };
export type CreatedAccount = {
  account_id: number;
  email: string;
  /** Null when the owner is a known person, who keeps their password. */
  password: string | null;
};

// RFC 7914's interactive parameters with r doubled, 32 MiB of memory per try.
const SCRYPT = { N: 16_384, r: 16, p: 1, maxmem: 64 * 1024 * 1024 };
const KEY_BYTES = 64;
const SHORTEST_PASSWORD = 8;
const LONGEST_PASSWORD = 128;

/** Creates an account with its owner; makes a password for a new person when none was chosen. */
export async function createAccount(context: Context, choice: AccountChoice): Promise<CreatedAccount> {
  const name = choice.name.trim();
  if (name === '') throw Failure.invalid('an account needs a name');
  const email = emailOf(choice.email);
  const known = await findUser(context.db, email);
  if (!known) {
    const { password, password_hash } = await passwordOf(choice.password);
    return { account_id: await addAccount(context.db, { name, email, password_hash }), email, password };
  }
  if (choice.password !== undefined)
    throw Failure.invalid(
      `${email} is known already and keeps their password: leave the password out, or change it with \`account password\``,
    );
  if (!known.email_verified)
    throw Failure.invalid(
      `${email} came by an invitation link, which does not prove whose the address is: hand them a new password with \`account password\` first`,
    );
  return { account_id: await addAccountOf(context.db, known.id, name), email, password: null };
}

export type PasswordChoice = {
  email: string;
  password?: string | undefined;
  turnOffTwoFactor?: boolean;
};

/** Sets a new password for a person who lost theirs; all their sessions end. */
export async function resetPassword(context: Context, choice: PasswordChoice) {
  const email = emailOf(choice.email);
  const known = await findUser(context.db, email);
  if (!known) throw Failure.notFound(`nobody has the e-mail address ${email}`);
  const { password, password_hash } = await passwordOf(choice.password);
  const turnOffTwoFactor = choice.turnOffTwoFactor === true;
  await storage.resetPassword(context.db, known.id, { password_hash, turnOffTwoFactor });
  return { email, password };
}

function emailOf(given: string): string {
  const email = given.trim().toLowerCase();
  if (/^[^\s@]+@[^\s@]+$/.test(email)) return email;
  throw Failure.invalid(`${JSON.stringify(given)} is not an e-mail address`);
}

async function passwordOf(chosen: string | undefined) {
  const password = chosen ?? randomBytes(12).toString('base64url');
  if (password.length < SHORTEST_PASSWORD || password.length > LONGEST_PASSWORD)
    throw Failure.invalid(`a password has ${SHORTEST_PASSWORD} to ${LONGEST_PASSWORD} characters`);
  return { password, password_hash: await hashPassword(password) };
}

type In<N extends keyof ConsoleOperations> = Valid<ConsoleOperations[N]>;
type Out<N extends keyof ConsoleOperations> = Promise<Output<ConsoleOperations[N]>>;

/** The caller's account. */
export async function account({ db }: Context, { accountId }: Caller): Out<'account'> {
  const found = await findAccount(db, accountId);
  if (!found) throw Failure.forbidden();
  return { success: true, account: found };
}

/** Gives the account another name. */
export async function renameAccount(
  { db }: Context,
  { accountId }: Caller,
  { name }: In<'renameAccount'>,
): Out<'renameAccount'> {
  const renamed = await accounts.renameAccount(db, accountId, name);
  if (!renamed) throw Failure.forbidden();
  return { success: true, account: renamed };
}

/** Deletes the account whose name was repeated, with everything in it. */
export async function deleteAccount(
  { db }: Context,
  { accountId }: Caller,
  { name }: In<'deleteAccount'>,
): Out<'deleteAccount'> {
  const found = await findAccount(db, accountId);
  if (found?.name !== name) throw Failure.invalid(consoleMessages.accountName);
  await accounts.deleteAccount(db, accountId);
  return { success: true, message: 'Account deleted successfully' };
}

/** `salt:hash` in hexadecimal, the form that the sign-in library reads. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16).toString('hex');
  return `${salt}:${(await derive(password, salt)).toString('hex')}`;
}

/** Whether a password is the one that was hashed. */
export async function isPassword(password: string, hash: string): Promise<boolean> {
  const [salt = '', expected = ''] = hash.split(':');
  const bytes = Buffer.from(expected, 'hex');
  return bytes.length === KEY_BYTES && timingSafeEqual(bytes, await derive(password, salt));
}

const scryptOf = promisify<string, string, number, typeof SCRYPT, Buffer>(scrypt);
const derive = (password: string, salt: string) =>
  scryptOf(password.normalize('NFKC'), salt, KEY_BYTES, SCRYPT);
