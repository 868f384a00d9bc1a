import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { contract } from '../../contract/table.ts';
import { edge } from './edge.ts';
import { fakeService, KEY } from './fake-service.ts';

const known = Object.values(contract).map(({ path }) => `/api/v1${path}`);
const request = fc.record({
  method: fc.constantFrom('GET', 'PUT', 'POST', 'PATCH', 'DELETE', 'OPTIONS'),
  url: fc.oneof(
    fc.constantFrom(...known),
    fc.webPath().map((path) => `/${path}`),
  ),
  payload: fc.oneof(
    fc.json(),
    fc.string({ unit: 'binary' }),
    fc.uint8Array().map((bytes) => Buffer.from(bytes)),
  ),
  headers: fc.record(
    {
      authorization: fc.oneof(fc.constant(`Bearer ${KEY}`), fc.base64String()),
      'content-type': fc.oneof(fc.constant('application/json'), fc.base64String()),
      'idempotency-key': fc.base64String(),
      'x-request-id': fc.base64String(),
    },
    { requiredKeys: [] },
  ),
});

test('any request at all gets one answer in the envelope, and never a fault', async () => {
  const app = edge(fakeService());
  await fc.assert(
    fc.asyncProperty(request, async (given) => {
      const response = await app.inject(given as never);
      if (response.statusCode === 302 || response.headers['content-type']?.toString().startsWith('text/html'))
        return;
      const body: { success?: boolean; error?: unknown } = response.json();
      assert.match(String(response.headers['content-type']), /^application\/json; charset=utf-8$/);
      assert.ok(
        [200, 400, 401, 404, 405, 413, 415].includes(response.statusCode),
        String(response.statusCode),
      );
      if (response.statusCode !== 200) assert.deepEqual([body.success, typeof body.error], [false, 'string']);
    }),
    { numRuns: 500 },
  );
});
