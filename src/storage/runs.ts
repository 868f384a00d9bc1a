// Runs: attempts to fill a slot, with what the vendor sent and what it cost.
import { sql } from 'kysely';
import type { Db } from './open.ts';

type Owner = { account_id: number; id: number };
type RunKey = { account_id: number; id: number };

export type NewRun = {
  account_id: number;
  brand_id: number;
  slot_id: number;
  connection: string;
  model: string;
  reserved_micros: number;
  started_at: string;
};

/** Starts runs and returns their ids in order. */
export async function startRuns(db: Db, runs: readonly NewRun[]): Promise<number[]> {
  const added = await db
    .insertInto('runs')
    .values([...runs])
    .returning(['id', 'slot_id'])
    .execute();
  const ids = new Map(added.map(({ id, slot_id }) => [slot_id, id]));
  return runs.map(({ slot_id }) => ids.get(slot_id) ?? 0);
}

export type Received = RunKey & { exchanges: Buffer; received_at: string };

/** Keeps what the vendors sent, before anybody parses it; also of a run that somebody gave up meanwhile. */
export async function keepExchanges(db: Db, received: readonly Received[]): Promise<void> {
  const kept = await keepOf(db, received, sql`for update of r skip locked`);
  // Who gives runs up, or deletes them, holds several: each is waited for alone, holding none.
  for (const one of received) if (!kept.has(one.id)) await keepOf(db, [one], sql`for update of r`);
}

async function keepOf(db: Db, received: readonly Received[], lock: ReturnType<typeof sql>) {
  const { rows } = await sql<{
    id: number;
  }>`update runs r set state = case r.state when 'lost' then 'lost' else 'received' end, exchanges = x.exchanges, received_at = x.received_at
    from unnest(${received.map(({ account_id }) => account_id)}::int[], ${received.map(({ id }) => id)}::bigint[],
      ${received.map(({ exchanges }) => exchanges)}::bytea[], ${received.map(({ received_at }) => received_at)}::timestamptz[])
      as x(account_id, id, exchanges, received_at)
    where r.account_id = x.account_id and r.id = x.id and r.state in ('asking', 'received', 'lost')
      and (r.account_id, r.id) in (${lockedOf(received, lock)}) returning r.id`.execute(db);
  return new Set(rows.map(({ id }) => id));
}

const lockedOf = (
  keys: readonly RunKey[],
  lock: ReturnType<typeof sql>,
) => sql`select r.account_id, r.id from runs r
  join unnest(${keys.map(({ account_id }) => account_id)}::int[], ${keys.map(({ id }) => id)}::bigint[]) k(account_id, id)
    on r.account_id = k.account_id and r.id = k.id ${lock}`;

/** What a run received; null when nothing came. */
export async function exchangesOf(db: Db, { account_id, id }: RunKey): Promise<Buffer | null> {
  const row = await db
    .selectFrom('runs')
    .select('exchanges')
    .where('account_id', '=', account_id)
    .where('id', '=', id)
    .executeTakeFirst();
  return row?.exchanges ?? null;
}

export type RunEnd = RunKey & {
  state: 'answered' | 'failed' | 'lost';
  failure?: string | undefined;
  message?: string | undefined;
  cost_micros: number;
  facts?: object | undefined;
  /** Of the stored answer. */
  identity?: Buffer | undefined;
};

/** Ends runs that were not ended yet, and returns how many. */
export async function endRuns(db: Db, ends: readonly RunEnd[]): Promise<number> {
  const { numAffectedRows } =
    await sql`update runs r set state = x.state, failure = x.failure, message = x.message, cost_micros = x.cost_micros, facts = x.facts,
      answer_id = (select a.id from answers a where a.account_id = r.account_id and a.brand_id = r.brand_id and a.identity = x.identity)
    from unnest(${ends.map(({ account_id }) => account_id)}::int[], ${ends.map(({ id }) => id)}::bigint[], ${ends.map(({ state }) => state)}::text[],
      ${ends.map(({ failure }) => failure ?? null)}::text[], ${ends.map(({ message }) => message ?? '')}::text[],
      ${ends.map(({ cost_micros }) => cost_micros)}::bigint[], ${ends.map(({ facts }) => JSON.stringify(facts ?? {}))}::jsonb[],
      ${ends.map(({ identity }) => identity ?? null)}::bytea[]) as x(account_id, id, state, failure, message, cost_micros, facts, identity)
    where r.account_id = x.account_id and r.id = x.id and r.state in ('asking', 'received')`.execute(db);
  return Number(numAffectedRows ?? 0);
}

/**
 * Ends a run. False when somebody else ended it before, who counted its cost, too. One that is gone, with its prompt or
 * its brand, nobody ended.
 */
export async function endRun(db: Db, end: RunEnd): Promise<boolean> {
  return (await endRuns(db, [end])) > 0 || (await isGone(db, end));
}

/** Takes a run back for which nothing was sent, as if it had not been. False when somebody else ended it before. */
export async function dropRun(db: Db, { account_id, id }: RunKey): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('runs')
    .where('account_id', '=', account_id)
    .where('id', '=', id)
    .where('state', '=', 'asking')
    .executeTakeFirst();
  return numDeletedRows > 0n || isGone(db, { account_id, id });
}

async function isGone(db: Db, { account_id, id }: RunKey): Promise<boolean> {
  const found = await db
    .selectFrom('runs')
    .select('id')
    .where('account_id', '=', account_id)
    .where('id', '=', id)
    .executeTakeFirst();
  return found === undefined;
}

/**
 * Counts that a process goes on with what was received; `by` -1 takes it back. It stands with the run's facts until it
 * has some of its own.
 */
export async function noteTakenUp(db: Db, { account_id, id }: RunKey, by: 1 | -1 = 1): Promise<void> {
  await sql`update runs set facts = facts || jsonb_build_object('taken_up', greatest(0, coalesce((facts ->> 'taken_up')::int, 0) + ${by}::int))
    where account_id = ${account_id} and id = ${id} and state = 'received'`.execute(db);
}

export type ListedRun = {
  id: number;
  prompt_id: number;
  prompt: string;
  ai_agent: string;
  connection: string;
  model: string;
  planned_for: string;
  started_at: string;
  seconds: number | null;
  state: string;
  failure: string | null;
  message: string;
  cost_micros: number | null;
  answer_id: number | null;
};

export type RunFilter = {
  promptId?: number | undefined;
  /** Null means all. */
  agentIds: readonly number[] | null;
  from?: string | undefined;
  to?: string | undefined;
  state?: string | undefined;
  before?: number | undefined;
  limit: number;
};

/** Runs of a brand, newest first. */
export async function listRuns(db: Db, brand: Owner, filter: RunFilter): Promise<ListedRun[]> {
  const { promptId = null, agentIds, from = null, to = null, state = null, before = null } = filter;
  const { rows } = await sql<ListedRun>`
    select r.id, s.prompt_id, p.prompt, g.name as ai_agent, r.connection, r.model, s.planned_for, r.started_at,
      round(extract(epoch from r.received_at - r.started_at)::numeric, 1)::float8 as seconds, r.state, r.failure, r.message,
      r.cost_micros, r.answer_id
    from runs r join slots s on s.account_id = r.account_id and s.id = r.slot_id
    join prompts p on p.account_id = s.account_id and p.id = s.prompt_id
    join agents g on g.id = s.agent_id
    where r.account_id = ${brand.account_id} and r.brand_id = ${brand.id}
      and (${promptId}::int is null or s.prompt_id = ${promptId}::int)
      and (${agentIds}::int[] is null or s.agent_id = any(${agentIds}::int[]))
      and (${from}::date is null or r.started_at >= ${from}::date::timestamptz)
      and (${to}::date is null or r.started_at < (${to}::date + 1)::timestamptz)
      and (${state}::text is null or r.state = ${state}::text)
      and (${before}::bigint is null or r.id < ${before}::bigint)
    order by r.id desc limit ${filter.limit}`.execute(db);
  return rows;
}

/** The responses that an answer was made from, compressed; null for one that was imported. */
export async function exchangesOfAnswer(db: Db, accountId: number, answerId: number): Promise<Buffer | null> {
  const { rows } = await sql<{ exchanges: Buffer | null }>`select exchanges from runs
    where account_id = ${accountId} and answer_id = ${answerId} order by id desc limit 1`.execute(db);
  return rows[0]?.exchanges ?? null;
}

export type StoredRun = {
  account_id: number;
  brand_id: number;
  id: number;
  slot_id: number;
  connection: string;
  model: string;
  state: string;
  failure: string | null;
  received_at: string;
  exchanges: Buffer;
  prompt: string;
  agent: string;
  country: string | null;
  language: string | null;
  answer_id: number | null;
  facts: { redirects?: Record<string, string> };
};

/** Runs that hold responses, in the order of their ids after `after`: what can be parsed again. */
export async function storedRuns(
  db: Db,
  { after, brandId, limit }: { after: number; brandId: number | undefined; limit: number },
): Promise<StoredRun[]> {
  const { rows } = await sql<StoredRun>`
    select r.account_id, r.brand_id, r.id, r.slot_id, r.connection, r.model, r.state, r.failure, r.received_at, r.exchanges, p.prompt, g.name as agent,
      l.country, l.language, r.answer_id, r.facts
    from runs r join slots s on s.account_id = r.account_id and s.id = r.slot_id
    join prompts p on p.account_id = s.account_id and p.id = s.prompt_id join agents g on g.id = s.agent_id
    left join plans l on l.account_id = r.account_id and l.brand_id = r.brand_id
    where r.id > ${after}::bigint and r.exchanges is not null and r.state in ('answered', 'failed')
      and (${brandId ?? null}::int is null or r.brand_id = ${brandId ?? null}::int)
    order by r.id limit ${limit}`.execute(db);
  return rows;
}

/** Makes a failed run that turned out to be an answer the one that fills its slot; false when the slot is filled otherwise. */
export async function mendRun(
  db: Db,
  { account_id, brand_id, id, slot_id }: Pick<StoredRun, 'account_id' | 'brand_id' | 'id' | 'slot_id'>,
  { identity, facts }: { identity: Buffer; facts: object },
): Promise<boolean> {
  const { rows } = await sql`
    with filled as (
      update slots set state = 'answered', run_id = ${id} where account_id = ${account_id} and id = ${slot_id} and state = 'failed' returning 1
    )
    update runs r set state = 'answered', failure = null, message = '', facts = ${JSON.stringify(facts)}::jsonb,
      answer_id = (select a.id from answers a where a.account_id = ${account_id} and a.brand_id = ${brand_id} and a.identity = ${identity})
    from filled where r.account_id = ${account_id} and r.id = ${id} returning 1`.execute(db);
  return rows.length > 0;
}
