// Vendor keys as members see them, and owners set them, in the console.
import { type ConsoleOperations, consoleMessages } from '../../contract/console.ts';
import type { Output, Valid } from '../../contract/operation.ts';
import { knownAgents } from '../domain/agents.ts';
import type { Caller } from './caller.ts';
import type { Context } from './context.ts';
import { Failure } from './failure.ts';
import * as keys from './vendor-keys.ts';

type In<N extends keyof ConsoleOperations> = Valid<ConsoleOperations[N]>;
type Out<N extends keyof ConsoleOperations> = Promise<Output<ConsoleOperations[N]>>;

/** The account's own keys, never their values, and every connection that there is. */
export async function vendorKeys(context: Context, { accountId }: Caller): Out<'vendorKeys'> {
  await context.asking.refresh();
  return {
    success: true,
    vendor_keys: await keys.vendorKeys(context, accountId),
    connections: context.asking.ids().map((connection) => ({
      connection,
      agents: agentsOf(context, accountId, connection),
      any_agent: context.asking.asksAny(connection),
      ready: context.asking.isReady(accountId, connection),
      set_up: context.asking.setUp(connection),
    })),
  };
}

/** Agents that a connection asks by itself, those that the operator gave it included. */
function agentsOf({ asking }: Context, accountId: number, connection: string): string[] {
  const own = asking.choices(accountId).filter((choice) => choice.connection === connection);
  const known = knownAgents.filter((agent) => asking.connectionsOf(agent).includes(connection));
  return [...new Set([...known, ...own.map(({ agent }) => agent)])];
}

/** Sets key or address of a connection; what pauses for it is asked again. */
export async function setVendorKey(
  context: Context,
  { accountId }: Caller,
  { connection, key, base_url: baseUrl }: In<'setVendorKey'>,
): Out<'setVendorKey'> {
  await keys.setVendorKey(context, accountId, { connection, key, baseUrl });
  const all = await keys.vendorKeys(context, accountId);
  const vendor_key = all.find((one) => one.connection === connection);
  if (!vendor_key) throw Failure.notFound(consoleMessages.vendorKeyNotFound);
  return { success: true, vendor_key };
}

/** Removes the account's own key of a connection; the operator's holds again, where there is one. */
export async function deleteVendorKey(
  context: Context,
  { accountId }: Caller,
  { connection }: In<'deleteVendorKey'>,
): Out<'deleteVendorKey'> {
  await keys.deleteVendorKey(context, accountId, connection);
  return { success: true, message: 'Vendor key deleted successfully' };
}
