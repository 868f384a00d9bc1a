// Stands in for Perplexity's Agent API, as documented and recorded in autumn 2026 (sources in
// `src/collector/agents/perplexity.ts`).
import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { FailureMode, OddMode, Received, Reply, Script, Vendor } from './vendor.ts';

type Page = Script['cited'][number];

export const perplexity: Vendor = {
  id: 'perplexity',
  promptOf: (received) => checked(received).input,
  agentOf: () => 'perplexity',
  reply,
  fail: (received, mode) => {
    checked(received);
    return failures[mode];
  },
};

// The API refuses fields that it does not know, at any depth.
const Body = z.strictObject({
  preset: z.enum(['fast', 'low', 'medium', 'high', 'xhigh', 'fast-search', 'pro-search', 'deep-research']),
  model: z
    .string()
    .regex(/^[a-z]+\/[\w.-]+$/)
    .optional(),
  input: z.string().min(1),
  max_output_tokens: z.int().min(16),
  max_steps: z.int().min(1).max(100).optional(),
  tools: z
    .tuple([
      z.strictObject({
        type: z.literal('web_search'),
        user_location: z.strictObject({ country: z.string().regex(/^[A-Z]{2}$/) }).optional(),
      }),
    ])
    .optional(),
  language_preference: z
    .string()
    .regex(/^[a-z]{2}$/)
    .optional(),
  store: z.boolean().optional(),
});

function checked({ method, path, headers, body }: Received): z.infer<typeof Body> {
  if (method !== 'POST' || path !== '/v1/agent') throw new Error(`not found: ${method} ${path}`);
  if (!/^Bearer \S+$/.test(headers.authorization ?? ''))
    throw new Error('the Authorization header is missing');
  const read = Body.safeParse(body);
  if (!read.success) throw new Error(`invalid request body: ${z.prettifyError(read.error)}`);
  return read.data;
}

function reply(received: Received, script: Script, odd?: OddMode): Reply {
  const body = checked(received);
  const text = odd === 'empty_text' ? '' : marked(script, odd);
  const searches = script.searched ? Math.max(1, script.searches.length) : 0;
  const output = [...(script.searched ? searchItems(script, odd) : []), messageOf(text, odd)];
  return sent(200, {
    ...envelope(body, text),
    status: 'completed',
    output,
    usage: usageOf({ asked: body.input, text, searches }),
  });
}

/** One item for each search; numbers go on from one to the next. */
function searchItems(script: Script, odd?: OddMode): object[] {
  const pages = pagesOf(script);
  const queries = script.searches.length === 0 ? [script.text.slice(0, 60)] : script.searches;
  const share = Math.ceil(pages.length / queries.length);
  const items: object[] = queries.map((query, at) => ({
    queries: [query],
    results: pages
      .slice(at * share, (at + 1) * share)
      .map((page, place) => resultOf(page, { id: at * share + place + 1, odd })),
    type: 'search_results',
  }));
  if (odd !== 'unknown_items') return items;
  return [
    { type: 'skill_loaded', name: 'search' },
    ...items,
    { type: 'unknown', item_name: 'hologram', payload: { text: 'not for readers' } },
    { type: 'finance_results', results: [{ category: 'quote', content: '| Acme | 12 |' }] },
  ];
}

/** One page that is only consulted comes first, so that the numbers of the cited ones matter. */
function pagesOf({ cited, consulted }: Script): Page[] {
  return [...consulted.slice(0, 1), ...cited, ...consulted.slice(1)];
}

function resultOf({ url, title }: Page, { id, odd }: { id: number; odd: OddMode | undefined }): object {
  return {
    id,
    last_updated: '2026-11-02',
    snippet: `What ${url} says.`,
    source: 'web',
    title: odd === 'null_titles' ? null : title,
    url,
  };
}

/** The text with a mark for each cited page, in their order, at the ends of lines that can carry one. */
function marked(script: Script, odd?: OddMode): string {
  const numbers = new Map(pagesOf(script).map(({ url }, at) => [url, at + 1]));
  const marks = script.searched ? script.cited.map(({ url }) => markOf(numbers.get(url), odd)) : [];
  const lines = script.text.split('\n');
  const places = placesIn(lines);
  for (const [at, mark] of marks.entries()) {
    const place = places[Math.floor((at * places.length) / marks.length)] ?? lines.length - 1;
    lines[place] += mark;
  }
  return lines.join('\n');
}

function markOf(number: number | undefined, odd?: OddMode): string {
  return odd === 'unknown_items' ? `[web:${number}]` : `[${number}]`;
}

/** Lines of prose and items, none of headings, tables and code. */
function placesIn(lines: string[]): number[] {
  let isCode = false;
  return [...lines.entries()].flatMap(([at, line]) => {
    if (line.trimStart().startsWith('```')) isCode = !isCode;
    return isCode || /^\s*(?:$|#|\||```|[-*_]{3})/.test(line) ? [] : [at];
  });
}

function messageOf(text: string, odd?: OddMode): object {
  const part = { annotations: [], text, type: 'output_text' };
  const content =
    odd === 'unknown_items' ? [{ type: 'hologram', text: 'not for readers' }, part, null] : [part];
  return { content, id: `msg_${token(text)}`, role: 'assistant', status: 'completed', type: 'message' };
}

/** What a response repeats of its request, and what is always there. */
function envelope({ model, max_output_tokens, store, tools }: z.infer<typeof Body>, text: string) {
  return {
    background: false,
    completed_at: 1_794_916_803,
    created_at: 1_794_916_800,
    error: null,
    frequency_penalty: 0,
    id: `resp_${token(text)}`,
    incomplete_details: null,
    instructions: null,
    max_output_tokens,
    max_tool_calls: null,
    metadata: {},
    model: model ?? 'openai/gpt-6-luna',
    object: 'response',
    parallel_tool_calls: true,
    presence_penalty: 0,
    previous_response_id: null,
    reasoning: null,
    service_tier: 'fast',
    store: store ?? true,
    temperature: 1,
    text: { format: { type: 'text' } },
    tool_choice: 'auto',
    tools: tools ?? [],
    top_p: 1,
    truncation: '',
    user: null,
  };
}

function usageOf({ asked, text, searches }: { asked: string; text: string; searches: number }) {
  const input = 1400 + 1600 * searches + Math.ceil(asked.length / 4);
  const output = Math.ceil(text.length / 4);
  const tools = searches * 0.001;
  const cost = { input_cost: input * 1e-7, output_cost: output * 5e-7, tool_calls_cost: tools };
  return {
    cost: {
      currency: 'USD',
      ...cost,
      ...(searches > 0 && { tool_calls_cost_details: { search_web: tools } }),
      total_cost: Number((cost.input_cost + cost.output_cost + tools).toFixed(5)),
    },
    input_tokens: input,
    input_tokens_details: { cached_tokens: 0 },
    output_tokens: output,
    output_tokens_details: { reasoning_tokens: 0 },
    ...(searches > 0 && { tool_calls_details: { search_web: { cost_usd: tools, invocation: searches } } }),
    total_tokens: input + output,
  };
}

const busy = 'Rate limit exceeded. Please reduce your request rate.';

const failures: Record<FailureMode, Reply | null> = {
  auth: failed(401, 'invalid_api_key', 'Invalid API key provided.'),
  quota: failed(
    401,
    'insufficient_quota',
    'You exceeded your current quota, please check your plan and billing details.',
  ),
  rate_seconds: { ...failed(429, 'request_rate_limit_exceeded', busy), headers: { 'retry-after': '7' } },
  rate_date: {
    ...failed(429, 'request_rate_limit_exceeded', busy),
    headers: { date: 'Sat, 21 Nov 2026 10:00:00 GMT', 'retry-after': 'Sat, 21 Nov 2026 10:00:30 GMT' },
  },
  rate_body: null,
  overloaded: failed(503, 'service_unavailable', 'The service is temporarily unavailable.'),
  server: failed(500, 'internal_error', 'Internal server error'),
  /** No mark of a refusal is documented. */
  refused: null,
};

function failed(code: number, type: string, message: string): Reply {
  return sent(code, { error: { message, type, code } });
}

function sent(status: number, body: object): Reply {
  return { status, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
}

/** Looks random and is the same for the same text. */
function token(text: string): string {
  const hex = createHash('sha256').update(text).digest('hex');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*/, '$1-$2-$3-$4-$5');
}
