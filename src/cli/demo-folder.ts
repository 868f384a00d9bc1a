// The demo's own data folder, and what its commands remember beside the database.
import fs from 'node:fs';
import path from 'node:path';
import type { Config } from '../config.ts';

/** `filling` is the moment up to which answers are being added, `filledUntil` the one up to which all are there. */
export type DemoState = { key?: string; ready?: boolean; filling?: string; filledUntil?: string };

const fileOf = (folder: string) => path.join(folder, 'demo.json');

/** Opens the folder: refuses one with another database in it. `fresh` removes the demo that is there. */
export async function openDemoFolder(config: Config, fresh: boolean): Promise<DemoState> {
  const { isFolderHeld, isNewFolder } = await import('../main.ts');
  const folder = config.DATA_DIR;
  const file = fileOf(folder);
  if (!fs.existsSync(file) && !isNewFolder(config))
    throw new Error(`${folder} holds a database that is no demo: choose another folder with DATA_DIR`);
  fs.mkdirSync(folder, { recursive: true, mode: 0o700 });
  if (fresh && isFolderHeld(config)) throw new Error(`the demo in ${folder} is running: stop it first`);
  if (fresh) removeDemo(folder);
  if (!fs.existsSync(file)) keepState(folder, {});
  return JSON.parse(fs.readFileSync(file, 'utf8')) as DemoState;
}

function removeDemo(folder: string): void {
  // The mark goes last: without it nothing here would count as a demo any more.
  fs.rmSync(path.join(folder, 'pg'), { recursive: true, force: true });
  fs.rmSync(fileOf(folder), { force: true });
}

/** Writes the state, whole or not at all: it holds a key, so that only its owner may read it. */
export function keepState(folder: string, state: DemoState): void {
  const file = fileOf(folder);
  fs.writeFileSync(`${file}.part`, `${JSON.stringify(state)}\n`, { mode: 0o600 });
  fs.renameSync(`${file}.part`, file);
}
