// A name that leads elsewhere a moment after it was looked up: what was looked at is what is connected to.
import assert from 'node:assert/strict';
import dns from 'node:dns';
import lookups from 'node:dns/promises';
import { once } from 'node:events';
import https from 'node:https';
import net, { type AddressInfo } from 'node:net';
import { after, test } from 'node:test';
import tls from 'node:tls';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { fetchAt } from '../../src/collector/addresses.ts';
import { openai } from '../../src/collector/agents/openai.ts';
import { type AskLimits, send } from '../../src/collector/ask.ts';
import { fill } from '../../src/collector/fill.ts';

// Of vendor.example, made for this file and for nothing else.
const KEY = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgubeHcgefck9skAuZ
XnnCPaKvP51ZHuH+OyW+qnpcP3mhRANCAASammAAYKSQDp+cEUsu33jO3lc5YUbT
MnkYFUykz2V5MA+E0HhkB8rNR8nrUB8YHQU2vsYZJFumuzUFZBj7S0j0
-----END PRIVATE KEY-----`;
const CERTIFICATE = `-----BEGIN CERTIFICATE-----
MIIBcDCCARagAwIBAgIBATAKBggqhkjOPQQDAjAZMRcwFQYDVQQDDA52ZW5kb3Iu
ZXhhbXBsZTAgFw0yMDAxMDEwMDAwMDBaGA8yMTI2MDEwMTAwMDAwMFowGTEXMBUG
A1UEAwwOdmVuZG9yLmV4YW1wbGUwWTATBgcqhkjOPQIBBggqhkjOPQMBBwNCAASa
mmAAYKSQDp+cEUsu33jO3lc5YUbTMnkYFUykz2V5MA+E0HhkB8rNR8nrUB8YHQU2
vsYZJFumuzUFZBj7S0j0o00wSzAZBgNVHREEEjAQgg52ZW5kb3IuZXhhbXBsZTAP
BgNVHRMBAf8EBTADAQH/MB0GA1UdDgQWBBTmfU0CNKue4d2tnh1WJaAvmeGm0DAK
BggqhkjOPQQDAgNIADBFAiAhhRSFLd9zmYDt8j2bWXFxBDX9irlKFbPT7P1M7pvU
TAIhALjlJTIsylSrpsr9H7GyTVJT2mgLKX85EzYMiNmnH/A/
-----END CERTIFICATE-----
`;

tls.setDefaultCACertificates([CERTIFICATE]);

const limits: AskLimits = {
  fetch,
  timeoutMs: 5000,
  largestBody: 1_000_000,
  signal: new AbortController().signal,
};
const post = (url: string) => ({ url, method: 'POST' as const, headers: { 'x-a': 'b' }, body: '{"ä":1}' });

type Handler = Parameters<typeof https.createServer>[1];

async function vendor(handler: Handler): Promise<number> {
  const server = https.createServer({ key: KEY, cert: CERTIFICATE }, handler).listen(0, '127.0.0.1');
  await once(server, 'listening');
  after(() => server.closeAllConnections());
  after(() => server.close());
  return (server.address() as AddressInfo).port;
}

const here = fetchAt([{ address: '127.0.0.1', family: 4 }]);

test('the address that was checked is connected to, not what the name leads to by now', async (t) => {
  // Where the name leads after it was looked at: our own network.
  let connections = 0;
  const own = net.createServer((socket) => {
    connections++;
    socket.destroy();
  });
  own.listen(0, '127.0.0.1');
  await once(own, 'listening');
  t.after(() => own.close());
  const { port } = own.address() as AddressInfo;
  // 203.0.113.0/24 is for documentation: nobody answers there.
  t.mock.method(lookups, 'lookup', async () => [{ address: '203.0.113.1', family: 4 }]);
  t.mock.method(dns, 'lookup', (...given: unknown[]) => {
    const done = given.at(-1) as (error: null, found: unknown, family?: number) => void;
    const { all } = given[1] as { all?: boolean };
    if (all) done(null, [{ address: '127.0.0.1', family: 4 }]);
    else done(null, '127.0.0.1', 4);
  });
  const ask = { agent: 'chatgpt', prompt: 'best crm', model: 'gpt', country: null, language: null };
  const started = {
    ...{ account_id: 1, brand_id: 1, slotId: 1, runId: 1, attempts: 1, ask, connection: 'openai' },
    ...{ promptId: 1, month: '2026-11-01', reserved: 0, expected: 0, received: [], receivedAt: null },
  };
  const endpoint = { baseUrl: `https://rebound.example:${port}/v1`, key: 'a-key', isOwn: true };
  const { outcome, exchanges } = await fill(
    started,
    { connection: openai, endpoint, setUp: '' },
    {
      context: {} as never,
      keep: async () => {},
      limits: { ...limits, timeoutMs: 500 },
      allowPrivate: false,
      spentOn: () => null,
    },
  );
  assert.ok(['timeout', 'network'].includes(outcome.kind), outcome.kind);
  assert.deepEqual([connections, exchanges], [0, []]);
});

test('speaks to it as fetch does: name, method, headers, body, status, headers of the answer', async () => {
  const port = await vendor(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    const { method, url, headers } = request;
    const { servername } = request.socket as tls.TLSSocket;
    response.writeHead(429, { 'retry-after': '7', 'set-cookie': ['a=1', 'b=2'] });
    response.end(JSON.stringify({ method, url, servername, host: headers.host, own: headers['x-a'], body }));
  });
  const { exchange, failure } = await send(post(`https://vendor.example:${port}/v1/responses?x=1`), {
    ...limits,
    fetch: here,
  });
  assert.equal(failure, null);
  assert.deepEqual([exchange?.status, exchange?.headers['retry-after']], [429, '7']);
  assert.deepEqual(JSON.parse(exchange?.body ?? ''), {
    ...{ method: 'POST', url: '/v1/responses?x=1', servername: 'vendor.example' },
    ...{ host: `vendor.example:${port}`, own: 'b', body: '{"ä":1}' },
  });
});

test("the certificate must be the name's, and then nothing was sent", async () => {
  let requests = 0;
  const port = await vendor((_request, response) => {
    requests++;
    response.end();
  });
  const { exchange, failure } = await send(post(`https://other.example:${port}/`), {
    ...limits,
    fetch: here,
  });
  assert.deepEqual([exchange, failure?.kind, failure?.unsent, requests], [null, 'network', true, 0]);
  assert.match(failure?.message ?? '', /ERR_TLS_CERT_ALTNAME_INVALID/);
});

test('no redirect is followed; a body that breaks off, is too long or never comes is told', async () => {
  const port = await vendor((request, response) => {
    if (request.url === '/redirect') response.writeHead(307, { location: 'https://127.0.0.1/' }).end();
    else if (request.url === '/empty') response.writeHead(204).end();
    else if (request.url === '/slow') response.writeHead(200).write('a');
    else if (request.url === '/long') response.end('x'.repeat(2_000_000));
    else {
      response.writeHead(200, { 'content-length': '100' }).write('half');
      setTimeout(() => response.socket?.destroy(), 50);
    }
  });
  const at = (path: string, more = {}) =>
    send(post(`https://vendor.example:${port}${path}`), { ...limits, fetch: here, ...more });
  assert.equal((await at('/redirect')).exchange?.status, 307);
  assert.deepEqual((await at('/empty')).exchange?.body, '');
  assert.deepEqual((await at('/slow', { timeoutMs: 300 })).failure?.kind, 'timeout');
  assert.deepEqual((await at('/long')).failure?.kind, 'bad_response');
  const broken = await at('/broken');
  assert.deepEqual([broken.failure?.kind, broken.exchange?.body], ['network', 'half']);
});

test('a compressed answer is read', async () => {
  const codings = { gzip: gzipSync, deflate: deflateSync, br: brotliCompressSync };
  const port = await vendor((request, response) => {
    const coding = request.url?.slice(1) as keyof typeof codings;
    response.writeHead(200, { 'content-encoding': coding }).end(codings[coding]('{"ö":1}'));
  });
  for (const coding of Object.keys(codings)) {
    const { exchange } = await send(post(`https://vendor.example:${port}/${coding}`), {
      ...limits,
      fetch: here,
    });
    assert.equal(exchange?.body, '{"ö":1}', coding);
  }
});

test('a server that changes the protocol, or goes without a word, ends the asking', async () => {
  const port = await vendor((request, response) => {
    if (request.url === '/switch')
      response.socket?.end('HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: x\r\n\r\n');
    else response.socket?.end();
  });
  for (const path of ['/switch', '/nothing']) {
    const { exchange, failure } = await send(post(`https://vendor.example:${port}${path}`), {
      ...limits,
      fetch: here,
    });
    assert.deepEqual([exchange, failure?.kind, failure?.unsent], [null, 'network', undefined], path);
  }
});

test('who does not take the connection is given up after ten seconds, and nothing was sent', async (t) => {
  // Takes the connection, and never says a word of TLS.
  const silent = net.createServer(() => {}).listen(0, '127.0.0.1');
  await once(silent, 'listening');
  t.after(() => silent.close());
  const { port } = silent.address() as AddressInfo;
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const sending = send(post(`https://vendor.example:${port}/`), {
    ...limits,
    timeoutMs: 60_000,
    fetch: here,
  });
  const [socket] = await once(silent, 'connection');
  t.mock.timers.tick(10_000);
  const { exchange, failure } = await sending;
  socket.destroy();
  assert.deepEqual([exchange, failure?.kind, failure?.unsent], [null, 'network', true]);
});

test('an address where nobody listens is unsent, also of IPv6 and of two', async () => {
  const port = await vendor((_request, response) => void response.end('ok'));
  const free = net.createServer().listen(0, '127.0.0.1');
  await once(free, 'listening');
  const { port: closed } = free.address() as AddressInfo;
  await new Promise((resolve) => free.close(resolve));
  const { failure } = await send(post(`https://vendor.example:${closed}/`), { ...limits, fetch: here });
  assert.deepEqual([failure?.kind, failure?.unsent], ['network', true]);
  const two = fetchAt([
    { address: '::1', family: 6 },
    { address: '127.0.0.1', family: 4 },
  ]);
  const { exchange } = await send(post(`https://vendor.example:${port}/`), { ...limits, fetch: two });
  assert.equal(exchange?.body, 'ok');
});
