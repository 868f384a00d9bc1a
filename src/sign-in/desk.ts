// What signing in works with, and who stands before it.
import { signInMessages } from '../../contract/sign-in.ts';
import type { Context } from '../operations/context.ts';
import { Failure } from '../operations/failure.ts';
import { translated } from './failures.ts';
import type { Library, Oidc } from './library.ts';
import type { Limits, Visits } from './limits.ts';
import type { SetUp } from './set-up.ts';
import { headersOf, type Reply, type Visit } from './visit.ts';

export type Desk = {
  context: Context;
  limits: Limits;
  visits: Visits;
  setUp: SetUp;
  oidc: Oidc | null;
  /** Where the service is in browsers. */
  url: () => string;
  /** The library for the visitor's browser; `renew` makes it anew, with what the provider says of itself by now. */
  library: (visit: Visit, options?: { renew: boolean }) => Library;
};

/** A signed-in person, in one of their sessions. */
export type Person = { userId: number; email: string; sessionId: number };

/** The signed-in person of a visit, or null; the cookies prolong or end the session in the browser. */
export async function whoIs(desk: Desk, visit: Visit): Promise<Reply<Person | null>> {
  const { api } = desk.library(visit);
  const { response, headers } = await translated(
    api.getSession({ headers: headersOf(visit), returnHeaders: true }),
  );
  const { user, session } = response ?? {};
  const answer =
    user && session ? { userId: Number(user.id), email: user.email, sessionId: Number(session.id) } : null;
  return { answer, cookies: headers.getSetCookie() };
}

/** As `whoIs`, for those who must be signed in: else 401. */
export async function mustBeSignedIn(desk: Desk, visit: Visit): Promise<Reply<Person>> {
  const { answer, cookies } = await whoIs(desk, visit);
  if (!answer) throw new Failure(401, signInMessages.notSignedIn);
  return { answer, cookies };
}
