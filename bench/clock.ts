export type Runs = { least: number; most: number; forMs: number };

/** The median time of `work` in milliseconds: at most `most` runs, fewer (never below `least`) when `forMs` are over. */
export async function medianMs(work: () => Promise<unknown>, { least, most, forMs }: Runs): Promise<number> {
  await work();
  const times: number[] = [];
  const end = performance.now() + forMs;
  while (times.length < most && (times.length < least || performance.now() < end)) {
    const start = performance.now();
    await work();
    times.push(performance.now() - start);
  }
  return median(times);
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}
