import { messages } from '../../contract/errors.ts';
import type { Output, Valid } from '../../contract/operation.ts';
import type { Contract } from '../../contract/table.ts';
import { nameKey } from '../domain/reading/discover.ts';
import { changeBrand } from '../storage/brands.ts';
import * as storage from '../storage/competitors.ts';
import type { Caller } from './caller.ts';
import { brandOf, type Context } from './context.ts';
import { Failure } from './failure.ts';

type In<N extends keyof Contract> = Valid<Contract[N]>;
type Out<N extends keyof Contract> = Promise<Output<Contract[N]>>;

export async function trackCompetitor(
  context: Context,
  caller: Caller,
  input: In<'trackCompetitor'>,
): Out<'trackCompetitor'> {
  const { brand_id, name, domain, aliases } = input;
  const brand = await brandOf(context, caller, brand_id);
  const tracked = await context.db.transaction().execute(async (tx) => {
    if (!(await changeBrand(tx, brand, {}))) throw Failure.notFound(messages.brandNotFound);
    return storage.trackCompetitor(tx, brand, { name, spelling: nameKey(name), domain, aliases });
  });
  context.onStale(brand);
  return { success: true, competitor: shown(tracked) };
}

export async function untrackCompetitor(
  context: Context,
  caller: Caller,
  input: In<'untrackCompetitor'>,
): Out<'untrackCompetitor'> {
  const brand = await brandOf(context, caller, input.brand_id);
  const untracked = await context.db.transaction().execute(async (tx) => {
    await changeBrand(tx, brand, {});
    const found = await storage.untrackCompetitor(tx, brand, nameKey(input.name));
    if (!found) throw Failure.notFound(messages.competitorNotFound);
    return found;
  });
  context.onStale(brand);
  return { success: true, competitor: shown(untracked) };
}

function shown({ id, name, domain, aliases, tracked, created_at }: storage.Competitor) {
  return { id, name, domain, aliases, tracked, created_at };
}
