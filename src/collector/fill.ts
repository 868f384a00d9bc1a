// Fills one slot: asks until the answer is complete, keeps every response before it is parsed, parses.
import { packExchanges } from '../domain/exchanges.ts';
import { batched } from '../operations/batched.ts';
import type { Context } from '../operations/context.ts';
import { keepExchanges, type Received } from '../storage/runs.ts';
import {
  type AgentFailure,
  type Connection,
  type Endpoint,
  type Exchange,
  MOST_REQUESTS,
  type Outcome,
} from './agents/agent.ts';
import { type AskLimits, refusePrivate, send } from './ask.ts';
import type { Started } from './take.ts';

export type Filling = {
  context: Context;
  keep: (received: Received) => Promise<void>;
  limits: AskLimits;
  allowPrivate: boolean;
  /** What responses cost so far, in millionths of a US dollar; null where no price is known. */
  spentOn: (exchanges: Exchange[]) => number | null;
};

/** Keeps responses; those that arrive together in one statement. */
export function keeper({ db }: Context): Filling['keep'] {
  return batched<Received, void>(async (received) => {
    await keepExchanges(db, received);
    return received.map(() => undefined);
  });
}

type Way = { connection: Connection; endpoint: Endpoint & { isOwn: boolean } };
export type Filled = { outcome: Outcome; exchanges: Exchange[] };

/** Asks what is left to ask of a slot. Throws only when a response could not be kept. */
export async function fill(
  started: Started,
  { connection, endpoint }: Way,
  filling: Filling,
): Promise<Filled> {
  const { ask } = started;
  const exchanges = [...started.received];
  const redact = redactor(endpoint.key);
  while (exchanges.length < MOST_REQUESTS) {
    const request = connection.request(ask, endpoint, exchanges);
    if (!request || !isWithin(started, exchanges, filling)) break;
    const refused = endpoint.isOwn && !filling.allowPrivate ? await refusePrivate(request.url) : null;
    const { exchange, failure } = refused
      ? { exchange: null, failure: refused }
      : await send(request, filling.limits);
    if (exchange) {
      exchanges.push({ ...exchange, body: redact(exchange.body) });
      await filling.keep({
        ...{ account_id: started.account_id, id: started.runId, exchanges: packExchanges(exchanges) },
        received_at: filling.context.clock().toISOString(),
      });
    }
    if (failure) return { outcome: redacted(failure, redact), exchanges };
  }
  const outcome = connection.parse(ask, exchanges);
  return { outcome: outcome.kind === 'answer' ? outcome : redacted(outcome, redact), exchanges };
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

/** Vendors repeat a wrong key in their errors, and some take it in the address. */
function redactor(key: string): (text: string) => string {
  const secrets = [
    key,
    encodeURIComponent(key),
    Buffer.from(key).toString('base64'),
    ...key.split(':').slice(1),
  ];
  const told = [...new Set(secrets)].filter((secret) => secret.length >= 6);
  return (text) => told.reduce((left, secret) => left.replaceAll(secret, '[key]'), text);
}
