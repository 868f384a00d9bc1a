/** Looks again and again until something is there; throws after ten seconds. */
export async function until<T>(look: () => Promise<T | null> | T | null): Promise<T> {
  for (let left = 1000; left > 0; left--) {
    const found = await look();
    if (found) return found;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  throw new Error('it did not happen');
}
