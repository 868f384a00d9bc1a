import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { InjectOptions } from 'fastify';
import type { Operation } from '../../contract/operation.ts';
import { contract, operationNames } from '../../contract/table.ts';
import { Failure } from '../../src/operations/failure.ts';
import { assertError, edge, JSON_TYPE, key, post } from './edge.ts';
import { fakeService, KEY } from './fake-service.ts';

const UNAUTHORIZED = 'Missing or invalid API key';
const badKeys: Record<string, string | undefined> = {
  none: undefined,
  empty: '',
  'another scheme': `Basic ${KEY}`,
  'the scheme alone': 'Bearer',
  'no scheme': KEY,
  unknown: 'Bearer bsk_g_unknown',
  'two keys': `Bearer ${KEY} ${KEY}`,
  'a comma': `Bearer ${KEY},`,
};
const badBodies: Record<string, InjectOptions> = {
  'malformed JSON': { payload: '{', headers: { 'content-type': JSON_TYPE } },
  'another content type': { payload: 'x', headers: { 'content-type': 'text/plain' } },
  'an oversize body': { payload: 'x'.repeat(2_000_000), headers: { 'content-type': JSON_TYPE } },
  'no body': {},
  'invalid fields': { payload: '{"brand_id":"x"}', headers: { 'content-type': JSON_TYPE } },
};

for (const [what, authorization] of Object.entries(badKeys)) {
  for (const [body, request] of Object.entries(badBodies)) {
    test(`401 comes first: key ${what}, ${body}`, async () => {
      const service = fakeService();
      const headers = { ...request.headers, ...(authorization !== undefined && { authorization }) };
      const response = await edge(service).inject({
        method: 'POST',
        url: '/api/v1/brand',
        ...request,
        headers,
      });
      assertError(response, 401, UNAUTHORIZED);
      assert.equal(response.headers['www-authenticate'], 'Bearer');
      assert.deepEqual(service.calls, []);
    });
  }
}

for (const scheme of ['Bearer', 'bearer', 'BEARER', 'bEaReR ']) {
  test(`the scheme ${JSON.stringify(scheme)} is accepted`, async () => {
    const response = await edge().inject(post({ headers: { authorization: `${scheme} ${KEY}` } }));
    assert.equal(response.statusCode, 200);
  });
}

test('every operation is served at its method and path', async () => {
  const app = edge(fakeService((name, input) => ({ success: true, name, input })));
  for (const name of operationNames) {
    const { method, path, example, streams }: Operation = contract[name];
    if (streams) continue; // test/http/client.test.ts reads those
    const response = await app.inject(post({ method, url: `/api/v1${path}`, payload: example }));
    assert.deepEqual(response.json(), { success: true, name, input: example });
  }
});

test('a failure of the service keeps its status, message and Retry-After', async () => {
  const failures = [
    Failure.forbidden(),
    Failure.notFound('Brand not found'),
    Failure.invalid('brand_id is required'),
  ];
  for (const failure of failures) {
    const app = edge(fakeService(() => Promise.reject(failure)));
    assertError(await app.inject(post()), failure.status, failure.message);
  }
  const busy = await edge(
    fakeService(() => {
      throw Failure.unavailable('Away');
    }),
  ).inject(post());
  assertError(busy, 503, 'Away');
  assert.equal(busy.headers['retry-after'], '2');
});

test('a database that is away while the key is looked up is a 503', async () => {
  const response = await edge().inject(post({ headers: { authorization: 'Bearer bsk_g_away' } }));
  assertError(response, 503, 'The database is away');
});

test('a crash is a 500 that tells nothing', async () => {
  for (const fault of [
    new Error('secret detail'),
    'secret',
    null,
    Object.assign(new Error('x'), { statusCode: 418 }),
  ]) {
    const app = edge(fakeService(() => Promise.reject(fault)));
    assertError(await app.inject(post()), 500, 'An error occurred');
  }
  const unserializable = edge(fakeService(() => ({ big: 1n })));
  assertError(await unserializable.inject(post()), 500, 'An error occurred');
});

test('a Brand-scoped refusal comes after the body is read', async () => {
  const app = edge(fakeService(() => Promise.reject(Failure.forbidden())));
  assertError(await app.inject(post({ payload: '[]' })), 400, 'Request body must be a JSON object');
  assertError(await app.inject(post()), 403, 'Access denied');
});

test('Idempotency-Key reaches the operations that take one, and no others', async () => {
  const service = fakeService();
  const app = edge(service);
  const headers = { 'idempotency-key': 'k-1' };
  for (const name of operationNames) {
    const { method, path } = contract[name];
    await app.inject(post({ method, url: `/api/v1${path}`, headers }));
  }
  const keyed = service.calls
    .filter(({ idempotencyKey }) => idempotencyKey === 'k-1')
    .map(({ name }) => name);
  assert.deepEqual(keyed.sort(), ['createBrand', 'togglePrompt']);
  assert.equal(service.calls.length, operationNames.length);
});

test('a malformed Idempotency-Key is a 400 where one is taken, and ignored elsewhere', async () => {
  const app = edge();
  for (const bad of ['', 'a b', 'x'.repeat(256), 'ä', 'a\tb']) {
    const headers = { 'idempotency-key': bad };
    const response = await app.inject(post({ url: '/api/v1/brand', headers }));
    assertError(response, 400, 'Idempotency-Key must be 1 to 255 visible ASCII characters');
    assert.equal((await app.inject(post({ headers }))).statusCode, 200);
  }
  const longest = await app.inject(
    post({ url: '/api/v1/brand', headers: { 'idempotency-key': '~'.repeat(255) } }),
  );
  assert.equal(longest.statusCode, 200);
});

test('a key in the query or in a cookie is no key', async () => {
  const url = `/api/v1/brand-report?key=${KEY}`;
  const response = await edge().inject({
    method: 'POST',
    url,
    headers: { cookie: `authorization=${key.authorization}` },
  });
  assertError(response, 401, UNAUTHORIZED);
});
