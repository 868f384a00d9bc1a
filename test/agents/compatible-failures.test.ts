import assert from 'node:assert/strict';
import { test } from 'node:test';
import { healthy, parse, received, usage, withMessage } from './compatible-bodies.ts';

const stated = (code: number | string, text: string, metadata?: object) => ({
  error: { code, message: text, metadata },
});
const imitated = (text: string) => ({ error: { message: text, type: 'api_error', param: null, code: null } });
const used = 'you (acme) have reached your';
const now = { date: 'Sat, 21 Nov 2026 10:00:00 GMT' };
const reset = String(Date.parse('2026-11-21T10:01:00Z'));
const busy = { reason: 'in_flight_budget_exhausted', limit_source: 'openrouter_in_flight_budget' };
const broken = { ...healthy.choices[0], finish_reason: 'error', error: stated(502, 'gone').error };
const cases: [string, unknown, number, Record<string, string>, object][] = [
  [
    'wrong key',
    stated(401, 'User not found.'),
    401,
    {},
    { kind: 'auth', message: 'HTTP 401: User not found.' },
  ],
  ['forbidden', stated(403, 'no', { error_type: 'permission_denied' }), 403, {}, { kind: 'auth' }],
  [
    'no credit',
    stated(402, 'Insufficient credits', {
      limit_source: 'openrouter_credits',
      remedy_hint: 'Add credits.',
    }),
    402,
    {},
    { kind: 'quota', message: 'HTTP 402: Insufficient credits - Add credits.' },
  ],
  [
    'credit held by requests under way',
    stated(402, 'in flight', busy),
    402,
    { 'retry-after': '9' },
    { kind: 'rate', waitMs: 9000 },
  ],
  [
    'quota',
    { error: { message: 'no quota', type: 'x', code: 'insufficient_quota' } },
    429,
    {},
    { kind: 'quota' },
  ],
  ['cloud, not signed in', imitated('unauthorized'), 401, {}, { kind: 'auth' }],
  ['cloud, week used up', imitated(`${used} weekly usage limit, upgrade`), 429, {}, { kind: 'quota' }],
  [
    'cloud, session used up',
    imitated(`${used} session usage limit`),
    429,
    {},
    { kind: 'rate', waitMs: 3_600_000 },
  ],
  [
    'cloud, session used up, with a wait',
    { error: `${used} session usage limit` },
    429,
    { 'retry-after': '60' },
    { kind: 'rate', waitMs: 60_000 },
  ],
  ['rate, seconds', stated(429, 'slow'), 429, { 'retry-after': '3600' }, { kind: 'rate', waitMs: 3_600_000 }],
  [
    'rate, date',
    stated(429, 'slow'),
    429,
    { ...now, 'retry-after': 'Sat, 21 Nov 2026 10:00:30 GMT' },
    { kind: 'rate', waitMs: 30_000 },
  ],
  ['rate, words', stated('x', 'Please try again in 1m2.5s.'), 429, {}, { kind: 'rate', waitMs: 62_500 }],
  ['rate, header', stated(429, 'slow'), 429, { ...now, 'x-ratelimit-reset': reset }, { waitMs: 60_000 }],
  [
    'rate, header in the body',
    stated(429, 'slow', { headers: { 'X-RateLimit-Reset': reset } }),
    429,
    now,
    { kind: 'rate', waitMs: 60_000 },
  ],
  [
    'of the model vendor, in its own words',
    stated(429, 'Provider returned error', { raw: 'Acme is busy', provider_name: 'Acme' }),
    429,
    {},
    { kind: 'rate', message: 'HTTP 429: Provider returned error - Acme is busy' },
  ],
  ['overloaded', stated(503, 'busy', { error_type: 'provider_overloaded' }), 503, {}, { kind: 'overloaded' }],
  ['server', stated(500, 'Internal Server Error'), 500, {}, { kind: 'server' }],
  ['gateway', stated(504, 'slow', { error_type: 'timeout' }), 504, {}, { kind: 'timeout' }],
  [
    'moderation',
    stated(403, 'Your input was flagged', { reasons: ['violence'], flagged_input: '...' }),
    403,
    {},
    { kind: 'refused', message: 'HTTP 403: Your input was flagged' },
  ],
  ['policy', stated(400, 'no', { error_type: 'content_policy_violation' }), 400, {}, { kind: 'refused' }],
  [
    'within a 200',
    { ...stated(429, 'Rate limit exceeded', { error_type: 'rate_limit_exceeded' }), choices: [] },
    200,
    {},
    { kind: 'rate', message: 'Rate limit exceeded' },
  ],
  [
    'after the model began',
    { ...healthy, choices: [broken] },
    200,
    {},
    { kind: 'server', message: 'gone', usage },
  ],
  [
    'unnamed, within a 200',
    { error: 'out of memory' },
    200,
    {},
    { kind: 'server', message: 'out of memory' },
  ],
  [
    'unknown model',
    { error: { message: 'model "gemma9" not found, try pulling it first', type: 'api_error' } },
    404,
    {},
    { kind: 'bad_response', message: 'HTTP 404: model "gemma9" not found, try pulling it first' },
  ],
  ['plain', { error: 'no such route' }, 404, {}, { message: 'HTTP 404: no such route' }],
  ['unpacked', { object: 'error', message: 'too long' }, 400, {}, { message: 'HTTP 400: too long' }],
  ['detail', { detail: 'Not Found' }, 404, {}, { message: 'HTTP 404: Not Found' }],
  [
    'web page',
    '<html><title>502 Bad Gateway</title></html>',
    502,
    {},
    { kind: 'server', message: 'HTTP 502: a web page titled "502 Bad Gateway"' },
  ],
  [
    'web page with 200',
    '<!doctype html><title>Sign in</title>',
    200,
    {},
    { kind: 'bad_response', message: 'the body is not JSON: a web page titled "Sign in"' },
  ],
  ['truncated', JSON.stringify(healthy).slice(0, 700), 200, {}, { kind: 'bad_response' }],
  [
    'no choices',
    { ...healthy, choices: [] },
    200,
    {},
    { kind: 'bad_response', message: 'the response has no choices', usage },
  ],
  [
    'empty text',
    withMessage({ content: '' }),
    200,
    {},
    { kind: 'bad_response', message: 'the answer is empty (finish_reason: stop)', usage },
  ],
  [
    'a call of a tool instead of text',
    withMessage({ content: null, tool_calls: [{ id: 'c1', type: 'function' }] }, 'tool_calls'),
    200,
    {},
    { kind: 'bad_response', message: 'the answer is empty (finish_reason: tool_calls)' },
  ],
  ['filter', withMessage({}, 'content_filter'), 200, {}, { kind: 'refused', usage }],
  [
    'refusal',
    withMessage({ content: null, refusal: 'I cannot help with that.' }),
    200,
    {},
    { kind: 'refused', message: 'I cannot help with that.' },
  ],
  [
    'no capacity',
    withMessage({}, 'insufficient_system_resource'),
    200,
    {},
    { kind: 'overloaded', message: 'the answer broke off (finish_reason: insufficient_system_resource)' },
  ],
];
for (const [name, body, status, headers, expected] of cases)
  test(name, () => assert.partialDeepStrictEqual(parse(received(body, status, headers)), expected));

test('before anything was received is one, too', () => assert.equal(parse().kind, 'bad_response'));

test('without a date, a reset is no wait', () => {
  const outcome = parse(received(stated(429, 'slow'), 429, { 'x-ratelimit-reset': reset }));
  assert.deepEqual(outcome, { kind: 'rate', message: 'HTTP 429: slow' });
});
