// What happens below requests: time-outs, request ids, and answers to what is no HTTP request.
import { randomUUID } from 'node:crypto';
import { type IncomingMessage, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { ErrorBody } from '../../contract/errors.ts';

/** A slow sender gets 15 s for its headers and two minutes for a body (32 MiB at 2 Mbit/s). */
export const connectionLimits = {
  requestTimeout: 120_000,
  http: { headersTimeout: 15_000, connectionsCheckingInterval: 5_000, requireHostHeader: false },
};

/** Keeps the id that a proxy gave, when it is a sane one. */
export function requestId(request: { headers: IncomingMessage['headers'] }): string {
  const given = request.headers['x-request-id'];
  return typeof given === 'string' && /^[\w.:/+=-]{1,128}$/.test(given) ? given : randomUUID();
}

const refusals: Record<string, { status: number; error: string }> = {
  HPE_HEADER_OVERFLOW: { status: 431, error: 'Request headers are too large' },
  HPE_CHUNK_EXTENSIONS_OVERFLOW: { status: 413, error: 'Chunk extensions are too large' },
  ERR_HTTP_REQUEST_TIMEOUT: { status: 408, error: 'Request was not received in time' },
};
const malformed = { status: 400, error: 'Request is not valid HTTP' };

/** Answers a request that could not be parsed, in the envelope of every other error. */
export function answerClientError(fault: Error & { code?: string }, socket: Socket): void {
  if (fault.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  // A response is under way on this connection: bytes of another one would corrupt it.
  if ((socket as Socket & { _httpMessage?: { headersSent: boolean } | null })._httpMessage?.headersSent) {
    socket.destroy();
    return;
  }
  const { status, error } = refusals[fault.code ?? ''] ?? malformed;
  const body = JSON.stringify({ success: false, error } satisfies ErrorBody);
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'Connection: close',
    'Content-Type: application/json; charset=utf-8',
    'Cache-Control: no-store',
    'X-Content-Type-Options: nosniff',
    `Content-Length: ${Buffer.byteLength(body)}`,
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
  // Unread input would turn the close into a reset, and the answer could be lost.
  socket.resume();
  setTimeout(() => socket.destroy(), 1_000).unref();
}
