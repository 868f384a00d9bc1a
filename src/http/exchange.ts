// One request and its response, from the first byte to the close: headers, access log, graceful stop.
import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { securityHeaders } from './headers.ts';

/** Registers the first hook of every request and lets a stopping server finish what is open. */
export function openExchange(app: FastifyInstance): void {
  const open = new Set<ServerResponse>();
  const silent = silentConnections(app);
  let stopping = false;
  app.addHook('onRequest', (request, reply, done) => {
    const started = performance.now();
    reply.headers(securityHeaders).header('x-request-id', request.id);
    silent.delete(request.raw.socket);
    open.add(reply.raw);
    reply.raw.once('close', () => {
      open.delete(reply.raw);
      logAccess(request, reply, performance.now() - started);
      if (stopping) setImmediate(() => app.server.closeIdleConnections());
    });
    done();
  });
  app.addHook('preClose', (done) => {
    stopping = true;
    // Node then answers `Connection: close`; else keep-alive clients would hold the server for 72 s.
    for (const response of open) response.shouldKeepAlive = false;
    for (const socket of silent) socket.destroy();
    done();
  });
}

/** Connections that never asked anything, such as a browser's spare ones: Node does not count them as idle. */
function silentConnections(app: FastifyInstance): Set<Socket> {
  const silent = new Set<Socket>();
  app.server.on('connection', (socket) => {
    silent.add(socket);
    socket.once('close', () => silent.delete(socket));
  });
  return silent;
}

function logAccess(request: FastifyRequest, reply: FastifyReply, elapsed: number): void {
  request.log.info(
    {
      method: request.method,
      path: pathOf(request)
        .replace(/bsk_\w+/g, 'bsk_***')
        .replace(/^(\/+share\/+)[^/]+/i, '$1***'),
      status: reply.raw.writableEnded ? reply.statusCode : 499,
      ms: Math.round(elapsed * 10) / 10,
      key_id: request.caller?.keyId ?? undefined,
      user_id: request.caller?.member?.userId,
    },
    'request',
  );
}

/** The path without its query. */
export function pathOf(request: FastifyRequest): string {
  return request.url.split('?', 1)[0]?.slice(0, 500) ?? '';
}
