import assert from 'node:assert/strict';
import { request } from 'node:http';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { key, post, raw, serve } from './edge.ts';
import { fakeService, KEY } from './fake-service.ts';

function parsed(response: string) {
  const [head = '', body = ''] = response.split('\r\n\r\n');
  return { status: Number(head.split(' ')[1]), head: head.toLowerCase(), body: JSON.parse(body) as unknown };
}

const refused: Record<string, { bytes: string; status: number; error: string }> = {
  'headers beyond 16 kB': {
    bytes: `GET /healthz HTTP/1.1\r\nHost: x\r\nX-Long: ${'x'.repeat(40_000)}\r\n\r\n`,
    status: 431,
    error: 'Request headers are too large',
  },
  'no HTTP at all': { bytes: 'hello\r\n\r\n', status: 400, error: 'Request is not valid HTTP' },
  'an unknown method': {
    bytes: 'FOO / HTTP/1.1\r\nHost: x\r\n\r\n',
    status: 400,
    error: 'Request is not valid HTTP',
  },
  'two lengths': {
    bytes: 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n',
    status: 400,
    error: 'Request is not valid HTTP',
  },
  'a bad header name': {
    bytes: 'GET / HTTP/1.1\r\nHost: x\r\nBad Header: 1\r\n\r\n',
    status: 400,
    error: 'Request is not valid HTTP',
  },
  'no Host': {
    bytes: 'GET /healthz HTTP/1.1\r\nConnection: close\r\n\r\n',
    status: 400,
    error: 'Host header is required',
  },
};

for (const [what, { bytes, status, error }] of Object.entries(refused)) {
  test(`${status} in the envelope for ${what}`, async (t) => {
    const { port } = await serve(t, fakeService());
    const response = parsed(await raw(port, bytes));
    assert.deepEqual(
      { status: response.status, body: response.body },
      { status, body: { success: false, error } },
    );
    assert.match(response.head, /content-type: application\/json; charset=utf-8/);
    assert.match(response.head, /cache-control: no-store/);
    assert.match(response.head, /connection: close/);
  });
}

test('408 for headers and bodies that never end', async (t) => {
  const { port, app } = await serve(t, fakeService(), { maxInFlight: 1 });
  assert.deepEqual([app.server.headersTimeout, app.server.requestTimeout], [15_000, 120_000]);
  // Node looks every five seconds.
  app.server.headersTimeout = 100;
  app.server.requestTimeout = 200;
  const head = `POST /api/v1/brand-report HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${KEY}\r\nContent-Type: application/json\r\n`;
  const endless = [raw(port, head), raw(port, `${head}Content-Length: 50\r\n\r\n{`)];
  for (const received of await Promise.all(endless)) {
    assert.deepEqual(parsed(received).status, 408);
    assert.deepEqual(parsed(received).body, { success: false, error: 'Request was not received in time' });
  }
  await sleep(100);
  assert.equal((await app.inject(post())).statusCode, 200);
});

test('an expectation that nobody knows is ignored', async (t) => {
  const { port } = await serve(t, fakeService());
  const response = await raw(
    port,
    'GET /healthz HTTP/1.1\r\nHost: x\r\nExpect: magic\r\nConnection: close\r\n\r\n',
  );
  assert.equal(parsed(response).status, 200);
});

test('a client that sends far too much reads its 413 rather than a reset', async (t) => {
  const { url } = await serve(t, fakeService());
  for (const chunked of [false, true]) {
    const body = new Uint8Array(8 * 1024 * 1024);
    const response = await fetch(`${url}/api/v1/brand-report`, {
      method: 'POST',
      headers: { ...key, 'content-type': 'application/json' },
      body: chunked ? new Blob([body]).stream() : body,
      duplex: 'half',
    } as RequestInit);
    assert.equal(response.status, 413);
    assert.deepEqual(await response.json(), {
      success: false,
      error: 'Request body must not be larger than 1 MiB',
    });
  }
});

test('a refused body does not cost the connection', async (t) => {
  const { port } = await serve(t, fakeService());
  const one = (body: string, more = '') =>
    `POST /api/v1/brand-report HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${KEY}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n${more}\r\n${body}`;
  const received = await raw(port, one('{') + one('{}', 'Connection: close\r\n'));
  assert.match(received, /^HTTP\/1.1 400 .*HTTP\/1.1 200 /s);
});

test('a body that ends too early reaches no operation', async (t) => {
  const service = fakeService();
  const { port } = await serve(t, service);
  await new Promise<void>((resolve) => {
    const cut = request({ port, host: '127.0.0.1', path: '/api/v1/brand-report', method: 'POST' });
    for (const [name, value] of Object.entries({
      ...key,
      'content-type': 'application/json',
      'content-length': '50',
    }))
      cut.setHeader(name, value);
    cut.on('error', () => resolve());
    cut.write('{"brand_id":1}');
    setTimeout(() => cut.destroy(), 50);
  });
  await sleep(50);
  assert.deepEqual(service.calls, []);
});
