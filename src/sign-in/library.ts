// The sign-in library, better-auth, over our tables: sessions, passwords, two-factor, OpenID Connect.
import { createHmac } from 'node:crypto';
import { type BetterAuthOptions, betterAuth } from 'better-auth';
import { genericOAuth } from 'better-auth/plugins/generic-oauth';
import { twoFactor } from 'better-auth/plugins/two-factor';
import type { KyselyPlugin } from 'kysely';
import { isInvited } from '../storage/invitations.ts';
import type { Db } from '../storage/open.ts';
import { claimUser, endWithoutPassword } from '../storage/users.ts';

export type Oidc = { issuer: string; clientId: string; clientSecret: string; name: string };

export type LibraryOptions = {
  db: Db;
  secret: Buffer;
  /** Where the service is in browsers; providers send them back there. */
  url: string;
  oidc: Oidc | null;
  onError: (message: string, error: unknown) => void;
};

export type Library = ReturnType<typeof makeLibrary>;

export const OIDC = 'oidc';
/** The header in which the address of the visitor is handed on. Made here, never taken from a request. */
export const ADDRESS_HEADER = 'x-visitor-address';

const DAY = 86_400;
const COOKIE = 'brandscope';

/**
 * The library for browsers that take Secure cookies, or for those on plain http. A database transaction is
 * never opened: the embedded database has one connection, and not every query of the library would be inside.
 */
export function makeLibrary({ db, secret, url, oidc, onError }: LibraryOptions, isSecure: boolean) {
  return betterAuth({
    appName: 'Brandscope',
    baseURL: url,
    basePath: '/console/auth',
    secret: createHmac('sha256', secret).update('sign-in').digest('base64url'),
    database: { db: db.withPlugin(instants), type: 'postgres' },
    telemetry: { enabled: false },
    // Limits are ours: the library's take one counter per address and path, of all people behind it.
    rateLimit: { enabled: false },
    logger: { level: 'error', log: (_level, message, ...rest) => onError(message, rest[0]) },
    onAPIError: { errorURL: `${url}/sign-in` },
    emailAndPassword: { enabled: true, disableSignUp: true, minPasswordLength: 8, maxPasswordLength: 128 },
    plugins: [twoFactor(twoFactorOptions), ...(oidc ? [genericOAuth(providerOf(oidc))] : [])],
    databaseHooks: {
      user: { create: { before: (user) => refuseUninvited(db, user) } },
      account: { create: { before: (credential) => claimed(db, credential) } },
      session: { create: { after: (session, at) => refuseOvertaken(db, session, at?.path) } },
    },
    // Who proves an address may have the person of that address, see `claimed`.
    account: { ...tables.account, accountLinking: { requireLocalEmailVerified: false } },
    user: tables.user,
    session: tables.session,
    verification: tables.verification,
    advanced: advanced(isSecure),
  });
}

function advanced(isSecure: boolean): BetterAuthOptions['advanced'] {
  const name = isSecure ? `__Host-${COOKIE}` : COOKIE;
  return {
    database: { generateId: 'serial', validateSchema: false },
    ipAddress: { ipAddressHeaders: [ADDRESS_HEADER], ipv6Subnet: 128 },
    useSecureCookies: false,
    cookiePrefix: name,
    cookies: { session_token: { name } },
    defaultCookieAttributes: { httpOnly: true, sameSite: 'lax', path: '/', secure: isSecure },
  };
}

function providerOf({ issuer, clientId, clientSecret }: Oidc) {
  const discoveryUrl = `${issuer.replace(/\/+$/, '')}/.well-known/openid-configuration`;
  const scopes = ['openid', 'email', 'profile'];
  return { config: [{ providerId: OIDC, discoveryUrl, clientId, clientSecret, scopes, pkce: true }] };
}

/** The library makes people for OpenID Connect alone. They must prove an address that somebody invited. */
async function refuseUninvited(db: Db, user: { email: string; emailVerified: boolean }) {
  return user.emailVerified && (await isInvited(db, user.email.toLowerCase())) ? undefined : false;
}

/**
 * A provider's word on an address outranks that of whoever held an invitation link to it: that one's password and
 * sessions end before the provider's sign-in is added.
 */
async function claimed<C extends { userId: string }>(db: Db, credential: C) {
  await claimUser(db, Number(credential.userId));
  return { data: { ...credential, ...NO_TOKENS } };
}

/** A password that was right a moment ago opens nothing when its person was claimed meanwhile. */
async function refuseOvertaken(db: Db, { id, userId }: { id: string; userId: string }, path = '') {
  if (!path.startsWith('/callback/'))
    await endWithoutPassword(db, { id: Number(id), userId: Number(userId) });
}

/** Nothing is asked of a provider after a person signed in: its tokens are not kept. */
const NO_TOKENS = { accessToken: null, refreshToken: null, idToken: null };

const stamps = { createdAt: 'created_at', updatedAt: 'updated_at' };
const twoFactorOptions = {
  issuer: 'Brandscope',
  schema: {
    user: { fields: { twoFactorEnabled: 'two_factor_enabled' } },
    twoFactor: {
      modelName: 'two_factors',
      fields: {
        userId: 'user_id',
        backupCodes: 'backup_codes',
        failedVerificationCount: 'failed_verification_count',
        lockedUntil: 'locked_until',
      },
    },
  },
};

const tables = {
  user: { modelName: 'users', fields: { emailVerified: 'email_verified', ...stamps } },
  session: {
    modelName: 'sessions',
    fields: {
      userId: 'user_id',
      ipAddress: 'ip_address',
      userAgent: 'user_agent',
      expiresAt: 'expires_at',
      ...stamps,
    },
    expiresIn: 14 * DAY,
    updateAge: 3600,
    freshAge: 0,
  },
  account: {
    modelName: 'credentials',
    fields: {
      userId: 'user_id',
      providerId: 'provider_id',
      accountId: 'subject',
      password: 'password_hash',
      accessToken: 'access_token',
      refreshToken: 'refresh_token',
      idToken: 'id_token',
      accessTokenExpiresAt: 'access_token_expires_at',
      refreshTokenExpiresAt: 'refresh_token_expires_at',
      ...stamps,
    },
    updateAccountOnSignIn: false,
  },
  verification: { modelName: 'verifications', fields: { expiresAt: 'expires_at', ...stamps } },
} satisfies BetterAuthOptions;

const INSTANT = /_at$|^locked_until$/;

/** Instants are text in our rows (the contract's form); the library compares dates. */
const instants: KyselyPlugin = {
  transformQuery: ({ node }) => node,
  transformResult: async ({ result }) => ({ ...result, rows: result.rows.map(withDates) }),
};

function withDates(row: Record<string, unknown>): Record<string, unknown> {
  const entries = Object.entries(row).map(([name, value]) => [
    name,
    INSTANT.test(name) && typeof value === 'string' ? new Date(value) : value,
  ]);
  return Object.fromEntries(entries);
}
