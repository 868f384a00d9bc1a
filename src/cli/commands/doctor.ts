import fs from 'node:fs';
import type { Command } from 'commander';
import { type Config, readConfig } from '../../config.ts';
import type { Operator } from '../../main.ts';
import { wantsJson } from '../options.ts';
import { number, print, table } from '../terminal.ts';
import { withDatabase } from '../with-database.ts';

type Check = { check: string; state: 'ok' | 'note' | 'wrong'; detail: string };

const LEAST_NODE = 24;
const LEAST_SERVER = 15;
const LEAST_FREE = 1024 ** 3;

export function addDoctor(program: Command): void {
  program
    .command('doctor')
    .description('check the installation, and every fact against the stored answers; changes nothing')
    .action(async (_options, command: Command) => doctor(wantsJson(command)));
}

async function doctor(json: boolean): Promise<void> {
  const config = readConfig();
  const checks = [nodeVersion(), ...(config.DATABASE_URL ? [] : await folderChecks(config))];
  if (!checks.some(({ check, state }) => check === 'data folder' && state === 'wrong'))
    checks.push(...(await databaseChecks()));
  const wrong = checks.filter(({ state }) => state === 'wrong');
  const rows = checks.map(({ check, state, detail }) => [state, check, detail]);
  print({ ok: wrong.length === 0, checks }, { json, text: table(rows) });
  if (wrong.length > 0) process.exitCode = 1;
}

function nodeVersion(): Check {
  const isNew = Number(process.versions.node.split('.')[0]) >= LEAST_NODE;
  const detail = isNew ? process.version : `${process.version}: ${LEAST_NODE} or newer is needed`;
  return { check: 'Node', state: isNew ? 'ok' : 'wrong', detail };
}

async function folderChecks(config: Config): Promise<Check[]> {
  const { isFolderHeld, isNewFolder } = await import('../../main.ts');
  const folder = config.DATA_DIR;
  if (isNewFolder(config))
    return [
      { check: 'data folder', state: 'wrong', detail: `${folder} holds no database yet: start the service` },
    ];
  const held = isFolderHeld(config)
    ? 'held by the running service, shared with it'
    : 'free: the service is not running';
  const { bavail, bsize } = fs.statfsSync(folder);
  const free = bavail * bsize;
  return [
    { check: 'data folder', state: 'ok', detail: folder },
    { check: 'lock', state: 'ok', detail: held },
    {
      check: 'free disk',
      state: free < LEAST_FREE ? 'wrong' : 'ok',
      detail: `${number(free / 1024 ** 2)} MiB`,
    },
  ];
}

async function databaseChecks(): Promise<Check[]> {
  try {
    return await withDatabase(askDatabase, { asItIs: true });
  } catch (error) {
    return [{ check: 'database', state: 'wrong', detail: (error as Error).message }];
  }
}

async function askDatabase(operator: Operator): Promise<Check[]> {
  const { kind, version, fsync, migration, newest } = await operator.inspect();
  const isNew = Number.parseInt(version, 10) >= LEAST_SERVER;
  const checks: Check[] = [
    {
      check: 'database',
      state: isNew ? 'ok' : 'wrong',
      detail: `${kind}, PostgreSQL ${version}${isNew ? '' : `: ${LEAST_SERVER} or newer is needed`}`,
    },
    fsyncCheck(kind, fsync),
    migrationCheck(migration, newest),
  ];
  return migration === newest ? [...checks, ...(await dataChecks(operator))] : checks;
}

/** A server's settings are its administrator's choice; the embedded database never runs without. */
function fsyncCheck(kind: string, fsync: string): Check {
  if (fsync === 'on') return { check: 'fsync', state: 'ok', detail: fsync };
  const state = kind === 'server' ? 'note' : 'wrong';
  return { check: 'fsync', state, detail: `${fsync}: a power cut loses answers` };
}

function migrationCheck(migration: number, newest: number): Check {
  const check = 'migrations';
  if (migration === newest) return { check, state: 'ok', detail: `${migration} of ${newest}` };
  const todo = migration < newest ? 'run `brandscope migrate`' : 'this version is older than the database';
  return {
    check,
    state: 'wrong',
    detail: `the database is at ${migration}, this version knows ${newest}: ${todo}`,
  };
}

async function dataChecks(operator: Operator): Promise<Check[]> {
  const differences = await operator.checkFacts();
  const examples = differences.slice(0, 3).map((one) => JSON.stringify(one));
  const stale = await operator.staleReadings();
  return [
    {
      check: 'facts',
      state: differences.length > 0 ? 'wrong' : 'ok',
      detail:
        differences.length > 0
          ? `${differences.length} rows differ from the stored answers, such as ${examples.join(' ')}`
          : 'equal to a recomputation from the stored answers',
    },
    {
      check: 'readings',
      state: stale > 0 ? 'note' : 'ok',
      detail:
        stale > 0
          ? `${number(stale)} answers wait to be read again: the running service does it`
          : 'all current',
    },
  ];
}
