// The HTTP edge as an application without a port: tests inject requests, listen.ts gives it a socket.
import Fastify, { type FastifyInstance, LogController } from 'fastify';
import { Failure } from '../operations/failure.ts';
import type { Service } from '../operations/service.ts';
import { api } from './api.ts';
import { consoleRoutes } from './console.ts';
import { docs } from './docs.ts';
import { answerError } from './errors.ts';
import { openExchange } from './exchange.ts';
import { securityHeaders } from './headers.ts';
import { health, metrics } from './health.ts';
import type { HttpOptions } from './options.ts';
import { noteRoutes, refuseHost, refuseRoute } from './routes.ts';
import { answerClientError, connectionLimits, requestId } from './socket.ts';
import { asksForPage, sendPage, staticConsole } from './static.ts';
import { boundWork } from './work.ts';

const SECRETS = [
  ...['authorization', 'headers.authorization', 'req.headers.authorization'],
  ...['cookie', 'headers.cookie', 'req.headers.cookie'],
  ...['key', 'token', 'password', 'body'],
];

/** The whole HTTP application over a service, without a port. Tests `inject()` into it. */
export function buildApp(service: Service, options: HttpOptions): FastifyInstance {
  const app = Fastify({
    ...(options.logger && { loggerInstance: options.logger.child({}, { redact: SECRETS }) }),
    ...connectionLimits,
    trustProxy: options.trustProxy ? [...options.trustProxy] : false,
    bodyLimit: options.bodyLimit ?? 1024 * 1024,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'request_id' }),
    genReqId: requestId,
    return503OnClosing: false,
    clientErrorHandler: answerClientError,
    frameworkErrors: (error, request, reply) => {
      reply.headers(securityHeaders).header('x-request-id', request.id);
      answerError(error, request, reply);
    },
  });
  // Node would answer 417 on its own; an expectation may as well be ignored.
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response));
  const routes = noteRoutes(app);
  openExchange(app);
  app.addHook('onRequest', (request, _reply, done) =>
    done(refuseHost(request) ?? (asksForPage(request) ? undefined : refuseRoute(routes, request))),
  );
  app.setErrorHandler(answerError);
  app.setNotFoundHandler((request, reply) => {
    if (asksForPage(request)) return sendPage(reply, options.consoleFolder);
    throw refuseRoute(routes, request) ?? Failure.notFound('Path not found');
  });
  app.register(health, { service });
  if (options.metrics) app.register(metrics, { text: options.metrics });
  if (options.hasApi === false) return app;
  app.register(docs, { version: options.version });
  app.register(staticConsole, { ...(options.consoleFolder && { folder: options.consoleFolder }) });
  const admit = boundWork(options.maxInFlight);
  app.register(api, { service, options, admit, prefix: '/api/v1' });
  const { people, publicUrl, rateLimitPerMinute } = options;
  const site = { publicUrl };
  if (people)
    app.register(consoleRoutes, { service, people, site, admit, rateLimitPerMinute, prefix: '/console' });
  return app;
}
