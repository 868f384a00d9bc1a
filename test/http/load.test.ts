import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { assertError, edge, gate, key, post, serve, until } from './edge.ts';
import { fakeService } from './fake-service.ts';

const BUSY = 'Too many requests under way';

test('503 with Retry-After beyond the bound of work, until there is room again', async () => {
  const { opened, open } = gate();
  const service = fakeService(() => opened.then(() => ({ success: true })));
  const app = edge(service, { maxInFlight: 2 });
  const held = [app.inject(post()), app.inject(post())];
  await until(() => service.calls.length === 2);
  const refused = await app.inject(post());
  assertError(refused, 503, BUSY);
  assert.equal(refused.headers['retry-after'], '1');
  assert.equal((await app.inject({ method: 'GET', url: '/healthz' })).statusCode, 200);
  open();
  for (const response of await Promise.all(held)) assert.equal(response.statusCode, 200);
  assert.equal((await app.inject(post())).statusCode, 200);
});

test('refused requests give their room back', async () => {
  const app = edge(fakeService(), { maxInFlight: 1 });
  for (let i = 0; i < 20; i += 1) {
    assert.equal((await app.inject(post({ headers: { authorization: 'x' } }))).statusCode, 401);
    assert.equal((await app.inject(post({ payload: '{' }))).statusCode, 400);
    assert.equal((await app.inject(post({ headers: { 'content-type': 'text/plain' } }))).statusCode, 415);
  }
  assert.equal((await app.inject(post())).statusCode, 200);
});

test('a caller that hangs up makes no room before its work is done', async (t) => {
  const { opened, open } = gate();
  const service = fakeService(() => opened.then(() => ({ success: true })));
  const { url } = await serve(t, service, { maxInFlight: 1 });
  const request = (signal?: AbortSignal) =>
    fetch(`${url}/api/v1/brand-report`, {
      method: 'POST',
      headers: { ...key, 'content-type': 'application/json' },
      body: '{}',
      signal,
    });
  const hangUp = new AbortController();
  const hung = assert.rejects(request(hangUp.signal), { name: 'AbortError' });
  await until(() => service.calls.length === 1);
  hangUp.abort();
  await hung;
  await sleep(50);
  assert.equal((await request()).status, 503);
  open();
  await until(async () => (await request()).status === 200);
});

test('429 with Retry-After beyond the limit of a key; other keys and the unauthenticated do not count', async () => {
  const app = edge(fakeService(), { rateLimitPerMinute: 3 });
  for (let i = 0; i < 5; i += 1) await app.inject(post({ headers: { authorization: 'Bearer x' } }));
  for (let i = 0; i < 3; i += 1) assert.equal((await app.inject(post())).statusCode, 200);
  const refused = await app.inject(post({ payload: '{' }));
  assertError(refused, 429, `Rate limit exceeded; try again in ${refused.headers['retry-after']} s`);
  assert.match(String(refused.headers['retry-after']), /^(59|60)$/);
  const other = await app.inject(post({ headers: { authorization: 'Bearer bsk_g_other' } }));
  assert.equal(other.statusCode, 200);
  assert.equal((await app.inject({ method: 'GET', url: '/healthz' })).statusCode, 200);
  const anonymous = await app.inject(post({ headers: { authorization: 'Bearer x' } }));
  assert.equal(anonymous.statusCode, 401);
});

test('the limit of a key holds over all operations together', async () => {
  const app = edge(fakeService(), { rateLimitPerMinute: 2 });
  await app.inject(post({ url: '/api/v1/sources' }));
  await app.inject(post({ url: '/api/v1/prompt' }));
  assert.equal((await app.inject(post({ url: '/api/v1/brands' }))).statusCode, 429);
});

test('without a limit nothing is counted', async () => {
  const app = edge();
  for (let i = 0; i < 200; i += 1) {
    const { statusCode, headers } = await app.inject(post());
    assert.deepEqual([statusCode, headers['x-ratelimit-limit']], [200, undefined]);
  }
});
