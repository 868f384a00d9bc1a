// The real service on a real port with a real database and real keys, for tests that state facts, call, and
// compare whole responses.
import { after } from 'node:test';
import { contract, type OperationName } from '../../contract/table.ts';
import { connectAll } from '../../src/collector/all.ts';
import { READING_VERSION } from '../../src/domain/reading.ts';
import { buildApp } from '../../src/http/app.ts';
import { listen } from '../../src/http/listen.ts';
import { type Context, makeContext } from '../../src/operations/context.ts';
import { createKey, deleteKey } from '../../src/operations/keys.ts';
import { rereadBatch } from '../../src/operations/reread.ts';
import { makeService } from '../../src/operations/service.ts';
import { addAccount } from '../../src/storage/accounts.ts';
import type { Database } from '../../src/storage/open.ts';
import { staleBrands } from '../../src/storage/stale.ts';
import { type Fact, recorded } from './answers.ts';
import { openTestDatabase } from './database.ts';

// biome-ignore lint/suspicious/noExplicitAny: responses are compared whole; their types are what is tested
export type Json = any;
export type Reply = { status: number; headers: Headers; text: string; json: Json };
export type Account = { id: number; key: string };
export type TestBrand = { id: number; name: string; domain: string; account: Account; key: string };
export type BrandFacts = { name?: string; domain?: string; competitors?: readonly (string | Named)[] };
type Named = { name: string; domain?: string };

const BATCH = 1000;

export type Api = Awaited<ReturnType<typeof startApi>>;

/** Starts the service; it stops after the tests of the file. */
export async function startApi(given?: Database) {
  const database = given ?? (await openTestDatabase());
  // Agents that a plan may name; none of them is set up.
  const asking = connectAll({ db: database.db, secret: Buffer.alloc(32), settings: {}, onError: () => {} });
  const context = makeContext({ database, asking });
  const options = { logger: false, rateLimitPerMinute: 0, maxInFlight: 500, version: 'test' } as const;
  const listening = await listen(buildApp(makeService(context), options), { host: '127.0.0.1', port: 0 });
  const base = `${listening.url}/api/v1`;
  after(async () => {
    await listening.stop();
    await database.close();
  });
  const call = (name: OperationName, body: object, key: string) => send(base, name, { body, key });
  return {
    base,
    database,
    context,
    call,
    ...doors(base),
    ...facts(context, call),
    /** Reads again what changed settings made stale, as the background does. */
    reread: () => rereadAll(context),
  };
}

type Send = { body?: unknown; key?: string; headers?: Record<string, string> };

async function send(base: string, name: OperationName, { body, key, headers }: Send): Promise<Reply> {
  const { method, path } = contract[name];
  const text = typeof body === 'string' || body === undefined ? body : JSON.stringify(body);
  const response = await fetch(`${base}${path}`, {
    method,
    body: text ?? null,
    headers: {
      'content-type': 'application/json',
      ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
      ...headers,
    },
  });
  return replyOf(response);
}

async function replyOf(response: Response): Promise<Reply> {
  const { status, headers } = response;
  const text = await response.text();
  const isJson = headers.get('content-type')?.startsWith('application/json');
  return { status, headers, text, json: isJson ? JSON.parse(text) : text };
}

function doors(base: string) {
  return {
    /** A request whose body and headers are what the test says. */
    send: (name: OperationName, request: Send) => send(base, name, request),
    /** Any request at all below `/api/v1`. */
    fetch: async (path: string, init: RequestInit) => replyOf(await fetch(`${base}${path}`, init)),
  };
}

type Call = (name: OperationName, body: object, key: string) => Promise<Reply>;

function facts(context: Context, call: Call) {
  const done = async (name: OperationName, body: object, key: string): Promise<Json> => {
    const { status, json, text } = await call(name, body, key);
    if (status !== 200) throw new Error(`${name} answered ${status}: ${text}`);
    return json;
  };
  const account = async (name = 'Test account'): Promise<Account> => {
    const email = 'owner@example.com';
    const id = await addAccount(context.db, { name, email, password_hash: 'none' });
    return { id, key: (await createKey(context, { accountId: id, name: 'tests' })).key };
  };
  const brand = async (given: BrandFacts & { account?: Account } = {}): Promise<TestBrand> => {
    const { name = 'Zorvexa', domain, competitors = [], account: owner = await account() } = given;
    const { brand: made } = await done('createBrand', { name, domain }, owner.key);
    for (const rival of competitors) {
      const named = typeof rival === 'string' ? { name: rival } : rival;
      await done('trackCompetitor', { brand_id: made.id, ...named }, owner.key);
    }
    return { id: made.id, name, domain: made.domain, account: owner, key: owner.key };
  };
  return {
    /** As `call`, for success alone; returns the JSON. */
    done,
    account,
    brand,
    answers: async (to: TestBrand, list: readonly Fact[]) => {
      for (let at = 0; at < list.length; at += BATCH) {
        const answers = list.slice(at, at + BATCH).map((fact) => recorded(to.name, fact));
        const { refused } = await done('importAnswers', { brand_id: to.id, answers }, to.key);
        if (refused.length > 0) throw new Error(`refused: ${JSON.stringify(refused)}`);
      }
    },
    /** A key of the brand alone. */
    brandKey: async ({ account: { id }, id: brandId }: TestBrand) =>
      (await createKey(context, { accountId: id, brandId, name: 'brand' })).key,
    expiredKey: async (owner: Account) =>
      (await createKey(context, { accountId: owner.id, name: 'old', expiresInDays: -1 })).key,
    deletedKey: async (owner: Account) => {
      const { id, key } = await createKey(context, { accountId: owner.id, name: 'gone' });
      await deleteKey(context, id);
      return key;
    },
    /** The ids of the brand's prompts by text. */
    promptIds: async (of: TestBrand): Promise<Record<string, number>> => {
      const { prompts } = await done('prompts', { brand_id: of.id }, of.key);
      return Object.fromEntries(prompts.map((prompt: Json) => [prompt.prompt, prompt.id]));
    },
  };
}

async function rereadAll(context: Context): Promise<void> {
  for (const brand of await staleBrands(context.db, READING_VERSION))
    while ((await rereadBatch(context, brand)) > 0);
}

export const SHAPE_OF_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}\+00:00$/;

/**
 * The response with `created_at` as `TIME` (when it has the documented form) and each `id` as its rank among
 * the ids of the response, so that whole responses can be compared.
 */
export function tidy(json: Json): Json {
  const ids: number[] = [];
  JSON.stringify(json, (name, value) => {
    if (name === 'id') ids.push(value);
    return value;
  });
  const ranks = [...new Set(ids)].sort((a, b) => a - b);
  return JSON.parse(
    JSON.stringify(json, (name, value) => {
      if (name === 'id') return ranks.indexOf(value) + 1;
      return name === 'created_at' && SHAPE_OF_TIME.test(value) ? 'TIME' : value;
    }),
  );
}
