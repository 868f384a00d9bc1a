// Claude through Anthropic's Messages API with its web search tool.
//
// Sources, read in November 2026: platform.claude.com/docs, pages "Web search tool" (blocks, citations, error
// codes, price), "Server tools" (pause_turn), "Stop reasons and fallback", "Claude API errors", "Migration
// guide" of Claude Sonnet 5.5 (thinking), and the types of @anthropic-ai/sdk 1.12.0 (2026-11-20).
//
// The oldest tool version is asked on purpose: all three are current, and this one searches directly on every
// model, while the later ones search from inside code that the model writes.
import {
  type AgentFailure,
  type Ask,
  type Connection,
  type Endpoint,
  type Exchange,
  type FailureKind,
  type HttpRequest,
  type Link,
  MOST_REQUESTS,
  type Outcome,
  type Usage,
} from './agent.ts';
import { badResponse, failureOf, isOk, jsonOf, notJson } from './failures.ts';
import { type JsonObject, listOf, numberOf, objectOf, objectsOf, textOf } from './json.ts';
import { eachOnce, onlyConsulted } from './links.ts';

const MOST_TOKENS = 4096;
/** Per request; a continued turn may search as often again. */
const MOST_SEARCHES = 5;

/**
 * How each model is told not to think beforehand: thinking is on where nothing is said, counts against the
 * token limit and would cut answers off. Other models either do not think unless asked, or always do.
 */
const unthinking = new Map([
  ['claude-sonnet-5-5', 'between_tools'],
  ['claude-haiku-5-5', 'disabled'],
  ['claude-sonnet-5', 'disabled'],
]);

export const anthropic: Connection = {
  id: 'anthropic',
  // Sonnet is what Claude's free and Pro plans start with (announced with Sonnet 5 on 2026-06-30); 5.5 is the
  // current one (released on 2026-09-28, platform.claude.com/docs/en/models).
  agents: { claude: { model: 'claude-sonnet-5-5' } },
  baseUrl: 'https://api.anthropic.com/v1',
  request,
  parse,
};

function request(ask: Ask, { baseUrl, key }: Endpoint, received: readonly Exchange[]): HttpRequest | null {
  if (received.length >= MOST_REQUESTS || !received.every(isPaused)) return null;
  return {
    method: 'POST',
    url: `${baseUrl}/messages`,
    headers: { 'x-api-key': key, 'anthropic-version': '2023-06-01', 'content-type': 'application/json' },
    body: JSON.stringify(bodyOf(ask, received)),
  };
}

// A paused turn is continued by sending its blocks back unchanged, below an otherwise equal request: the
// vendor refuses thinking blocks and search results whose history was edited.
function bodyOf({ model, prompt, country }: Ask, paused: readonly Exchange[]) {
  const thinking = unthinking.get(model);
  const turns = paused.map((exchange) => ({ role: 'assistant', content: messageOf(exchange).content }));
  const location = country === null ? {} : { user_location: { type: 'approximate', country } };
  return {
    model,
    max_tokens: MOST_TOKENS,
    messages: [{ role: 'user', content: prompt }, ...turns],
    tools: [{ type: 'web_search_20250305', name: 'web_search', max_uses: MOST_SEARCHES, ...location }],
    ...(thinking === undefined ? {} : { thinking: { type: thinking } }),
  };
}

function parse(ask: Ask, received: readonly Exchange[]): Outcome {
  const messages = received.map(messageOf);
  const outcome = outcomeOf(ask, received, messages);
  if (outcome.kind === 'answer') return outcome;
  const usage = usageOf(messages);
  const isBilled = Object.values(usage).some((value) => value !== null);
  return isBilled ? { ...outcome, usage } : outcome;
}

function outcomeOf(ask: Ask, received: readonly Exchange[], messages: JsonObject[]): Outcome {
  const last = received.at(-1);
  const message = objectOf(messages.at(-1));
  if (!last) return badResponse('nothing was received');
  if (!isOk(last) || message.type === 'error') return refusedRequest(last, objectOf(message.error));
  if (jsonOf(last) === undefined) return notJson(last);
  if (!Array.isArray(message.content)) return badResponse('the message has no list of content blocks');
  if (message.stop_reason === 'refusal') return { kind: 'refused', message: whyRefused(message) };
  if (message.stop_reason === 'pause_turn')
    return badResponse(`the turn was still paused after ${received.length} requests`);
  return answerOf(ask, messages);
}

function answerOf(ask: Ask, messages: JsonObject[]): Outcome {
  const blocks = messages.flatMap(({ content }) => objectsOf(content));
  const last = objectOf(messages.at(-1));
  const finish = textOf(last.stop_reason);
  const spoken = spokenBlocks(blocks);
  const text = spoken.map((block) => textOf(block.text)).join('');
  if (text.trim() === '') return badResponse(`the answer is empty (stop_reason: ${finish || 'none'})`);
  const usage = usageOf(messages);
  const cited = eachOnce(spoken.flatMap((block) => objectsOf(block.citations)).map(linkOf));
  return {
    kind: 'answer',
    text,
    cited,
    ...searchedFor(blocks, cited, usage),
    model: textOf(last.model) || ask.model,
    finish,
    usage,
  };
}

function searchedFor(blocks: JsonObject[], cited: Link[], usage: Usage) {
  const results = blocks.filter(isSearchResult).flatMap(({ content }) => objectsOf(content));
  const searches = searchesOf(blocks);
  const hasSearched = searches.length > 0 || results.length > 0 || (usage.searches ?? 0) > 0;
  return {
    consulted: onlyConsulted(results.map(linkOf), cited),
    searches,
    searched: hasSearched ? ('yes' as const) : ('no' as const),
  };
}

// A passage is split wherever a citation begins or ends, so its blocks join with nothing between. What comes
// before the first search only announces it and is no part of the answer. Citations are not marked in the
// text itself.
function spokenBlocks(blocks: JsonObject[]): JsonObject[] {
  const first = blocks.findIndex((block) => isSearch(block) || isSearchResult(block));
  return blocks.slice(first + 1).filter(({ type }) => type === 'text');
}

// A search that failed (too many, over the limit) comes with an error in the place of its list of results.
function searchesOf(blocks: JsonObject[]): string[] {
  const failed = blocks.filter((block) => isSearchResult(block) && !Array.isArray(block.content));
  const failedIds = new Set(failed.map((block) => textOf(block.tool_use_id)));
  return blocks
    .filter((block) => isSearch(block) && !failedIds.has(textOf(block.id)))
    .map((block) => textOf(objectOf(block.input).query))
    .filter((query) => query.trim() !== '');
}

/** Each request of a continued turn is billed by itself. */
function usageOf(messages: JsonObject[]): Usage {
  const usages = messages.map((message) => objectOf(message.usage));
  const input = ['input_tokens', 'cache_creation_input_tokens', 'cache_read_input_tokens'];
  return {
    input_tokens: total(usages.flatMap((usage) => input.map((name) => usage[name]))),
    output_tokens: total(usages.map((usage) => usage.output_tokens)),
    searches: total(usages.map((usage) => objectOf(usage.server_tool_use).web_search_requests)),
    usd: null,
  };
}

/** Null when none of the values is a number. */
function total(values: unknown[]): number | null {
  const numbers = values.map(numberOf).filter((value) => value !== null);
  return numbers.length === 0 ? null : numbers.reduce((sum, value) => sum + value, 0);
}

function refusedRequest(exchange: Exchange, error: JsonObject): AgentFailure {
  const said = textOf(error.message);
  const type = textOf(error.type);
  const message = said === '' ? undefined : said + (type === '' ? '' : ` (${type})`);
  return failureOf(exchange, { message, kind: kindOf(error) });
}

const kinds = new Map<string, FailureKind>([
  ['authentication_error', 'auth'],
  ['permission_error', 'auth'],
  ['billing_error', 'quota'],
  ['rate_limit_error', 'rate'],
  ['overloaded_error', 'overloaded'],
  ['timeout_error', 'timeout'],
  ['api_error', 'server'],
]);

// A spend limit comes as 429 with a code of its own, one that the customer set and a lack of credit as 400
// with nothing but words.
function kindOf(error: JsonObject): FailureKind | undefined {
  const code = textOf(objectOf(error.details).error_code);
  if (/spend_limit_reached|billing/.test(code)) return 'quota';
  if (
    /credit balance is too low|reached your (specified )?(workspace )?API usage limits/i.test(
      textOf(error.message),
    )
  )
    return 'quota';
  if (code === 'organization_on_hold') return 'auth';
  return kinds.get(textOf(error.type));
}

function whyRefused({ stop_details }: JsonObject): string {
  const { category, explanation } = objectOf(stop_details);
  const why = [textOf(category), textOf(explanation)].filter((part) => part !== '').join(': ');
  return why === '' ? 'Claude declined to answer' : `Claude declined to answer (${why})`;
}

function isPaused(exchange: Exchange): boolean {
  const { stop_reason, content } = messageOf(exchange);
  return isOk(exchange) && stop_reason === 'pause_turn' && listOf(content).length > 0;
}

function messageOf(exchange: Exchange): JsonObject {
  return objectOf(jsonOf(exchange));
}

function isSearch({ type, name }: JsonObject): boolean {
  return type === 'server_tool_use' && name === 'web_search';
}

function isSearchResult({ type }: JsonObject): boolean {
  return type === 'web_search_tool_result';
}

function linkOf({ url, title }: JsonObject): Link {
  return { url: textOf(url), title: textOf(title) };
}
