// Stands in for OpenAI's Responses API with the tool `web_search`, as documented in November 2026 (sources in
// `src/collector/agents/openai.ts`).
import { z } from 'zod';
import { asked, type Json, type Mark, marked, type Page, sent, token } from './responses.ts';
import type { FailureMode, OddMode, Received, Reply, Script, Vendor } from './vendor.ts';

export const openai: Vendor = {
  id: 'openai',
  promptOf: (received) => checked(received).input,
  agentOf: () => 'chatgpt',
  reply: (received, script, odd) => sent(responseOf(checked(received), outputOf(script, odd))),
  fail,
};

const responsesRequest = z.strictObject({
  model: z.string().min(1),
  input: z.string().min(1),
  tools: z.tuple([
    z.strictObject({
      type: z.enum(['web_search', 'web_search_2025_08_26']),
      user_location: z
        .strictObject({
          type: z.literal('approximate'),
          country: z
            .string()
            .regex(/^[A-Z]{2}$/)
            .optional(),
        })
        .optional(),
    }),
  ]),
  include: z.array(z.enum(['web_search_call.action.sources', 'reasoning.encrypted_content'])).optional(),
  max_output_tokens: z.int().min(16).optional(),
  max_tool_calls: z.int().positive().optional(),
  reasoning: z
    .strictObject({ effort: z.enum(['none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max']) })
    .optional(),
  store: z.boolean().optional(),
});
type ResponsesRequest = z.infer<typeof responsesRequest>;

function checked(received: Received): ResponsesRequest {
  return responsesRequest.parse(asked(received));
}

function outputOf(script: Script, odd?: OddMode): Json[] {
  const reasoning = {
    id: `rs_${token(`rs ${script.text}`, 50)}`,
    type: 'reasoning',
    content: [],
    summary: [],
  };
  const calls = script.searched ? callsOf(script) : [];
  const items = [reasoning, ...calls, messageOf([answerPart(script, odd)], 'final_answer')];
  if (odd !== 'unknown_items') return items;
  const commentary = { type: 'output_text', text: 'I will look this up.', annotations: [], logprobs: [] };
  const strange = {
    id: `hl_${token(script.text, 20)}`,
    type: 'hologram_call',
    status: 'completed',
    action: null,
  };
  return [messageOf([commentary], 'commentary'), strange, ...items];
}

/** One call per query, each with its share of the pages, and the first page opened to read it. */
function callsOf({ cited, consulted, searches }: Script): Json[] {
  const pages = [...cited, ...consulted];
  const share = Math.ceil(pages.length / Math.max(1, searches.length));
  const actions: Json[] = (searches.length === 0 ? [null] : searches).map((query, at) => ({
    type: 'search',
    ...(query === null ? {} : { queries: [query], query }),
    sources: pages.slice(at * share, (at + 1) * share).map(({ url }) => ({ type: 'url', url })),
  }));
  const [first] = cited;
  if (first) actions.push({ type: 'open_page', url: first.url });
  return actions.map((action) => ({
    id: `ws_${token(JSON.stringify(action), 50)}`,
    type: 'web_search_call',
    status: 'completed',
    action,
  }));
}

function messageOf(content: Json[], phase: string): Json {
  return {
    id: `msg_${token(JSON.stringify(content), 50)}`,
    type: 'message',
    status: 'completed',
    content,
    phase,
    role: 'assistant',
  };
}

function answerPart(script: Script, odd?: OddMode): Json {
  const { text, marks } = marked({ ...script, markOf });
  if (odd === 'empty_text') return { type: 'output_text', annotations: [], logprobs: [], text: '' };
  const annotations: Json[] = marks.map((mark) => annotationOf(mark, odd));
  if (odd === 'unknown_items') annotations.unshift({ type: 'map_citation', place: 'Berlin', index: 0 });
  return { type: 'output_text', annotations, logprobs: [], text };
}

function annotationOf({ page, start, end }: Mark, odd?: OddMode): Json {
  const title = odd === 'null_titles' ? null : page.title;
  return { type: 'url_citation', end_index: end, start_index: start, title, url: visited(page) };
}

function markOf(page: Page): string {
  return ` ([${new URL(page.url).host.replace(/^www\./, '')}](${visited(page)}))`;
}

/** The vendor marks the pages that it cites. */
function visited({ url }: Page): string {
  return `${url}${url.includes('?') ? '&' : '?'}utm_source=openai`;
}

function responseOf(request: ResponsesRequest, output: Json[]): Json {
  const now = Math.floor(Date.now() / 1000);
  const said = JSON.stringify(output);
  const searches = output.filter(({ action }) => (action as Json | null)?.type === 'search').length;
  const tokens = { input: 4200 + 8000 * searches, output: 90 + Math.ceil(said.length / 8) };
  return {
    id: `resp_${token(request.input + said, 50)}`,
    object: 'response',
    created_at: now,
    status: 'completed',
    background: false,
    completed_at: now,
    error: null,
    incomplete_details: null,
    instructions: null,
    max_output_tokens: request.max_output_tokens ?? null,
    max_tool_calls: request.max_tool_calls ?? null,
    model: request.model,
    output,
    parallel_tool_calls: true,
    previous_response_id: null,
    prompt_cache_key: null,
    reasoning: { effort: request.reasoning?.effort ?? null, summary: null },
    safety_identifier: null,
    service_tier: 'default',
    store: request.store ?? true,
    temperature: 1,
    text: { format: { type: 'text' }, verbosity: 'medium' },
    tool_choice: 'auto',
    tool_usage: {
      image_gen: { input_tokens: 0, output_tokens: 0, total_tokens: 0 },
      web_search: { num_requests: searches },
    },
    tools: request.tools,
    top_logprobs: 0,
    top_p: 0.98,
    truncation: 'disabled',
    usage: {
      input_tokens: tokens.input,
      input_tokens_details: { cache_write_tokens: 0, cached_tokens: 0 },
      output_tokens: tokens.output,
      output_tokens_details: { reasoning_tokens: 64 },
      total_tokens: tokens.input + tokens.output,
    },
    user: null,
    metadata: {},
  };
}

const limitReached =
  'Rate limit reached for gpt-6.1-terra in organization org-demo on requests per min (RPM): Limit 500, Used 500, Requested 1.';

function fail(received: Received, mode: FailureMode): Reply | null {
  switch (mode) {
    case 'auth':
      return failed(401, {
        message: 'Incorrect API key provided: sk-demo***0000.',
        type: 'invalid_request_error',
        code: 'invalid_api_key',
      });
    case 'quota':
      return failed(429, {
        message: 'You exceeded your current quota, please check your plan and billing details.',
        type: 'insufficient_quota',
        code: 'credit_balance_exhausted',
      });
    case 'rate_seconds':
      return rated(limitReached, { 'retry-after': '7' });
    case 'rate_date':
      return rated(limitReached, {
        date: 'Sat, 21 Nov 2026 10:00:00 GMT',
        'retry-after': 'Sat, 21 Nov 2026 10:00:30 GMT',
      });
    case 'rate_body':
      return rated(`${limitReached} Please try again in 1.2s.`);
    case 'overloaded':
      return failed(503, {
        message: 'The engine is currently overloaded, please try again later',
        type: 'server_error',
        code: null,
      });
    case 'server':
      return failed(500, {
        message: 'The server had an error while processing your request. Sorry about that!',
        type: 'server_error',
        code: null,
      });
    case 'refused':
      return sent(responseOf(checked(received), [messageOf([refusal], 'final_answer')]));
  }
}

const refusal = { type: 'refusal', refusal: "I'm sorry, but I can't help with that." };

function rated(message: string, headers?: Record<string, string>): Reply {
  return failed(429, { message, type: 'requests', code: 'rate_limit_exceeded' }, headers);
}

type VendorError = { message: string; type: string; code: string | null };

function failed(status: number, error: VendorError, headers: Record<string, string> = {}): Reply {
  const id = `req_${token(`${status} ${error.message}`, 32)}`;
  return {
    status,
    headers: { 'x-request-id': id, ...headers },
    body: JSON.stringify({ error: { ...error, param: null } }),
  };
}
