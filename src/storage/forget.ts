import { sql } from 'kysely';
import type { Db } from './open.ts';

/**
 * Takes a prompt's answers out of everything that was counted of them: facts, sources and sightings. The
 * rows of the answers themselves go with the prompt. Runs in the caller's transaction.
 */
export async function forgetAnswers(
  db: Db,
  { account_id, brand_id, prompt_id }: { account_id: number; brand_id: number; prompt_id: number },
): Promise<void> {
  const ofPrompt = sql`account_id = ${account_id} and brand_id = ${brand_id} and prompt_id = ${prompt_id}`;
  await sql`delete from fact_days where ${ofPrompt}`.execute(db);
  await sql`delete from fact_months where ${ofPrompt}`.execute(db);
  const { rows } = await sql<{ id: number }>`with cited as (
      select distinct c.source_id, a.id, (a.answered_at at time zone 'UTC')::date as day
      from answers a join citations c on c.account_id = a.account_id and c.answer_id = a.id and c.origin <> 'consulted'
      where a.account_id = ${account_id} and a.prompt_id = ${prompt_id}
    ), per_day as (
      select source_id, day, count(*) as answers from cited group by source_id, day
    ), days as (
      update source_days d set answers = d.answers - p.answers from per_day p
      where d.account_id = ${account_id} and d.source_id = p.source_id and d.day = p.day
    )
    update sources s set answers = s.answers - p.answers
    from (select source_id, sum(answers) as answers from per_day group by source_id) p
    where s.account_id = ${account_id} and s.id = p.source_id returning s.id`.execute(db);
  await sql`update competitors c set sightings = c.sightings - m.sightings, head_sightings = c.head_sightings - m.heads
    from (
      select entity_id, count(*) as sightings, count(*) filter (where head) as heads
      from mentions m join answers a on a.account_id = m.account_id and a.id = m.answer_id
      where a.account_id = ${account_id} and a.prompt_id = ${prompt_id} and m.kind <> 'denied' and m.position is not null group by entity_id
    ) m where c.account_id = ${account_id} and c.id = m.entity_id`.execute(db);
  await sql`delete from answers where account_id = ${account_id} and prompt_id = ${prompt_id}`.execute(db);
  const sourceIds = rows.map(({ id }) => id);
  await dropEmptySources(db, account_id, sourceIds);
}

/** Removes those of the sources that no answer cites any more, and their days without citing answers. */
export async function dropEmptySources(
  db: Db,
  accountId: number,
  sourceIds: readonly number[],
): Promise<void> {
  await sql`delete from source_days
    where account_id = ${accountId} and source_id = any(${sourceIds}::int[]) and answers <= 0`.execute(db);
  await sql`delete from sources s where account_id = ${accountId} and id = any(${sourceIds}::int[]) and answers <= 0
    and not exists (select from citations c where c.account_id = s.account_id and c.source_id = s.id)`.execute(
    db,
  );
}
