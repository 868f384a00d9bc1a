// Parses stored responses again, after a parser was mended: nothing is asked, nothing is paid.
import { unpackExchanges } from '../domain/exchanges.ts';
import { storable } from '../domain/storable.ts';
import { type CollectedAnswer, collectedAgain, identityOf, storeCollected } from '../operations/collected.ts';
import type { Context } from '../operations/context.ts';
import { mendRun, type StoredRun, storedRuns } from '../storage/runs.ts';
import type { AgentAnswer, Outcome } from './agents/agent.ts';
import type { Connections } from './connections.ts';
import { bounded } from './fill.ts';
import { collectedOf } from './settle.ts';

const PAGE = 100;

export type Reparsed = {
  /** Runs whose responses were parsed. */
  parsed: number;
  /** Failures that are answers now. */
  mended: number;
  /** Answers whose text, citations or searches are others now. */
  changed: number;
  /** Answers that the present parser takes for a failure; they were left as they are. */
  doubtful: number;
};

type Options = { brandId: number | undefined; tell: (parsed: number) => void };

/** Parses all stored responses of a brand, or of all brands. */
export async function reparse(
  context: Context,
  connections: Connections,
  { brandId, tell }: Options,
): Promise<Reparsed> {
  const done: Reparsed = { parsed: 0, mended: 0, changed: 0, doubtful: 0 };
  for (let after = 0; ; ) {
    const runs = await storedRuns(context.db, { after, brandId, limit: PAGE });
    for (const run of runs) {
      const what = await reparseOne(context, run, parsed(run, connections));
      done.parsed++;
      if (what) done[what]++;
    }
    tell(done.parsed);
    after = runs.at(-1)?.id ?? 0;
    if (runs.length < PAGE) return done;
  }
}

const askOf = ({ agent, prompt, model, country, language }: StoredRun) => ({
  ...{ agent, prompt, model, country, language },
});

function parsed(run: StoredRun, connections: Connections): Outcome | null {
  const connection = connections.get(run.connection);
  return connection ? bounded(connection.parse(askOf(run), unpackExchanges(run.exchanges))) : null;
}

async function reparseOne(
  context: Context,
  run: StoredRun,
  outcome: Outcome | null,
): Promise<'mended' | 'changed' | 'doubtful' | null> {
  if (outcome?.kind !== 'answer') return run.state === 'answered' && outcome ? 'doubtful' : null;
  const answer = answerOf(run, outcome);
  const brand = { account_id: run.account_id, id: run.brand_id };
  if (run.answer_id !== null)
    return (await collectedAgain(context, brand, { id: run.answer_id, answer })) ? 'changed' : null;
  if (run.state !== 'failed') return null;
  const { model, finish, searched, usage } = outcome;
  const facts = { model, finish, searched, ...usage };
  const store = (one: CollectedAnswer) =>
    storeCollected(context, brand, {
      answers: [one],
      inside: (tx) => mendRun(tx, run, { identity: identityOf(one), facts: storable(facts) }),
    });
  const stored = await store(answer);
  // Somebody imported an answer under this id.
  const again = stored === 'raced' ? await store(answerOf(run, outcome, true)) : stored;
  return again === 'stored' ? 'mended' : null;
}

function answerOf(run: StoredRun, answer: AgentAnswer, isSecond = false): CollectedAnswer {
  const redirects = run.facts.redirects ?? {};
  const started = { slotId: run.slot_id, runId: run.id, ask: askOf(run) };
  return collectedOf({ started, answer, answeredAt: new Date(run.received_at), redirects, isSecond });
}
