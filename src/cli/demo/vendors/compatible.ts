// Stands in for servers of chat completions, as documented in November 2026 (sources in
// `src/collector/agents/compatible.ts`): OpenRouter with its search tool, Ollama, and vLLM for any other.
import { createHash } from 'node:crypto';
import { z } from 'zod';
import { failOf, type Server } from './compatible-failures.ts';
import type { OddMode, Received, Reply, Script, Vendor } from './vendor.ts';

type Page = Script['cited'][number];
type Json = Record<string, unknown>;

export const openrouter = standIn('openrouter', agentOfModel);
export const ollama = standIn('ollama', () => 'ollama');
/** The model's name says which agent is meant: nothing else in a request does. */
export const compatible = standIn('compatible', ({ model }) =>
  model.replace(/[^a-z0-9]+/gi, '_').toLowerCase(),
);

const plainRequest = z.strictObject({
  model: z.string().min(1),
  messages: z.tuple([z.strictObject({ role: z.literal('user'), content: z.string().min(1) })]),
  max_tokens: z.int().positive(),
});

const searchTool = z.strictObject({
  type: z.literal('openrouter:web_search'),
  parameters: z.strictObject({
    max_results: z.int().min(1).max(25),
    max_uses: z.int().positive(),
    max_total_results: z.int().positive(),
    max_characters: z.int().min(1).max(100_000),
    user_location: z
      .strictObject({ type: z.literal('approximate'), country: z.string().regex(/^[A-Z]{2}$/) })
      .optional(),
  }),
});

const searchRequest = plainRequest.extend({
  tools: z.tuple([searchTool]),
  max_tool_calls: z.int().min(1).max(30),
  reasoning: z.strictObject({ effort: z.enum(['minimal', 'low', 'medium', 'high']) }),
});

type Asked = z.infer<typeof plainRequest>;

function standIn(id: Server, agentOf: (asked: Asked) => string): Vendor {
  const checked = (received: Received) => check(id, received);
  return {
    id,
    promptOf: (received) => checked(received).messages[0].content,
    agentOf: (received) => agentOf(checked(received)),
    reply: (received, script, odd) => reply(id, checked(received).model, { script, odd }),
    fail: (received, mode) => failOf(id, checked(received).model, mode),
  };
}

function check(id: Server, { method, path, headers, body }: Received): Asked {
  const expected = id === 'openrouter' ? '/api/v1/chat/completions' : '/v1/chat/completions';
  if (method !== 'POST' || path !== expected) throw new Error(`not found: ${method} ${path}`);
  if (id === 'openrouter' && !/^Bearer \S/.test(headers.authorization ?? ''))
    throw new Error('No auth credentials found');
  return (id === 'openrouter' ? searchRequest : plainRequest).parse(body);
}

function agentOfModel({ model }: Asked): string {
  const [maker = ''] = model.split('/', 1);
  return (
    new Map([
      ['meta', 'meta_ai'],
      ['moonshotai', 'kimi'],
    ]).get(maker) ?? maker
  );
}

type Said = { script: Script; odd: OddMode | undefined };

function reply(id: Server, model: string, said: Said): Reply {
  const message = { role: 'assistant', ...messageOf(id, said) };
  const choice = { index: 0, ...choiceOf(id), message: { ...message, ...oddFields(said.odd) } };
  const body = { ...envelopeOf(id, model), choices: [choice], usage: usageOf(id, said) };
  return { status: 200, body: JSON.stringify(body) };
}

function messageOf(id: Server, { script, odd }: Said): Json {
  const isSearching = id === 'openrouter' && script.searched;
  const text = isSearching ? linkedText(script) : script.text;
  const thought = 'The user wants a recommendation.';
  const content = odd === 'empty_text' ? '' : text;
  if (id === 'ollama') return { content, reasoning: thought };
  // A server that was started without a parser for this model's thinking.
  if (id === 'compatible') return { content: content && `<think>\n${thought}\n</think>\n\n${content}` };
  const pages = [...script.cited, ...script.consulted];
  const annotations = isSearching ? { annotations: pages.map((page) => annotationOf(page, odd)) } : {};
  return { content, refusal: null, reasoning: thought, ...annotations };
}

/** The model was told the results and links to those that it uses, at the end of its lines. */
function linkedText({ text, cited }: Script): string {
  const lines = text.split('\n');
  const prose = lines.flatMap((line, at) => (/^[^#|`]*\p{L}/u.test(line) ? [at] : []));
  for (const [at, { url }] of cited.entries()) {
    const line = prose[Math.min(at, prose.length - 1)] ?? lines.length - 1;
    lines[line] += ` ([${new URL(url).hostname}](${url}))`;
  }
  return lines.join('\n');
}

function annotationOf({ url, title }: Page, odd?: OddMode): Json {
  const shown = odd === 'null_titles' ? null : (title ?? '');
  const content = `An excerpt of ${url}\n[...]\nAnother one.`;
  return { type: 'url_citation', url_citation: { url, title: shown, content, start_index: 0, end_index: 0 } };
}

function oddFields(odd?: OddMode): Json {
  if (odd !== 'unknown_items') return {};
  const file = { type: 'file', file: { hash: token('file', 12), name: 'notes.pdf' } };
  return { annotations: [file, { type: 'hologram' }, 7], images: [], audio: null };
}

function choiceOf(id: Server): Json {
  if (id === 'ollama') return { finish_reason: 'stop' };
  const native = id === 'openrouter' ? { native_finish_reason: 'stop' } : { stop_reason: null };
  return { logprobs: null, finish_reason: 'stop', ...native };
}

function envelopeOf(id: Server, model: string): Json {
  const common = { object: 'chat.completion', created: 1_795_219_200, model };
  if (id === 'openrouter')
    return {
      id: `gen-1795219200-${token(model, 20)}`,
      provider: 'Novita',
      system_fingerprint: null,
      ...common,
    };
  const fingerprint = id === 'ollama' ? 'fp_ollama' : null;
  return { id: `chatcmpl-${token(model, 24)}`, system_fingerprint: fingerprint, ...common };
}

/** Cheap tokens, and 7 USD per 1,000 searches: what OpenRouter states beside the counts. */
function usageOf(id: Server, { script }: Said): Json {
  const searches = id === 'openrouter' && script.searched ? Math.max(1, script.searches.length) : 0;
  const prompt_tokens = 40 + 2600 * searches;
  const completion_tokens = 30 + Math.ceil(script.text.length / 4);
  const counts = { prompt_tokens, completion_tokens, total_tokens: prompt_tokens + completion_tokens };
  if (id !== 'openrouter') return counts;
  const upstream = (prompt_tokens * 0.3 + completion_tokens * 1.2) / 1e6;
  const tools = {
    tool_calls_executed: searches,
    tool_calls_requested: searches,
    web_search_requests: searches,
  };
  return {
    ...counts,
    cost: upstream + searches * 0.007,
    is_byok: false,
    cost_details: { upstream_inference_cost: upstream },
    ...(searches === 0 ? {} : { server_tool_use_details: tools }),
  };
}

/** Looks random and is the same for the same text. */
function token(text: string, length: number): string {
  return createHash('sha256').update(text).digest('hex').slice(0, length);
}
