// Reading stored answers again after a changed setting, while reports keep being asked.

import { importBatch } from '../src/operations/imports.ts';
import { rereadBatch } from '../src/operations/reread.ts';
import { addBrand, changeBrand, findBrandAnywhere } from '../src/storage/brands.ts';
import { trackCompetitor } from '../src/storage/competitors.ts';
import type { Bed, Ground } from './bed.ts';
import { ms, perSecond, type Row } from './rows.ts';
import { longTexts, brand as named, recorded, rivals } from './texts.ts';

// A hundred thousand answers in three minutes.
const LEAST = 100_000 / 180;
const PAUSE_MS = 50;

export async function reread(ground: Ground): Promise<Row[]> {
  const rows: Row[] = [];
  for (const open of [ground.server, ground.embedded])
    rows.push(...(await rereadOn(await open(), ground.quick)));
  return rows;
}

async function rereadOn(bed: Bed, quick: boolean): Promise<Row[]> {
  const answers = quick ? 2_000 : 20_000;
  const brand = await fill(bed, answers);
  await changeBrand(bed.database.db, brand, { aliases: ['Another Name'] });
  const asking = askReports(bed, brand.id);
  const start = performance.now();
  while ((await rereadBatch(bed.context, brand)) > 0);
  const seconds = (performance.now() - start) / 1000;
  const waits = (await asking.stop()).sort((a, b) => a - b);
  const slow = waits[Math.floor(waits.length * 0.95)] ?? 0;
  return [
    {
      what: `Reading ${answers.toLocaleString('en')} stored answers of 2 kB again, 10 entities, reports meanwhile, ${bed.kind}: answers per second`,
      ours: perSecond(answers / seconds),
      value: answers / seconds,
      target: { least: quick ? LEAST / 2 : LEAST },
    },
    { what: `Reports meanwhile, ${bed.kind}: 95 of 100 answered within`, ours: ms(slow) },
  ];
}

async function fill(bed: Bed, answers: number) {
  const { db } = bed.database;
  const brand = await addBrand(db, bed.accountId, { name: named.name, domain: named.domain });
  for (const { name, domain, aliases } of rivals.slice(0, 9))
    await trackCompetitor(db, brand, { name, spelling: `=${name.toLowerCase()}`, domain, aliases });
  const texts = longTexts(500);
  for (let at = 0; at < answers; at += 500) {
    const batch = Array.from({ length: Math.min(500, answers - at) }, (_, i) => recorded(texts, at + i));
    const { refused } = await importBatch(bed.context, brand, batch);
    if (refused.length > 0) throw new Error(`refused: ${refused[0]?.reason}`);
  }
  return (await findBrandAnywhere(db, brand.id)) ?? brand;
}

/** Asks for the brand's report again and again, and notes how long each took. */
function askReports(bed: Bed, brand_id: number): { stop(): Promise<number[]> } {
  const caller = { accountId: bed.accountId, brandId: null, keyId: 1 };
  const waits: number[] = [];
  let isStopped = false;
  const asking = (async () => {
    while (!isStopped) {
      const start = performance.now();
      await bed.service.call('brandReport', caller, { brand_id });
      waits.push(performance.now() - start);
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    }
  })();
  return {
    stop: async () => {
      isStopped = true;
      await asking;
      return waits;
    },
  };
}
