// The collector: looks what is due, asks as many at once as each connection may, and settles what comes back.
import { batched } from '../operations/batched.ts';
import type { Context } from '../operations/context.ts';
import { nextOpening, prolongLeases } from '../storage/slots.ts';
import type { AgentFailure, Outcome, Usage } from './agents/agent.ts';
import { LARGEST_BODY, TIMEOUT_MS } from './ask.ts';
import type { Connections } from './connections.ts';
import { type Filled, fill, keeper } from './fill.ts';
import { planDue } from './plan.ts';
import { circuitMs, consequenceOf } from './policy.ts';
import { resolveRedirects } from './redirects.ts';
import { type Answered, settleAnswers, settleFailure } from './settle.ts';
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

const LEASE_MS = 90_000;
const PLAN_MS = 15_000;
const LOOK_MS = 1_000;
const STOP_MS = 8_000;

/** Runs until it is stopped, or until nothing is left to ask. */
export class Collector {
  readonly #options: Required<Omit<CollectorOptions, 'brandId'>> & { brandId: number | undefined };
  readonly #keep: ReturnType<typeof keeper>;
  readonly #inFlight = new Map<number, Started>();
  readonly #withoutMoney = new Map<number, number>();
  readonly #broken = new Map<string, number>();
  readonly #stores = new Map<number, (answered: Answered) => Promise<void>>();
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
    this.#keep = keeper(options.context);
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

  /** Has it look at once. */
  wake(): void {
    this.#asked = true;
    this.#wakeUp();
  }

  /** Takes nothing more, waits a while for what is being asked, then leaves the rest to whoever comes next. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    this.wake();
    const idle = this.#idle();
    const patience = sleep(STOP_MS);
    await Promise.race([idle, patience.done]);
    patience.cancel();
    this.#halt.abort();
    await Promise.race([Promise.all([this.#running, this.#idle()]), sleep(2_000).done]);
  }

  async #loop(mayEnd: () => boolean): Promise<void> {
    const lease = setInterval(() => this.#prolong(), this.#options.leaseMs / 3);
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
    try {
      await this.#plan();
      return await this.#take();
    } catch (error) {
      if (!this.#isStopped) this.#options.onError(error);
      return -1;
    }
  }

  async #plan(): Promise<void> {
    const now = performance.now();
    if (!this.#options.plans || now - this.#plannedAt < PLAN_MS) return;
    await planDue(this.#options.context);
    this.#plannedAt = now;
  }

  async #take(): Promise<number> {
    const free = this.#free();
    if (free.size === 0) return 0;
    const { context, brandId, leaseMs } = this.#options;
    const started = await take(context, { free, brandId, withoutMoney: this.#withoutMoney, leaseMs });
    for (const one of started) void this.#run(one);
    if (started.length > 0) this.#asked = true;
    return started.length;
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
    const { runId, connection, ask } = started;
    this.#inFlight.set(runId, started);
    this.#options.onEvent({ kind: 'asked', connection, agent: ask.agent });
    const began = performance.now();
    try {
      const filled = await this.#fill(started);
      if (this.#halt.signal.aborted && filled.outcome.kind === 'network') return;
      await this.#settle(started, filled, (performance.now() - began) / 1000);
      // What was reserved and not spent may be enough for another one.
      this.#withoutMoney.clear();
    } catch (error) {
      // What was received is kept; the lease ends and another look goes on from there.
      this.#options.onError(error);
    } finally {
      this.#inFlight.delete(runId);
      this.wake();
    }
  }

  async #fill(started: Started): Promise<Filled> {
    const { context, connections, allowPrivate, fetch, timeoutMs, largestBody } = this.#options;
    const connection = connections.get(started.connection);
    const endpoint = connections.endpointOf(started.account_id, started.connection);
    if (!connection || !endpoint) {
      const message = `${started.connection} is not set up: ${connections.setUp(started.connection)}`;
      return { outcome: { kind: 'auth', message }, exchanges: [] };
    }
    const limits = { fetch, timeoutMs, largestBody, signal: this.#halt.signal };
    return fill(
      started,
      { connection, endpoint },
      {
        ...{ context, keep: this.#keep, limits, allowPrivate },
        spentOn: (exchanges) => {
          const { usage } = connection.parse(started.ask, exchanges);
          return usage ? this.#priceOf(started, usage) : null;
        },
      },
    );
  }

  async #settle(started: Started, filled: Filled, seconds: number): Promise<void> {
    const { connection, ask } = started;
    const cost = this.#costOf(started, filled);
    const { outcome } = filled;
    const told = { connection, agent: ask.agent, seconds, costMicros: cost };
    this.#count(started, outcome);
    if (outcome.kind === 'answer') {
      const links = [...outcome.cited, ...outcome.consulted];
      const redirects = Object.fromEntries(await resolveRedirects(links, { fetch: this.#options.fetch }));
      await this.#store({
        started,
        answer: outcome,
        answeredAt: this.#options.context.clock(),
        redirects,
        cost,
      });
      this.#options.onEvent({ kind: 'answered', ...told });
      return;
    }
    await this.#fail(started, outcome, cost);
    this.#options.onEvent({ kind: 'failed', ...told, failure: outcome.kind, message: outcome.message });
  }

  async #fail(started: Started, failure: AgentFailure, cost: number): Promise<void> {
    const { context, connections, random } = this.#options;
    const { account_id, connection, attempts } = started;
    const consequence = consequenceOf(failure, attempts, random());
    const circuit = circuitMs(failure.kind, this.#broken.get(circuitOf(started)) ?? 0);
    const pauseMs = consequence.pauseMs ?? circuit;
    const keyHash = connections.keyHash(account_id, connection);
    await settleFailure(context, {
      started,
      failure,
      cost,
      keyHash,
      consequence: { ...consequence, pauseMs },
    });
  }

  #count(started: Started, { kind }: Outcome): void {
    const key = circuitOf(started);
    const isBroken = kind === 'server' || kind === 'network' || kind === 'timeout';
    this.#broken.set(key, isBroken ? (this.#broken.get(key) ?? 0) + 1 : 0);
  }

  /** Millionths of a US dollar: what the vendor says, else tokens by the price list, else the estimate. */
  #costOf({ ask, connection, expected }: Started, { outcome, exchanges }: Filled): number {
    const { usage } = outcome;
    if (!usage) return isFree(outcome, exchanges.at(-1)?.status) ? 0 : expected;
    return this.#priceOf({ ask, connection }, usage) ?? expected;
  }

  #priceOf({ ask, connection }: Pick<Started, 'ask' | 'connection'>, usage: Usage): number | null {
    return this.#options.connections.costOf({ agent: ask.agent, connection, model: ask.model }, usage);
  }

  /** Stores an answer together with others of its brand that arrive while one is being stored. */
  #store(answered: Answered): Promise<void> {
    const { brand_id } = answered.started;
    const { context } = this.#options;
    const store =
      this.#stores.get(brand_id) ??
      batched<Answered, void>(async (all) => {
        await settleAnswers(context, all);
        return all.map(() => undefined);
      });
    this.#stores.set(brand_id, store);
    return store(answered);
  }

  /** Nothing is open but what waits for money or for a person. */
  async #isDone(): Promise<boolean> {
    const { context, brandId = null } = this.#options;
    const withoutMoney = [...this.#withoutMoney.keys()];
    const opening = await nextOpening(context.db, { brandId, withoutMoney });
    return opening === null;
  }

  async #prolong(): Promise<void> {
    const held = [...this.#inFlight.values()].map(({ account_id, slotId, runId }) => ({
      account_id,
      id: slotId,
      runId,
    }));
    if (held.length === 0) return;
    const { context, leaseMs, onError } = this.#options;
    await prolongLeases(context.db, held, new Date(context.clock().getTime() + leaseMs)).catch(onError);
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
function isFree({ kind }: Outcome, status: number | undefined): boolean {
  if (kind === 'network') return status === undefined;
  return ['auth', 'quota', 'rate', 'overloaded', 'server'].includes(kind) || (status ?? 200) >= 400;
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
