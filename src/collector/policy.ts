// What follows from a failure: whether the slot is asked again and when, and whether its connection pauses.
import type { AgentFailure, FailureKind } from './agents/agent.ts';

export type Consequence = {
  /** Milliseconds until the slot is asked again; null: it failed for good. */
  retryMs: number | null;
  /** Milliseconds that the connection pauses; `stop`: until its key changes or a person asks again. */
  pauseMs: number | 'stop' | null;
  /** Whether the attempt counts. */
  isCounted: boolean;
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
// Vendors may name any time. Asking once a day costs nothing and finds out when a limit was lifted.
const LONGEST_ASKED_MS = 24 * 60 * 60_000;

/** Longer than anything here makes a slot or a connection wait. */
export const BEYOND_ANY_WAIT_MS = 2 * LONGEST_ASKED_MS;

/** The consequence of the `attempts`-th attempt's failure; `random` is from 0 to 1. */
export function consequenceOf(failure: AgentFailure, attempts: number, random: number): Consequence {
  const { kind } = failure;
  // The slot waits with its connection, and loses no attempt.
  if (kind === 'auth' || kind === 'quota') return { retryMs: 0, pauseMs: 'stop', isCounted: false };
  const own = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** (attempts - 1));
  const asked = failure.waitMs === undefined ? undefined : Math.min(LONGEST_ASKED_MS, failure.waitMs);
  const wait = Math.round((asked ?? own) * (1 + JITTER * random)) + (asked === undefined ? 0 : 1);
  const isBusy = kind === 'rate' || kind === 'overloaded';
  return {
    retryMs: attempts < (ATTEMPTS[kind] ?? 0) ? wait : null,
    // The vendor's own wait, without jitter: other slots may go on as soon as it allows.
    pauseMs: isBusy ? (asked ?? own) : null,
    isCounted: true,
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
