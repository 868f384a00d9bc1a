import { messages } from '../../contract/errors.ts';
import type { Output, Valid } from '../../contract/operation.ts';
import type { Contract } from '../../contract/table.ts';
import { nameKey } from '../domain/reading/discover.ts';
import { type Brand, changeBrand } from '../storage/brands.ts';
import * as storage from '../storage/competitors.ts';
import type { Db } from '../storage/open.ts';
import type { Caller } from './caller.ts';
import { brandOf, type Context } from './context.ts';
import { Failure } from './failure.ts';

type In<N extends keyof Contract> = Valid<Contract[N]>;
type Out<N extends keyof Contract> = Promise<Output<Contract[N]>>;

/** Tracks a competitor, new or found before; its stored sightings are its history at once. */
export async function trackCompetitor(
  context: Context,
  caller: Caller,
  input: In<'trackCompetitor'>,
): Out<'trackCompetitor'> {
  const { brand_id, name, domain, aliases } = input;
  const brand = await brandOf(context, caller, brand_id);
  if ([brand.name, ...brand.aliases].some((own) => exactly(own) === exactly(name)))
    throw Failure.invalid(`name must not be a name of the brand itself: ${JSON.stringify(name)}`);
  const tracked = await context.db.transaction().execute(async (tx) => {
    if (!(await changeBrand(tx, brand, {}))) throw Failure.notFound(messages.brandNotFound);
    const spelling = await spellingOf(tx, brand, name);
    return storage.trackCompetitor(tx, brand, { name, spelling, domain, aliases });
  });
  context.onStale(brand);
  return { success: true, competitor: shown(tracked) };
}

/** Stops tracking a competitor of exactly this name; 404 when none is tracked. */
export async function untrackCompetitor(
  context: Context,
  caller: Caller,
  input: In<'untrackCompetitor'>,
): Out<'untrackCompetitor'> {
  const brand = await brandOf(context, caller, input.brand_id);
  const untracked = await context.db.transaction().execute(async (tx) => {
    await changeBrand(tx, brand, {});
    const spelling = await spellingOf(tx, brand, input.name);
    const found = await storage.untrackCompetitor(tx, brand, spelling);
    if (!found) throw Failure.notFound(messages.competitorNotFound);
    return found;
  });
  context.onStale(brand);
  return { success: true, competitor: shown(untracked) };
}

const exactly = (name: string) => `=${name.normalize('NFKC').toLowerCase().replace(/\s+/g, '')}`;

/**
 * The key that sightings of the name share, so that its history is kept; one of its own where another tracked
 * name has that already (`Zoho` and `Zoho CRM`, `C` and `C#`). No key of sightings begins with `=`.
 */
async function spellingOf(db: Db, brand: Brand, name: string): Promise<string> {
  const [own, shared] = [exactly(name), nameKey(name)];
  if (shared === '' || (await storage.findCompetitor(db, brand, own))) return own;
  const holder = await storage.findCompetitor(db, brand, shared);
  return holder?.tracked && exactly(holder.name) !== own ? own : shared;
}

function shown({ id, name, domain, aliases, tracked, created_at }: storage.Competitor) {
  return { id, name, domain, aliases, tracked, created_at };
}
