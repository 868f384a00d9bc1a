import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openapi } from '../../src/http/openapi.ts';
import { edge } from './edge.ts';

const get = (url: string) => edge().inject({ method: 'GET', url });

test('the OpenAPI document is public', async () => {
  const response = await get('/api/v1/openapi.json');
  assert.equal(response.headers['content-type'], 'application/json; charset=utf-8');
  assert.deepEqual(response.json(), openapi('0.1.0'));
});

test('the reference loads from this machine alone, without inline scripts or styles', async () => {
  const page = await get('/docs');
  assert.equal(page.headers['content-type'], 'text/html; charset=utf-8');
  const policy = String(page.headers['content-security-policy']);
  assert.match(policy, /default-src 'none'; script-src 'self'; style-src 'self'/);
  assert.doesNotMatch(policy, /unsafe|https?:/);
  assert.doesNotMatch(page.body, /<script>|<style>| style=| on\w+=|https?:/);
  const files = [...page.body.matchAll(/(?:href|src)="(docs\/[^"]+)"/g)].map(([, file]) => file);
  assert.ok(files.length >= 4);
  for (const file of files) {
    const response = await get(`/${file}`);
    assert.equal(response.statusCode, 200, file);
    assert.match(String(response.headers['content-type']), /javascript|css|image\/png/);
    assert.equal(response.headers['content-security-policy'], policy);
  }
});

test('a second load asks only whether anything changed', async () => {
  const { headers } = await get('/docs/swagger-ui-bundle.js');
  assert.equal(headers['cache-control'], 'no-cache');
  const again = await edge().inject({
    method: 'GET',
    url: '/docs/swagger-ui-bundle.js',
    headers: { 'if-none-match': String(headers.etag) },
  });
  assert.equal(again.statusCode, 304);
});

test('HEAD is answered like GET, without a body', async () => {
  for (const url of ['/docs', '/healthz', '/api/v1/openapi.json']) {
    const response = await edge().inject({ method: 'HEAD', url });
    assert.deepEqual([response.statusCode, response.body], [200, '']);
  }
});
