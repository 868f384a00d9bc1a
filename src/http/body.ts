// Request bodies: strict UTF-8, JSON, an object.
import type { FastifyInstance } from 'fastify';
import { messages } from '../../contract/errors.ts';
import { Failure } from '../operations/failure.ts';

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** Makes `application/json` the only content type, and an object the only body. */
export function acceptJson(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser<Buffer>('application/json', { parseAs: 'buffer' }, (request, bytes, done) => {
    try {
      refuseEncoding(request.headers['content-type'], request.headers['content-encoding']);
      done(null, asObject(parse(bytes)));
    } catch (error) {
      done(error as Failure);
    }
  });
}

/** The body as an object; anything else is refused with what was expected. */
export function asObject(body: unknown): object {
  if (typeof body === 'object' && body !== null && !Array.isArray(body)) return body;
  throw Failure.invalid(messages.notObject);
}

function parse(bytes: Buffer): unknown {
  if (bytes.length === 0) return undefined;
  try {
    return JSON.parse(utf8.decode(bytes));
  } catch {
    throw Failure.invalid(messages.notJson);
  }
}

function refuseEncoding(type: string | undefined, encoding: string | undefined): void {
  const charset = /;\s*charset\s*=\s*"?([^";\s]*)/i.exec(type ?? '')?.[1];
  if (charset && !/^utf-?8$/i.test(charset))
    throw new Failure(415, 'Content-Type must be application/json in UTF-8');
  if (encoding && !/^identity$/i.test(encoding))
    throw new Failure(415, 'Request body must not be compressed');
}
