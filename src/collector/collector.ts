// The collector: looks what is due, asks as many at once as each connection may, and settles what comes back.
import { batched } from '../operations/batched.ts';
import type { Context } from '../operations/context.ts';
import { isAway } from '../storage/open.ts';
import { noteTakenUp } from '../storage/runs.ts';
import { listOpenings, prolongLeases } from '../storage/slots.ts';
import type { AgentAnswer, AgentFailure, Exchange, Outcome, Usage } from './agents/agent.ts';
import { LARGEST_BODY, TIMEOUT_MS } from './ask.ts';
import type { Connections } from './connections.ts';
import { type Filled, fill, keeper } from './fill.ts';
import { planDue } from './plan.ts';
import { circuitMs, consequenceOf } from './policy.ts';
import { resolveRedirects } from './redirects.ts';
import { type Answered, giveBack, type Settled, settleAnswers, settleFailure } from './settle.ts';
import { type Started, take } from './take.ts';

/** What happened to a slot, for progress and metrics. */
export type CollectorEvent = {
  kind: 'asked' | 'answered' | 'failed';
  connection: string;
  agent: string;
  failure?: string;
  message?: string;
  seconds?: number;
  costMicros?: number;
};

export type CollectorOptions = {
  context: Context;
  connections: Connections;
  /** At once of each connection. */
  concurrency: number;
  allowPrivate?: boolean;
  onError: (error: unknown) => void;
  onEvent?: (event: CollectorEvent) => void;
  fetch?: typeof fetch;
  timeoutMs?: number;
  largestBody?: number;
  /** How long a slot stays taken when its process dies. */
  leaseMs?: number;
  /** Of this brand alone, and without looking at plans. */
  brandId?: number;
  plans?: boolean;
  random?: () => number;
};

type Run = { keyHash: Buffer | null; seconds: number };
type Answering = { started: Started; filled: Filled; answer: AgentAnswer; cost: number };

const LEASE_MS = 90_000;
const PLAN_MS = 15_000;
const LOOK_MS = 1_000;
const STOP_MS = 8_000;
const MOST_TRIES = 3;

/** Runs until it is stopped, or until nothing is left to ask. */
export class Collector {
  readonly #options: Required<Omit<CollectorOptions, 'brandId'>> & { brandId: number | undefined };
  readonly #keep: ReturnType<typeof keeper>;
  readonly #inFlight = new Map<number, Started>();
  readonly #withoutMoney = new Map<string, number>();
  readonly #broken = new Map<string, number>();
  readonly #stores = new Map<number, (answered: Answered) => Promise<Settled>>();
  /** How often settling failed, by slot. */
  readonly #unsettled = new Map<number, number>();
  readonly #halt = new AbortController();
  #isStopped = false;
  #wakeUp = () => {};
  #asked = true;
  #running: Promise<void> | undefined;
  #plannedAt = Number.NEGATIVE_INFINITY;

  constructor(options: CollectorOptions) {
    this.#options = {
      allowPrivate: false,
      onEvent: () => {},
      fetch,
      timeoutMs: TIMEOUT_MS,
      largestBody: LARGEST_BODY,
      leaseMs: LEASE_MS,
      plans: true,
      random: Math.random,
      ...options,
      brandId: options.brandId,
    };
    this.#keep = keeper(options.context, this.#halt.signal);
  }

  /** Begins to look for slots, and goes on until `stop`. */
  start(): void {
    this.#running ??= this.#loop(() => false);
  }

  /** Asks until nothing of the brand (or of all) is open but what waits for money, a key, or a person. */
  async untilDone(): Promise<void> {
    this.#running ??= this.#loop(() => this.#inFlight.size === 0);
    await this.#running;
  }

  /** Whether anything is left because it is dearer than what may still be spent. */
  lacksMoney(): boolean {
    return this.#withoutMoney.size > 0;
  }

  /** Has it look at once. */
  wake(): void {
    this.#asked = true;
    this.#wakeUp();
  }

  /** Takes nothing more, waits a while for what is being asked, then leaves the rest to whoever comes next. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    this.wake();
    const ended = Promise.all([this.#running, this.#idle()]);
    const patience = sleep(STOP_MS);
    await Promise.race([ended, patience.done]);
    patience.cancel();
    this.#halt.abort();
    const end = sleep(2_000);
    await Promise.race([ended, end.done]);
    end.cancel();
  }

  async #loop(mayEnd: () => boolean): Promise<void> {
    // A look that a stop gave up (its statement waits behind somebody's open transaction) must not keep the process.
    const lease = setInterval(() => this.#prolong(), this.#options.leaseMs / 3).unref();
    try {
      while (!this.#isStopped) {
        this.#asked = false;
        const took = await this.#look();
        if (took === 0 && mayEnd() && (await this.#isDone())) break;
        if (!this.#asked && !this.#isStopped) await this.#pause(LOOK_MS);
      }
    } finally {
      clearInterval(lease);
    }
  }

  /** One look: plans first, then what is due. A database that is away is tried again. */
  async #look(): Promise<number> {
    const failed = (error: unknown) => {
      if (!this.#isStopped) this.#options.onError(error);
      return -1;
    };
    await this.#plan().catch(failed);
    return this.#take().catch(failed);
  }

  async #plan(): Promise<void> {
    const now = performance.now();
    if (!this.#options.plans || now - this.#plannedAt < PLAN_MS) return;
    this.#plannedAt = now;
    await planDue(this.#options.context);
  }

  async #take(): Promise<number> {
    const { context, brandId, leaseMs } = this.#options;
    await context.asking.refresh();
    const free = this.#free();
    if (free.size === 0) return 0;
    const held = [...this.#inFlight.keys()];
    const usable = this.#options.connections.usable();
    const taking = { free, usable, held, brandId, withoutMoney: this.#withoutMoney, leaseMs };
    const { started, looked } = await take(context, taking);
    // Nothing was sent yet for what was taken while we were stopped.
    if (this.#isStopped) await Promise.all(started.map((one) => this.#giveBack(one)));
    else for (const one of started) void this.#run(one);
    // Those that were left out stood before others.
    if (looked > 0) this.#asked = true;
    return looked;
  }

  async #giveBack(started: Started): Promise<void> {
    if (started.received.length === 0) await giveBack(this.#options.context, started);
    // A response that was kept waits for whoever looks after the lease.
    else await this.#takeBack(started);
  }

  #free(): Map<string, number> {
    const { connections, concurrency } = this.#options;
    const busy = Map.groupBy(this.#inFlight.values(), ({ connection }) => connection);
    const free = connections
      .ids()
      .map((id): [string, number] => [id, concurrency - (busy.get(id)?.length ?? 0)]);
    return new Map(free.filter(([, left]) => left > 0));
  }

  async #run(started: Started): Promise<void> {
    const { account_id, runId, connection, ask } = started;
    this.#inFlight.set(runId, started);
    this.#options.onEvent({ kind: 'asked', connection, agent: ask.agent });
    const began = performance.now();
    try {
      // Of the key that is asked with: another may take its place meanwhile.
      const keyHash = this.#options.connections.keyHash(account_id, connection);
      const filled = await this.#fill(started);
      if (this.#halt.signal.aborted && filled.outcome.kind === 'network') return;
      await this.#settle(started, filled, { keyHash, seconds: (performance.now() - began) / 1000 });
      this.#unsettled.delete(started.slotId);
      // What was reserved and not spent may be enough for another one.
      this.#withoutMoney.clear();
    } catch (error) {
      // What was received is kept; the lease ends and another look goes on from there.
      this.#options.onError(error);
      await this.#giveUp(started, error as Error).catch(this.#options.onError);
    } finally {
      this.#inFlight.delete(runId);
      this.wake();
    }
  }

  /** Ends a slot that cannot be settled, however often it is tried; its response stays with the run. */
  async #giveUp(started: Started, error: Error): Promise<void> {
    if (isAway(error)) return this.#takeBack(started);
    const { slotId, reserved: cost } = started;
    const tries = (this.#unsettled.get(slotId) ?? 0) + 1;
    this.#unsettled.set(slotId, tries);
    if (tries < MOST_TRIES) return;
    const failure: AgentFailure = {
      kind: 'bad_response',
      message: `it could not be settled: ${error.message}`,
    };
    const consequence = { retryMs: null, pauseMs: null, isCounted: true };
    await settleFailure(this.#options.context, { started, failure, cost, consequence, keyHash: null });
    this.#unsettled.delete(slotId);
  }

  /** It was taken up and not tried, or the database could not take it now: that says nothing against the response. */
  async #takeBack({ account_id, runId: id, receivedAt }: Started): Promise<void> {
    if (receivedAt !== null) await noteTakenUp(this.#options.context.db, { account_id, id }, -1);
  }

  async #fill(started: Started): Promise<Filled> {
    const { context, connections, allowPrivate, fetch, timeoutMs, largestBody } = this.#options;
    const { account_id, connection: id, ask } = started;
    const connection = connections.get(id);
    if (!connection) throw new Error(`there is no connection called ${id}`);
    const endpoint = connections.endpointOf(account_id, id);
    const spentOn = (exchanges: Exchange[]) => {
      const { usage } = connection.parse(ask, exchanges);
      return usage ? this.#priceOf(started, usage) : null;
    };
    const limits = { fetch, timeoutMs, largestBody, signal: this.#halt.signal };
    const filling = { context, keep: this.#keep, limits, allowPrivate, spentOn };
    return fill(started, { connection, endpoint, setUp: connections.setUp(id) }, filling);
  }

  async #settle(started: Started, filled: Filled, { keyHash, seconds }: Run): Promise<void> {
    const { connection, ask } = started;
    const cost = this.#costOf(started, filled);
    const { outcome } = filled;
    this.#count(started, outcome);
    const told = { connection, agent: ask.agent, seconds, costMicros: cost };
    const failed =
      outcome.kind === 'answer'
        ? await this.#answer({ started, filled, answer: outcome, cost })
        : await this.#fail(started, outcome, { cost, keyHash });
    if (!failed) this.#options.onEvent({ kind: 'answered', ...told });
    else this.#options.onEvent({ kind: 'failed', ...told, failure: failed.kind, message: failed.message });
  }

  /** Stores an answer; what came of it when it is not there afterwards. */
  async #answer({ started, filled, answer, cost }: Answering) {
    const { context, fetch } = this.#options;
    const redirects = await resolveRedirects([...answer.cited, ...answer.consulted], { fetch });
    const settled = await this.#store({
      ...{ started, answer, cost, redirects: Object.fromEntries(redirects) },
      answeredAt: filled.receivedAt ?? context.clock(),
    });
    if (settled instanceof Error) throw settled;
    return settled === 'stored' ? null : settled;
  }

  async #fail(
    started: Started,
    failure: AgentFailure,
    { cost, keyHash }: { cost: number; keyHash: Buffer | null },
  ): Promise<AgentFailure> {
    const { context, random } = this.#options;
    const { attempts } = started;
    const consequence = consequenceOf(failure, attempts, random());
    const circuit = circuitMs(failure.kind, this.#broken.get(circuitOf(started)) ?? 0);
    const pauseMs = consequence.pauseMs ?? circuit;
    await settleFailure(context, {
      started,
      failure,
      cost,
      keyHash,
      consequence: { ...consequence, pauseMs },
    });
    return failure;
  }

  #count(started: Started, { kind }: Outcome): void {
    const key = circuitOf(started);
    const isBroken = kind === 'server' || kind === 'network' || kind === 'timeout';
    this.#broken.set(key, isBroken ? (this.#broken.get(key) ?? 0) + 1 : 0);
  }

  /** Millionths of a US dollar: what the vendor says, else tokens by the price list, else the estimate. */
  #costOf({ ask, connection, expected }: Started, { outcome, exchanges }: Filled): number {
    const { usage } = outcome;
    if (!usage) return isFree(outcome, exchanges) ? 0 : expected;
    return this.#priceOf({ ask, connection }, usage) ?? expected;
  }

  #priceOf({ ask, connection }: Pick<Started, 'ask' | 'connection'>, usage: Usage): number | null {
    return this.#options.connections.costOf({ agent: ask.agent, connection, model: ask.model }, usage);
  }

  /** Stores an answer together with others of its brand that arrive while one is being stored. */
  #store(answered: Answered): Promise<Settled> {
    const { brand_id } = answered.started;
    const { context } = this.#options;
    const store =
      this.#stores.get(brand_id) ?? batched<Answered, Settled>((all) => settleAnswers(context, all));
    this.#stores.set(brand_id, store);
    return store(answered);
  }

  /** Nothing is open but what waits for money, for a person, or for a process that has its key. */
  async #isDone(): Promise<boolean> {
    const { context, connections, brandId = null } = this.#options;
    const openings = await listOpenings(context.db, {
      brandId,
      withoutMoney: [...this.#withoutMoney.keys()],
    });
    return !openings.some(
      ({ account_id, connection, has_kept }) => has_kept || connections.isReady(account_id, connection),
    );
  }

  async #prolong(): Promise<void> {
    const held = [...this.#inFlight.values()].map(({ account_id, slotId, runId }) => ({
      account_id,
      id: slotId,
      runId,
    }));
    if (held.length === 0) return;
    const { context, leaseMs, onError } = this.#options;
    await prolongLeases(context.db, held, leaseMs).catch(onError);
  }

  async #idle(): Promise<void> {
    while (this.#inFlight.size > 0) await sleep(20).done;
  }

  async #pause(ms: number): Promise<void> {
    const { done, cancel } = sleep(ms);
    this.#wakeUp = cancel;
    await done;
  }
}

const circuitOf = ({ account_id, connection }: Started) => `${account_id} ${connection}`;

/** True for a failure that a vendor does not bill: it refused before it worked, or was never reached. */
function isFree(outcome: Outcome, exchanges: readonly Exchange[]): boolean {
  const [first, second] = exchanges;
  if (outcome.kind === 'answer' || second) return false;
  if (!first) return outcome.unsent === true;
  return ['auth', 'quota', 'rate', 'overloaded', 'server'].includes(outcome.kind) || first.status >= 400;
}

/** A wait that can be ended early. */
function sleep(ms: number): { done: Promise<void>; cancel: () => void } {
  let cancel = () => {};
  const done = new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, ms);
    cancel = () => {
      clearTimeout(timer);
      resolve();
    };
  });
  return { done, cancel };
}
