// Answers that the collector got: read and stored with their facts, and what they cost, in one transaction.
import { READING_VERSION, readAnswer } from '../domain/reading.ts';
import { findAnswer, type WholeAnswer } from '../storage/answer-lists.ts';
import { type NewAnswer, storeAnswers } from '../storage/answers.ts';
import type { Db } from '../storage/open.ts';
import { rewriteAnswer } from '../storage/stale.ts';
import type { Context } from './context.ts';
import { fingerprints } from './imports.ts';
import { readTogether } from './reading-threads.ts';

type Owner = { account_id: number; id: number };
type Link = { url: string; title: string };

export type CollectedAnswer = {
  /** Unique within the brand, the same for each attempt at the slot. */
  id: string;
  prompt: string;
  agent: string;
  answered_at: string;
  answer: string;
  model: string;
  searches: string[];
  citations: Link[];
  consulted: Link[];
};

/** What tells the answer of a slot from all others of its brand. */
export function identityOf(answer: CollectedAnswer): Buffer {
  return fingerprints(answer).identity;
}

/**
 * Stores answers of a brand. `inside` runs in the same transaction: when it says false nothing is stored, and
 * the outcome is `refused`. `raced` when one of the answers is stored already, `gone` when the brand is.
 */
export async function storeCollected(
  context: Context,
  brand: Owner,
  { answers, inside }: { answers: readonly CollectedAnswer[]; inside: (tx: Db) => Promise<boolean> },
): Promise<'stored' | 'gone' | 'raced' | 'refused'> {
  const agentIds = await context.agents.ensure(answers.map(({ agent }) => agent));
  while (true) {
    const reader = await context.reader.of(brand.account_id, brand.id);
    if (!reader) return 'gone';
    const read = await readTogether(reader.entities, answers, (answer, reading, at): NewAnswer => {
      const { id, agent, ...kept } = answer;
      return { ...kept, ...fingerprints(answer), external_id: id, agent_id: agentIds[at] ?? 0, reading };
    });
    const under = {
      settings_version: reader.settings_version,
      reading_version: READING_VERSION,
      competitorIds: reader.competitorIds,
    };
    const outcome = await storeAnswers(context.db, brand, { answers: read, under, inside });
    // Settings changed between reading and storing: read again.
    if (outcome !== 'stale') return outcome;
  }
}

/** Rewrites a stored answer whose responses are parsed otherwise now; false when nothing differs, or it is gone. */
export async function collectedAgain(
  context: Context,
  brand: Owner,
  { id, answer }: { id: number; answer: CollectedAnswer },
): Promise<boolean> {
  const stored = await findAnswer(context.db, brand.account_id, id);
  if (!stored || isSame(stored, answer)) return false;
  while (true) {
    const reader = await context.reader.of(brand.account_id, brand.id);
    if (!reader) return false;
    const reading = readAnswer(reader.entities, answer.answer, answer.citations);
    const [agent_id = 0] = await context.agents.ensure([answer.agent]);
    const rewritten = {
      ...answer,
      id,
      prompt_id: stored.prompt_id,
      agent_id,
      answered_at: stored.answered_at,
      reading,
    };
    const under = {
      settings_version: reader.settings_version,
      reading_version: READING_VERSION,
      competitorIds: reader.competitorIds,
    };
    const { content } = fingerprints(answer);
    if (await rewriteAnswer(context.db, brand, { answer: { ...rewritten, content }, under })) return true;
  }
}

function isSame(
  stored: WholeAnswer,
  { answer, model, searches, citations, consulted }: CollectedAnswer,
): boolean {
  const told = (of: object) => JSON.stringify(of);
  const links = (given: { url: string; title?: string }[]) =>
    told(given.map(({ url, title }) => [url, title]));
  return (
    stored.answer === answer &&
    stored.model === model &&
    told(stored.searches) === told(searches) &&
    links(stored.citations) === links(citations) &&
    links(stored.consulted) === links(consulted)
  );
}
