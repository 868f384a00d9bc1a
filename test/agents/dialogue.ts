// Lets a connection speak with the stand-in of its vendor without a network in between.

import type { Received, Reply, Vendor } from '../../src/cli/demo/vendors/vendor.ts';
import type { Ask, Connection, Exchange, HttpRequest, Outcome } from '../../src/collector/agents/agent.ts';

export type Dialogue = { requests: HttpRequest[]; received: Exchange[]; outcome: Outcome };

type Between = { connection: Connection; vendor: Vendor; ask: Ask };

/** Asks until the connection has no further request; every request is checked as the vendor would. */
export function dialogue({ connection, vendor, ask }: Between, answer: (asked: Received) => Reply): Dialogue {
  const endpoint = { baseUrl: new URL(connection.baseUrl).pathname.replace(/\/$/, ''), key: 'key-1' };
  const requests: HttpRequest[] = [];
  const received: Exchange[] = [];
  for (;;) {
    const request = connection.request(ask, endpoint, received);
    if (!request) return { requests, received, outcome: connection.parse(ask, received) };
    const { method, url: path, headers, body } = request;
    const asked = { method, path, headers, body: body === undefined ? undefined : JSON.parse(body) };
    const prompt = vendor.promptOf(asked);
    if (prompt !== (received.length === 0 ? ask.prompt : null)) throw new Error(`the vendor read ${prompt}`);
    requests.push(request);
    received.push({ headers: {}, ...answer(asked) });
  }
}
