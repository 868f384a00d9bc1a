// What OpenAI answers, written by hand in the shape of recorded responses of its Responses API with `web_search`
// and the type definitions of its own library; and what is to be read from it.

export const model = 'gpt-6.1-terra';

export const review = 'https://reviews.example/crm/acme';
export const pricing = 'https://www.globex.example/pricing?plan=team';

export const citation = (url: string, title: string | null, start_index = 0, end_index = 0) => ({
  type: 'url_citation',
  end_index,
  start_index,
  title,
  url,
});

export const call = (id: string, action: unknown, status = 'completed') => ({
  id: `ws_0a76c91bedfdd317016ac9088130${id}`,
  type: 'web_search_call',
  status,
  action,
});

export const message = (content: unknown[], phase?: string) => ({
  id: 'msg_0a76c91bedfdd317016ac90884d2b9f90e94fa09419a',
  type: 'message',
  status: 'completed',
  content,
  ...(phase === undefined ? {} : { phase }),
  role: 'assistant',
});

export const part = (text: string, annotations: unknown[] = []) => ({
  type: 'output_text',
  annotations,
  logprobs: [],
  text,
});

const reasoning = (id: string) => ({
  id: `rs_0a76c91bedfdd317${id}`,
  type: 'reasoning',
  content: [],
  summary: [],
});

const text =
  'For small agencies:\n\n1. **Acme** is built for them. ([reviews.example](https://reviews.example/crm/acme?utm_source=openai))\n2. **Globex** costs less than Acme. ([globex.example](https://www.globex.example/pricing?plan=team&utm_source=openai), [reviews.example](https://reviews.example/crm/acme?utm_source=openai))';

export const healthy = {
  id: 'resp_0a76c91bedfdd317016ac908a84ed487d28d885eb65ab50874',
  object: 'response',
  created_at: 1795687200,
  status: 'completed',
  background: false,
  billing: { payer: 'developer' },
  completed_at: 1795687209,
  error: null,
  incomplete_details: null,
  instructions: null,
  max_output_tokens: 4096,
  max_tool_calls: 5,
  model,
  output: [
    reasoning('01'),
    message([part('I’ll check current reviews and prices.')], 'commentary'),
    call('5087', {
      type: 'search',
      queries: ['crm for small agencies 2026', 'globex crm price'],
      query: 'crm for small agencies 2026',
      sources: [
        { type: 'url', url: 'https://initech.example/blog' },
        { type: 'url', url: review },
        { type: 'api', name: 'oai-finance' },
        { type: 'url', url: 'https://forum.example/t/7' },
        { type: 'url', url: `${review}?utm_source=openai` },
      ],
    }),
    reasoning('02'),
    call('5088', { type: 'open_page', url: pricing }),
    call('5089', { type: 'find_in_page', url: 'https://globex.example/terms', pattern: 'per seat' }),
    call('5090', { type: 'search', queries: ['globex crm price', 'zorvexa crm'], query: 'globex crm price' }),
    call('5091', {}, 'incomplete'),
    message(
      [
        part(text, [
          citation(`${pricing}&utm_source=openai`, null, 161, 241),
          citation(`${review}?utm_source=openai`, 'Acme CRM review', 52, 123),
          citation(`${review}?utm_source=openai`, 'Acme CRM review', 243, 312),
        ]),
      ],
      'final_answer',
    ),
  ],
  parallel_tool_calls: true,
  previous_response_id: null,
  prompt_cache_key: null,
  reasoning: { effort: 'low', summary: null },
  safety_identifier: null,
  service_tier: 'default',
  store: false,
  temperature: 1,
  text: { format: { type: 'text' }, verbosity: 'medium' },
  tool_choice: 'auto',
  tool_usage: {
    image_gen: { input_tokens: 0, output_tokens: 0, total_tokens: 0 },
    web_search: { num_requests: 2 },
  },
  tools: [
    {
      type: 'web_search',
      filters: null,
      search_context_size: 'medium',
      user_location: { type: 'approximate', city: null, country: 'DE', region: null, timezone: null },
    },
  ],
  top_logprobs: 0,
  top_p: 0.98,
  truncation: 'disabled',
  usage: {
    input_tokens: 18_310,
    input_tokens_details: { cache_write_tokens: 0, cached_tokens: 3072 },
    output_tokens: 812,
    output_tokens_details: { reasoning_tokens: 384 },
    total_tokens: 19_122,
  },
  user: null,
  metadata: {},
};

export const usage = { input_tokens: 18_310, output_tokens: 812, searches: 2, usd: null };

export const answer = {
  kind: 'answer',
  text,
  cited: [
    { url: review, title: 'Acme CRM review' },
    { url: pricing, title: '' },
  ],
  consulted: [
    { url: 'https://initech.example/blog', title: '' },
    { url: 'https://forum.example/t/7', title: '' },
    { url: 'https://globex.example/terms', title: '' },
  ],
  searches: ['crm for small agencies 2026', 'globex crm price', 'zorvexa crm'],
  searched: 'yes',
  model,
  finish: 'completed',
  usage,
};
