// The typed client of Brandscope: one method per operation of the contract.
import type { Input, Operation, Output } from '../contract/operation.ts';
import { type Contract, contract, type OperationName, operationNames } from '../contract/table.ts';
import { type Call, send } from './send.ts';

export type { Input, Output } from '../contract/operation.ts';
export type { Contract, OperationName } from '../contract/table.ts';
export { BrandscopeError, UnreachableError } from './errors.ts';

export type ConnectOptions = {
  /** Where the service is, with or without `/api/v1`. */
  url: string;
  /** An API key, `bsk_...`. */
  key: string;
  /** Instead of the global `fetch`. */
  fetch?: typeof fetch;
  /** How long one attempt may take; 60 s when omitted. */
  timeoutMs?: number;
};

export type CallOptions = {
  signal?: AbortSignal;
  /** For operations that take one: a retry with the same key gets the first answer again. */
  idempotencyKey?: string;
  /** How often to try again when the service is unreachable or busy; 0 when omitted. */
  retries?: number;
};

type Arguments<I> =
  Record<never, never> extends I ? [input?: I, options?: CallOptions] : [input: I, options?: CallOptions];

export type Client = {
  [N in OperationName]: (...given: Arguments<Input<Contract[N]>>) => Promise<Output<Contract[N]>>;
};

/** A client of one service with one key. Nothing is sent until a method is called. */
export function connect(options: ConnectOptions): Client {
  const base = baseOf(options.url);
  const method = (name: OperationName) => {
    const operation: Operation = contract[name];
    return (input: unknown = {}, call: CallOptions = {}) =>
      send({ ...options, ...call, base, operation, input } satisfies Call);
  };
  return Object.fromEntries(operationNames.map((name) => [name, method(name)])) as Client;
}

function baseOf(given: string): string {
  const url = URL.parse(given);
  if (url === null || !/^https?:$/.test(url.protocol)) {
    throw new TypeError(
      `url must be an http(s) address such as http://127.0.0.1:8080, not ${JSON.stringify(given)}`,
    );
  }
  const path = url.pathname.replace(/\/+$/, '').replace(/\/api\/v1$/, '');
  return `${url.origin}${path}/api/v1`;
}
