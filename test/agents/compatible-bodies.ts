// Bodies of servers of chat completions, and what they say.
import type { Ask, Exchange } from '../../src/collector/agents/agent.ts';
import { ollama, openrouter } from '../../src/collector/agents/compatible.ts';

export const ask: Ask = {
  agent: 'deepseek',
  prompt: 'best crm for small agencies',
  model: 'deepseek/deepseek-v4.1-flash',
  country: null,
  language: null,
};

export const received = (body: unknown, status = 200, headers: Record<string, string> = {}): Exchange => ({
  status,
  headers,
  body: typeof body === 'string' ? body : JSON.stringify(body),
});
export const parse = (...exchanges: Exchange[]) => openrouter.parse(ask, exchanges);

// The shape of OpenRouter's recorded responses with its own search: every result annotated from 0 to 0.
export const acme = 'https://reviews.example/crm/acme';
export const globex = 'https://globex.example/pricing';
export const initech = 'https://initech.example/blog';
export const result = (url: string, title: string | null, span: [number, number] = [0, 0]) => ({
  type: 'url_citation',
  url_citation: {
    url,
    title,
    content: '# Acme\n\n...\n\nLiked by agencies.',
    start_index: span[0],
    end_index: span[1],
  },
});
export const text =
  'For small agencies **Acme** ([reviews.example](https://reviews.example/crm/acme)) and **Globex**, ' +
  'see https://www.globex.example/pricing?utm_source=openrouter.';
const message = {
  role: 'assistant',
  content: text,
  refusal: null,
  reasoning: 'The user wants a CRM; Zorvexa is new.',
  annotations: [result(initech, 'Initech blog'), result(globex, ''), result(acme, 'Acme CRM review')],
};
export const healthy = {
  id: 'gen-1786680756-Fmq0SbiQ50hlHCCn30d5',
  provider: 'Novita',
  model: 'deepseek/deepseek-v4.1-flash-20260910',
  object: 'chat.completion',
  created: 1786680756,
  service_tier: null,
  system_fingerprint: null,
  choices: [{ index: 0, logprobs: null, finish_reason: 'stop', native_finish_reason: 'stop', message }],
  usage: {
    prompt_tokens: 2315,
    completion_tokens: 40,
    total_tokens: 2355,
    cost: 0.007637029,
    is_byok: false,
    cost_details: { upstream_inference_cost: 0.000637029, upstream_inference_prompt_cost: 0.000595881 },
    prompt_tokens_details: { cached_tokens: 0, audio_tokens: 0 },
    completion_tokens_details: { reasoning_tokens: 0 },
    server_tool_use_details: { tool_calls_executed: 1, tool_calls_requested: 1, web_search_requests: 1 },
  },
};
export const usage = { input_tokens: 2315, output_tokens: 40, searches: 1, usd: 0.007637029 };
export const answer = {
  kind: 'answer',
  text,
  cited: [
    { url: acme, title: 'Acme CRM review' },
    { url: globex, title: '' },
  ],
  consulted: [{ url: initech, title: 'Initech blog' }],
  searches: [],
  searched: 'yes',
  model: 'deepseek/deepseek-v4.1-flash-20260910',
  finish: 'stop',
  usage,
};
export const withMessage = (changes: object, finish = 'stop') => ({
  ...healthy,
  choices: [{ ...healthy.choices[0], finish_reason: finish, message: { ...message, ...changes } }],
});
export const read = (changes: object, finish?: string) => parse(received(withMessage(changes, finish)));

// What Ollama documents for `/v1/chat/completions`.
export const local = {
  id: 'chatcmpl-554',
  object: 'chat.completion',
  created: 1795219200,
  model: 'gemma4',
  system_fingerprint: 'fp_ollama',
  choices: [
    { index: 0, message: { role: 'assistant', content: 'Try **Acme**.' }, finish_reason: 'stop' },
  ] as object[],
  usage: { prompt_tokens: 17, completion_tokens: 12, total_tokens: 29 },
};
export const localAnswer = {
  ...{ kind: 'answer', text: 'Try **Acme**.', cited: [], consulted: [], searches: [], searched: 'unknown' },
  model: 'gemma4',
  finish: 'stop',
  usage: { input_tokens: 17, output_tokens: 12, searches: null, usd: null },
};
export const localSays = (content: unknown, fields: object = {}, finish = 'stop') =>
  ollama.parse({ ...ask, model: 'gemma4' }, [
    received({
      ...local,
      choices: [{ index: 0, message: { role: 'assistant', content, ...fields }, finish_reason: finish }],
    }),
  ]);
