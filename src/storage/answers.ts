import { type RawBuilder, sql } from 'kysely';
import type { Reading } from '../domain/reading.ts';
import { lockBrand } from './brands.ts';
import type { Db } from './open.ts';
import { addPrompts } from './prompts.ts';
import { type Content, contentsOf, count, type Ids, mentionsText, resolveNames } from './readings.ts';

type Owner = { account_id: number; id: number };

/** An answer to be stored, whole, with its reading under `settings_version`. */
export type NewAnswer = {
  prompt: string;
  agent_id: number;
  answered_at: string;
  identity: Buffer;
  content: Buffer;
  external_id: string | null;
  answer: string;
  model: string;
  searches: string[];
  citations: { url: string; title?: string | undefined }[];
  /** Looked at, not cited. */
  consulted?: { url: string; title?: string | undefined }[];
  reading: Reading;
};

export type ReadUnder = {
  settings_version: number;
  reading_version: number;
  competitorIds: readonly number[];
};

/** Which of these identities the brand has already, with the content that stands under each. */
export async function knownAnswers(
  db: Db,
  brand: Owner,
  identities: readonly Buffer[],
): Promise<Map<string, Buffer>> {
  const { rows } = await sql<{ identity: Buffer; content: Buffer }>`
    select identity, content from answers
    where account_id = ${brand.account_id} and brand_id = ${brand.id} and identity = any(${identities}::bytea[])`.execute(
    db,
  );
  return new Map(rows.map(({ identity, content }) => [identity.toString('hex'), content]));
}

type Storing = {
  answers: readonly NewAnswer[];
  under: ReadUnder;
  /** What else belongs into the transaction; false undoes all of it. */
  inside?: (tx: Db) => Promise<boolean>;
};

async function addAnswers(db: Db, brand: Owner, { answers, under, inside }: Storing): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const version = await lockBrand(tx, brand.account_id, brand.id);
    if (version !== under.settings_version) throw new Undone(version === undefined ? 'gone' : 'stale');
    const prompts = [...new Set(answers.map(({ prompt }) => prompt))];
    const ids = await resolveNames(tx, brand, { answers, prompts });
    await addMissingPrompts(tx, brand, prompts, ids);
    const contents = contentsOf(answers, under.competitorIds, ids);
    const added = answers.map(({ prompt, agent_id, answered_at }, at) => ({
      ...{ prompt_id: ids.prompts.get(prompt) ?? 0, agent_id, answered_at },
      ...(contents[at] ?? { mentions: [], domains: [] }),
    }));
    // One statement for both: each costs a round trip, which is what a single answer takes longest for.
    const stored = insertOf(brand, { answers, under, ids, contents });
    if ((await count(tx, brand, { added, ids, stored })) !== answers.length) throw new Undone('raced');
    if (inside && !(await inside(tx))) throw new Undone('refused');
  });
}

async function addMissingPrompts(db: Db, brand: Owner, texts: readonly string[], ids: Ids): Promise<void> {
  const missing = texts.filter((text) => !ids.prompts.has(text)).map((prompt) => ({ prompt, tags: [] }));
  // Inactive: importing must not start spending.
  const added = missing.length === 0 ? [] : await addPrompts(db, brand, { prompts: missing, active: 'N' });
  for (const { id, prompt } of added) ids.prompts.set(prompt, id);
}

type Insert = {
  answers: readonly NewAnswer[];
  under: ReadUnder;
  ids: Ids;
  contents: readonly Content[];
};

/** What inserts the answers, without those whose identity is stored already. */
function insertOf(brand: Owner, { answers, under, ids, contents }: Insert): RawBuilder<unknown> {
  const each = <T>(value: (answer: NewAnswer, at: number) => T) => answers.map(value);
  return sql`
    insert into answers (account_id, brand_id, prompt_id, agent_id, answered_at, identity, content, reading_version, settings_version,
      mentions, domains, language, external_id, answer, model, searches, citations, consulted)
    select ${brand.account_id}::int, ${brand.id}::int, x.prompt_id, x.agent_id, x.answered_at, x.identity, x.content,
      ${under.reading_version}::smallint, ${under.settings_version}::int, x.mentions::mention[], string_to_array(x.domains, ' '), x.language,
      x.external_id, x.answer, x.model, x.searches, x.citations, x.consulted
    from unnest(
      ${each(({ prompt }) => ids.prompts.get(prompt))}::int[], ${each(({ agent_id }) => agent_id)}::int[],
      ${each(({ answered_at }) => answered_at)}::timestamptz[], ${each(({ identity }) => identity)}::bytea[],
      ${each(({ content }) => content)}::bytea[], ${each((_, at) => mentionsText(contents[at]?.mentions ?? []))}::text[],
      ${each((_, at) => contents[at]?.domains.join(' '))}::text[], ${each(({ reading }) => reading.language)}::text[],
      ${each(({ external_id }) => external_id)}::text[], ${each(({ answer }) => answer)}::text[],
      ${each(({ model }) => model)}::text[], ${each(({ searches }) => JSON.stringify(searches))}::jsonb[],
      ${each(({ citations }) => JSON.stringify(citations))}::jsonb[], ${each(({ consulted = [] }) => JSON.stringify(consulted))}::jsonb[])
      as x(prompt_id, agent_id, answered_at, identity, content, mentions, domains, language, external_id, answer, model, searches, citations, consulted)
    on conflict (account_id, brand_id, identity) do nothing returning 1`;
}

type Outcome = 'stored' | 'stale' | 'gone' | 'raced' | 'refused';

/** Thrown inside the transaction, so that it rolls back. */
class Undone extends Error {
  readonly outcome: Outcome;

  constructor(outcome: Outcome) {
    super(outcome);
    this.outcome = outcome;
  }
}

/**
 * Stores answers with everything that was read from them, in one transaction. Returns `stale` when the
 * brand's settings changed since the reading (read again, then store), `gone` when the brand was deleted,
 * `raced` when one of the answers was stored meanwhile (look up again), `refused` when `inside` said so: and
 * then nothing was written.
 */
export async function storeAnswers(...args: Parameters<typeof addAnswers>): Promise<Outcome> {
  try {
    await addAnswers(...args);
    return 'stored';
  } catch (error) {
    if (error instanceof Undone) return error.outcome;
    throw error;
  }
}
