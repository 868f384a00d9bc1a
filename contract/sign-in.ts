// What people do before they have a session, and with their own sign-in. Served below `/console`, never
// below `/api/v1`: a path here is `/console` + path. No account is meant, so `X-Account` is not read.
import { z } from 'zod';
import { dateTime, id, missing, optional, success, text } from './fields.ts';
import { operations } from './operation.ts';
import { shareEntrance } from './shares.ts';

/** Messages of the console that the contract promises, word for word. */
export const signInMessages = {
  notSignedIn: 'Not signed in',
  wrongPassword: 'E-mail address or password is wrong',
  wrongCode: 'The code is wrong',
  codeTooLate: 'Sign in again: the time for the code is over',
  setUpDone: 'Set-up is done already',
  setUpToken: 'The set-up link is not valid: take the newest one from the log of the service',
  invitationGone: 'The invitation is not valid: it was used, revoked, or is too old',
  invitationOther: 'The invitation is for another e-mail address: sign out first',
  signInFirst: 'Sign in first: a person with this e-mail address exists already',
  ownPasswordWrong: 'The present password is wrong',
  twoFactorOff: 'Two-factor is not turned on',
  twoFactorOn: 'Two-factor is turned on already',
  noProvider: 'The OpenID Connect provider does not answer',
  away: 'Signing in is not possible at present',
  noOidc: 'Signing in with OpenID Connect is not set up',
  foreignOrigin:
    'Requests to the console must come from its own address; behind a proxy, set PUBLIC_URL to that address',
} as const;

export const ROLES = ['owner', 'editor', 'viewer'] as const;
export const role = z.enum(ROLES, { error: 'role must be owner, editor or viewer' });

const EMAIL = /^[^\s@<>,;:"()[\]\\]+@[^\s@.<>,;:"()[\]\\]+(\.[^\s@.<>,;:"()[\]\\]+)*$/;

/** An e-mail address, in lower case. */
export function email(field = 'email') {
  return text(field, 254)
    .refine((value) => EMAIL.test(value), `${field} must be an e-mail address`)
    .transform((value) => value.toLowerCase());
}

/** A password that is being chosen: blanks at its ends belong to it. */
export function newPassword(field: string) {
  const wrong = `${field} must be a string of 8 to 128 characters`;
  return z
    .string({ error: (issue) => (missing(issue.input) ? `${field} is required` : wrong) })
    .refine((value) => value.length >= 8 && value.length <= 128, wrong)
    .meta({ type: 'string', minLength: 8, maxLength: 128 });
}

/** A password that is being checked: any text may be a wrong one. */
function password(field = 'password') {
  return z
    .string(`${field} is required`)
    .min(1, `${field} is required`)
    .max(128, `${field} must be a string of 1 to 128 characters`);
}

const code = text('code', 40);
const personName = text('name', 200);
const wrongPassword = { status: 401, message: signInMessages.wrongPassword };
const notSignedIn = { status: 401, message: signInMessages.notSignedIn };
const wrongCode = { status: 400, message: signInMessages.wrongCode };
const codeTooLate = { status: 401, message: signInMessages.codeTooLate };
const twoFactorOff = { status: 400, message: signInMessages.twoFactorOff };
const twoFactorOn = { status: 400, message: signInMessages.twoFactorOn };
const ownPasswordWrong = { status: 400, message: signInMessages.ownPasswordWrong };
const invitationGone = { status: 400, message: signInMessages.invitationGone };
const nothing = z.object({ success });

const own = operations({
  state: {
    method: 'POST',
    path: '/state',
    scope: 'account',
    summary: 'What to show first: set-up, sign-in or the console',
    description: '`oidc` is the name of the provider for the button, null where none is configured.',
    input: z.object({}),
    output: z.object({
      success,
      needs_setup: z.boolean(),
      oidc: z.string().nullable(),
      signed_in: z.boolean(),
    }),
    errors: [],
    example: {},
  },
  setUp: {
    method: 'POST',
    path: '/setup',
    scope: 'account',
    summary: 'Create the first account with its owner, who is signed in by the answer',
    description: '`token` comes from the link that the service logs while there is no account.',
    input: z.object({
      token: text('token', 100),
      account: text('account', 200),
      name: personName,
      email: email(),
      password: newPassword('password'),
    }),
    output: z.object({ success, account_id: id }),
    errors: [
      { status: 400, message: signInMessages.setUpDone },
      { status: 403, message: signInMessages.setUpToken },
    ],
    example: {
      token: 'from-the-log',
      account: 'My agency',
      name: 'Robin Doe',
      email: 'robin@agency.example',
      password: 'a long sentence is fine',
    },
  },
  signIn: {
    method: 'POST',
    path: '/auth/sign-in/email',
    scope: 'account',
    summary: 'Sign in with e-mail and password',
    description:
      'The answer sets the session cookie. With `two_factor: true` it does not yet: `signInWithCode` or `signInWithBackupCode` must follow within ten minutes. Without `remember` the session ends with the browser.',
    input: z.object({
      email: email(),
      password: password(),
      remember: optional(z.boolean('remember must be true or false')),
    }),
    output: z.object({ success, two_factor: z.boolean() }),
    errors: [wrongPassword],
    example: { email: 'robin@agency.example', password: 'a long sentence is fine' },
  },
  signInWithCode: {
    method: 'POST',
    path: '/auth/two-factor/verify-totp',
    scope: 'account',
    summary: 'Second step of signing in, and of turning two-factor on: the code of the authenticator app',
    input: z.object({
      code,
      trust_device: optional(z.boolean('trust_device must be true or false')).meta({
        description: 'Ask this browser for no code during 30 days',
      }),
    }),
    output: nothing,
    errors: [wrongCode, codeTooLate, twoFactorOff],
    example: { code: '123456' },
  },
  signInWithBackupCode: {
    method: 'POST',
    path: '/auth/two-factor/verify-backup-code',
    scope: 'account',
    summary: 'Second step of signing in with one of the backup codes, which is used up',
    input: z.object({ code }),
    output: nothing,
    errors: [wrongCode, codeTooLate, twoFactorOff],
    example: { code: 'abcde-12345' },
  },
  signInWithOidc: {
    method: 'POST',
    path: '/auth/sign-in/oauth2',
    scope: 'account',
    summary: 'The address of the OpenID Connect provider to send the browser to',
    description:
      'The browser comes back signed in to `return_to`, a path of the console, or to `/sign-in?error=...`.',
    input: z.object({
      return_to: optional(
        z
          .string('return_to must be a path of the console')
          .regex(/^\/(?![/\\])[\x21-\x7e]*$/, 'return_to must be a path of the console'),
      ),
    }),
    output: z.object({ success, url: z.url() }),
    errors: [
      { status: 404, message: signInMessages.noOidc },
      { status: 503, message: signInMessages.noProvider },
    ],
    example: { return_to: '/' },
  },
  signOut: {
    method: 'POST',
    path: '/auth/sign-out',
    scope: 'account',
    summary: 'End this session',
    input: z.object({}),
    output: nothing,
    errors: [],
    example: {},
  },
  invitation: {
    method: 'POST',
    path: '/invitation',
    scope: 'account',
    summary: 'What an invitation link offers',
    description:
      '`known` says that a person with this e-mail address exists, who signs in first and then accepts without name and password.',
    input: z.object({ token: text('token', 100) }),
    output: z.object({
      success,
      account: z.string(),
      email: z.string(),
      role,
      expires_at: dateTime,
      known: z.boolean(),
    }),
    errors: [invitationGone],
    example: { token: 'from-the-link' },
  },
  acceptInvitation: {
    method: 'POST',
    path: '/invitation/accept',
    scope: 'account',
    summary: 'Become a member by an invitation; a new person chooses name and password and is signed in',
    input: z.object({
      token: text('token', 100),
      name: optional(personName),
      password: optional(newPassword('password')),
    }),
    output: z.object({ success, account_id: id }),
    errors: [
      invitationGone,
      { status: 401, message: signInMessages.signInFirst },
      { status: 403, message: signInMessages.invitationOther },
    ],
    example: { token: 'from-the-link', name: 'Kim Doe', password: 'another long sentence' },
  },
  me: {
    method: 'POST',
    path: '/me',
    scope: 'account',
    summary: 'The signed-in person and the accounts that they may choose with `X-Account`, oldest first',
    input: z.object({}),
    output: z.object({
      success,
      user: z.object({
        id,
        name: z.string(),
        email: z.string(),
        two_factor: z.boolean(),
        has_password: z
          .boolean()
          .meta({ description: 'False for those who sign in with OpenID Connect alone' }),
      }),
      accounts: z.array(z.object({ id, name: z.string(), role })),
    }),
    errors: [notSignedIn],
    example: {},
  },
  renameMe: {
    method: 'PATCH',
    path: '/me',
    scope: 'account',
    summary: "Change the signed-in person's name",
    input: z.object({ name: personName }),
    output: z.object({ success, name: z.string() }),
    errors: [notSignedIn],
    example: { name: 'Robin Doe' },
  },
  sessions: {
    method: 'POST',
    path: '/auth/list-sessions',
    scope: 'account',
    summary: 'Where the person is signed in, newest first',
    input: z.object({}),
    output: z.object({
      success,
      sessions: z.array(
        z.object({
          id,
          current: z.boolean(),
          ip_address: z.string(),
          user_agent: z.string(),
          created_at: dateTime,
          last_seen_at: dateTime,
          expires_at: dateTime,
        }),
      ),
    }),
    errors: [notSignedIn],
    example: {},
  },
  signOutEverywhere: {
    method: 'POST',
    path: '/auth/revoke-sessions',
    scope: 'account',
    summary: 'End all sessions of the person, this one included unless `others_only`',
    input: z.object({ others_only: optional(z.boolean('others_only must be true or false')) }),
    output: nothing,
    errors: [notSignedIn],
    example: { others_only: true },
  },
  changePassword: {
    method: 'POST',
    path: '/auth/change-password',
    scope: 'account',
    summary: 'Change the password; all other sessions end',
    input: z.object({
      current_password: password('current_password'),
      new_password: newPassword('new_password'),
    }),
    output: nothing,
    errors: [notSignedIn, ownPasswordWrong],
    example: { current_password: 'a long sentence is fine', new_password: 'a longer sentence is finer' },
  },
  turnOnTwoFactor: {
    method: 'POST',
    path: '/auth/two-factor/enable',
    scope: 'account',
    summary: 'Begin to turn two-factor on: shows the secret and the backup codes, once',
    description:
      'It is on after the first right code (`signInWithCode`). `totp_uri` is for the QR code; its `secret` for typing.',
    input: z.object({ password: password() }),
    output: z.object({ success, totp_uri: z.string(), backup_codes: z.array(z.string()) }),
    errors: [notSignedIn, ownPasswordWrong, twoFactorOn],
    example: { password: 'a long sentence is fine' },
  },
  turnOffTwoFactor: {
    method: 'POST',
    path: '/auth/two-factor/disable',
    scope: 'account',
    summary: 'Turn two-factor off',
    input: z.object({ password: password() }),
    output: nothing,
    errors: [notSignedIn, ownPasswordWrong],
    example: { password: 'a long sentence is fine' },
  },
  renewBackupCodes: {
    method: 'POST',
    path: '/auth/two-factor/generate-backup-codes',
    scope: 'account',
    summary: 'Make new backup codes, shown once; the old ones are void',
    input: z.object({ password: password() }),
    output: z.object({ success, backup_codes: z.array(z.string()) }),
    errors: [notSignedIn, ownPasswordWrong, twoFactorOff],
    example: { password: 'a long sentence is fine' },
  },
});

/** What needs no account: signing in, one's own sign-in, and opening a share link. */
export const signInOperations = { ...own, ...shareEntrance };
export type SignInOperations = typeof signInOperations;
export type SignInOperationName = keyof SignInOperations;
