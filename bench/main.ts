// `npm run bench [-- PART...] [--quick]`: measures every promise about speed and size, each against a
// baseline in the same run, and prints one table. A full run writes docs/benchmarks.md.
import fs from 'node:fs';
import { parseArgs } from 'node:util';
import { type Ground, prepareGround } from './bed.ts';
import { collect } from './collect.ts';
import { consolePages } from './console.ts';
import { disk } from './disk.ts';
import { httpRequests } from './http.ts';
import { imports } from './imports.ts';
import { page } from './page.ts';
import { reading } from './reading.ts';
import { reports } from './reports.ts';
import { reread } from './reread.ts';
import { isMet, type Row, table } from './rows.ts';
import { write } from './write.ts';

const parts: Record<string, (ground: Ground) => Promise<Row[]>> = {
  reading,
  import: imports,
  write,
  reread,
  collect,
  disk,
  http: httpRequests,
  reports,
  console: consolePages,
};

// Noise of a busy machine must not fail `npm run check`; a lost factor of two must.
const QUICK_SLACK = 2;
const PAGE = new URL('../docs/benchmarks.md', import.meta.url);

const USAGE = `npm run bench [-- PART...] [--quick]

Parts: ${Object.keys(parts).join(', ')}; all of them without any.
--quick  a small variant of each, in under two minutes, that fails only beyond a factor of two
Without PART and --quick the table is written into docs/benchmarks.md.`;

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    options: { quick: { type: 'boolean', default: false }, help: { type: 'boolean', default: false } },
    allowPositionals: true,
  });
  if (values.help) return console.log(USAGE);
  const unknown = positionals.find((name) => !(name in parts));
  if (unknown)
    throw new Error(`the bench has no part "${unknown}": choose of ${Object.keys(parts).join(', ')}`);
  const names = positionals.length > 0 ? positionals : Object.keys(parts);
  const rows: Row[] = [];
  for (const name of names) {
    const found = await measured(name, values.quick);
    // A full run takes long: what is known is shown at once.
    if (!values.quick && names.length > 1) console.error(table(found));
    rows.push(...found);
  }
  // What has a target first.
  rows.sort((a, b) => Number(b.target !== undefined) - Number(a.target !== undefined));
  console.log(table(rows));
  if (!values.quick && positionals.length === 0) fs.writeFileSync(PAGE, page(rows));
  const failed = rows.filter((row) => !isMet(row, values.quick ? QUICK_SLACK : 1));
  for (const { what } of failed)
    console.error(`missed${values.quick ? ' by more than a factor of two' : ''}: ${what}`);
  if (failed.length > 0) process.exitCode = 1;
}

async function measured(name: string, quick: boolean): Promise<Row[]> {
  const start = performance.now();
  const ground = prepareGround(quick);
  try {
    return (await parts[name]?.(ground)) ?? [];
  } catch (error) {
    // The other parts are worth their time all the same.
    console.error(error);
    process.exitCode = 1;
    return [];
  } finally {
    await ground.end();
    console.error(`${name}: ${Math.round((performance.now() - start) / 1000)} s`);
  }
}

await main();
