// The real service as a process, on a data folder that has an account, a brand and a key.
import { type ChildProcess, spawn } from 'node:child_process';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { createKey } from '../../src/operations/keys.ts';
import { openDatabase } from '../../src/storage/open.ts';
import type { Json } from '../kit/api.ts';
import { copyTemplate } from '../kit/database.ts';
import { ensureBrand, makeContext, type Owner } from './workload.ts';

const MAIN = path.join(import.meta.dirname, '../../src/cli/main.ts');

export type Prepared = { folder: string; brand: Owner; key: string };

/** A new data folder with a brand and a Global key. */
export async function prepareFolder(): Promise<Prepared> {
  const folder = await copyTemplate();
  const database = await openDatabase({ folder, exclusive: true });
  const brand = await ensureBrand(database);
  const { key } = await createKey(makeContext({ database }), { accountId: brand.account_id, name: 'tests' });
  await database.close();
  return { folder, brand, key };
}

export type Ended = { code: number | null; signal: NodeJS.Signals | null; output: string };

/** Runs a command of Brandscope on a folder. */
export function brandscope(
  folder: string,
  ...args: string[]
): { child: ChildProcess; ended: Promise<Ended> } {
  const env = { ...process.env, DATA_DIR: folder, DATABASE_URL: '', PORT: '0', LOG_LEVEL: 'warn' };
  const child = spawn(process.execPath, [MAIN, ...args], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk) => {
      output += chunk;
    });
  const ended = new Promise<Ended>((resolve) => {
    child.on('close', (code, signal) => resolve({ code, signal, output }));
  });
  return { child, ended };
}

export type Served = { url: string; child: ChildProcess; ended: Promise<Ended> };

/** Starts the service and waits until it listens. */
export async function serve(folder: string): Promise<Served> {
  const { child, ended } = brandscope(folder, 'serve', '--json');
  if (!child.stdout) throw new Error('no output');
  for await (const line of createInterface({ input: child.stdout })) {
    const { url } = JSON.parse(line);
    if (url) return { url, child, ended };
  }
  throw new Error(`the service did not start: ${(await ended).output}`);
}

/** Calls an operation by path. */
export async function post(url: string, at: string, { key, body }: { key: string; body: object }) {
  const response = await fetch(`${url}/api/v1${at}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` },
    body: JSON.stringify(body),
  });
  return { status: response.status, headers: response.headers, json: (await response.json()) as Json };
}
