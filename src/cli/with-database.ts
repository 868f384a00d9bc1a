import { type Config, readConfig } from '../config.ts';
import type { Manner, Operator } from '../main.ts';
import { say } from './terminal.ts';

/** Opens the database, runs a command's work and closes it again, whatever happens. */
export async function withDatabase<T>(
  work: (operator: Operator, config: Config) => Promise<T>,
  manner: Manner = {},
): Promise<T> {
  const config = readConfig();
  await announceNew(config);
  const { openForCommand } = await import('../main.ts');
  const { operator, database } = await openForCommand(config, manner);
  try {
    return await work(operator, config);
  } finally {
    await database.close();
  }
}

/** A new data folder takes seconds to initialise: better said than wondered about. */
export async function announceNew(config: Config): Promise<void> {
  const { isNewFolder } = await import('../main.ts');
  if (isNewFolder(config)) say(`Creating the database in ${config.DATA_DIR} (a few seconds, once) ...`);
}
