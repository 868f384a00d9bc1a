// What can be exported: the columns of each kind, and its rows page by page.
import type { EXPORTS } from '../../contract/export.ts';
import type { Valid } from '../../contract/operation.ts';
import type { Contract } from '../../contract/table.ts';
import { ALL_AGENTS, BRAND, SUMS, sumsByAgent } from '../domain/facts.ts';
import { readCitations } from '../domain/reading.ts';
import type { Brand } from '../storage/brands.ts';
import { listTracked } from '../storage/competitors.ts';
import {
  type AnswerHead,
  answersPage,
  competitorNames,
  type FactRow,
  factsPage,
  mentionsPage,
  type Page,
  sourcesPage,
} from '../storage/exports.ts';
import type { Db } from '../storage/open.ts';
import { listTagged } from '../storage/prompts.ts';
import type { ReportFilter } from '../storage/reports.ts';
import type { Context } from './context.ts';
import { onlyOf } from './reports.ts';
import { ownTypes } from './sources.ts';
import { inTurns } from './turns.ts';

/** A row by its columns; in JSON undefined ones are left out. */
export type Exported = Record<string, unknown>;
type Exporting = { context: Context; brand: Brand; filter: ReportFilter; input: Valid<Contract['export']> };
type Kind = {
  columns: readonly string[];
  pages: (of: Exporting) => AsyncGenerator<readonly Exported[]>;
};

const OF_ANSWER = ['answer_id', 'prompt_id', 'prompt', 'ai_agent', 'answered_at'];

export const EXPORTED: Record<(typeof EXPORTS)[number], Kind> = {
  answers: {
    columns: [
      ...['id', 'prompt', 'agent', 'answered_at', 'answer', 'citations', 'model', 'searches'],
      ...['consulted', 'answer_id'],
    ],
    pages: answers,
  },
  mentions: {
    columns: [...OF_ANSWER, 'name', 'entity', 'kind', 'position', 'sentiment'],
    pages: mentions,
  },
  citations: { columns: [...OF_ANSWER, 'url', 'title', 'domain', 'type', 'origin'], pages: citations },
  facts: {
    columns: ['day', 'prompt_id', 'prompt', 'ai_agent', 'name', 'entity', ...SUMS],
    pages: facts,
  },
  prompts: { columns: ['id', 'prompt', 'active', 'created_at', 'tags'], pages: prompts },
  sources: {
    columns: ['id', 'domain', 'type', 'ai_agent', 'answers', 'first_seen', 'last_seen'],
    pages: sources,
  },
};

/** Page after page, each from the last row of the one before. */
async function* follow<K, T extends K>(
  { context, brand, filter }: Exporting,
  read: (db: Db, brand: Brand, page: Page<K>) => Promise<T[]>,
): AsyncGenerator<T[]> {
  let after: K | undefined;
  while (true) {
    const page = await read(context.db, brand, { filter, after });
    if (page.length === 0) return;
    yield page;
    after = page.at(-1);
  }
}

/** As recorded answers, which can be imported again. */
async function* answers(of: Exporting): AsyncGenerator<Exported[]> {
  for await (const page of follow(of, answersPage))
    yield page.map((one) => ({
      ...{ id: one.external_id ?? undefined, prompt: one.prompt, agent: one.ai_agent },
      ...{ answered_at: one.answered_at, answer: one.answer, citations: one.citations },
      ...{ model: one.model, searches: one.searches, consulted: one.consulted, answer_id: one.id },
    }));
}

const headOf = ({ id, prompt_id, prompt, ai_agent, answered_at }: AnswerHead) => ({
  ...{ answer_id: id, prompt_id, prompt, ai_agent, answered_at },
});

/** What answers say of each entity, denials included. */
async function* mentions(of: Exporting): AsyncGenerator<Exported[]> {
  for await (const page of follow(of, mentionsPage)) {
    const nameOf = await namesOf(
      of,
      page.flatMap((one) => one.mentions.map(({ entity_id }) => entity_id)),
    );
    yield page.flatMap((one) =>
      one.mentions.map(({ entity_id, kind, position, sentiment }) => ({
        ...{ ...headOf(one), ...nameOf(entity_id), kind, position, sentiment },
      })),
    );
  }
}

async function namesOf({ context, brand }: Exporting, entityIds: readonly number[]) {
  const others = new Set(entityIds.filter((id) => id !== BRAND));
  const names = await competitorNames(context.db, brand, [...others]);
  return (id: number) => {
    if (id === BRAND) return { name: brand.name, entity: 'brand' };
    const { name = null, tracked = false } = names.get(id) ?? {};
    return { name, entity: tracked ? 'tracked' : 'untracked' };
  };
}

/** The pages that answers cite: each text is read once more, since only domains are stored. */
async function* citations(of: Exporting): AsyncGenerator<Exported[]> {
  const { context, brand } = of;
  const typeOf = ownTypes(brand, await listTracked(context.db, brand));
  for await (const page of follow(of, answersPage)) {
    const reader = await context.reader.of(brand.account_id, brand.id);
    if (!reader) return; // the brand was deleted meanwhile
    const cited = await inTurns(page, (one) =>
      readCitations(reader.entities, one.answer, one.citations).map(
        ({ url, title, domain, type, origin }) => ({
          ...{ ...headOf(one), url, title, domain, type: typeOf({ domain, type }), origin },
        }),
      ),
    );
    yield cited.flat();
  }
}

/** The sums that reports add up, by entity, day, prompt and agent. */
async function* facts(of: Exporting): AsyncGenerator<Exported[]> {
  const { agents } = of.context;
  for await (const page of follow(of, factsPage)) {
    const nameOf = await namesOf(
      of,
      page.map(({ entity_id }) => entity_id),
    );
    const rows = page.flatMap((row) => byAgent(row, of.filter).map((one) => ({ ...one, row })));
    yield await Promise.all(
      rows.map(async ({ agentId, sums, row: { day, prompt_id, prompt, entity_id } }) => {
        // How often was asked is kept with the brand alone.
        const asked = entity_id === BRAND ? {} : { answers: null };
        const ai_agent = await agents.name(agentId);
        return { day, prompt_id, prompt, ai_agent, ...nameOf(entity_id), ...sums, ...asked };
      }),
    );
  }
}

function byAgent({ agents, by_agent }: FactRow, { agentIds }: ReportFilter) {
  const all = [...sumsByAgent(agents, by_agent)].map(([agentId, sums]) => ({ agentId, sums }));
  return agentIds.includes(ALL_AGENTS) ? all : all.filter(({ agentId }) => agentIds.includes(agentId));
}

const PROMPTS = 5000;

/** Prompts by id; `date` is the day of their creation. */
async function* prompts(of: Exporting): AsyncGenerator<Exported[]> {
  const { date, tags } = of.input;
  const read = (db: Db, brand: Brand, { after }: Page<{ id: number }>) =>
    listTagged(db, { ...onlyOf(brand), date, tags, after: after?.id, limit: PROMPTS });
  for await (const page of follow(of, read))
    yield page.map(({ id, prompt, active, created_at, tags }) => ({ id, prompt, active, created_at, tags }));
}

/** Cited domains per agent, typed under the present settings. */
async function* sources(of: Exporting): AsyncGenerator<Exported[]> {
  const { context, brand } = of;
  const typeOf = ownTypes(brand, await listTracked(context.db, brand));
  for await (const page of follow(of, sourcesPage)) yield page.map((one) => ({ ...one, type: typeOf(one) }));
}
