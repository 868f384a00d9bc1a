// Reads stored answers again in the background, one brand after the other.
import { READING_VERSION } from '../domain/reading.ts';
import type { Context } from '../operations/context.ts';
import { rereadBatch } from '../operations/reread.ts';
import { staleBrands } from '../storage/stale.ts';

// Another process may have changed settings and died before it read again.
const LOOK_MS = 60_000;
const STOP_MS = 3_000;

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
