// The operations of the contract as routes. Order of checks: 503, 401, 429, body, then the operation.
import rateLimit from '@fastify/rate-limit';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Operation } from '../../contract/operation.ts';
import { contract, type OperationName, operationNames } from '../../contract/table.ts';
import type { Caller } from '../operations/caller.ts';
import { Failure } from '../operations/failure.ts';
import type { Service } from '../operations/service.ts';
import { authenticate } from './authenticate.ts';
import { acceptJson, asObject } from './body.ts';
import type { HttpOptions } from './options.ts';
import { boundWork } from './work.ts';

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller | null;
    /** What the service is doing for this request; it may outlive a caller that hung up. */
    work: Promise<unknown> | null;
  }
}

type Setting = { service: Service; options: HttpOptions };

/** The plugin that holds every operation of the contract, below `/api/v1`. */
export async function api(app: FastifyInstance, { service, options }: Setting): Promise<void> {
  app.decorateRequest('caller', null);
  app.decorateRequest('work', null);
  const admit = boundWork(options.maxInFlight);
  app.addHook('onRequest', async (request: FastifyRequest, reply: FastifyReply) => {
    admit(request, reply);
    request.caller = await authenticate(service, request);
  });
  if (options.rateLimitPerMinute > 0) await app.register(rateLimit, limits(options.rateLimitPerMinute));
  acceptJson(app);
  for (const name of operationNames) addOperation(app, service, name);
}

function addOperation(app: FastifyInstance, service: Service, name: OperationName): void {
  const { method, path, idempotencyKey, bodyLimit }: Operation = contract[name];
  app.route({
    method,
    url: path,
    ...(bodyLimit && { bodyLimit }),
    handler: (request) => {
      const idempotency = idempotencyKey ? idempotencyKeyOf(request) : undefined;
      request.work = run(service, { name, request, idempotency });
      return request.work;
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
    keyGenerator: (request: FastifyRequest) => String(request.caller?.keyId),
    errorResponseBuilder: (_request: FastifyRequest, { ttl }: { ttl: number }) => {
      const retryAfter = Math.max(1, Math.ceil(ttl / 1000));
      return new Failure(429, `Rate limit exceeded; try again in ${retryAfter} s`, { retryAfter });
    },
  };
}
