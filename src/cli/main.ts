#!/usr/bin/env node
// The command line. Exit codes: 0 done, 1 failed, 2 wrong usage. Results on standard output, messages on
// standard error. The service's own code takes half a second to load: commands import it when they run.
import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';
import { Command, CommanderError } from 'commander';
import { readConfig } from '../config.ts';
import { version } from '../version.ts';
import { addAccount } from './commands/account.ts';
import { addBackup } from './commands/backup.ts';
import { addCall } from './commands/call.ts';
import { addCollect } from './commands/collect.ts';
import { addDemo } from './commands/demo.ts';
import { addDoctor } from './commands/doctor.ts';
import { addExport } from './commands/export.ts';
import { addImport } from './commands/import.ts';
import { addKey } from './commands/key.ts';
import { addMigrate } from './commands/migrate.ts';
import { addRead } from './commands/reading.ts';
import { addReread } from './commands/reread.ts';
import { addServe } from './commands/serve.ts';
import { addVendorKey } from './commands/vendor-key.ts';
import { say, WrongUsage } from './terminal.ts';

const COMMANDS = [
  addServe,
  addDemo,
  addAccount,
  addKey,
  addImport,
  addExport,
  addCall,
  addRead,
  addCollect,
  addVendorKey,
  addReread,
  addDoctor,
  addMigrate,
  addBackup,
];

function buildProgram(): Command {
  const program = new Command('brandscope')
    .description('How AI agents answer when buyers ask: visibility, sentiment and position of a brand.')
    .version(version)
    .option('--json', 'print the result as JSON')
    .configureHelp({ showGlobalOptions: true })
    .addHelpText(
      'after',
      '\nSettings come from the environment: PORT, HOST, DATA_DIR (./data), DATABASE_URL, LOG_LEVEL.\nExit codes: 0 done, 1 failed, 2 wrong usage.',
    );
  for (const add of COMMANDS) add(program);
  strict(program);
  return program;
}

/** Errors are thrown, not exited on, in every command however deep. */
function strict(command: Command): void {
  command.exitOverride().showHelpAfterError('(--help tells what is possible)');
  command.commands.forEach(strict);
}

function exitCode(error: unknown): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
  report(error);
  // 400 is what an operation answers to a wrong argument.
  return error instanceof WrongUsage || (error as { status?: unknown }).status === 400 ? 2 : 1;
}

function report(error: unknown): void {
  const { message, code, stack, syscall }: NodeJS.ErrnoException =
    error instanceof Error ? error : new Error(String(error));
  // A command reached the embedded database through the service, which ended meanwhile.
  const isGone = syscall === 'connect' && message.includes('.s.PGSQL.');
  const isAway = syscall === 'connect' && !isGone && /ECONN|ENOTFOUND|ETIMEDOUT/.test(code ?? '');
  const text = `${message || code || 'failed'}${isAway ? AWAY : ''}`;
  say(`brandscope: ${isGone ? GONE : text}`);
  if (isDebugging()) say(stack ?? '');
}

const AWAY = ': is the server that DATABASE_URL names running?';
const GONE =
  'the service that held the data folder has stopped. What was stored stays; run the command again.';

function isDebugging(): boolean {
  try {
    return ['debug', 'trace'].includes(readConfig().LOG_LEVEL);
  } catch {
    return false;
  }
}

// `brandscope ... | head` closes the pipe early: no error.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit(0);
});

// What a command loads is compiled once: that halves the half second. Beside the code, since who writes there could
// change the code too; where nobody may write, nothing is kept.
enableCompileCache(fileURLToPath(new URL('../../node_modules/.cache/brandscope/code', import.meta.url)));

try {
  await buildProgram().parseAsync();
} catch (error) {
  process.exitCode = exitCode(error);
}
