// Grok through xAI's Responses API with the server-side tool `web_search`.
//
// Sources, read in November 2026: xAI's own OpenAPI document (api.x.ai/api-docs/openapi.json, as mirrored by
// api-evangelist/xai), docs.x.ai/developers: "Citations", "Tool usage details", "Cost tracking", "Pricing",
// "Debugging errors"; the npm package @ai-sdk/xai 5.0.12; responses recorded in its fixtures (2025-11 to
// 2026-09) and in public records of answers with inline citations (2026-08).
import type {
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
import { type JsonObject, numberOf, objectOf, textOf } from './json.ts';
import {
  type Dialect,
  MOST_TOKENS,
  MOST_TOOL_CALLS,
  parseResponses,
  responsesRequest,
  type VendorError,
} from './responses.ts';

const TICKS_PER_USD = 10_000_000_000;

export const xai: Connection = {
  id: 'xai',
  // xAI's current model (released on 2026-09-21, $2 and $6 per million tokens); the older grok-4.3 costs about
  // half, while most of an answer's price is its searches.
  agents: { grok: { model: 'grok-4.7' } },
  baseUrl: 'https://api.x.ai/v1',
  request,
  parse: (ask, received): Outcome => parseResponses(dialect, ask, received),
};

function request(ask: Ask, endpoint: Endpoint, received: readonly Exchange[]): HttpRequest | null {
  return received.length > 0 ? null : responsesRequest(endpoint, bodyOf(ask));
}

// The API refuses a request whose search tool has a `user_location`, and knows no language. Turns are limited,
// not calls: one call per turn makes them the same.
function bodyOf({ model, prompt }: Ask): JsonObject {
  return {
    model,
    input: prompt,
    tools: [{ type: 'web_search' }],
    include: ['web_search_call.action.sources'],
    max_output_tokens: MOST_TOKENS,
    max_turns: MOST_TOOL_CALLS,
    parallel_tool_calls: false,
    ...(takesEffort(model) ? { reasoning: { effort: 'low' } } : {}),
    store: false,
  };
}

/** These refuse every effort; the others think long by default, within the limit of tokens. */
function takesEffort(model: string): boolean {
  return !/^grok-4\.20(?:-\d{4})?-(?:non-)?reasoning$/.test(model);
}

const dialect: Dialect = { linkOf, isCitation, usageOf, kindOf };

// Pages have no titles: xAI puts the number of a citation or the URL in their place.
function linkOf({ url, title }: JsonObject): Link {
  const isNone = title === url || /^\d+$/.test(textOf(title));
  return { url: textOf(url), title: isNone ? '' : textOf(title) };
}

// An annotation that spans a mark in the text, `[[1]](https://...)`, cites. Where the text has no such marks,
// the annotations hold every page that came up, all at place 0 or at none.
function isCitation({ url, start_index, end_index }: JsonObject, text: string): boolean {
  const spans = (numberOf(end_index) ?? 0) > (numberOf(start_index) ?? 0);
  return spans || text.includes(`](${textOf(url)})`);
}

function usageOf({ usage }: JsonObject, searchCalls: number): Usage {
  const said = objectOf(usage);
  const calls = objectOf(said.server_side_tool_usage_details).web_search_calls;
  const ticks = numberOf(said.cost_in_usd_ticks);
  return {
    input_tokens: numberOf(said.input_tokens),
    output_tokens: numberOf(said.output_tokens),
    searches: numberOf(calls) ?? numberOf(said.num_server_side_tools_used) ?? searchCalls,
    usd: ticks === null ? null : ticks / TICKS_PER_USD,
  };
}

// A wrong key comes as 400, spent credit as 403 or 429, a prompt against the usage guidelines as 403.
function kindOf({ code, message }: VendorError): FailureKind | undefined {
  if (/(?:incorrect|invalid) api key/i.test(message)) return 'auth';
  if (/available credits|spending limit|purchase more credits/i.test(message)) return 'quota';
  if (/violates usage guidelines|safety_check/i.test(message)) return 'refused';
  return code === 'insufficient_quota' ? 'quota' : undefined;
}
