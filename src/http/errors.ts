// The one place where errors become responses.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type ErrorBody, messages } from '../../contract/errors.ts';
import { Failure } from '../operations/failure.ts';
import { MethodNotAllowed } from './routes.ts';

/** Answers any error in the envelope. What is no `Failure` is logged with its cause and told as an opaque 500. */
export function answerError(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const failure = asFailure(error, request);
  if (failure === undefined) request.log.error({ err: error }, 'request failed');
  else if (failure.cause !== undefined) request.log.warn({ err: failure.cause }, failure.message);
  const status = failure?.status ?? 500;
  // Else a browser that shows the console would be asked for a key.
  if (status === 401 && !request.url.startsWith('/console/')) reply.header('www-authenticate', 'Bearer');
  if (failure?.retryAfter) reply.header('retry-after', String(failure.retryAfter));
  if (failure instanceof MethodNotAllowed) reply.header('allow', failure.allow);
  // Fastify closes the connection after a refused body. Node drains the rest instead, so that a client
  // that is still sending reads the answer rather than a reset.
  if (reply.hasHeader('connection')) reply.removeHeader('connection');
  reply
    .code(status)
    .send({ success: false, error: failure?.message ?? messages.internal } satisfies ErrorBody);
}

/** What the caller may be told of an error; undefined when it is a fault of the service. */
function asFailure(error: unknown, request: FastifyRequest): Failure | undefined {
  if (error instanceof Failure) return error;
  switch (codeOf(error)) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return new Failure(413, `Request body must not be larger than ${mebibytes(request)}`);
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return new Failure(415, 'Content-Type must be application/json in UTF-8');
    case 'FST_ERR_CTP_INVALID_CONTENT_LENGTH':
    case 'ECONNRESET':
      return Failure.invalid('Request body does not have the length that was announced');
    case 'FST_ERR_BAD_URL':
    case 'FST_ERR_MAX_PARAM_LENGTH':
      return Failure.invalid('Request path is not valid');
    default:
      return undefined;
  }
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}

function mebibytes(request: FastifyRequest): string {
  const bytes = request.routeOptions.bodyLimit;
  return bytes >= 1024 * 1024 ? `${bytes / 1024 / 1024} MiB` : `${bytes.toLocaleString('en')} bytes`;
}
