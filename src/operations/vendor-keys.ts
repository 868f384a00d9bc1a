// Keys of vendors that an account brings itself. They go in sealed and never come out again.
import { consoleMessages } from '../../contract/console.ts';
import { seal } from '../domain/seal.ts';
import { holdAccount } from '../storage/accounts.ts';
import { resume } from '../storage/pauses.ts';
import * as storage from '../storage/vendor-keys.ts';
import type { Context } from './context.ts';
import { Failure } from './failure.ts';

export type ShownVendorKey = {
  connection: string;
  /** False where only an address was set. */
  has_key: boolean;
  last_four: string;
  base_url: string;
  created_at: string;
};

/** The account's own keys, without the keys. */
export async function vendorKeys(context: Context, accountId: number): Promise<ShownVendorKey[]> {
  const keys = await storage.listVendorKeys(context.db, accountId);
  return keys.map(({ connection, sealed, last_four, base_url, created_at }) => ({
    ...{ connection, has_key: sealed !== null, last_four, base_url, created_at },
  }));
}

export type VendorKeyChoice = { connection: string; key?: string | undefined; baseUrl?: string | undefined };

/** Sets the key, or the address, of a connection for an account; what it had before is replaced. */
export async function setVendorKey(
  context: Context,
  accountId: number,
  choice: VendorKeyChoice,
): Promise<void> {
  const { connection, key = '', baseUrl = '' } = choice;
  const known = context.asking.ids();
  if (!known.includes(connection))
    throw Failure.invalid(
      `connection must be one of ${known.join(', ')}: ${JSON.stringify(connection)} is none`,
    );
  const trimmed = key.trim();
  if (trimmed === '' && baseUrl === '')
    throw Failure.invalid(`a key or a base URL is required for ${connection}`);
  if (!/^[\x21-\x7e]*$/.test(trimmed)) throw Failure.invalid('key must consist of visible ASCII characters');
  assertAddress(baseUrl);
  const sealed =
    trimmed === '' ? null : seal(context.secret, trimmed, storage.sealedFor(accountId, connection));
  await context.db.transaction().execute(async (tx) => {
    await holdAccount(tx, accountId);
    await storage.setVendorKey(tx, accountId, {
      ...{ connection, sealed, base_url: baseUrl },
      last_four: lastFour(trimmed),
    });
    await resume(tx, accountId, [connection]);
  });
  context.onSlots();
}

/** Tells keys apart. Of a short one, or of a password, four characters would tell too much. */
const lastFour = (key: string) => (key.length >= 12 && !key.includes(':') ? key.slice(-4) : '');

/** An address is shown to every member: it must not hold a secret itself. */
function assertAddress(baseUrl: string): void {
  if (baseUrl === '') return;
  const url = URL.parse(baseUrl);
  if (!url || !/^https?:$/.test(url.protocol))
    throw Failure.invalid(`base_url must be an http(s) URL: ${JSON.stringify(baseUrl)} is none`);
  if (url.username || url.password)
    throw Failure.invalid('base_url must not hold a user name or password: the key is given as key');
}

/** Removes the account's own key of a connection; 404 when it has none. */
export async function deleteVendorKey(
  context: Context,
  accountId: number,
  connection: string,
): Promise<void> {
  if (!(await storage.deleteVendorKey(context.db, accountId, connection)))
    throw Failure.notFound(consoleMessages.vendorKeyNotFound);
}
