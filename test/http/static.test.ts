import assert from 'node:assert/strict';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';
import { assertError, edge } from './edge.ts';
import { fakeService } from './fake-service.ts';

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'brandscope-console-'));
after(() => fs.rmSync(folder, { recursive: true }));
fs.mkdirSync(path.join(folder, 'assets'));
const files = {
  'index.html': '<meta property="csp-nonce" nonce="__NONCE__"><script src="/scheme.js"></script>',
  'scheme.js': 'void 0;',
  'icon.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
  'assets/main-1234.js': 'export {};',
  'assets/main-1234.js.br': 'as if compressed',
  'secret.txt': 'not served',
};
for (const [name, content] of Object.entries(files)) fs.writeFileSync(path.join(folder, name), content);

const browser = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };
const app = (consoleFolder = folder) => edge(fakeService(), { consoleFolder });
const open = (url: string, headers: Record<string, string> = browser) =>
  app().inject({ method: 'GET', url, headers });

test('every address that is nothing else shows the console', async () => {
  for (const url of [
    '/',
    '/brands/1',
    '/brands/1/answers/2?agents=chatgpt',
    '/sign-in',
    '/nope',
    '/consoles',
  ]) {
    const response = await open(url);
    assert.equal(response.statusCode, 200, url);
    assert.equal(response.headers['content-type'], 'text/html; charset=utf-8');
    assert.equal(response.headers['cache-control'], 'no-cache');
    assert.match(response.body, /csp-nonce/);
  }
});

test('the root is the console whoever asks', async () => {
  assert.match((await open('/', { accept: '*/*' })).body, /csp-nonce/);
});

test('what belongs to the API, to files or to machines stays a 404, and other methods too', async () => {
  const paths = ['/api/v1/nope', '/api', '/console/api/nope', '/docs/nope', '/assets/nope.js', '/nope.php'];
  for (const url of [...paths, '//brands/1', '/metrics/x', '/healthz/x', '/secret.txt', '/index.html'])
    assertError(await open(url), 404, 'Path not found');
  assertError(await open('/brands/1', { accept: 'application/json' }), 404, 'Path not found');
  assertError(
    await app().inject({ method: 'POST', url: '/brands/1', headers: browser }),
    404,
    'Path not found',
  );
  const head = await app().inject({ method: 'HEAD', url: '/brands/1', headers: browser });
  assert.deepEqual([head.statusCode, head.body], [200, '']);
});

test('a path of the API keeps its 405 for browsers', async () => {
  assertError(await open('/api/v1/brand-report'), 405, 'Method not allowed; use POST');
});

test('each page has a nonce of its own, which its policy names, and no policy that allows inline code', async () => {
  const nonces = new Set<string>();
  for (const url of ['/', '/', '/keys']) {
    const { body, headers } = await open(url);
    const nonce = /nonce="([^"]{22,})"/.exec(body)?.[1] ?? '';
    const policy = String(headers['content-security-policy']);
    assert.ok(policy.includes(`style-src 'self' 'nonce-${nonce}';`), policy);
    assert.match(policy, /^default-src 'none'; script-src 'self';/);
    assert.match(policy, /img-src 'self' data:; connect-src 'self';.*frame-ancestors 'none'/);
    assert.doesNotMatch(policy, /unsafe|https?:|\*/);
    nonces.add(nonce);
  }
  assert.equal(nonces.size, 3);
});

test('files with a hash in their name are kept for ever, the others are asked for anew', async () => {
  const cached = async (url: string) => (await open(url, { accept: '*/*' })).headers['cache-control'];
  assert.equal(await cached('/assets/main-1234.js'), 'public, max-age=31536000, immutable');
  assert.equal(await cached('/scheme.js'), 'no-cache');
  assert.equal(await cached('/icon.svg'), 'no-cache');
});

test('a compressed copy is sent to those who take it', async () => {
  const take = (encoding: string) =>
    open('/assets/main-1234.js', { accept: '*/*', 'accept-encoding': encoding });
  const compressed = await take('gzip, br');
  assert.equal(compressed.headers['content-encoding'], 'br');
  assert.equal(compressed.body, 'as if compressed');
  assert.match(String(compressed.headers['content-type']), /javascript/);
  assert.equal((await take('identity')).body, 'export {};');
});

test('no way leads out of the folder', async () => {
  fs.writeFileSync(path.join(folder, '..', 'outside.js'), 'outside');
  for (const url of [
    '/assets/../secret.txt',
    '/assets/..%2fsecret.txt',
    '/assets/%2e%2e%2f%2e%2e%2foutside.js',
    '/..%2foutside.js',
  ])
    assert.notEqual((await open(url, { accept: '*/*' })).statusCode, 200, url);
  fs.rmSync(path.join(folder, '..', 'outside.js'));
});

test('a console that is not built says how to build it', async () => {
  const empty = path.join(folder, 'nothing-here');
  const response = await edge(fakeService(), { consoleFolder: empty }).inject({
    method: 'GET',
    url: '/',
    headers: browser,
  });
  assert.equal(response.statusCode, 200);
  assert.match(response.body, /npm run build/);
});
