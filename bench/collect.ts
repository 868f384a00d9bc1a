// Filling slots at full speed: the collector against a stand-in of a vendor on this machine, beside the plain import
// of the same answers.

import { ollama } from '../src/cli/demo/vendors/compatible.ts';
import { startVendors } from '../src/cli/demo/vendors/server.ts';
import { connectAll } from '../src/collector/all.ts';
import { Collector } from '../src/collector/collector.ts';
import { makeContext } from '../src/operations/context.ts';
import { importBatch } from '../src/operations/imports.ts';
import { makeService } from '../src/operations/service.ts';
import type { Bed, Ground } from './bed.ts';
import { perSecond, type Row, short } from './rows.ts';
import { longTexts, recorded } from './texts.ts';

const PROMPTS = 500;
const BATCH = 500;
const AT_ONCE = 64;

export async function collect(ground: Ground): Promise<Row[]> {
  const rows: Row[] = [];
  for (const open of [ground.server, ground.embedded]) {
    const bed = await open();
    const most = bed.kind === 'server' ? 10_000 : 1_000;
    rows.push(...(await collectOn(bed, ground.quick ? most / 10 : most)));
  }
  return rows;
}

async function collectOn(bed: Bed, slots: number): Promise<Row[]> {
  const imported = await importing(bed, slots);
  const { seconds, memory } = await collecting(bed, slots);
  return [
    {
      what: `Asking and storing ${slots.toLocaleString('en')} slots, vendors on this machine, ${bed.kind}: slots per second`,
      ours: perSecond(slots / seconds),
      baseline: `${perSecond(slots / imported)} imported in batches of ${BATCH}`,
      value: imported / seconds,
    },
    {
      what: `Memory while asking, ${bed.kind}: end to a fifth of the way`,
      ours: short(memory),
      value: memory,
      target: { most: 1.5 },
    },
  ];
}

const texts = longTexts(500);

/** Seconds to import the same answers, which are paid for by nobody. */
async function importing(bed: Bed, answers: number): Promise<number> {
  const { brand } = await brandIn(bed, 'imported');
  const start = performance.now();
  for (let at = 0; at < answers; at += BATCH) {
    const batch = Array.from({ length: Math.min(BATCH, answers - at) }, (_, i) => recorded(texts, at + i));
    await importBatch(bed.context, { account_id: bed.accountId, id: brand.id }, batch);
  }
  return (performance.now() - start) / 1000;
}

async function brandIn({ database, accountId }: Bed, name: string, asking?: ReturnType<typeof connectAll>) {
  const context = makeContext({ database, ...(asking && { asking }) });
  const caller = { accountId, brandId: null, keyId: null };
  const service = makeService(context);
  const { brand } = await service.call('createBrand', caller, { name });
  return { brand, context, service, caller };
}

/** Seconds until every slot is filled, and how memory grew from a fifth of the way on. */
async function collecting(bed: Bed, slots: number): Promise<{ seconds: number; memory: number }> {
  let asked = 0;
  const vendors = await startVendors({
    vendors: [ollama],
    behave: () => {
      const text = texts[asked++ % texts.length]?.answer ?? '';
      return { mode: 'healthy', script: { text, cited: [], consulted: [], searches: [], searched: false } };
    },
  });
  const settings = { ollama: { key: '', baseUrl: `${vendors.url('ollama')}/v1`, variables: '' } };
  const connections = connectAll({ db: bed.database.db, secret: Buffer.alloc(32), settings, onError: fail });
  const { brand, context, service, caller } = await brandIn(bed, 'collected', connections);
  const prompts = Array.from({ length: Math.min(PROMPTS, slots) }, (_, at) => `question ${at + 1}`);
  await service.call('createPrompts', caller, { brand_id: brand.id, prompts });
  await service.call('updatePlan', caller, { brand_id: brand.id, samples: slots / prompts.length });
  let heap = 0;
  const collector = new Collector({
    ...{ context, connections, concurrency: AT_ONCE, plans: false, brandId: brand.id, onError: fail },
    onEvent: ({ kind }) => {
      if (kind === 'failed') throw new Error('a stand-in failed');
      if (heap === 0 && asked >= slots / 5) heap = process.memoryUsage().rss;
    },
  });
  await service.call('collect', caller, { brand_id: brand.id });
  const start = performance.now();
  await collector.untilDone();
  const seconds = (performance.now() - start) / 1000;
  const memory = process.memoryUsage().rss / heap;
  await vendors.stop();
  if (asked !== slots) throw new Error(`${asked} of ${slots} slots were asked`);
  return { seconds, memory };
}

function fail(error: unknown): void {
  throw error;
}
