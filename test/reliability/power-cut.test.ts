// Power cuts on the embedded database: whatever was acknowledged is there when the folder opens again.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import test from 'node:test';
import { promisify } from 'node:util';
import { PGlite } from '@electric-sql/pglite';
import { openDatabase } from '../../src/storage/open.ts';
import { Disk, type Recorded, readJournal } from './disk.ts';
import { isLong, ROOM, seed, seededRandom, writeFigure } from './figures.ts';
import { assertWhole, isMigrated } from './workload.ts';

const tempFolder = () => fs.mkdtempSync(path.join(ROOM, 'brandscope-cut-'));

/** Runs a script of this folder from an empty data folder and returns every change that it made on the disk. */
async function record(script: string, args: string[]): Promise<Recorded[]> {
  const folder = tempFolder();
  const data = path.join(folder, 'data');
  fs.mkdirSync(data);
  const env = { ...process.env, RECORD_ROOT: data, RECORD_TO: path.join(folder, 'journal') };
  const here = (name: string) => path.join(import.meta.dirname, name);
  await promisify(execFile)(
    process.execPath,
    ['--import', here('disk-recorder.ts'), here(script), data, ...args],
    { env },
  );
  const journal = readJournal(env.RECORD_TO);
  assertComplete(journal, folder, data);
  fs.rmSync(folder, { recursive: true });
  return journal;
}

/** The journal says all that happened: replayed with nothing lost, it gives the folder byte for byte. */
function assertComplete(journal: Recorded[], folder: string, data: string): void {
  const disk = new Disk();
  for (const recorded of journal) {
    disk.apply(recorded);
    const { event } = recorded;
    if (event.is === 'write' || event.is === 'truncate')
      disk.apply({ event: { is: 'fsync', at: event.at }, bytes: Buffer.alloc(0) });
  }
  const replayed = path.join(folder, 'replayed');
  disk.writeTo(replayed);
  for (const at of fs.globSync('pg/**/*', { cwd: data })) {
    if (!fs.statSync(path.join(data, at)).isFile()) continue;
    const [own, again] = [data, replayed].map((root) => fs.readFileSync(path.join(root, at)));
    assert.ok(own && again && own.equals(again), `${at} was changed behind the recorder's back`);
  }
}

type Cut = { folder: string; acknowledged: Set<number> };
type Plan = { cuts: number; from?: number; torn?: () => number };

/** Cuts the power at moments spread over the whole life of the folder, one at random within each stretch. */
async function forEachCut(
  journal: Recorded[],
  { cuts, from, torn }: Plan,
  check: (cut: Cut) => Promise<void>,
): Promise<void> {
  const random = torn ?? seededRandom(seed);
  const disk = new Disk();
  const acknowledged = new Set<number>();
  const moments =
    from === undefined ? momentsOf(journal, cuts, random) : spread([from, journal.length], cuts, random);
  for (const [at, recorded] of journal.entries()) {
    const { event } = recorded;
    if (event.is === 'ack')
      for (let line = 0; line < event.count; line++) acknowledged.add(event.first + line);
    else disk.apply(recorded);
    if (!moments.has(at)) continue;
    const folder = tempFolder();
    disk.writeTo(folder, torn);
    await check({ folder, acknowledged }).catch((cause) => {
      throw new Error(`cut after change ${at} of ${journal.length}, SEED=${seed}, left in ${folder}`, {
        cause,
      });
    });
    fs.rmSync(folder, { recursive: true });
  }
}

/** One cut in eight falls into the creation of the folder, the others into the import that follows. */
function momentsOf(journal: Recorded[], cuts: number, random: () => number): Set<number> {
  const made = journal.findIndex(({ event }) => event.is === 'rename' && event.to === 'pg');
  assert.ok(made > 0);
  const early = Math.max(1, Math.floor(cuts / 8));
  return spread([0, made], early, random).union(spread([made, journal.length], cuts - early, random));
}

function spread([from, to]: [number, number], count: number, random: () => number): Set<number> {
  const stretch = (to - from) / count;
  return new Set(Array.from({ length: count }, (_, at) => Math.floor(from + (at + random()) * stretch)));
}

async function openAndCheck({ folder, acknowledged }: Cut): Promise<void> {
  const database = await openDatabase({ folder, exclusive: true });
  try {
    if (await isMigrated(database)) await assertWhole(database, acknowledged);
    else assert.equal(acknowledged.size, 0, 'the tables are gone');
  } finally {
    await database.close();
  }
}

test('every acknowledged line is there after a power cut', { timeout: 1_800_000 }, async () => {
  const cuts = Number(process.env.CUTS ?? (isLong ? 132 : 8));
  const harsher = Math.ceil(cuts / 4);
  const journal = await record('writer.ts', ['0', '5', isLong ? '120' : '30']);
  const fsyncs = journal.filter(({ event }) => event.is === 'fsync').length;
  const what = `${journal.length} changes on the disk, ${fsyncs} of them fsyncs`;
  await forEachCut(journal, { cuts }, openAndCheck);
  writeFigure(
    'power cuts, contents as of the last fsync',
    `${cuts} cuts in ${what}: every acknowledged line there, all sums agree, every folder opened`,
  );
  const torn = seededRandom(seed + 1);
  await forEachCut(journal, { cuts: harsher, torn }, openAndCheck);
  writeFigure('power cuts, unsynced writes partly there', `${harsher} cuts: the same`);
});

test('PGlite as it comes loses lines in the same simulation', { timeout: 900_000 }, async () => {
  const cuts = isLong ? 10 : 2;
  const journal = await record('stock-writer.ts', ['60']);
  // Before the first acknowledged line nothing can be lost.
  const from = journal.findIndex(({ event }) => event.is === 'ack');
  let whole = 0;
  await forEachCut(journal, { cuts, from }, async ({ folder, acknowledged }) => {
    if (await stockHas(folder, acknowledged)) whole += 1;
  });
  assert.equal(whole, 0, 'the simulation loses nothing, so that it proves nothing');
  writeFigure('the same with PGlite as it comes', `${cuts} cuts, ${whole} with every acknowledged line`);
});

async function stockHas(folder: string, acknowledged: Set<number>): Promise<boolean> {
  try {
    const db = await PGlite.create({ dataDir: path.join(folder, 'pg') });
    const { rows } = await db.query<{ number: number }>('select number from lines');
    await db.close();
    const found = new Set(rows.map(({ number }) => number));
    return [...acknowledged].every((number) => found.has(number));
  } catch {
    return false;
  }
}
