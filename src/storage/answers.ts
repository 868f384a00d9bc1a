import { sql } from 'kysely';
import type { Reading } from '../domain/reading.ts';
import { lockBrand } from './brands.ts';
import type { Db } from './open.ts';
import { addPrompts } from './prompts.ts';
import { writeReadings } from './readings.ts';

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

async function addAnswers(
  db: Db,
  brand: Owner,
  { answers, under }: { answers: readonly NewAnswer[]; under: ReadUnder },
): Promise<'stored' | 'stale' | 'gone'> {
  return db.transaction().execute(async (tx) => {
    const version = await lockBrand(tx, brand.account_id, brand.id);
    if (version === undefined) return 'gone';
    if (version !== under.settings_version) return 'stale';
    const promptIds = await ensurePrompts(tx, brand, answers);
    const ids = await insertAnswers(tx, brand, { answers, under, promptIds });
    const read = answers.map(({ prompt, agent_id, answered_at, reading }, at) => ({
      id: ids[at] ?? 0,
      prompt_id: promptIds.get(prompt) ?? 0,
      agent_id,
      answered_at,
      reading,
      competitorIds: under.competitorIds,
    }));
    await writeReadings(tx, brand, read);
    return 'stored';
  });
}

async function ensurePrompts(
  db: Db,
  brand: Owner,
  answers: readonly NewAnswer[],
): Promise<Map<string, number>> {
  const texts = [...new Set(answers.map(({ prompt }) => prompt))];
  const { rows } = await sql<{ id: number; prompt: string }>`
    select p.id, p.prompt from unnest(${texts}::text[]) t(prompt)
    join prompts p on p.account_id = ${brand.account_id} and p.brand_id = ${brand.id} and md5(p.prompt) = md5(t.prompt)`.execute(
    db,
  );
  const ids = new Map(rows.map(({ id, prompt }) => [prompt, id]));
  const missing = texts.filter((text) => !ids.has(text)).map((prompt) => ({ prompt, tags: [] }));
  // Inactive: importing must not start spending.
  const added = missing.length === 0 ? [] : await addPrompts(db, brand, { prompts: missing, active: 'N' });
  for (const { id, prompt } of added) ids.set(prompt, id);
  return ids;
}

type Insert = { answers: readonly NewAnswer[]; under: ReadUnder; promptIds: Map<string, number> };

// The hash columns travel as hex: JSON has no bytes.
function answerRows({ answers, under, promptIds }: Insert) {
  return answers.map((answer, at) => ({
    at,
    prompt_id: promptIds.get(answer.prompt),
    agent_id: answer.agent_id,
    answered_at: answer.answered_at,
    identity: answer.identity.toString('hex'),
    content: answer.content.toString('hex'),
    reading_version: under.reading_version,
    settings_version: under.settings_version,
    external_id: answer.external_id,
    answer: answer.answer,
    model: answer.model,
    language: answer.reading.language,
    searches: answer.searches,
    citations: answer.citations,
  }));
}

/** Ids in the order given. Throws `Raced` when one of the identities is stored already. */
async function insertAnswers(db: Db, brand: Owner, insert: Insert): Promise<number[]> {
  const { rows } = await sql<{ id: number; at: number }>`
    with given as materialized (
      select nextval(pg_get_serial_sequence('answers', 'id')) as id, x.* from jsonb_to_recordset(${JSON.stringify(answerRows(insert))}::jsonb) as x(
        at int, prompt_id int, agent_id int, answered_at timestamptz, identity text, content text, reading_version smallint,
        settings_version int, external_id text, answer text, model text, language text, searches text[], citations jsonb)
    ), added as (
      insert into answers (account_id, id, brand_id, prompt_id, agent_id, answered_at, identity, content, reading_version, settings_version)
      overriding system value
      select ${brand.account_id}::int, id, ${brand.id}::int, prompt_id, agent_id, answered_at, decode(identity, 'hex'), decode(content, 'hex'),
        reading_version, settings_version from given
      on conflict (account_id, brand_id, identity) do nothing
      returning id
    ), texts as (
      insert into answer_texts (account_id, answer_id, external_id, answer, model, language, searches, citations)
      select ${brand.account_id}::int, id, external_id, answer, model, language, searches, citations from given
      where id in (select id from added)
    )
    select given.id, at from given join added on added.id = given.id order by at`.execute(db);
  if (rows.length === insert.answers.length) return rows.map(({ id }) => id);
  throw new Raced();
}

/** Thrown inside the transaction, so that it rolls back. */
class Raced extends Error {}

/**
 * Stores answers with everything that was read from them, in one transaction. Returns `stale` when the
 * brand's settings changed since the reading (read again, then store), `gone` when the brand was deleted,
 * `raced` when one of the answers was stored meanwhile (look up again), and then nothing was written.
 */
export async function storeAnswers(
  ...args: Parameters<typeof addAnswers>
): Promise<'stored' | 'stale' | 'gone' | 'raced'> {
  return addAnswers(...args).catch((error) => {
    if (error instanceof Raced) return 'raced';
    throw error;
  });
}
