// Recorded answers come in here, whether from the API, a file or (later) the collector: validated one by
// one, read, and stored with all their facts in one transaction.
import { createHash } from 'node:crypto';
import { messages } from '../../contract/errors.ts';
import type { Output, Valid } from '../../contract/operation.ts';
import { type RecordedAnswer, recordedAnswer } from '../../contract/recorded.ts';
import type { Contract } from '../../contract/table.ts';
import { agentId, isAgentId } from '../domain/agents.ts';
import { READING_VERSION } from '../domain/reading.ts';
import { knownAnswers, type NewAnswer, storeAnswers } from '../storage/answers.ts';
import { isAway } from '../storage/open.ts';
import type { Caller } from './caller.ts';
import { brandOf, type Context } from './context.ts';
import { Failure } from './failure.ts';
import type { Reader } from './reader.ts';
import { readTogether } from './reading-threads.ts';

type Item = { index: number; recorded: RecordedAnswer; identity: Buffer; content: Buffer };
type Refusal = { index: number; reason: string };
export type ImportCounts = { new: number; known: number; refused: Refusal[] };
type Owner = { account_id: number; id: number };

/** Imports recorded answers of a brand; see `importBatch`. */
export async function importAnswers(
  context: Context,
  caller: Caller,
  input: Valid<Contract['importAnswers']>,
): Promise<Output<Contract['importAnswers']>> {
  const brand = await brandOf(context, caller, input.brand_id);
  const { answers, dry_run: dryRun = false } = input;
  return { success: true, ...(await importBatch(context, brand, answers, { dryRun })) };
}

export type ImportOptions = {
  /** Count what would happen, and write nothing. */
  dryRun?: boolean;
};

/** Imports one batch. What is stored already counts as known; what is wrong is refused with its index. */
export async function importBatch(
  context: Context,
  brand: Owner,
  answers: readonly unknown[],
  { dryRun = false }: ImportOptions = {},
): Promise<ImportCounts> {
  const { items, refused } = validate(answers, context.clock);
  const counts: ImportCounts = { new: 0, known: 0, refused };
  const fresh = await withoutKnown(context, brand, { items, counts });
  if (!dryRun && fresh.length > 0) await store(context, brand, { items: fresh, counts });
  else counts.new = fresh.length;
  counts.refused.sort((a, b) => a.index - b.index);
  return counts;
}

function validate(answers: readonly unknown[], clock: () => Date): { items: Item[]; refused: Refusal[] } {
  const schema = recordedAnswer(clock);
  const items: Item[] = [];
  const refused: Refusal[] = [];
  answers.forEach((answer, index) => {
    const parsed = schema.safeParse(answer);
    if (!parsed.success) {
      refused.push({ index, reason: parsed.error.issues[0]?.message ?? 'not a recorded answer' });
      return;
    }
    const recorded = { ...parsed.data, agent: agentId(parsed.data.agent) };
    if (!isAgentId(recorded.agent))
      refused.push({ index, reason: 'agent must consist of the letters a to z, digits and _' });
    else items.push({ index, recorded, ...fingerprints(recorded) });
  });
  return { items, refused };
}

type Fingerprinted = Pick<RecordedAnswer, 'id' | 'prompt' | 'agent' | 'answered_at' | 'answer'>;

/** An answer is the same by its id; without one, by prompt, agent, time and text. */
export function fingerprints({ id, prompt, agent, answered_at, answer }: Fingerprinted) {
  // Half of SHA-256: two of a billion answers fall together with a chance of one in 10^20.
  const hash = (...parts: string[]) =>
    createHash('sha256').update(JSON.stringify(parts)).digest().subarray(0, 16);
  const content = hash(prompt, agent, answered_at, answer);
  return { content, identity: id === undefined ? content : hash('id', id) };
}

type Pending = { items: readonly Item[]; counts: ImportCounts };

/** Drops what is stored already, or twice in this batch; refuses another answer under a known id. */
async function withoutKnown(context: Context, brand: Owner, { items, counts }: Pending): Promise<Item[]> {
  const known = await knownAnswers(
    context.db,
    brand,
    items.map(({ identity }) => identity),
  );
  return items.filter((item) => {
    const stored = known.get(item.identity.toString('hex'));
    known.set(item.identity.toString('hex'), stored ?? item.content);
    if (!stored) return true;
    if (stored.equals(item.content)) counts.known++;
    else
      counts.refused.push({
        index: item.index,
        reason: `id ${JSON.stringify(item.recorded.id)} stands for another answer already`,
      });
    return false;
  });
}

/** Stores what can be stored; an answer that cannot is found by halving and refused alone. */
async function store(context: Context, brand: Owner, { items, counts }: Pending): Promise<void> {
  try {
    await storeTogether(context, brand, { items, counts });
  } catch (error) {
    const [only] = items;
    if (!only || !isOfTheAnswer(error)) throw error;
    if (items.length === 1) {
      counts.refused.push({ index: only.index, reason: `could not be stored: ${(error as Error).message}` });
      return;
    }
    const half = Math.ceil(items.length / 2);
    await store(context, brand, { items: items.slice(0, half), counts });
    await store(context, brand, { items: items.slice(half), counts });
  }
}

/** True for an error that another answer would not meet: not of the database's state, nor of the brand. */
export function isOfTheAnswer(error: unknown): boolean {
  if (error instanceof Failure || isAway(error)) return false;
  const { code } = error as { code?: unknown };
  // SQLSTATE classes: data exception, constraint violation, program limit exceeded. Reading has no code.
  return code === undefined || /^(22|23|54)/.test(String(code));
}

/** Reads and stores; starts over when settings change or another import gets ahead between the two. */
async function storeTogether(context: Context, brand: Owner, { items, counts }: Pending): Promise<void> {
  const reader = await context.reader.of(brand.account_id, brand.id);
  if (!reader) throw Failure.notFound(messages.brandNotFound);
  const answers = await readAll(context, items, reader);
  const under = {
    settings_version: reader.settings_version,
    reading_version: READING_VERSION,
    competitorIds: reader.competitorIds,
  };
  const outcome = await storeAnswers(context.db, brand, { answers, under });
  if (outcome === 'gone') throw Failure.notFound(messages.brandNotFound);
  if (outcome === 'stored') {
    counts.new += items.length;
    return;
  }
  const fresh = await withoutKnown(context, brand, { items, counts });
  if (fresh.length > 0) await storeTogether(context, brand, { items: fresh, counts });
}

async function readAll(context: Context, items: readonly Item[], reader: Reader): Promise<NewAnswer[]> {
  const agentIds = await context.agents.ensure(items.map(({ recorded }) => recorded.agent));
  const texts = items.map(({ recorded, ...item }) => ({ ...item, ...recorded }));
  return readTogether(reader.entities, texts, ({ identity, content, ...recorded }, reading, at) => {
    const { id = null, prompt, answered_at, answer, model = '', searches = [], citations = [] } = recorded;
    const { consulted = [] } = recorded;
    const said = { prompt, answered_at, answer, model, searches, citations, consulted };
    return { ...said, identity, content, reading, external_id: id, agent_id: agentIds[at] ?? 0 };
  });
}
