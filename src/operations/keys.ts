import { keyHash, keyHints, makeKey } from '../domain/keys.ts';
import * as storage from '../storage/keys.ts';
import type { Context } from './context.ts';
import { Failure } from './failure.ts';

export type KeyChoice = {
  accountId: number;
  name: string;
  brandId?: number | undefined;
  expiresInDays?: number | undefined;
};

const DAY_MS = 86_400_000;

/** Makes a key: Brand-scoped when a brand is given, Global otherwise. The value is returned here and never again. */
export async function createKey(context: Context, choice: KeyChoice): Promise<{ id: number; key: string }> {
  const { accountId, name, brandId = null, expiresInDays } = choice;
  await assertAccount(context, accountId);
  if (brandId !== null && !(await context.findBrand({ accountId, id: brandId })))
    throw Failure.notFound(`Brand ${brandId} not found in account ${accountId}`);
  const key = makeKey(brandId === null ? 'global' : 'brand');
  const expires_at =
    expiresInDays === undefined
      ? null
      : new Date(context.clock().getTime() + expiresInDays * DAY_MS).toISOString();
  const id = await storage.addKey(context.db, {
    account_id: accountId,
    brand_id: brandId,
    hash: keyHash(key),
    ...keyHints(key),
    name,
    expires_at,
  });
  return { id, key };
}

async function assertAccount({ db }: Context, id: number): Promise<void> {
  const accounts = await db.selectFrom('accounts').select('id').where('id', '=', id).execute();
  if (accounts.length === 0) throw Failure.notFound(`Account ${id} not found`);
}

/** The keys of an account, or all; never their values. */
export async function listKeys(context: Context, accountId?: number) {
  if (accountId !== undefined) await assertAccount(context, accountId);
  return storage.listKeys(context.db, accountId);
}

/** Deletes a key; it is refused from the next request on. */
export async function deleteKey(context: Context, id: number): Promise<void> {
  if (!(await storage.deleteKey(context.db, id))) throw Failure.notFound(`Key ${id} not found`);
}
