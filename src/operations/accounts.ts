import { randomBytes, scrypt } from 'node:crypto';
import { promisify } from 'node:util';
import { addAccount } from '../storage/accounts.ts';
import type { Context } from './context.ts';
import { Failure } from './failure.ts';

export type AccountChoice = { name: string; email: string; password?: string | undefined };

// RFC 7914's interactive parameters with r doubled, 32 MiB of memory per try.
const SCRYPT = { N: 16_384, r: 16, p: 1, maxmem: 64 * 1024 * 1024 };
const KEY_BYTES = 64;
const SHORTEST_PASSWORD = 8;

/** Creates an account with its owner; makes a password when none was chosen. */
export async function createAccount(context: Context, choice: AccountChoice) {
  const { name, email, password = randomBytes(12).toString('base64url') } = choice;
  if (name.trim() === '') throw Failure.invalid('an account needs a name');
  if (!/^[^\s@]+@[^\s@]+$/.test(email))
    throw Failure.invalid(`${JSON.stringify(email)} is not an e-mail address`);
  if (password.length < SHORTEST_PASSWORD)
    throw Failure.invalid(`a password needs at least ${SHORTEST_PASSWORD} characters`);
  const password_hash = await hashPassword(password);
  const account_id = await addAccount(context.db, {
    name: name.trim(),
    email: email.toLowerCase(),
    password_hash,
  });
  return { account_id, email: email.toLowerCase(), password };
}

/** `salt:hash` in hexadecimal, the form that the console's sign-in reads. */
async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16).toString('hex');
  const derive = promisify<string, string, number, typeof SCRYPT, Buffer>(scrypt);
  return `${salt}:${(await derive(password.normalize('NFKC'), salt, KEY_BYTES, SCRYPT)).toString('hex')}`;
}
