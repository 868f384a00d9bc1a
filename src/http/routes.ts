// Requests that no route takes: no such path, no such method, no host.
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Failure } from '../operations/failure.ts';
import { pathOf } from './exchange.ts';

/** Methods by path, filled as routes are registered. */
export type Routes = Map<string, Set<string>>;

export class MethodNotAllowed extends Failure {
  readonly allow: string;
  constructor(methods: Iterable<string>) {
    const allow = [...methods].join(', ');
    super(405, `Method not allowed; use ${allow}`);
    this.allow = allow;
  }
}

/** Notes the methods of each path as routes are registered, for 405 and its `Allow`. */
export function noteRoutes(app: FastifyInstance): Routes {
  const routes: Routes = new Map();
  app.addHook('onRoute', ({ url, method }) => {
    const methods = routes.get(url) ?? new Set();
    for (const one of [method].flat()) methods.add(one);
    routes.set(url, methods);
  });
  return routes;
}

/** The refusal of a request that no route takes; undefined when one does. Runs before its body is read. */
export function refuseRoute(routes: Routes, request: FastifyRequest): Failure | undefined {
  if (!request.is404) return undefined;
  const methods = routes.get(pathOf(request));
  return methods ? new MethodNotAllowed(methods) : Failure.notFound('Path not found');
}

/** HTTP/1.1 demands a Host; Node's own refusal would have no envelope. */
export function refuseHost({ raw }: FastifyRequest): Failure | undefined {
  if (raw.headers.host !== undefined || raw.httpVersion !== '1.1') return undefined;
  return Failure.invalid('Host header is required');
}
