// Ends runs: an answer with its facts and its cost in one transaction, a failure with what follows from it.
import { storable } from '../domain/storable.ts';
import { type CollectedAnswer, identityOf, storeCollected } from '../operations/collected.ts';
import type { Context } from '../operations/context.ts';
import { isOfTheAnswer } from '../operations/imports.ts';
import { holdAccount } from '../storage/accounts.ts';
import { type Db, isAway } from '../storage/open.ts';
import { pause } from '../storage/pauses.ts';
import { dropRun, endRun, endRuns, type RunEnd } from '../storage/runs.ts';
import { endSlots, returnSlot } from '../storage/slots.ts';
import { settleSpending } from '../storage/spending.ts';
import type { AgentAnswer, AgentFailure } from './agents/agent.ts';
import type { Consequence } from './policy.ts';
import type { Started } from './take.ts';

export type Answered = {
  started: Started;
  answer: AgentAnswer;
  answeredAt: Date;
  /** What Gemini's redirect links lead to. */
  redirects: Record<string, string>;
  cost: number;
  /** The slot's own id stands for another answer. */
  isSecond?: boolean;
};

/** What became of an answer: stored, left out (and why), or an error of the moment, after which it is settled again. */
export type Settled = 'stored' | AgentFailure | { kind: 'lost'; message: string } | Error;

/** Stores answers of one brand, in one transaction when that can be done, else one by one. */
export async function settleAnswers(context: Context, answered: readonly Answered[]): Promise<Settled[]> {
  if (answered.length > 1) {
    const outcome = await storeTogether(context, answered).catch((error) => {
      if (isAway(error)) throw error;
    });
    if (outcome === 'stored') return answered.map(() => 'stored');
  }
  const settled: Settled[] = [];
  for (const one of answered) settled.push(await settleAnswer(context, one).catch((error) => error as Error));
  return settled;
}

async function settleAnswer(context: Context, one: Answered): Promise<Settled> {
  try {
    let outcome = await storeTogether(context, [one]);
    // Another run was faster, or somebody imported an answer under this id.
    if (outcome === 'raced') outcome = await storeTogether(context, [{ ...one, isSecond: true }]);
    return outcome === 'stored' ? 'stored' : await settleLost(context, one);
  } catch (error) {
    if (!isOfTheAnswer(error)) throw error;
    // It would be asked for again and again otherwise.
    const message = `the answer could not be stored: ${(error as Error).message}`;
    const failure: AgentFailure = { kind: 'bad_response', message };
    const { started, cost } = one;
    const consequence = { retryMs: null, pauseMs: null, isCounted: true };
    await settleFailure(context, { started, failure, cost, consequence, keyHash: null });
    return failure;
  }
}

async function storeTogether(context: Context, answered: readonly Answered[]) {
  const { account_id = 0, brand_id = 0 } = answered[0]?.started ?? {};
  const brand = { account_id, id: brand_id };
  const answers = answered.map(collectedOf);
  const ends = answered.map((one, at): RunEnd => {
    const answer = answers[at] ?? collectedOf(one);
    return { ...endOf(one), state: 'answered', identity: identityOf(answer) };
  });
  const inside = async (tx: Db) => {
    if ((await endSlots(tx, answered.map(heldOf), 'answered')) !== answered.length) return false;
    if ((await endRuns(tx, ends)) !== answered.length) return false;
    await settleSpending(tx, brand, answered.map(settlementOf));
    return true;
  };
  return storeCollected(context, brand, { answers, inside });
}

/** The slot was filled by another run, or deleted: the money is spent all the same, and the response stays with the run. */
async function settleLost({ db }: Context, one: Answered): Promise<Settled> {
  const { account_id, brand_id } = one.started;
  const message = 'another run filled this slot, or it was deleted meanwhile';
  await db.transaction().execute(async (tx) => {
    await endSlots(tx, [heldOf(one)], 'failed');
    if (await endRun(tx, { ...endOf(one), state: 'lost', message }))
      await settleSpending(tx, { account_id, id: brand_id }, [settlementOf(one)]);
  });
  return { kind: 'lost', message };
}

const heldOf = ({ started: { account_id, slotId, runId } }: Answered) => ({ account_id, id: slotId, runId });
const settlementOf = ({ started, cost }: Answered) => ({
  month: started.month,
  reserved: started.reserved,
  spent: cost,
});

function endOf({ started, answer, redirects, cost }: Answered) {
  const { model, finish, searched, usage } = answer;
  const facts = {
    model,
    finish,
    searched,
    ...usage,
    ...(Object.keys(redirects).length > 0 && { redirects }),
  };
  return { account_id: started.account_id, id: started.runId, cost_micros: cost, facts: storable(facts) };
}

type Collecting = Pick<Answered, 'answer' | 'answeredAt' | 'redirects' | 'isSecond'> & {
  started: Pick<Started, 'slotId' | 'runId' | 'ask'>;
};

/** The answer as it is stored. Text that no database can hold is mended, not lost. */
export function collectedOf({
  started,
  answer,
  answeredAt,
  redirects,
  isSecond,
}: Collecting): CollectedAnswer {
  const links = (given: AgentAnswer['cited']) =>
    given.map(({ url, title }) => ({ url: redirects[url] ?? url, title }));
  return storable({
    id: `slot-${started.slotId}${isSecond ? `-run-${started.runId}` : ''}`,
    prompt: started.ask.prompt,
    agent: started.ask.agent,
    answered_at: answeredAt.toISOString(),
    answer: answer.text,
    model: answer.model,
    searches: answer.searches,
    citations: links(answer.cited),
    consulted: links(answer.consulted),
  });
}

export type Failed = {
  started: Started;
  failure: AgentFailure;
  cost: number;
  consequence: Consequence;
  keyHash: Buffer | null;
};

/** Ends a run that failed: the slot waits for its next attempt or ends, the connection pauses when it has to. */
export async function settleFailure({ db, clock }: Context, failed: Failed): Promise<void> {
  const { started, failure, cost, consequence, keyHash } = failed;
  const { account_id, brand_id, slotId, runId, connection } = started;
  const now = clock().getTime();
  await db.transaction().execute(async (tx) => {
    const { retryMs, pauseMs, isCounted } = consequence;
    const held = { account_id, id: slotId, runId };
    if (retryMs === null) await endSlots(tx, [held], 'failed');
    else await returnSlot(tx, held, { at: new Date(now + retryMs), isCounted });
    const { kind, message } = storable(failure);
    const end = { account_id, id: runId, failure: kind, message, cost_micros: cost };
    const isEnded = await endRun(tx, { ...end, state: 'failed' });
    // After the slot, as who takes slots does; before the money, as who deletes the account does.
    if (pauseMs !== null) await holdAccount(tx, account_id);
    const settlement = { month: started.month, reserved: started.reserved, spent: cost };
    if (isEnded) await settleSpending(tx, { account_id, id: brand_id }, [settlement]);
    if (pauseMs === null) return;
    const until = pauseMs === 'stop' ? null : new Date(now + pauseMs).toISOString();
    await pause(tx, { account_id, connection, failure: kind, message, until, key_hash: keyHash });
  });
}

/** Gives a slot back for which nothing was sent: no attempt, no run, no money. */
export async function giveBack({ db, clock }: Context, started: Started): Promise<void> {
  const { account_id, brand_id, slotId: id, runId, month, reserved } = started;
  await db.transaction().execute(async (tx) => {
    await returnSlot(tx, { account_id, id, runId }, { at: clock(), isCounted: false });
    if (await dropRun(tx, { account_id, id: runId }))
      await settleSpending(tx, { account_id, id: brand_id }, [{ month, reserved, spent: 0 }]);
  });
}
