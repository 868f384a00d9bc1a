import { sql } from 'kysely';
import type pg from 'pg';
import { BRAND } from '../domain/facts.ts';
import { READING_VERSION } from '../domain/reading/version.ts';
import type { EntitySettings } from '../domain/reading.ts';
import type { Db } from './open.ts';

export type Brand = {
  account_id: number;
  id: number;
  name: string;
  domain: string;
  aliases: string[];
  exclude: string[];
  settings_version: number;
  data_version: number;
  created_at: string;
};

// Prepared once per connection: every report runs it.
const BY_ID = {
  name: 'brands_by_id',
  text: 'select account_id, id, name, domain, aliases, exclude, settings_version, data_version, created_at from brands where account_id = any($1) and id = any($2)',
};

/** The brands of these accounts with these ids, in one query for as many requests as are waiting. */
export async function findBrands(pool: pg.Pool, accountIds: number[], ids: number[]): Promise<Brand[]> {
  const { rows } = await pool.query<Brand>({ ...BY_ID, values: [accountIds, ids] });
  return rows;
}

/** The brands of an account by id; of one brand alone when `brandId` is given. */
export async function listBrands(db: Db, accountId: number, brandId: number | null): Promise<Brand[]> {
  return db
    .selectFrom('brands')
    .selectAll()
    .where('account_id', '=', accountId)
    .$if(brandId !== null, (query) => query.where('id', '=', brandId ?? 0))
    .orderBy('id')
    .execute();
}

/** Stores a new brand and returns its row. */
export async function addBrand(
  db: Db,
  accountId: number,
  brand: { name: string; domain: string },
): Promise<Brand> {
  return db
    .insertInto('brands')
    .values({ account_id: accountId, reading_version: READING_VERSION, ...brand })
    .returningAll()
    .executeTakeFirstOrThrow();
}

export type BrandChange = Partial<Pick<Brand, 'name' | 'domain' | 'aliases' | 'exclude'>>;

/** Changes settings and has every stored answer read again. Undefined when the brand is gone. */
export async function changeBrand(db: Db, brand: Brand, change: BrandChange): Promise<Brand | undefined> {
  return db
    .with('changed', (cte) =>
      cte
        .updateTable('brands')
        .set({
          ...change,
          settings_version: sql`settings_version + 1`,
          data_version: sql`data_version + 1`,
        })
        .where('account_id', '=', brand.account_id)
        .where('id', '=', brand.id)
        .returningAll(),
    )
    .with('reread', (cte) =>
      cte
        .insertInto('rereadings')
        .columns(['account_id', 'brand_id'])
        .expression((from) => from.selectFrom('changed').select(['account_id', 'id']))
        .onConflict((conflict) =>
          conflict.columns(['account_id', 'brand_id']).doUpdateSet((excluded) => ({
            answered_at: excluded.ref('excluded.answered_at'),
            answer_id: excluded.ref('excluded.answer_id'),
          })),
        ),
    )
    .selectFrom('changed')
    .selectAll()
    .executeTakeFirst();
}

/** Not now, and no fault of the request: `isAway` knows it by its code. */
class NewerRules extends Error {
  readonly code = '57P_NEWER';

  constructor() {
    super('the database is in use by a newer version of Brandscope: update this one too');
  }
}

/**
 * Raises the version that caches are keyed by and so locks the brand's row: writers of one brand follow one
 * another. Returns the version of the settings; undefined when the brand is gone. Throws when its answers
 * are read by newer rules than ours: those that we would add now would never be read again.
 */
export async function lockBrand(db: Db, accountId: number, brandId: number): Promise<number | undefined> {
  const row = await db
    .updateTable('brands')
    .set({ data_version: sql`data_version + 1` })
    .where('account_id', '=', accountId)
    .where('id', '=', brandId)
    .returning(['settings_version', 'reading_version'])
    .executeTakeFirst();
  if (row && row.reading_version > READING_VERSION) throw new NewerRules();
  return row?.settings_version;
}

/** Deletes a brand with everything that belongs to it, all or nothing. False when it is gone already. */
export async function deleteBrand(db: Db, accountId: number, brandId: number): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    // Big brands take longer than a report may.
    await sql`set local statement_timeout = 0`.execute(tx);
    if ((await lockBrand(tx, accountId, brandId)) === undefined) return false;
    for (const table of ['fact_days', 'fact_months'] as const)
      await tx
        .deleteFrom(table)
        .where('account_id', '=', accountId)
        .where('brand_id', '=', brandId)
        .execute();
    await deleteAnswers(tx, accountId, brandId);
    await tx.deleteFrom('brands').where('account_id', '=', accountId).where('id', '=', brandId).execute();
    return true;
  });
}

// The embedded database ends a statement after two minutes; a million answers with all that hangs on them take longer.
const PORTION = 10_000;

async function deleteAnswers(tx: Db, accountId: number, brandId: number): Promise<void> {
  let last = 0;
  while (true) {
    const rows = await tx
      .selectFrom('answers')
      .select('id')
      .where('account_id', '=', accountId)
      .where('brand_id', '=', brandId)
      .where('id', '>', last)
      .orderBy('id')
      .limit(PORTION)
      .execute();
    const ids = rows.map(({ id }) => id);
    const end = ids.at(-1);
    if (end === undefined) return;
    await sql`delete from answers where account_id = ${accountId} and id = any(${ids}::bigint[])`.execute(tx);
    last = end;
  }
}

/** The brand of any account: for the operator's own commands. Ids are unique over all accounts. */
export async function findBrandAnywhere(db: Db, id: number): Promise<Brand | undefined> {
  return db.selectFrom('brands').selectAll().where('id', '=', id).executeTakeFirst();
}

/** All brands of all accounts. */
export async function listAllBrands(db: Db): Promise<Brand[]> {
  return db.selectFrom('brands').selectAll().orderBy('id').execute();
}

/** What a reading depends on: the brand's own settings and its competitors, at one version. */
export type BrandSettings = {
  settings_version: number;
  brand: EntitySettings;
  /** The tracked ones, with the found names that were merged into each. */
  competitors: (EntitySettings & { id: number; merged: string[] })[];
  /** Spellings that are no brands. */
  dismissed: string[];
  /** Spellings that stand for another untracked name's spelling. */
  merged: { spelling: string; key: string; name: string }[];
};

/** Reads the settings in one statement, so that they belong together. Undefined when the brand is gone. */
export async function loadSettings(
  db: Db,
  accountId: number,
  brandId: number,
): Promise<BrandSettings | undefined> {
  const { rows } = await sql<BrandSettings>`
    select b.settings_version,
      jsonb_build_object('name', b.name, 'aliases', b.aliases, 'domain', b.domain, 'exclude', b.exclude) as brand,
      coalesce((select jsonb_agg(jsonb_build_object('id', c.id, 'name', c.name, 'domain', c.domain, 'exclude', c.exclude, 'aliases', c.aliases,
          'merged', array(select m.name from competitors m where m.account_id = c.account_id and m.merged_into = c.id order by m.id))
          order by c.id)
        from competitors c where c.account_id = b.account_id and c.brand_id = b.id and c.tracked), '[]') as competitors,
      array(select c.spelling from competitors c where c.account_id = b.account_id and c.brand_id = b.id and c.dismissed order by c.id) as dismissed,
      coalesce((select jsonb_agg(jsonb_build_object('spelling', m.spelling, 'key', c.spelling, 'name', c.name) order by m.id)
        from competitors c join competitors m on m.account_id = c.account_id and m.merged_into = c.id
        where c.account_id = b.account_id and c.brand_id = b.id and not c.tracked), '[]') as merged
    from brands b where b.account_id = ${accountId} and b.id = ${brandId}`.execute(db);
  return rows[0];
}

/** How many of the brand's answers are read under its present settings by these rules, and how many there are. */
export async function readingProgress(db: Db, brand: Brand): Promise<{ done: number; total: number }> {
  const { rows } = await sql<{ total: number; stale: number }>`
    select (select coalesce(sum(answers), 0)::int from fact_months where account_id = ${brand.account_id} and brand_id = ${brand.id}
        and entity_id = ${BRAND}) as total,
      (select count(*) from rereadings r join answers a on a.account_id = r.account_id and a.brand_id = r.brand_id
          and (a.answered_at, a.id) < (r.answered_at, r.answer_id)
        where r.account_id = ${brand.account_id} and r.brand_id = ${brand.id}) as stale`.execute(db);
  const { total = 0, stale = 0 } = rows[0] ?? {};
  return { done: total - stale, total };
}
