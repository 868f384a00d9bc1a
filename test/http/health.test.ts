import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertError, edge } from './edge.ts';
import { fakeService } from './fake-service.ts';

const readyz = { method: 'GET', url: '/readyz' } as const;

test('healthz asks nobody', async () => {
  const service = { ...fakeService(), ready: () => Promise.reject(new Error('asked')) };
  const response = await edge(service).inject({ method: 'GET', url: '/healthz' });
  assert.deepEqual([response.statusCode, response.json()], [200, { status: 'ok' }]);
});

test('readyz is 200 when the database answers', async () => {
  const response = await edge().inject(readyz);
  assert.deepEqual([response.statusCode, response.json()], [200, { status: 'ready' }]);
});

test('readyz is 503 with Retry-After otherwise', async () => {
  for (const ready of [async () => false, () => Promise.reject(new Error('connection refused'))]) {
    const response = await edge({ ...fakeService(), ready }).inject(readyz);
    assertError(response, 503, 'Not ready');
    assert.equal(response.headers['retry-after'], '2');
  }
});
