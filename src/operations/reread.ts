// Reads stored answers again after settings or rules changed: newest first, in small transactions. How far a
// brand is stands in its row of `rereadings`, so a kill costs at most one batch. Those rows are the queue: a
// job for each of them elsewhere would be a second truth.
import { READING_VERSION } from '../domain/reading.ts';
import { countStale, replaceReadings, staleAnswers, staleBrands } from '../storage/stale.ts';
import type { Context } from './context.ts';
import { readTogether } from './reading-threads.ts';

type Owner = { account_id: number; id: number };

// Small enough that a report waits a few tens of milliseconds behind a batch on the embedded database.
const BATCH = 50;

/** Reads one batch of a brand again; returns how many answers, 0 when none is stale (or the brand is gone). */
export async function rereadBatch(context: Context, brand: Owner): Promise<number> {
  const reader = await context.reader.of(brand.account_id, brand.id);
  if (!reader) return 0;
  const under = { ...reader, reading_version: READING_VERSION };
  const stale = await staleAnswers(context.db, brand, BATCH);
  if (!stale) return 0;
  const answers = await readTogether(reader.entities, stale.answers, (answer, reading) => ({
    ...answer,
    reading,
  }));
  await replaceReadings(context.db, brand, { cursor: stale.cursor, answers, under });
  return answers.length;
}

/** Reads all that is stale again, telling how far it is. Returns how many answers it read. */
export async function rereadAll(
  context: Context,
  tell: (done: number, total: number) => void,
): Promise<number> {
  const brands = await staleBrands(context.db, READING_VERSION);
  const total = await countStale(context.db);
  let done = 0;
  for (const brand of brands)
    for (
      let count = await rereadBatch(context, brand);
      count > 0;
      count = await rereadBatch(context, brand)
    ) {
      done += count;
      tell(done, Math.max(done, total));
    }
  return done;
}
