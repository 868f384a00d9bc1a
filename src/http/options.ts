import type { FastifyBaseLogger } from 'fastify';
import type { People } from '../sign-in/people.ts';

export type HttpOptions = {
  logger: FastifyBaseLogger | false;
  /** Requests a minute per API key; 0 is no limit. */
  rateLimitPerMinute: number;
  /** Operations that may be under way at once; more are answered 503. */
  maxInFlight: number;
  /** Largest body in bytes, where an operation declares no other. */
  bodyLimit?: number;
  version: string;
  /** Who may sign in to the console; without it there is none, only the API. */
  people?: People;
  /** The service's address in browsers; without it, the one that a request came to. */
  publicUrl?: string | undefined;
  /** Addresses and networks of proxies whose `X-Forwarded-For` is believed. */
  trustProxy?: readonly string[];
  /** Where the built console is, when not in this package. */
  consoleFolder?: string;
  /** What Prometheus is told; without it there is no `/metrics`. */
  metrics?: () => Promise<string>;
  /** False in a process that only collects: it answers for its health alone. */
  hasApi?: boolean;
};
