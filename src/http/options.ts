import type { FastifyBaseLogger } from 'fastify';

export type HttpOptions = {
  logger: FastifyBaseLogger | false;
  /** Requests a minute per API key; 0 is no limit. */
  rateLimitPerMinute: number;
  /** Operations that may be under way at once; more are answered 503. */
  maxInFlight: number;
  /** Largest body in bytes, where an operation declares no other. */
  bodyLimit?: number;
  version: string;
  /** Where the built console is, when not in this package. */
  consoleFolder?: string;
};
