// One page, one URL: unwraps redirectors, drops what only tracks, folds the hosts that show the same page.
import { getDomain } from 'tldts';
import { keep } from './keep.ts';

export type PageUrl = { url: string; host: string; domain: string };

/** The canonical page URL with its host and registrable domain; null when it is not http or https. */
export function readUrl(url: string, title?: string): PageUrl | null {
  const page = readPage(url);
  return page?.host === HIDDEN ? groundingPage(page, title ?? '') : page;
}

const HIDDEN = 'unknown';

const readPage = keep((url): PageUrl | null => {
  const parsed = unwrap(parse(url), 0);
  if (!parsed) return null;
  if (isGroundingRedirect(parsed))
    return { url: `${parsed.origin}${parsed.pathname}`, host: HIDDEN, domain: HIDDEN };
  const host = foldHost(parsed.hostname);
  return { url: canonical(parsed, host), host, domain: domainOf(host) };
});

function domainOf(host: string): string {
  return getDomain(host, { allowPrivateDomains: true }) ?? host;
}

function parse(url: string): URL | null {
  const text = url.trim();
  if (text === '' || text.length > 8000) return null;
  const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(text)?.[1]?.toLowerCase();
  const bare = scheme === undefined || (scheme.includes('.') && /^[^:]+:\d/.test(text));
  if (bare && !/^(?:\/\/)?[^\s/?#@]+\.[^\s/?#@]{2,}/.test(text)) return null;
  if (!bare && scheme !== 'http' && scheme !== 'https') return null;
  const parsed = URL.parse(bare ? `https://${text.replace(/^\/\//, '')}` : text);
  return parsed?.hostname.includes('.') ? parsed : null;
}

const MAX_WRAPS = 4;

function unwrap(url: URL | null, depth: number): URL | null {
  if (!url || depth >= MAX_WRAPS) return url;
  const inner = innerUrl(url);
  const parsed = inner ? parse(inner) : null;
  return parsed ? unwrap(parsed, depth + 1) : url;
}

/** What a known redirector, cache or proxy really points to. */
function innerUrl(url: URL): string | null {
  const host = url.hostname.replace(/^www\./, '');
  const get = (name: string): string | null => url.searchParams.get(name);
  if (/^(?:[a-z-]+\.)?google\.[a-z.]{2,6}$/.test(host) && url.pathname === '/url')
    return get('q') ?? get('url');
  if (/^(?:[a-z-]+\.)?google\.[a-z.]{2,6}$/.test(host) && url.pathname.startsWith('/amp/'))
    return ampPath(url.pathname.slice(5));
  if (/(?:^|\.)bing\.com$/.test(host) && url.pathname.startsWith('/ck/a')) return decodeBing(get('u'));
  if (/^lm?\.(?:facebook|instagram)\.com$/.test(host)) return get('u');
  if (host === 'facebook.com' && url.pathname === '/l.php') return get('u');
  if (/^(?:out\.)?reddit\.com$/.test(host) && host.startsWith('out.')) return get('url');
  if (host === 'duckduckgo.com' && url.pathname.startsWith('/l/')) return get('uddg');
  if (host === 'youtube.com' && url.pathname === '/redirect') return get('q');
  if (host === 'linkedin.com' && /^\/(?:redir\/redirect|safety\/go)/.test(url.pathname)) return get('url');
  if (host === 'web.archive.org') return /^\/web\/[^/]+\/(.+)$/.exec(url.pathname + url.search)?.[1] ?? null;
  if (host.endsWith('.cdn.ampproject.org')) return ampPath(url.pathname.replace(/^\/[a-z]\//, ''));
  if (host.endsWith('.translate.goog')) return translated(url, host.slice(0, -'.translate.goog'.length));
  if (host === 'translate.google.com' && get('u')) return get('u');
  if (/(?:^|\.)safelinks\.protection\.outlook\.com$/.test(host)) return get('url');
  return null;
}

const ampPath = (path: string): string =>
  path.startsWith('s/') ? `https://${path.slice(2)}` : `http://${path}`;

function decodeBing(packed: string | null): string | null {
  if (!packed?.startsWith('a1')) return null;
  const text = Buffer.from(packed.slice(2), 'base64url').toString('utf8');
  return /^https?:\/\//.test(text) ? text : null;
}

/** `www-notion-so.translate.goog`: dots became hyphens, hyphens were doubled. */
function translated(url: URL, label: string): string {
  const host = label
    .split('--')
    .map((part) => part.replaceAll('-', '.'))
    .join('-');
  const kept = [...url.searchParams].filter(([name]) => !name.startsWith('_x_tr_'));
  const query = kept.length > 0 ? `?${new URLSearchParams(kept)}` : '';
  return `https://${host}${url.pathname}${query}${url.hash}`;
}

const isGroundingRedirect = (url: URL): boolean =>
  url.hostname === 'vertexaisearch.cloud.google.com' && url.pathname.includes('grounding-api-redirect');

/** Gemini hides the page behind its own redirect; the title is the only trace of the site. */
function groundingPage(page: PageUrl, title: string): PageUrl {
  const host =
    /^(?:https?:\/\/)?([a-z0-9-]+(?:\.[a-z0-9-]+)+)\b/i.exec(title.trim())?.[1]?.toLowerCase() ?? '';
  const domain =
    host && /^[^\s]+$/.test(title.trim()) ? getDomain(foldHost(host), { allowPrivateDomains: true }) : null;
  return domain ? { url: page.url, host: foldHost(host), domain } : page;
}

/** `www.`, `m.`, `mobile.` and `amp.` show the same site. */
function foldHost(host: string): string {
  const lower = host.toLowerCase().replace(/\.$/, '');
  const folded = lower.replace(/^www\d?\./, '').replace(/^(?:m|mobile|amp)\./, '');
  return folded !== lower && getDomain(folded, { allowPrivateDomains: true }) ? folded : lower;
}

const TRACKING =
  /^(?:utm_.*|gclid|gclsrc|dclid|gbraid|wbraid|fbclid|msclkid|yclid|twclid|ttclid|li_fat_id|igshid|igsh|mc_cid|mc_eid|srsltid|_hsenc|_hsmi|__hstc|__hssc|__hsfp|hsctatracking|vero_id|mkt_tok|oly_enc_id|oly_anon_id|_ga|_gl|s_cid|wickedid|rb_clickid|ved|usg|sei|ref_src|ref_url|guccounter|guce_referrer|guce_referrer_sig|spm|scm|_openstat|sc_cid|cmpid|ncid|xtor|at_medium|at_campaign|pk_campaign|pk_kwd|mtm_.*|matomo_.*|epik|trk|trkcampaign)$/i;

function canonical(url: URL, host: string): string {
  const kept = [...url.searchParams].filter(([name]) => !TRACKING.test(name));
  const changed = kept.length !== url.searchParams.size;
  const query = changed
    ? kept.length > 0
      ? `?${new URLSearchParams(kept)}`
      : ''
    : url.search === '?'
      ? ''
      : url.search;
  const path = url.pathname.length > 1 ? url.pathname.replace(/\/+$/, '') || '/' : '/';
  const hash = url.hash.replace(/:~:.*$/, '');
  const port = url.port && url.port !== '80' && url.port !== '443' ? `:${url.port}` : '';
  return `https://${host}${port}${path}${query}${/^#[!/]/.test(hash) ? hash : ''}`;
}
