import type { Command } from 'commander';
import { days, id, named, wantsJson } from '../options.ts';
import { confirm, print, say, table } from '../terminal.ts';
import { withDatabase } from '../with-database.ts';

type Create = { account: number; name: string; brand?: number; expires?: number };

export function addKey(program: Command): void {
  const key = program.command('key').description('create, list and delete API keys');
  key
    .command('create')
    .description('create a key and print it, this once: Global, or Brand-scoped with --brand')
    .requiredOption('--account <id>', 'account that the key belongs to', id)
    .requiredOption('--name <name>', 'what the key is for', named)
    .option('--brand <id>', 'the only brand that the key may touch', id)
    .option('--expires <days>', 'days until the key is refused (never, unless given)', days)
    .action(async (options: Create, command: Command) => createKey(options, wantsJson(command)));
  key
    .command('list')
    .description('list keys; their values are not stored')
    .option('--account <id>', 'of this account alone', id)
    .action(async (options: { account?: number }, command: Command) =>
      listKeys(options.account, wantsJson(command)),
    );
  key
    .command('delete')
    .description('delete a key; it is refused from the next request on')
    .argument('<id>', 'id of the key, from `key list`', id)
    .option('--yes', 'do not ask')
    .action(async (keyId: number, options: { yes?: boolean }, command: Command) =>
      deleteKey(keyId, { yes: options.yes === true, json: wantsJson(command) }),
    );
}

async function createKey({ account, name, brand, expires }: Create, json: boolean): Promise<void> {
  const created = await withDatabase((operator) =>
    operator.createKey({ accountId: account, name, brandId: brand, expiresInDays: expires }),
  );
  print(created, { json, text: created.key });
}

async function listKeys(account: number | undefined, json: boolean): Promise<void> {
  const keys = await withDatabase((operator) => operator.keys(account));
  const rows = keys.map((key) => [
    key.id,
    key.account_id,
    key.brand_id ?? 'all',
    `${key.prefix}...${key.last_four}`,
    key.name,
    key.expires_at ?? 'never',
    key.last_used_at ?? 'never',
  ]);
  const text = table([['id', 'account', 'brand', 'key', 'name', 'expires', 'last used'], ...rows]);
  print({ keys }, { json, text });
}

async function deleteKey(keyId: number, { yes, json }: { yes: boolean; json: boolean }): Promise<void> {
  if (!yes && process.stdin.isTTY && !(await confirm(`Delete key ${keyId}?`))) {
    say('Nothing was deleted.');
    return;
  }
  await withDatabase((operator) => operator.deleteKey(keyId));
  print({ deleted: keyId }, { json, text: `Key ${keyId} deleted` });
}
