// Whatever speaks OpenAI's chat completions: OpenRouter, Ollama, and any other server by its address.
//
// Sources, read on 2026-11-21: openrouter.ai/docs, pages "Web Search" (server tool; the `web` plugin and
// `:online` are deprecated), "Server Tools" (limits of calls), "API Reference" (usage, finish reasons),
// "Errors and Debugging" (error types, failures within a 200), "Limits" (402 that passes, 429), and recorded
// responses in the tests of pydantic-ai (2026-08): `usage.server_tool_use_details` on the wire where the pages
// say `server_tool_use`, and each search result as a `url_citation` from 0 to 0. docs.ollama.com "OpenAI
// compatibility" (v0.40), docs.vllm.ai "Reasoning Outputs" (`reasoning`, once `reasoning_content`),
// api-docs.deepseek.com "Error Codes"; errors of Ollama's cloud as issues of github.com/continuedev/continue quote
// them (2026-02 and 2026-03).
import { readUrl } from '../../domain/reading/sources.ts';
import { readVisible } from '../../domain/reading/visible.ts';
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
import { statedFailure } from './compatible-failures.ts';
import { badResponse, isOk, jsonOf, notJson, refused } from './failures.ts';
import { type JsonObject, numberOf, objectOf, objectsOf, textOf } from './json.ts';
import { eachOnce, onlyConsulted } from './links.ts';
import { withoutThinking } from './thinking.ts';

const MOST_TOKENS = 4096;
const MOST_SEARCHES = 5;
const RESULTS_PER_SEARCH = 5;
/** Of each result, what the model is shown; OpenRouter's search engine gives 2,000 to 4,000 by itself. */
const MOST_CHARACTERS = 2000;

type Server = Pick<Connection, 'id' | 'agents' | 'baseUrl'> & {
  /** What its requests hold beside model, message and the limit of tokens. */
  more?: (ask: Ask) => JsonObject;
};

/** A connection to a server of chat completions. */
export function chatCompletions({ more, ...server }: Server): Connection {
  return {
    ...server,
    anyAgent: true,
    request: (ask, endpoint, received) =>
      received.length === 0 ? firstRequest(ask, endpoint, more?.(ask)) : null,
    parse,
  };
}

/**
 * Agents without a connection of their own, each by its maker's current model (models.dev's list of
 * OpenRouter's models, read on 2026-11-21; of DeepSeek, Qwen and Kimi the cheaper one). Which model their apps
 * run cannot be seen from outside.
 */
export const openrouter = chatCompletions({
  id: 'openrouter',
  agents: {
    deepseek: { model: 'deepseek/deepseek-v4.1-flash' },
    meta_ai: { model: 'meta/muse-spark-1.3' },
    qwen: { model: 'qwen/qwen3.8-flash' },
    kimi: { model: 'moonshotai/kimi-k2.6' },
  },
  baseUrl: 'https://openrouter.ai/api/v1',
  more: ({ country }) => ({
    tools: [{ type: 'openrouter:web_search', parameters: searchLimits(country) }],
    max_tool_calls: MOST_SEARCHES,
    // Thinking counts against the limit of tokens, and some of these models cannot do without.
    reasoning: { effort: 'low' },
  }),
});

/** A server on the own machine: no key, no search. Gemma 4 is the library's usual choice for one (2026-11). */
export const ollama = chatCompletions({
  id: 'ollama',
  agents: { ollama: { model: 'gemma4' } },
  baseUrl: 'http://127.0.0.1:11434/v1',
});

/** Any other server (vLLM, LM Studio, DeepSeek itself, ...); address, agent and model come from settings. */
export const compatible = chatCompletions({ id: 'compatible', agents: {}, baseUrl: '' });

// The place of the user is heeded by search engines of the model's own vendor and ignored by the others.
function searchLimits(country: string | null): JsonObject {
  const location = country === null ? {} : { user_location: { type: 'approximate', country } };
  return {
    max_results: RESULTS_PER_SEARCH,
    max_uses: MOST_SEARCHES,
    max_total_results: MOST_SEARCHES * RESULTS_PER_SEARCH,
    max_characters: MOST_CHARACTERS,
    ...location,
  };
}

function firstRequest(ask: Ask, { baseUrl, key }: Endpoint, more: JsonObject = {}): HttpRequest {
  const authorization: Record<string, string> = key === '' ? {} : { authorization: `Bearer ${key}` };
  return {
    method: 'POST',
    url: `${baseUrl.replace(/\/+$/, '')}/chat/completions`,
    headers: { ...authorization, 'content-type': 'application/json' },
    body: JSON.stringify({
      model: ask.model,
      messages: [{ role: 'user', content: ask.prompt }],
      max_tokens: MOST_TOKENS,
      ...more,
    }),
  };
}

function parse(ask: Ask, received: readonly Exchange[]): Outcome {
  const last = received.at(-1);
  if (!last) return badResponse('nothing was received');
  const body = jsonOf(last);
  if (isOk(last) && body === undefined) return notJson(last);
  const said = objectOf(body);
  const [choice] = objectsOf(said.choices);
  const error = said.error ?? choice?.error;
  const usage = usageOf(objectOf(said.usage));
  if (!isOk(last) || error) return withUsage(statedFailure(last, said, objectOf(error)), usage);
  const outcome = choice ? outcomeOf(ask, said, choice) : badResponse('the response has no choices');
  return withUsage(outcome, usage);
}

/** What OpenRouter and DeepSeek say instead of an error when an answer broke off. */
const brokenOff = new Map<string, FailureKind>([
  ['error', 'server'],
  ['insufficient_system_resource', 'overloaded'],
]);

function outcomeOf(
  ask: Ask,
  said: JsonObject,
  choice: JsonObject,
): Omit<AgentAnswer, 'usage'> | AgentFailure {
  const message = objectOf(choice.message);
  const finish = textOf(choice.finish_reason);
  const text = withoutThinking(contentOf(message.content));
  const refusal = textOf(message.refusal);
  if (finish === 'content_filter' || (text.trim() === '' && refusal !== ''))
    return refused(refusal || 'the content filter stopped the answer');
  const broken = brokenOff.get(finish);
  if (broken) return { kind: broken, message: `the answer broke off (finish_reason: ${finish})` };
  if (text.trim() === '') return badResponse(`the answer is empty (finish_reason: ${finish || 'none'})`);
  const annotations = annotationsOf(message);
  const cited = eachOnce(citedOf(annotations, text));
  return {
    kind: 'answer',
    text,
    cited,
    consulted: onlyConsulted(annotations.map(linkOf), cited),
    searches: [],
    searched: hasSearched(objectOf(said.usage), annotations),
    model: textOf(said.model) || ask.model,
    finish,
  };
}

function contentOf(content: unknown): string {
  if (typeof content === 'string') return content;
  return objectsOf(content)
    .filter(({ type }) => type === 'text' || type === undefined)
    .map(({ text }) => textOf(text))
    .join('');
}

type Annotation = Link & {
  /** Where the text cites it; null where only a list names it, undefined where nothing is said of the place. */
  at: number | null | undefined;
};

function annotationsOf(message: JsonObject): Annotation[] {
  return objectsOf(message.annotations)
    .filter(({ type }) => type === 'url_citation' || type === undefined)
    .map((annotation) => ({ ...annotation, ...objectOf(annotation.url_citation) }))
    .map(({ url, title, start_index, end_index }: JsonObject) => ({
      url: textOf(url),
      title: textOf(title),
      at: placeOf(numberOf(start_index), numberOf(end_index)),
    }))
    .filter(({ url }) => /^https?:\/\//i.test(url));
}

function placeOf(start: number | null, end: number | null): number | null | undefined {
  if (start === null || end === null) return undefined;
  return end > start ? start : null;
}

/**
 * The annotations that the text cites, in its order. OpenRouter's own search annotates every result that the
 * model was shown, from 0 to 0: of these a page is cited when the text links to it.
 */
function citedOf(annotations: readonly Annotation[], text: string): Link[] {
  const isListed = annotations.some(({ at }) => at === null);
  const linked = isListed ? linkedPages(text) : new Map<string, number>();
  return annotations
    .map(({ at, ...link }) => ({
      link,
      at: at === null ? linked.get(pageOf(link.url)) : (at ?? text.length),
    }))
    .filter((one): one is { link: Link; at: number } => one.at !== undefined)
    .sort((a, b) => a.at - b.at)
    .map(({ link }) => link);
}

/** The pages that the text links to or shows, with their first place. */
function linkedPages(text: string): Map<string, number> {
  const urls = readVisible(text).urls.map(({ url, at }) => [pageOf(url), at] as const);
  return new Map(urls.reverse());
}

function pageOf(url: string): string {
  return readUrl(url)?.url ?? url;
}

function linkOf({ url, title }: Link): Link {
  return { url, title };
}

function hasSearched(usage: JsonObject, annotations: readonly Annotation[]): AgentAnswer['searched'] {
  const searches = searchesOf(usage);
  if (searches !== null) return searches > 0 ? 'yes' : 'no';
  return annotations.length > 0 ? 'yes' : 'unknown';
}

function searchesOf(usage: JsonObject): number | null {
  const tools = { ...objectOf(usage.server_tool_use), ...objectOf(usage.server_tool_use_details) };
  return numberOf(tools.web_search_requests);
}

function usageOf(usage: JsonObject): Usage {
  return {
    input_tokens: numberOf(usage.prompt_tokens),
    output_tokens: numberOf(usage.completion_tokens),
    searches: searchesOf(usage),
    usd: costOf(usage),
  };
}

/** With a key of the model's vendor, OpenRouter's `cost` is its own fee alone. */
function costOf(usage: JsonObject): number | null {
  const cost = numberOf(usage.cost);
  const upstream = numberOf(objectOf(usage.cost_details).upstream_inference_cost) ?? 0;
  return cost !== null && usage.is_byok === true ? cost + upstream : cost;
}

function withUsage(outcome: Omit<AgentAnswer, 'usage'> | AgentFailure, usage: Usage): Outcome {
  const isStated = Object.values(usage).some((value) => value !== null);
  return outcome.kind === 'answer' || isStated ? { ...outcome, usage } : outcome;
}
