// Stands in for Mistral's Conversations API with the built-in web search, as documented in November 2026
// (sources in `src/collector/agents/mistral.ts`). It never lists pages that were only consulted.
import { createHash } from 'node:crypto';
import { z } from 'zod';
import { passagesOf } from './passages.ts';
import type { FailureMode, OddMode, Received, Reply, Script, Vendor } from './vendor.ts';

type Entry = Record<string, unknown>;

export const mistral: Vendor = {
  id: 'mistral',
  promptOf: (received) => checked(received).inputs[0].content,
  agentOf: () => 'mistral',
  reply,
  fail,
};

const conversationRequest = z.strictObject({
  model: z.string().min(1),
  inputs: z.tuple([z.strictObject({ role: z.literal('user'), content: z.string().min(1) })]),
  tools: z.tuple([z.strictObject({ type: z.enum(['web_search', 'web_search_premium']) })]),
  completion_args: z.strictObject({ max_tokens: z.int().positive() }),
  store: z.boolean(),
  stream: z.literal(false),
});
type ConversationRequest = z.infer<typeof conversationRequest>;

function checked({ method, path, headers, body }: Received): ConversationRequest {
  if (method !== 'POST' || path !== '/v1/conversations') throw new Error(`not found: ${method} ${path}`);
  if (!/^Bearer \S+$/.test(headers.authorization ?? ''))
    throw new Error('Unauthorized: a bearer key is required');
  return conversationRequest.parse(body);
}

function reply(received: Received, script: Script, odd?: OddMode): Reply {
  const { model } = checked(received);
  const searches = searchEntries(script);
  const outputs = [...searches, messageEntry(model, script, odd)];
  if (odd === 'unknown_items')
    outputs.splice(0, 0, { object: 'entry', type: 'agent.note', note: 'thinking of it' });
  return answered(200, {
    object: 'conversation.response',
    conversation_id: id('conv', script.text),
    outputs,
    usage: usageOf(script, searches.length),
    guardrails: null,
  });
}

function searchEntries({ searched, searches, text }: Script): Entry[] {
  if (!searched) return [];
  const queries = searches.length === 0 ? [text.slice(0, 60)] : searches;
  return queries.map((query, at) => ({
    object: 'entry',
    type: 'tool.execution',
    created_at: '2026-11-21T10:00:00.565958Z',
    completed_at: '2026-11-21T10:00:01.153563Z',
    agent_id: null,
    model: null,
    id: id('tool_exec', `${at} ${query}`),
    name: 'web_search',
    arguments: JSON.stringify({ query }),
    info: {},
  }));
}

function messageEntry(model: string, script: Script, odd?: OddMode): Entry {
  return {
    object: 'entry',
    type: 'message.output',
    created_at: '2026-11-21T10:00:01.304953Z',
    completed_at: '2026-11-21T10:00:04.278256Z',
    agent_id: null,
    model,
    id: id('msg', script.text),
    role: 'assistant',
    content: contentOf(script, odd),
  };
}

/** A plain string without references, chunks with them. */
function contentOf(script: Script, odd?: OddMode): string | Entry[] {
  if (odd === 'empty_text') return '';
  if (script.cited.length === 0 && !odd) return script.text;
  const chunks: Entry[] = passagesOf(script).flatMap(({ text, cited }) => [
    { type: 'text', text },
    ...cited.map((page) => referenceTo(page, odd)),
  ]);
  if (odd !== 'unknown_items') return chunks;
  const aside = { type: 'text', text: 'not for readers' };
  return [
    {
      type: 'thinking',
      thinking: [aside, referenceTo({ url: 'https://aside.example/', title: 'Aside' })],
      closed: true,
    },
    ...chunks,
    { type: 'map', text: 'not for readers', url: 'https://map.example/' },
  ];
}

function referenceTo({ url, title }: Script['cited'][number], odd?: OddMode): Entry {
  return {
    type: 'tool_reference',
    tool: 'web_search',
    title: odd === 'null_titles' ? null : title,
    url,
    favicon: null,
    description: `What ${url} is about.`,
  };
}

function usageOf({ text }: Script, searches: number): Entry {
  const [prompt_tokens, completion_tokens] = [177, Math.ceil(text.length / 4)];
  const connector_tokens = searches === 0 ? null : 3900 * searches;
  return {
    prompt_tokens,
    completion_tokens,
    total_tokens: prompt_tokens + completion_tokens + (connector_tokens ?? 0),
    connector_tokens,
    connectors: searches === 0 ? null : { web_search: searches },
  };
}

function fail(_received: Received, mode: FailureMode): Reply | null {
  switch (mode) {
    case 'auth':
      return answered(401, { detail: 'Unauthorized' });
    case 'quota':
      return failed(402, 'Your workspace has run out of credits.', {
        type: 'invalid_request_error',
        code: null,
      });
    case 'rate_seconds':
      return limited({ 'retry-after': '7' });
    case 'rate_date':
      return limited({
        date: 'Sat, 21 Nov 2026 10:00:00 GMT',
        'retry-after': 'Sat, 21 Nov 2026 10:00:30 GMT',
      });
    case 'rate_body':
      return null;
    case 'overloaded':
      return failed(429, 'Service tier capacity exceeded for this model.', {
        type: 'service_tier_capacity_exceeded',
        code: '3505',
      });
    case 'server':
      return failed(500, 'Service unavailable.', { type: 'internal_server_error', code: '1000' });
    case 'refused':
      return failed(403, 'Content blocked by guardrail', { type: 'invalid_request_error', code: null });
  }
}

function limited(headers: Record<string, string>): Reply {
  const rate = failed(429, 'Rate limit exceeded', { type: 'rate_limited', code: '1300' });
  return { ...rate, headers: { 'x-ratelimit-limit-req-minute': '60', ...headers } };
}

function failed(
  status: number,
  message: string,
  { type, code }: { type: string; code: string | null },
): Reply {
  return answered(status, { object: 'error', message, type, param: null, code, raw_status_code: status });
}

function answered(status: number, body: Entry): Reply {
  return {
    status,
    headers: { 'mistral-correlation-id': id('', JSON.stringify(body)) },
    body: JSON.stringify(body),
  };
}

/** Looks random and is the same for the same text. */
function id(kind: string, text: string): string {
  const digits = createHash('sha256').update(text).digest('hex').slice(0, 32);
  return kind === '' ? digits : `${kind}_${digits}`;
}
