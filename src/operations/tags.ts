import { messages } from '../../contract/errors.ts';
import type { Output, Valid } from '../../contract/operation.ts';
import type { Contract } from '../../contract/table.ts';
import { MOST_TAGS } from '../../contract/tags.ts';
import { lockBrand } from '../storage/brands.ts';
import { countTags, listTagged, setTags, type TaggedPrompt } from '../storage/prompts.ts';
import type { Caller } from './caller.ts';
import { brandOf, type Context } from './context.ts';
import { Failure } from './failure.ts';
import { onlyOf } from './reports.ts';

type In<N extends keyof Contract> = Valid<Contract[N]>;
type Out<N extends keyof Contract> = Promise<Output<Contract[N]>>;

/** The tags of a brand with how many prompts have each, most used first. */
export async function tags(context: Context, caller: Caller, { brand_id }: In<'tags'>): Out<'tags'> {
  const brand = await brandOf(context, caller, brand_id);
  return { success: true, tags: await countTags(context.db, brand) };
}

/** The prompts of a brand with their tags; `search` is looked for in their text, in any case. */
export async function listPrompts(
  context: Context,
  caller: Caller,
  { brand_id, tags, search = '', limit }: In<'listPrompts'>,
): Out<'listPrompts'> {
  const brand = await brandOf(context, caller, brand_id);
  const all = await listTagged(context.db, { ...onlyOf(brand), tags });
  // Here and not in SQL: what is the same letter in another case depends on how a database was set up.
  const wanted = folded(search);
  const found = all.filter(({ prompt }) => folded(prompt).includes(wanted));
  return { success: true, prompts: found.slice(0, limit).map(shown) };
}

const folded = (text: string) => text.normalize('NFKC').toLowerCase();

/** Adds and removes tags of prompts, all or nothing: 404 when one of the prompts is not the brand's. */
export async function tagPrompts(
  context: Context,
  caller: Caller,
  { brand_id, prompt_ids, add = [], remove = [] }: In<'tagPrompts'>,
): Out<'tagPrompts'> {
  const brand = await brandOf(context, caller, brand_id);
  const both = add.find((tag) => remove.includes(tag));
  if (both !== undefined) throw Failure.invalid(`add and remove must not both hold ${JSON.stringify(both)}`);
  const ids = [...new Set(prompt_ids)];
  return context.db.transaction().execute(async (tx) => {
    if ((await lockBrand(tx, brand.account_id, brand.id)) === undefined)
      throw Failure.notFound(messages.brandNotFound);
    const found = await listTagged(tx, { ...onlyOf(brand), ids });
    if (found.length < ids.length) throw Failure.notFound(messages.promptNotFound);
    const prompts = found.map((prompt) => ({ ...prompt, tags: changed(prompt, { add, remove }) }));
    await setTags(tx, brand, prompts);
    return { success: true as const, prompts: prompts.map(shown) };
  });
}

/** Tags keep their order; what is added comes last. */
function changed({ id, tags }: TaggedPrompt, { add, remove }: { add: string[]; remove: string[] }): string[] {
  const left = [...new Set([...tags, ...add])].filter((tag) => !remove.includes(tag));
  if (left.length > MOST_TAGS)
    throw Failure.invalid(`add gives prompt ${id} ${left.length} tags; a prompt has at most ${MOST_TAGS}`);
  return left;
}

function shown({ id, prompt, active, created_at, tags }: TaggedPrompt) {
  return { id, prompt, active, created_at, tags };
}
