import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Ask, type Exchange, MOST_REQUESTS } from '../../src/collector/agents/agent.ts';
import { anthropic } from '../../src/collector/agents/anthropic.ts';
import { acme, answer, citation, globex, healthy, model, results, search } from './anthropic-bodies.ts';
import { keepsItsPromises } from './promises.ts';

const prompt = 'best crm for small agencies';
const ask: Ask = { agent: 'claude', prompt, model, country: null, language: null };
const endpoint = { baseUrl: 'https://api.anthropic.com/v1', key: 'sk-ant-1' };

const received = (body: unknown, status = 200, headers: Record<string, string> = {}): Exchange => ({
  status,
  headers,
  body: typeof body === 'string' ? body : JSON.stringify(body),
});
const parse = (...exchanges: Exchange[]) => anthropic.parse(ask, exchanges);
const reading = (changes: object) => parse(received({ ...healthy, ...changes }));
const bodyOf = (given: Partial<Ask>, exchanges: Exchange[] = []) =>
  JSON.parse(anthropic.request({ ...ask, ...given }, endpoint, exchanges)?.body ?? '');

test('the request is the prompt as it is, with the search tool and bounds', () => {
  const request = anthropic.request(ask, endpoint, []);
  assert.deepEqual(
    { ...request, body: bodyOf({}) },
    {
      method: 'POST',
      url: 'https://api.anthropic.com/v1/messages',
      headers: {
        'x-api-key': 'sk-ant-1',
        'anthropic-version': '2023-06-01',
        'content-type': 'application/json',
      },
      body: {
        model: 'claude-sonnet-5-5',
        max_tokens: 4096,
        messages: [{ role: 'user', content: prompt }],
        tools: [{ type: 'web_search_20250305', name: 'web_search', max_uses: 5 }],
        thinking: { type: 'between_tools' },
      },
    },
  );
});

test('the country is passed as the location; there is no place for a language', () => {
  const plain = bodyOf({});
  const user_location = { type: 'approximate', country: 'DE' };
  assert.deepEqual(bodyOf({ country: 'DE', language: 'de' }), {
    ...plain,
    tools: [{ ...plain.tools[0], user_location }],
  });
});

test('thinking is turned off in the way that each model knows', () => {
  assert.deepEqual(bodyOf({ model: 'claude-haiku-5-5' }).thinking, { type: 'disabled' });
  for (const other of ['claude-opus-5-5', 'constructor'])
    assert.ok(!('thinking' in bodyOf({ model: other })), other);
});

test('an answer is read as the vendor documents it', () => assert.deepEqual(reading({}), answer));

test('an answer without a search is all of the text', () => {
  const content = [{ type: 'text', text: 'Acme and Globex.', citations: null }];
  assert.deepEqual(
    reading({ content, usage: { input_tokens: 40, output_tokens: 9, server_tool_use: null } }),
    {
      ...answer,
      text: 'Acme and Globex.',
      ...{ cited: [], consulted: [], searches: [], searched: 'no' },
      usage: { input_tokens: 40, output_tokens: 9, searches: null, usd: null },
    },
  );
});

test('an answer may cite a hundred pages', () => {
  const links = Array.from({ length: 100 }, (_, at) => ({
    url: `https://site${at}.example/`,
    title: `T${at}`,
  }));
  const content = links.flatMap(({ url, title }, at) => [
    { type: 'text', text: `Fact ${at}`, citations: [citation(url, title), citation(links[0]!.url, 'T0')] },
    { type: 'text', text: '. ' },
  ]);
  const outcome = reading({ content });
  assert.deepEqual(outcome.kind === 'answer' && outcome.cited, links);
});

test('blocks, citations and results that nobody knows are skipped, and titles may be null', () => {
  const content = [
    null,
    'text',
    { type: 'hologram', text: 'not for readers' },
    search('a', 'acme'),
    results('a', [[acme, null]]),
    { type: 'web_search_tool_result', tool_use_id: 'a', content: [7, { type: 'card', url: 8 }] },
    { type: 'text', text: 'Acme.', citations: [{ type: 'char_location' }, null, citation(globex, null)] },
  ];
  assert.deepEqual(reading({ content }), {
    ...answer,
    text: 'Acme.',
    cited: [{ url: globex, title: '' }],
    consulted: [{ url: acme, title: '' }],
    searches: ['acme'],
  });
});

test('a search that failed is none', () => {
  const failed = { type: 'web_search_tool_result_error', error_code: 'unavailable' };
  const content = [
    search('a', 'acme'),
    { type: 'web_search_tool_result', tool_use_id: 'a', content: failed },
    { type: 'text', text: 'From memory: Acme.' },
  ];
  assert.deepEqual(reading({ content, usage: { server_tool_use: { web_search_requests: 0 } } }), {
    ...answer,
    text: 'From memory: Acme.',
    ...{ cited: [], consulted: [], searches: [], searched: 'no' },
    usage: { input_tokens: null, output_tokens: null, searches: 0, usd: null },
  });
});

test('an answer that the token limit cut off is one, and says so', () =>
  assert.deepEqual(reading({ stop_reason: 'max_tokens' }), { ...answer, finish: 'max_tokens' }));

const [thinking, before, first, found, ...rest] = healthy.content;
const opening = [thinking, before, first, found];
const paused = received({ ...healthy, content: opening, stop_reason: 'pause_turn' });
const ending = received({ ...healthy, content: rest });

test('a paused turn is continued with its blocks unchanged, below the same request', () => {
  const started = bodyOf({});
  const turn = { role: 'assistant', content: opening };
  assert.deepEqual(bodyOf({}, [paused]), { ...started, messages: [...started.messages, turn] });
  assert.equal(anthropic.request(ask, endpoint, [paused, ending]), null);
  assert.equal(anthropic.request(ask, endpoint, [paused, received('', 529)]), null);
});

test('a paused turn is read together with what follows, and paid for twice', () => {
  const usage = { input_tokens: 54_078, output_tokens: 1862, searches: 4, usd: null };
  assert.deepEqual(parse(paused, ending), { ...answer, usage });
});

test('a turn that pauses for ever is given up, and what it cost is kept', () => {
  const turns = Array.from({ length: MOST_REQUESTS }, () => paused);
  assert.notEqual(anthropic.request(ask, endpoint, turns.slice(1)), null);
  assert.equal(anthropic.request(ask, endpoint, turns), null);
  const usage = { input_tokens: 135_195, output_tokens: 4655, searches: 10, usd: null };
  const message = 'the turn was still paused after 5 requests';
  assert.deepEqual(parse(...turns), { kind: 'bad_response', message, usage });
});

test('a turn whose continuation fails is a failure that cost something', () => {
  const outcome = parse(paused, received({ type: 'error', error: { type: 'overloaded_error' } }, 529));
  assert.partialDeepStrictEqual(outcome, { kind: 'overloaded', usage: { searches: 2 } });
});

const failures: [status: number, type: string, message: string, expected: string, code?: string][] = [
  [401, 'authentication_error', 'invalid x-api-key', 'auth'],
  [403, 'permission_error', 'Your API key does not have permission to use the specified resource.', 'auth'],
  [400, 'invalid_request_error', 'This organization has been disabled.', 'auth', 'organization_on_hold'],
  [400, 'invalid_request_error', 'Your credit balance is too low to access the Anthropic API.', 'quota'],
  [400, 'invalid_request_error', 'You have reached your specified API usage limits.', 'quota'],
  [400, 'invalid_request_error', 'You have reached your specified workspace API usage limits.', 'quota'],
  [402, 'billing_error', 'There is an issue with your payment information.', 'quota'],
  [429, 'rate_limit_error', 'Monthly threshold crossed.', 'quota', 'enforced_spend_limit_reached'],
  [429, 'rate_limit_error', 'Number of request tokens has exceeded your per-minute rate limit.', 'rate'],
  [529, 'overloaded_error', 'Overloaded', 'overloaded'],
  [500, 'api_error', 'Internal server error', 'server'],
  [504, 'timeout_error', 'The request timed out.', 'timeout'],
  [400, 'invalid_request_error', 'max_tokens: Field required', 'bad_response'],
  [404, 'not_found_error', 'model: claude-x', 'bad_response'],
];
for (const [status, type, message, kind, error_code] of failures)
  test(`HTTP ${status} ${type} (${error_code ?? message}) is ${kind}`, () => {
    const details = error_code ? { error_code } : null;
    const body = { type: 'error', error: { type, message, details }, request_id: 'req_011CSHoEeqs5C35K2' };
    assert.deepEqual(parse(received(body, status)), {
      kind,
      message: `HTTP ${status}: ${message} (${type})`,
    });
  });

test('the wait that the vendor asks for is kept, however long', () => {
  const waits = (headers: Record<string, string>) => {
    const outcome = parse(received({ type: 'error', error: { type: 'rate_limit_error' } }, 429, headers));
    return outcome.kind === 'rate' ? outcome.waitMs : outcome.kind;
  };
  assert.equal(waits({ 'retry-after': '7' }), 7000);
  assert.equal(waits({ 'retry-after': '3600' }), 3_600_000);
  const date = 'Sat, 21 Nov 2026 10:00:00 GMT';
  assert.equal(waits({ date, 'retry-after': 'Sat, 21 Nov 2026 10:00:30 GMT' }), 30_000);
  assert.equal(waits({}), undefined);
});

test('a body that is no message is told by what it is', () => {
  const told = (body: unknown, status = 200) => parse(received(body, status));
  const kind = 'bad_response';
  const page = '<html><head><title>502 Bad Gateway</title></head></html>';
  assert.deepEqual(told(page, 502), {
    kind: 'server',
    message: 'HTTP 502: a web page titled "502 Bad Gateway"',
  });
  assert.deepEqual(told(page), {
    kind,
    message: 'the body is not JSON: a web page titled "502 Bad Gateway"',
  });
  assert.deepEqual(told(''), { kind, message: 'the body is not JSON: empty body' });
  assert.match(JSON.stringify(told(JSON.stringify(healthy).slice(0, 700))), /the body is not JSON/);
  for (const body of ['null', '[]', '"x"', '{}', '7'])
    assert.deepEqual(told(body), { kind, message: 'the message has no list of content blocks' }, body);
  const overloaded = { type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } };
  assert.deepEqual(told(overloaded), { kind: 'overloaded', message: 'Overloaded (overloaded_error)' });
  assert.equal(parse().kind, kind);
});

test('a message without text is no answer, and cost something', () => {
  const { usage } = answer;
  const message = 'the answer is empty (stop_reason: end_turn)';
  const empty = { kind: 'bad_response', message, usage };
  assert.deepEqual(reading({ content: [] }), empty);
  assert.deepEqual(reading({ content: [...opening, { type: 'text', text: ' \n' }] }), empty);
});

test('a refusal is one, whatever was said before it', () => {
  const refused = (stop_details: unknown) => reading({ stop_reason: 'refusal', stop_details });
  const { usage } = answer;
  const message = 'Claude declined to answer (bio: dangerous)';
  const details = { type: 'refusal', category: 'bio', explanation: 'dangerous' };
  assert.deepEqual(refused(details), { kind: 'refused', message, usage });
  assert.deepEqual(refused(null), { kind: 'refused', message: 'Claude declined to answer', usage });
});

test('whatever comes is read without an error', () =>
  keepsItsPromises({ connection: anthropic, ask, healthy }));
