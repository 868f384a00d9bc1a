import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { gemini } from '../../src/collector/agents/gemini.ts';
import { ask, changed, failure, healthy, parse } from './gemini-bodies.ts';
import { mutated } from './mutated.ts';
import { assertSound } from './sound.ts';

const cases: [name: string, body: unknown, message: RegExp][] = [
  ['empty text', changed({ content: { parts: [{ text: ' \n' }] } }), /empty \(finishReason: STOP\)/],
  ['no content', { candidates: [{}] }, /empty \(finishReason: none\)/],
  ['no candidates', { candidates: [] }, /no candidates/],
  ['null', null, /no candidates/],
  ['a list', [], /no candidates/],
  ['a string', '"x"', /no candidates/],
  ['an empty object', {}, /no candidates/],
  ['a web page', '<html><title>Sorry</title></html>', /not JSON: a web page titled "Sorry"/],
  ['JSON that was cut off', JSON.stringify(healthy).slice(0, 300), /not JSON/],
  ['nothing', '', /not JSON: empty body/],
];
for (const [name, body, message] of cases) {
  test(`Gemini: ${name} is a bad response`, () => {
    const outcome = parse(body);
    assert.equal(outcome.kind, 'bad_response');
    assert.match((outcome as { message: string }).message, message);
  });
}

test('Gemini: nothing received is a bad response', () =>
  assert.deepEqual(gemini.parse(ask, []), { kind: 'bad_response', message: 'nothing was received' }));

test('Gemini: a withheld answer is refused, with what it cost', () => {
  const usage = { input_tokens: 1212, output_tokens: 120, searches: 2, usd: null };
  assert.deepEqual(
    parse(changed({ content: {}, finishReason: 'SAFETY', finishMessage: 'Blocked for safety.' })),
    { kind: 'refused', message: 'the answer was withheld: SAFETY (Blocked for safety.)', usage },
  );
  assert.deepEqual(parse(changed({ finishReason: 'PROHIBITED_CONTENT' })), {
    kind: 'refused',
    message: 'the answer was withheld: PROHIBITED_CONTENT',
    usage,
  });
});

test('Gemini: a blocked prompt is refused', () => {
  const usageMetadata = { promptTokenCount: 9, totalTokenCount: 9 };
  assert.deepEqual(parse({ promptFeedback: { blockReason: 'PROHIBITED_CONTENT' }, usageMetadata }), {
    kind: 'refused',
    message: 'the prompt was blocked: PROHIBITED_CONTENT',
    usage: { input_tokens: 9, output_tokens: null, searches: 0, usd: null },
  });
});

const error = (code: number, status: string, message: string, details?: object[]) => ({
  error: { code, message, status, details },
});
const type = (name: string) => ({ '@type': `type.googleapis.com/google.rpc.${name}` });
const spent = 'You exceeded your current quota, please check your plan and billing details.';
const exhausted = (message: string, details?: object[]) => error(429, 'RESOURCE_EXHAUSTED', message, details);
const retry = { ...type('RetryInfo'), retryDelay: '38.5s' };
const violation = (quotaId: string) => ({ ...type('QuotaFailure'), violations: [{ quotaId }] });

test('Gemini fails because of a wrong key', () => {
  const reason = { ...type('ErrorInfo'), reason: 'API_KEY_INVALID', domain: 'googleapis.com' };
  assert.deepEqual(failure(error(400, 'INVALID_ARGUMENT', 'API key not valid.', [reason]), 400), {
    kind: 'auth',
    message: 'HTTP 400: API key not valid.',
  });
  assert.equal(failure(error(403, 'PERMISSION_DENIED', 'reported as leaked'), 403).kind, 'auth');
  assert.equal(failure(error(401, 'UNAUTHENTICATED', 'no key'), 401).kind, 'auth');
});

test('Gemini fails because of a region or project that is not served', () => {
  const body = error(400, 'FAILED_PRECONDITION', 'User location is not supported for the API use.');
  assert.equal(failure(body, 400).kind, 'auth');
  assert.equal(failure([body], 400).kind, 'auth', 'also in a list');
  const reason = { ...type('ErrorInfo'), reason: 'BILLING_DISABLED' };
  assert.equal(failure(error(403, 'PERMISSION_DENIED', 'no billing', [reason]), 403).kind, 'quota');
});

test('Gemini fails because of a balance, a limit or a day that is spent', () => {
  const kindOf = (body: unknown) => failure(body, 429).kind;
  assert.equal(kindOf(exhausted('Your prepayment credits are depleted.')), 'quota');
  assert.equal(kindOf(exhausted('Your project has exceeded its monthly spending cap.')), 'quota');
  assert.equal(kindOf(exhausted(`${spent} * Quota exceeded for metric: x, limit: 0, model: y`)), 'quota');
  const day = violation('GenerateRequestsPerDayPerProjectPerModel-FreeTier');
  assert.deepEqual(failure(exhausted(`${spent} Please retry in 2h47m56.5s.`, [day]), 429), {
    kind: 'quota',
    message: `HTTP 429: ${spent} Please retry in 2h47m56.5s.`,
    waitMs: 10_076_500,
  });
});

test('Gemini fails because of a busy minute, with the wait from header or body', () => {
  const minute = violation('GenerateRequestsPerMinutePerProjectPerModel');
  const waitOf = (body: unknown, headers?: Record<string, string>) => {
    const outcome = failure(body, 429, headers);
    assert.equal(outcome.kind, 'rate');
    return (outcome as { waitMs?: number }).waitMs;
  };
  assert.equal(waitOf(exhausted(spent, [minute, retry])), 38_500);
  assert.equal(waitOf(exhausted(`${spent} limit: 300 Please retry in 47.434392449s.`, [minute])), 47_435);
  assert.equal(waitOf(exhausted(spent), { 'retry-after': '90' }), 90_000);
  const date = { date: 'Sat, 21 Nov 2026 10:00:00 GMT', 'retry-after': 'Sat, 21 Nov 2026 10:01:10 GMT' };
  assert.equal(waitOf(exhausted(spent), date), 70_000);
  assert.equal(waitOf(exhausted(spent)), undefined);
  assert.equal(waitOf('<html>Too many</html>'), undefined);
});

test('Gemini fails because of the server', () => {
  const overloaded = error(503, 'UNAVAILABLE', 'The model is overloaded. Please try again later.');
  assert.deepEqual(failure(overloaded, 503), {
    kind: 'overloaded',
    message: 'HTTP 503: The model is overloaded. Please try again later.',
  });
  assert.equal(failure(error(500, 'INTERNAL', 'An internal error has occurred.'), 500).kind, 'server');
  assert.equal(failure(error(504, 'DEADLINE_EXCEEDED', 'too slow'), 504).kind, 'timeout');
  assert.deepEqual(failure('<!DOCTYPE html><title>Error 502</title>', 502, { 'content-type': 'text/html' }), {
    kind: 'server',
    message: 'HTTP 502: a web page titled "Error 502"',
  });
});

test('Gemini fails because of the request', () => {
  const body = error(404, 'NOT_FOUND', 'models/gemini-0 is not found for API version v1beta');
  assert.deepEqual(failure(body, 404), {
    kind: 'bad_response',
    message: 'HTTP 404: models/gemini-0 is not found for API version v1beta',
  });
});

test('Gemini never throws on a healthy body with anything anywhere', () => {
  fc.assert(
    fc.property(mutated(healthy), fc.constantFrom(200, 400, 429, 500), (body, status) => {
      assertSound(failure(JSON.stringify(body), status));
    }),
    { numRuns: 2000 },
  );
});

test('Gemini never throws on a failure with anything anywhere', () => {
  const body = exhausted(spent, [violation('PerDay'), retry]);
  fc.assert(
    fc.property(mutated(body), fc.constantFrom(200, 400, 429), (other, status) => {
      const outcome = failure(JSON.stringify(other), status);
      assert.notEqual(outcome.kind, 'answer');
      assertSound(outcome);
    }),
    { numRuns: 1000 },
  );
});
