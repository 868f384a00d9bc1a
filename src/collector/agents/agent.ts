// What every connection to an AI agent is made of: two pure functions. Asking, storing and retrying lie
// outside (`ask.ts`, `collect.ts`), so that a stored response can be parsed again without asking again.

import type { FAILURES } from '../../../contract/collect.ts';
import type { Usage } from '../../domain/cost.ts';
import type { Exchange } from '../../domain/exchanges.ts';

/** What is asked. The prompt goes out as it is; country and language only where the vendor has a field for them. */
export type Ask = {
  agent: string;
  prompt: string;
  model: string;
  /** ISO 3166-1 alpha-2, upper case, such as `DE`. */
  country: string | null;
  /** ISO 639-1, lower case, such as `de`. */
  language: string | null;
};

/** How the vendor is reached. `key` of a vendor with login and password is `login:password`. */
export type Endpoint = { baseUrl: string; key: string };

export type HttpRequest = {
  method: 'GET' | 'POST';
  url: string;
  /** Lower-case names. */
  headers: Record<string, string>;
  body?: string;
};

/** A vendor's response, as it is stored before it is parsed. */
export type { Exchange };

export type Link = { url: string; title: string };

/** What a vendor bills. */
export type { Usage };

export type AgentAnswer = {
  kind: 'answer';
  /** Markdown. */
  text: string;
  /** In the order of first citation, each URL once. */
  cited: Link[];
  /** Pages that were only consulted, in the vendor's order, without the cited ones. */
  consulted: Link[];
  /** What the agent searched for. */
  searches: string[];
  /** Whether it searched; `unknown` where the vendor does not tell. */
  searched: 'yes' | 'no' | 'unknown';
  /** The model that answered, as the vendor names it. */
  model: string;
  /** Why the answer ended, in the vendor's own word. */
  finish: string;
  usage: Usage;
};

export type FailureKind = (typeof FAILURES)[number];

export type AgentFailure = {
  kind: FailureKind;
  /** For the operator; the vendor's own words where it had any. */
  message: string;
  /** How long the vendor asked to wait, in milliseconds. */
  waitMs?: number;
  /** What the vendor bills all the same, such as a search that shows no AI overview. */
  usage?: Usage;
  /** Nothing reached the vendor, so that there is nothing to bill. */
  unsent?: true;
};

export type Outcome = AgentAnswer | AgentFailure;

/** One way to ask one or more agents. */
export type Connection = {
  /** `openai`, `anthropic`, `dataforseo`, ...: names settings, prices and stored keys. */
  id: string;
  /** Agents that it can ask, with the model that is asked unless a plan names another. */
  agents: Record<string, { model: string }>;
  /** May be asked for any other agent too, where the operator's settings or a plan name it with its model. */
  anyAgent?: true;
  /** With the version part, as in the vendor's own libraries. */
  baseUrl: string;
  /**
   * The next request, given the responses so far: the first when there are none, a continuation when the
   * last response asks for one (a paused turn, a second call), null when it is complete or failed.
   */
  request(ask: Ask, endpoint: Endpoint, received: readonly Exchange[]): HttpRequest | null;
  /** What the responses say, pure. Never throws on any body: a response that makes no sense is `bad_response`. */
  parse(ask: Ask, received: readonly Exchange[]): Outcome;
};

/** Most continuations of one ask; a vendor that pauses for ever must not be paid for ever. */
export const MOST_REQUESTS = 5;
