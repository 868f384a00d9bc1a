// Takes slots to ask: leaves out what is not to be asked any more, sets the money aside, starts a run for each.
// One transaction, so that a kill leaves either a waiting slot or a run with its reservation.
import { unpackExchanges } from '../domain/exchanges.ts';
import { DEFAULT_PLAN, leftOf } from '../domain/plan.ts';
import { monthOf } from '../domain/time.ts';
import type { Context } from '../operations/context.ts';
import { isPaused } from '../operations/failures.ts';
import { type ResolvedAgent, resolveAgents } from '../operations/plans.ts';
import type { Db } from '../storage/open.ts';
import { listPauses, type Pause, resume } from '../storage/pauses.ts';
import { endRun, exchangesOf, type NewRun, noteTakenUp, type RunEnd, startRuns } from '../storage/runs.ts';
import {
  endSlots,
  leaseSlots,
  postponeSlot,
  prolongLeases,
  skipSlot,
  spenderOf,
  type TakenSlot,
  takeSlots,
} from '../storage/slots.ts';
import { findSpending, lockSpending, reserve, settleSpending } from '../storage/spending.ts';
import type { Ask, Exchange } from './agents/agent.ts';

/** A slot that is being asked by this process. */
export type Started = {
  account_id: number;
  brand_id: number;
  slotId: number;
  runId: number;
  attempts: number;
  ask: Ask;
  connection: string;
  promptId: number;
  /** First day of the month that the money was reserved in. */
  month: string;
  reserved: number;
  expected: number;
  /** What an earlier process received already, and when. */
  received: Exchange[];
  receivedAt: Date | null;
};

export type Taking = {
  free: ReadonlyMap<string, number>;
  /** Connections that this process has a key for. */
  usable: readonly string[];
  brandId: number | undefined;
  /** Agents that are too dear for what a brand has left, by `spenderOf`, until when not to look again. Filled here. */
  withoutMoney: Map<string, number>;
  /** Runs of this process that are under way. */
  held: readonly number[];
  leaseMs: number;
};

export type Taken = {
  started: Started[];
  /** How many slots were looked at: others may follow them. */
  looked: number;
};

// Beyond what the policy of failures allows: a slot whose asking ends the process each time must end, too.
const MOST_ATTEMPTS = 15;
// A response that cannot be settled, or ends each process that tries, must not be taken up for ever: a process itself
// tries three times, and a few restarts may come in between.
const MOST_TAKEN_UP = 10;
// How long a slot is left to processes that have its key.
const ELSEWHERE_MS = 5 * 60_000;
// Money comes back when a limit is raised or a reservation is settled.
const MONEY_MS = 30_000;

/** The next slots to ask, by the keys that were read last. None when nothing is due, or nothing may be asked. */
export async function take(context: Context, taking: Taking): Promise<Taken> {
  const now = context.clock();
  const { free, usable, held, brandId, withoutMoney } = taking;
  for (const [spender, until] of withoutMoney) if (until <= now.getTime()) withoutMoney.delete(spender);
  await endOutdatedPauses(context);
  return context.db.transaction().execute(async (tx) => {
    const asked = { now, free, usable, held, brandId, withoutMoney: [...withoutMoney.keys()] };
    const slots = await takeSlots(tx, asked);
    const round = new Round(context, tx, { now, taking });
    // Locks are taken in this order by everybody.
    const inOrder = slots.toSorted((a, b) => a.account_id - b.account_id || a.brand_id - b.brand_id);
    for (const slot of inOrder) await round.consider(slot);
    return { started: await round.start(), looked: slots.length };
  });
}

/** Pauses of all accounts that hold now. */
export async function heldPauses(context: Context): Promise<Pause[]> {
  const pauses = await listPauses(context.db, context.clock());
  return pauses.filter((pause) => isPaused(context, pause));
}

/** A connection that stopped for its key goes on when there is another key. */
async function endOutdatedPauses(context: Context): Promise<void> {
  for (const pause of await listPauses(context.db, context.clock()))
    if (!isPaused(context, pause)) await resume(context.db, pause.account_id, [pause.connection]);
}

/** Money that may still be spent; null without a limit. */
type Purse = { left: number | null };
type Run = NonNullable<TakenSlot['run']>;
type Chosen = { slot: TakenSlot; agent: ResolvedAgent; most: number; expected: number };

/** One transaction's worth of slots. */
class Round {
  readonly #context: Context;
  readonly #tx: Db;
  readonly #now: Date;
  readonly #taking: Taking;
  readonly #month: string;
  readonly #accounts = new Map<number, Purse>();
  readonly #brands = new Map<number, Purse>();
  readonly #chosen: Chosen[] = [];
  readonly #resumed: Started[] = [];

  constructor(context: Context, tx: Db, { now, taking }: { now: Date; taking: Taking }) {
    this.#context = context;
    this.#tx = tx;
    this.#now = now;
    this.#taking = taking;
    this.#month = monthOf(now.toISOString().slice(0, 10));
  }

  async consider(slot: TakenSlot): Promise<void> {
    if (slot.run?.state === 'received') return this.#resume(slot, slot.run);
    const purses = await this.#purses(slot);
    if (slot.run) await this.#giveUp(slot, slot.run);
    if (slot.attempts >= MOST_ATTEMPTS)
      return skipSlot(this.#tx, slot, `given up after ${slot.attempts} attempts`);
    const reason = notAskedBecause(slot);
    if (reason) return skipSlot(this.#tx, slot, reason);
    const isLimited = purses.some(({ left }) => left !== null);
    const agent = this.#agentOf(slot, isLimited);
    if (!agent?.choice && this.#isForOthers(slot))
      return postponeSlot(this.#tx, slot, { at: new Date(this.#now.getTime() + ELSEWHERE_MS) });
    if (!agent) return skipSlot(this.#tx, slot, 'the plan does not ask this agent any more');
    if (!agent.choice || agent.problem) return skipSlot(this.#tx, slot, agent.problem ?? 'no connection');
    const { connection } = agent.choice;
    if (connection !== slot.connection) return postponeSlot(this.#tx, slot, { at: this.#now, connection });
    const { expected = 0, most = 0 } = agent.estimate ?? {};
    if (purses.some(({ left }) => left !== null && most > left)) return this.#lackMoney(slot);
    for (const purse of purses) if (purse.left !== null) purse.left -= most;
    this.#chosen.push({ slot, agent, most, expected });
  }

  /** Starts a run for each chosen slot. */
  async start(): Promise<Started[]> {
    if (this.#chosen.length === 0) return this.#resumed;
    const runs = this.#chosen.map(
      ({ slot, agent, most }): NewRun => ({
        account_id: slot.account_id,
        brand_id: slot.brand_id,
        slot_id: slot.id,
        connection: slot.connection,
        model: agent.choice?.model ?? '',
        reserved_micros: most,
        started_at: this.#now.toISOString(),
      }),
    );
    const ids = await startRuns(this.#tx, runs);
    const held = this.#chosen.map(({ slot }, at) => ({ ...keyOf(slot), runId: ids[at] ?? 0 }));
    await leaseSlots(this.#tx, held, this.#taking.leaseMs);
    for (const [id, chosen] of Map.groupBy(this.#chosen, ({ slot }) => slot.brand_id)) {
      const micros = chosen.reduce((sum, { most }) => sum + most, 0);
      const account_id = chosen[0]?.slot.account_id ?? 0;
      await reserve(this.#tx, { account_id, id }, { month: this.#month, micros });
    }
    const started = this.#chosen.map(({ slot, agent, most, expected }, at) => ({
      ...this.#startedOf(slot, { runId: ids[at] ?? 0, model: agent.choice?.model ?? '' }),
      ...{ attempts: slot.attempts + 1, month: this.#month, reserved: most, expected },
      ...{ received: [], receivedAt: null },
    }));
    return [...this.#resumed, ...started];
  }

  #startedOf(slot: TakenSlot, { runId, model }: { runId: number; model: string }) {
    const { account_id, brand_id, id: slotId, connection, agent, prompt, plan } = slot;
    const ask = { agent, prompt, model, country: plan?.country ?? null, language: plan?.language ?? null };
    return { account_id, brand_id, slotId, runId, connection, ask, promptId: slot.prompt_id };
  }

  /** What was received is not asked for again. */
  async #resume(slot: TakenSlot, run: Run): Promise<void> {
    if (run.taken_up >= MOST_TAKEN_UP) return this.#endUnsettled(slot, run);
    await noteTakenUp(this.#tx, { account_id: slot.account_id, id: run.id });
    const packed = await exchangesOf(this.#tx, { account_id: slot.account_id, id: run.id });
    await prolongLeases(this.#tx, [{ ...keyOf(slot), runId: run.id }], this.#taking.leaseMs);
    this.#resumed.push({
      ...this.#startedOf(slot, { runId: run.id, model: run.model }),
      attempts: slot.attempts,
      month: monthOf(run.started_at.slice(0, 10)),
      reserved: run.reserved_micros,
      expected: run.reserved_micros,
      received: packed ? unpackExchanges(packed) : [],
      receivedAt: run.received_at === null ? null : new Date(run.received_at),
    });
  }

  /** Its response stays with the run: `brandscope reparse` may make an answer of it yet. */
  async #endUnsettled(slot: TakenSlot, run: Run): Promise<void> {
    const message = `it could not be settled, although it was taken up ${run.taken_up} times`;
    await endSlots(this.#tx, [{ ...keyOf(slot), runId: run.id }], 'failed');
    await this.#endRun(slot, run, { state: 'failed', failure: 'bad_response', message });
  }

  /** A process died after it asked and before it kept the response. What becomes of the slot is for the caller. */
  async #giveUp(slot: TakenSlot, run: Run): Promise<void> {
    const message = 'the process that asked ended before it kept a response; the slot is asked again';
    await this.#endRun(slot, run, { state: 'lost', message });
  }

  /** What it cost nobody knows, so it counts in full. */
  async #endRun(
    { account_id, brand_id }: TakenSlot,
    run: Run,
    end: Pick<RunEnd, 'state' | 'failure' | 'message'>,
  ): Promise<void> {
    const { id, reserved_micros: reserved } = run;
    if (!(await endRun(this.#tx, { ...end, account_id, id, cost_micros: reserved }))) return;
    const settled = { month: monthOf(run.started_at.slice(0, 10)), reserved, spent: reserved };
    await settleSpending(this.#tx, { account_id, id: brand_id }, [settled]);
  }

  /** The plan asks for it, and this process has no key for the account: another one may. */
  #isForOthers({ account_id, connection, agent, plan }: TakenSlot): boolean {
    const { agents } = plan ?? DEFAULT_PLAN;
    const isPlanned = agents === null || agents.some((one) => one.agent === agent);
    return isPlanned && !this.#context.asking.isReady(account_id, connection);
  }

  #agentOf(slot: TakenSlot, isLimited: boolean): ResolvedAgent | undefined {
    const agents = (slot.plan ?? DEFAULT_PLAN).agents;
    const resolving = { accountId: slot.account_id, agents, promptLength: slot.prompt.length, isLimited };
    return resolveAgents(this.#context, resolving).find(({ agent }) => agent === slot.agent);
  }

  /** What the account and the brand may still spend this month: counted under a lock on the account, so that no two processes spend the same money. */
  async #purses({ account_id, brand_id, plan }: TakenSlot): Promise<Purse[]> {
    const known = { account: this.#accounts.get(account_id), brand: this.#brands.get(brand_id) };
    if (known.account && known.brand) return [known.account, known.brand];
    const accountLimit = known.account ? null : await lockSpending(this.#tx, account_id);
    const spending = await findSpending(this.#tx, { account_id, id: brand_id }, this.#month);
    const account = known.account ?? purse(accountLimit, spending.account);
    const limit = (plan ?? DEFAULT_PLAN).monthly_limit_micros;
    const brand = purse(limit, spending.spent + spending.reserved);
    this.#accounts.set(account_id, account);
    this.#brands.set(brand_id, brand);
    return [account, brand];
  }

  /** Other agents of the brand may be cheaper. */
  async #lackMoney(slot: TakenSlot): Promise<void> {
    if (slot.run) await postponeSlot(this.#tx, slot, { at: this.#now });
    this.#taking.withoutMoney.set(spenderOf(slot), this.#now.getTime() + MONEY_MS);
  }
}

const purse = (limit: number | null, used: number): Purse => ({ left: leftOf([{ limit, used }]) });

const keyOf = ({ account_id, id }: TakenSlot) => ({ account_id, id });

/** Why a slot is not asked any more: things changed since it was planned. */
function notAskedBecause({ prompt_active, is_planned, sample, plan }: TakenSlot): string | null {
  if (prompt_active === 'N') return 'the prompt was switched off';
  if (is_planned && plan?.active !== 'Y') return 'the plan was switched off';
  if (sample > (plan ?? DEFAULT_PLAN).samples) return 'the plan asks fewer times now';
  return null;
}
