// A method per operation of a table.
import type { Input, Operation, Output, Streams } from '../contract/operation.ts';
import { type Call, open, send } from './send.ts';

export type CallOptions = {
  signal?: AbortSignal;
  /** For operations that take one: a retry with the same key gets the first answer again. */
  idempotencyKey?: string;
  /** How often to try again when the service is unreachable or busy; 0 when omitted. */
  retries?: number;
};

type Arguments<I> =
  Record<never, never> extends I ? [input?: I, options?: CallOptions] : [input: I, options?: CallOptions];

export type Methods<T extends Record<string, Operation>> = {
  /** A streaming operation resolves with the response as soon as it begins: read its `body`. */
  [N in keyof T]: (...given: Arguments<Input<T[N]>>) => Promise<Streams<T[N], Response, Output<T[N]>>>;
};

/** Where the operations of a table are, and who asks. */
type Place = {
  base: string;
  headers: Record<string, string>;
  fetch: typeof fetch | undefined;
  timeoutMs: number | undefined;
};

/** The methods of a table of operations, by name. */
export function methods(table: Record<string, Operation>, place: Place): Record<string, unknown> {
  const { base, headers, fetch, timeoutMs } = place;
  const at = { base, headers, ...(fetch && { fetch }), ...(timeoutMs !== undefined && { timeoutMs }) };
  const method =
    (operation: Operation) =>
    (input: unknown = {}, call: CallOptions = {}) =>
      (operation.streams ? open : send)({ ...at, ...call, operation, input } satisfies Call);
  return Object.fromEntries(Object.entries(table).map(([name, operation]) => [name, method(operation)]));
}

/** The service's address without `/api/v1` and slashes at the end. */
export function placeOf(given: string): string {
  const url = URL.parse(given);
  if (url === null || !/^https?:$/.test(url.protocol)) {
    throw new TypeError(
      `url must be an http(s) address such as http://127.0.0.1:8080, not ${JSON.stringify(given)}`,
    );
  }
  return url.origin + url.pathname.replace(/\/+$/, '').replace(/\/api\/v1$/, '');
}
