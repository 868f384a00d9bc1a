import { sql } from 'kysely';
import type { DayRange } from '../domain/time.ts';
import { lockBrand } from './brands.ts';
import { forgetAnswers } from './forget.ts';
import type { Db } from './open.ts';

export type Prompt = { id: number; brand_id: number; prompt: string; active: 'Y' | 'N'; created_at: string };
type Owner = { account_id: number; id: number };
const COLUMNS = ['id', 'brand_id', 'prompt', 'active', 'created_at'] as const;

export type PromptFilter = {
  accountId: number;
  brandIds: readonly number[];
  /** One prompt alone. */
  id?: number | undefined;
  /** Those with any of these tags; all when left out. */
  tags?: readonly string[] | undefined;
  date?: DayRange | undefined;
  /** Only those with a larger id. */
  after?: number | undefined;
  limit?: number | undefined;
};

/** Prompts of brands by id; `date` is the UTC day of their creation. */
export async function listPrompts(db: Db, filter: PromptFilter): Promise<Prompt[]> {
  return within(db, filter).select(COLUMNS).execute();
}

function within(db: Db, { accountId, brandIds, id, tags, date, after, limit }: PromptFilter) {
  let query = db
    .selectFrom('prompts')
    .where('account_id', '=', accountId)
    .where('brand_id', '=', sql<number>`any(${brandIds}::int[])`)
    .orderBy('id');
  if (id !== undefined) query = query.where('id', '=', id);
  if (after !== undefined) query = query.where('id', '>', after);
  if (isChosen(tags)) query = query.where(sql<boolean>`tags && ${tags}::text[]`);
  if (date?.from) query = query.where('created_at', '>=', sql<string>`${date.from}::date::timestamptz`);
  if (date?.to) query = query.where('created_at', '<', sql<string>`(${date.to}::date + 1)::timestamptz`);
  return limit === undefined ? query : query.limit(sql<number>`${limit}::bigint`);
}

const isChosen = (tags: readonly string[] | undefined): boolean => tags !== undefined && tags.length > 0;

/** Ids of the prompts that have any of these tags; undefined, for all of them, without tags. */
export async function promptsTagged(
  db: Db,
  { accountId, brandIds, tags }: Pick<PromptFilter, 'accountId' | 'brandIds' | 'tags'>,
): Promise<number[] | undefined> {
  if (!isChosen(tags)) return undefined;
  const rows = await within(db, { accountId, brandIds, tags }).select('id').execute();
  return rows.map(({ id }) => id);
}

export type TaggedPrompt = Prompt & { tags: string[] };

/** As `listPrompts`, with tags; of these ids alone where they are given. */
export async function listTagged(
  db: Db,
  { ids, ...filter }: PromptFilter & { ids?: readonly number[] },
): Promise<TaggedPrompt[]> {
  const query = within(db, filter).select([...COLUMNS, 'tags']);
  return ids === undefined
    ? query.execute()
    : query.where('id', '=', sql<number>`any(${ids}::bigint[])`).execute();
}

/** Tags of a brand with the number of their prompts, most used first. */
export async function countTags(db: Db, brand: Owner): Promise<{ tag: string; prompts: number }[]> {
  const { rows } = await sql<{ tag: string; prompts: number }>`
    select t.tag, count(*) as prompts from prompts p cross join unnest(p.tags) t(tag)
    where p.account_id = ${brand.account_id} and p.brand_id = ${brand.id}
    group by t.tag order by count(*) desc, t.tag collate "C"`.execute(db);
  return rows;
}

/** Sets the tags of prompts. The caller holds the brand's lock. */
export async function setTags(
  db: Db,
  brand: Owner,
  prompts: readonly { id: number; tags: readonly string[] }[],
): Promise<void> {
  await sql`update prompts p set tags = x.tags
    from jsonb_to_recordset(${JSON.stringify(prompts)}::jsonb) as x(id int, tags text[])
    where p.account_id = ${brand.account_id} and p.brand_id = ${brand.id} and p.id = x.id`.execute(db);
}

/** One prompt of an account. */
export async function findPrompt(db: Db, accountId: number, id: number): Promise<Prompt | undefined> {
  return db
    .selectFrom('prompts')
    .select(COLUMNS)
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .executeTakeFirst();
}

/**
 * Flips a prompt and returns its new state; concurrent flips follow one another. The brand's row is locked
 * first, as everywhere, so that no two writers wait for each other.
 */
export async function togglePrompt(
  db: Db,
  accountId: number,
  { id, brand_id }: Prompt,
): Promise<'Y' | 'N' | undefined> {
  const { rows } = await sql<{ active: 'Y' | 'N' }>`
    with bumped as (
      update brands set data_version = data_version + 1 where account_id = ${accountId} and id = ${brand_id} returning id
    )
    update prompts p set active = case p.active when 'Y' then 'N' else 'Y' end from bumped
    where p.account_id = ${accountId} and p.id = ${id} and p.brand_id = bumped.id returning p.active`.execute(
    db,
  );
  return rows[0]?.active;
}

export type NewPrompt = { prompt: string; tags: string[] };

/** Adds prompts; one that the brand has already stays as it is. Returns all asked for, in their order. */
export async function addPrompts(
  db: Db,
  brand: Owner,
  { prompts, active }: { prompts: readonly NewPrompt[]; active: 'Y' | 'N' },
) {
  const { rows } = await sql<{
    id: number;
    prompt: string;
    active: 'Y' | 'N';
    tags: string[];
    created_at: string;
  }>`
    with wanted as (
      select prompt, tags, ordinality from rows from (jsonb_to_recordset(${JSON.stringify(prompts)}::jsonb) as (prompt text, tags text[])) with ordinality
    ), added as (
      insert into prompts (account_id, brand_id, prompt, tags, active)
      select ${brand.account_id}::int, ${brand.id}::int, prompt, tags, ${active} from wanted order by ordinality
      on conflict (account_id, brand_id, md5(prompt)) do nothing
      returning id, prompt, active, tags, created_at
    ), known as (
      select p.id, p.prompt, p.active, p.tags, p.created_at from prompts p join wanted w on p.prompt = w.prompt
      where p.account_id = ${brand.account_id} and p.brand_id = ${brand.id}
    )
    select f.id, f.prompt, f.active, f.tags, f.created_at from wanted w
    join (select * from added union select * from known) f on f.prompt = w.prompt order by w.ordinality`.execute(
    db,
  );
  return rows;
}

/** Deletes a prompt with its answers, and takes what they added out of facts, sources and sightings. */
export async function deletePrompt(db: Db, accountId: number, prompt: Prompt): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    await sql`set local statement_timeout = 0`.execute(tx);
    if ((await lockBrand(tx, accountId, prompt.brand_id)) === undefined) return false;
    await forgetAnswers(tx, { account_id: accountId, brand_id: prompt.brand_id, prompt_id: prompt.id });
    const { numDeletedRows } = await tx
      .deleteFrom('prompts')
      .where('account_id', '=', accountId)
      .where('id', '=', prompt.id)
      .executeTakeFirst();
    return numDeletedRows > 0n;
  });
}
