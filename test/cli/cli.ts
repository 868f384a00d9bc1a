// Runs the real command line as child processes, on data folders of their own.
import { type ChildProcess, spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { copyTemplate } from '../kit/database.ts';

const MAIN = path.join(import.meta.dirname, '../../src/cli/main.ts');

export type Ran = { code: number | null; out: string; err: string };
export type Env = Record<string, string | undefined>;
export type Started = {
  child: ChildProcess;
  seen(text: string | RegExp): Promise<string>;
  ended: Promise<Ran>;
};

const running = new Set<{ child: ChildProcess; folder: string | undefined }>();

/** Starts a command; `seen` waits until its output (both streams) holds a text. */
export function start(args: string[], env: Env = {}, input: string | Buffer = ''): Started {
  const inherited = { PATH: process.env.PATH, HOME: process.env.HOME, LOG_LEVEL: 'error' };
  const child = spawn(process.execPath, [MAIN, ...args], {
    env: { ...inherited, ...env } as NodeJS.ProcessEnv,
  });
  const one = { child, folder: env.DATA_DIR };
  running.add(one);
  child.on('close', () => running.delete(one));
  let out = '';
  let err = '';
  child.stdout.on('data', (text) => (out += text));
  child.stderr.on('data', (text) => (err += text));
  child.stdin.on('error', () => {});
  child.stdin.end(input);
  const ended = new Promise<Ran>((resolve) => child.on('close', (code) => resolve({ code, out, err })));
  const seen = async (text: string | RegExp) => {
    const isThere = () => (typeof text === 'string' ? (out + err).includes(text) : text.test(out + err));
    while (!isThere()) {
      if (child.exitCode !== null) throw new Error(`ended without ${text}:\n${out}${err}`);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    return out + err;
  };
  return { child, seen, ended };
}

export async function run(args: string[], env: Env = {}, input: string | Buffer = ''): Promise<Ran> {
  return start(args, env, input).ended;
}

/** A migrated data folder, and where to put files beside it; what a failed test left running on it ends with it. */
export async function dataFolder(): Promise<{
  env: Env;
  file: (name: string) => string;
  remove: () => void;
}> {
  const folder = await copyTemplate();
  return {
    env: { DATA_DIR: folder, PORT: '0' },
    file: (name) => path.join(folder, name),
    remove: () => {
      for (const one of running) if (one.folder === folder) one.child.kill('SIGKILL');
      fs.rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** A recorded answer; each number is another one. */
export function recorded(at: number, over: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    id: `a-${at}`,
    prompt: `best crm ${at % 5}`,
    agent: ['chatgpt', 'claude'][at % 2],
    answered_at: new Date(Date.UTC(2025, 0, 1, 9) + at * 3_600_000).toISOString(),
    answer: `1. **Acme** is a good choice (${at}).\n2. **Globex** is cheaper.`,
    citations: [{ url: `https://review${at % 7}.example/list`, title: 'List' }],
    ...over,
  };
}
