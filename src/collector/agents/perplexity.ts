// Perplexity through its Agent API, which took the place of Sonar's chat completions on 2026-09-27.
//
// Sources, read in November 2026: the vendor's guide "migrate-sonar-to-agent-api" in its repository
// perplexityai/api-platform-developers (fields, statuses, errors, names of billed tools); docs.perplexity.ai,
// pages "Presets", "Web Search", "Pricing", "Migrate from Sonar"; the types of its library 0.38.5; a response
// recorded on 2026-09-25 in vercel/ai (packages/perplexity). That texts also say `[web:7]`, and that opened
// pages go on counting, is what users recorded in September 2026; it is not documented.
import type {
  AgentAnswer,
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
import { badResponse, failureOf, isOk, jsonOf, notJson, refused } from './failures.ts';
import { type JsonObject, numberOf, objectOf, objectsOf, textOf, textsOf } from './json.ts';
import { eachOnce, onlyConsulted } from './links.ts';

const MOST_TOKENS = 4096;
/** Rounds of searching, for presets that allow more than one. */
const MOST_STEPS = 5;
/** The preset that Perplexity names as the successor of its Sonar model: one search, one step. */
const FAST = 'fast';

export const perplexity: Connection = {
  id: 'perplexity',
  // A preset stands in the place of a model: Perplexity keeps model, search and the prompt that makes it cite
  // in step with each other (in September 2026 it was openai/gpt-6-luna).
  agents: { perplexity: { model: FAST } },
  baseUrl: 'https://api.perplexity.ai/v1',
  request,
  parse,
};

function request(ask: Ask, { baseUrl, key }: Endpoint, received: readonly Exchange[]): HttpRequest | null {
  if (received.length > 0) return null;
  return {
    method: 'POST',
    url: `${baseUrl}/agent`,
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify(bodyOf(ask)),
  };
}

// A model is named `vendor/model`, a preset has no slash. A model alone neither searches nor cites, so it
// takes the place of the one in the fast preset. The API refuses any field that it does not know.
function bodyOf({ model, prompt, country, language }: Ask) {
  const preset = model.includes('/') ? FAST : model;
  return {
    preset,
    ...(model !== preset && { model }),
    input: prompt,
    max_output_tokens: MOST_TOKENS,
    ...(preset !== FAST && { max_steps: MOST_STEPS }),
    ...(country !== null && { tools: [{ type: 'web_search', user_location: { country } }] }),
    ...(language !== null && { language_preference: language }),
    store: false,
  };
}

function parse(ask: Ask, received: readonly Exchange[]): Outcome {
  const last = received.at(-1);
  if (!last) return badResponse('nothing was received');
  const body = jsonOf(last);
  if (!isOk(last)) return failed(last, objectOf(body));
  return body === undefined ? notJson(last) : read(ask, last, objectOf(body));
}

function read(ask: Ask, exchange: Exchange, body: JsonObject): Outcome {
  const status = textOf(body.status);
  const items = objectsOf(body.output);
  const usage = usageOf(body, items);
  if (status === 'failed' || status === 'cancelled') return { ...failed(exchange, body), usage };
  if (!Array.isArray(body.output)) return badResponse('the response has no list of output items');
  const finish = textOf(objectOf(body.incomplete_details).reason) || status;
  const messages = items.filter(isMessage).map(({ content }) => objectsOf(content));
  const text = textIn(messages);
  if (text.trim() === '') return { ...withoutText(messages.flat(), finish), usage };
  const model = textOf(body.model) || ask.model;
  return { kind: 'answer', text, ...pagesOf(items, messages.flat()), model, finish, usage };
}

function withoutText(parts: JsonObject[], finish: string): AgentFailure {
  const refusal = parts.map((part) => textOf(part.refusal)).find((said) => said !== '');
  if (refusal !== undefined) return refused(refusal);
  if (kindOf(finish) === 'refused') return refused(`the answer was withheld: ${finish}`);
  return badResponse(`the answer is empty (status: ${finish || 'none'})`);
}

/** Marks of cited results: `[7]`, `[1, 2]`, and `[web:7]` with some models. */
const MARK = /\[((?:web:)?\d{1,4}(?:, ?(?:web:)?\d{1,4})*)\]/g;

// The marks stay in the text, as a person sees them, all in the form `[7]`. Parts join with nothing between,
// as in the vendor's own library; messages are paragraphs of their own.
function textIn(messages: JsonObject[][]): string {
  return messages
    .map((parts) =>
      parts
        .filter(isSpoken)
        .map(({ text }) => textOf(text))
        .join(''),
    )
    .filter((text) => text.trim() !== '')
    .join('\n\n')
    .replace(MARK, (mark) => mark.replaceAll('web:', ''));
}

function pagesOf(items: JsonObject[], parts: JsonObject[]) {
  const found = foundIn(items);
  const numbers = numbersOf(found);
  const cited = eachOnce(parts.filter(isSpoken).flatMap((part) => citedIn(part, numbers)));
  const links = found.map(({ link }) => link);
  const searches = [...new Set(items.flatMap(({ queries }) => textsOf(queries)))];
  const hasSearched = found.length > 0 || searches.length > 0 || items.some(isSearch);
  const searched: AgentAnswer['searched'] = hasSearched ? 'yes' : 'no';
  return { cited, consulted: onlyConsulted(links, cited), searches, searched };
}

type Found = { id: number | null; link: Link };

/** Results of searches (`results`) and pages that were opened (`contents`), in the order in which they came. */
function foundIn(items: JsonObject[]): Found[] {
  return items
    .flatMap(({ results, contents }) => [...objectsOf(results), ...objectsOf(contents)])
    .filter(({ url }) => textOf(url) !== '')
    .map((one) => ({ id: numberOf(one.id), link: linkOf(one) }));
}

/**
 * Pages by the number that the text cites them with. Numbers go on from one search to the next, and what has
 * none (an opened page) takes the next one; where they start anew, the place in the whole list counts.
 */
function numbersOf(found: readonly Found[]): ReadonlyMap<number, Link> {
  const pages = new Map<number, Link>();
  let last = 0;
  for (const { id, link } of found) {
    const number = id ?? last + 1;
    const known = pages.get(number);
    if (known && known.url !== link.url) return new Map(found.map((one, at) => [at + 1, one.link]));
    if (!known) pages.set(number, link);
    last = Math.max(last, number);
  }
  return pages;
}

/** What a part cites, in its order: by marks, and by annotations, which are usually none. */
function citedIn(part: JsonObject, pages: ReadonlyMap<number, Link>): Link[] {
  const text = textOf(part.text);
  const marked = [...text.matchAll(MARK)].flatMap(({ index, 1: numbers = '' }) =>
    [...numbers.matchAll(/\d+/g)].map(([number]) => ({ at: index, link: pages.get(Number(number)) })),
  );
  const annotated = objectsOf(part.annotations).map((annotation) => ({
    at: numberOf(annotation.start_index) ?? text.length,
    link: linkOf(annotation),
  }));
  return [...marked, ...annotated].toSorted((a, b) => a.at - b.at).flatMap(({ link }) => link ?? []);
}

function linkOf({ url, title }: JsonObject): Link {
  return { url: textOf(url), title: textOf(title) };
}

/** Billed tools have names of their own: a call of `web_search` is one of `search_web`. */
function usageOf(body: JsonObject, items: JsonObject[]): Usage {
  const usage = objectOf(body.usage);
  const cost = objectOf(usage.cost);
  const searches = objectOf(objectOf(usage.tool_calls_details).search_web);
  return {
    input_tokens: numberOf(usage.input_tokens),
    output_tokens: numberOf(usage.output_tokens),
    searches: numberOf(searches.invocation) ?? items.filter(isSearch).length,
    usd: (textOf(cost.currency) || 'USD') === 'USD' ? numberOf(cost.total_cost) : null,
  };
}

/** A response with a status other than 2xx, or a run that failed at the model, which comes with 200. */
function failed(exchange: Exchange, body: JsonObject): AgentFailure {
  const error = objectOf(body.error);
  const type = textOf(error.type) || textOf(error.code);
  const said = textOf(error.message) || textOf(body.error) || textOf(body.detail);
  const words = isOk(exchange) ? said || `the run ended as ${body.status}` : said;
  return failureOf(exchange, {
    message: words === '' ? undefined : words + (type === '' ? '' : ` (${type})`),
    kind: kindOf(type) ?? (isOk(exchange) ? 'server' : undefined),
  });
}

const kinds: [RegExp, FailureKind][] = [
  [/quota|credit|billing/, 'quota'],
  [/rate_limit/, 'rate'],
  [/overloaded|unavailable/, 'overloaded'],
  [/timeout/, 'timeout'],
  [/content_filter|content_policy|moderation|safety/, 'refused'],
];

/** What the vendor's name of an error means where it tells more than the status: a spent balance is a 401. */
function kindOf(type: string): FailureKind | undefined {
  return kinds.find(([pattern]) => pattern.test(type))?.[1];
}

function isMessage({ type }: JsonObject): boolean {
  return type === 'message';
}

function isSearch({ type }: JsonObject): boolean {
  return type === 'search_results';
}

function isSpoken({ type }: JsonObject): boolean {
  return type === 'output_text';
}
