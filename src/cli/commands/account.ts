import type { Command } from 'commander';
import { named, wantsJson } from '../options.ts';
import { print, readStdin, table, WrongUsage } from '../terminal.ts';
import { withDatabase } from '../with-database.ts';

type Create = { name: string; email: string; passwordStdin?: boolean };

export function addAccount(program: Command): void {
  const account = program.command('account').description('create and list accounts');
  account
    .command('create')
    .description(
      'create an account with its owner; prints a generated password, unless one is given or known',
    )
    .requiredOption('--name <name>', 'name of the account', named)
    .requiredOption('--email <email>', 'e-mail address of its owner')
    .option('--password-stdin', "read the owner's password from standard input")
    .action(async (options: Create, command: Command) => createAccount(options, wantsJson(command)));
  account
    .command('password')
    .description(
      'set a new password for a person who lost theirs; prints a generated one, unless one is given',
    )
    .requiredOption('--email <email>', 'e-mail address of the person')
    .option('--password-stdin', 'read the new password from standard input')
    .option('--turn-off-two-factor', 'ask for no code any more: for a lost phone')
    .action(async (options: Reset, command: Command) => resetPassword(options, wantsJson(command)));
  account
    .command('list')
    .description('list all accounts')
    .action(async (_options, command: Command) => listAccounts(wantsJson(command)));
}

async function createAccount({ name, email, passwordStdin }: Create, json: boolean): Promise<void> {
  const password = passwordStdin ? await readPassword() : undefined;
  const created = await withDatabase((operator) => operator.createAccount({ name, email, password }));
  const rows = [
    ['account', created.account_id],
    ['e-mail', created.email],
  ];
  const known = `${created.email} has signed in before and keeps the password`;
  if (created.password === null) print(created, { json, text: `${table(rows)}\n${known}` });
  else print(created, { json, text: table([...rows, ...shownPassword(created.password, passwordStdin)]) });
}

/** A password that was made here is shown once; one that was given is known. */
function shownPassword(password: string, wasGiven: boolean | undefined) {
  return wasGiven ? [] : [['password', password]];
}

type Reset = { email: string; passwordStdin?: boolean; turnOffTwoFactor?: boolean };

async function resetPassword({ email, passwordStdin, ...rest }: Reset, json: boolean): Promise<void> {
  const password = passwordStdin ? await readPassword() : undefined;
  const { turnOffTwoFactor = false } = rest;
  const changed = await withDatabase((operator) =>
    operator.resetPassword({ email, password, turnOffTwoFactor }),
  );
  const text = table([['e-mail', changed.email], ...shownPassword(changed.password, passwordStdin)]);
  print(changed, { json, text: `${text}\nAll sessions were ended.` });
}

async function readPassword(): Promise<string> {
  const password = (await readStdin()).replace(/\r?\n$/, '');
  if (password === '') throw new WrongUsage('no password on standard input');
  return password;
}

async function listAccounts(json: boolean): Promise<void> {
  const accounts = await withDatabase((operator) => operator.accounts());
  const rows = accounts.map(({ id, name, created_at }) => [id, name, created_at]);
  print({ accounts }, { json, text: table([['id', 'name', 'created'], ...rows]) });
}
