// Opening a share link: no session, and guesses of its password are counted as those of any other.
import type { Output, Valid } from '../../contract/operation.ts';
import { shareMessages } from '../../contract/shares.ts';
import type { SignInOperations } from '../../contract/sign-in.ts';
import { Failure } from '../operations/failure.ts';
import * as operations from '../operations/shares.ts';
import type { Desk } from './desk.ts';
import type { Reply, Visit } from './visit.ts';

/** What a link shows, with a pass for it. */
export async function openShare(
  { context, limits }: Desk,
  { ip }: Visit,
  input: Valid<SignInOperations['openShare']>,
): Promise<Reply<Output<SignInOperations['openShare']>>> {
  const secret = `share ${input.token}`;
  const answer = await limits.guard({ ip, secret }, () =>
    operations.openShare(context, input).catch(wantsPassword),
  );
  if (answer instanceof Failure) throw answer;
  return { answer, cookies: [] };
}

/** Every visit begins without a password: to be told that the link wants one is no guess of it. */
function wantsPassword(error: unknown): Failure {
  if (error instanceof Failure && error.message === shareMessages.password) return error;
  throw error;
}
