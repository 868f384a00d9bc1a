// Answers whose reading is older than the brand's settings or the reading rules. Which ones they are follows
// from the versions on the rows, so that re-reading resumes after a kill where it stopped.
import { sql } from 'kysely';
import { ALL_AGENTS, type CountedAnswer } from '../domain/facts.ts';
import type { Reading } from '../domain/reading.ts';
import { dayOf, monthOf } from '../domain/time.ts';
import type { ReadUnder } from './answers.ts';
import { lockBrand } from './brands.ts';
import { dropEmptySources } from './forget.ts';
import type { Db } from './open.ts';
import { type Counted, writeReadings } from './readings.ts';

type Owner = { account_id: number; id: number };

export type StaleAnswer = {
  id: number;
  prompt_id: number;
  agent_id: number;
  answered_at: string;
  answer: string;
  citations: { url: string; title?: string }[];
};

/** Brands with stale answers. */
export async function staleBrands(db: Db, readingVersion: number): Promise<Owner[]> {
  const { rows } = await sql<Owner>`
    select b.account_id, b.id from brands b where exists (
      select from answers a where a.account_id = b.account_id and a.brand_id = b.id
        and (a.settings_version, a.reading_version) < (b.settings_version, ${readingVersion}::smallint))
    order by b.account_id, b.id`.execute(db);
  return rows;
}

/** How many answers of all brands are stale. */
export async function countStale(db: Db, readingVersion: number): Promise<number> {
  const { rows } = await sql<{ stale: number }>`
    select count(*) as stale from answers a join brands b on b.account_id = a.account_id and b.id = a.brand_id
    where (a.settings_version, a.reading_version) < (b.settings_version, ${readingVersion}::smallint)`.execute(
    db,
  );
  return rows[0]?.stale ?? 0;
}

/**
 * The newest stale answers of a brand, at most `limit`, all read under the same versions: with the versions
 * fixed, `answers_read` yields them in order without walking over those that are read already.
 */
export async function staleAnswers(
  db: Db,
  brand: Owner,
  under: ReadUnder & { limit: number },
): Promise<StaleAnswer[]> {
  const ofBrand = sql`a.account_id = ${brand.account_id} and a.brand_id = ${brand.id}`;
  const { rows } = await sql<StaleAnswer>`
    with old as (
      select settings_version, reading_version from answers a
      where ${ofBrand} and (a.settings_version, a.reading_version) < (${under.settings_version}::int, ${under.reading_version}::smallint)
      order by settings_version desc, reading_version desc limit 1
    )
    select a.id, a.prompt_id, a.agent_id, a.answered_at, t.answer, t.citations
    from answers a join answer_texts t on t.account_id = a.account_id and t.answer_id = a.id
    where ${ofBrand} and a.settings_version = (select settings_version from old) and a.reading_version = (select reading_version from old)
    order by a.answered_at desc, a.id desc limit ${under.limit}`.execute(db);
  return rows;
}

/**
 * Replaces the readings of answers and what was counted of them, in one transaction: each answer is wholly
 * old or wholly new for every reader. Returns false, and writes nothing, when settings changed meanwhile.
 */
export async function replaceReadings(
  db: Db,
  brand: Owner,
  { answers, under }: { answers: readonly (StaleAnswer & { reading: Reading })[]; under: ReadUnder },
): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    if ((await lockBrand(tx, brand.account_id, brand.id)) !== under.settings_version) return false;
    const living = await markRead(tx, brand, { ids: answers.map(({ id }) => id), under });
    const kept = answers.filter(({ id }) => living.has(id));
    const removed = await takeOut(tx, brand, kept);
    await writeReadings(
      tx,
      brand,
      kept.map((answer) => ({ ...answer, competitorIds: under.competitorIds })),
      removed,
    );
    await dropZeros(tx, brand, removed);
    return true;
  });
}

async function markRead(
  db: Db,
  brand: Owner,
  { ids, under }: { ids: number[]; under: ReadUnder },
): Promise<Set<number>> {
  const { rows } = await sql<{ id: number }>`
    update answers set settings_version = ${under.settings_version}, reading_version = ${under.reading_version}
    where account_id = ${brand.account_id} and id = any(${ids}::bigint[]) returning id`.execute(db);
  return new Set(rows.map(({ id }) => id));
}

type OldMention = {
  answer_id: number;
  entity_id: number;
  kind: string;
  position: number | null;
  sentiment: number | null;
  head: boolean;
};

/** Deletes the old mentions and citations; returns what they had counted. */
async function takeOut(db: Db, brand: Owner, answers: readonly StaleAnswer[]): Promise<Counted> {
  const ids = answers.map(({ id }) => id);
  const mentions = await sql<OldMention>`
    delete from mentions where account_id = ${brand.account_id} and answer_id = any(${ids}::bigint[])
    returning answer_id, entity_id, kind, position, sentiment, head`.execute(db);
  const citations = await sql<{ answer_id: number; source_id: number }>`
    with gone as (
      delete from citations where account_id = ${brand.account_id} and answer_id = any(${ids}::bigint[]) returning answer_id, source_id
    ) select distinct answer_id, source_id from gone`.execute(db);
  const byAnswer = Map.groupBy(mentions.rows, ({ answer_id }) => answer_id);
  const days = new Map(answers.map(({ id, answered_at }) => [id, dayOf(answered_at)]));
  return {
    answers: answers.map((answer) => countedBefore(answer, byAnswer.get(answer.id) ?? [])),
    citing: citations.rows.map(({ answer_id, source_id }) => ({ source_id, day: days.get(answer_id) ?? '' })),
  };
}

function countedBefore(
  { prompt_id, agent_id, answered_at }: StaleAnswer,
  mentions: readonly OldMention[],
): CountedAnswer {
  const counted = mentions.flatMap(({ kind, position, ...mention }) =>
    kind === 'denied' || position === null ? [] : [{ ...mention, position }],
  );
  return { prompt_id, agent_id, day: dayOf(answered_at), mentions: counted };
}

/** Facts that came out all zero would differ from a recomputation; sources nobody cites would be listed. */
async function dropZeros(db: Db, brand: Owner, removed: Counted): Promise<void> {
  const days = [...new Set(removed.answers.map(({ day }) => day))];
  const prompts = [...new Set(removed.answers.map(({ prompt_id }) => prompt_id))];
  const months = [...new Set(days.map(monthOf))];
  // Every column of the key is named: a long history must not make each batch slower.
  const agents = [ALL_AGENTS, ...new Set(removed.answers.map(({ agent_id }) => agent_id))];
  const entities = [
    ...new Set(removed.answers.flatMap(({ mentions }) => mentions.map(({ entity_id }) => entity_id))),
  ];
  const touched = [
    { table: 'fact_days', period: 'day', values: days },
    { table: 'fact_months', period: 'month', values: months },
  ];
  for (const { table, period, values } of touched)
    await sql`delete from ${sql.table(table)} where account_id = ${brand.account_id} and brand_id = ${brand.id}
      and entity_id = any(${entities}::int[]) and agent_id = any(${agents}::int[])
      and ${sql.ref(period)} = any(${values}::date[]) and prompt_id = any(${prompts}::int[])
      and answers = 0 and mentions = 0`.execute(db);
  const sources = [...new Set(removed.citing.map(({ source_id }) => source_id))];
  if (sources.length > 0) await dropEmptySources(db, brand.account_id, sources);
}
