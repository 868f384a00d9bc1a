// Adds the invented answers while the service runs, newest first, through the import that users have.
import type { Operator } from '../main.ts';
import { type DemoAnswer, type DemoBrand, demoAnswers } from './demo/answers.ts';
import type { DemoState } from './demo-folder.ts';
import { startProgress } from './progress.ts';

// Small, so that a report waits a few tens of milliseconds at most behind a batch.
const BATCH = 50;
const SPAN_MS = 90 * 86_400_000;

export type Filling = {
  operator: Operator;
  brands: readonly { id: number; demo: DemoBrand }[];
  state: DemoState;
  keep: (state: DemoState) => void;
  isStopped: () => boolean;
};

/** Fills up to now; a fill that was cut off is finished first. Returns how many answers were new. */
export async function fill(filling: Filling): Promise<number> {
  const { state, keep, isStopped } = filling;
  const isResumed = state.filling !== undefined;
  const until = new Date(state.filling ?? Date.now());
  state.filling = until.toISOString();
  keep(state);
  const added = await fillUntil(filling, until);
  if (isStopped()) return added;
  state.filledUntil = state.filling;
  delete state.filling;
  keep(state);
  return isResumed ? added + (await fill(filling)) : added;
}

async function fillUntil({ operator, brands, state, isStopped }: Filling, until: Date): Promise<number> {
  const since = Math.max(Date.parse(state.filledUntil ?? '') || 0, until.getTime() - SPAN_MS);
  const fillers = await Promise.all(
    brands.map(async ({ id, demo }) => ({
      brand: await operator.findBrand(id),
      batches: batchesSince(demoAnswers(demo, until), since),
      done: 0,
    })),
  );
  const progress = startProgress('demo data', 'answers');
  let added = 0;
  let open = fillers;
  while (open.length > 0 && !isStopped()) {
    for (const filler of open) {
      const { value: batch } = filler.batches.next();
      if (!batch || !filler.brand || isStopped()) {
        filler.done = 1;
        continue;
      }
      added += (await operator.importBatch(filler.brand, batch)).new;
      filler.done =
        (until.getTime() - Date.parse(batch.at(-1)?.answered_at ?? '')) / (until.getTime() - since);
      const done = fillers.reduce((sum, one) => sum + one.done, 0) / fillers.length;
      progress.update(done, 1, added);
    }
    open = open.filter(({ done }) => done < 1);
  }
  progress.stop();
  return added;
}

/** Answers later than `since`, in batches. */
function* batchesSince(answers: Iterable<DemoAnswer>, since: number): Generator<DemoAnswer[], undefined> {
  let batch: DemoAnswer[] = [];
  for (const answer of answers) {
    if (Date.parse(answer.answered_at) <= since) break;
    batch.push(answer);
    if (batch.length < BATCH) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}
