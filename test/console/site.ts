// The service with its console over a real database, and browsers in front of it: cookies are kept as
// browsers keep them, and every request says where it comes from.
import { createHmac } from 'node:crypto';
import { after } from 'node:test';
import type { InjectOptions, LightMyRequestResponse } from 'fastify';
import { type ConsoleClient, connectConsole } from '../../client/console.ts';
import { BrandscopeError } from '../../client/main.ts';
import { buildApp } from '../../src/http/app.ts';
import type { HttpOptions } from '../../src/http/options.ts';
import { createAccount } from '../../src/operations/accounts.ts';
import { type ContextOptions, makeContext } from '../../src/operations/context.ts';
import { createKey } from '../../src/operations/keys.ts';
import { makeService } from '../../src/operations/service.ts';
import { makePeople, type PeopleOptions } from '../../src/sign-in/people.ts';
import type { Database } from '../../src/storage/open.ts';
import { openTestDatabase } from '../kit/database.ts';

export const HOST = '127.0.0.1:8080';
export const PASSWORD = 'a long sentence is fine';

export type Reply = { status: number; headers: LightMyRequestResponse['headers']; text: string; json: Json };
// biome-ignore lint/suspicious/noExplicitAny: responses are compared whole; their types are what is tested
export type Json = any;
type Role = 'owner' | 'editor' | 'viewer';
type SiteOptions = Partial<HttpOptions> &
  Pick<ContextOptions, 'clock' | 'mail' | 'publicUrl'> &
  Partial<Pick<PeopleOptions, 'oidc' | 'url'>>;

export type Site = Awaited<ReturnType<typeof startSite>>;

/** Starts the service; it stops after the tests of the file. */
export async function startSite(given: SiteOptions = {}) {
  const database = await openTestDatabase();
  const site = siteOn(database, given);
  after(async () => {
    await site.app.close();
    await database.close();
  });
  return site;
}

/** The service on an open database. */
export function siteOn(database: Database, given: SiteOptions = {}) {
  const { clock, mail, publicUrl, oidc = null, url = () => `http://${HOST}`, ...http } = given;
  const secret = Buffer.alloc(32, 7);
  const context = makeContext({ database, secret, mail, publicUrl, ...(clock && { clock }) });
  const links: string[] = [];
  const faults: unknown[] = [];
  const people = makePeople(context, {
    url,
    oidc,
    onSetUp: (link) => links.push(link),
    onError: (message, error) => faults.push(error ?? message),
  });
  const app = buildApp(makeService(context), {
    logger: false,
    rateLimitPerMinute: 0,
    maxInFlight: 500,
    version: 'test',
    people,
    publicUrl,
    ...http,
  });
  const inject = (options: InjectOptions) => app.inject(options);
  let made = 0;
  const browser = (options?: BrowserOptions) => new Browser(inject, options);
  return {
    app,
    context,
    database,
    people,
    /** Set-up links that the log was told. */
    links,
    /** What the sign-in library reported as broken. */
    faults,
    browser,
    inject,
    /** A new account with its owner signed in. */
    owner: async (name = 'Agency') => {
      made += 1;
      const email = `owner${made}@agency.example`;
      const { account_id } = await createAccount(context, { name, email, password: PASSWORD });
      const { key } = await createKey(context, { accountId: account_id, name: 'tests' });
      return { account_id, email, key, browser: await signedIn(browser(), email) };
    },
    /** A new member of an account, who came by an invitation and is signed in. */
    member: async (by: Browser, role: Role) => {
      made += 1;
      const email = `${role}${made}@agency.example`;
      const guest = browser();
      const { link } = await by.ok('/api/member/invite', { email, role });
      await guest.ok('/invitation/accept', { token: tokenOf(link), name: role, password: PASSWORD });
      return { email, browser: guest };
    },
  };
}

/** The browser after signing in with a password. */
export async function signedIn(browser: Browser, email: string, password = PASSWORD): Promise<Browser> {
  await browser.ok('/auth/sign-in/email', { email, password, remember: true });
  return browser;
}

export const tokenOf = (link: string) => new URL(link).searchParams.get('token') ?? '';

export type BrowserOptions = { host?: string; origin?: string; ip?: string; account?: number };
type Request = { method?: 'POST' | 'PATCH' | 'DELETE'; headers?: Record<string, string | undefined> };

/** A browser: a cookie jar that knows `Max-Age=0`, an address, an origin. */
export class Browser {
  readonly cookies = new Map<string, string>();
  /** The `Set-Cookie` lines of the last response. */
  setCookies: string[] = [];
  account: number | undefined;
  readonly #inject: (options: InjectOptions) => Promise<LightMyRequestResponse>;
  readonly #options: BrowserOptions;

  constructor(
    inject: (options: InjectOptions) => Promise<LightMyRequestResponse>,
    options: BrowserOptions = {},
  ) {
    this.#inject = inject;
    this.#options = options;
    this.account = options.account;
  }

  /** Sends JSON to a path below `/console`. A header that is undefined is left out. */
  async send(path: string, body: unknown = {}, { method = 'POST', headers = {} }: Request = {}) {
    return this.#exchange(`/console${path}`, method, body, headers);
  }

  /** As `send`, for success alone; returns the JSON. */
  async ok(path: string, body: unknown = {}, request: Request = {}): Promise<Json> {
    const { status, json } = await this.send(path, body, request);
    if (status !== 200) throw new Error(`${path} answered ${status}: ${JSON.stringify(json)}`);
    return json;
  }

  /** Status and message of a refusal, or 200. */
  async refusal(path: string, body: unknown = {}, request: Request = {}) {
    const { status, json } = await this.send(path, body, request);
    return status === 200 ? 200 : [status, json.error];
  }

  /** The console's own client in this browser. */
  get client(): ConsoleClient {
    const given = this.account === undefined ? {} : { account: this.account };
    const origin = `http://${this.#options.host ?? HOST}`;
    return connectConsole({
      url: origin,
      ...given,
      fetch: (input, init) => this.#fetch(String(input), init),
    });
  }

  async #fetch(url: string, init: RequestInit = {}): Promise<Response> {
    const { pathname } = new URL(url);
    const sent = Object.fromEntries(new Headers(init.headers));
    const method = init.method as Request['method'];
    const { status, headers, text } = await this.#exchange(
      pathname,
      method ?? 'POST',
      JSON.parse(String(init.body)),
      sent,
    );
    return new Response(text, { status, headers: { 'content-type': String(headers['content-type']) } });
  }

  async #exchange(
    url: string,
    method: 'POST' | 'PATCH' | 'DELETE',
    body: unknown,
    headers: Record<string, string | undefined>,
  ): Promise<Reply> {
    const { host = HOST, origin = `http://${host}`, ip = '127.0.0.1' } = this.#options;
    const all: Record<string, string | undefined> = {
      host,
      origin,
      'content-type': 'application/json',
      cookie: this.cookieHeader,
      'user-agent': 'Test browser',
      ...(this.account !== undefined && { 'x-account': String(this.account) }),
      ...headers,
    };
    const known = Object.entries(all).filter((entry): entry is [string, string] => entry[1] !== undefined);
    const payload = typeof body === 'string' ? body : JSON.stringify(body);
    const response = await this.#inject({
      method,
      url,
      payload,
      headers: Object.fromEntries(known),
      remoteAddress: ip,
    });
    this.keep(response);
    const { statusCode: status, headers: answered, body: text } = response;
    const isJson = String(answered['content-type']).startsWith('application/json');
    return { status, headers: answered, text, json: isJson ? response.json() : text };
  }

  get cookieHeader(): string | undefined {
    const pairs = [...this.cookies].map(([name, value]) => `${name}=${value}`);
    return pairs.length > 0 ? pairs.join('; ') : undefined;
  }

  /** Keeps the cookies of a response. */
  keep({ headers }: Pick<LightMyRequestResponse, 'headers'>): void {
    this.setCookies = [headers['set-cookie'] ?? []].flat();
    for (const line of this.setCookies) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (/;\s*Max-Age=0(?:;|$)/i.test(line)) this.cookies.delete(name);
      else this.cookies.set(name, value);
    }
  }
}

/** Status and message of a client's refusal, or 200. */
export async function outcome(call: Promise<unknown>) {
  try {
    await call;
    return 200;
  } catch (error) {
    if (error instanceof BrandscopeError) return [error.status, error.message];
    throw error;
  }
}

/** What an authenticator app shows for the secret of an `otpauth:` address. */
export function authenticatorCode(uri: string, at = Date.now()): string {
  const bits = [...(new URL(uri).searchParams.get('secret') ?? '')]
    .map((letter) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0'))
    .join('');
  const secret = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(at / 30_000)));
  const hash = createHmac('sha1', secret).update(counter).digest();
  const number = hash.readUInt32BE((hash.at(-1) ?? 0) & 15) & 0x7fffffff;
  return String(number % 1_000_000).padStart(6, '0');
}
