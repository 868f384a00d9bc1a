// Chance that can be repeated: the same seed makes the same demo account on every machine.

export type Random = {
  next(): number;
  below(limit: number): number;
  chance(probability: number): boolean;
  pick<T>(items: readonly T[]): T;
  weighted<T>(items: readonly T[], weight: (item: T) => number): T;
  shuffled<T>(items: readonly T[]): T[];
};

/** mulberry32 */
export function seeded(seed: number): Random {
  let state = seed | 0;
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
  const below = (limit: number) => Math.floor(next() * limit);
  return {
    next,
    below,
    chance: (probability) => next() < probability,
    pick: (items) => at(items, below(items.length)),
    weighted: (items, weight) => weighted(items, weight, next()),
    shuffled: (items) =>
      items
        .map((item) => ({ item, key: next() }))
        .sort((a, b) => a.key - b.key)
        .map(({ item }) => item),
  };
}

/** FNV-1a */
export function hash(text: string): number {
  let sum = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) sum = Math.imul(sum ^ text.charCodeAt(i), 0x01000193);
  return sum >>> 0;
}

/** A number from 0 to 1 that belongs to the text. */
export function leaning(text: string): number {
  return seeded(hash(text)).next();
}

export function at<T>(items: readonly T[], index: number): T {
  const item = items[index];
  if (item === undefined) throw new RangeError(`no item ${index} in a list of ${items.length}`);
  return item;
}

function weighted<T>(items: readonly T[], weight: (item: T) => number, draw: number): T {
  let rest = draw * items.reduce((sum, item) => sum + weight(item), 0);
  for (const item of items) {
    rest -= weight(item);
    if (rest < 0) return item;
  }
  return at(items, items.length - 1);
}
