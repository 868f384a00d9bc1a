// What the operations work with: the database, the clock, and what is kept in this process.
import { randomBytes } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { messages } from '../../contract/errors.ts';
import { AgentDirectory } from '../storage/agents.ts';
import { type Brand, findBrands } from '../storage/brands.ts';
import { DaySumsCache } from '../storage/day-sums.ts';
import type { Database, Db } from '../storage/open.ts';
import { findPrompt, type Prompt } from '../storage/prompts.ts';
import { type Asking, nobody } from './asking.ts';
import { batched } from './batched.ts';
import type { Caller } from './caller.ts';
import { Failure } from './failure.ts';
import { BrandReader } from './reader.ts';

/** Ids are 4 bytes in the tables; a larger one exists nowhere. */
const LARGEST_ID = 2 ** 31 - 1;
const CACHE_BYTES = 64 * 1024 * 1024;

export type Context = {
  database: Database;
  db: Db;
  clock: () => Date;
  agents: AgentDirectory;
  reader: BrandReader;
  /** Reports by brand, data version, operation and filter: a changed brand has another version. */
  cache: LRUCache<string, { report: Promise<object> }>;
  daySums: DaySumsCache;
  /** Called when stored readings of a brand became stale. */
  onStale: (brand: { account_id: number; id: number }) => void;
  /** Called when there is something to ask. */
  onSlots: () => void;
  /** Who can be asked, and for how much. */
  asking: Asking;
  /** Seals what must not be read in the database. */
  secret: Buffer;
  findBrand: (key: { accountId: number; id: number }) => Promise<Brand | undefined>;
  /** The service's address in browsers; without it, the one that the request came to. */
  publicUrl: string | undefined;
  /** Sends a mail and says whether that worked; undefined where no mail is set up. */
  mail: SendMail | undefined;
};

export type SendMail = (mail: { to: string; subject: string; text: string }) => Promise<boolean>;

export type ContextOptions = {
  database: Database;
  clock?: () => Date;
  onStale?: Context['onStale'];
  onSlots?: Context['onSlots'];
  asking?: Asking | undefined;
  secret?: Buffer;
  publicUrl?: string | undefined;
  mail?: SendMail | undefined;
};

/** The context of an open database, with its caches empty. */
export function makeContext({
  database,
  clock = () => new Date(),
  onStale = () => {},
  onSlots = () => {},
  asking = nobody,
  secret = randomBytes(32),
  publicUrl,
  mail,
}: ContextOptions): Context {
  const { db, pool } = database;
  const findBrand = batched<{ accountId: number; id: number }, Brand | undefined>(async (keys) => {
    const brands = await findBrands(
      pool,
      keys.map(({ accountId }) => accountId),
      keys.map(({ id }) => id),
    );
    return keys.map(({ accountId, id }) =>
      brands.find((brand) => brand.id === id && brand.account_id === accountId),
    );
  });
  const cache = new LRUCache<string, { report: Promise<object> }>({
    maxSize: CACHE_BYTES,
    // A report's size is known when it is ready; until then it counts as a small one.
    sizeCalculation: (_, key) => 1024 + key.length,
  });
  return {
    database,
    db,
    clock,
    onStale,
    onSlots,
    asking,
    secret,
    publicUrl,
    mail,
    findBrand,
    cache,
    daySums: new DaySumsCache(pool),
    agents: new AgentDirectory(db),
    reader: new BrandReader(db),
  };
}

/**
 * The brand, for a caller who may see it. A Brand-scoped key learns nothing of other brands (403, whether or
 * not they exist); another account's brand is not found.
 */
export async function brandOf(context: Context, caller: Caller, id: number): Promise<Brand> {
  if (caller.brandId !== null && caller.brandId !== id) throw Failure.forbidden();
  const brand = id > LARGEST_ID ? undefined : await context.findBrand({ accountId: caller.accountId, id });
  if (!brand) throw Failure.notFound(messages.brandNotFound);
  return brand;
}

// A brand that is written to all the time is shown as it was read the last time.
const TRIES = 3;

/** Runs `make` until the brand's data stood still meanwhile, so that what several queries say belongs together. */
export async function unchanged<T>(
  context: Context,
  caller: Caller,
  brandId: number,
  make: (brand: Brand) => Promise<T>,
): Promise<T> {
  for (let left = TRIES; ; left--) {
    const brand = await brandOf(context, caller, brandId);
    const made = await make(brand);
    if (left === 1 || (await brandOf(context, caller, brandId)).data_version === brand.data_version)
      return made;
  }
}

/** The prompt, for a caller who may see it: unknown is 404, one of another brand of the account 403. */
export async function promptOf(context: Context, caller: Caller, id: number): Promise<Prompt> {
  const prompt = id > LARGEST_ID ? undefined : await findPrompt(context.db, caller.accountId, id);
  if (!prompt) throw Failure.notFound(messages.promptNotFound);
  if (caller.brandId !== null && caller.brandId !== prompt.brand_id) throw Failure.forbidden();
  return prompt;
}
