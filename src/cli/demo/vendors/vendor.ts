// A stand-in for a vendor: speaks its wire format over real HTTP. `brandscope demo --live` and the tests of
// the collector ask these instead of the vendors themselves.
import type { IncomingHttpHeaders } from 'node:http';

/** What a stand-in is asked, as far as every vendor has it. */
export type Received = {
  method: string;
  /** Path with query. */
  path: string;
  headers: IncomingHttpHeaders;
  /** Parsed JSON body; undefined for GET. */
  body: unknown;
};

/** What the agent "says": the same material for every vendor, dressed in its wire format. */
export type Script = {
  /** Markdown, without citation marks of any vendor. */
  text: string;
  /** Pages that the text cites, in order. */
  cited: { url: string; title: string | null }[];
  /** Pages that were only consulted. */
  consulted: { url: string; title: string | null }[];
  searches: string[];
  searched: boolean;
};

export type Reply = { status: number; headers?: Record<string, string>; body: string };

/** Failure modes that every vendor dresses in its own body; time-outs and broken transfers are the server's. */
export const failureModes = [
  'auth',
  'quota',
  'rate_seconds',
  'rate_date',
  'rate_body',
  'overloaded',
  'server',
  'refused',
] as const;
export type FailureMode = (typeof failureModes)[number];

/** Shapes of a healthy response that are awkward to parse. */
export const oddModes = ['unknown_items', 'null_titles', 'empty_text', 'pause'] as const;
export type OddMode = (typeof oddModes)[number];

/** The stand-in of one connection. */
export type Vendor = {
  /** The connection's id. */
  id: string;
  /** The prompt that a request asks; null when it is a follow-up of an earlier one. Throws on a request that the vendor would refuse. */
  promptOf(received: Received): string | null;
  /** The agent that a request asks, where one vendor serves several. */
  agentOf(received: Received): string;
  /** The response that the vendor would give, in full. */
  reply(received: Received, script: Script, odd?: OddMode): Reply;
  /** Null where the vendor has no such failure. */
  fail(received: Received, mode: FailureMode): Reply | null;
};
