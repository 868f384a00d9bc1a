import assert from 'node:assert/strict';
import { Writable } from 'node:stream';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import { edge, key, post } from './edge.ts';
import { fakeService, KEY } from './fake-service.ts';

function memoryLogger() {
  let text = '';
  const stream = new Writable({
    write(chunk, _encoding, done) {
      text += chunk;
      done();
    },
  });
  const lines = () =>
    text
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line) as Record<string, unknown>);
  return { logger: pino({ level: 'trace' }, stream), text: () => text, lines };
}

test('one line per request, with its id, status, time and the id of the key', async () => {
  const log = memoryLogger();
  const app = edge(fakeService(), { logger: log.logger });
  await app.inject(post({ url: '/api/v1/brand-report?secret=1', headers: { 'x-request-id': 'from-proxy' } }));
  await sleep(10);
  const [line, ...more] = log.lines();
  assert.deepEqual(more, []);
  const { request_id, method, path, status, key_id, msg, ms } = line!;
  assert.deepEqual(
    { request_id, method, path, status, key_id, msg },
    {
      request_id: 'from-proxy',
      method: 'POST',
      path: '/api/v1/brand-report',
      status: 200,
      key_id: 7,
      msg: 'request',
    },
  );
  assert.equal(typeof ms, 'number');
});

test('neither keys nor bodies are logged, whatever goes wrong', async () => {
  const log = memoryLogger();
  const app = edge(
    fakeService(() => Promise.reject(new Error('disk full'))),
    { logger: log.logger },
  );
  const payload = '{"brand_id":"SECRET_BODY"}';
  await app.inject(post({ payload }));
  await app.inject(post({ payload: `${payload}SECRET_BODY` }));
  await app.inject(post({ payload, headers: { 'content-type': 'text/plain' } }));
  await app.inject(post({ payload, headers: { authorization: 'Bearer SECRET_KEY' } }));
  await app.inject(post({ payload, url: `/api/v1/nope/${KEY}?key=SECRET_KEY` }));
  await app.inject({ method: 'GET', url: `/%zz?${KEY}`, headers: key });
  await sleep(10);
  assert.ok(log.lines().length >= 6);
  assert.doesNotMatch(log.text(), new RegExp(`SECRET|${KEY}`));
});

test('what others log of a request is redacted', () => {
  const log = memoryLogger();
  const app = edge(fakeService(), { logger: log.logger });
  app.log.info({ req: { headers: key }, headers: key, body: 'SECRET', key: 'SECRET' }, 'x');
  assert.doesNotMatch(log.text(), new RegExp(`SECRET|${KEY}`));
});

test('a crash is logged with its cause under the id of the request', async () => {
  const log = memoryLogger();
  const cause = new Error('socket hang up');
  const app = edge(
    fakeService(() => Promise.reject(new Error('query failed', { cause }))),
    { logger: log.logger },
  );
  await app.inject(post({ headers: { 'x-request-id': 'r1' } }));
  const line = log.lines().find(({ level }) => level === 50);
  assert.equal(line?.request_id, 'r1');
  assert.match(JSON.stringify(line?.err), /query failed.*socket hang up/);
});
