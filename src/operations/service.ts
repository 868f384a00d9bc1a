// What every entrance (http, mcp, cli, collector) talks to.
import type { Input, Output, Valid } from '../../contract/operation.ts';
import type { Contract, OperationName } from '../../contract/table.ts';
import type { Caller } from './caller.ts';

/** The functions behind the contract, by operation. */
export type Handlers = {
  [N in OperationName]: (caller: Caller, input: Valid<Contract[N]>) => Promise<Output<Contract[N]>>;
};

export type Service = {
  /** Finds the caller of a key; null when the key is malformed, unknown, deleted or expired. */
  authenticate(key: string): Promise<Caller | null>;
  /**
   * Validates and runs one operation. Throws `Failure` for everything that the caller did wrong, and for
   * a database that is away (503).
   */
  call<N extends OperationName>(
    name: N,
    caller: Caller,
    input: Input<Contract[N]>,
  ): Promise<Output<Contract[N]>>;
  /** As `call`, once per key and account within 24 hours; a second request with another body is a 400. */
  callOnce<N extends OperationName>(
    request: { name: N; idempotencyKey: string },
    caller: Caller,
    input: Input<Contract[N]>,
  ): Promise<Output<Contract[N]>>;
  /** True when the database answers and is at the newest migration. */
  ready(): Promise<boolean>;
};
