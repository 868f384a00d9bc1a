import type { Command } from 'commander';
import { named, wantsJson } from '../options.ts';
import { print, readStdin, table, WrongUsage } from '../terminal.ts';
import { withDatabase } from '../with-database.ts';

type Create = { name: string; email: string; passwordStdin?: boolean };

export function addAccount(program: Command): void {
  const account = program.command('account').description('create and list accounts');
  account
    .command('create')
    .description('create an account with its owner; prints a generated password, unless one is given')
    .requiredOption('--name <name>', 'name of the account', named)
    .requiredOption('--email <email>', 'e-mail address of its owner')
    .option('--password-stdin', "read the owner's password from standard input")
    .action(async (options: Create, command: Command) => createAccount(options, wantsJson(command)));
  account
    .command('list')
    .description('list all accounts')
    .action(async (_options, command: Command) => listAccounts(wantsJson(command)));
}

async function createAccount({ name, email, passwordStdin }: Create, json: boolean): Promise<void> {
  const password = passwordStdin ? (await readStdin()).replace(/\r?\n$/, '') : undefined;
  if (password === '') throw new WrongUsage('no password on standard input');
  const created = await withDatabase((operator) => operator.createAccount({ name, email, password }));
  const generated = passwordStdin ? [] : [['password', created.password]];
  const text = table([['account', created.account_id], ['e-mail', created.email], ...generated]);
  print(created, { json, text });
}

async function listAccounts(json: boolean): Promise<void> {
  const accounts = await withDatabase((operator) => operator.accounts());
  const rows = accounts.map(({ id, name, created_at }) => [id, name, created_at]);
  print({ accounts }, { json, text: table([['id', 'name', 'created'], ...rows]) });
}
