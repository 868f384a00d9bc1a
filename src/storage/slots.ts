// Slots: what is to be asked, and who asks it at present. A slot is taken by moving its `next_at` to the end of
// a lease; a process that dies leaves it to whoever looks after that. Leases go by the database's clock, so that
// machines whose clocks differ do not take from each other; all other times go by the caller's.
// A transaction updates a slot once: at a second time the server looks for its prompt, and waits for who deletes it,
// who waits for the slot. Who has not locked the brand waits for no slot while holding another.
import { sql } from 'kysely';
import type { PlannedAgent } from '../domain/plan.ts';
import type { Db } from './open.ts';

type Owner = { account_id: number; id: number };

export type NewSlots = {
  name: string;
  isPlanned: boolean;
  at: Date;
  agents: readonly { agent_id: number; connection: string }[];
  samples: number;
  /** Null: all active prompts. */
  promptIds: readonly number[] | null;
};

/** Adds the slots that do not exist yet and returns how many; a prompt that waits already is left out of those asked by hand. */
export async function addSlots(db: Db, brand: Owner, slots: NewSlots): Promise<number> {
  const { name, isPlanned, at, agents, samples, promptIds } = slots;
  const { numAffectedRows } = await sql`
    insert into slots (account_id, brand_id, prompt_id, agent_id, name, sample, is_planned, connection, next_at, planned_for)
    select p.account_id, p.brand_id, p.id, a.agent_id, ${name}, s.sample, ${isPlanned}::boolean, a.connection, ${at.toISOString()}::timestamptz,
      ${at.toISOString()}::timestamptz
    from prompts p
    cross join unnest(${agents.map(({ agent_id }) => agent_id)}::int[], ${agents.map(({ connection }) => connection)}::text[]) a(agent_id, connection)
    cross join generate_series(1, ${samples}::int) s(sample)
    where p.account_id = ${brand.account_id} and p.brand_id = ${brand.id} and p.active = 'Y'
      and (${promptIds}::int[] is null or p.id = any(${promptIds}::int[]))
      and (${isPlanned}::boolean or not ${isOpen(sql`p.account_id`, { prompt: sql`p.id`, agent: sql`a.agent_id` })})
    order by p.id, s.sample, a.agent_id
    on conflict (account_id, prompt_id, agent_id, name, sample) do nothing`.execute(db);
  return Number(numAffectedRows ?? 0);
}

type Ref = ReturnType<typeof sql>;

const isOpen = (account: Ref, { prompt, agent }: { prompt: Ref; agent: Ref }) => sql`exists (
  select from slots o where o.account_id = ${account} and o.prompt_id = ${prompt} and o.agent_id = ${agent}
    and o.state in ('waiting', 'asking'))`;

/** How many of these prompts (null: all active ones) wait to be asked, or are being asked, of these agents. */
export async function countOpen(
  db: Db,
  brand: Owner,
  { agentIds, promptIds }: { agentIds: readonly number[]; promptIds: readonly number[] | null },
): Promise<number> {
  const { rows } = await sql<{ open: number }>`
    select count(distinct (o.prompt_id, o.agent_id)) as open from slots o
    join prompts p on p.account_id = o.account_id and p.id = o.prompt_id and p.active = 'Y'
    where o.account_id = ${brand.account_id} and o.brand_id = ${brand.id} and o.state in ('waiting', 'asking')
      and o.agent_id = any(${agentIds}::int[]) and (${promptIds}::int[] is null or o.prompt_id = any(${promptIds}::int[]))`.execute(
    db,
  );
  return rows[0]?.open ?? 0;
}

/** Skips what is still waiting of earlier planned times: what was missed is asked once, not as often as it was missed. */
export async function skipMissed(db: Db, brand: Owner, name: string): Promise<void> {
  await sql`update slots set state = 'skipped', reason = 'missed: the next planned time came before it was asked'
    where account_id = ${brand.account_id} and brand_id = ${brand.id} and state = 'waiting' and is_planned and name <> ${name}`.execute(
    db,
  );
}

export type TakenSlot = {
  account_id: number;
  brand_id: number;
  id: number;
  prompt_id: number;
  agent_id: number;
  agent: string;
  connection: string;
  is_planned: boolean;
  sample: number;
  attempts: number;
  prompt: string;
  prompt_active: 'Y' | 'N';
  /** The plan as it is now; null when nobody made one. */
  plan: {
    active: 'Y' | 'N';
    agents: PlannedAgent[] | null;
    country: string | null;
    language: string | null;
    samples: number;
    monthly_limit_micros: number | null;
  } | null;
  /** The run that somebody else began and did not end. */
  run: {
    id: number;
    state: string;
    model: string;
    reserved_micros: number;
    started_at: string;
    received_at: string | null;
    /** How often somebody went on with what it received. */
    taken_up: number;
  } | null;
};

export type Taking = {
  now: Date;
  /** Capacity by connection. */
  free: ReadonlyMap<string, number>;
  /** Connections that the caller can ask; of others it takes what was received and only wants to be parsed. */
  usable: readonly string[];
  /** Names (`spenderOf`) of those that are too dear for what is left. */
  withoutMoney: readonly string[];
  /** Runs of the caller's own that are under way: however late it is, nobody else began them. */
  held: readonly number[];
  /** Of this brand alone. */
  brandId?: number | undefined;
};

/** What an answer costs depends on the agent, what may be spent on the brand: one number names both. */
export function spenderOf({ brand_id, agent_id }: { brand_id: number; agent_id: number }): string {
  return String((BigInt(brand_id) << 32n) + BigInt(agent_id));
}

/** The server hashes a list of numbers, however many they are. */
const hasMoney = (slot: Ref, withoutMoney: readonly string[]) =>
  sql`(${slot}.brand_id::bigint << 32) + ${slot}.agent_id <> all(${withoutMoney}::bigint[])`;

/** A slot and the pause that follows from its failure are written together, so one statement sees both or none. */
const isPaused = (slot: Ref, until: Ref) => sql`exists (select from pauses p
  where p.account_id = ${slot}.account_id and p.connection = ${slot}.connection and (p.until is null or ${until}))`;

/** A response was kept and not settled yet. */
const hasReceived = (slot: Ref) => sql`exists (select from runs r
  where r.account_id = ${slot}.account_id and r.id = ${slot}.run_id and r.state = 'received')`;

/** Locks open slots whose time has come until the transaction ends, the oldest first; others skip what is locked. */
export async function takeSlots(db: Db, taking: Taking): Promise<TakenSlot[]> {
  const { free, usable, held, withoutMoney, brandId = null } = taking;
  const now = sql`${taking.now.toISOString()}::timestamptz`;
  const { rows } = await sql<TakenSlot>`
    select s.account_id, s.brand_id, s.id, s.prompt_id, s.agent_id, g.name as agent, s.connection, s.is_planned, s.sample, s.attempts,
      p.prompt, p.active as prompt_active,
      (select to_json(x) from (select l.active, l.agents, l.country, l.language, l.samples, l.monthly_limit_micros) x where l.brand_id is not null) as plan,
      (select to_json(x) from (select r.id, r.state, r.model, r.reserved_micros, r.started_at, r.received_at,
        coalesce((r.facts ->> 'taken_up')::int, 0) as taken_up) x where r.id is not null) as run
    from unnest(${[...free.keys()]}::text[], ${[...free.values()]}::int[]) c(connection, free)
    cross join lateral (
      select * from slots o where o.connection = c.connection and o.state in ('waiting', 'asking')
        and o.next_at <= greatest(${now}, statement_timestamp())
        and o.next_at <= case o.state when 'asking' then statement_timestamp() else ${now} end
        and (o.run_id is null or o.run_id <> all(${held}::bigint[]))
        and (c.connection = any(${usable}::text[])
          or o.state = 'asking' and ${hasReceived(sql`o`)})
        and (${brandId}::int is null or o.brand_id = ${brandId}::int)
        and ${hasMoney(sql`o`, withoutMoney)}
        and not ${isPaused(sql`o`, sql`until > ${now}`)}
      order by o.next_at, o.id limit c.free for update skip locked
    ) s
    join prompts p on p.account_id = s.account_id and p.id = s.prompt_id
    join agents g on g.id = s.agent_id
    left join plans l on l.account_id = s.account_id and l.brand_id = s.brand_id
    left join runs r on r.account_id = s.account_id and r.id = s.run_id and s.state = 'asking'
    order by s.next_at, s.id`.execute(db);
  return rows;
}

type SlotKey = { account_id: number; id: number };
type Held = SlotKey & { runId: number };

const keysOf = (slots: readonly Held[]) => sql`unnest(${slots.map(({ account_id }) => account_id)}::int[],
  ${slots.map(({ id }) => id)}::bigint[], ${slots.map(({ runId }) => runId)}::bigint[]) as x(account_id, id, run_id)`;

const leaseEnd = (ms: number) => sql`clock_timestamp() + ${ms} * interval '1 millisecond'`;

/** Takes slots for new runs until the lease ends. */
export async function leaseSlots(db: Db, slots: readonly Held[], leaseMs: number): Promise<void> {
  await sql`update slots s set state = 'asking', run_id = x.run_id, next_at = ${leaseEnd(leaseMs)}, attempts = attempts + 1
    from ${keysOf(slots)} where s.account_id = x.account_id and s.id = x.id`.execute(db);
}

/** Prolongs the leases of slots that are still being asked. One that somebody changes at this moment is left as it is. */
export async function prolongLeases(db: Db, slots: readonly Held[], leaseMs: number): Promise<void> {
  await sql`update slots s set next_at = ${leaseEnd(leaseMs)} from (
      select o.account_id, o.id from slots o join ${keysOf(slots)} on o.account_id = x.account_id and o.id = x.id
      where o.run_id = x.run_id and o.state = 'asking' for update of o skip locked
    ) free where s.account_id = free.account_id and s.id = free.id`.execute(db);
}

/** Gives a slot that the caller has locked back, to be taken again at `at`; of another connection, when one is named. */
export async function postponeSlot(
  db: Db,
  { account_id, id }: SlotKey,
  { at, connection }: { at: Date; connection?: string },
): Promise<void> {
  await sql`update slots set state = 'waiting', run_id = null, next_at = ${at.toISOString()},
      connection = coalesce(${connection ?? null}::text, connection)
    where account_id = ${account_id} and id = ${id}`.execute(db);
}

/** Gives a slot back after its run, to be taken again at `at`, unless another run has taken it; `isCounted`: as an attempt. */
export async function returnSlot(
  db: Db,
  { account_id, id, runId }: Held,
  { at, isCounted }: { at: Date; isCounted: boolean },
): Promise<void> {
  await sql`update slots set state = 'waiting', run_id = null, next_at = ${at.toISOString()}, attempts = attempts - ${isCounted ? 0 : 1}
    where account_id = ${account_id} and id = ${id} and run_id = ${runId} and state = 'asking'`.execute(db);
}

/** Ends a slot that is not to be asked any more. */
export async function skipSlot(db: Db, { account_id, id }: SlotKey, reason: string): Promise<void> {
  await sql`update slots set state = 'skipped', run_id = null, reason = ${reason}
    where account_id = ${account_id} and id = ${id}`.execute(db);
}

/** Ends slots, except those that another run has taken meanwhile or that are gone; returns how many it ended. */
export async function endSlots(
  db: Db,
  slots: readonly Held[],
  state: 'answered' | 'failed',
): Promise<number> {
  const { numAffectedRows } = await sql`update slots s set state = ${state} from ${keysOf(slots)}
    where s.account_id = x.account_id and s.id = x.id and s.run_id = x.run_id and s.state = 'asking'`.execute(
    db,
  );
  return Number(numAffectedRows ?? 0);
}

/** Frees open slots that wait longer than anything makes a slot wait: the clock was ahead when that was written. */
export async function freeSlotsAhead(db: Db, now: Date, longestMs: number): Promise<void> {
  const longest = sql`${longestMs} * interval '1 millisecond'`;
  const clock = sql`(case state when 'asking' then statement_timestamp() else ${now.toISOString()}::timestamptz end)`;
  await sql`update slots s set next_at = ${clock} from (
      select account_id, id from slots where state in ('waiting', 'asking') and next_at > ${clock} + ${longest}
      for update skip locked
    ) ahead where s.account_id = ahead.account_id and s.id = ahead.id`.execute(db);
}

export type SlotCount = { ai_agent: string; state: string; reason: string; slots: number };

type SlotFilter = {
  promptId?: number | undefined;
  agentIds: readonly number[] | null;
  from?: string | undefined;
  to?: string | undefined;
};

/** Slots of a brand by agent and state; `agentIds` null means all. */
export async function countSlots(db: Db, brand: Owner, filter: SlotFilter): Promise<SlotCount[]> {
  const { rows } = await sql<SlotCount>`
    select g.name as ai_agent, s.state, s.reason, count(*) as slots from slots s join agents g on g.id = s.agent_id
    where s.account_id = ${brand.account_id} and s.brand_id = ${brand.id}
      and (${filter.promptId ?? null}::int is null or s.prompt_id = ${filter.promptId ?? null}::int)
      and (${filter.agentIds}::int[] is null or s.agent_id = any(${filter.agentIds}::int[]))
      and (${filter.from ?? null}::date is null or s.planned_for >= ${filter.from ?? null}::date::timestamptz)
      and (${filter.to ?? null}::date is null or s.planned_for < (${filter.to ?? null}::date + 1)::timestamptz)
    group by 1, 2, 3 order by 1, 2, 3`.execute(db);
  return rows;
}

export type QueueState = { connection: string; waiting: number; asking: number; oldest: string | null };

/** How many slots of all accounts are open, by connection, and since when the oldest due one waits. */
export async function queueState(db: Db, now: Date, brandId?: number): Promise<QueueState[]> {
  const { rows } = await sql<QueueState>`
    select connection, count(*) filter (where state = 'waiting') as waiting, count(*) filter (where state = 'asking') as asking,
      min(planned_for) filter (where state = 'waiting' and next_at <= ${now.toISOString()}::timestamptz) as oldest
    from slots where state in ('waiting', 'asking') and (${brandId ?? null}::int is null or brand_id = ${brandId ?? null}::int)
    group by connection order by connection`.execute(db);
  return rows;
}

type Opening = {
  account_id: number;
  connection: string;
  /** A response that was kept wants to be parsed, which needs no key. */
  has_kept: boolean;
};

/**
 * Of whom open slots of a brand (`brandId` null: of all brands) want to be asked, by account and connection. Those that
 * wait for money or for a person are left out.
 */
export async function listOpenings(
  db: Db,
  { brandId, withoutMoney }: Pick<Taking, 'withoutMoney'> & { brandId: number | null },
): Promise<Opening[]> {
  const { rows } = await sql<Opening>`
    select o.account_id, o.connection, bool_or(o.state = 'asking' and ${hasReceived(sql`o`)}) as has_kept from slots o
    where o.state in ('waiting', 'asking') and (${brandId}::int is null or o.brand_id = ${brandId}::int)
      and (o.state = 'asking' or (${hasMoney(sql`o`, withoutMoney)} and not ${isPaused(sql`o`, sql`false`)}))
    group by o.account_id, o.connection`.execute(db);
  return rows;
}
