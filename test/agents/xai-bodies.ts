// What xAI answers, written by hand in the shape of recorded responses of its Responses API with `web_search`
// and of its own OpenAPI document; and what is to be read from it.

export const model = 'grok-4.7';
const id = '1d1a0870-4485-9e15-a5f5-87e29c5f8266';

export const review = 'https://reviews.example/crm/acme';
export const pricing = 'https://globex.example/pricing';
export const blog = 'https://initech.example/blog';

type Place = { start_index?: number | null; end_index?: number | null; title?: string | null };

export const citation = (url: string, place: Place = { start_index: 0, end_index: 0, title: url }) => ({
  type: 'url_citation',
  url,
  ...place,
});

const sources = [blog, review, pricing].map((url) => ({ type: 'url', url }));

export const call = (at: number, action: unknown) => ({
  id: `ws_${id}_call-163bd0fb-8b7c-4528-84ef-78f70986ca62-${at}`,
  type: 'web_search_call',
  status: 'completed',
  action,
});

export const message = (content: unknown[]) => ({
  content,
  id: `msg_${id}`,
  role: 'assistant',
  type: 'message',
  status: 'completed',
});

export const part = (text: string, annotations: unknown[] = []) => ({
  type: 'output_text',
  text,
  logprobs: [],
  annotations,
});

const text =
  '**Acme** is built for small agencies.[[1]](https://reviews.example/crm/acme)\n\nGlobex costs less.[[2]](https://globex.example/pricing)[[1]](https://reviews.example/crm/acme)';

export const healthy = {
  created_at: 1795687200,
  completed_at: 1795687212,
  id,
  max_output_tokens: 4096,
  model,
  object: 'response',
  output: [
    {
      id: `rs_${id}`,
      summary: [{ text: 'The user asks for a CRM.\n', type: 'summary_text' }],
      type: 'reasoning',
      status: 'completed',
    },
    call(0, { type: 'search', query: 'crm for small agencies 2026', sources }),
    call(1, { type: 'search', query: 'globex crm price', sources }),
    call(2, { type: 'open_page', url: 'https://zorvexa.example/' }),
    call(3, {
      type: 'find',
      pattern: 'per seat',
      source: { type: 'url', url: 'https://globex.example/terms' },
    }),
    message([
      part(text, [
        citation(review, { start_index: 37, end_index: 76, title: '1' }),
        citation(pricing, { start_index: 96, end_index: 133, title: '2' }),
        citation(review, { start_index: 133, end_index: 172, title: '1' }),
      ]),
    ]),
  ],
  parallel_tool_calls: false,
  previous_response_id: null,
  reasoning: { effort: 'low', summary: 'detailed' },
  temperature: 0.7,
  text: { format: { type: 'text' } },
  tool_choice: 'auto',
  tools: [{ type: 'web_search' }],
  top_p: 0.95,
  usage: {
    input_tokens: 5165,
    input_tokens_details: { cached_tokens: 1152 },
    output_tokens: 891,
    output_tokens_details: { reasoning_tokens: 860 },
    total_tokens: 6056,
    num_sources_used: 0,
    num_server_side_tools_used: 4,
    cost_in_usd_ticks: 339_480_000,
    server_side_tool_usage_details: {
      web_search_calls: 4,
      x_search_calls: 0,
      code_interpreter_calls: 0,
      file_search_calls: 0,
      mcp_calls: 0,
      document_search_calls: 0,
      image_generation_calls: 0,
    },
    context_details: { input_tokens: 4087, output_tokens: 489 },
  },
  user: null,
  incomplete_details: null,
  status: 'completed',
  store: false,
  metadata: { system_fingerprint: 'fp_eb3c003fc66c14ed' },
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

export const usage = { input_tokens: 5165, output_tokens: 891, searches: 4, usd: 0.033948 };

export const untitled = (...urls: string[]) => urls.map((url) => ({ url, title: '' }));

export const answer = {
  kind: 'answer',
  text,
  cited: untitled(review, pricing),
  consulted: untitled(blog, 'https://zorvexa.example/', 'https://globex.example/terms'),
  searches: ['crm for small agencies 2026', 'globex crm price'],
  searched: 'yes',
  model,
  finish: 'completed',
  usage,
};
