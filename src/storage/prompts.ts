import { sql } from 'kysely';
import type { DayRange } from '../domain/time.ts';
import { lockBrand } from './brands.ts';
import { forgetAnswers } from './forget.ts';
import type { Db } from './open.ts';

export type Prompt = { id: number; brand_id: number; prompt: string; active: 'Y' | 'N'; created_at: string };
const COLUMNS = ['id', 'brand_id', 'prompt', 'active', 'created_at'] as const;

export type PromptFilter = {
  accountId: number;
  brandIds: number[];
  /** One prompt alone. */
  id?: number | undefined;
  date?: DayRange | undefined;
  limit?: number | undefined;
};

/** Prompts of brands by id; `date` is the UTC day of their creation. */
export async function listPrompts(
  db: Db,
  { accountId, brandIds, id, date, limit }: PromptFilter,
): Promise<Prompt[]> {
  let query = db
    .selectFrom('prompts')
    .select(COLUMNS)
    .where('account_id', '=', accountId)
    .where('brand_id', '=', sql<number>`any(${brandIds}::int[])`)
    .orderBy('id');
  if (id !== undefined) query = query.where('id', '=', id);
  if (date?.from) query = query.where('created_at', '>=', sql<string>`${date.from}::date::timestamptz`);
  if (date?.to) query = query.where('created_at', '<', sql<string>`(${date.to}::date + 1)::timestamptz`);
  return limit === undefined ? query.execute() : query.limit(sql<number>`${limit}::bigint`).execute();
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
  brand: { account_id: number; id: number },
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
