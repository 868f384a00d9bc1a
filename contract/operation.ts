import type { z } from 'zod';

/**
 * One operation of the API, declared once. Routes, validation, the OpenAPI document, the client, the
 * reference docs, `brandscope call` and the generic tests are loops over these.
 */
export type Operation = {
  method: 'POST' | 'PATCH' | 'DELETE';
  path: `/${string}`;
  /** What a Brand-scoped key may do: `brand` within its brand, `account` nothing (403). */
  scope: 'brand' | 'account';
  /** True where it changes something of the account: a viewer gets 403. */
  writes?: true;
  /** Set where only owners may: an editor gets 403 as well. */
  role?: 'owner';
  summary: string;
  description?: string;
  input: z.ZodType;
  output: z.ZodType;
  /** Documented errors beside those that every operation has. */
  errors: readonly { status: number; message: string }[];
  /** A body that the docs, the console and the tests can send. */
  example: Record<string, unknown>;
  /** True where a retry with the same Idempotency-Key gets the first answer again. */
  idempotencyKey?: boolean;
  /** Largest body in bytes, where it is not 1 MiB. */
  bodyLimit?: number;
  /** Content types of the text that it answers, of any length, in place of a JSON object. Errors are JSON all the same. */
  streams?: readonly string[];
};

/** The answer of an operation that streams: text in portions, and the name of a file to keep it in. */
export type Stream = { type: string; name: string; portions: AsyncIterable<string> };

/** Keeps the literal types of a table of operations, from which the client's methods are inferred. */
export function operations<const T extends Record<string, Operation>>(table: T): T {
  return table;
}

/** What a caller may send to an operation. */
export type Input<O extends Operation> = z.input<O['input']>;
/** What an operation works on: validated, with defaults and trimming applied. */
export type Valid<O extends Operation> = z.output<O['input']>;
/** What an operation answers. */
export type Output<O extends Operation> = z.output<O['output']>;
/** One of two types, by whether an operation streams. */
export type Streams<O extends Operation, Yes, No> = O extends { streams: readonly string[] } ? Yes : No;
