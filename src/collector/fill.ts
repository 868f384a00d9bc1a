// Fills one slot: asks until the answer is complete, keeps every response before it is parsed, parses.
import { LONGEST_ANSWER, MOST_CITATIONS } from '../../contract/recorded.ts';
import { packExchanges } from '../domain/exchanges.ts';
import { batched } from '../operations/batched.ts';
import type { Context } from '../operations/context.ts';
import { isAway } from '../storage/open.ts';
import { keepExchanges, type Received } from '../storage/runs.ts';
import { checkPublic, fetchAt } from './addresses.ts';
import {
  type AgentFailure,
  type Connection,
  type Endpoint,
  type Exchange,
  type HttpRequest,
  MOST_REQUESTS,
  type Outcome,
} from './agents/agent.ts';
import { type AskLimits, send } from './ask.ts';
import type { Started } from './take.ts';

export type Filling = {
  context: Context;
  keep: (received: Received) => Promise<void>;
  limits: AskLimits;
  allowPrivate: boolean;
  /** What responses cost so far, in millionths of a US dollar; null where no price is known. */
  spentOn: (exchanges: Exchange[]) => number | null;
};

const AGAIN_MS = 500;

/** Keeps responses; those that arrive together in one statement. They are paid for: a database that is away is waited for. */
export function keeper({ db }: Context, signal: AbortSignal): Filling['keep'] {
  return batched<Received, void>(async (received) => {
    while (true)
      try {
        await keepExchanges(db, received);
        return received.map(() => undefined);
      } catch (error) {
        if (!isAway(error) || signal.aborted) throw error;
        await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
      }
  });
}

export type Way = {
  connection: Connection;
  /** Null where the connection is not set up, or not any more. */
  endpoint: (Endpoint & { isOwn: boolean }) | null;
  /** What sets it up, in words. */
  setUp: string;
};
export type Filled = {
  outcome: Outcome;
  exchanges: Exchange[];
  /** When the last response came. */
  receivedAt: Date | null;
};

/** Asks what is left to ask of a slot. Throws only when a response could not be kept. */
export async function fill(started: Started, way: Way, filling: Filling): Promise<Filled> {
  const redact = redactor(way.endpoint);
  const exchanges = [...started.received];
  let { receivedAt } = started;
  let failure: AgentFailure | null = exchanges.at(-1)?.cut ?? null;
  while (!failure) {
    const request = nextRequest(started, way, { exchanges, filling });
    if (!request) break;
    const sent = await sendTo(request, way, filling);
    failure = sent.failure;
    // What our own stop cut off is no response: whoever goes on asks again.
    if (!sent.exchange || (failure && filling.limits.signal.aborted)) continue;
    exchanges.push(redactedExchange(sent.exchange, redact));
    receivedAt = filling.context.clock();
    await filling.keep({
      ...{ account_id: started.account_id, id: started.runId, exchanges: packExchanges(exchanges) },
      received_at: receivedAt.toISOString(),
    });
  }
  const outcome = failure ?? bounded(way.connection.parse(started.ask, exchanges));
  return { outcome: outcome.kind === 'answer' ? outcome : redacted(outcome, redact), exchanges, receivedAt };
}

/** An answer beyond what imports may bring is none: reading it would hold up everybody. */
export function bounded(outcome: Outcome): Outcome {
  if (outcome.kind !== 'answer') return outcome;
  const { text, cited, consulted, usage } = outcome;
  const size = Buffer.byteLength(text);
  if (size <= LONGEST_ANSWER && cited.length <= MOST_CITATIONS && consulted.length <= MOST_CITATIONS)
    return outcome;
  const message = `${size} bytes of text and ${cited.length + consulted.length} links: more than an answer may have`;
  return { kind: 'bad_response', message, usage };
}

// Only to find out whether anything is left to ask.
const NOWHERE: Endpoint = { baseUrl: '', key: '' };

function nextRequest(
  started: Started,
  { connection, endpoint }: Way,
  { exchanges, filling }: { exchanges: Exchange[]; filling: Filling },
): HttpRequest | null {
  if (exchanges.length >= MOST_REQUESTS || !isWithin(started, exchanges, filling)) return null;
  return connection.request(started.ask, endpoint ?? NOWHERE, exchanges);
}

type Sending = { exchange: Exchange | null; failure: AgentFailure | null };

async function sendTo(
  request: HttpRequest,
  { connection, endpoint, setUp }: Way,
  { allowPrivate, limits }: Filling,
): Promise<Sending> {
  const refuse = (failure: AgentFailure) => ({ exchange: null, failure });
  if (!endpoint)
    return refuse({ kind: 'auth', message: `${connection.id} is not set up: ${setUp}`, unsent: true });
  if (!endpoint.isOwn || allowPrivate) return send(request, limits);
  const checked = await checkPublic(request.url);
  if ('refused' in checked) return refuse(checked.refused);
  return send(request, { ...limits, fetch: fetchAt(checked.addresses) });
}

/** A continuation may cost as much as half of what was reserved, so no more than the other half may be spent before it. */
function isWithin(started: Started, exchanges: Exchange[], { spentOn }: Filling): boolean {
  if (exchanges.length === 0 || started.reserved === 0) return true;
  return (spentOn(exchanges) ?? 0) <= started.reserved / 2;
}

const redacted = (failure: AgentFailure, redact: (text: string) => string): AgentFailure => ({
  ...failure,
  message: redact(failure.message),
});

function redactedExchange(exchange: Exchange, redact: (text: string) => string): Exchange {
  const { headers, body, cut } = exchange;
  return {
    ...exchange,
    headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, redact(value)])),
    body: redact(body),
    ...(cut && { cut: { ...cut, message: redact(cut.message) } }),
  };
}

/** Vendors repeat a wrong key in their errors, and some take it in the address. */
function redactor(endpoint: Endpoint | null): (text: string) => string {
  const { key, baseUrl } = endpoint ?? NOWHERE;
  const secrets = [
    key,
    encodeURIComponent(key),
    Buffer.from(key).toString('base64'),
    ...key.split(':').slice(1),
    URL.parse(baseUrl)?.password ?? '',
  ];
  const told = [...new Set(secrets)].filter((secret) => secret.length >= 6);
  return (text) => told.reduce((left, secret) => left.replaceAll(secret, '[key]'), text);
}
