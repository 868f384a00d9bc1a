// Failures of asking an agent, in words for the person who can do something about them.
import type { Pause } from '../storage/pauses.ts';
import type { Context } from './context.ts';

const ADVICE: Record<string, string> = {
  auth: 'Check the key of this vendor, then ask again.',
  quota: 'Add credit or raise the limit at the vendor, then ask again.',
  rate: 'Nothing to do: it is asked again when the vendor allows.',
  overloaded: 'Nothing to do: it is asked again later.',
  server: 'A fault of the vendor; it is asked again a few times.',
  timeout: 'The vendor did not answer in time; it is asked again a few times.',
  network: 'Check that this machine reaches the vendor (and the base URL, where one is set).',
  bad_response:
    'The response is kept. If the vendor changed its format: update Brandscope, then run `brandscope reparse`.',
  refused: 'The vendor declined to answer this prompt; other wording may help.',
  no_answer: 'This surface showed no answer to this prompt. Nothing to do.',
};

/** What to do about a failure. */
export function adviceOn({ failure }: { failure: string | null }): string {
  return ADVICE[failure ?? ''] ?? '';
}

/** True while a pause holds: one that waits for a mended key ends with the key that failed, or that was missing. */
export function isPaused({ asking }: Context, { account_id, connection, until, key_hash }: Pause): boolean {
  if (until !== null) return true;
  if (key_hash === null) return !asking.isReady(account_id, connection);
  return asking.keyHash(account_id, connection)?.equals(key_hash) ?? true;
}
