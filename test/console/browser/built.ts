// The console as its sources are now, built once for all test files.
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';

const ROOT = path.join(import.meta.dirname, '../../..');
const CACHE = path.join(ROOT, 'node_modules/.cache/brandscope');
const SOURCES = ['console', 'contract', 'client', 'package-lock.json'];
const NOT_SOURCES = /(^|\/)(dist|build|node_modules)(\/|$)/;
const KEPT = 4;
const ABANDONED_MS = 180_000;

/** The folder of the built console: `CONSOLE_FOLDER`, or a build of the sources as they are. */
export async function builtConsole(): Promise<string> {
  if (process.env.CONSOLE_FOLDER) return process.env.CONSOLE_FOLDER;
  const folder = path.join(CACHE, `console-${fingerprint()}`);
  while (!fs.existsSync(folder)) {
    if (takeTurn(`${folder}.lock`)) await build(folder).finally(() => fs.rmdirSync(`${folder}.lock`));
    else await sleep(200);
  }
  return folder;
}

function fingerprint(): string {
  const hash = createHash('sha256');
  for (const source of SOURCES) {
    for (const file of filesOf(path.join(ROOT, source))) hash.update(file).update(fs.readFileSync(file));
  }
  return hash.digest('hex').slice(0, 16);
}

function filesOf(at: string): string[] {
  if (!fs.statSync(at).isDirectory()) return [at];
  return fs
    .readdirSync(at, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => path.join(parentPath, name))
    .filter((file) => !NOT_SOURCES.test(path.relative(ROOT, file)))
    .sort();
}

/** Whether it is this process that builds; one that died while building is not waited for. */
function takeTurn(lock: string): boolean {
  fs.mkdirSync(CACHE, { recursive: true });
  try {
    fs.mkdirSync(lock);
    return true;
  } catch {
    const since = fs.statSync(lock, { throwIfNoEntry: false })?.mtimeMs ?? Date.now();
    if (Date.now() - since > ABANDONED_MS) fs.rmSync(lock, { recursive: true, force: true });
    return false;
  }
}

async function build(folder: string): Promise<void> {
  const draft = fs.mkdtempSync(path.join(CACHE, 'console-draft-'));
  const vite = path.join(ROOT, 'node_modules/vite/bin/vite.js');
  const args = [vite, 'build', 'console', '--outDir', draft, '--emptyOutDir', '--logLevel', 'warn'];
  try {
    await promisify(execFile)(process.execPath, args, { cwd: ROOT });
    fs.renameSync(draft, folder);
  } catch (error) {
    fs.rmSync(draft, { recursive: true, force: true });
    throw error;
  }
  forgetOld();
}

/** Builds of older sources: the newest stay, for those who switch between branches. */
function forgetOld(): void {
  const age = (folder: string) => fs.statSync(folder).mtimeMs;
  const builds = fs
    .readdirSync(CACHE)
    .filter((name) => /^console-[0-9a-f]{16}$/.test(name))
    .map((name) => path.join(CACHE, name))
    .sort((a, b) => age(b) - age(a));
  for (const folder of builds.slice(KEPT)) fs.rmSync(folder, { recursive: true, force: true });
}
