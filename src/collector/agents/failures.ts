// What a vendor's refusal means. Vendors agree on HTTP statuses more or less; where their bodies say more,
// the connection says so itself.
import type { AgentFailure, Exchange, FailureKind } from './agent.ts';

const LONGEST_MESSAGE = 500;

type Said = {
  /** The vendor's own message, when its body had one. */
  message?: string | undefined;
  /** What the vendor's own code means, where it tells more than the status. */
  kind?: FailureKind | undefined;
  /** The wait that the body asks for. */
  waitMs?: number | undefined;
};

/**
 * The failure that a response stands for: one with a status other than 2xx, or one of the vendors that answer
 * 200 and state the failure in the body.
 */
export function failureOf(exchange: Exchange, said: Said = {}): AgentFailure {
  const kind = said.kind ?? kindOfStatus(exchange.status);
  const words = short(said.message ?? excerptOf(exchange));
  const message = isOk(exchange) ? words : `HTTP ${exchange.status}: ${words}`;
  const waitMs = said.waitMs ?? retryAfter(exchange.headers);
  return waitMs === undefined ? { kind, message } : { kind, message, waitMs };
}

/** A response that came with 2xx and is not what the vendor documents. */
export function badResponse(message: string): AgentFailure {
  return { kind: 'bad_response', message: short(message) };
}

/** A response that came with 2xx and in which the vendor declines to answer, or withholds the answer. */
export function refused(message: string): AgentFailure {
  return { kind: 'refused', message: short(message) };
}

/** A response that came with 2xx and whose body is not JSON, such as a proxy's page or one that was cut off. */
export function notJson(exchange: Exchange): AgentFailure {
  return badResponse(`the body is not JSON: ${excerptOf(exchange)}`);
}

export function isOk({ status }: Exchange): boolean {
  return status >= 200 && status < 300;
}

/** The body as JSON; undefined when it is none. */
export function jsonOf({ body }: Pick<Exchange, 'body'>): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

/**
 * `Retry-After` in milliseconds, given in seconds or as a date (counted from the response's own `Date`, so
 * that our clock plays no part), and `retry-after-ms`, which some vendors send beside it.
 */
export function retryAfter(headers: Record<string, string>): number | undefined {
  const ms = Number(headers['retry-after-ms'] || Number.NaN);
  if (ms >= 0) return ms;
  const given = headers['retry-after']?.trim();
  if (!given) return undefined;
  if (/^\d+(\.\d+)?$/.test(given)) return Number(given) * 1000;
  const until = Date.parse(given);
  const sent = Date.parse(headers.date ?? '');
  return Number.isNaN(until) || Number.isNaN(sent) ? undefined : Math.max(0, until - sent);
}

/** A wait that a message asks for in words, such as `Please try again in 1.2s` or `retry in 2h47m56.5s`. */
export function waitSaid(message: string): number | undefined {
  return durationMs(/\b(?:retry|again) in ([\d.hms]{2,30})/i.exec(message)?.[1] ?? '');
}

/** A duration as vendors write it, such as `38s`, `250ms` or `2h47m56.5s`, in milliseconds. */
export function durationMs(duration: string): number | undefined {
  const parts = [...duration.matchAll(/(\d{1,9}(?:\.\d{1,9})?)(ms|[hms])/g)];
  if (parts.length === 0) return undefined;
  return Math.ceil(
    parts.reduce((sum, [, count, unit]) => sum + Number(count) * (unitMs.get(unit ?? '') ?? 0), 0),
  );
}

const unitMs = new Map([
  ['h', 3_600_000],
  ['m', 60_000],
  ['s', 1000],
  ['ms', 1],
]);

function kindOfStatus(status: number): FailureKind {
  if (status === 401 || status === 403) return 'auth';
  if (status === 402) return 'quota';
  if (status === 429) return 'rate';
  if (status === 503 || status === 529) return 'overloaded';
  if (status === 408 || status === 504) return 'timeout';
  return status >= 500 ? 'server' : 'bad_response';
}

function excerptOf({ body, headers }: Exchange): string {
  const text = body.trim();
  if (text === '') return 'empty body';
  const isHtml = /html/i.test(headers['content-type'] ?? '') || text.startsWith('<');
  if (!isHtml) return text;
  const title = /<title[^>]*>([^<]*)/i.exec(text)?.[1]?.trim();
  return title ? `a web page titled ${JSON.stringify(title)}` : 'a web page instead of JSON';
}

function short(message: string): string {
  const line = message.replace(/\s+/g, ' ').trim();
  return line.length > LONGEST_MESSAGE ? `${line.slice(0, LONGEST_MESSAGE)} ...` : line;
}
