// Turns what was read from answers into rows: mentions and cited domains, which stand in the answers' own rows,
// and everything that is counted of them. All in the caller's transaction.
import { type RawBuilder, sql } from 'kysely';
import { BRAND, type CountedAnswer, countFacts, type Facts } from '../domain/facts.ts';
import { sourceType } from '../domain/reading/sources.ts';
import type { EntityReading, Reading } from '../domain/reading.ts';
import { dayOf } from '../domain/time.ts';
import { competitorsNamed } from './competitors.ts';
import { changedFacts, writeFacts } from './facts.ts';
import type { Db } from './open.ts';
import { ANY_DOMAIN, dropEmptySources, MOST_TELLING, type SourceKey, sourcesNamed } from './sources.ts';
import type { Mention } from './tables.ts';

type Owner = { account_id: number; id: number };

// An answer may number an item with any digits, and name a host that no DNS knows. Sums of positions must stay
// below 2^31 for two million answers to a prompt in a month.
const LARGEST_POSITION = 1_000;
const LONGEST_DOMAIN = 253;

/** What a stored answer says, as its rows hold it. */
export type Content = { mentions: Mention[]; domains: string[] };
/** A stored answer as far as it is counted. */
export type Counted = Content & { prompt_id: number; agent_id: number; answered_at: string };
/** An answer that was read. */
export type ReadAnswer = { agent_id: number; reading: Reading };

/** Ids by what answers call things. */
export type Ids = {
  prompts: Map<string, number>;
  /** By spelling. */
  competitors: Map<string, number>;
  /** By `domain agent_id`. */
  sources: Map<string, number>;
};

type Named = { answers: readonly ReadAnswer[]; removed?: readonly Counted[]; prompts?: readonly string[] };

/**
 * The ids of all that answers name, in one statement; names and sources that are new are added. Prompts that
 * the brand does not have are missing from the result.
 */
export async function resolveNames(
  db: Db,
  brand: Owner,
  { answers, removed = [], prompts = [] }: Named,
): Promise<Ids> {
  const { rows } = await sql<{ of: keyof Ids; key: string; id: number }>`
    with ${competitorsNamed(brand, sightingsOf(answers))}, ${sourcesNamed(brand, sourceKeys(answers, removed))}
    select 'competitors' as of, spelling as key, id from competitors_named
    union all select 'sources', domain || ' ' || agent_id, id from sources_named
    union all select 'prompts', t.prompt, p.id from unnest(${prompts}::text[]) t(prompt)
      cross join lateral (select id from prompts where account_id = ${brand.account_id} and brand_id = ${brand.id}
        and md5(prompt) = md5(t.prompt) limit 1) p`.execute(db);
  const ids: Ids = { prompts: new Map(), competitors: new Map(), sources: new Map() };
  for (const { of, key, id } of rows) ids[of].set(key, id);
  return ids;
}

/** What the rows of answers hold, in their order; `tracked` are the ids of `reading.competitors` by index. */
export function contentsOf(answers: readonly ReadAnswer[], tracked: readonly number[], ids: Ids): Content[] {
  return answers.map(({ reading }) => ({
    mentions: mentionsIn(reading, tracked, ids.competitors),
    domains: [...new Set(storable(reading).map(({ domain }) => domain))],
  }));
}

/** Mentions as PostgreSQL reads an array of its type `mention`. */
export function mentionsText(mentions: readonly Mention[]): string {
  const rows = mentions.map(
    ({ entity_id, kind, position, sentiment, head }) =>
      `"(${entity_id},${kind},${position ?? ''},${sentiment ?? ''},${head ? 't' : 'f'})"`,
  );
  return `{${rows.join(',')}}`;
}

function sightingsOf(answers: readonly ReadAnswer[]) {
  const seen = new Map<string, { spelling: string; name: string; domain: string }>();
  for (const { key, name, domain } of answers.flatMap(({ reading }) => reading.discovered)) {
    const known = seen.get(key);
    if (!known) seen.set(key, { spelling: key, name, domain });
    else {
      if (name < known.name) known.name = name;
      if (domain !== '' && (known.domain === '' || domain < known.domain)) known.domain = domain;
    }
  }
  return [...seen.values()];
}

const storable = ({ sources }: Reading) => sources.filter(({ domain }) => domain.length <= LONGEST_DOMAIN);

function mentionsIn(
  reading: Reading,
  competitorIds: readonly number[],
  found: ReadonlyMap<string, number>,
): Mention[] {
  const mentions = new Map<number, Mention>();
  const add = (entity_id: number | undefined, own: EntityReading, head: boolean) => {
    if (entity_id === undefined || own.kind === null || mentions.has(entity_id)) return;
    const { kind, sentiment } = own;
    const position = own.position && Math.min(own.position, LARGEST_POSITION);
    mentions.set(entity_id, { entity_id, kind, position, sentiment, head });
  };
  add(BRAND, reading.brand, false);
  reading.competitors.forEach((own, at) => {
    add(competitorIds[at], own, false);
  });
  for (const own of reading.discovered) add(found.get(own.key), own, own.strong);
  return [...mentions.values()];
}

export type Change = {
  added: readonly Counted[];
  removed?: readonly Counted[];
  ids: Ids;
  /** What stores rows along with it, and returns each. */
  stored?: RawBuilder<unknown>;
};

/**
 * Counts answers that were added or read anew, and takes out what was counted of them before. Returns how many
 * rows `stored` returned.
 */
export async function count(
  db: Db,
  brand: Owner,
  { added, removed = [], ids, stored }: Change,
): Promise<number> {
  const sources = citingDeltas({ added, removed, ids });
  const facts = countFacts(added.map(countedAnswer), removed.map(countedAnswer));
  // A part without rows would cost as much as one row.
  const parts = [
    ...(stored ? [sql`stored as (${stored})`] : []),
    ...writeFacts(brand, await changedFacts(db, brand, facts)),
    ...addSightings(brand, facts.sightings),
    ...addSources(brand, sources),
  ];
  const rows = parts.length > 0 ? await writeParts(db, parts, stored !== undefined) : [];
  const fewer = sources.filter(({ answers }) => answers < 0).map(({ source_id }) => source_id);
  if (fewer.length > 0) await dropEmptySources(db, brand.account_id, fewer);
  return rows[0]?.count ?? 0;
}

async function writeParts(
  db: Db,
  parts: readonly RawBuilder<unknown>[],
  stores: boolean,
): Promise<{ count: number }[]> {
  const columns = stores ? sql`count(*) from stored` : sql``;
  const { rows } = await sql<{ count: number }>`with ${sql.join(parts)} select ${columns}`.execute(db);
  return rows;
}

function countedAnswer({ prompt_id, agent_id, answered_at, mentions }: Counted): CountedAnswer {
  const counted = mentions.flatMap(({ entity_id, kind, position, sentiment, head }) =>
    kind === 'denied' || position === null ? [] : [{ entity_id, position, sentiment, head }],
  );
  return { prompt_id, agent_id, day: dayOf(answered_at), mentions: counted };
}

// One row per source in a statement: PostgreSQL refuses to upsert the same row twice. The type of a source is
// the most telling one that a page of it has.
function sourceKeys(answers: readonly ReadAnswer[], removed: readonly Counted[]): SourceKey[] {
  const keys = new Map<string, SourceKey>();
  const add = (domain: string, agent_id: number, type: string): void => {
    const key = `${domain} ${agent_id}`;
    const known = keys.get(key);
    if (!known) keys.set(key, { domain, agent_id, type });
    else if (known.type !== type && rankOf(type) < rankOf(known.type)) known.type = type;
  };
  for (const { agent_id, domains } of removed)
    for (const domain of counting(domains)) add(domain, agent_id, LEAST_TELLING);
  for (const { agent_id, reading } of answers) {
    const found = storable(reading);
    if (found.length > 0) add(ANY_DOMAIN, agent_id, LEAST_TELLING);
    for (const { domain, host, url, type } of found)
      add(domain, agent_id, isOfOwners(type) ? sourceType(domain, host, url, NONE, NONE) : type);
  }
  return [...keys.values()];
}

const rankOf = (type: string): number => MOST_TELLING.indexOf(type);
const LEAST_TELLING = MOST_TELLING.at(-1) ?? '';

/** The brand's pages and its rivals' are counted under what they would be to anybody else. */
const isOfOwners = (type: string): boolean => type === 'owned' || type === 'competitor';
const NONE: readonly string[] = [];

/** The sources that an answer counts for. */
const counting = (domains: readonly string[]) => (domains.length > 0 ? [...domains, ANY_DOMAIN] : []);

type SourceDelta = { source_id: number; day: string; answers: number };

/** An answer counts once for each domain that it cites, and once for citing anything. */
function citingDeltas({ added, removed = [], ids }: Change): SourceDelta[] {
  const days = new Map<string, Map<number, SourceDelta>>();
  const addUp = ({ agent_id, answered_at, domains }: Counted, sign: number) => {
    const day = dayOf(answered_at);
    const own = days.get(day) ?? new Map<number, SourceDelta>();
    days.set(day, own);
    for (const domain of counting(domains)) {
      const source_id = ids.sources.get(`${domain} ${agent_id}`) ?? 0;
      const delta = own.get(source_id);
      if (delta) delta.answers += sign;
      else own.set(source_id, { source_id, day, answers: sign });
    }
  };
  for (const answer of removed) addUp(answer, -1);
  for (const answer of added) addUp(answer, 1);
  return [...days.values()]
    .flatMap((own) => [...own.values()])
    .filter(({ answers }) => answers !== 0)
    .sort((a, b) => a.source_id - b.source_id);
}

function addSightings({ account_id }: Owner, sightings: Facts['sightings']) {
  const changed = [...sightings].filter(
    ([id, { sightings: seen, heads }]) => id !== BRAND && (seen !== 0 || heads !== 0),
  );
  if (changed.length === 0) return [];
  return [
    sql`s as (update competitors c set sightings = c.sightings + x.sightings, head_sightings = c.head_sightings + x.heads
    from unnest(${changed.map(([id]) => id)}::int[], ${changed.map(([, seen]) => seen.sightings)}::int[],
      ${changed.map(([, seen]) => seen.heads)}::int[]) as x(id, sightings, heads)
    where c.account_id = ${account_id} and c.id = x.id)`,
  ];
}

function addSources({ account_id }: Owner, deltas: readonly SourceDelta[]) {
  if (deltas.length === 0) return [];
  const totals = new Map<number, number>();
  for (const { source_id, answers } of deltas) totals.set(source_id, (totals.get(source_id) ?? 0) + answers);
  return [
    sql`d as (insert into source_days as d (account_id, source_id, day, answers)
    select ${account_id}::int, * from unnest(${deltas.map(({ source_id }) => source_id)}::int[],
      ${deltas.map(({ day }) => day)}::date[], ${deltas.map(({ answers }) => answers)}::int[])
    on conflict (account_id, source_id, day) do update set answers = d.answers + excluded.answers)`,
    sql`t as (update sources s set answers = s.answers + x.answers
    from unnest(${[...totals.keys()]}::int[], ${[...totals.values()]}::int[]) as x(id, answers)
    where s.account_id = ${account_id} and s.id = x.id)`,
  ];
}
