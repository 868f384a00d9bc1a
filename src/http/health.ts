// For load balancers and container platforms: alive, and ready for requests.
import type { FastifyInstance } from 'fastify';
import { Failure } from '../operations/failure.ts';
import type { Service } from '../operations/service.ts';

/** `/metrics` in the text format of Prometheus. */
export async function metrics(
  app: FastifyInstance,
  { text }: { text: () => Promise<string> },
): Promise<void> {
  app.get('/metrics', async (_request, reply) =>
    reply.type('text/plain; version=0.0.4; charset=utf-8').send(await text()),
  );
}

/** `/healthz` (the process lives) and `/readyz` (the database answers and is migrated). */
export async function health(app: FastifyInstance, { service }: { service: Service }): Promise<void> {
  app.get('/healthz', async () => ({ status: 'ok' }));
  app.get('/readyz', async () => {
    if (await isReady(service)) return { status: 'ready' };
    throw Failure.unavailable('Not ready');
  });
}

async function isReady(service: Service): Promise<boolean> {
  try {
    return await service.ready();
  } catch (cause) {
    throw Failure.unavailable('Not ready', cause);
  }
}
