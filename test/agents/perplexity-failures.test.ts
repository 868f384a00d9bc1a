import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { perplexity } from '../../src/collector/agents/perplexity.ts';
import { mutated } from './mutated.ts';
import { ask, failure, healthy, message, parse, saying, search } from './perplexity-bodies.ts';
import { assertSound } from './sound.ts';

const counted = { input_tokens: 3007, output_tokens: 36, searches: 2, usd: 0.00219 };

const unanswered: [name: string, body: unknown, message: RegExp][] = [
  ['empty text', saying(' \n', search), /the answer is empty \(status: completed\)/],
  ['no message', { ...healthy, output: [search] }, /the answer is empty \(status: completed\)/],
  [
    'a run that goes on',
    { ...healthy, status: 'queued', output: [], usage: null },
    /empty \(status: queued\)/,
  ],
  ['no output', { ...healthy, output: null }, /no list of output items/],
  ['null', null, /no list of output items/],
  ['a list', [], /no list of output items/],
  ['a string', '"x"', /no list of output items/],
  ['an empty object', {}, /no list of output items/],
  ['a web page', '<html><title>Just a moment...</title></html>', /not JSON: a web page titled/],
  ['JSON that was cut off', JSON.stringify(healthy).slice(0, 700), /not JSON/],
  ['nothing', '', /not JSON: empty body/],
];
for (const [name, body, expected] of unanswered) {
  test(`Perplexity: ${name} is a bad response`, () => {
    const outcome = parse(body);
    assert.equal(outcome.kind, 'bad_response');
    assert.match((outcome as { message: string }).message, expected);
  });
}

test('Perplexity: nothing received is a bad response', () =>
  assert.deepEqual(perplexity.parse(ask, []), { kind: 'bad_response', message: 'nothing was received' }));

test('Perplexity: an empty answer is billed', () =>
  assert.deepEqual((parse({ ...healthy, output: [] }) as { usage?: unknown }).usage, counted));

test('Perplexity: a refusal is one only without text', () => {
  const refusal = { type: 'refusal', refusal: 'I cannot help with that.' };
  const saidOf = (content: unknown[]) => parse({ ...healthy, output: [{ ...message, content }] });
  assert.deepEqual(saidOf([refusal]), {
    kind: 'refused',
    message: 'I cannot help with that.',
    usage: counted,
  });
  assert.equal(saidOf([refusal, ...message.content]).kind, 'answer');
  const withheld = { status: 'incomplete', incomplete_details: { reason: 'content_filter' }, output: [] };
  assert.deepEqual(parse({ ...healthy, ...withheld }), {
    kind: 'refused',
    message: 'the answer was withheld: content_filter',
    usage: counted,
  });
});

test('Perplexity: a run that failed comes with 200', () => {
  const run = (status: string, error: unknown) => parse({ ...healthy, status, error });
  assert.deepEqual(run('failed', { message: 'the model broke off', type: 'upstream_error', code: '502' }), {
    kind: 'server',
    message: 'the model broke off (upstream_error)',
    usage: counted,
  });
  assert.partialDeepStrictEqual(run('cancelled', null), {
    kind: 'server',
    message: 'the run ended as cancelled',
  });
  const kindOf = (code: string) => run('failed', { message: 'x', code }).kind;
  assert.deepEqual(
    [
      'insufficient_quota',
      'rate_limit_exceeded',
      'model_overloaded',
      'gateway_timeout',
      'content_filter',
    ].map(kindOf),
    ['quota', 'rate', 'overloaded', 'timeout', 'refused'],
  );
});

const error = (code: number, type: string, said: string) => ({ error: { message: said, type, code } });
const exceeded = 'You exceeded your current quota, please check your plan and billing details.';

test('Perplexity fails because of the key', () => {
  assert.deepEqual(failure(error(401, 'invalid_api_key', 'Invalid API key provided.'), 401), {
    kind: 'auth',
    message: 'HTTP 401: Invalid API key provided. (invalid_api_key)',
  });
  assert.equal(failure(error(403, 'forbidden', 'blocked'), 403).kind, 'auth');
  assert.equal(failure('<html><title>401 Authorization Required</title></html>', 401).kind, 'auth');
});

test('Perplexity fails because the balance is spent', () => {
  assert.deepEqual(failure(error(401, 'insufficient_quota', exceeded), 401), {
    kind: 'quota',
    message: `HTTP 401: ${exceeded} (insufficient_quota)`,
  });
  assert.equal(failure('', 402).kind, 'quota');
});

test('Perplexity fails because it is asked too often', () => {
  const busy = error(429, 'request_rate_limit_exceeded', 'Too many requests');
  const waitOf = (headers?: Record<string, string>) => {
    const outcome = failure(busy, 429, headers);
    assert.equal(outcome.kind, 'rate');
    return (outcome as { waitMs?: number }).waitMs;
  };
  assert.equal(waitOf(), undefined);
  assert.equal(waitOf({ 'retry-after': '90' }), 90_000);
  const date = { date: 'Sat, 21 Nov 2026 10:00:00 GMT', 'retry-after': 'Sat, 21 Nov 2026 10:01:10 GMT' };
  assert.equal(waitOf(date), 70_000);
});

test('Perplexity fails because of itself', () => {
  assert.equal(failure(error(500, 'internal_error', 'Internal server error'), 500).kind, 'server');
  assert.equal(failure(error(502, 'bad_gateway', 'bad gateway'), 502).kind, 'server');
  assert.equal(failure(error(503, 'service_unavailable', 'down'), 503).kind, 'overloaded');
  assert.equal(failure(error(504, 'gateway_timeout', 'late'), 504).kind, 'timeout');
  assert.deepEqual(failure('<html><title>502 Bad Gateway</title></html>', 502), {
    kind: 'server',
    message: 'HTTP 502: a web page titled "502 Bad Gateway"',
  });
});

test('Perplexity fails because of the request, in any form of words', () => {
  const unknown = error(400, 'invalid_request', 'invalid request body: json: unknown field "n"');
  assert.deepEqual(failure(unknown, 400), {
    kind: 'bad_response',
    message: 'HTTP 400: invalid request body: json: unknown field "n" (invalid_request)',
  });
  const wordsOf = (body: unknown) => (failure(body, 400) as { message: string }).message;
  assert.equal(wordsOf({ error: 'no such preset' }), 'HTTP 400: no such preset');
  assert.equal(wordsOf({ detail: 'no such model' }), 'HTTP 400: no such model');
  assert.equal(wordsOf(''), 'HTTP 400: empty body');
});

test('Perplexity never throws on a healthy body with anything anywhere', () => {
  fc.assert(
    fc.property(mutated(healthy), fc.constantFrom(200, 400, 429, 500), (body, status) => {
      assertSound(failure(JSON.stringify(body), status));
    }),
    { numRuns: 2000 },
  );
});

test('Perplexity never throws on a failure with anything anywhere', () => {
  const failed = { ...healthy, status: 'failed', ...error(401, 'insufficient_quota', exceeded) };
  fc.assert(
    fc.property(mutated(failed), fc.constantFrom(200, 401, 429), (body, status) => {
      assertSound(failure(JSON.stringify(body), status));
    }),
    { numRuns: 1000 },
  );
});
