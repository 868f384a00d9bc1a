// Stands in for xAI's Responses API with the tool `web_search`, as documented in November 2026 (sources in
// `src/collector/agents/xai.ts`).
import { z } from 'zod';
import { asked, type Json, type Mark, marked, sent, token, uuidOf } from './responses.ts';
import type { FailureMode, OddMode, Received, Reply, Script, Vendor } from './vendor.ts';

export const xai: Vendor = {
  id: 'xai',
  promptOf: (received) => checked(received).input,
  agentOf: () => 'grok',
  reply(received, script, odd) {
    const request = checked(received);
    const id = uuidOf(request.input + script.text);
    return sent(responseOf(request, { id, output: outputOf(id, script, odd) }));
  },
  fail,
};

const refusedField = z
  .never({ error: 'is for compatibility only: the request is rejected if it is set' })
  .optional();

const responsesRequest = z.strictObject({
  model: z.string().min(1),
  input: z.string().min(1),
  tools: z.tuple([
    z.strictObject({
      type: z.literal('web_search'),
      user_location: refusedField,
      search_context_size: refusedField,
      external_web_access: refusedField,
    }),
  ]),
  include: z
    .array(
      z.enum(['web_search_call.action.sources', 'reasoning.encrypted_content', 'no_inline_citations'], {
        error: 'Argument not supported: include',
      }),
    )
    .optional(),
  max_output_tokens: z.int().positive().optional(),
  max_turns: z.int().positive().optional(),
  parallel_tool_calls: z.boolean().optional(),
  reasoning: z.strictObject({ effort: z.enum(['none', 'low', 'medium', 'high', 'xhigh']) }).optional(),
  store: z.boolean().optional(),
});
type ResponsesRequest = z.infer<typeof responsesRequest>;

function checked(received: Received): ResponsesRequest {
  return responsesRequest.parse(asked(received));
}

function outputOf(id: string, script: Script, odd?: OddMode): Json[] {
  const thought = [{ type: 'summary_text', text: 'The user asks for a recommendation.\n' }];
  const items = [
    { id: `rs_${id}`, summary: thought, type: 'reasoning', status: 'completed' },
    ...(script.searched ? callsOf(id, script) : []),
    {
      content: [answerPart(script, odd)],
      id: `msg_${id}`,
      role: 'assistant',
      type: 'message',
      status: 'completed',
    },
  ];
  const strange = { type: 'hologram_call', id: `hl_${id}`, status: 'completed', action: 'none' };
  return odd === 'unknown_items' ? [strange, ...items] : items;
}

/** Every call lists the pages of all of them. */
function callsOf(id: string, { cited, consulted, searches }: Script): Json[] {
  const sources = [...cited, ...consulted].map(({ url }) => ({ type: 'url', url }));
  return (searches.length === 0 ? [''] : searches).map((query, at) => ({
    id: `ws_${id}_call-${uuidOf(`${at} ${query}`)}-${at}`,
    type: 'web_search_call',
    status: 'completed',
    action: { type: 'search', query, sources },
  }));
}

function answerPart(script: Script, odd?: OddMode): Json {
  const { text, marks } = marked({ ...script, markOf: ({ url }, number) => `[[${number}]](${url})` });
  const inline = marks.map((mark, at) => annotationOf(mark, odd === 'null_titles' ? null : `${at + 1}`));
  const annotations: Json[] = inline.length > 0 || !script.searched ? inline : everyPage(script, odd);
  if (odd === 'unknown_items') annotations.unshift({ type: 'map_citation', place: 'Berlin' });
  return { type: 'output_text', text: odd === 'empty_text' ? '' : text, logprobs: [], annotations };
}

/** Without marks in the text, the annotations are all pages that came up. */
function everyPage({ consulted }: Script, odd?: OddMode): Json[] {
  return consulted.map((page) =>
    annotationOf({ page, start: 0, end: 0 }, odd === 'null_titles' ? null : page.url),
  );
}

function annotationOf({ page, start, end }: Mark, title: string | null): Json {
  return { type: 'url_citation', url: page.url, start_index: start, end_index: end, title };
}

function responseOf(request: ResponsesRequest, { id, output }: { id: string; output: Json[] }): Json {
  const now = Math.floor(Date.now() / 1000);
  return {
    created_at: now,
    completed_at: now,
    id,
    max_output_tokens: request.max_output_tokens ?? null,
    model: request.model,
    object: 'response',
    output,
    parallel_tool_calls: request.parallel_tool_calls ?? true,
    previous_response_id: null,
    reasoning: { effort: request.reasoning?.effort ?? null, summary: 'detailed' },
    temperature: 0.7,
    text: { format: { type: 'text' } },
    tool_choice: 'auto',
    tools: request.tools,
    top_p: 0.95,
    usage: usageOf(output),
    user: null,
    incomplete_details: null,
    status: 'completed',
    store: request.store ?? true,
    metadata: { system_fingerprint: `fp_${token(request.model, 16)}` },
    background: false,
    service_tier: 'default',
    truncation: 'disabled',
    top_logprobs: 0,
    presence_penalty: 0,
    frequency_penalty: 0,
    prompt_cache_key: null,
    max_tool_calls: null,
    safety_identifier: null,
    error: null,
    instructions: null,
  };
}

/** Priced as grok-4.7: $2 and $6 per million tokens, $5 per thousand searches, in ticks of 10^-10 dollars. */
function usageOf(output: Json[]): Json {
  const searches = output.filter(({ type }) => type === 'web_search_call').length;
  const input = 1800 + 1600 * searches;
  const written = 120 + Math.ceil(JSON.stringify(output.at(-1)).length / 8);
  return {
    input_tokens: input,
    input_tokens_details: { cached_tokens: 0 },
    output_tokens: written,
    output_tokens_details: { reasoning_tokens: 110 },
    total_tokens: input + written,
    num_sources_used: 0,
    num_server_side_tools_used: searches,
    cost_in_usd_ticks: input * 20_000 + written * 60_000 + searches * 50_000_000,
    server_side_tool_usage_details: {
      web_search_calls: searches,
      x_search_calls: 0,
      code_interpreter_calls: 0,
      file_search_calls: 0,
      mcp_calls: 0,
      document_search_calls: 0,
      image_generation_calls: 0,
    },
    context_details: { input_tokens: input, output_tokens: written },
  };
}

const forbidden = 'The caller does not have permission to execute the specified operation';
const team = '00000000-0000-4000-8000-000000000000';

function fail(received: Received, mode: FailureMode): Reply | null {
  switch (mode) {
    case 'auth':
      return failed(400, {
        code: 'Client specified an invalid argument',
        error: 'Incorrect API key provided: xa***00. You can obtain an API key from https://console.x.ai.',
      });
    case 'quota':
      return failed(403, {
        code: forbidden,
        error: `Your team ${team} has either used all available credits or reached its monthly spending limit. To continue making API requests, please purchase more credits or raise your spending limit.`,
      });
    case 'rate_seconds':
      return rated({ 'retry-after': '7' });
    case 'rate_date':
      return rated({ date: 'Sat, 21 Nov 2026 10:00:00 GMT', 'retry-after': 'Sat, 21 Nov 2026 10:00:30 GMT' });
    case 'rate_body':
      return null;
    case 'overloaded':
      return failed(503, {
        code: 'The service is currently unavailable',
        error: 'The model is at capacity. Please try again later.',
      });
    case 'server':
      return failed(500, { code: 'Internal error', error: 'Internal error. Please try again later.' });
    case 'refused':
      return failed(403, {
        code: forbidden,
        error: `Content violates usage guidelines. Team: ${team}, Model: ${checked(received).model}, Failed check: SAFETY_CHECK_TYPE_BIO`,
      });
  }
}

function rated(headers: Record<string, string>): Reply {
  return failed(
    429,
    {
      code: 'Some resource has been exhausted',
      error: `Too many requests for team ${team} and model grok-4.7. Your rate limit is Requests per Minute (actual/limit): 61/60.`,
    },
    headers,
  );
}

type Words = { code: string; error: string };

function failed(status: number, words: Words, headers: Record<string, string> = {}): Reply {
  return {
    status,
    headers: { 'x-request-id': uuidOf(words.error), ...headers },
    body: JSON.stringify(words),
  };
}
