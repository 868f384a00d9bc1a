// Ends runs: an answer with its facts and its cost in one transaction, a failure with what follows from it.
import { type CollectedAnswer, identityOf, storeCollected } from '../operations/collected.ts';
import type { Context } from '../operations/context.ts';
import type { Db } from '../storage/open.ts';
import { pause } from '../storage/pauses.ts';
import { endRuns, type RunEnd } from '../storage/runs.ts';
import { endSlots, postponeSlot } from '../storage/slots.ts';
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
};

/** Stores answers of one brand. Those that cannot be stored together are stored one by one. */
export async function settleAnswers(context: Context, answered: readonly Answered[]): Promise<void> {
  const [first] = answered;
  if (!first) return;
  const brand = { account_id: first.started.account_id, id: first.started.brand_id };
  const answers = answered.map(collectedOf);
  const inside = async (tx: Db) => {
    if ((await endSlots(tx, answered.map(heldOf), 'answered')) !== answered.length) return false;
    await endRuns(
      tx,
      answered.map(
        (one, at): RunEnd => ({
          ...endOf(one),
          state: 'answered',
          identity: identityOf(answers[at] ?? collectedOf(one)),
        }),
      ),
    );
    await settleSpending(tx, brand, answered.map(settlementOf));
    return true;
  };
  const outcome = await storeCollected(context, brand, { answers, inside });
  if (outcome === 'stored') return;
  if (answered.length > 1) {
    for (const one of answered) await settleAnswers(context, [one]);
    return;
  }
  await settleLost(context, first);
}

/** The slot was filled by another run, or deleted: the money is spent all the same, and the response stays with the run. */
async function settleLost({ db }: Context, one: Answered): Promise<void> {
  const { account_id, brand_id } = one.started;
  await db.transaction().execute(async (tx) => {
    const message = 'another run filled this slot, or it was deleted meanwhile';
    await endRuns(tx, [{ ...endOf(one), state: 'lost', message }]);
    await settleSpending(tx, { account_id, id: brand_id }, [settlementOf(one)]);
  });
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
  return { account_id: started.account_id, id: started.runId, cost_micros: cost, facts };
}

type Collecting = Pick<Answered, 'answer' | 'answeredAt' | 'redirects'> & {
  started: Pick<Started, 'slotId' | 'ask'>;
};

/** The answer as it is stored. Text that no database can hold is mended, not lost. */
export function collectedOf({ started, answer, answeredAt, redirects }: Collecting): CollectedAnswer {
  const clean = (text: string) => text.toWellFormed().replaceAll('\0', '');
  const links = (given: AgentAnswer['cited']) =>
    given.map(({ url, title }) => ({ url: clean(redirects[url] ?? url), title: clean(title) }));
  return {
    id: `slot-${started.slotId}`,
    prompt: started.ask.prompt,
    agent: started.ask.agent,
    answered_at: answeredAt.toISOString(),
    answer: clean(answer.text),
    model: clean(answer.model),
    searches: answer.searches.map(clean),
    citations: links(answer.cited),
    consulted: links(answer.consulted),
  };
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
    const held = [{ account_id, id: slotId, runId }];
    const isMine = await endSlots(tx, held, 'failed');
    const { kind, message } = failure;
    await endRuns(tx, [
      { account_id, id: runId, state: 'failed', failure: kind, message, cost_micros: cost },
    ]);
    await settleSpending(tx, { account_id, id: brand_id }, [
      { month: started.month, reserved: started.reserved, spent: cost },
    ]);
    const { retryMs, pauseMs } = consequence;
    if (isMine && retryMs !== null)
      await postponeSlot(tx, { account_id, id: slotId }, { at: new Date(now + retryMs) });
    if (pauseMs === null) return;
    const until = pauseMs === 'stop' ? null : new Date(now + pauseMs).toISOString();
    await pause(tx, { account_id, connection, failure: kind, message, until, key_hash: keyHash });
  });
}
