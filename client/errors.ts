/** The service refused: its status, its message, and when a retry may succeed. */
export class BrandscopeError extends Error {
  override readonly name = 'BrandscopeError';
  readonly status: number;
  /** Seconds to wait, where the service said so (429 and 503). */
  readonly retryAfter: number | undefined;
  /** The id under which the service logged the request. */
  readonly requestId: string | undefined;

  constructor(status: number, message: string, about: { retryAfter?: number; requestId?: string } = {}) {
    super(message);
    this.status = status;
    this.retryAfter = about.retryAfter;
    this.requestId = about.requestId;
  }
}

/** No answer of the service: it is away, too slow, or something else answers at its address. */
export class UnreachableError extends Error {
  override readonly name = 'UnreachableError';
}
