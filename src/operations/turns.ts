// Reading takes most of the time of imports and re-readings: after this long the event loop gets a turn, so
// that reports which arrive meanwhile are answered.
const TURN_MS = 20;

/** Maps items in order, giving way to other work now and then. */
export async function inTurns<T, R>(items: readonly T[], map: (item: T, index: number) => R): Promise<R[]> {
  const mapped: R[] = [];
  let turn = performance.now();
  for (const [index, item] of items.entries()) {
    if (performance.now() - turn > TURN_MS) {
      await new Promise((resolve) => setImmediate(resolve));
      turn = performance.now();
    }
    mapped.push(map(item, index));
  }
  return mapped;
}
