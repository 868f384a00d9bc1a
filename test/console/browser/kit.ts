// The console in a real Chromium, in front of the real service on a real database: tests state facts, act as a
// person does, and compare what is on the page, in the address and in the API.
import assert from 'node:assert/strict';
import { after } from 'node:test';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { type ConsoleClient, connectConsole } from '../../../client/console.ts';
import { contract, type OperationName } from '../../../contract/table.ts';
import { startRereader } from '../../../src/background/reread.ts';
import { buildApp } from '../../../src/http/app.ts';
import { listen } from '../../../src/http/listen.ts';
import { createAccount } from '../../../src/operations/accounts.ts';
import { type Context, type ContextOptions, makeContext } from '../../../src/operations/context.ts';
import { createKey } from '../../../src/operations/keys.ts';
import { makeService } from '../../../src/operations/service.ts';
import { makePeople } from '../../../src/sign-in/people.ts';
import type { Database } from '../../../src/storage/open.ts';
import { type Fact, recorded } from '../../kit/answers.ts';
import { launchChromium } from '../../kit/browser.ts';
import { openTestDatabase } from '../../kit/database.ts';
import { violationsOf } from './axe.ts';
import { builtConsole } from './built.ts';

export const PASSWORD = 'a long sentence is fine';
const BATCH = 1000;
/** How long a test waits for something to appear: much longer than it takes, for machines that are busy. */
const PATIENCE_MS = 30_000;

// biome-ignore lint/suspicious/noExplicitAny: responses are compared whole; their types are what is tested
export type Json = any;
export type Role = 'owner' | 'editor' | 'viewer';
export type TestBrand = { id: number; name: string };
type BrandFacts = {
  name?: string;
  domain?: string;
  competitors?: readonly string[];
  prompts?: readonly string[];
};

export type Visiting = {
  role?: Role;
  width?: number;
  height?: number;
  scheme?: 'light' | 'dark';
  /** False: nobody is signed in. */
  signedIn?: boolean;
};
export type Visitor = {
  page: Page;
  /** Opens an address of the console: `/brands/1`. */
  go: (path: string) => Promise<void>;
  /** Path and query of where the person is. */
  at: () => string;
  /** The console's own client, signed in as this person; it has no browser's cookies when nobody is. */
  client: ConsoleClient;
  /** Errors and refusals that the browser's console told of, requests elsewhere. Each test may look. */
  faults: string[];
  /** What axe-core finds in the page as it is now. */
  violations: () => Promise<string[]>;
  context: BrowserContext;
  close: () => Promise<void>;
};
type Options = Omit<ContextOptions, 'database'>;
export type Site = Awaited<ReturnType<typeof openConsole>>;

/** Starts the service with its console, and a browser; all stop after the tests of the file. */
export async function openConsole(given: Options | ((database: Database) => Options) = {}) {
  const [folder, database] = await Promise.all([builtConsole(), openTestDatabase()]);
  const options = typeof given === 'function' ? given(database) : given;
  const context = makeContext({
    ...{ database, secret: Buffer.alloc(32, 7), onStale: () => rereader?.wake() },
    ...options,
  });
  const faults: unknown[] = [];
  const onError = (error: unknown) => faults.push(error);
  const people = makePeople(context, {
    url: () => listening.url,
    ...{ oidc: null, onSetUp: () => {}, onError: (message, error) => onError(error ?? message) },
  });
  const quiet = { logger: false, rateLimitPerMinute: 0, maxInFlight: 500, version: 'test' } as const;
  const app = buildApp(makeService(context), { ...quiet, people, consoleFolder: folder });
  const listening = await listen(app, { host: '127.0.0.1', port: 0 });
  // It looks by itself, too, now and then: a test that reads again when it says so has none.
  const rereader = options.onStale ? null : startRereader(context, { onError });
  const browser = await launchChromium();
  const stop = async () => {
    await browser.close();
    await listening.stop();
    await rereader?.stop();
    await database.close();
  };
  after(stop);
  const { url } = listening;
  const owner = await ownerOf(context, url);
  return { url, context, faults, ...owner, ...facts(url, owner.key), visit: visiting(browser, url, owner) };
}

type Owner = { accountId: number; email: string; key: string; cookies: string[]; client: ConsoleClient };

async function ownerOf(context: Context, url: string): Promise<Owner> {
  const email = 'owner@agency.example';
  const { account_id: accountId } = await createAccount(context, {
    name: 'Agency',
    email,
    password: PASSWORD,
  });
  const { key } = await createKey(context, { accountId, name: 'tests' });
  const cookies = await signIn(url, email);
  return { accountId, email, key, cookies, client: clientOf(url, cookies) };
}

/** Signs in without a browser; returns the cookies as `name=value`. */
async function signIn(url: string, email: string): Promise<string[]> {
  const { cookies } = await post(url, '/auth/sign-in/email', { email, password: PASSWORD, remember: true });
  return cookies;
}

async function post(url: string, path: string, body: object): Promise<{ cookies: string[] }> {
  const response = await fetch(`${url}/console${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: url },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`);
  return { cookies: response.headers.getSetCookie().map((line) => line.split(';', 1)[0]!) };
}

function clientOf(url: string, cookies: readonly string[]): ConsoleClient {
  const withCookies: typeof fetch = (input, init) => {
    const headers = new Headers(init?.headers);
    headers.set('cookie', cookies.join('; '));
    headers.set('origin', url);
    return fetch(input, { ...init, headers });
  };
  return connectConsole({ url, fetch: withCookies });
}

function facts(url: string, key: string) {
  /** What the API says, for success alone. */
  const call = async (name: OperationName, body: object = {}): Promise<Json> => {
    const { method, path } = contract[name];
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${key}` };
    const response = await fetch(`${url}/api/v1${path}`, { method, headers, body: JSON.stringify(body) });
    const text = await response.text();
    if (!response.ok) throw new Error(`${name} answered ${response.status}: ${text}`);
    return JSON.parse(text);
  };
  const brand = async ({ competitors = [], prompts = [], ...given }: BrandFacts = {}): Promise<TestBrand> => {
    const { brand: made } = await call('createBrand', { name: 'Zorvexa', ...given });
    for (const name of competitors) await call('trackCompetitor', { brand_id: made.id, name });
    if (prompts.length > 0) await call('createPrompts', { brand_id: made.id, prompts });
    return { id: made.id, name: made.name };
  };
  const answers = async (to: TestBrand, list: readonly Fact[]): Promise<void> => {
    for (let at = 0; at < list.length; at += BATCH) {
      const answers = list.slice(at, at + BATCH).map((fact) => recorded(to.name, fact));
      const { refused } = await call('importAnswers', { brand_id: to.id, answers });
      assert.deepEqual(refused, []);
    }
  };
  /** The ids of the brand's prompts by text. */
  const promptIds = async (of: TestBrand): Promise<Record<string, number>> => {
    const { prompts } = await call('prompts', { brand_id: of.id });
    return Object.fromEntries(prompts.map((prompt: Json) => [prompt.prompt, prompt.id]));
  };
  return { call, brand, answers, promptIds };
}

/** A function that opens the console in a browser of its own, as a member of some role. */
function visiting(browser: Browser, url: string, owner: Owner) {
  const known = new Map<Role, Promise<string[]>>([['owner', Promise.resolve(owner.cookies)]]);
  const cookiesOf = (role: Role) => {
    const cookies = known.get(role) ?? invited(url, owner, role);
    known.set(role, cookies);
    return cookies;
  };
  return async ({ role = 'owner', signedIn = true, ...look }: Visiting = {}): Promise<Visitor> => {
    const { width = 1440, height = 900, scheme = 'light' } = look;
    const cookies = signedIn ? await cookiesOf(role) : [];
    const context = await browser.newContext({
      viewport: { width, height },
      colorScheme: scheme,
      reducedMotion: 'reduce',
    });
    await context.addCookies(cookies.map((pair) => cookieOf(pair, url)));
    const page = await context.newPage();
    page.setDefaultTimeout(PATIENCE_MS);
    return {
      ...{ page, context, client: clientOf(url, cookies), faults: watched(page, url) },
      go: async (path) => void (await page.goto(url + path)),
      at: () => page.url().slice(url.length),
      violations: () => violationsOf(page),
      close: () => context.close(),
    };
  };
}

/** A new member, who came by an invitation of the owner. */
async function invited(url: string, owner: Owner, role: Role): Promise<string[]> {
  const email = `${role}@agency.example`;
  const { link } = await owner.client.inviteMember({ email, role });
  const token = new URL(link).searchParams.get('token') ?? '';
  await post(url, '/invitation/accept', { token, name: role, password: PASSWORD });
  return signIn(url, email);
}

function cookieOf(pair: string, url: string) {
  const at = pair.indexOf('=');
  const { hostname: domain } = new URL(url);
  const attributes = { path: '/', httpOnly: true, secure: true, sameSite: 'Lax' } as const;
  return { name: pair.slice(0, at), value: pair.slice(at + 1), domain, ...attributes };
}

/** What goes wrong in a page, gathered while it is used. */
function watched(page: Page, url: string): string[] {
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error') faults.push(message.text());
  });
  page.on('request', (request) => {
    const isOwn = request.url().startsWith(url) || /^(?:data|blob):/.test(request.url());
    if (!isOwn) faults.push(`asked for ${request.url()}`);
  });
  return faults;
}
