// Mistral's models through its Conversations API with the built-in web search.
//
// Sources, read in November 2026: docs.mistral.ai, pages "Websearch", "Agents & Conversations" and "Error
// glossary", the types of @mistralai/mistralai 2.7.0 (npm), and recorded responses in public: dotnet/extensions
// discussion 7181 (2025-12: `arguments` of a search) and error bodies with codes 1300 and 3505.
//
// The API tells less than others: no reason why an answer ended, no pages that were only consulted, no way to
// bound the number of searches, no field for country or language.
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
import { eachOnce } from './links.ts';

const MOST_TOKENS = 4096;

export const mistral: Connection = {
  id: 'mistral',
  // Le Chat answers with Medium since 2026-04-29 (Mistral Medium 3.5, mistral.ai/news); the alias is the one
  // that the documentation of this endpoint uses.
  agents: { mistral: { model: 'mistral-medium-latest' } },
  baseUrl: 'https://api.mistral.ai/v1',
  request,
  parse,
};

function request(
  { model, prompt }: Ask,
  { baseUrl, key }: Endpoint,
  received: readonly Exchange[],
): HttpRequest | null {
  if (received.length > 0) return null;
  return {
    method: 'POST',
    url: `${baseUrl}/conversations`,
    headers: {
      authorization: `Bearer ${key}`,
      'content-type': 'application/json',
      accept: 'application/json',
    },
    body: JSON.stringify({
      model,
      inputs: [{ role: 'user', content: prompt }],
      tools: [{ type: 'web_search' }],
      completion_args: { max_tokens: MOST_TOKENS },
      store: false,
      stream: false,
    }),
  };
}

function parse(ask: Ask, received: readonly Exchange[]): Outcome {
  const last = received.at(-1);
  if (!last) return badResponse('nothing was received');
  const body = objectOf(jsonOf(last));
  if (!isOk(last) || body.object === 'error') return refusedRequest(last, body);
  if (jsonOf(last) === undefined) return notJson(last);
  if (!Array.isArray(body.outputs)) return badResponse('the response has no list of outputs');
  return answerOf(ask, body);
}

function answerOf(ask: Ask, body: JsonObject): Outcome {
  const entries = objectsOf(body.outputs);
  const usage = usageOf(body, entries);
  const messages = spokenMessages(entries);
  const text = messages
    .map(messageText)
    .filter((one) => one.trim() !== '')
    .join('\n\n');
  if (text.trim() === '') return { ...badResponse('the answer is empty'), usage };
  return {
    kind: 'answer',
    text,
    cited: eachOnce(messages.flatMap(referencesOf)),
    consulted: [],
    searches: entries
      .filter(isSearch)
      .map(queryOf)
      .filter((query) => query !== ''),
    searched: entries.some(isSearch) || (usage.searches ?? 0) > 0 ? 'yes' : 'no',
    model: messages.map(({ model }) => textOf(model)).findLast((model) => model !== '') ?? ask.model,
    finish: '',
    usage,
  };
}

// A message before the first search only announces it and is no part of the answer.
function spokenMessages(entries: JsonObject[]): JsonObject[] {
  const first = entries.findIndex(isSearch);
  return entries.slice(first + 1).filter(({ type }) => type === 'message.output');
}

// Chunks of text are cut where a reference stands between them; the references are not marked in the text.
function messageText({ content }: JsonObject): string {
  if (typeof content === 'string') return content;
  return objectsOf(content)
    .map(({ type, text }) => (type === 'text' ? textOf(text) : ''))
    .join('');
}

function referencesOf({ content }: JsonObject): Link[] {
  return objectsOf(content)
    .filter(({ type }) => type === 'tool_reference')
    .map(({ url, title }) => ({ url: textOf(url), title: textOf(title) }));
}

function isSearch({ type, name }: JsonObject): boolean {
  return type === 'tool.execution' && isSearchTool(name);
}

/** `web_search`, `web_search_premium`. */
function isSearchTool(name: unknown): boolean {
  return textOf(name).startsWith('web_search');
}

/** The arguments are JSON in a string; those of other calls may be an object, too. */
function queryOf({ arguments: given }: JsonObject): string {
  const read = typeof given === 'string' ? jsonOf({ body: given }) : given;
  return textOf(objectOf(read).query).trim();
}

// What the search found is read by the model and counted by itself; the total is the sum of all three. The
// calls of each connector are billed; where they are not counted, those that the response lists are.
function usageOf({ usage }: JsonObject, entries: JsonObject[]): Usage {
  const { prompt_tokens, connector_tokens, completion_tokens, connectors } = objectOf(usage);
  const input = [prompt_tokens, connector_tokens].map(numberOf).filter((value) => value !== null);
  const calls = Object.entries(objectOf(connectors)).filter(([name]) => isSearchTool(name));
  const counted = calls.reduce((sum, [, count]) => sum + (numberOf(count) ?? 0), 0);
  return {
    input_tokens: input.length === 0 ? null : input.reduce((sum, value) => sum + value, 0),
    output_tokens: numberOf(completion_tokens),
    searches: counted || entries.filter(isSearch).length,
    usd: null,
  };
}

function refusedRequest(exchange: Exchange, body: JsonObject): AgentFailure {
  const message = saidIn(body);
  return failureOf(exchange, { message: message || undefined, kind: kindOf(exchange, body, message) });
}

/** The documented `message`, or the `detail` of the checks before it: words, or a list of what is wrong where. */
function saidIn(body: JsonObject): string {
  const detail = body.detail ?? objectOf(body.message).detail;
  const wrong = objectsOf(detail).map(({ loc, msg }) => `${listOf(loc).join('.')}: ${textOf(msg)}`);
  return textOf(body.message) || textOf(detail) || wrong.join('; ');
}

function kindOf(
  { status, headers }: Exchange,
  { type, code }: JsonObject,
  message: string,
): FailureKind | undefined {
  if (type === 'service_tier_capacity_exceeded' || `${code}` === '3505') return 'overloaded';
  if (status === 403 && /guardrail|moderation/i.test(message)) return 'refused';
  if (status !== 429) return undefined;
  // A limit of nothing belongs to a workspace without a plan: no wait helps.
  const isUnpaid = headers['x-ratelimit-limit-req-minute'] === '0';
  return isUnpaid || /\bmonth|billing|payment|credits?\b/i.test(message) ? 'quota' : 'rate';
}
