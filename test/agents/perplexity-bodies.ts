// A healthy response of Perplexity's Agent API, written by hand, and what the tests ask with.
import assert from 'node:assert/strict';
import type { Ask, Exchange, Link, Outcome } from '../../src/collector/agents/agent.ts';
import { perplexity } from '../../src/collector/agents/perplexity.ts';

export const ask: Ask = {
  agent: 'perplexity',
  prompt: 'best crm for small agencies',
  model: 'fast',
  country: null,
  language: null,
};
export const endpoint = { baseUrl: 'https://api.perplexity.ai/v1', key: 'pplx-1' };

export const received = (body: unknown, status = 200, headers: Record<string, string> = {}): Exchange => ({
  status,
  headers,
  body: typeof body === 'string' ? body : JSON.stringify(body),
});
export const parse = (body: unknown, other: Partial<Ask> = {}) =>
  perplexity.parse({ ...ask, ...other }, [received(body)]);
export const failure = (body: unknown, status: number, headers?: Record<string, string>) =>
  perplexity.parse(ask, [received(body, status, headers)]);
export const answered = (outcome: Outcome) => {
  assert.equal(outcome.kind, 'answer');
  return outcome;
};

export const page = (site: string): Link => ({ url: `https://${site}.example/`, title: `About ${site}` });
export const result = (id: number | null, site: string) => ({
  date: '2026-03-02',
  id,
  last_updated: '2026-11-01',
  snippet: `${site} is a site.\n...\nIt says things.`,
  source: 'web',
  ...page(site),
});

// The shape of a response recorded from the fast preset; a second search as of the slower ones.
export const search = {
  queries: ['best crm for small agencies'],
  results: [result(1, 'reviews'), result(2, 'globex'), result(3, 'news')],
  type: 'search_results',
};
export const secondSearch = {
  queries: ['globex pricing', 'initech pricing', 'best crm for small agencies'],
  results: [result(4, 'initech'), result(5, 'forum')],
  type: 'search_results',
};
export const text = '**Acme** leads.[3][1] Globex is cheaper.[2]\n\n- Initech follows [3, 4].';
export const message = {
  content: [{ annotations: [], text, type: 'output_text' }],
  id: 'msg_944a7d76-2a88-40fa-9c78-213a372e8d24',
  role: 'assistant',
  status: 'completed',
  type: 'message',
};
export const usage = {
  cost: {
    cache_creation_cost: 0.00015,
    cache_read_cost: 0.00002,
    currency: 'USD',
    input_cost: 0,
    output_cost: 0.00002,
    tool_calls_cost: 0.002,
    tool_calls_cost_details: { search_web: 0.002 },
    total_cost: 0.00219,
  },
  input_tokens: 3007,
  input_tokens_details: {
    cache_creation_input_tokens: 1224,
    cache_read_input_tokens: 1780,
    cached_tokens: 1780,
  },
  output_tokens: 36,
  output_tokens_details: { reasoning_tokens: 0 },
  tool_calls_details: { search_web: { cost_usd: 0.002, invocation: 2 } },
  total_tokens: 3043,
};
export const healthy = {
  background: false,
  completed_at: 1790374547,
  created_at: 1790374547,
  error: null,
  frequency_penalty: 0,
  id: 'resp_8762b9bb-2d06-44a4-b68c-412dc85b24db',
  incomplete_details: null,
  instructions: null,
  max_output_tokens: 4096,
  max_tool_calls: null,
  metadata: {},
  model: 'openai/gpt-6-luna',
  object: 'response',
  output: [search, secondSearch, message],
  parallel_tool_calls: true,
  previous_response_id: null,
  reasoning: null,
  service_tier: 'fast',
  status: 'completed',
  store: false,
  temperature: 1,
  text: { format: { type: 'text' } },
  tool_choice: 'auto',
  tools: [{ type: 'web_search' }],
  top_p: 1,
  truncation: '',
  usage,
  user: null,
};
/** A response that says the text after these items. */
export const saying = (said: string, ...items: unknown[]) => ({
  ...healthy,
  output: [...items, { ...message, content: [{ annotations: [], text: said, type: 'output_text' }] }],
});
