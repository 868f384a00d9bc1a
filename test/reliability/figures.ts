// Whether the campaigns run in full, and where the full ones write what they found.
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';

export const isLong = process.env.LONG === '1';

const PAGE = path.join(import.meta.dirname, '../../docs/reliability.md');

/** Replaces the row of `name` in the figures of docs/reliability.md; only the long campaigns write. */
export function writeFigure(name: string, found: string): void {
  if (!isLong) return;
  const day = new Date().toISOString().slice(0, 10);
  const row = `| ${name} | ${found} | ${day} |`;
  const page = fs.readFileSync(PAGE, 'utf8');
  const [before = '', rest = ''] = page.split('<!-- figures -->\n');
  const [table = '', after = ''] = rest.split('<!-- end of figures -->\n');
  const rows = table.split('\n').filter((line) => line !== '' && !line.startsWith(`| ${name} |`));
  fs.writeFileSync(
    PAGE,
    `${before}<!-- figures -->\n${[...rows, row].join('\n')}\n<!-- end of figures -->\n${after}`,
  );
}

/** The same numbers for the same seed, so that a failure can be repeated with SEED. */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

export const seed = Number(process.env.SEED ?? Date.now() % 1_000_000);

// In memory where there is such a place: what a kill or a cut leaves does not depend on this machine's disk,
// and hundreds of recoveries flush every file of the database.
const MEMORY = '/dev/shm';
const GIB = 2 ** 30;

/** The folder for data folders. */
export const ROOM = hasRoom() ? MEMORY : os.tmpdir();

function hasRoom(): boolean {
  if (!fs.existsSync(MEMORY)) return false;
  const { bavail, bsize } = fs.statfsSync(MEMORY);
  return bavail * bsize > GIB;
}
