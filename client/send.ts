// One call over the wire: attempts, time-outs, and what went wrong in words.
import type { Operation } from '../contract/operation.ts';
import { BrandscopeError, UnreachableError } from './errors.ts';

export type Call = {
  base: string;
  /** What tells the service who asks, beside a browser's cookies. */
  headers: Record<string, string>;
  operation: Operation;
  input: unknown;
  fetch?: typeof fetch;
  timeoutMs?: number;
  signal?: AbortSignal;
  idempotencyKey?: string;
  retries?: number;
};

const TIMEOUT_MS = 60_000;

/** Sends one call and returns the checked envelope. Throws `BrandscopeError` for an error response, `UnreachableError` for none. */
export async function send<T>(call: Call): Promise<T> {
  return (await attempt(call, answerOf)) as T;
}

/** As `send`, for an operation that streams: the response, once it began. What ends too early fails while it is read. */
export async function open(call: Call): Promise<Response> {
  return attempt(call, async (once) => {
    const response = await request(once);
    const type = response.headers.get('content-type')?.split(';')[0] ?? '';
    if (response.ok && call.operation.streams?.includes(type)) return response;
    throw refused(response, await bodyOf(response, once), call);
  });
}

async function attempt<T>(call: Call, make: (call: Call) => Promise<T>): Promise<T> {
  const retries = call.retries ?? 0;
  // Only its key makes a second creation or toggle harmless.
  const ownKey = retries > 0 && call.operation.idempotencyKey ? crypto.randomUUID() : undefined;
  const keyed = { ...call, idempotencyKey: call.idempotencyKey ?? ownKey };
  for (let tried = 0; ; tried += 1) {
    try {
      return await make(keyed);
    } catch (error) {
      if (tried >= retries || !mayRetry(error, call)) throw error;
      await pause(error, tried, call.signal);
    }
  }
}

/** Busy services refuse before they work. After a lost answer a deletion may be done: its retry would be a 404. */
function mayRetry(error: unknown, { operation, signal }: Call): boolean {
  if (signal?.aborted) return false;
  if (error instanceof BrandscopeError) return error.status === 429 || error.status === 503;
  return error instanceof UnreachableError && operation.method !== 'DELETE';
}

async function pause(error: unknown, tried: number, signal: AbortSignal | undefined): Promise<void> {
  const asked = error instanceof BrandscopeError ? error.retryAfter : undefined;
  const wait = asked !== undefined ? asked * 1000 : 250 * 2 ** tried;
  await new Promise<void>((resolve) => {
    setTimeout(resolve, wait);
    signal?.addEventListener('abort', () => resolve(), { once: true });
  });
  signal?.throwIfAborted();
}

async function answerOf(call: Call): Promise<unknown> {
  const response = await request(call);
  const body = await bodyOf(response, call);
  if (response.ok && isObject(body) && body.success === true) return body;
  throw refused(response, body, call);
}

/** What a response says went wrong. */
function refused(response: Response, body: unknown, { base }: Call): Error {
  if (isObject(body) && typeof body.error === 'string') return refusal(response, body.error);
  return new UnreachableError(`${base} answered ${response.status}, but not as a Brandscope service does`);
}

async function request(call: Call): Promise<Response> {
  const { base, headers, operation, input, idempotencyKey } = call;
  const limit = timeLimit(call);
  try {
    return await (call.fetch ?? fetch)(base + operation.path, {
      method: operation.method,
      headers: {
        ...headers,
        'content-type': 'application/json',
        ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
      },
      body: JSON.stringify(input),
      signal: call.signal ? AbortSignal.any([call.signal, limit.signal]) : limit.signal,
    });
  } catch (error) {
    throw unreachable(error, call);
  } finally {
    limit.begun();
  }
}

/** Of the whole attempt; of a stream only until it begins. */
function timeLimit({ timeoutMs = TIMEOUT_MS, operation }: Call): { signal: AbortSignal; begun: () => void } {
  if (!operation.streams) return { signal: AbortSignal.timeout(timeoutMs), begun: () => {} };
  const limit = new AbortController();
  const timer = setTimeout(() => limit.abort(new DOMException('', 'TimeoutError')), timeoutMs);
  return { signal: limit.signal, begun: () => clearTimeout(timer) };
}

async function bodyOf(response: Response, call: Call): Promise<unknown> {
  let text: string;
  try {
    text = await response.text();
  } catch (error) {
    throw unreachable(error, call);
  }
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function refusal(response: Response, message: string): BrandscopeError {
  const seconds = response.headers.get('retry-after');
  return new BrandscopeError(response.status, message, {
    ...(seconds !== null && { retryAfter: Number(seconds) }),
    requestId: response.headers.get('x-request-id') ?? undefined,
  });
}

/** The caller's own abort stays what it is; everything else says what could not be reached, and why. */
function unreachable(error: unknown, { base, signal, timeoutMs = TIMEOUT_MS }: Call): unknown {
  if (signal?.aborted || !(error instanceof Error)) return error;
  if (error.name === 'TimeoutError') {
    return new UnreachableError(`${base} did not answer within ${timeoutMs / 1000} s`, { cause: error });
  }
  const cause = error.cause instanceof Error ? error.cause : error;
  const code = 'code' in cause ? String(cause.code) : '';
  const why = code && !cause.message.includes(code) ? `${cause.message} ${code}`.trim() : cause.message;
  return new UnreachableError(`Cannot reach ${base}: ${why}`, { cause: error });
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
