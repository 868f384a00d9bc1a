// What signed-in people do with their own sign-in: sessions, password, two-factor.
import type { Output, Valid } from '../../contract/operation.ts';
import { type SignInOperations, signInMessages } from '../../contract/sign-in.ts';
import { Failure } from '../operations/failure.ts';
import { listMemberships } from '../storage/members.ts';
import { describeUser, forgetBrowsers, listSessions, renameUser } from '../storage/users.ts';
import { type Desk, mustBeSignedIn } from './desk.ts';
import { signOut } from './entrances.ts';
import { translated } from './failures.ts';
import type { Reply } from './visit.ts';
import { headersOf, type Visit } from './visit.ts';

type In<N extends keyof SignInOperations> = Valid<SignInOperations[N]>;
type Out<N extends keyof SignInOperations> = Promise<Reply<Output<SignInOperations[N]>>>;

/** The signed-in person and their accounts. */
export async function me(desk: Desk, visit: Visit): Out<'me'> {
  const { answer: person, cookies } = await mustBeSignedIn(desk, visit);
  const { db } = desk.context;
  const user = await describeUser(db, person.userId);
  if (!user) throw new Failure(401, signInMessages.notSignedIn);
  const accounts = await listMemberships(db, person.userId);
  const has_password = Boolean(user.has_password);
  return { answer: { success: true, user: { ...user, has_password }, accounts }, cookies };
}

/** Changes the person's name. */
export async function renameMe(desk: Desk, visit: Visit, { name }: In<'renameMe'>): Out<'renameMe'> {
  const { answer: person, cookies } = await mustBeSignedIn(desk, visit);
  await renameUser(desk.context.db, person.userId, name);
  return { answer: { success: true, name }, cookies };
}

/** Where the person is signed in. The sessions' tokens stay here. */
export async function sessions(desk: Desk, visit: Visit): Out<'sessions'> {
  const { answer: person, cookies } = await mustBeSignedIn(desk, visit);
  const found = await listSessions(desk.context.db, person.userId);
  const shown = found.map(({ id, ip_address, user_agent, created_at, updated_at, expires_at }) => ({
    id,
    current: id === person.sessionId,
    ip_address: ip_address ?? '',
    user_agent: user_agent ?? '',
    created_at,
    last_seen_at: updated_at,
    expires_at,
  }));
  return { answer: { success: true, sessions: shown }, cookies };
}

/** Ends sessions, and with them what lets a browser skip the second step. */
export async function signOutEverywhere(
  desk: Desk,
  visit: Visit,
  { others_only = false }: In<'signOutEverywhere'>,
): Out<'signOutEverywhere'> {
  const { answer: person, cookies } = await mustBeSignedIn(desk, visit);
  const { api } = desk.library(visit);
  const headers = headersOf(visit);
  await forgetBrowsers(desk.context.db, person.userId);
  if (others_only) {
    await translated(api.revokeOtherSessions({ headers }));
    return { answer: { success: true }, cookies };
  }
  await translated(api.revokeSessions({ headers }));
  return signOut(desk, visit);
}

/** Changes the password; every other session ends, and every browser is asked for a code again. */
export async function changePassword(
  desk: Desk,
  visit: Visit,
  { current_password, new_password }: In<'changePassword'>,
): Out<'changePassword'> {
  const body = { currentPassword: current_password, newPassword: new_password, revokeOtherSessions: true };
  const { answer, headers } = await confirmed(desk, visit, (library, signed) =>
    library.api.changePassword({ body, headers: signed, returnHeaders: true }),
  );
  await forgetBrowsers(desk.context.db, answer.userId);
  return { answer: { success: true }, cookies: headers.getSetCookie() };
}

/** Makes the secret and the backup codes; two-factor is on after the first right code. */
export async function turnOnTwoFactor(
  desk: Desk,
  visit: Visit,
  { password }: In<'turnOnTwoFactor'>,
): Out<'turnOnTwoFactor'> {
  const { response, headers } = await confirmed(desk, visit, (library, signed) =>
    library.api.enableTwoFactor({
      body: { password, method: 'totp' },
      headers: signed,
      returnHeaders: true,
    }),
  );
  if (response.method !== 'totp') throw new Error('two-factor was turned on without an authenticator');
  const { totpURI: totp_uri, backupCodes: backup_codes } = response;
  return { answer: { success: true, totp_uri, backup_codes }, cookies: headers.getSetCookie() };
}

/** Turns two-factor off. */
export async function turnOffTwoFactor(
  desk: Desk,
  visit: Visit,
  { password }: In<'turnOffTwoFactor'>,
): Out<'turnOffTwoFactor'> {
  const { headers } = await confirmed(desk, visit, (library, signed) =>
    library.api.disableTwoFactor({ body: { password }, headers: signed, returnHeaders: true }),
  );
  return { answer: { success: true }, cookies: headers.getSetCookie() };
}

/** Makes new backup codes in place of the old ones. */
export async function renewBackupCodes(
  desk: Desk,
  visit: Visit,
  { password }: In<'renewBackupCodes'>,
): Out<'renewBackupCodes'> {
  const { response, headers } = await confirmed(desk, visit, (library, signed) =>
    library.api.generateBackupCodes({ body: { password }, headers: signed, returnHeaders: true }),
  );
  const answer = { success: true as const, backup_codes: response.backupCodes };
  return { answer, cookies: headers.getSetCookie() };
}

/** Runs what the person's password confirms: whoever holds a session alone may not guess it without end. */
async function confirmed<T>(
  desk: Desk,
  visit: Visit,
  call: (library: ReturnType<Desk['library']>, headers: Headers) => Promise<T>,
) {
  const { answer } = await mustBeSignedIn(desk, visit);
  const secret = `password of ${answer.userId}`;
  const result = await desk.limits.guard({ ip: visit.ip, secret }, () =>
    translated(call(desk.library(visit), headersOf(visit))),
  );
  return { answer, ...result };
}
