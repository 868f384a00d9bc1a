// Links as answers keep them: each page once, in the order in which it came.
import type { Link } from './agent.ts';

/** Links without repetition and without empty URLs; a page keeps the first title that it has. */
export function eachOnce(links: Iterable<Link>): Link[] {
  const pages = new Map<string, Link>();
  for (const { url, title } of links) {
    const known = pages.get(url);
    if (known) known.title ||= title;
    else if (url !== '') pages.set(url, { url, title });
  }
  return [...pages.values()];
}

/** The links that are not among the cited ones, each once. */
export function onlyConsulted(links: Iterable<Link>, cited: readonly Link[]): Link[] {
  const urls = new Set(cited.map(({ url }) => url));
  return eachOnce(links).filter(({ url }) => !urls.has(url));
}

/** The links by where the text first links to them; those that it does not link to follow in their own order. */
export function inTextOrder(links: readonly Link[], text: string): Link[] {
  const places = new Map<string, number>();
  for (const { 0: url, index } of text.matchAll(/https?:\/\/[^\s)\]>"']+/g))
    if (!places.has(url)) places.set(url, index);
  const placeOf = ({ url }: Link) => places.get(url) ?? text.length;
  return links.toSorted((a, b) => placeOf(a) - placeOf(b));
}
