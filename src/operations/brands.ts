import { messages } from '../../contract/errors.ts';
import type { Output, Valid } from '../../contract/operation.ts';
import type { Contract } from '../../contract/table.ts';
import * as storage from '../storage/brands.ts';
import type { Caller } from './caller.ts';
import { brandOf, type Context } from './context.ts';
import { Failure } from './failure.ts';

type In<N extends keyof Contract> = Valid<Contract[N]>;
type Out<N extends keyof Contract> = Promise<Output<Contract[N]>>;

/** The brands that the caller may see, with how far their readings are. */
export async function brands(context: Context, caller: Caller): Out<'brands'> {
  const found = await storage.listBrands(context.db, caller.accountId, caller.brandId);
  return { success: true, brands: await Promise.all(found.map((brand) => shown(context, brand))) };
}

/** A new brand; names and domains may repeat. */
export async function createBrand(
  context: Context,
  caller: Caller,
  input: In<'createBrand'>,
): Out<'createBrand'> {
  const brand = await storage.addBrand(context.db, caller.accountId, {
    name: input.name,
    domain: input.domain ?? '',
  });
  const { id, name, domain, created_at } = brand;
  return { success: true, brand: { id, name, domain, created_at } };
}

/** Changes what is given and has stored answers read again. Nothing given changes nothing. */
export async function updateBrand(
  context: Context,
  caller: Caller,
  input: In<'updateBrand'>,
): Out<'updateBrand'> {
  const { brand_id, ...given } = input;
  const brand = await brandOf(context, caller, brand_id);
  const change = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
  if (Object.keys(change).length === 0) return { success: true, brand: await shown(context, brand) };
  const changed = await storage.changeBrand(context.db, brand, change);
  if (!changed) throw Failure.notFound(messages.brandNotFound);
  context.onStale(changed);
  return { success: true, brand: await shown(context, changed) };
}

/** Deletes a brand with all that belongs to it, its keys included. */
export async function deleteBrand(
  context: Context,
  caller: Caller,
  input: In<'deleteBrand'>,
): Out<'deleteBrand'> {
  const brand = await brandOf(context, caller, input.brand_id);
  const deleted = await storage.deleteBrand(context.db, brand.account_id, brand.id);
  if (!deleted) throw Failure.notFound(messages.brandNotFound);
  return { success: true, message: 'Brand deleted successfully' };
}

async function shown(context: Context, brand: storage.Brand) {
  const { id, name, domain, aliases, exclude, created_at } = brand;
  const reading = await storage.readingProgress(context.db, brand);
  return { id, name, domain, aliases, exclude, created_at, reading };
}
