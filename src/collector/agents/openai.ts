// ChatGPT's models through OpenAI's Responses API with the hosted tool `web_search`.
//
// Sources, read in November 2026: the types of the npm package openai 7.57.0 (2026-11-13: request, output items,
// `phase`, `tool_usage`, `user_location`), developers.openai.com/api/docs: "Web search" (tool, sources,
// citations), "Error codes" (codes of exhausted credit), the model pages and "Pricing"; responses recorded in
// the fixtures of vercel/ai (2025-03 to 2026-10).
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

export const openai: Connection = {
  id: 'openai',
  // The middle of OpenAI's range (released on 2026-10-26, $1 and $5 per million tokens). `chat-latest` follows
  // the model that ChatGPT itself starts with, at several times the price: a plan may name it.
  agents: { chatgpt: { model: 'gpt-6.1-terra' } },
  baseUrl: 'https://api.openai.com/v1',
  request,
  parse: (ask, received): Outcome => parseResponses(dialect, ask, received),
};

function request(ask: Ask, endpoint: Endpoint, received: readonly Exchange[]): HttpRequest | null {
  return received.length > 0 ? null : responsesRequest(endpoint, bodyOf(ask));
}

// Without a location the tool searches as from the United States; an approximate one that names no place
// avoids that. There is no field for a language.
function bodyOf({ model, prompt, country }: Ask): JsonObject {
  const user_location = { type: 'approximate', ...(country === null ? {} : { country }) };
  return {
    model,
    input: prompt,
    tools: [{ type: 'web_search', user_location }],
    include: ['web_search_call.action.sources'],
    max_output_tokens: MOST_TOKENS,
    max_tool_calls: MOST_TOOL_CALLS,
    ...(takesEffort(model) ? { reasoning: { effort: 'low' } } : {}),
    store: false,
  };
}

/**
 * Reasoning counts against the token limit and would cut answers off at its default. Models that do not reason,
 * or take other efforts only, refuse a request that asks for this one.
 */
function takesEffort(model: string): boolean {
  return /^(?:gpt-[5-9]|o\d)/.test(model) && !/-(?:chat|search|pro|deep)\b/.test(model);
}

const dialect: Dialect = { linkOf, isCitation: () => true, usageOf, kindOf };

// OpenAI marks the pages that it cites as visited from its product, and names most of them without the mark
// in the lists of sources: the same page either way.
function linkOf({ url, title }: JsonObject): Link {
  const page = textOf(url).replace(/[?&]utm_source=(?:openai|chatgpt\.com)(?=#|$)/, '');
  return { url: page, title: title === url ? '' : textOf(title) };
}

/** Opened pages and searches that are made free of charge are not in the vendor's count. */
function usageOf({ usage, tool_usage }: JsonObject, searchCalls: number): Usage {
  const { input_tokens, output_tokens } = objectOf(usage);
  return {
    input_tokens: numberOf(input_tokens),
    output_tokens: numberOf(output_tokens),
    searches: numberOf(objectOf(objectOf(tool_usage).web_search).num_requests) ?? searchCalls,
    usd: null,
  };
}

// Rate limits and four kinds of exhausted money share status 429.
function kindOf({ code, type }: VendorError): FailureKind | undefined {
  if (type === 'insufficient_quota' || /quota|credit|billing|(?:spend|usage)_limit/.test(code))
    return 'quota';
  if (/^invalid_prompt$|content_filter|(?:content|bio|cyber|misalignment)_policy/.test(code))
    return 'refused';
  return /overloaded|slow_down/.test(code) ? 'overloaded' : undefined;
}
