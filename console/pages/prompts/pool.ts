/** What came of doing something with each of several things. */
export type Outcome<T> = { failed: { item: T; error: unknown }[]; done: T[] };

/** Does something with each item, a few at once; a failure never stops the rest. */
export async function eachOf<T>(
  items: readonly T[],
  atOnce: number,
  work: (item: T) => Promise<unknown>,
): Promise<Outcome<T>> {
  const outcome: Outcome<T> = { failed: [], done: [] };
  const waiting = items.values();
  const worker = async () => {
    for (const item of waiting) {
      try {
        await work(item);
        outcome.done.push(item);
      } catch (error) {
        outcome.failed.push({ item, error });
      }
    }
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, items.length) }, worker));
  return outcome;
}
