// Stands in for Anthropic's Messages API with the web search tool, as documented in November 2026 (sources in
// `src/collector/agents/anthropic.ts`).
import { createHash } from 'node:crypto';
import { z } from 'zod';
import { passagesOf } from './passages.ts';
import type { FailureMode, OddMode, Received, Reply, Script, Vendor } from './vendor.ts';

type Page = Script['cited'][number];
type Block = Record<string, unknown>;

export const anthropic: Vendor = {
  id: 'anthropic',
  promptOf(received) {
    const [question, ...paused] = checked(received).messages;
    return paused.length === 0 ? question.content : null;
  },
  agentOf: () => 'claude',
  reply,
  fail,
};

const searchTool = z.strictObject({
  type: z.enum(['web_search_20250305', 'web_search_20260209', 'web_search_20260318']),
  name: z.literal('web_search'),
  max_uses: z.int().positive(),
  user_location: z
    .strictObject({ type: z.literal('approximate'), country: z.string().regex(/^[A-Z]{2}$/) })
    .optional(),
});

/** A paused turn goes back as it came; the vendor needs what it encrypted. */
const pausedTurn = z.strictObject({
  role: z.literal('assistant'),
  content: z
    .array(
      z.union([
        z.looseObject({
          type: z.literal('web_search_tool_result'),
          content: z.array(z.looseObject({ encrypted_content: z.string().min(1) })),
        }),
        z.looseObject({ type: z.enum(['text', 'server_tool_use']) }),
      ]),
    )
    .nonempty(),
});

const messagesRequest = z
  .strictObject({
    model: z.string().min(1),
    max_tokens: z.int().positive(),
    messages: z
      .tuple([z.strictObject({ role: z.literal('user'), content: z.string().min(1) })])
      .rest(pausedTurn),
    tools: z.tuple([searchTool]),
    thinking: z.strictObject({ type: z.enum(['adaptive', 'disabled', 'between_tools']) }).optional(),
  })
  .refine(
    ({ model, thinking }) =>
      !thinking ||
      thinking.type === 'adaptive' ||
      (thinking.type === 'between_tools') === (model === 'claude-sonnet-5-5'),
    { error: 'this way to turn thinking off is not supported by the model', path: ['thinking', 'type'] },
  );
type MessagesRequest = z.infer<typeof messagesRequest>;

function checked({ method, path, headers, body }: Received): MessagesRequest {
  if (method !== 'POST' || path !== '/v1/messages') throw new Error(`not found: ${method} ${path}`);
  if (!headers['x-api-key']) throw new Error('x-api-key header is required');
  if (headers['anthropic-version'] !== '2023-06-01')
    throw new Error('anthropic-version 2023-06-01 is required');
  return messagesRequest.parse(body);
}

/** A paused turn ends after its first search; what follows comes when it is continued. */
function reply(received: Received, script: Script, odd?: OddMode): Reply {
  const { model, messages } = checked(received);
  const continued = messages.length > 1;
  const searches = searchBlocks(script, odd);
  const pauses = odd === 'pause' && searches.length > 0;
  const before = { type: 'text', text: "I'll look this up." };
  const opening = searches.length === 0 ? [] : [before, ...searches.slice(0, pauses ? 2 : undefined)];
  if (pauses && !continued) return sent(message(model, opening, { stop_reason: 'pause_turn' }));
  const rest = continued ? searches.slice(2) : opening;
  return sent(message(model, [...rest, ...answerBlocks(script, odd)], { stop_reason: 'end_turn' }));
}

/** Calls of the search tool, each followed by its results. */
function searchBlocks({ cited, consulted, searches, searched, text }: Script, odd?: OddMode): Block[] {
  if (!searched) return [];
  const queries = searches.length === 0 ? [text.slice(0, 60)] : searches;
  const pages = [...cited, ...consulted];
  const share = Math.ceil(pages.length / queries.length);
  return queries.flatMap((query, at) => {
    const id = `srvtoolu_01${token(`${at} ${query}`, 22)}`;
    const caller = { type: 'direct' };
    const results = pages.slice(at * share, (at + 1) * share).map((page) => resultOf(page, odd));
    return [
      { type: 'server_tool_use', id, name: 'web_search', input: { query }, caller },
      { type: 'web_search_tool_result', tool_use_id: id, content: results, caller },
    ];
  });
}

function resultOf({ url, title }: Page, odd?: OddMode): Block {
  return {
    type: 'web_search_result',
    title: odd === 'null_titles' ? null : title,
    url,
    encrypted_content: token(url, 120),
    page_age: null,
  };
}

function answerBlocks(script: Script, odd?: OddMode): Block[] {
  if (odd === 'empty_text') return [{ type: 'text', text: '', citations: null }];
  const blocks = passagesOf(script).map(({ text, cited }) => ({
    type: 'text',
    text,
    citations: cited.length === 0 ? null : cited.map((page) => citationOf(page, odd)),
  }));
  if (odd !== 'unknown_items') return blocks;
  return blocks.flatMap((block, at) => [
    { type: 'progress_note', note: `step ${at}`, parts: [{ text: 'not for readers' }] },
    { ...block, citations: [{ type: 'map_location', place: 'Berlin' }, ...(block.citations ?? [])] },
  ]);
}

function citationOf({ url, title }: Page, odd?: OddMode): Block {
  return {
    type: 'web_search_result_location',
    cited_text: `An excerpt of ${url}`,
    url,
    title: odd === 'null_titles' ? null : title,
    encrypted_index: token(`index ${url}`, 60),
  };
}

function message(model: string, content: Block[], ended: Block): Block {
  const text = JSON.stringify(content);
  const searches = content.filter(({ type }) => type === 'server_tool_use').length;
  return {
    id: `msg_01${token(text, 22)}`,
    type: 'message',
    role: 'assistant',
    model,
    content,
    stop_sequence: null,
    stop_details: null,
    diagnostics: null,
    ...ended,
    usage: {
      input_tokens: 2300 + 9000 * searches,
      cache_creation_input_tokens: 0,
      cache_read_input_tokens: 0,
      cache_creation: { ephemeral_5m_input_tokens: 0, ephemeral_1h_input_tokens: 0 },
      output_tokens: Math.ceil(text.length / 16),
      output_tokens_details: null,
      server_tool_use: searches === 0 ? null : { web_search_requests: searches, web_fetch_requests: 0 },
      service_tier: 'standard',
      inference_geo: 'global',
      speed: 'standard',
    },
  };
}

function fail(received: Received, mode: FailureMode): Reply | null {
  switch (mode) {
    case 'auth':
      return failed(401, 'authentication_error', 'invalid x-api-key');
    case 'quota':
      return failed(
        400,
        'invalid_request_error',
        'Your credit balance is too low to access the Anthropic API. Please go to Plans & Billing to upgrade or purchase credits.',
      );
    case 'rate_seconds':
      return rated({ 'retry-after': '7' });
    case 'rate_date':
      return rated({ date: 'Sat, 21 Nov 2026 10:00:00 GMT', 'retry-after': 'Sat, 21 Nov 2026 10:00:30 GMT' });
    case 'rate_body':
      return null;
    case 'overloaded':
      return failed(529, 'overloaded_error', 'Overloaded');
    case 'server':
      return failed(500, 'api_error', 'Internal server error');
    case 'refused':
      return sent(message(checked(received).model, [], refusal));
  }
}

const refusal = {
  stop_reason: 'refusal',
  stop_details: {
    type: 'refusal',
    category: 'general_harms',
    explanation: 'This request was declined because it may lead to harm.',
  },
};

function rated(headers: Record<string, string>): Reply {
  const limited = failed(
    429,
    'rate_limit_error',
    "This request would exceed your organization's rate limit of 50 requests per minute.",
  );
  return { ...limited, headers: { ...limited.headers, ...headers } };
}

function failed(status: number, type: string, text: string): Reply {
  const request_id = `req_011${token(`${status} ${text}`, 21)}`;
  const body = { type: 'error', error: { type, message: text, details: null }, request_id };
  return { status, headers: { 'request-id': request_id }, body: JSON.stringify(body) };
}

function sent(body: Block): Reply {
  return {
    status: 200,
    headers: { 'request-id': `req_011${token(`${body.id}`, 21)}` },
    body: JSON.stringify(body),
  };
}

/** Looks random and is the same for the same text. */
function token(text: string, length: number): string {
  const digest = createHash('sha512').update(text).digest('base64url').replace(/[-_]/g, 'x');
  return digest.repeat(Math.ceil(length / digest.length)).slice(0, length);
}
