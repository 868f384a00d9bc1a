import type { Command } from 'commander';
import { type Config, readConfig } from '../../config.ts';
import type { Running } from '../../main.ts';
import type { DemoAccount } from '../demo-account.ts';
import { type DemoState, keepState, openDemoFolder } from '../demo-folder.ts';
import { wantsJson } from '../options.ts';
import { number, print, say } from '../terminal.ts';
import { announceNew } from '../with-database.ts';
import { startService, untilStopped } from './serve.ts';

export function addDemo(program: Command): void {
  program
    .command('demo')
    .description(
      'run the service on invented data of its own (./data-demo and port 8080, unless DATA_DIR and PORT are set)',
    )
    .option('--fresh', 'remove the demo data of earlier runs and start over')
    .option('--live', 'collect too: from vendors that stand on this machine and answer with invented texts')
    .action(async ({ fresh = false, live = false }: Options, command: Command) =>
      demo({ fresh, live, json: wantsJson(command) }),
    );
}

type Options = { fresh?: boolean; live?: boolean };

async function demo({ fresh, live, json }: Required<Options> & { json: boolean }): Promise<void> {
  const vendors = live ? await import('../demo/live.ts').then(({ startLive }) => startLive()) : undefined;
  // Invented answers have no place in a server's database, whatever the environment says.
  const config = { ...readConfig(undefined, DEFAULTS, vendors?.environment), DATABASE_URL: undefined };
  const state = await openDemoFolder(config, fresh);
  await announceNew(config);
  const running = await startService(config, 2);
  try {
    await present(running, { config, state, live, json });
    await vendors?.server.stop();
  } catch (error) {
    await running.stop();
    throw error;
  }
}

const DEFAULTS = { DATA_DIR: './data-demo', LOG_LEVEL: 'warn' };

type Presenting = { config: Config; state: DemoState; live: boolean; json: boolean };

async function present(running: Running, { config, state, live, json }: Presenting): Promise<void> {
  const keep = (next: DemoState) => keepState(config.DATA_DIR, next);
  const [{ demoAccount, OWNER }, { fill }, { goLive }] = await Promise.all([
    import('../demo-account.ts'),
    import('../demo-fill.ts'),
    import('../demo-live.ts'),
  ]);
  const account = await demoAccount(running, state, keep);
  const shown = { url: running.url, docs: `${running.url}/docs`, data: config.DATA_DIR, ...OWNER };
  const brands = account.brands.map(({ id, demo: { name } }) => ({ id, name }));
  print(
    { ...shown, account_id: account.accountId, key: account.key, brands },
    { json, text: welcome(running.url, account, OWNER) },
  );
  let stopping = false;
  const { operator } = running;
  const filling = fill({ operator, brands: account.brands, state, keep, isStopped: () => stopping })
    .then((added) => sayFilled(added, stopping))
    .catch((error: Error) => say(`brandscope: filling stopped: ${error.message}`));
  if (live)
    void goLive(running, account, () => stopping).catch((error: Error) =>
      say(`brandscope: ${error.message}`),
    );
  await untilStopped(running, () => {
    stopping = true;
    return filling;
  });
}

function sayFilled(added: number, stopping: boolean): void {
  if (stopping) say(`${number(added)} answers added; the next start goes on from here.`);
  else if (added > 0) say(`${number(added)} answers added. The demo is complete; Ctrl-C stops it.`);
}

type Owner = { email: string; password: string };

function welcome(url: string, { key, brands }: DemoAccount, owner: Owner): string {
  const names = brands.map(({ demo: { name }, id }) => `${name} (brand ${id})`).join(', ');
  const first = brands[0]?.id ?? 1;
  const second = brands[1]?.id ?? first;
  return `
Brandscope demo: ${names}. All invented, and read by the real rules.

  address   ${url}
  docs      ${url}/docs
  sign-in   ${owner.email}  password ${owner.password}
  key       ${key}

Paste one of these into another terminal:

${curl(url, key, '/brand-report', { brand_id: first })}

${curl(url, key, '/competitor/tracked', { brand_id: first })}

${curl(url, key, '/sources', { brand_id: second, limit: 10 })}
`;
}

function curl(url: string, key: string, path: string, body: object): string {
  const headers = `-H 'Authorization: Bearer ${key}' -H 'Content-Type: application/json'`;
  return `curl -s ${url}/api/v1${path} ${headers} -d '${JSON.stringify(body)}'`;
}
