// Sources in detail: domains, all agents together, and the pages of one.
import { messages } from '../../contract/errors.ts';
import type { Output, Valid } from '../../contract/operation.ts';
import type { Contract } from '../../contract/table.ts';
import { roundHalfUp, shareOf } from '../domain/metrics.ts';
import type { SourceType } from '../domain/reading/sources.ts';
import { type ReadCitation, readCitations } from '../domain/reading.ts';
import { dayOf } from '../domain/time.ts';
import type { Brand } from '../storage/brands.ts';
import { listTracked } from '../storage/competitors.ts';
import {
  type CitingAnswer,
  type CitingDay,
  citingAnswers,
  citingDays,
  citingTexts,
  countCiting,
  type Domain,
  listDomains,
  seenDomains,
  typeOfDomain,
} from '../storage/domains.ts';
import type { ReportFilter } from '../storage/reports.ts';
import type { Caller } from './caller.ts';
import { brandOf, type Context } from './context.ts';
import { Failure } from './failure.ts';
import { cached, onlyOf, reportFilter } from './reports.ts';
import { ownTypes } from './sources.ts';
import { inTurns } from './turns.ts';

type In<N extends keyof Contract> = Valid<Contract[N]>;
type Out<N extends keyof Contract> = Promise<Output<Contract[N]>>;

const DOMAINS = 1000;

/** Cited domains with agents, share, and when they were seen, most cited first; `next` is the id to go on before. */
export async function listSources(
  context: Context,
  caller: Caller,
  input: In<'listSources'>,
): Out<'listSources'> {
  const brand = await brandOf(context, caller, input.brand_id);
  const filter = await reportFilter(context, input, onlyOf(brand));
  const { domains, citing } = await domainsOf(context, brand, { input, filter });
  const ofType = domains.filter(({ type }) => input.type === undefined || type === input.type);
  const start = input.before === undefined ? 0 : startAfter(ofType, input.before);
  const page = ofType.slice(start, start + (input.limit ?? DOMAINS));
  const { agentIds } = filter;
  const names = page.map(({ domain }) => domain);
  const seen = await seenDomains(context.db, brand, { agentIds, domains: names });
  return {
    success: true,
    citing_answers: citing,
    domains: ofType.length,
    sources: page.flatMap((one) => {
      const { first_seen, last_seen } = seen.get(one.domain) ?? {};
      if (first_seen === undefined || last_seen === undefined) return []; // gone since the list was made
      const share = roundHalfUp(shareOf({ mentions: one.answers, voices: citing }) ?? 0, 1);
      return [{ ...one, share, first_seen, last_seen }];
    }),
    next: start + page.length < ofType.length ? (page.at(-1)?.id ?? null) : null,
  };
}

type Typed = Omit<Domain, 'type'> & { type: SourceType };
type Listing = { input: In<'listSources'>; filter: ReportFilter };

/** Every domain within the filter; from the cache while the brand's data stands, since pages follow each other. */
function domainsOf(
  context: Context,
  brand: Brand,
  { input: { date, ai_agent, tags }, filter }: Listing,
): Promise<{ domains: Typed[]; citing: number }> {
  const key = ['domains', brand.id, brand.data_version, date, ai_agent, tags];
  return cached(context, key, async () => {
    const [found, citing, tracked] = await Promise.all([
      listDomains(context.db, brand, filter),
      countCiting(context.db, brand, filter),
      listTracked(context.db, brand),
    ]);
    const typeOf = ownTypes(brand, tracked);
    return { domains: found.map((one) => ({ ...one, type: typeOf(one) })), citing };
  });
}

function startAfter(domains: readonly Typed[], id: number): number {
  const at = domains.findIndex((one) => one.id === id);
  if (at >= 0) return at + 1;
  throw Failure.invalid(`before must be the id of a source of this list: ${id} is none, or is cited no more`);
}

const PAGES = 100;
const MOST_ANSWERS = 1000;
// Reading a megabyte of texts takes about a third of a second.
const MOST_BYTES = 8 * 1024 * 1024;
const PORTION = 50;

/** The pages of a domain, found by reading the newest answers that cite it once more. */
export async function sourcePages(
  context: Context,
  caller: Caller,
  input: In<'sourcePages'>,
): Out<'sourcePages'> {
  const brand = await brandOf(context, caller, input.brand_id);
  return cached(context, ['pages', brand.id, brand.data_version, input], async () => {
    const { domain, limit = PAGES } = input;
    const type = await typeOfDomain(context.db, brand, domain);
    if (type === undefined) throw Failure.notFound(messages.sourceNotFound);
    const filter = { ...(await reportFilter(context, input, onlyOf(brand))), domain };
    const citing = await countCiting(context.db, brand, filter);
    const answers = await newestCiting(context, brand, filter);
    const pages = await pagesIn(context, brand, { domain, answers });
    return {
      success: true as const,
      domain,
      type: ownTypes(brand, await listTracked(context.db, brand))({ domain, type }),
      answers: { citing, read: answers.length },
      found: pages.length,
      pages: pages.slice(0, limit),
    };
  });
}

type Within = ReportFilter & { domain: string };

/** The newest answers that cite the domain, as many as may be read. */
async function newestCiting(context: Context, brand: Brand, filter: Within): Promise<CitingAnswer[]> {
  const days = await citingDays(context.db, brand, filter);
  const found: CitingAnswer[] = [];
  for (const portion of portionsOf(days)) {
    const limit = MOST_ANSWERS - found.length;
    found.push(...(await citingAnswers(context.db, brand, { ...filter, days: portion, limit })));
    if (found.length >= MOST_ANSWERS) break;
  }
  let bytes = 0;
  return found.filter((answer) => {
    bytes += answer.bytes;
    return bytes <= MOST_BYTES;
  });
}

/** Days in portions that hold as many answers as may be read; with tags there are fewer, so several are needed. */
function portionsOf(days: readonly CitingDay[]): string[][] {
  const portions: string[][] = [];
  let room = 0;
  for (const { day, answers } of days) {
    if (room <= 0) {
      portions.push([]);
      room = MOST_ANSWERS;
    }
    portions.at(-1)?.push(day);
    room -= answers;
  }
  return portions;
}

type Page = Awaited<Out<'sourcePages'>>['pages'][number];
type Reading = { domain: string; answers: readonly CitingAnswer[] };

/** How many of the newest answers are shown with each page. */
const NEWEST = 3;

async function pagesIn(context: Context, brand: Brand, { domain, answers }: Reading): Promise<Page[]> {
  const reader = await context.reader.of(brand.account_id, brand.id);
  if (!reader) throw Failure.notFound(messages.brandNotFound);
  const pages = new Map<string, Page>();
  for (let at = 0; at < answers.length; at += PORTION) {
    const portion = answers.slice(at, at + PORTION);
    const ids = portion.map(({ id }) => id);
    const texts = await citingTexts(context.db, brand, ids);
    await inTurns(portion, (answer) => {
      const text = texts.get(answer.id);
      const cites = text ? readCitations(reader.entities, text.answer, text.citations) : [];
      for (const page of cites) if (page.domain === domain) addPage(pages, page, answer);
    });
  }
  return [...pages.values()].sort((a, b) => b.answers - a.answers || (a.url < b.url ? -1 : 1));
}

/** Answers come newest first, so that the first one tells when a page was last seen. */
function addPage(pages: Map<string, Page>, { url, title }: ReadCitation, answer: CitingAnswer): void {
  const last_seen = dayOf(answer.answered_at);
  const page = pages.get(url) ?? { url, title, answers: 0, last_seen, newest: [] };
  const { id, prompt_id, ai_agent, answered_at } = answer;
  page.title ||= title;
  page.answers++;
  if (page.newest.length < NEWEST) page.newest.push({ id, prompt_id, ai_agent, answered_at });
  pages.set(url, page);
}
