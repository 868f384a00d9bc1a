// ChatGPT as people see it on chatgpt.com, Google's AI Mode and AI Overviews, read off the pages by DataForSEO.
//
// Sources, read in November 2026: docs.dataforseo.com/v3 "Live ChatGPT LLM Scraper" (2026-06-06), "Live Google AI
// Mode SERP", "Live Google Organic SERP Advanced", "Errors" (2026-05-29), the types of npm dataforseo-client 2.1.7,
// and the vendor's help center ("What does the 40101 error mean?", "Can I set a limit for my payments?").
// Country numbers are ISO 3166-1's (UN M49), which the vendor's country locations are 2000 above.
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
import countryNumbers from './country-numbers.json' with { type: 'json' };
import { badResponse, failureOf, isOk, jsonOf, notJson } from './failures.ts';
import { type JsonObject, numberOf, objectOf, objectsOf, textOf, textsOf } from './json.ts';
import { eachOnce, inTextOrder, onlyConsulted } from './links.ts';

/** What a page said; the rest of an answer is alike for all surfaces. */
type Read = Pick<AgentAnswer, 'text' | 'cited' | 'consulted' | 'searches' | 'searched'>;

type Surface = {
  path: string;
  /** Fields of the task beside prompt and place. */
  task: JsonObject;
  read(result: JsonObject): Read | AgentFailure;
};

const surfaces = new Map<string, Surface>([
  [
    'chatgpt_web',
    // A web search is not forced: ChatGPT decides by itself, as it does for people.
    { path: 'ai_optimization/chat_gpt/llm_scraper/live/advanced', task: {}, read: readChat },
  ],
  ['google_ai_mode', { path: 'serp/google/ai_mode/live/advanced', task: {}, read: readOverview }],
  [
    'google_ai_overview',
    {
      path: 'serp/google/organic/live/advanced',
      // One results page bounds the cost. Most overviews load after the page: without the second field they are empty.
      task: { depth: 10, load_async_ai_overview: true },
      read: readOverview,
    },
  ],
]);

/** The vendor's codes that say what to do about a failure; others from 50000 on are its own errors. */
const kinds: Record<number, FailureKind> = {
  40100: 'auth',
  40101: 'server',
  40102: 'no_answer',
  40103: 'server',
  40104: 'auth',
  40200: 'quota',
  40201: 'auth',
  40202: 'rate',
  40203: 'quota',
  40204: 'auth',
  40207: 'auth',
  40209: 'rate',
  40210: 'quota',
  50301: 'overloaded',
  50303: 'overloaded',
  50304: 'overloaded',
  50401: 'timeout',
};

/** Done, and done with a part of the results. */
const doneCodes = new Set([20000, 40106]);

export const dataforseo: Connection = {
  id: 'dataforseo',
  // Pages have no model to choose; the name says which page was read.
  agents: Object.fromEntries([...surfaces.keys()].map((agent) => [agent, { model: agent }])),
  baseUrl: 'https://api.dataforseo.com/v3',
  request,
  parse,
};

function request(ask: Ask, { baseUrl, key }: Endpoint, received: readonly Exchange[]): HttpRequest | null {
  if (received.length > 0) return null;
  const surface = surfaces.get(ask.agent);
  if (!surface)
    throw new Error(`DataForSEO cannot ask ${ask.agent}, only ${[...surfaces.keys()].join(', ')}`);
  return {
    method: 'POST',
    url: `${baseUrl}/${surface.path}`,
    headers: {
      authorization: `Basic ${Buffer.from(key, 'utf8').toString('base64')}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify([{ keyword: keywordOf(ask.prompt), ...placeOf(ask), ...surface.task }]),
  };
}

// The vendor decodes %xx and turns + into a space.
function keywordOf(prompt: string): string {
  return prompt.replaceAll('%', '%25').replaceAll('+', '%2B');
}

// Both fields are required, so the vendor's own example values stand in for what a plan leaves open. A country
// without a number (Kosovo) goes by its name, which the vendor knows or refuses.
function placeOf({ country, language }: Ask): JsonObject {
  const code = country ?? 'US';
  const number = (countryNumbers as Record<string, number>)[code];
  const place =
    number === undefined
      ? { location_name: new Intl.DisplayNames('en', { type: 'region' }).of(code) }
      : { location_code: 2000 + number };
  const isTraditional = code === 'TW' || code === 'HK' || code === 'MO';
  const chinese = isTraditional ? 'zh-TW' : 'zh-CN';
  return { ...place, language_code: language === 'zh' ? chinese : (language ?? 'en') };
}

function parse(ask: Ask, received: readonly Exchange[]): Outcome {
  const last = received.at(-1);
  if (!last) return badResponse('nothing was received');
  const surface = surfaces.get(ask.agent);
  if (!surface) return badResponse(`DataForSEO does not read ${ask.agent}`);
  const body = jsonOf(last);
  if (isOk(last) && body === undefined) return notJson(last);
  const top = objectOf(body);
  const task = objectsOf(top.tasks)[0] ?? {};
  const result = objectsOf(task.result)[0] ?? {};
  const read = failureIn(last, top, task) ?? surface.read(result);
  const usage = usageOf(top, task);
  if ('kind' in read) return (usage.usd ?? 0) > 0 ? { ...read, usage } : read;
  return {
    kind: 'answer',
    ...read,
    model: textOf(result.model) || ask.model,
    finish: textOf(task.status_message),
    usage,
  };
}

// An answered request may hold a failed task: its own code decides, and `tasks_error` does not count all of them.
function failureIn(exchange: Exchange, top: JsonObject, task: JsonObject): AgentFailure | undefined {
  const failed = top.status_code === 20000 ? task : top;
  const code = numberOf(failed.status_code);
  if (code === null) {
    if (!isOk(exchange)) return failureOf(exchange);
    return badResponse(`${failed === top ? 'the body' : 'its first task'} has no status_code`);
  }
  if (isOk(exchange) && doneCodes.has(code)) {
    const hasResult = objectsOf(task.result).length > 0;
    return hasResult ? undefined : badResponse('the task is done, but has no result');
  }
  const kind = kinds[code] ?? (code >= 50000 ? 'server' : undefined);
  return failureOf(exchange, { kind, message: `${code} ${textOf(failed.status_message)}` });
}

// One task is one results page that is billed; the cost is stated for failed tasks too, some of which cost.
function usageOf(top: JsonObject, task: JsonObject): Usage {
  const usd = numberOf(task.cost) ?? numberOf(top.cost);
  return { input_tokens: null, output_tokens: null, searches: 1, usd };
}

// `markdown` is the whole answer with the marks that people see: small links named by their site. Where it is
// missing, its parts take its place.
function readChat(result: JsonObject): Read | AgentFailure {
  const parts = objectsOf(result.items);
  const text = textOf(result.markdown) || joined(parts.map(({ markdown }) => textOf(markdown)));
  if (text.trim() === '') return badResponse('the answer is empty');
  const sources = [...parts, result].flatMap((one) => objectsOf(one.sources)).map(linkOf);
  const cited = inTextOrder(eachOnce(sources), text);
  const found = objectsOf(result.search_results).map(linkOf);
  const searches = textsOf(result.fan_out_queries);
  return {
    text,
    cited,
    consulted: onlyConsulted(found, cited),
    searches,
    searched: cited.length + found.length + searches.length > 0 ? 'yes' : 'no',
  };
}

// AI Mode comes as an item of the same type as an overview. Neither tells what it searched for.
function readOverview(result: JsonObject): Read | AgentFailure {
  if (!Array.isArray(result.items) && result.items !== null)
    return badResponse('the result has no list of items');
  const overviews = objectsOf(result.items).filter(({ type }) => type === 'ai_overview');
  if (overviews.length === 0) return { kind: 'no_answer', message: 'Google shows no AI answer' };
  const text = joined(overviews.map(overviewText));
  if (text.trim() === '') return badResponse('Google shows an AI answer, but its text is missing');
  const cited = inTextOrder(eachOnce(overviews.flatMap(referencesOf)), text);
  return { text, cited, consulted: [], searches: [], searched: cited.length > 0 ? 'yes' : 'unknown' };
}

function overviewText(overview: JsonObject): string {
  const parts = objectsOf(overview.items).filter(({ type }) => type !== 'ai_overview_paid');
  return textOf(overview.markdown) || joined(parts.map(partText));
}

function partText(part: JsonObject): string {
  const own = textOf(part.markdown) || joined([textOf(part.title), textOf(part.text)]);
  return joined([own, ...objectsOf(part.components).map(partText)]);
}

// Sections name their references in the order of the text; the list of the whole follows.
function referencesOf(overview: JsonObject): Link[] {
  const sections = objectsOf(overview.items);
  const parts = sections.flatMap((section) => [section, ...objectsOf(section.components)]);
  return [...parts, overview].flatMap((one) => objectsOf(one.references)).map(linkOf);
}

function linkOf({ url, title }: JsonObject): Link {
  return { url: textOf(url), title: textOf(title) };
}

function joined(parts: string[]): string {
  return parts.filter((part) => part.trim() !== '').join('\n\n');
}
