// One request to a vendor over plain `fetch`: bounded in time and size, no redirect followed, nothing thrown.
import type { AgentFailure, Exchange, HttpRequest } from './agents/agent.ts';

export type AskLimits = {
  fetch: typeof fetch;
  /** From the first byte sent to the last one received. */
  timeoutMs: number;
  largestBody: number;
  signal: AbortSignal;
};

/** Agents that search and think take minutes; none of them takes five. */
export const TIMEOUT_MS = 300_000;
export const LARGEST_BODY = 32 * 1024 * 1024;

type Broken = NonNullable<Exchange['cut']> & Pick<AgentFailure, 'unsent'>;

/** What came, and why it is not whole: either may be missing. */
export type Sent = { exchange: Exchange | null; failure: Broken | null };

/** Sends one request. A body that breaks off is returned as far as it came, and says so. */
export async function send(
  request: HttpRequest,
  { fetch, timeoutMs, largestBody, signal }: AskLimits,
): Promise<Sent> {
  const late = AbortSignal.timeout(timeoutMs);
  let exchange: Exchange | null = null;
  try {
    const response = await fetch(request.url, {
      method: request.method,
      headers: request.headers,
      ...(request.body !== undefined && { body: request.body }),
      redirect: 'manual',
      signal: AbortSignal.any([signal, late]),
    });
    const head = { status: response.status, headers: Object.fromEntries(response.headers) };
    exchange = { ...head, body: '' };
    const chunks: Buffer[] = [];
    let size = 0;
    const decoded = () => Buffer.concat(chunks).toString('utf8');
    try {
      for await (const chunk of response.body ?? []) {
        chunks.push(Buffer.from(chunk));
        size += chunk.length;
        if (size > largestBody) throw new TooLarge(largestBody);
      }
    } finally {
      exchange = { ...head, body: decoded() };
    }
    return { exchange, failure: null };
  } catch (error) {
    const failure = failureOf(error, { isLate: late.aborted, timeoutMs });
    const { kind, message } = failure;
    return { exchange: exchange && { ...exchange, cut: { kind, message } }, failure };
  }
}

class TooLarge extends Error {
  constructor(limit: number) {
    super(`the body is larger than ${limit / 1024 / 1024} MiB`);
  }
}

// The driver's own limits are as long as ours.
const LATE = /^UND_ERR_(HEADERS|BODY)_TIMEOUT$/;
// Nothing reached the vendor, so that it cannot bill anything.
const UNSENT =
  /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL|UND_ERR_CONNECT_TIMEOUT|ERR_INVALID_URL|ERR_TLS_.*|CERT_.*|.*_CERT|.*_CERT_.*|UNABLE_TO_.*)$/;

function failureOf(error: unknown, { isLate, timeoutMs }: { isLate: boolean; timeoutMs: number }): Broken {
  if (error instanceof TooLarge) return { kind: 'bad_response', message: error.message };
  const code = (error as { cause?: { code?: string } }).cause?.code ?? '';
  if (isLate || LATE.test(code))
    return { kind: 'timeout', message: `no complete response within ${timeoutMs / 1000} s` };
  return { kind: 'network', message: causeOf(error), ...(UNSENT.test(code) && { unsent: true }) };
}

/** `fetch failed` says nothing; its cause does. */
function causeOf(error: unknown): string {
  const { message = '', cause } = error as { message?: string; cause?: { code?: string; message?: string } };
  return [message, cause?.code, cause?.message].filter(Boolean).join(': ') || String(error);
}
