import type { Command } from 'commander';
import { type Config, readConfig } from '../../config.ts';
import type { Running } from '../../main.ts';
import { wantsJson } from '../options.ts';
import { onSignal } from '../signals.ts';
import { print, say } from '../terminal.ts';
import { announceNew } from '../with-database.ts';

export function addServe(program: Command): void {
  program
    .command('serve')
    .description('run the service: API and docs in one process (PORT, HOST, DATA_DIR, DATABASE_URL)')
    .action(async (_options, command: Command) => serve(wantsJson(command)));
}

async function serve(json: boolean): Promise<void> {
  const config = readConfig();
  await announceNew(config);
  const running = await startService(config, 1);
  const stopped = untilStopped(running);
  const place = { url: running.url, docs: `${running.url}/docs`, data: dataPlace(config) };
  if (json) print(place, { json, text: '' });
  else say(`Brandscope  ${place.url}\ndocs        ${place.docs}\ndata        ${place.data}`);
  if (running.setUpLink !== null) say(firstSteps(running.setUpLink));
  await stopped;
}

const firstSteps = (link: string) => `There is no account yet. Set it up in the browser, with this link:
  ${link}
or in another terminal, with the same settings:
  npm run --silent brandscope -- account create --name "My agency" --email me@example.com
  npm run --silent brandscope -- key create --account 1 --name laptop`;

/** Starts the service; a port that is taken gives a message that says what to do. */
export async function startService(config: Config, logTo: 1 | 2): Promise<Running> {
  const { makeLogger, start } = await import('../../main.ts');
  return start(config, makeLogger(config, logTo)).catch((error: NodeJS.ErrnoException) => {
    const at = `port ${config.PORT} on ${config.HOST}`;
    if (error.code === 'EADDRINUSE')
      throw new Error(`${at} is in use: stop what listens there, or choose another one with PORT`, {
        cause: error,
      });
    if (error.code === 'EACCES' && 'port' in error)
      throw new Error(`${at} may not be opened by this user: choose one above 1023 with PORT`, {
        cause: error,
      });
    throw error;
  });
}

/** Resolves when a signal stopped the service: what is in flight is answered first. */
export async function untilStopped(
  running: Running,
  before: () => Promise<void> = async () => {},
): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const off = onSignal(() => resolve());
  await promise;
  say('Stopping: answering what is in flight (press again to cut it off) ...');
  await before();
  await running.stop();
  off();
}

/** Where the data is, without the password of a database's URL. */
function dataPlace({ DATABASE_URL, DATA_DIR }: Config): string {
  if (!DATABASE_URL) return DATA_DIR;
  const url = new URL(DATABASE_URL);
  url.password = '';
  return url.href;
}
