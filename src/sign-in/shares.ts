// Opening a share link: no session, and guesses of its password are counted as those of any other.
import type { Output, Valid } from '../../contract/operation.ts';
import type { SignInOperations } from '../../contract/sign-in.ts';
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
  const answer = await limits.guard({ ip, secret }, () => operations.openShare(context, input));
  return { answer, cookies: [] };
}
