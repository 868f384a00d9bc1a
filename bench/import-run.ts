// One import in a process of its own, so that its memory can be told: reads a JSONL file as the command does
// and prints what it measured as one line of JSON.
import fs from 'node:fs';
import readline from 'node:readline';
import { makeContext } from '../src/operations/context.ts';
import { importBatch } from '../src/operations/imports.ts';
import { makeService } from '../src/operations/service.ts';
import { addAccount } from '../src/storage/accounts.ts';
import { migrate } from '../src/storage/migrate.ts';
import { openDatabase } from '../src/storage/open.ts';
import { brand, rivals } from './texts.ts';

export type ImportRun = {
  file: string;
  count: number;
  batch: number;
  folder: string;
  url?: string | undefined;
};
export type ImportResult = { seconds: number; mebibytesAt20: number; mebibytesAt100: number };

const TRACKED = 6;

async function run({ file, count, batch, ...open }: ImportRun): Promise<ImportResult> {
  const database = await openDatabase(open);
  await migrate(database);
  const context = makeContext({ database });
  const owner = await makeBrand(context);
  let at20 = 0;
  let most = 0;
  let done = 0;
  const store = async (answers: unknown[]) => {
    const counts = await importBatch(context, owner, answers);
    if (counts.new !== answers.length) throw new Error(`${counts.new} of ${answers.length} answers were new`);
    done += answers.length;
    most = Math.max(most, process.memoryUsage.rss());
    if (done >= count / 5 && at20 === 0) at20 = most;
  };
  const start = performance.now();
  await sendAll(file, batch, store);
  const seconds = (performance.now() - start) / 1000;
  await database.close();
  const mebibytes = (bytes: number) => Math.round(bytes / 1024 / 1024);
  return { seconds, mebibytesAt20: mebibytes(at20), mebibytesAt100: mebibytes(most) };
}

/** As the command does: one batch is read and stored while the one before is on its way. */
async function sendAll(
  file: string,
  batch: number,
  store: (answers: unknown[]) => Promise<void>,
): Promise<void> {
  let pending: unknown[] = [];
  let underWay: Promise<void> = Promise.resolve();
  const send = async () => {
    const next = store(pending);
    pending = [];
    await underWay;
    underWay = next;
  };
  for await (const line of readline.createInterface({ input: fs.createReadStream(file) })) {
    pending.push(JSON.parse(line));
    if (pending.length === batch) await send();
  }
  if (pending.length > 0) await send();
  await underWay;
}

async function makeBrand(context: ReturnType<typeof makeContext>) {
  const account = { name: 'Import', email: 'import@example.com', password_hash: '' };
  const accountId = await addAccount(context.db, account);
  const caller = { accountId, brandId: null, keyId: 1 };
  const service = makeService(context);
  const { brand: made } = await service.call('createBrand', caller, {
    name: brand.name,
    domain: brand.domain,
  });
  await service.call('updateBrand', caller, { brand_id: made.id, aliases: brand.aliases });
  for (const rival of rivals.slice(0, TRACKED))
    await service.call('trackCompetitor', caller, { brand_id: made.id, ...rival });
  return { account_id: accountId, id: made.id };
}

console.log(JSON.stringify(await run(JSON.parse(process.argv[2] ?? '') as ImportRun)));
