// How people come in: set-up, password, code, OpenID Connect, invitation.

import type { Output, Valid } from '../../contract/operation.ts';
import { type SignInOperations, signInMessages } from '../../contract/sign-in.ts';
import { hashPassword } from '../operations/accounts.ts';
import { Failure } from '../operations/failure.ts';
import { invitationHash } from '../operations/members.ts';
import { addFirstAccount, hasAccounts } from '../storage/accounts.ts';
import * as invitations from '../storage/invitations.ts';
import { dropExpired, findUser } from '../storage/users.ts';
import { type Desk, whoIs } from './desk.ts';
import { translated } from './failures.ts';
import { OIDC } from './library.ts';
import { headersOf, type Reply, type Visit } from './visit.ts';

type In<N extends keyof SignInOperations> = Valid<SignInOperations[N]>;
type Out<N extends keyof SignInOperations> = Promise<Reply<Output<SignInOperations[N]>>>;

/** What the console shows first. While there is no account, the set-up link is in the log. */
export async function state(desk: Desk, visit: Visit): Out<'state'> {
  const { answer: person, cookies } = await whoIs(desk, visit);
  const needs_setup = !(await hasAccounts(desk.context.db));
  if (needs_setup) desk.setUp.offer();
  else desk.setUp.close();
  const oidc = desk.oidc?.name ?? null;
  return { answer: { success: true, needs_setup, oidc, signed_in: person !== null }, cookies };
}

/** Makes the first account and signs its owner in; of many at once one succeeds. */
export async function setUp(desk: Desk, visit: Visit, input: In<'setUp'>): Out<'setUp'> {
  const { email, password, account, name: owner } = input;
  const { db } = desk.context;
  const account_id = await desk.limits.guard({ ip: visit.ip }, async () => {
    if (await hasAccounts(db)) throw Failure.invalid(signInMessages.setUpDone);
    if (!desk.setUp.matches(input.token)) throw new Failure(403, signInMessages.setUpToken);
    const password_hash = await hashPassword(password);
    return addFirstAccount(db, { name: account, owner, email, password_hash });
  });
  if (account_id === null) throw Failure.invalid(signInMessages.setUpDone);
  desk.setUp.close();
  const { cookies } = await checkPassword(desk, visit, { email, password, remember: true });
  return { answer: { success: true, account_id }, cookies };
}

/** Checks the password. With two-factor the cookies open no session yet, but the second step. */
export async function signIn(desk: Desk, visit: Visit, input: In<'signIn'>): Out<'signIn'> {
  return desk.limits.guard({ ip: visit.ip, secret: input.email }, () => checkPassword(desk, visit, input));
}

async function checkPassword(desk: Desk, visit: Visit, input: In<'signIn'>): Out<'signIn'> {
  const { email, password, remember = false } = input;
  const { response, headers } = await translated(
    desk.library(visit).api.signInEmail({
      body: { email, password, rememberMe: remember },
      headers: headersOf(visit),
      returnHeaders: true,
    }),
  );
  // Here rather than by a clock: who never signs in leaves nothing behind.
  await dropExpired(desk.context.db);
  const answer = { success: true as const, two_factor: 'twoFactorRedirect' in response };
  return { answer, cookies: headers.getSetCookie() };
}

/** The second step with the authenticator's code; the first right one turns two-factor on. */
export async function signInWithCode(
  desk: Desk,
  visit: Visit,
  { code, trust_device = false }: In<'signInWithCode'>,
): Out<'signInWithCode'> {
  const { headers } = await desk.limits.guard({ ip: visit.ip }, () =>
    translated(
      desk.library(visit).api.verifyTOTP({
        body: { code: code.replace(/\s/g, ''), trustDevice: trust_device },
        headers: headersOf(visit),
        returnHeaders: true,
      }),
    ),
  );
  return { answer: { success: true }, cookies: headers.getSetCookie() };
}

/** The second step with a backup code, which is used up. */
export async function signInWithBackupCode(
  desk: Desk,
  visit: Visit,
  { code }: In<'signInWithBackupCode'>,
): Out<'signInWithBackupCode'> {
  const { headers } = await desk.limits.guard({ ip: visit.ip }, () =>
    translated(
      desk.library(visit).api.verifyBackupCode({
        body: { code },
        headers: headersOf(visit),
        returnHeaders: true,
      }),
    ),
  );
  return { answer: { success: true }, cookies: headers.getSetCookie() };
}

/** Where to send the browser for OpenID Connect. */
export async function signInWithOidc(
  desk: Desk,
  visit: Visit,
  { return_to = '/' }: In<'signInWithOidc'>,
): Out<'signInWithOidc'> {
  if (!desk.oidc) throw Failure.notFound(signInMessages.noOidc);
  const ask = (renew: boolean) =>
    desk.library(visit, { renew }).api.signInSocial({
      body: {
        provider: OIDC,
        callbackURL: `${desk.url()}${return_to}`,
        errorCallbackURL: `${desk.url()}/sign-in`,
        disableRedirect: true,
      },
      headers: headersOf(visit),
      returnHeaders: true,
    });
  // A provider that was away when the library asked what it can do is unknown to it: asked once more.
  const { response, headers } = await ask(false)
    .catch(() => ask(true))
    .catch((cause) => {
      throw Failure.unavailable(signInMessages.noProvider, cause);
    });
  if (!response.url) throw Failure.unavailable(signInMessages.noProvider);
  return { answer: { success: true, url: response.url }, cookies: headers.getSetCookie() };
}

/** Ends this session; without one it only clears the cookies. */
export async function signOut(desk: Desk, visit: Visit): Out<'signOut'> {
  const { api } = desk.library(visit);
  const { headers } = await translated(api.signOut({ headers: headersOf(visit), returnHeaders: true }));
  return { answer: { success: true }, cookies: headers.getSetCookie() };
}

/** What an invitation link offers, and whether the invited person is known. */
export async function invitation(desk: Desk, visit: Visit, { token }: In<'invitation'>): Out<'invitation'> {
  const { db } = desk.context;
  const found = await desk.limits.guard({ ip: visit.ip }, () => openInvitation(desk, token));
  const known = (await findUser(db, found.email)) !== undefined;
  const { account, email, role, expires_at } = found;
  return { answer: { success: true, account, email, role, expires_at, known }, cookies: [] };
}

/** Makes a signed-in person a member, or a new one who is signed in by the answer. */
export async function acceptInvitation(
  desk: Desk,
  visit: Visit,
  input: In<'acceptInvitation'>,
): Out<'acceptInvitation'> {
  const { email } = await desk.limits.guard({ ip: visit.ip }, () => openInvitation(desk, input.token));
  const { answer: person, cookies } = await whoIs(desk, visit);
  if (person) {
    if (person.email !== email) throw new Failure(403, signInMessages.invitationOther);
    return { answer: await accept(desk, input.token, person.userId), cookies };
  }
  if (await findUser(desk.context.db, email)) throw new Failure(401, signInMessages.signInFirst);
  const { name, password } = input;
  if (name === undefined) throw Failure.invalid('name is required');
  if (password === undefined) throw Failure.invalid('password is required');
  const answer = await accept(desk, input.token, { name, password_hash: await hashPassword(password) });
  const { cookies: opened } = await checkPassword(desk, visit, { email, password, remember: true });
  return { answer, cookies: opened };
}

async function openInvitation(desk: Desk, token: string) {
  const found = await invitations.findInvitation(desk.context.db, invitationHash(token));
  if (!found) throw Failure.invalid(signInMessages.invitationGone);
  return found;
}

async function accept(desk: Desk, token: string, guest: invitations.Guest) {
  const account_id = await invitations.acceptInvitation(desk.context.db, invitationHash(token), guest);
  if (account_id === null) throw Failure.invalid(signInMessages.invitationGone);
  return { success: true as const, account_id };
}
