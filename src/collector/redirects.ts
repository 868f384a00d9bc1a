// Where Gemini's redirect links lead. Google hides every page that Gemini cites behind a link of its own, and
// the link ends some weeks later: the first answer to it names the page. The page itself is never asked.
import type { Link } from './agents/agent.ts';

export type RedirectOptions = {
  fetch: typeof fetch;
  /** For each link; five seconds at most. */
  timeoutMs?: number;
};

const HOST = 'vertexaisearch.cloud.google.com';
const PATH = '/grounding-api-redirect/';
const LONGEST_MS = 5000;
/** Enough for an answer's links within seconds, few enough not to look like an attack. */
const AT_ONCE = 4;
/** Longer ones are refused by the reading as well. */
const LONGEST_URL = 8000;

/**
 * The pages behind those of the links that are Gemini's redirects. A redirect that could not be resolved is
 * missing: then the reading takes the domain from the link's title.
 */
export async function resolveRedirects(
  links: readonly Link[],
  { fetch, timeoutMs = LONGEST_MS }: RedirectOptions,
): Promise<Map<string, string>> {
  const waiting = new Set(links.map(({ url }) => url).filter(isRedirect)).values();
  const pages = new Map<string, string>();
  const limit = Math.min(timeoutMs, LONGEST_MS);
  // All of them take from the same iterator, so that each link is asked once.
  const askOneByOne = async () => {
    for (const redirect of waiting) {
      const page = await pageBehind(redirect, { fetch, timeoutMs: limit });
      if (page !== null) pages.set(redirect, page);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, askOneByOne));
  return pages;
}

/** Whether a link is one of Gemini's redirects: nothing else is ever asked. */
function isRedirect(url: string): boolean {
  const parsed = URL.parse(url);
  return (
    parsed?.protocol === 'https:' &&
    parsed.host === HOST &&
    parsed.username === '' &&
    parsed.password === '' &&
    parsed.pathname.startsWith(PATH)
  );
}

async function pageBehind(
  redirect: string,
  { fetch, timeoutMs }: Required<RedirectOptions>,
): Promise<string | null> {
  try {
    const signal = AbortSignal.timeout(timeoutMs);
    const response = await fetch(redirect, { redirect: 'manual', signal });
    await response.body?.cancel();
    const isRedirected = response.status >= 300 && response.status < 400;
    return isRedirected ? targetOf(response.headers.get('location')) : null;
  } catch {
    return null; // out of reach, too slow, ended: the title has the domain
  }
}

/** A whole http(s) address, and no other of Google's redirects. */
function targetOf(location: string | null): string | null {
  if (location === null || location.length > LONGEST_URL) return null;
  const parsed = URL.parse(Buffer.from(location, 'latin1').toString('utf8')); // headers come byte by byte
  if (parsed?.protocol !== 'http:' && parsed?.protocol !== 'https:') return null;
  return parsed.host === HOST ? null : parsed.href;
}
