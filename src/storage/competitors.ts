import { sql } from 'kysely';
import type { Db } from './open.ts';

export type Competitor = {
  id: number;
  name: string;
  spelling: string;
  domain: string;
  aliases: string[];
  exclude: string[];
  tracked: boolean;
  dismissed: boolean;
  merged_into: number | null;
  created_at: string;
};
const COLUMNS = [
  'id',
  'name',
  'spelling',
  'domain',
  'aliases',
  'exclude',
  'tracked',
  'dismissed',
  'merged_into',
  'created_at',
] as const;
type Owner = { account_id: number; id: number };

/** Competitors chosen by a person. */
export async function listTracked(db: Db, brand: Owner): Promise<Competitor[]> {
  return ofBrand(db, brand).where('tracked', '=', true).orderBy('id').execute();
}

/** Competitors found in the answers: sighted twice, or once as the head of a list item or table row. */
export async function listUntracked(db: Db, brand: Owner): Promise<Competitor[]> {
  return ofBrand(db, brand)
    .where('tracked', '=', false)
    .where('dismissed', '=', false)
    .where('merged_into', 'is', null)
    .where((where) => where.or([where('sightings', '>=', 2), where('head_sightings', '>=', 1)]))
    .orderBy('id')
    .execute();
}

export type CountedCompetitor = Competitor & {
  /** Name of the one that it was merged into. */
  merged_name: string | null;
  /** Answers that mention it. */
  sightings: number;
  /** The days of the first and the last of them. */
  first_seen: string | null;
  last_seen: string | null;
};

/** Competitors that a person chose, merged or dismissed, and those that `listUntracked` shows. */
export async function listCompetitors(db: Db, brand: Owner): Promise<CountedCompetitor[]> {
  return db
    .selectFrom('competitors as c')
    .leftJoin('competitors as into', (join) =>
      join.onRef('into.account_id', '=', 'c.account_id').onRef('into.id', '=', 'c.merged_into'),
    )
    .select(COLUMNS.map((column) => `c.${column}` as const))
    .select(['c.sightings', 'into.name as merged_name', endOf('min').as('first_seen')])
    .select(endOf('max').as('last_seen'))
    .where('c.account_id', '=', brand.account_id)
    .where('c.brand_id', '=', brand.id)
    .where((where) =>
      where.or([
        where('c.tracked', '=', true),
        where('c.dismissed', '=', true),
        where('c.merged_into', 'is not', null),
        where('c.sightings', '>=', 2),
        where('c.head_sightings', '>=', 1),
      ]),
    )
    .execute();
}

/** The first or last day on which answers mention the competitor `c`: an end of its range of the key. */
function endOf(which: 'min' | 'max') {
  return sql<string | null>`(select ${sql.raw(which)}(day) from fact_days
    where account_id = c.account_id and brand_id = c.brand_id and entity_id = c.id)`;
}

/** The competitor of this spelling, tracked or not. */
export async function findCompetitor(
  db: Db,
  brand: Owner,
  spelling: string,
): Promise<Competitor | undefined> {
  return ofBrand(db, brand).where('spelling', '=', spelling).executeTakeFirst();
}

export type Choice = {
  name: string;
  spelling: string;
  domain?: string | undefined;
  aliases?: string[] | undefined;
};

/** Tracks a competitor, new or found; what is not given stays as it was. */
export async function trackCompetitor(db: Db, brand: Owner, choice: Choice): Promise<Competitor> {
  const { domain, aliases, ...name } = choice;
  const given = {
    ...(domain === undefined ? {} : { domain }),
    ...(aliases === undefined ? {} : { aliases }),
  };
  return db
    .insertInto('competitors')
    .values({ account_id: brand.account_id, brand_id: brand.id, ...name, ...given, tracked: true })
    .onConflict((conflict) =>
      conflict
        .columns(['account_id', 'brand_id', 'spelling'])
        .doUpdateSet({ name: choice.name, ...given, tracked: true, dismissed: false, merged_into: null }),
    )
    .returning(COLUMNS)
    .executeTakeFirstOrThrow();
}

/** Stops tracking; the competitor stays among the untracked ones while answers name it. */
export async function untrackCompetitor(
  db: Db,
  brand: Owner,
  spelling: string,
): Promise<Competitor | undefined> {
  return db
    .updateTable('competitors')
    .set({ tracked: false })
    .where('account_id', '=', brand.account_id)
    .where('brand_id', '=', brand.id)
    .where('spelling', '=', spelling)
    .where('tracked', '=', true)
    .returning(COLUMNS)
    .executeTakeFirst();
}

/** The competitor of an id. */
export async function competitorOf(db: Db, brand: Owner, id: number): Promise<Competitor | undefined> {
  return ofBrand(db, brand).where('id', '=', id).executeTakeFirst();
}

/** Marks a found name as no brand (one that was merged stands for itself again), or takes that back. */
export async function dismissCompetitor(db: Db, id: number, dismissed: boolean): Promise<Competitor> {
  return db
    .updateTable('competitors')
    .set(dismissed ? { dismissed, merged_into: null } : { dismissed })
    .where('id', '=', id)
    .returning(COLUMNS)
    .executeTakeFirstOrThrow();
}

/** Makes a found name, and those that were merged into it, another spelling of `into`; null takes that back. */
export async function mergeCompetitor(db: Db, id: number, into: number | null): Promise<Competitor> {
  if (into !== null)
    await db.updateTable('competitors').set({ merged_into: into }).where('merged_into', '=', id).execute();
  return db
    .updateTable('competitors')
    .set(into === null ? { merged_into: null } : { merged_into: into, dismissed: false })
    .where('id', '=', id)
    .returning(COLUMNS)
    .executeTakeFirstOrThrow();
}

export type Sighting = { spelling: string; name: string; domain: string };

/**
 * Parts of a `with` statement that end in `competitors_named` (id, spelling): the competitors of these
 * spellings, those added that are new. Of several ways to write a name and several domains the smallest is
 * kept, so that the order in which answers arrive does not matter.
 */
export function competitorsNamed({ account_id, id }: Owner, sightings: readonly Sighting[]) {
  return sql`seen_names as (
      select * from unnest(${sightings.map(({ spelling }) => spelling)}::text[], ${sightings.map(({ name }) => name)}::text[],
        ${sightings.map(({ domain }) => domain)}::text[]) as x(spelling, name, domain)
    ), changed_names as (
      insert into competitors as c (account_id, brand_id, spelling, name, domain, tracked)
      select ${account_id}::int, ${id}::int, s.spelling, s.name, s.domain, false
      from seen_names s left join lateral (select * from competitors
        where account_id = ${account_id} and brand_id = ${id} and spelling = s.spelling limit 1) k on true
      where k.id is null or (not k.tracked and (s.name collate "C" < k.name collate "C"
        or (s.domain <> '' and (k.domain = '' or s.domain collate "C" < k.domain collate "C"))))
      order by s.spelling
      on conflict (account_id, brand_id, spelling) do update set
        name = case when excluded.name collate "C" < c.name collate "C" then excluded.name else c.name end,
        domain = case when c.domain = '' then excluded.domain when excluded.domain = '' then c.domain
          when excluded.domain collate "C" < c.domain collate "C" then excluded.domain else c.domain end
      returning id, spelling
    ), competitors_named as (
      select id, spelling from changed_names
      union select k.id, s.spelling from seen_names s cross join lateral (select id from competitors
        where account_id = ${account_id} and brand_id = ${id} and spelling = s.spelling limit 1) k
    )`;
}

function ofBrand(db: Db, brand: Owner) {
  return db
    .selectFrom('competitors')
    .select(COLUMNS)
    .where('account_id', '=', brand.account_id)
    .where('brand_id', '=', brand.id);
}
