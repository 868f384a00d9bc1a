import type { Command } from 'commander';
import { wantsJson } from '../options.ts';
import { print } from '../terminal.ts';
import { withDatabase } from '../with-database.ts';

export function addMigrate(program: Command): void {
  program
    .command('migrate')
    .description('bring the database to the newest migration, as every start does')
    .action(async (_options, command: Command) => {
      const applied = await withDatabase((operator) => operator.migrate(), { asItIs: true });
      const text = applied.length > 0 ? `Applied ${applied.join(', ')}` : 'The database is up to date';
      print({ applied }, { json: wantsJson(command), text });
    });
}
