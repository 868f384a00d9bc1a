// The typed client of Brandscope: one method per operation of the contract.
import { type Contract, contract } from '../contract/table.ts';
import { type Methods, methods, placeOf } from './methods.ts';

export type { Input, Output } from '../contract/operation.ts';
export type { Contract, OperationName } from '../contract/table.ts';
export { BrandscopeError, UnreachableError } from './errors.ts';
export type { CallOptions } from './methods.ts';

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

export type Client = Methods<Contract>;

/** A client of one service with one key. Nothing is sent until a method is called. */
export function connect(options: ConnectOptions): Client {
  const { url, key, fetch, timeoutMs } = options;
  const headers = { authorization: `Bearer ${key}` };
  return methods(contract, { base: `${placeOf(url)}/api/v1`, headers, fetch, timeoutMs }) as Client;
}
