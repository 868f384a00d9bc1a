import assert from 'node:assert/strict';
import { test } from 'node:test';
import { contract } from '../../contract/table.ts';
import { assertError, edge, JSON_TYPE, key } from './edge.ts';

const METHODS = ['GET', 'HEAD', 'OPTIONS', 'POST', 'PUT', 'PATCH', 'DELETE', 'PROPFIND'] as const;
const byPath = Map.groupBy(Object.values(contract), ({ path }) => path);

for (const [path, operations] of byPath) {
  const allowed: string[] = operations.map(({ method }) => method);
  test(`405 with Allow for the other methods of ${path}`, async () => {
    const app = edge();
    for (const method of METHODS.filter((one) => !allowed.includes(one))) {
      const request = { method: method as 'GET', url: `/api/v1${path}?x=1`, payload: 'x' };
      const response = await app.inject({ ...request, headers: { 'content-type': 'text/plain' } });
      assert.equal(response.headers.allow, allowed.join(', '), method);
      if (method === 'HEAD') assert.deepEqual([response.statusCode, response.body], [405, '']);
      else assertError(response, 405, `Method not allowed; use ${allowed.join(', ')}`);
    }
  });
}

test('404 for a path that does not exist, with and without a key, whatever the body', async () => {
  const app = edge();
  const paths = [
    '/nope',
    '/api/v1',
    '/api/v1/',
    '/api/v1/brand/',
    '/api/v1/Brand',
    '/api/v2/brand',
    '//api/v1/brand',
  ];
  for (const url of [...paths, '/docs/', '/docs/nope.js', '/docs/..%2fapp.ts', '/docs/package.json']) {
    for (const method of METHODS.filter((one) => one !== 'HEAD')) {
      const headers = { ...(method === 'POST' && key), 'content-type': JSON_TYPE };
      assertError(
        await app.inject({ method: method as 'GET', url, payload: '{', headers }),
        404,
        'Path not found',
      );
    }
  }
});

test('400 for a path that is not valid', async () => {
  for (const url of ['/api/v1/%zz', '/%ff%fe']) {
    const response = await edge().inject({ method: 'POST', url });
    assertError(response, 400, 'Request path is not valid');
  }
});

test('405 for the other methods of pages and health', async () => {
  for (const url of ['/healthz', '/readyz', '/api/v1/openapi.json', '/docs', '/']) {
    const response = await edge().inject({ method: 'POST', url, payload: 'x' });
    assertError(response, 405, 'Method not allowed; use GET, HEAD');
    assert.equal(response.headers.allow, 'GET, HEAD');
  }
});

test('the request id of a proxy is kept when it is sane', async () => {
  const ask = async (id: string) =>
    (await edge().inject({ method: 'GET', url: '/healthz', headers: { 'x-request-id': id } })).headers[
      'x-request-id'
    ];
  assert.equal(await ask('abc-123_X.y:z/1+2=='), 'abc-123_X.y:z/1+2==');
  for (const bad of ['', 'a b', 'x'.repeat(129), '<script>', 'ä', 'a"b'])
    assert.match(String(await ask(bad)), /^[0-9a-f-]{36}$/);
});

test('nothing may be framed, sniffed, stored or loaded', async () => {
  const { headers } = await edge().inject({ method: 'GET', url: '/healthz' });
  assert.equal(
    headers['content-security-policy'],
    "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  );
  assert.equal(headers['x-frame-options'], 'DENY');
  assert.equal(headers['referrer-policy'], 'no-referrer');
  assert.equal(headers['x-powered-by'], undefined);
  assert.equal(headers.server, undefined);
});
