import { sql } from 'kysely';
import type { Db } from './open.ts';
import { ANY_DOMAIN, dropEmptySources } from './sources.ts';

/**
 * Takes a prompt's answers out of everything that was counted of them: facts, sources and sightings. The
 * rows of the answers themselves go with the prompt. Runs in the caller's transaction.
 */
export async function forgetAnswers(
  db: Db,
  { account_id, brand_id, prompt_id }: { account_id: number; brand_id: number; prompt_id: number },
): Promise<void> {
  const ofPrompt = sql`account_id = ${account_id} and brand_id = ${brand_id} and prompt_id = ${prompt_id}`;
  const answersOf = sql`a.account_id = ${account_id} and a.brand_id = ${brand_id} and a.prompt_id = ${prompt_id}`;
  await sql`delete from fact_days where ${ofPrompt}`.execute(db);
  await sql`delete from fact_months where ${ofPrompt}`.execute(db);
  const { rows } = await sql<{ id: number }>`with cited as (
      select s.id as source_id, a.id, (a.answered_at at time zone 'UTC')::date as day
      from answers a cross join unnest(a.domains || ${ANY_DOMAIN}::text) as c(domain)
      join sources s on s.account_id = a.account_id and s.brand_id = a.brand_id and s.domain = c.domain and s.agent_id = a.agent_id
      where ${answersOf} and a.domains <> '{}'
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
      select m.entity_id, count(*) as sightings, count(*) filter (where m.head) as heads
      from answers a cross join unnest(a.mentions) m
      where ${answersOf} and m.kind <> 'denied' and m.position is not null group by m.entity_id
    ) m where c.account_id = ${account_id} and c.id = m.entity_id`.execute(db);
  await sql`delete from answers where ${ofPrompt}`.execute(db);
  const sourceIds = rows.map(({ id }) => id);
  await dropEmptySources(db, account_id, sourceIds);
}
