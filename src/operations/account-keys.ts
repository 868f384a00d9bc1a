// API keys as members see and make them in the console.
import { type ConsoleOperations, consoleMessages } from '../../contract/console.ts';
import type { Output, Valid } from '../../contract/operation.ts';
import * as storage from '../storage/keys.ts';
import type { Caller } from './caller.ts';
import { brandOf, type Context } from './context.ts';
import { Failure } from './failure.ts';
import { createKey as makeKey } from './keys.ts';

type In<N extends keyof ConsoleOperations> = Valid<ConsoleOperations[N]>;
type Out<N extends keyof ConsoleOperations> = Promise<Output<ConsoleOperations[N]>>;

/** The keys of the account; never their values. */
export async function keys({ db }: Context, { accountId }: Caller): Out<'keys'> {
  const found = await storage.describeKeys(db, accountId);
  return { success: true, keys: found.map(shown) };
}

/** Makes a key, whose value is returned here and never again. */
export async function createKey(context: Context, caller: Caller, input: In<'createKey'>): Out<'createKey'> {
  const { accountId } = caller;
  if (input.brand_id !== undefined) await brandOf(context, caller, input.brand_id);
  const { id, key } = await makeKey(context, {
    accountId,
    name: input.name,
    brandId: input.brand_id,
    expiresInDays: input.expires_days,
  });
  const created = (await storage.describeKeys(context.db, accountId)).find((one) => one.id === id);
  if (!created) throw Failure.notFound(consoleMessages.keyNotFound);
  return { success: true, key, created: shown(created) };
}

/** Deletes a key whose name was repeated; it is refused from the next request on. */
export async function deleteKey(
  { db }: Context,
  { accountId }: Caller,
  { key_id, name }: In<'deleteKey'>,
): Out<'deleteKey'> {
  const key = (await storage.describeKeys(db, accountId)).find(({ id }) => id === key_id);
  if (!key) throw Failure.notFound(consoleMessages.keyNotFound);
  if (key.name !== name) throw Failure.invalid(consoleMessages.keyName);
  if (!(await storage.deleteKey(db, key_id, accountId))) throw Failure.notFound(consoleMessages.keyNotFound);
  return { success: true, message: 'Key deleted successfully' };
}

type Described = Awaited<ReturnType<typeof storage.describeKeys>>[number];

function shown({ brand_id, ...key }: Described) {
  const type = brand_id === null ? ('Global' as const) : ('Brand-scoped' as const);
  return { ...key, brand_id, type };
}
