// Gemini through `generateContent` of the Gemini API, grounded with Google Search.
//
// Sources, read in November 2026: the types of @google/genai 3.1.0 (all fields); ai.google.dev/gemini-api/docs,
// pages "Grounding with Google Search" (chunks, supports, billed queries), "Pricing" (as of 2026-10-22) and
// "Migrate to Interactions" (`generateContent` stays supported); error bodies as users quoted them in the
// trackers of google-gemini/gemini-cli and others in 2025 and 2026.
//
// The links are redirects of Google's, which end some weeks later. They are kept as they came, with the page's
// domain as their title; `../redirects.ts` finds out where they lead.
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
import { badResponse, durationMs, failureOf, isOk, jsonOf, notJson, refused, waitSaid } from './failures.ts';
import { type JsonObject, listOf, numberOf, objectOf, objectsOf, textOf, textsOf, totalOf } from './json.ts';
import { eachOnce, onlyConsulted } from './links.ts';

/** Thinking counts towards it. */
const MOST_TOKENS = 4096;

export const gemini: Connection = {
  id: 'gemini',
  // The app answers with the current Flash by default (blog.google, 2026-05-19, then 3.5); 3.8 is the current
  // one (2026-09-02).
  agents: { gemini: { model: 'gemini-3.8-flash' } },
  baseUrl: 'https://generativelanguage.googleapis.com/v1beta',
  request,
  parse,
};

function request(ask: Ask, { baseUrl, key }: Endpoint, received: readonly Exchange[]): HttpRequest | null {
  if (received.length > 0) return null;
  const model = encodeURIComponent(ask.model.replace(/^models\//, ''));
  return {
    method: 'POST',
    url: `${baseUrl}/models/${model}:generateContent`,
    headers: { 'x-goog-api-key': key, 'content-type': 'application/json' },
    body: JSON.stringify(bodyOf(ask)),
  };
}

// There is no field for a country: the location is a point on the map, and a whole country is none. Searches
// cannot be limited either.
function bodyOf({ model, prompt, language }: Ask) {
  const thinking = isOld(model) ? {} : { thinkingConfig: { thinkingLevel: 'LOW' } };
  return {
    contents: [{ role: 'user', parts: [{ text: prompt }] }],
    tools: [{ googleSearch: {} }],
    ...(language === null ? {} : { toolConfig: { retrievalConfig: { languageCode: language } } }),
    generationConfig: { maxOutputTokens: MOST_TOKENS, ...thinking },
  };
}

/** Gemini 2.5 and older know no thinking levels, and bill a grounded prompt instead of each search. */
function isOld(model: string): boolean {
  return /^(?:models\/)?gemini-[12]\b/.test(model);
}

function parse(ask: Ask, received: readonly Exchange[]): Outcome {
  const last = received.at(-1);
  if (!last) return badResponse('nothing was received');
  if (!isOk(last)) return failed(last);
  const body = jsonOf(last);
  return body === undefined ? notJson(last) : read(ask, objectOf(body));
}

function read(ask: Ask, body: JsonObject): Outcome {
  const candidate = objectsOf(body.candidates)[0];
  const { blockReason } = objectOf(body.promptFeedback);
  const usage = usageOf(ask, body, candidate ?? {});
  if (!candidate && textOf(blockReason) !== '')
    return { ...refused(`the prompt was blocked: ${blockReason}`), usage };
  if (!candidate) return badResponse('the response has no candidates');
  const finish = textOf(candidate.finishReason);
  if (withheld.has(finish)) return { ...refused(whyWithheld(candidate)), usage };
  const text = textIn(candidate);
  if (text.trim() === '')
    return { ...badResponse(`the answer is empty (finishReason: ${finish || 'none'})`), usage };
  const model = textOf(body.modelVersion) || ask.model;
  const searched = usage.searches === 0 ? 'no' : 'yes';
  return { kind: 'answer', text, ...pagesOf(candidate), searched, model, finish, usage };
}

/** Reasons to end that mean that Google withholds the answer. */
const withheld = new Set([
  'SAFETY',
  'RECITATION',
  'LANGUAGE',
  'BLOCKLIST',
  'PROHIBITED_CONTENT',
  'SPII',
  'IMAGE_SAFETY',
]);

function whyWithheld({ finishReason, finishMessage }: JsonObject): string {
  const said = textOf(finishMessage);
  return `the answer was withheld: ${finishReason}${said === '' ? '' : ` (${said})`}`;
}

// Parts follow each other without a break. Thoughts, code and calls of tools are nothing that a person sees,
// and there are no citation marks in the text.
function textIn({ content }: JsonObject): string {
  return objectsOf(objectOf(content).parts)
    .filter(({ thought }) => thought !== true)
    .map(({ text }) => textOf(text))
    .join('');
}

function pagesOf({ groundingMetadata }: JsonObject): {
  cited: Link[];
  consulted: Link[];
  searches: string[];
} {
  const grounding = objectOf(groundingMetadata);
  const pages = listOf(grounding.groundingChunks).map(pageOf);
  const cited = eachOnce(citedPlaces(grounding).flatMap((place) => pages[place] ?? []));
  return { cited, consulted: onlyConsulted(pages, cited), searches: queriesOf(grounding) };
}

function pageOf(chunk: unknown): Link {
  const { uri, title, domain } = objectOf(objectOf(chunk).web);
  return { url: textOf(uri), title: textOf(title) || textOf(domain) };
}

/** Places in the list of chunks, in the order of the passages that they support. */
function citedPlaces({ groundingSupports }: JsonObject): number[] {
  const supports = objectsOf(groundingSupports).map(({ segment, groundingChunkIndices }) => ({
    part: startOf(segment, 'partIndex'),
    start: startOf(segment, 'startIndex'),
    places: listOf(groundingChunkIndices).filter((place) => typeof place === 'number'),
  }));
  return supports.toSorted((a, b) => a.part - b.part || a.start - b.start).flatMap(({ places }) => places);
}

/** Zero is left out on the wire. */
function startOf(segment: unknown, index: string): number {
  return numberOf(objectOf(segment)[index]) ?? 0;
}

/** Each query once; Google itself says that empty ones come up and do not count. */
function queriesOf({ webSearchQueries }: JsonObject): string[] {
  return [...new Set(textsOf(webSearchQueries))];
}

/** Thinking is billed as output; what the search found is counted as input. */
function usageOf(ask: Ask, body: JsonObject, candidate: JsonObject): Usage {
  const counts = objectOf(body.usageMetadata);
  const grounding = objectOf(candidate.groundingMetadata);
  const queries = queriesOf(grounding).length;
  const searched =
    queries > 0 ||
    listOf(grounding.groundingChunks).length > 0 ||
    Boolean(numberOf(counts.toolUsePromptTokenCount));
  const billed = isOld(textOf(body.modelVersion) || ask.model) ? 1 : queries || null;
  return {
    input_tokens: totalOf([counts.promptTokenCount, counts.toolUsePromptTokenCount]),
    output_tokens: totalOf([counts.candidatesTokenCount, counts.thoughtsTokenCount]),
    searches: searched ? billed : 0,
    usd: null,
  };
}

function failed(exchange: Exchange): AgentFailure {
  const body = jsonOf(exchange);
  const error = objectOf(objectOf(Array.isArray(body) ? body[0] : body).error);
  const message = textOf(error.message);
  return failureOf(exchange, {
    message: message || undefined,
    kind: kindOf(error),
    waitMs: retryDelay(error) ?? waitSaid(message),
  });
}

// A wrong key is a 400, and so are a region and a project that Google does not serve; a spent balance, a
// spent day and a busy minute are all 429. What a day allows comes back at midnight in California.
function kindOf(error: JsonObject): FailureKind | undefined {
  const details = objectsOf(error.details);
  const reasons = details.map(({ reason }) => textOf(reason));
  const limits = details
    .flatMap(({ violations }) => objectsOf(violations))
    .map(({ quotaId }) => textOf(quotaId));
  if (reasons.includes('BILLING_DISABLED')) return 'quota';
  if (reasons.includes('API_KEY_INVALID') || error.status === 'FAILED_PRECONDITION') return 'auth';
  if (error.status !== 'RESOURCE_EXHAUSTED') return undefined;
  const isSpent = /credits are depleted|spending cap|limit: 0/i.test(textOf(error.message));
  return isSpent || limits.some((limit) => limit.includes('PerDay')) ? 'quota' : undefined;
}

function retryDelay({ details }: JsonObject): number | undefined {
  const info = objectsOf(details).find((detail) => textOf(detail['@type']).endsWith('google.rpc.RetryInfo'));
  return durationMs(textOf(info?.retryDelay));
}
