// What the operations know of asking agents: which can be asked, and for how much. The collector implements it;
// a process without one asks nobody.
import type { Estimate } from '../domain/cost.ts';

/** An agent that can be asked now. */
export type Choice = { agent: string; connection: string; model: string };

export type Asking = {
  /** Reads keys that accounts brought themselves; to be called before the others, outside of transactions. */
  refresh(): Promise<void>;
  /** Names of all connections. */
  ids(): string[];
  /** Agents whose connection is set up for the account, the preferred connection of each first. */
  choices(accountId: number): Choice[];
  /** Whether a connection is set up for the account. */
  isReady(accountId: number, connection: string): boolean;
  /** Connections that ask the agent by themselves, set up or not. */
  connectionsOf(agent: string): string[];
  /** Whether a connection may be asked for any agent, with a model that a plan names. */
  asksAny(connection: string): boolean;
  /** What an answer costs; null where no price is known. */
  estimate(choice: Choice, promptLength: number): Estimate | null;
  /** SHA-256 of the key in use for the account; null without one. */
  keyHash(accountId: number, connection: string): Buffer | null;
  /** What sets a connection up, in words: `set OPENAI_API_KEY`. */
  setUp(connection: string): string;
};

/** Of a process that asks nobody. */
export const nobody: Asking = {
  refresh: async () => {},
  ids: () => [],
  choices: () => [],
  isReady: () => false,
  connectionsOf: () => [],
  asksAny: () => false,
  estimate: () => null,
  keyHash: () => null,
  setUp: () => 'connections are not available here',
};
