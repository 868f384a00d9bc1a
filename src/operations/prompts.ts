import { messages } from '../../contract/errors.ts';
import type { Output, Valid } from '../../contract/operation.ts';
import type { Contract } from '../../contract/table.ts';
import { lockBrand } from '../storage/brands.ts';
import * as storage from '../storage/prompts.ts';
import type { Caller } from './caller.ts';
import { brandOf, type Context, promptOf } from './context.ts';
import { Failure } from './failure.ts';
import { onlyOf } from './reports.ts';

type In<N extends keyof Contract> = Valid<Contract[N]>;
type Out<N extends keyof Contract> = Promise<Output<Contract[N]>>;

/** The prompts of a brand by id; `date` is the UTC day of creation. */
export async function prompts(
  context: Context,
  caller: Caller,
  { brand_id, date, tags, limit }: In<'prompts'>,
): Out<'prompts'> {
  const brand = await brandOf(context, caller, brand_id);
  const found = await storage.listPrompts(context.db, {
    ...onlyOf(brand),
    ...{ date, tags, limit },
  });
  return {
    success: true,
    prompts: found.map(({ id, prompt, active, created_at }) => ({ id, prompt, active, created_at })),
  };
}

/** Adds prompts, active; one that the brand has is answered as it is stored. */
export async function createPrompts(
  context: Context,
  caller: Caller,
  input: In<'createPrompts'>,
): Out<'createPrompts'> {
  const brand = await brandOf(context, caller, input.brand_id);
  const wanted = [...new Map(input.prompts.map((prompt) => [prompt.prompt, prompt])).values()];
  const added = await context.db.transaction().execute(async (tx) => {
    if ((await lockBrand(tx, brand.account_id, brand.id)) === undefined)
      throw Failure.notFound(messages.brandNotFound);
    return storage.addPrompts(tx, brand, { prompts: wanted, active: 'Y' });
  });
  return { success: true, prompts: added };
}

/** Flips a prompt between `Y` and `N`, atomically. */
export async function togglePrompt(
  context: Context,
  caller: Caller,
  input: In<'togglePrompt'>,
): Out<'togglePrompt'> {
  const prompt = await promptOf(context, caller, input.prompt_id);
  const active = await storage.togglePrompt(context.db, caller.accountId, prompt);
  if (!active) throw Failure.notFound(messages.promptNotFound);
  return { success: true, prompt_id: prompt.id, active };
}

/** Deletes a prompt with its answers and all that they counted. */
export async function deletePrompt(
  context: Context,
  caller: Caller,
  input: In<'deletePrompt'>,
): Out<'deletePrompt'> {
  const prompt = await promptOf(context, caller, input.prompt_id);
  if (!(await storage.deletePrompt(context.db, caller.accountId, prompt)))
    throw Failure.notFound(messages.promptNotFound);
  return { success: true, message: 'Prompt deleted successfully' };
}
