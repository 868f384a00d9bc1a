/**
 * Gathers look-ups that are asked for while another one is under way into one call of `load`, so that
 * fifty requests at once cost two round trips to the database and not fifty. Every look-up starts after it
 * was asked for: nothing older than the request is ever returned.
 */
export function batched<K, V>(load: (keys: K[]) => Promise<V[]>): (key: K) => Promise<V> {
  type Waiter = { key: K; resolve: (value: V) => void; reject: (error: unknown) => void };
  let waiting: Waiter[] = [];
  let busy = false;

  const work = async () => {
    busy = true;
    // One turn of the event loop lets the other requests that just arrived join.
    await new Promise((resolve) => setImmediate(resolve));
    while (waiting.length > 0) {
      const batch = waiting;
      waiting = [];
      await load(batch.map(({ key }) => key)).then(
        (values) => batch.forEach(({ resolve }, at) => void resolve(values[at] as V)),
        (error) => batch.forEach(({ reject }) => void reject(error)),
      );
    }
    busy = false;
  };

  return (key) =>
    new Promise((resolve, reject) => {
      waiting.push({ key, resolve, reject });
      if (!busy) void work();
    });
}
