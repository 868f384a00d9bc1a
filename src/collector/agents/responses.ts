// What the Responses APIs of OpenAI and xAI share: one JSON body with a list of output items (messages,
// searches, reasoning, whatever comes next), counts of tokens, and a status. Sources stand in `openai.ts` and
// `xai.ts`; items, parts and annotations of other types are skipped.
import type {
  AgentFailure,
  Ask,
  Endpoint,
  Exchange,
  FailureKind,
  HttpRequest,
  Link,
  Outcome,
  Usage,
} from './agent.ts';
import { badResponse, failureOf, isOk, jsonOf, notJson, waitSaid } from './failures.ts';
import { type JsonObject, listOf, objectOf, objectsOf, textOf, textsOf } from './json.ts';
import { eachOnce, onlyConsulted } from './links.ts';

/** Including the tokens that a model spends on reasoning. */
export const MOST_TOKENS = 4096;
/** Searches and opened pages together. */
export const MOST_TOOL_CALLS = 5;

/** Where the vendors differ. */
export type Dialect = {
  /** A page as an annotation or a list of sources names it. */
  linkOf(page: JsonObject): Link;
  /** Whether an annotation of a text cites a page, or only names one that was consulted. */
  isCitation(annotation: JsonObject, text: string): boolean;
  /** `searchCalls` is how many searches the output shows, for responses that state no count. */
  usageOf(response: JsonObject, searchCalls: number): Usage;
  /** What an error means, where its words say more than the HTTP status. */
  kindOf(error: VendorError): FailureKind | undefined;
};

export type VendorError = { message: string; code: string; type: string };

/** Asks for a response with all that it holds in one piece. */
export function responsesRequest({ baseUrl, key }: Endpoint, body: JsonObject): HttpRequest {
  return {
    method: 'POST',
    url: `${baseUrl}/responses`,
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  };
}

/** What a response says; the vendors complete it in one request. */
export function parseResponses(dialect: Dialect, ask: Ask, received: readonly Exchange[]): Outcome {
  const last = received.at(-1);
  if (!last) return badResponse('nothing was received');
  const json = jsonOf(last);
  const response = objectOf(json);
  const error = errorOf(response);
  if (!isOk(last)) return failed(dialect, last, error);
  if (error) return { ...failed(dialect, last, error), ...costOf(dialect, response) };
  if (json === undefined) return notJson(last);
  if (!Array.isArray(response.output)) return badResponse('the response has no list of output items');
  return answerOf(dialect, ask, response);
}

function answerOf(dialect: Dialect, ask: Ask, response: JsonObject): Outcome {
  const items = objectsOf(response.output);
  const messages = spokenMessages(items);
  const calls = items.filter(({ type }) => type === 'web_search_call');
  const usage = dialect.usageOf(response, calls.filter((call) => queriesOf(call).length > 0).length);
  const finish = finishOf(response);
  const text = visible(messages.map(textOfMessage).filter(isSaid).join('\n\n'));
  if (finish === 'content_filter')
    return { kind: 'refused', message: 'stopped by the content filter', usage };
  if (!isSaid(text)) return { ...silence(messages, finish), usage };
  return {
    kind: 'answer',
    text,
    ...linksOf(dialect, { messages, calls, response }),
    searches: [...new Set(calls.flatMap(queriesOf))],
    searched: calls.length > 0 || (usage.searches ?? 0) > 0 ? 'yes' : 'no',
    model: textOf(response.model) || ask.model,
    finish,
    usage,
  };
}

// A message of the phase `commentary` only says what the model is about to do.
function spokenMessages(items: JsonObject[]): JsonObject[] {
  const messages = items.filter(({ type, role }) => type === 'message' && role !== 'tool');
  const final = messages.filter(({ phase }) => phase !== 'commentary');
  return final.some((message) => isSaid(textOfMessage(message))) ? final : messages;
}

function partsOf({ content }: JsonObject): JsonObject[] {
  return objectsOf(content).filter(({ type }) => type === 'output_text');
}

function textOfMessage(message: JsonObject): string {
  return partsOf(message)
    .map(({ text }) => textOf(text))
    .join('');
}

// References of OpenAI's models to their own search results, between characters of private use: ChatGPT turns
// them into links, and the API lets one slip through now and then. Nobody sees them, so they are left out;
// links in Markdown stay where the vendor put them.
function visible(text: string): string {
  return text.replace(/ ?\uE200[^\uE200\uE201]*\uE201/g, '');
}

function isSaid(text: string): boolean {
  return text.trim() !== '';
}

function finishOf({ status, incomplete_details }: JsonObject): string {
  return textOf(objectOf(incomplete_details).reason) || textOf(status);
}

function silence(messages: JsonObject[], finish: string): AgentFailure {
  const refusals = messages
    .flatMap(({ content }) => objectsOf(content))
    .filter(({ type }) => type === 'refusal')
    .map(({ refusal }) => textOf(refusal) || 'the model refused without a reason');
  if (refusals.length > 0) return { kind: 'refused', message: refusals.join(' ') };
  const missing = messages.length === 0 ? 'the response has no message' : 'the answer is empty';
  return badResponse(`${missing} (finish: ${finish || 'none'})`);
}

type Found = { messages: JsonObject[]; calls: JsonObject[]; response: JsonObject };

function linksOf(
  dialect: Dialect,
  { messages, calls, response }: Found,
): { cited: Link[]; consulted: Link[] } {
  const cited: JsonObject[] = [];
  const named: JsonObject[] = [];
  for (const part of messages.flatMap(partsOf))
    for (const annotation of annotationsOf(part))
      (dialect.isCitation(annotation, textOf(part.text)) ? cited : named).push(annotation);
  const toLinks = (pages: JsonObject[]) =>
    pages.map(dialect.linkOf).filter(({ url }) => /^https?:\/\//i.test(url));
  const links = eachOnce(toLinks(cited));
  const pages = [...calls.flatMap(pagesOf), ...named, ...listOf(response.citations).map(pageOf)];
  return { cited: links, consulted: onlyConsulted(toLinks(pages), links) };
}

/** By their place in the text. */
function annotationsOf({ annotations }: JsonObject): JsonObject[] {
  const place = ({ start_index }: JsonObject) =>
    typeof start_index === 'number' ? start_index : Number.MAX_SAFE_INTEGER;
  return objectsOf(annotations)
    .filter(({ type }) => type === 'url_citation')
    .sort((a, b) => place(a) - place(b));
}

/** What a search found, and the page that was opened or looked through instead of searching. */
function pagesOf({ action }: JsonObject): JsonObject[] {
  const { sources, source, url } = objectOf(action);
  return [...objectsOf(sources), objectOf(source), { url }];
}

function pageOf(page: unknown): JsonObject {
  return typeof page === 'string' ? { url: page } : objectOf(page);
}

// OpenAI lists `queries` beside the older `query`; xAI once gave it as the arguments of a function.
function queriesOf({ action, arguments: older }: JsonObject): string[] {
  const { queries, query } = objectOf(action);
  const listed = textsOf(queries);
  return listed.length > 0 ? listed : textsOf([query ?? objectOf(jsonOf({ body: textOf(older) })).query]);
}

/** OpenAI wraps its errors in an object, xAI's REST gateway puts code and words side by side. */
function errorOf({ error, code, status }: JsonObject): VendorError | undefined {
  const said = typeof error === 'string' ? { message: error, code } : objectOf(error);
  const [message, name, type] = [textOf(said.message), textOf(said.code), textOf(said.type)];
  if (message !== '' || name !== '') return { message: message || name, code: name, type };
  return status === 'failed'
    ? { message: 'the response failed without a reason', code: '', type }
    : undefined;
}

/** A response that failed may have cost something before. */
function costOf(dialect: Dialect, response: JsonObject): { usage?: Usage } {
  return Object.keys(objectOf(response.usage)).length === 0 ? {} : { usage: dialect.usageOf(response, 0) };
}

/** Of responses that failed after they began: the status is 200 then. */
const kindsBehind200: Record<string, FailureKind> = {
  rate_limit_exceeded: 'rate',
  server_error: 'server',
  internal_server_error: 'server',
  service_unavailable: 'overloaded',
  server_is_overloaded: 'overloaded',
  timeout: 'timeout',
};

function failed(dialect: Dialect, exchange: Exchange, error: VendorError | undefined): AgentFailure {
  if (!error) return failureOf(exchange);
  const { message, code } = error;
  const behind200 = Object.hasOwn(kindsBehind200, code) ? kindsBehind200[code] : undefined;
  return failureOf(exchange, {
    message: code === '' || message.includes(code) ? message : `${message} (${code})`,
    kind: dialect.kindOf(error) ?? (isOk(exchange) ? (behind200 ?? 'bad_response') : undefined),
    waitMs: waitSaid(message),
  });
}
