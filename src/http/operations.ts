// A table of operations as routes. Order of checks: 503, 401, 429, body, then the operation.
import { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import rateLimit from '@fastify/rate-limit';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Operation, Stream } from '../../contract/operation.ts';
import type { Caller } from '../operations/caller.ts';
import { Failure } from '../operations/failure.ts';
import type { Service } from '../operations/service.ts';
import { acceptJson, asObject } from './body.ts';
import type { Admit } from './work.ts';

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller | null;
    /** What the service is doing for this request; it may outlive a caller that hung up. */
    work: Promise<unknown> | null;
  }
}

type OperationName = Parameters<Service['call']>[0];

export type Entrance = {
  /** Operations that the service knows by these names. */
  table: Partial<Record<OperationName, Operation>>;
  service: Service;
  /** Refuses what is too much at once. */
  admit: Admit;
  rateLimitPerMinute: number;
  /** The caller of a request, or a 401. */
  authenticate: (request: FastifyRequest, reply: FastifyReply) => Promise<Caller>;
};

/** Adds a route per operation of the table, behind one way to tell who asks. */
export async function operationRoutes(
  app: FastifyInstance,
  { table, service, admit, rateLimitPerMinute, authenticate }: Entrance,
): Promise<void> {
  app.decorateRequest('caller', null);
  app.decorateRequest('work', null);
  app.addHook('onRequest', async (request: FastifyRequest, reply: FastifyReply) => {
    admit(request, reply);
    request.caller = await authenticate(request, reply);
  });
  if (rateLimitPerMinute > 0) await app.register(rateLimit, limits(rateLimitPerMinute));
  acceptJson(app);
  for (const [name, operation] of Object.entries(table))
    addOperation(app, service, { name: name as OperationName, operation });
}

function addOperation(
  app: FastifyInstance,
  service: Service,
  { name, operation }: { name: OperationName; operation: Operation },
): void {
  const { method, path, idempotencyKey, bodyLimit, streams } = operation;
  app.route({
    method,
    url: path,
    ...(bodyLimit && { bodyLimit }),
    handler: (request, reply) => {
      const idempotency = idempotencyKey ? idempotencyKeyOf(request) : undefined;
      request.work = run(service, { name, request, idempotency });
      return streams ? sendStream(request, reply) : request.work;
    },
  });
}

type Run = { name: OperationName; request: FastifyRequest; idempotency: string | undefined };

async function run(service: Service, { name, request, idempotency }: Run): Promise<unknown> {
  const { caller } = request;
  if (caller === null) throw new Error('an operation was reached without a caller');
  // The service validates: here alone the body takes the type that its operation declares.
  const input = asObject(request.body) as never;
  if (idempotency === undefined) return service.call(name, caller, input);
  return service.callOnce({ name, idempotencyKey: idempotency }, caller, input);
}

/** Sends the text that the work gave, as fast as it is read. */
async function sendStream(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const { type, name, portions } = (await request.work) as Stream;
  const body = Readable.from(portions, { objectMode: false });
  // Whatever ends it, the caller sees the connection end early, and the log says why.
  request.work = finished(body).catch(() => {});
  return reply
    .type(`${type}; charset=utf-8`)
    .header('content-disposition', `attachment; filename="${name}"`)
    .send(body);
}

function idempotencyKeyOf(request: FastifyRequest): string | undefined {
  const key = request.headers['idempotency-key'];
  if (key === undefined) return undefined;
  if (typeof key === 'string' && /^[\x21-\x7e]{1,255}$/.test(key)) return key;
  throw Failure.invalid('Idempotency-Key must be 1 to 255 visible ASCII characters');
}

function limits(max: number) {
  return {
    max,
    timeWindow: 60_000,
    keyGenerator: ({ caller }: FastifyRequest) =>
      caller?.member ? `member ${caller.member.userId}` : String(caller?.keyId),
    errorResponseBuilder: (_request: FastifyRequest, { ttl }: { ttl: number }) => {
      const retryAfter = Math.max(1, Math.ceil(ttl / 1000));
      return new Failure(429, `Rate limit exceeded; try again in ${retryAfter} s`, { retryAfter });
    },
  };
}
