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

/** Every competitor that is shown, tracked ones first; then what was found, what was merged, what was dismissed. */
export async function listCompetitors(
  context: Context,
  caller: Caller,
  { brand_id, limit }: In<'listCompetitors'>,
): Out<'listCompetitors'> {
  const brand = await brandOf(context, caller, brand_id);
  const found = await storage.listCompetitors(context.db, brand);
  const competitors = found.sort(inFull).slice(0, limit);
  return {
    success: true,
    competitors: competitors.map(({ sightings, merged_name, spelling, exclude, ...one }) => ({
      ...{ ...one, merged_into: merged_name, answers: sightings },
    })),
  };
}

function inFull(a: storage.CountedCompetitor, b: storage.CountedCompetitor): number {
  const group = (one: storage.CountedCompetitor) =>
    one.tracked ? 0 : one.merged_into !== null ? 2 : one.dismissed ? 3 : 1;
  const byNumber = group(a) - group(b) || (a.tracked ? 0 : b.sightings - a.sightings);
  return byNumber || (a.name < b.name ? -1 : a.name > b.name ? 1 : 0);
}

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
  return { success: true, competitor: await shown(context.db, brand, tracked) };
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
  return { success: true, competitor: await shown(context.db, brand, untracked) };
}

/** Marks a found name as no brand, or takes that back; 404 for a name that was never found, 400 for a tracked one. */
export async function dismissCompetitor(
  context: Context,
  caller: Caller,
  { brand_id, name, dismissed = true }: In<'dismissCompetitor'>,
): Out<'dismissCompetitor'> {
  return judge(context, caller, { brand_id, name }, (tx, _, { id }) =>
    storage.dismissCompetitor(tx, id, dismissed),
  );
}

/** Makes a found name another spelling of a competitor, or takes that back. */
export async function mergeCompetitor(
  context: Context,
  caller: Caller,
  { brand_id, name, into }: In<'mergeCompetitor'>,
): Out<'mergeCompetitor'> {
  return judge(context, caller, { brand_id, name }, async (tx, brand, from) => {
    if (into === undefined) return storage.mergeCompetitor(tx, from.id, null);
    if ([brand.name, ...brand.aliases].some((own) => exactly(own) === exactly(into)))
      throw Failure.invalid(
        `into must be a competitor, not the brand: give the brand ${JSON.stringify(name)} as an alias`,
      );
    const target = await named(tx, brand, into);
    if (target.id === from.id)
      throw Failure.invalid(`into must be another competitor than ${JSON.stringify(from.name)}`);
    if (target.dismissed || target.merged_into !== null)
      throw Failure.invalid(
        `into must not be a competitor that was dismissed or merged itself: ${JSON.stringify(target.name)}`,
      );
    return storage.mergeCompetitor(tx, from.id, target.id);
  });
}

type Named = { brand_id: number; name: string };
type Judgement = (tx: Db, brand: Brand, found: storage.Competitor) => Promise<storage.Competitor>;

/** Changes what a found name stands for, and has stored answers read again. */
async function judge(context: Context, caller: Caller, { brand_id, name }: Named, change: Judgement) {
  const brand = await brandOf(context, caller, brand_id);
  const competitor = await context.db.transaction().execute(async (tx) => {
    if (!(await changeBrand(tx, brand, {}))) throw Failure.notFound(messages.brandNotFound);
    const found = await named(tx, brand, name);
    if (found.tracked)
      throw Failure.invalid(
        `name must not be a tracked competitor, untrack it first: ${JSON.stringify(found.name)}`,
      );
    return shown(tx, brand, await change(tx, brand, found));
  });
  context.onStale(brand);
  return { success: true as const, competitor };
}

/** The competitor of this name, tracked or found; 404 when there is none. */
export async function named(db: Db, brand: Brand, name: string): Promise<storage.Competitor> {
  const found = await storage.findCompetitor(db, brand, await spellingOf(db, brand, name));
  if (!found) throw Failure.notFound(messages.competitorNotFound);
  return found;
}

const exactly = (name: string) => `=${name.normalize('NFKC').toLowerCase().replace(/\s+/g, '')}`;

/**
 * The key that sightings of the name share, so that its history is kept; one of its own where another tracked
 * name has that already (`Zoho` and `Zoho CRM`, `C` and `C#`). What `nameKey` makes never begins with `=`.
 */
async function spellingOf(db: Db, brand: Brand, name: string): Promise<string> {
  const [own, shared] = [exactly(name), nameKey(name)];
  if (shared === '' || (await storage.findCompetitor(db, brand, own))) return own;
  const holder = await storage.findCompetitor(db, brand, shared);
  return holder?.tracked && exactly(holder.name) !== own ? own : shared;
}

async function shown(db: Db, brand: Brand, competitor: storage.Competitor) {
  const { id, name, domain, aliases, tracked, dismissed, merged_into, created_at } = competitor;
  const target = merged_into === null ? undefined : await storage.competitorOf(db, brand, merged_into);
  return { id, name, domain, aliases, tracked, dismissed, merged_into: target?.name ?? null, created_at };
}
