// Opening a share link: no session; guesses of its password are counted as those of any other, and visits as such.
import type { Output, Valid } from '../../contract/operation.ts';
import { shareMessages } from '../../contract/shares.ts';
import type { SignInOperations } from '../../contract/sign-in.ts';
import { Failure } from '../operations/failure.ts';
import * as operations from '../operations/shares.ts';
import type { Desk } from './desk.ts';
import type { Reply, Visit } from './visit.ts';

/** What a link shows, with a pass for it. */
export async function openShare(
  { context, limits, visits }: Desk,
  { ip }: Visit,
  input: Valid<SignInOperations['openShare']>,
): Promise<Reply<Output<SignInOperations['openShare']>>> {
  const secret = `share ${input.token}`;
  const answer = await limits.guard({ ip, secret }, () =>
    operations.openShare(context, input, (share) => visits.admit(share, ip)).catch(isNoGuess),
  );
  if (answer instanceof Failure) throw answer;
  return { answer, cookies: [] };
}

/** Every visit begins without a password: to be told that the link wants one, or to come too often, is no guess of it. */
function isNoGuess(error: unknown): Failure {
  const isOne =
    error instanceof Failure && (error.message === shareMessages.password || error.status === 429);
  if (isOne) return error;
  throw error;
}
