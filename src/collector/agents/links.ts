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
