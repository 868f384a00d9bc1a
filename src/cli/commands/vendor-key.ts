import type { Command } from 'commander';
import { id, wantsJson } from '../options.ts';
import { print, readSecret } from '../terminal.ts';
import { withDatabase } from '../with-database.ts';

type Options = { account: number; baseUrl?: string };

export function addVendorKey(program: Command): void {
  const command = program
    .command('vendor-key')
    .description("keys of AI vendors that an account brings itself, instead of the environment's");
  command
    .command('set <connection>')
    .description('set a key, read from standard input, or only the address of a connection')
    .requiredOption('--account <id>', 'the account', id)
    .option('--base-url <url>', 'another address of the vendor, with its version part')
    .action(async (connection: string, { account, baseUrl }: Options) => {
      const key = await readSecret(`Key for ${connection} (empty for none): `);
      await withDatabase((operator) => operator.setVendorKey(account, { connection, key, baseUrl }));
    });
  command
    .command('list')
    .requiredOption('--account <id>', 'the account', id)
    .action(async ({ account }: Options, list: Command) => {
      const keys = await withDatabase((operator) => operator.vendorKeys(account));
      const lines = keys.map(
        ({ connection, last_four, base_url }) => `${connection}  ...${last_four}  ${base_url}`,
      );
      print(keys, { json: wantsJson(list), text: lines.join('\n') || 'The account has no keys of its own.' });
    });
  command
    .command('delete <connection>')
    .requiredOption('--account <id>', 'the account', id)
    .action(async (connection: string, { account }: Options) => {
      await withDatabase((operator) => operator.deleteVendorKey(account, connection));
    });
}
