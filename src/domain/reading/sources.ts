// Which sites an answer cites, and what kind of sites they are.
import { isIP } from 'node:net';
import lists from './data/sources.json' with { type: 'json' };
import type { FoundUrl } from './structure.ts';
import { readUrl as readPage } from './url.ts';

export const SOURCE_TYPES = [
  'owned',
  'competitor',
  'editorial',
  'community',
  'social',
  'reference',
  'review',
  'commerce',
  'institutional',
  'other',
] as const;
export type SourceType = (typeof SOURCE_TYPES)[number];
export type RecordedCitation = { url: string; title?: string | undefined };
export type ReadCitation = {
  url: string;
  title: string;
  host: string;
  domain: string;
  type: SourceType;
  origin: 'cited' | 'text';
};

/** The canonical page URL with its host and registrable domain; null when it is not http or https. */
export function readUrl(url: string, title?: string): { url: string; host: string; domain: string } | null {
  return readPage(url, title);
}

const exact = new Map<string, SourceType>();
for (const type of [
  'commerce',
  'editorial',
  'institutional',
  'reference',
  'community',
  'social',
  'review',
] as const) {
  for (const site of lists[type]) exact.set(site, type);
}

/** The kind of a site: ours, a rival's, by exact list, by suffix, by the shape of the page. */
export function sourceType(
  domain: string,
  host: string,
  url: string,
  owned: readonly string[],
  competitors: readonly string[],
): SourceType {
  if (sitesOf(owned).some((own) => covers(own, host, url))) return 'owned';
  if (sitesOf(competitors).some((rival) => covers(rival, host, url))) return 'competitor';
  return byList(domain, host, url) ?? bySuffix(host) ?? byShape(host, url) ?? 'other';
}

type Site = { site: string; path: string };
const sites = new WeakMap<readonly string[], readonly Site[]>();

/** Configured domains, read once per list: the same one is asked for page after page. */
function sitesOf(domains: readonly string[]): readonly Site[] {
  const known = sites.get(domains);
  if (known) return known;
  const made = domains.map(readSite).filter(({ site }) => site !== '');
  sites.set(domains, made);
  return made;
}

/** A configured domain as its owner means it: no scheme, no `www.`, no last slash; perhaps with a path. */
function readSite(own: string): Site {
  const bare = own
    .trim()
    .toLowerCase()
    .replace(/^https?:\/\//, '')
    .replace(/^www\./, '')
    .replace(/\/+$/, '');
  const slash = bare.indexOf('/');
  return slash < 0 ? { site: bare, path: '' } : { site: bare.slice(0, slash), path: bare.slice(slash) };
}

/** Whether a configured domain, perhaps with a path, covers a page. */
function covers({ site, path }: Site, host: string, url: string): boolean {
  if (host !== site && !host.endsWith(`.${site}`)) return false;
  if (path === '') return true;
  const page = url.replace(/^https?:\/\/[^/]+/, '').toLowerCase();
  return page === path || (/^[/?#]/.test(page.slice(path.length)) && page.startsWith(path));
}

function byList(domain: string, host: string, url: string): SourceType | undefined {
  const section = url.replace(/^https?:\/\//, '').split('/', 2)[1] ?? '';
  return exact.get(`${domain}/${section}`) ?? exact.get(host) ?? exact.get(domain);
}

const INSTITUTIONAL =
  /(?:^|\.)(?:gov|edu|mil|int)(?:\.[a-z]{2})?$|\.(?:ac|go|gob|gouv|govt|gub|gc|govern|admin|edu|sch|nhs|mil)\.[a-z]{2,3}$/;

function bySuffix(host: string): SourceType | undefined {
  return INSTITUTIONAL.test(host) && isIP(host) === 0 ? 'institutional' : undefined;
}

function byShape(host: string, url: string): SourceType | undefined {
  if (/^(?:forum|forums|community|communities|discuss|answers)\./.test(host)) return 'community';
  const path = url.replace(/^https?:\/\/[^/]+/, '').toLowerCase();
  if (/^\/(?:forums?|community|threads?|t|discussions?)\//.test(path)) return 'community';
  if (/^(?:shop|store)\./.test(host) || /^\/(?:products?|shop|cart|dp|item)\//.test(path)) return 'commerce';
  if (/(?:^|\/)(?:reviews?|compare|comparisons?|alternatives)(?:\/|$)/.test(path)) return 'review';
  if (/^(?:wiki|docs?)\./.test(host) || /^\/wiki\//.test(path)) return 'reference';
  if (
    /^(?:news|blog|magazine)\./.test(host) ||
    /^\/(?:news|articles?|blog|magazine|stories|story)\//.test(path)
  )
    return 'editorial';
  return /^\/\d{4}\/\d{2}\//.test(path) ? 'editorial' : undefined;
}

/** Cited pages first, then URLs in the text; every page once. */
export function readSources(
  citations: readonly RecordedCitation[],
  found: readonly FoundUrl[],
  owned: readonly string[],
  competitors: readonly string[],
): ReadCitation[] {
  const pages = new Map<string, ReadCitation>();
  const add = (url: string, title: string, origin: ReadCitation['origin']): void => {
    const page = readPage(url, title);
    if (!page) return;
    const known = pages.get(page.url);
    if (known) known.title ||= title;
    else
      pages.set(page.url, {
        ...page,
        title,
        type: sourceType(page.domain, page.host, page.url, owned, competitors),
        origin,
      });
  };
  for (const citation of citations) add(citation.url, citation.title ?? '', 'cited');
  for (const { url, title } of found) add(url, title, 'text');
  return [...pages.values()];
}
