// The errors of servers of chat completions: OpenAI's form, which OpenRouter, DeepSeek, vLLM and Ollama imitate, each
// with something of its own. Sources: see compatible.ts.
import type { AgentFailure, Exchange, FailureKind } from './agent.ts';
import { failureOf, isOk, retryAfter, waitSaid } from './failures.ts';
import { type JsonObject, listOf, numberOf, objectOf, textOf } from './json.ts';

/** OpenRouter answers 200 when a failure comes after the model began, with the status as the error's code. */
export function statedFailure(exchange: Exchange, said: JsonObject, error: JsonObject): AgentFailure {
  const message = messageOf(said, error);
  const used = usedUp(exchange, message);
  if (used) return failureOf(exchange, { message, ...used });
  const status = isOk(exchange) ? (numberOf(error.code) ?? 500) : exchange.status;
  return failureOf(exchange, {
    message,
    kind: kindOf(error) ?? failureOf({ ...exchange, status }).kind,
    waitMs: status === 429 ? waitOf(exchange, error) : undefined,
  });
}

/** A session of Ollama's cloud takes five hours; how much of it is left is not said. */
const SESSION_WAIT_MS = 3_600_000;

/** Ollama's models in the cloud: "you (name) have reached your weekly usage limit". */
function usedUp(exchange: Exchange, message = ''): Pick<AgentFailure, 'kind' | 'waitMs'> | undefined {
  const [, period] = /reached your (\w+) usage limit/i.exec(message) ?? [];
  if (period === undefined) return undefined;
  if (period !== 'session') return { kind: 'quota' };
  return { kind: 'rate', waitMs: retryAfter(exchange.headers) ?? SESSION_WAIT_MS };
}

/** The words of OpenAI's, OpenRouter's, Ollama's, vLLM's and FastAPI's errors; undefined where there are none. */
function messageOf(said: JsonObject, error: JsonObject): string | undefined {
  const words = [error.message, said.error, said.message, said.detail].map(textOf).find((one) => one !== '');
  const { raw, remedy_hint } = objectOf(error.metadata);
  const all = [words, textOf(raw), textOf(remedy_hint)].filter(Boolean);
  return all.length === 0 ? undefined : all.join(' - ');
}

const kinds = new Map<string, FailureKind>([
  ['authentication', 'auth'],
  ['invalid_api_key', 'auth'],
  ['payment_required', 'quota'],
  ['insufficient_quota', 'quota'],
  ['billing_hard_limit_reached', 'quota'],
  ['rate_limit_exceeded', 'rate'],
  ['provider_overloaded', 'overloaded'],
  ['provider_unavailable', 'server'],
  ['server', 'server'],
  ['unmapped', 'server'],
  ['timeout', 'timeout'],
  ['content_policy_violation', 'refused'],
  ['content_filter', 'refused'],
  ['refusal', 'refused'],
]);

function kindOf(error: JsonObject): FailureKind | undefined {
  const { error_type, limit_source, reasons, patterns } = objectOf(error.metadata);
  // Requests under way fill the account's budget for them; it empties by itself.
  if (limit_source === 'openrouter_in_flight_budget') return 'rate';
  // Moderation and guardrails refuse with 403, as a key without permission does.
  if (listOf(reasons).length > 0 || listOf(patterns).length > 0) return 'refused';
  return kinds.get(textOf(error_type)) ?? kinds.get(textOf(error.code)) ?? kinds.get(textOf(error.type));
}

/** The wait that only the body or OpenRouter's own header names. */
function waitOf(exchange: Exchange, error: JsonObject): number | undefined {
  if (retryAfter(exchange.headers) !== undefined) return undefined;
  const { headers } = objectOf(error.metadata);
  const reset = Number(
    exchange.headers['x-ratelimit-reset'] ?? textOf(objectOf(headers)['X-RateLimit-Reset']),
  );
  const wait = reset - Date.parse(exchange.headers.date ?? '');
  // Of others the same header counts seconds, from now or since 1970.
  return reset > 1e12 && wait >= 0 ? wait : waitSaid(textOf(error.message));
}
