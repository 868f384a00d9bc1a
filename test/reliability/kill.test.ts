// `kill -9` during import on the embedded database, at random moments and again and again on one folder.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import test from 'node:test';
import { openDatabase } from '../../src/storage/open.ts';
import { isLong, ROOM, seed, seededRandom, writeFigure } from './figures.ts';
import { assertWhole, isMigrated } from './workload.ts';

const WRITER = path.join(import.meta.dirname, 'writer.ts');
const BATCH = 7;
// Lines that are asked for again after each kill: known ones must not count twice.
const OVERLAP = 20;

type Outcome = { acknowledged: number[]; said: Set<string>; killed: boolean };

/** When to kill: `afterMs` after the writer said `from` for the `times`-th time; after its start when that is empty. */
type Kill = { from: string; times: number; afterMs: number };

function writeAndKill(folder: string, first: number, kill: Kill): Promise<Outcome> {
  const child = spawn(process.execPath, [WRITER, folder, String(first), String(BATCH)], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const outcome: Outcome = { acknowledged: [], said: new Set(), killed: false };
  let errors = '';
  let rest = '';
  let heard = 0;
  const killLater = () => setTimeout(() => child.kill('SIGKILL'), kill.afterMs);
  if (kill.from === '') killLater();
  child.stderr.on('data', (chunk) => {
    errors += chunk;
  });
  child.stdout.on('data', (chunk) => {
    const said = (rest + chunk).split('\n');
    rest = said.pop() ?? '';
    for (const text of said) {
      const [word = '', from = 0, count = 0] = text.split(' ').map((part, at) => (at ? Number(part) : part));
      if (word === kill.from && ++heard === kill.times) killLater();
      outcome.said.add(String(word));
      for (let at = 0; at < Number(count); at++) outcome.acknowledged.push(Number(from) + at);
    }
  });
  return new Promise((resolve, reject) => {
    child.on('close', (code, signal) => {
      outcome.killed = signal === 'SIGKILL';
      if (outcome.killed) resolve(outcome);
      else reject(new Error(`the writer ended by itself (${code}): ${errors}`));
    });
  });
}

async function check(folder: string, acknowledged: Set<number>): Promise<number> {
  const database = await openDatabase({ folder, exclusive: true });
  try {
    if (!(await isMigrated(database))) {
      assert.equal(acknowledged.size, 0);
      return 0;
    }
    return await assertWhole(database, acknowledged);
  } finally {
    await database.close();
  }
}

const tempFolder = () => fs.mkdtempSync(path.join(ROOM, 'brandscope-kill-'));

test('kills during import lose no acknowledged line and double none', { timeout: 1_800_000 }, async () => {
  const kills = Number(process.env.KILLS ?? (isLong ? 200 : 10));
  const random = seededRandom(seed);
  const folder = tempFolder();
  const acknowledged = new Set<number>();
  let stored = 0;
  for (let kill = 1; kill <= kills; kill++) {
    const first = Math.max(0, Math.max(-1, ...acknowledged) + 1 - OVERLAP);
    // Counted in commits, so that a slow machine proves as much as a fast one; the milliseconds on top make
    // it die in the middle of one.
    const times = 5 + Math.floor(random() * 10);
    const afterMs = random() * 60;
    // Most die between two commits or in one; some while they open the folder (in the recovery from the kill
    // before), some just after.
    const from = ['', 'migrated', 'ack', 'ack', 'ack'][kill % 5] ?? 'ack';
    const outcome = await writeAndKill(
      folder,
      first,
      from === 'ack' ? { from, times, afterMs } : { from, times: 1, afterMs: afterMs * 10 },
    );
    for (const number of outcome.acknowledged) acknowledged.add(number);
    if (kill % (isLong ? 20 : 5) === 0 || kill === kills)
      stored = await check(folder, acknowledged).catch((cause) => {
        throw new Error(`after kill ${kill} with SEED=${seed} in ${folder}`, { cause });
      });
  }
  assert.ok(acknowledged.size > kills, `${acknowledged.size} lines are too few to prove anything`);
  fs.rmSync(folder, { recursive: true });
  writeFigure(
    'kills during import, on one folder',
    `${kills} kills, ${acknowledged.size} lines acknowledged, ${stored} stored, 0 lost, 0 doubled, all sums equal to a recomputation`,
  );
});

test('kills during the first start leave a folder that opens', { timeout: 1_800_000 }, async () => {
  const kills = isLong ? 20 : 1;
  const random = seededRandom(seed + 1);
  const reached = { nothing: 0, open: 0, migrated: 0 };
  for (let kill = 1; kill <= kills; kill++) {
    const folder = tempFolder();
    // Twice on the same folder: the second start meets what the first one left.
    for (const share of [0.5, 1]) {
      const { said, acknowledged } = await writeAndKill(folder, 0, {
        from: '',
        times: 1,
        afterMs: 300 + share * random() * 4000,
      });
      reached[said.has('migrated') ? 'migrated' : said.has('open') ? 'open' : 'nothing'] += 1;
      if (share === 1) await check(folder, new Set(acknowledged));
    }
    fs.rmSync(folder, { recursive: true });
  }
  writeFigure(
    'kills during the first start',
    `${2 * kills} kills on ${kills} new folders (${reached.nothing} before the database was made, ${reached.open} before its tables, ${reached.migrated} after), every folder opened`,
  );
});
