// Answers whose reading is older than the brand's settings or the reading rules. They are read again newest
// first; how far that is stands in `rereadings` and moves with each batch, so a kill costs at most one.
import { sql } from 'kysely';
import type { Reading } from '../domain/reading.ts';
import type { ReadUnder } from './answers.ts';
import { lockBrand } from './brands.ts';
import type { Db } from './open.ts';
import { type Content, type Counted, contentsOf, count, mentionsText, resolveNames } from './readings.ts';

type Owner = { account_id: number; id: number };

export type StaleAnswer = {
  id: number;
  prompt_id: number;
  agent_id: number;
  answered_at: string;
  answer: string;
  citations: { url: string; title?: string }[];
};

/** Brands with stale answers, those of older reading rules among them. */
export async function staleBrands(db: Db, readingVersion: number): Promise<Owner[]> {
  await sql`
    with locked as (
      select account_id, id from brands where reading_version < ${readingVersion}::smallint order by account_id, id for no key update
    ), older as (
      update brands b set reading_version = ${readingVersion}::smallint, data_version = data_version + 1
      from locked l where b.account_id = l.account_id and b.id = l.id returning b.account_id, b.id
    )
    insert into rereadings (account_id, brand_id) select account_id, id from older
    on conflict (account_id, brand_id) do update set answered_at = excluded.answered_at, answer_id = excluded.answer_id`.execute(
    db,
  );
  const { rows } = await sql<Owner>`
    select account_id, brand_id as id from rereadings order by account_id, brand_id`.execute(db);
  return rows;
}

/** Has all answers of a brand, or of all brands, read again, although nothing changed. */
export async function startOver(db: Db, brandId?: number): Promise<void> {
  // Brands first, in their order, as every other writer does: else two of them wait for each other.
  await sql`
    with locked as (
      select account_id, id from brands where ${brandId ?? null}::int is null or id = ${brandId ?? null}::int
      order by account_id, id for no key update
    )
    insert into rereadings (account_id, brand_id) select account_id, id from locked
    on conflict (account_id, brand_id) do update set answered_at = excluded.answered_at, answer_id = excluded.answer_id`.execute(
    db,
  );
}

/** How many answers of all brands are waiting to be read again. */
export async function countStale(db: Db): Promise<number> {
  const { rows } = await sql<{ stale: number }>`
    select count(*) as stale from rereadings r join answers a on a.account_id = r.account_id and a.brand_id = r.brand_id
      and (a.answered_at, a.id) < (r.answered_at, r.answer_id)`.execute(db);
  return rows[0]?.stale ?? 0;
}

/** Where a brand's re-reading stands: the answers before this one wait. */
export type Cursor = { answered_at: string; answer_id: string };
export type Stale = { cursor: Cursor; answers: StaleAnswer[] };

/** The newest answers of a brand that wait to be read again, at most `limit`; undefined when none is to be. */
export async function staleAnswers(db: Db, brand: Owner, limit: number): Promise<Stale | undefined> {
  const ofBrand = sql`account_id = ${brand.account_id} and brand_id = ${brand.id}`;
  const { rows: cursors } = await sql<Cursor>`
    select answered_at::text as answered_at, answer_id::text as answer_id from rereadings where ${ofBrand}`.execute(
    db,
  );
  const [cursor] = cursors;
  if (!cursor) return undefined;
  const { rows: answers } = await sql<StaleAnswer>`
    select id, prompt_id, agent_id, answered_at, answer, citations from answers
    where ${ofBrand} and (answered_at, id) < (${cursor.answered_at}::timestamptz, ${cursor.answer_id}::bigint)
    order by answered_at desc, id desc limit ${limit}`.execute(db);
  return { cursor, answers };
}

type Replacing = {
  cursor: Cursor;
  answers: readonly (StaleAnswer & { reading: Reading })[];
  under: ReadUnder;
};

/**
 * Replaces the readings of answers and what was counted of them, in one transaction: each answer is wholly
 * old or wholly new for every reader. Returns false, and writes nothing, when settings changed meanwhile.
 * With no answers at all, the re-reading is over.
 */
export async function replaceReadings(
  db: Db,
  brand: Owner,
  { cursor, answers, under }: Replacing,
): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    if ((await lockBrand(tx, brand.account_id, brand.id)) !== under.settings_version) return false;
    await replace(tx, brand, { answers, under });
    await moveOn(tx, brand, { cursor, last: answers.at(-1) });
    return true;
  });
}

type Rewriting = {
  answer: StaleAnswer & {
    reading: Reading;
    model: string;
    searches: string[];
    consulted: StaleAnswer['citations'];
    content: Buffer;
  };
  under: ReadUnder;
};

/** Replaces an answer's own text, links and searches with what its reading gave. False when settings changed meanwhile. */
export async function rewriteAnswer(db: Db, brand: Owner, { answer, under }: Rewriting): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    if ((await lockBrand(tx, brand.account_id, brand.id)) !== under.settings_version) return false;
    const json = (value: object) => sql`${JSON.stringify(value)}::jsonb`;
    await sql`update answers set answer = ${answer.answer}, model = ${answer.model}, content = ${answer.content},
        searches = ${json(answer.searches)}, citations = ${json(answer.citations)}, consulted = ${json(answer.consulted)}
      where account_id = ${brand.account_id} and id = ${answer.id}`.execute(tx);
    await replace(tx, brand, { answers: [answer], under });
    return true;
  });
}

/** Puts new readings in the place of the stored ones, for those answers that are still there. */
async function replace(tx: Db, brand: Owner, { answers, under }: Omit<Replacing, 'cursor'>): Promise<void> {
  const removed = await countedBefore(
    tx,
    brand,
    answers.map(({ id }) => id),
  );
  const living = answers.filter(({ id }) => removed.has(id));
  const before = [...removed.values()];
  const ids = await resolveNames(tx, brand, { answers: living, removed: before });
  const contents = contentsOf(living, under.competitorIds, ids);
  await writeContents(tx, brand, { answers: living, contents, under });
  const added = living.map((answer, at) => ({ ...answer, ...(contents[at] ?? EMPTY) }));
  await count(tx, brand, { added, removed: before, ids });
}

// Only from where the answers were read: another process may be further, or a person may have started over.
async function moveOn(
  db: Db,
  brand: Owner,
  { cursor, last }: { cursor: Cursor; last: StaleAnswer | undefined },
): Promise<void> {
  const where = sql`account_id = ${brand.account_id} and brand_id = ${brand.id}
    and answered_at = ${cursor.answered_at}::timestamptz and answer_id = ${cursor.answer_id}::bigint`;
  await (last
    ? sql`update rereadings set answered_at = ${last.answered_at}, answer_id = ${last.id} where ${where}`
    : sql`delete from rereadings where ${where}`
  ).execute(db);
}

const EMPTY: Content = { mentions: [], domains: [] };

/** By id, what is counted of those answers that are still there: others were deleted meanwhile. */
async function countedBefore(db: Db, brand: Owner, ids: readonly number[]): Promise<Map<number, Counted>> {
  const { rows } = await sql<Counted & { id: number }>`
    select a.id, a.prompt_id, a.agent_id, a.answered_at, to_json(a.mentions) as mentions, a.domains from answers a
    where a.account_id = ${brand.account_id} and a.id = any(${ids}::bigint[])`.execute(db);
  return new Map(rows.map((row) => [row.id, row]));
}

type Written = {
  answers: readonly (StaleAnswer & { reading: Reading })[];
  contents: readonly Content[];
  under: ReadUnder;
};

async function writeContents(db: Db, brand: Owner, { answers, contents, under }: Written): Promise<void> {
  await sql`
    update answers a set settings_version = ${under.settings_version}::int, reading_version = ${under.reading_version}::smallint,
      mentions = x.mentions::mention[], domains = string_to_array(x.domains, ' '), language = x.language
    from unnest(${answers.map(({ id }) => id)}::bigint[], ${contents.map(({ mentions }) => mentionsText(mentions))}::text[],
      ${contents.map(({ domains }) => domains.join(' '))}::text[], ${answers.map(({ reading }) => reading.language)}::text[])
      as x(id, mentions, domains, language)
    where a.account_id = ${brand.account_id} and a.id = x.id`.execute(db);
}
