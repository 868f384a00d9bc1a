import assert from 'node:assert/strict';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, beforeEach, test } from 'node:test';
import type { Link } from '../../src/collector/agents/agent.ts';
import { resolveRedirects } from '../../src/collector/redirects.ts';
import { readUrl } from '../../src/domain/reading/url.ts';

const GOOGLE = 'https://vertexaisearch.cloud.google.com';
const redirect = (id: string): string => `${GOOGLE}/grounding-api-redirect/${id}`;
const links = (...urls: string[]): Link[] => urls.map((url) => ({ url, title: 'acme.example' }));

// Stands in for Google; what is asked besides would be asked here too, and be seen in `asked`.
type Answer = (response: http.ServerResponse) => void;
let answers: Record<string, Answer> = {};
let asked: string[] = [];
let atOnce = 0;
let mostAtOnce = 0;
const server = http.createServer(({ url = '', method }, response) => {
  asked.push(`${method} ${url}`);
  mostAtOnce = Math.max(mostAtOnce, ++atOnce);
  response.on('close', () => atOnce--);
  const answer = answers[url.split('/').at(-1) ?? ''] ?? to('https://acme.example/page');
  answer(response);
});
const to =
  (location: string, status = 302): Answer =>
  (response) =>
    response.writeHead(status, { location }).end('<a href="elsewhere">Found</a>');

/** Leads every host to the server, whose paths begin with the host that was meant. */
const local: typeof fetch = (input, init) => {
  const { host, pathname, search } = new URL(String(input));
  const { port } = server.address() as AddressInfo;
  return fetch(`http://127.0.0.1:${port}/${host}${pathname}${search}`, init);
};
const resolve = (urls: string[], timeoutMs?: number) =>
  resolveRedirects(links(...urls), { fetch: local, ...(timeoutMs && { timeoutMs }) });

before(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)));
after(() => {
  server.close();
  server.closeAllConnections();
});
beforeEach(() => {
  answers = {};
  asked = [];
  mostAtOnce = 0;
});

test('a redirect is asked once and its target is never asked', async () => {
  assert.deepEqual(
    await resolve([redirect('a'), 'https://globex.example/', redirect('a')]),
    new Map([[redirect('a'), 'https://acme.example/page']]),
  );
  assert.deepEqual(asked, ['GET /vertexaisearch.cloud.google.com/grounding-api-redirect/a']);
});

test('every kind of redirect names its page', async () => {
  const statuses = [301, 302, 303, 307, 308];
  answers = Object.fromEntries(
    statuses.map((status) => [status, to(`http://acme.example/${status}`, status)]),
  );
  const found = await resolve(statuses.map((status) => redirect(String(status))));
  assert.deepEqual(
    [...found].sort(),
    statuses.map((status) => [redirect(String(status)), `http://acme.example/${status}`]),
  );
});

test("nothing but Gemini's redirects is asked", async () => {
  const others = [
    'https://acme.example/grounding-api-redirect/a',
    `http${redirect('a').slice(5)}`,
    `${GOOGLE}:8443/grounding-api-redirect/a`,
    `${GOOGLE}.acme.example/grounding-api-redirect/a`,
    'https://x.vertexaisearch.cloud.google.com/grounding-api-redirect/a',
    'https://vertexaisearch.cloud.google.com@acme.example/grounding-api-redirect/a',
    'https://user@vertexaisearch.cloud.google.com/grounding-api-redirect/a',
    'https://user:password@vertexaisearch.cloud.google.com/grounding-api-redirect/a',
    `${GOOGLE}/other/grounding-api-redirect/a`,
    `${GOOGLE}/grounding-api-redirect/../a`,
    `${GOOGLE}/grounding-api-redirect/%2e%2e/a`,
    `${GOOGLE}/grounding-api-redirects/a`,
    `${GOOGLE}/?x=/grounding-api-redirect/a`,
    `${GOOGLE}\\@acme.example/grounding-api-redirect/a`,
    'grounding-api-redirect/a',
    'javascript:alert(1)',
    '',
  ];
  assert.deepEqual(await resolve(others), new Map());
  assert.deepEqual(asked, []);
});

test('an answer that names no page leaves the redirect out', async () => {
  answers = {
    ended: to('https://acme.example/', 404),
    ok: (response) => response.writeHead(200, { location: 'https://acme.example/' }).end('<html>'),
    bare: (response) => response.writeHead(302).end(),
    empty: to(''),
    script: to('javascript:alert(1)'),
    file: to('file:///etc/passwd'),
    relative: to('../continue?token=1'),
    google: to(`${GOOGLE}/grounding-api-redirect/b`),
    garbage: to('https://'),
    long: to(`https://acme.example/${'x'.repeat(8000)}`),
    cut: (response) => response.destroy(),
    nonsense: (response) => response.socket?.end('what?\r\n\r\n'),
    fine: to('https://acme.example/fine'),
  };
  const found = await resolve(Object.keys(answers).map(redirect));
  assert.deepEqual(found, new Map([[redirect('fine'), 'https://acme.example/fine']]));
  assert.equal(asked.length, Object.keys(answers).length);
});

test('a target is read as an address, in UTF-8', async () => {
  answers = { umlaut: to(Buffer.from('https://ACME.example/f\u00fcr?a=b c').toString('latin1')) };
  const page = 'https://acme.example/f%C3%BCr?a=b%20c';
  assert.deepEqual(await resolve([redirect('umlaut')]), new Map([[redirect('umlaut'), page]]));
});

test('a silent answer is given up in time, and so is one without an end', async () => {
  const drip: Answer = (response) => {
    response.writeHead(302, { location: 'https://acme.example/drip' });
    const timer = setInterval(() => response.write('x'), 5);
    response.on('close', () => clearInterval(timer));
  };
  answers = { silent: () => {}, drip };
  const started = performance.now();
  assert.deepEqual(
    await resolve([redirect('silent'), redirect('drip')], 200),
    new Map([[redirect('drip'), 'https://acme.example/drip']]),
  );
  assert.ok(performance.now() - started < 2000);
});

test('no answer is waited for longer than five seconds', async (context) => {
  const asked = context.mock.method(AbortSignal, 'timeout');
  await resolve([redirect('a')], 60_000);
  assert.deepEqual(
    asked.mock.calls.map(({ arguments: [limit] }) => limit),
    [5000],
  );
});

test('a few are asked at once, and one that fails holds up no other', async () => {
  const ids = Array.from({ length: 30 }, (_, at) => String(at));
  answers = Object.fromEntries(
    ids.map((id) => [id, (response) => setTimeout(() => to(`https://acme.example/${id}`)(response), 5)]),
  );
  answers['3'] = (response) => response.destroy();
  const found = await resolve(ids.map(redirect));
  assert.equal(found.size, 29);
  assert.ok(mostAtOnce > 1 && mostAtOnce <= 4, String(mostAtOnce));
});

test('what could not be resolved keeps the domain of its title', async () => {
  answers = { ended: (response) => response.writeHead(404).end() };
  const cited = links(redirect('ended'), redirect('a'));
  const pages = await resolveRedirects(cited, { fetch: local });
  assert.deepEqual(
    cited.map(({ url, title }) => readUrl(pages.get(url) ?? url, title)),
    [
      { url: redirect('ended'), host: 'acme.example', domain: 'acme.example' },
      { url: 'https://acme.example/page', host: 'acme.example', domain: 'acme.example' },
    ],
  );
});
