// Reads stored answers again after settings or rules changed, in the background: newest first, in small
// transactions, one brand after the other. How far a brand is stands in its row of `rereadings`, so a kill
// costs at most one batch. Those rows are the queue: a job for each of them elsewhere would be a second truth.
import { READING_VERSION, readAnswer } from '../domain/reading.ts';
import type { Context } from '../operations/context.ts';
import { inTurns } from '../operations/turns.ts';
import { replaceReadings, staleAnswers, staleBrands } from '../storage/stale.ts';

type Owner = { account_id: number; id: number };

// Small enough that a report waits a few tens of milliseconds behind a batch on the embedded database.
const BATCH = 50;
// Another process may have changed settings and died before it read again.
const LOOK_MS = 60_000;
const STOP_MS = 3_000;

/** Reads one batch of a brand again; returns how many answers, 0 when none is stale (or the brand is gone). */
export async function rereadBatch(context: Context, brand: Owner): Promise<number> {
  const reader = await context.reader.of(brand.account_id, brand.id);
  if (!reader) return 0;
  const under = { ...reader, reading_version: READING_VERSION };
  const stale = await staleAnswers(context.db, brand, BATCH);
  const answers = await inTurns(stale, (answer) => ({
    ...answer,
    reading: readAnswer(reader.entities, answer.answer, answer.citations),
  }));
  await replaceReadings(context.db, brand, { answers, under });
  return stale.length;
}

export type Rereader = {
  /** Asks for a look at what is stale; returns at once. */
  wake(): void;
  /** Ends after the batch under way. */
  stop(): Promise<void>;
};

export type RereaderOptions = { onError: (error: unknown) => void; retryMs?: number };

/** A loop that reads everything stale again, then sleeps until it is woken. */
export function startRereader(context: Context, { onError, retryMs = 5000 }: RereaderOptions): Rereader {
  let stopped = false;
  let asked = true;
  let wakeUp = () => {};
  const sleep = (ms: number) =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms).unref();
      wakeUp = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  const loop = async () => {
    while (!stopped) {
      asked = false;
      try {
        await rereadAll(context, { isStopped: () => stopped, onError });
      } catch (error) {
        if (stopped) return;
        onError(error);
        asked = true;
        await sleep(retryMs);
      }
      if (!asked && !stopped) await sleep(LOOK_MS);
    }
  };
  const running = loop();
  return {
    wake: () => {
      asked = true;
      wakeUp();
    },
    stop: async () => {
      stopped = true;
      wakeUp();
      // A statement that waits behind somebody's open transaction would hold up the stop.
      await Promise.race([running, new Promise((resolve) => setTimeout(resolve, STOP_MS).unref())]);
    },
  };
}

type Round = { isStopped: () => boolean; onError: RereaderOptions['onError'] };

/** A brand that fails is left for the next look; the others must not wait for it. */
async function rereadAll(context: Context, { isStopped, onError }: Round): Promise<void> {
  for (const brand of await staleBrands(context.db, READING_VERSION))
    try {
      while (!isStopped() && (await rereadBatch(context, brand)) > 0);
    } catch (error) {
      onError(error);
    }
}
