// The failures of servers of chat completions, each in its own words.
import type { FailureMode, Reply } from './vendor.ts';

export type Server = 'openrouter' | 'ollama' | 'compatible';
type Failures = Partial<Record<FailureMode, (model: string) => Reply>>;

const NOW = { date: 'Sat, 21 Nov 2026 10:00:00 GMT' };
const IN_30_S = { ...NOW, 'retry-after': 'Sat, 21 Nov 2026 10:00:30 GMT' };

/** The failure as the server reports it; null where it has no such failure. */
export function failOf(server: Server, model: string, mode: FailureMode): Reply | null {
  return failures[server][mode]?.(model) ?? null;
}

const failures: Record<Server, Failures> = {
  openrouter: {
    auth: () => openrouter(401, 'User not found.'),
    quota: () =>
      openrouter(402, 'Insufficient credits. Add more using https://openrouter.example/settings/credits', {
        limit_source: 'openrouter_credits',
        remedy_hint: 'Add credits, or lower max_tokens.',
      }),
    rate_seconds: () => openrouter(429, 'Rate limit exceeded', limited, { 'retry-after': '7' }),
    rate_date: () => openrouter(429, 'Rate limit exceeded', limited, IN_30_S),
    rate_body: () => openrouter(429, 'Rate limit exceeded: free-models-per-min.', perMinute, NOW),
    overloaded: () =>
      openrouter(503, 'Provider returned error', {
        error_type: 'provider_overloaded',
        provider_name: 'Novita',
      }),
    server: (model) => brokeOff(model),
    refused: (model) =>
      openrouter(403, `${model} requires moderation. Your input was flagged`, {
        reasons: ['harassment'],
        flagged_input: '...',
        provider_name: 'Novita',
        model_slug: model,
      }),
  },
  // The first three are of its models in the cloud, which the local server passes on.
  ollama: {
    auth: () => imitated(401, 'unauthorized'),
    quota: () => imitated(429, usedUp('weekly')),
    rate_body: () => imitated(429, usedUp('session')),
    overloaded: () => imitated(503, 'server busy, please try again.  maximum pending requests exceeded'),
    server: () =>
      imitated(500, 'model runner has unexpectedly stopped, this may be due to resource limitations'),
  },
  compatible: {
    auth: () => imitated(401, 'Authentication Fails, Your api key is invalid', 'authentication_error'),
    quota: () => imitated(402, 'Insufficient Balance', 'unknown_error'),
    rate_seconds: () => imitated(429, 'Rate limit reached', 'requests', { 'retry-after': '7' }),
    rate_date: () => imitated(429, 'Rate limit reached', 'requests', IN_30_S),
    rate_body: () => imitated(429, 'Rate limit reached. Please try again in 7.5s.', 'requests'),
    overloaded: () => imitated(503, 'Service is too busy', 'service_unavailable_error'),
    server: () => imitated(500, 'EngineCore encountered an issue', 'InternalServerError'),
    refused: (model) => withheld(model),
  },
};

const usedUp = (period: string) =>
  `you (acme) have reached your ${period} usage limit, upgrade for higher limits: https://ollama.example/upgrade`;

const limited = { error_type: 'rate_limit_exceeded', provider_code: 'rate_limited' };
const perMinute = {
  headers: {
    'X-RateLimit-Limit': '20',
    'X-RateLimit-Remaining': '0',
    'X-RateLimit-Reset': String(Date.parse('2026-11-21T10:00:12Z')),
  },
};

type Headers = Record<string, string>;

function openrouter(code: number, message: string, metadata?: object, headers: Headers = {}): Reply {
  return { status: code, headers, body: JSON.stringify({ error: { code, message, metadata } }) };
}

/** OpenAI's form of an error. */
function imitated(status: number, message: string, type = 'api_error', headers: Headers = {}): Reply {
  return { status, headers, body: JSON.stringify({ error: { message, type, param: null, code: null } }) };
}

/** The model had begun: the status is 200, and the choice holds what went wrong. */
function brokeOff(model: string): Reply {
  const metadata = { error_type: 'provider_unavailable' };
  const error = { code: 502, message: 'Provider disconnected mid-stream', metadata };
  const message = { role: 'assistant', content: 'For small agencies' };
  const choice = { index: 0, message, finish_reason: 'error', native_finish_reason: null, error };
  return sent({
    model,
    choices: [choice],
    usage: { prompt_tokens: 40, completion_tokens: 4, cost: 0.00002 },
  });
}

function withheld(model: string): Reply {
  const message = { role: 'assistant', content: null, refusal: null };
  return sent({ model, choices: [{ index: 0, message, finish_reason: 'content_filter' }] });
}

function sent(body: object): Reply {
  return {
    status: 200,
    body: JSON.stringify({ object: 'chat.completion', created: 1_795_219_200, ...body }),
  };
}
