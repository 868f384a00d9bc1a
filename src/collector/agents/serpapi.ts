// Copilot Search on bing.com, Google's AI Mode and AI Overviews, read off the pages by SerpApi.
//
// Sources, read in November 2026: serpapi.com "Bing Copilot API", "Google AI Mode API", "Google AI Overview API",
// "Google AI Overview Results API" (copy of 2026-08-27), "Status and Error Codes", the changelog of 2026-02-23
// (`reconstructed_markdown`) and the parameter lists of github.com/serpapi/serpapi-mcp.
//
// The key is a parameter of the URL: whoever logs or stores a URL or a vendor's message passes it through
// `withoutKey` first.
import type {
  AgentFailure,
  Ask,
  Connection,
  Endpoint,
  Exchange,
  FailureKind,
  HttpRequest,
  Link,
  Outcome,
  Usage,
} from './agent.ts';
import { badResponse, failureOf, isOk, jsonOf, notJson } from './failures.ts';
import { type JsonObject, listOf, numberOf, objectOf, objectsOf, textOf } from './json.ts';
import { eachOnce, inTextOrder } from './links.ts';
import { blocksAsMarkdown, partsOf } from './serpapi-blocks.ts';

/** The engine of an agent's first request. */
const engines = new Map([
  ['copilot', 'bing_copilot'],
  ['google_ai_mode', 'google_ai_mode'],
  ['google_ai_overview', 'google'],
]);

export const serpapi: Connection = {
  id: 'serpapi',
  // Pages have no model to choose; the name says which page was read.
  agents: Object.fromEntries([...engines.keys()].map((agent) => [agent, { model: agent }])),
  baseUrl: 'https://serpapi.com',
  request,
  parse,
};

/** The parameter as URLs, pages and JSON write it, up to its value. */
const named = String.raw`api_?key(?:=|%3D|\\u003d|&#x3d;|&#61;|&equals;|\\?["']?\s*[:=]\s*\\?["']?)`;
const namedKey = new RegExp(String.raw`(${named})[^&"'\s<>\\]+`, 'gi');
const bareKey = /(?<![0-9a-f])[0-9a-f]{64}(?![0-9a-f])/gi;

/** A text without SerpApi keys: parameters of that name, what looks like a key, and the given key itself. */
export function withoutKey(text: string, key = ''): string {
  const inQuery = new URLSearchParams({ key }).toString().slice('key='.length);
  return [key, encodeURIComponent(key), inQuery]
    .filter((spelling) => spelling !== '')
    .reduce((clean, spelling) => clean.replaceAll(spelling, '***'), text)
    .replace(namedKey, '$1***')
    .replace(bareKey, '***');
}

function request(ask: Ask, endpoint: Endpoint, received: readonly Exchange[]): HttpRequest | null {
  const engine = engines.get(ask.agent);
  if (!engine) throw new Error(`SerpApi cannot ask ${ask.agent}, only ${[...engines.keys()].join(', ')}`);
  const [first] = received;
  if (first === undefined) return search(endpoint, { engine, q: ask.prompt, ...placeOf(ask) });
  const token = received.length === 1 ? tokenIn(ask, first) : '';
  return token === '' ? null : search(endpoint, { engine: 'google_ai_overview', page_token: token });
}

// Without `no_cache` the same prompt within an hour would get the same answer again, also for another sample.
function search({ baseUrl, key }: Endpoint, parameters: Record<string, string>): HttpRequest {
  const query = new URLSearchParams({ ...parameters, no_cache: 'true', api_key: key });
  return { method: 'GET', url: `${baseUrl}/search.json?${query}`, headers: { accept: 'application/json' } };
}

// Copilot has no such parameters.
function placeOf({ agent, country, language }: Ask): Record<string, string> {
  if (agent === 'copilot') return {};
  return {
    ...(country === null ? {} : { gl: country.toLowerCase() }),
    ...(language === null ? {} : { hl: googleLanguage(language, country) }),
  };
}

function googleLanguage(language: string, country: string | null): string {
  if (language === 'nb') return 'no';
  if (language !== 'zh') return language;
  return country === 'TW' || country === 'HK' || country === 'MO' ? 'zh-tw' : 'zh-cn';
}

// Google loads many overviews after the page: then a token stands in for it, valid for four minutes.
function tokenIn({ agent }: Ask, exchange: Exchange): string {
  if (agent !== 'google_ai_overview' || !isOk(exchange)) return '';
  const overview = objectOf(objectOf(jsonOf(exchange)).ai_overview);
  return listOf(overview.text_blocks).length > 0 ? '' : textOf(overview.page_token);
}

function parse(ask: Ask, received: readonly Exchange[]): Outcome {
  const last = received.at(-1);
  if (!last) return badResponse('nothing was received');
  if (!engines.has(ask.agent)) return badResponse(`SerpApi does not read ${ask.agent}`);
  const usage = usageOf(received);
  const outcome = outcomeOf(ask, last, usage);
  return 'message' in outcome && usage.searches ? { ...outcome, usage } : outcome;
}

function outcomeOf(ask: Ask, exchange: Exchange, usage: Usage): Outcome {
  const body = jsonOf(exchange);
  const top = objectOf(body);
  if (!isOk(exchange)) return refused(keyless(exchange), textOf(top.error));
  if (body === undefined) return notJson(keyless(exchange));
  const page = ask.agent === 'google_ai_overview' ? objectOf(top.ai_overview) : top;
  const text = answerText(ask, page);
  if (text.trim() === '') return withoutAnswer(ask, exchange, page);
  const cited = inTextOrder(referencesOf(page), text);
  return {
    kind: 'answer',
    text,
    cited,
    consulted: [],
    searches: [],
    searched: cited.length > 0 ? 'yes' : 'unknown',
    model: ask.model,
    finish: statusOf(top),
    usage,
  };
}

// No unit but the search is billed, and only searches that succeeded are.
function usageOf(received: readonly Exchange[]): Usage {
  const billed = received.filter((one) => isOk(one) && statusOf(objectOf(jsonOf(one))) === 'Success');
  return { input_tokens: null, output_tokens: null, searches: billed.length, usd: null };
}

function statusOf(top: JsonObject): string {
  return textOf(objectOf(top.search_metadata).status);
}

// A proxy's page may quote the URL.
function keyless(exchange: Exchange): Exchange {
  return { ...exchange, body: withoutKey(exchange.body) };
}

function refused(exchange: Exchange, said: string): AgentFailure {
  const isSpent = exchange.status === 429 && /run out of searches/i.test(said);
  const kind: FailureKind | undefined = isSpent ? 'quota' : undefined;
  return failureOf(exchange, { kind, message: said === '' ? undefined : withoutKey(said) });
}

// A page that shows no answer is a finding, not a fault, and counts as a search; a search that failed does not.
function withoutAnswer({ agent }: Ask, exchange: Exchange, page: JsonObject): AgentFailure {
  const top = objectOf(jsonOf(exchange));
  const error = withoutKey(textOf(top.error) || textOf(page.error));
  const status = statusOf(top);
  const failure = (kind: FailureKind, message: string) => failureOf(exchange, { kind, message });
  if (status === 'Error') return failure('server', `the search failed: ${error || 'no reason given'}`);
  if (status !== 'Success') return badResponse(error || `the search's status is ${status || 'missing'}`);
  if (/token/i.test(error)) return badResponse(error);
  if (error !== '') return failure('no_answer', error);
  if (textOf(page.page_token) !== '') return badResponse('a token came instead of the AI overview');
  if (agent === 'google_ai_overview' && (top.ai_overview ?? null) === null)
    return failure('no_answer', 'Google shows no AI overview');
  return badResponse(Array.isArray(page.text_blocks) ? 'the answer is empty' : 'the body has no text_blocks');
}

// AI Mode's blocks come as Markdown too. Copilot's heading stands above its blocks. Its blocks may name their
// sources where the page shows little marks; they stay, since nothing tells them from the text.
function answerText({ agent }: Ask, page: JsonObject): string {
  const blocks = blocksAsMarkdown(page.text_blocks);
  if (agent === 'google_ai_mode') return textOf(page.reconstructed_markdown) || blocks;
  const heading = agent === 'copilot' ? textOf(page.header).trim() : '';
  return heading === '' || blocks === '' ? blocks : `# ${heading}\n\n${blocks}`;
}

// References in the order in which blocks name them; those that no block names follow.
function referencesOf(page: JsonObject): Link[] {
  const references = objectsOf(page.references);
  const byIndex = new Map<unknown, JsonObject>(
    references.map((one, place) => [numberOf(one.index) ?? place, one]),
  );
  const indexes = partsOf(page.text_blocks).flatMap((part) => listOf(part.reference_indexes));
  const first = objectsOf(indexes.map((index) => byIndex.get(index)));
  return eachOnce([...first, ...references].map(linkOf));
}

function linkOf({ link, title }: JsonObject): Link {
  return { url: textOf(link), title: textOf(title) };
}
