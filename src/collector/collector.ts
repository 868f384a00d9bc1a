// The collector: looks what is due, and asks as many at once as each connection may.
import { listOpenings, prolongLeases } from '../storage/slots.ts';
import { LARGEST_BODY, TIMEOUT_MS } from './ask.ts';
import { planDue } from './plan.ts';
import { type CollectorEvent, Runner, type RunSettings } from './runner.ts';
import { giveBack } from './settle.ts';
import { type Started, take } from './take.ts';

export type { CollectorEvent };
export type CollectorOptions = Pick<RunSettings, 'context' | 'connections' | 'onError'> &
  Partial<RunSettings> & {
    /** At once of each connection. */
    concurrency: number;
    /** How long a slot stays taken when its process dies. */
    leaseMs?: number;
    /** Of this brand alone, and without looking at plans. */
    brandId?: number;
    plans?: boolean;
  };

const LEASE_MS = 90_000;
const PLAN_MS = 15_000;
const LOOK_MS = 1_000;
const STOP_MS = 8_000;

type Settings = Required<Omit<CollectorOptions, 'brandId'>> & { brandId: number | undefined };

/** Runs until it is stopped, or until nothing is left to ask. */
export class Collector {
  readonly #options: Settings;
  readonly #runner: Runner;
  readonly #inFlight = new Map<number, Started>();
  readonly #withoutMoney = new Map<string, number>();
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
    this.#runner = new Runner(this.#options, this.#halt.signal);
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
    else await this.#runner.takeBack(started);
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
    try {
      // What was reserved and not spent may be enough for another one.
      if (await this.#runner.run(started)) this.#withoutMoney.clear();
    } finally {
      this.#inFlight.delete(runId);
      this.wake();
    }
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
