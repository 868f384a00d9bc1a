import fs from 'node:fs';
import type { Command } from 'commander';
import { wantsJson } from '../options.ts';
import { assertFile, assertPlace } from '../paths.ts';
import { startProgress } from '../progress.ts';
import { number, print } from '../terminal.ts';
import { withDatabase } from '../with-database.ts';

export function addBackup(program: Command): void {
  program
    .command('backup')
    .description('write everything into one file, as of one moment; the service may run')
    .argument('<file>', 'file to write; an existing one is replaced when the new one is complete')
    .action(async (file: string, _options, command: Command) => backup(file, wantsJson(command)));
  program
    .command('restore')
    .description('write a backup into an empty database, embedded or server')
    .argument('<file>', 'file that `backup` wrote')
    .action(async (file: string, _options, command: Command) => restore(file, wantsJson(command)));
}

async function backup(file: string, json: boolean): Promise<void> {
  assertPlace(file);
  const moved = await watched('backup', (watch) => withDatabase((operator) => operator.backup(file, watch)));
  const bytes = fs.statSync(file).size;
  const text = `${number(moved.rows)} rows in ${file} (${number(bytes)} bytes)`;
  print({ file, bytes, ...moved }, { json, text });
}

async function restore(file: string, json: boolean): Promise<void> {
  assertFile(file);
  fs.accessSync(file, fs.constants.R_OK);
  const moved = await watched('restore', (watch) =>
    withDatabase((operator) => operator.restore(file, watch), { asItIs: true, isLong: true }),
  );
  print({ file, ...moved }, { json, text: `${number(moved.rows)} rows restored from ${file}` });
}

type Watch = (done: number, total: number) => void;

async function watched<T>(label: string, work: (watch: Watch) => Promise<T>): Promise<T> {
  const progress = startProgress(label, 'rows');
  try {
    return await work((done, total) => progress.update(done, total, done));
  } finally {
    progress.stop();
  }
}
