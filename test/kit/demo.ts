// The demo as a process of its own, filled, and a person who signs in to it.
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from 'playwright-core';

const ROOT = path.join(import.meta.dirname, '../..');

export type Demo = { url: string; email: string; password: string; key: string; stop: () => Promise<void> };
export type DemoOptions = { folder: string; port: number; live?: boolean };

/** Starts `brandscope demo` on a data folder and waits until all its answers are there. */
export async function startDemo({ folder, port, live = false }: DemoOptions): Promise<Demo> {
  const child = spawn(process.execPath, ['src/cli/main.ts', 'demo', '--json', ...(live ? ['--live'] : [])], {
    cwd: ROOT,
    env: { ...process.env, DATA_DIR: folder, PORT: String(port) },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const kill = () => child.kill();
  process.on('exit', kill);
  const ended = new Promise<never>((_, reject) => {
    child.once('exit', (code) => reject(new Error(`the demo ended with ${code}`)));
  });
  const shown = new Promise<Omit<Demo, 'stop'>>((resolve) => {
    createInterface({ input: child.stdout }).once('line', (line) => resolve(JSON.parse(line)));
  });
  const demo = await Promise.race([shown, ended]);
  await Promise.race([untilFilled(folder), ended]);
  const stop = async () => {
    process.off('exit', kill);
    kill();
    await ended.catch(() => {});
  };
  return { ...demo, stop };
}

/** The demo fills newest first: when its state says so, all is there. */
async function untilFilled(folder: string): Promise<void> {
  const state = path.join(folder, 'demo.json');
  while (!JSON.parse(fs.readFileSync(state, 'utf8')).filledUntil) await sleep(500);
}

/** Signs in as the demo's owner, and waits for the first page. */
export async function signIn(page: Page, { url, email, password }: Demo): Promise<void> {
  await page.goto(`${url}/sign-in`);
  await page.getByLabel('E-mail').fill(email);
  await page.getByRole('textbox', { name: 'Password' }).fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('heading', { level: 1, name: 'Portfolio' }).waitFor();
}
