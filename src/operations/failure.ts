import { messages } from '../../contract/errors.ts';

/**
 * An answer other than success: its status, and the message that the caller may read. Everything else
 * that is thrown is a fault of the service and becomes an opaque 500.
 */
export class Failure extends Error {
  readonly status: number;
  /** Seconds after which a retry may succeed (429 and 503). */
  readonly retryAfter: number | undefined;

  constructor(status: number, message: string, options: ErrorOptions & { retryAfter?: number } = {}) {
    super(message, options);
    this.status = status;
    this.retryAfter = options.retryAfter;
  }

  static invalid(message: string): Failure {
    return new Failure(400, message);
  }
  static forbidden(): Failure {
    return new Failure(403, messages.forbidden);
  }
  static notFound(message: string): Failure {
    return new Failure(404, message);
  }
  static unavailable(message: string, cause?: unknown): Failure {
    return new Failure(503, message, { cause, retryAfter: 2 });
  }
}
