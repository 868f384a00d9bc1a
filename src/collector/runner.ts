// A slot that was taken: its agent is asked, and what comes back is settled.
import { batched } from '../operations/batched.ts';
import type { Context } from '../operations/context.ts';
import { isAway } from '../storage/open.ts';
import { noteTakenUp } from '../storage/runs.ts';
import type { AgentAnswer, AgentFailure, Exchange, Outcome, Usage } from './agents/agent.ts';
import type { Connections } from './connections.ts';
import { type Filled, fill, keeper } from './fill.ts';
import { circuitMs, consequenceOf } from './policy.ts';
import { resolveRedirects } from './redirects.ts';
import { type Answered, type Settled, settleAnswers, settleFailure } from './settle.ts';
import type { Started } from './take.ts';

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

/** With what is asked, and who is told of it. */
export type RunSettings = {
  context: Context;
  connections: Connections;
  allowPrivate: boolean;
  onError: (error: unknown) => void;
  onEvent: (event: CollectorEvent) => void;
  fetch: typeof fetch;
  timeoutMs: number;
  largestBody: number;
  random: () => number;
};

type Run = { keyHash: Buffer | null; seconds: number };
type Answering = { started: Started; filled: Filled; answer: AgentAnswer; cost: number };

const MOST_TRIES = 3;

/** Asks for what was taken, one slot at a time or many beside each other. */
export class Runner {
  readonly #settings: RunSettings;
  readonly #halted: AbortSignal;
  readonly #keep: ReturnType<typeof keeper>;
  /** Failures of the vendor in a row, by circuit. */
  readonly #broken = new Map<string, number>();
  readonly #stores = new Map<number, (answered: Answered) => Promise<Settled>>();
  /** How often settling failed, by slot. */
  readonly #unsettled = new Map<number, number>();

  /** `halted`: nothing is waited for any more, and what is left belongs to whoever comes next. */
  constructor(settings: RunSettings, halted: AbortSignal) {
    this.#settings = settings;
    this.#halted = halted;
    this.#keep = keeper(settings.context, halted);
  }

  /** Asks and settles; whether the slot was settled. An error is told, and the slot is left to a later look. */
  async run(started: Started): Promise<boolean> {
    const { account_id, connection } = started;
    const began = performance.now();
    try {
      // Of the key that is asked with: another may take its place meanwhile.
      const keyHash = this.#settings.connections.keyHash(account_id, connection);
      const filled = await this.#fill(started);
      if (this.#halted.aborted && filled.outcome.kind === 'network') return false;
      await this.#settle(started, filled, { keyHash, seconds: (performance.now() - began) / 1000 });
      this.#unsettled.delete(started.slotId);
      return true;
    } catch (error) {
      // What was received is kept; the lease ends and another look goes on from there.
      this.#settings.onError(error);
      await this.#giveUp(started, error as Error).catch(this.#settings.onError);
      return false;
    }
  }

  /** Ends a slot that cannot be settled, however often it is tried; its response stays with the run. */
  async #giveUp(started: Started, error: Error): Promise<void> {
    if (isAway(error)) return this.takeBack(started);
    const { slotId, reserved: cost } = started;
    const tries = (this.#unsettled.get(slotId) ?? 0) + 1;
    this.#unsettled.set(slotId, tries);
    if (tries < MOST_TRIES) return;
    const failure: AgentFailure = {
      kind: 'bad_response',
      message: `it could not be settled: ${error.message}`,
    };
    const consequence = { retryMs: null, pauseMs: null, isCounted: true };
    await settleFailure(this.#settings.context, { started, failure, cost, consequence, keyHash: null });
    this.#unsettled.delete(slotId);
  }

  /** It was taken up and not tried, or the database could not take it now: that says nothing against the response. */
  async takeBack({ account_id, runId: id, receivedAt }: Started): Promise<void> {
    if (receivedAt !== null) await noteTakenUp(this.#settings.context.db, { account_id, id }, -1);
  }

  async #fill(started: Started): Promise<Filled> {
    const { context, connections, allowPrivate, fetch, timeoutMs, largestBody } = this.#settings;
    const { account_id, connection: id, ask } = started;
    const connection = connections.get(id);
    if (!connection) throw new Error(`there is no connection called ${id}`);
    const endpoint = connections.endpointOf(account_id, id);
    const spentOn = (exchanges: Exchange[]) => {
      const { usage } = connection.parse(ask, exchanges);
      return usage ? this.#priceOf(started, usage) : null;
    };
    const limits = { fetch, timeoutMs, largestBody, signal: this.#halted };
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
    if (!failed) this.#settings.onEvent({ kind: 'answered', ...told });
    else this.#settings.onEvent({ kind: 'failed', ...told, failure: failed.kind, message: failed.message });
  }

  /** Stores an answer; what came of it when it is not there afterwards. */
  async #answer({ started, filled, answer, cost }: Answering) {
    const { context, fetch } = this.#settings;
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
    const { context, random } = this.#settings;
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
    return this.#settings.connections.costOf({ agent: ask.agent, connection, model: ask.model }, usage);
  }

  /** Stores an answer together with others of its brand that arrive while one is being stored. */
  #store(answered: Answered): Promise<Settled> {
    const { brand_id } = answered.started;
    const { context } = this.#settings;
    const store =
      this.#stores.get(brand_id) ?? batched<Answered, Settled>((all) => settleAnswers(context, all));
    this.#stores.set(brand_id, store);
    return store(answered);
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
