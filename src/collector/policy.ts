// What follows from a failure: whether the slot is asked again and when, and whether its connection pauses.
import type { AgentFailure, FailureKind } from './agents/agent.ts';

export type Consequence = {
  /** Milliseconds until the slot is asked again; null: it failed for good. */
  retryMs: number | null;
  /** Milliseconds that the connection pauses; `stop`: until its key changes or a person asks again. */
  pauseMs: number | 'stop' | null;
};

/** Attempts in all, by kind; others are not asked again. */
const ATTEMPTS: Partial<Record<FailureKind, number>> = {
  rate: 10,
  overloaded: 10,
  server: 4,
  network: 4,
  timeout: 2,
};
const FIRST_WAIT_MS = 15_000;
const LONGEST_WAIT_MS = 30 * 60_000;
// Half as long again at random, so that slots that failed together do not come back together.
const JITTER = 0.5;

/** The consequence of the `attempts`-th attempt's failure; `random` is from 0 to 1. */
export function consequenceOf({ kind, waitMs }: AgentFailure, attempts: number, random: number): Consequence {
  // The slot waits with its connection, and loses no attempt.
  if (kind === 'auth' || kind === 'quota') return { retryMs: 0, pauseMs: 'stop' };
  const own = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** (attempts - 1));
  const wait = Math.round((waitMs ?? own) * (1 + JITTER * random)) + (waitMs === undefined ? 0 : 1);
  const isBusy = kind === 'rate' || kind === 'overloaded';
  return {
    retryMs: attempts < (ATTEMPTS[kind] ?? 0) ? wait : null,
    // The vendor's own wait, without jitter: other slots may go on as soon as it allows.
    pauseMs: isBusy ? (waitMs ?? own) : null,
  };
}

/** A connection whose requests fail one after the other is left alone for a while, and longer each time. */
const FAILURES_IN_A_ROW = 5;
const OPEN_MS = 60_000;
const BROKEN: readonly FailureKind[] = ['server', 'network', 'timeout'];

/** How long a connection is left alone after so many failures in a row; null: not yet. */
export function circuitMs(kind: FailureKind, inARow: number): number | null {
  if (!BROKEN.includes(kind) || inARow < FAILURES_IN_A_ROW) return null;
  return Math.min(LONGEST_WAIT_MS, OPEN_MS * 2 ** (inARow - FAILURES_IN_A_ROW));
}
