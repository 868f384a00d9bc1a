// What every connection promises of whatever it is given to read.
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { FAILURES } from '../../contract/collect.ts';
import type { Ask, Connection, Exchange } from '../../src/collector/agents/agent.ts';
import { mutated } from './mutated.ts';

type Given = { connection: Connection; ask: Ask; healthy: unknown };

/** Reads mutations of a healthy body and bodies of every type of JSON, with good and bad statuses. */
export function keepsItsPromises({ connection, ask, healthy }: Given): void {
  const body = fc
    .oneof({ weight: 9, arbitrary: mutated(healthy) }, fc.jsonValue())
    .map((one) => JSON.stringify(one));
  const texts = fc.oneof(
    { weight: 9, arbitrary: body },
    fc.constantFrom('', '<html>', '{', 'null', '[]', '"x"', '{}'),
  );
  const exchange = fc.record({
    status: fc.constantFrom(200, 200, 200, 400, 429, 500),
    headers: fc.constant({}),
    body: texts,
  });
  fc.assert(
    fc.property(fc.array(exchange, { minLength: 1, maxLength: 2 }), (received) =>
      check(connection, ask, received),
    ),
    { numRuns: 2000 },
  );
}

function check(connection: Connection, ask: Ask, received: Exchange[]): void {
  const next = connection.request(ask, { baseUrl: 'https://vendor.example/v1', key: 'k' }, received);
  if (next?.body !== undefined) JSON.parse(next.body);
  const outcome = connection.parse(ask, received);
  if (outcome.kind !== 'answer') {
    assert.ok(FAILURES.includes(outcome.kind));
    assert.notEqual(outcome.message.trim(), '');
    return;
  }
  assert.equal(received.at(-1)?.status, 200);
  assert.notEqual(outcome.text.trim(), '');
  assert.ok(Object.values(outcome.usage).every((value) => value === null || value >= 0));
  const links = [...outcome.cited, ...outcome.consulted];
  assert.equal(new Set(links.map(({ url }) => url)).size, links.length);
  assert.ok(
    links.every(({ url, title }) => typeof url === 'string' && url !== '' && typeof title === 'string'),
  );
  assert.ok([outcome.model, outcome.finish, ...outcome.searches].every((text) => typeof text === 'string'));
}
