import type { Command } from 'commander';
import { id, wantsJson } from '../options.ts';
import { startProgress } from '../progress.ts';
import { number, print } from '../terminal.ts';
import { withDatabase } from '../with-database.ts';

type Options = { brand?: number; all?: boolean };

export function addReread(program: Command): void {
  program
    .command('reread')
    .description(
      'read stored answers again whose settings or rules changed since; the service does it by itself',
    )
    .option('--brand <id>', 'read all answers of this brand again, whether or not something changed', id)
    .option('--all', 'read all answers of all brands again')
    .action(async (options: Options, command: Command) => reread(options, wantsJson(command)));
}

async function reread({ brand, all = false }: Options, json: boolean): Promise<void> {
  const read = await withDatabase(
    async (operator) => {
      if (brand !== undefined && !(await operator.findBrand(brand)))
        throw new Error(`there is no brand with the id ${brand}`);
      if (all || brand !== undefined) await operator.startRereading(all ? undefined : brand);
      const progress = startProgress('Reading again', 'answers');
      try {
        return await operator.reread((done, total) => progress.update(done, total, done));
      } finally {
        progress.stop();
      }
    },
    { isLong: true },
  );
  const text =
    read === 0
      ? 'Every answer is read under the present settings and rules.'
      : `Read ${number(read)} answers again.`;
  print({ read }, { json, text });
}
