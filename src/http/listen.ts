import type { FastifyInstance } from 'fastify';

export type Listening = { url: string; stop(): Promise<void> };

/** How long a stop waits for what is in flight before it cuts the rest. */
const GRACE_MS = 10_000;

/** Opens the port. `stop` closes it, answers what is in flight, then resolves. */
export async function listen(
  app: FastifyInstance,
  address: { host: string; port: number },
  graceMs = GRACE_MS,
): Promise<Listening> {
  const url = await app.listen(address);
  let stopped: Promise<void> | undefined;
  return {
    url,
    stop() {
      stopped ??= closeWithin(app, graceMs);
      return stopped;
    },
  };
}

async function closeWithin(app: FastifyInstance, graceMs: number): Promise<void> {
  const cut = setTimeout(() => app.server.closeAllConnections(), graceMs);
  try {
    await app.close();
  } finally {
    clearTimeout(cut);
  }
}
