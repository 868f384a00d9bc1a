// Import with everything that belongs to it: parsing, validation, reading, storing with all facts.
import { execFile } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import type { Ground } from './bed.ts';
import type { ImportResult, ImportRun } from './import-run.ts';
import { perSecond, type Row, short } from './rows.ts';
import { longTexts, meanBytes, recorded } from './texts.ts';

// As the command `brandscope import`.
const BATCH = 200;
const LEAST = { server: 1_000, embedded: 400 };
// The quick variant guards what is reached today.
const QUICK_LEAST = { server: 150, embedded: 120 };
// The highest memory by the end against the highest by a fifth of the way.
const MOST_GROWTH = 1.25;

export async function imports(ground: Ground): Promise<Row[]> {
  const texts = longTexts(ground.quick ? 300 : 3_000);
  const counts = ground.quick ? { server: 1_000, embedded: 600 } : { server: 40_000, embedded: 10_000 };
  const rows: Row[] = [];
  for (const bed of [await ground.server(), await ground.embedded()]) {
    const count = counts[bed.kind];
    const folder = path.join(path.dirname(bed.open.folder), 'import');
    fs.mkdirSync(folder, { recursive: true });
    const file = path.join(folder, `${bed.kind}.jsonl`);
    const lines = fs.createWriteStream(file);
    for (let at = 0; at < count; at++) lines.write(`${JSON.stringify(recorded(texts, at))}\n`);
    await new Promise((resolve) => lines.end(resolve));
    const result = await runImport({
      file,
      count,
      batch: BATCH,
      folder: path.join(folder, 'data'),
      url: bed.open.url,
    });
    rows.push(
      ...rowsOf(`${count.toLocaleString('en')} answers of ${meanBytes(texts)} bytes, ${bed.kind}`, {
        ...result,
        count,
        kind: bed.kind,
        quick: ground.quick,
      }),
    );
    fs.rmSync(folder, { recursive: true });
  }
  return rows;
}

async function runImport(run: ImportRun): Promise<ImportResult> {
  const script = path.join(import.meta.dirname, 'import-run.ts');
  const { stdout } = await promisify(execFile)(process.execPath, [script, JSON.stringify(run)]);
  return JSON.parse(stdout) as ImportResult;
}

type Measured = ImportResult & { count: number; kind: 'server' | 'embedded'; quick: boolean };

function rowsOf(
  what: string,
  { seconds, mebibytesAt20, mebibytesAt100, count, kind, quick }: Measured,
): Row[] {
  const rate = count / seconds;
  const growth = mebibytesAt100 / mebibytesAt20;
  return [
    {
      what: `Import with reading, ${what}: answers per second`,
      ours: perSecond(rate),
      value: rate,
      target: { least: (quick ? QUICK_LEAST : LEAST)[kind] },
    },
    {
      what: `Memory of that import, highest by the end to highest by a fifth`,
      ours: `${short(mebibytesAt100)} MiB`,
      baseline: `${short(mebibytesAt20)} MiB`,
      value: growth,
      // A few seconds are too short for memory to settle.
      ...(quick ? {} : { target: { most: MOST_GROWTH } }),
    },
  ];
}
