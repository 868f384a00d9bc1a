import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Ask, Exchange } from '../../src/collector/agents/agent.ts';
import { openai } from '../../src/collector/agents/openai.ts';
import { answer, call, citation, healthy, message, model, part, usage } from './openai-bodies.ts';
import { keepsItsPromises } from './promises.ts';

const prompt = 'best crm for small agencies';
const ask: Ask = { agent: 'chatgpt', prompt, model, country: null, language: null };
const endpoint = { baseUrl: 'https://api.openai.com/v1', key: 'sk-1' };

const received = (body: unknown, status = 200, headers: Record<string, string> = {}): Exchange => ({
  status,
  headers,
  body: typeof body === 'string' ? body : JSON.stringify(body),
});
const parse = (...exchanges: Exchange[]) => openai.parse(ask, exchanges);
const reading = (changes: object) => parse(received({ ...healthy, ...changes }));
const saying = (...content: unknown[]) => reading({ output: [message(content)] });
const bodyOf = (given: Partial<Ask>) =>
  JSON.parse(openai.request({ ...ask, ...given }, endpoint, [])?.body ?? '');

test('the request is the prompt as it is, with the search tool and bounds', () => {
  assert.deepEqual(
    { ...openai.request(ask, endpoint, []), body: bodyOf({}) },
    {
      method: 'POST',
      url: 'https://api.openai.com/v1/responses',
      headers: { authorization: 'Bearer sk-1', 'content-type': 'application/json' },
      body: {
        model: 'gpt-6.1-terra',
        input: 'best crm for small agencies',
        tools: [{ type: 'web_search', user_location: { type: 'approximate' } }],
        include: ['web_search_call.action.sources'],
        max_output_tokens: 4096,
        max_tool_calls: 5,
        reasoning: { effort: 'low' },
        store: false,
      },
    },
  );
});

test('the country is passed as the location; there is no place for a language', () => {
  const user_location = { type: 'approximate', country: 'DE' };
  assert.deepEqual(bodyOf({ country: 'DE', language: 'de' }), {
    ...bodyOf({}),
    tools: [{ type: 'web_search', user_location }],
  });
});

test('an effort is asked of models that know it', () => {
  for (const known of ['gpt-6-luna', 'gpt-6.2-sol', 'gpt-5.4-mini', 'o3'])
    assert.deepEqual(bodyOf({ model: known }).reasoning, { effort: 'low' }, known);
  for (const other of [
    'chat-latest',
    'gpt-4.1',
    'gpt-5.3-chat-latest',
    'gpt-5.5-pro',
    'o4-mini-deep-research',
  ])
    assert.ok(!('reasoning' in bodyOf({ model: other })), other);
});

test('one request completes an answer', () => {
  assert.equal(openai.request(ask, endpoint, [received(healthy)]), null);
  assert.equal(openai.request(ask, endpoint, [received('', 500)]), null);
});

test('an answer is read as the vendor documents it', () => assert.deepEqual(reading({}), answer));

test('an answer without a search says so', () => {
  const output = [message([part('Acme and Globex.')])];
  assert.deepEqual(reading({ output, tool_usage: { web_search: { num_requests: 0 } } }), {
    ...answer,
    text: 'Acme and Globex.',
    ...{ cited: [], consulted: [], searches: [], searched: 'no' },
    usage: { ...usage, searches: 0 },
  });
});

test('searches are counted where the vendor does not count them', () =>
  assert.partialDeepStrictEqual(reading({ tool_usage: undefined }), { usage: { searches: 2 } }));

test('an answer may cite a hundred pages', () => {
  const links = Array.from({ length: 100 }, (_, at) => ({
    url: `https://site${at}.example/`,
    title: `T${at}`,
  }));
  const annotations = links.map(({ url, title }, at) =>
    citation(`${url}?utm_source=openai`, title, at * 9, at * 9 + 8),
  );
  const outcome = saying(part('Many.', [...annotations.toReversed(), ...annotations]));
  assert.partialDeepStrictEqual(outcome, { cited: links });
});

test('items, parts, annotations and sources that nobody knows are skipped, and titles may be null', () => {
  const page = 'https://acme.example/';
  const output = [
    null,
    'text',
    { type: 'hologram_call', id: 'hl_1', action: 7 },
    call('1', { type: 'teleport', where: 'Berlin' }),
    call('2', {
      type: 'search',
      query: 'acme',
      sources: [7, { type: 'api', name: 'oai-sports' }, { url: 'ftp://x' }],
    }),
    { type: 'message', role: 'tool', content: [part('not for readers')] },
    message([
      null,
      { type: 'hologram', text: 'not for readers' },
      part('Acme.', [
        null,
        { type: 'file_citation', file_id: 'f', filename: 'x', index: 0 },
        citation('', 'nowhere'),
        citation('javascript:alert(1)', 'nowhere'),
        citation(page, null),
        citation('https://globex.example/', 'https://globex.example/'),
      ]),
    ]),
  ];
  assert.deepEqual(reading({ output }), {
    ...answer,
    text: 'Acme.',
    cited: [
      { url: page, title: '' },
      { url: 'https://globex.example/', title: '' },
    ],
    consulted: [],
    searches: ['acme'],
  });
});

test('parts of a message join as they are, messages with a blank line', () => {
  const output = [
    message([part('Acme '), part('first.')]),
    message([part('  ')]),
    message([part('Then Globex.')]),
  ];
  assert.partialDeepStrictEqual(reading({ output }), { text: 'Acme first.\n\nThen Globex.' });
});

test('what a model is about to do is no part of its answer, unless it says nothing else', () => {
  const commentary = message([part('I will look for Acme.')], 'commentary');
  const final = message([part('Globex.')], 'final_answer');
  assert.partialDeepStrictEqual(reading({ output: [commentary, final] }), { text: 'Globex.' });
  const empty = message([part('')], 'final_answer');
  assert.partialDeepStrictEqual(reading({ output: [commentary, empty] }), { text: 'I will look for Acme.' });
});

test('references to search results that nobody sees are left out', () => {
  const marked =
    'Acme leads. \uE200cite\uE202turn0search1\uE202turn1view0\uE201\n\nGlobex follows.\uE200cite\uE202turn0search2\uE201';
  assert.partialDeepStrictEqual(saying(part(marked)), { text: 'Acme leads.\n\nGlobex follows.' });
  assert.partialDeepStrictEqual(saying(part('Acme \uE200cite')), { text: 'Acme \uE200cite' });
});

test('an answer that the token limit cut off is one, and says so', () => {
  const cut = { status: 'incomplete', incomplete_details: { reason: 'max_output_tokens' } };
  assert.deepEqual(reading(cut), { ...answer, finish: 'max_output_tokens' });
});

test('a response without text is no answer, and cost something', () => {
  const empty = (finish: string) => ({
    kind: 'bad_response',
    message: `the answer is empty (finish: ${finish})`,
    usage,
  });
  assert.deepEqual(saying(part(' \n')), empty('completed'));
  assert.deepEqual(saying(), empty('completed'));
  assert.deepEqual(saying(part('\uE200cite\uE202turn0search1\uE201')), empty('completed'));
  const cut = { status: 'incomplete', incomplete_details: { reason: 'max_output_tokens' } };
  assert.deepEqual(reading({ ...cut, output: [message([part('')])] }), empty('max_output_tokens'));
  assert.deepEqual(reading({ ...cut, output: healthy.output.filter(({ type }) => type === 'reasoning') }), {
    kind: 'bad_response',
    message: 'the response has no message (finish: max_output_tokens)',
    usage,
  });
});

test('a refusal is one', () => {
  const refusal = { type: 'refusal', refusal: 'I cannot help with that.' };
  assert.deepEqual(saying(refusal), { kind: 'refused', message: 'I cannot help with that.', usage });
  assert.partialDeepStrictEqual(saying({ type: 'refusal' }), { kind: 'refused' });
  assert.partialDeepStrictEqual(saying(refusal, part('But Acme is nice.')), {
    kind: 'answer',
    text: 'But Acme is nice.',
  });
});

test('what the content filter cut off is refused', () => {
  const filtered = { status: 'incomplete', incomplete_details: { reason: 'content_filter' } };
  assert.deepEqual(reading(filtered), { kind: 'refused', message: 'stopped by the content filter', usage });
});

const failures: [status: number, type: string, code: string | null, message: string, kind: string][] = [
  [401, 'invalid_request_error', 'invalid_api_key', 'Incorrect API key provided: sk-x.', 'auth'],
  [403, 'request_forbidden', 'unsupported_country_region_territory', 'Country not supported', 'auth'],
  [429, 'insufficient_quota', 'insufficient_quota', 'You exceeded your current quota.', 'quota'],
  [429, 'insufficient_quota', null, 'You exceeded your current quota.', 'quota'],
  [429, 'insufficient_quota', 'credit_balance_exhausted', 'No credits.', 'quota'],
  [429, 'invalid_request_error', 'project_spend_limit_exceeded', 'Limit reached.', 'quota'],
  [
    400,
    'invalid_request_error',
    'billing_hard_limit_reached',
    'Billing hard limit has been reached',
    'quota',
  ],
  [429, 'requests', 'rate_limit_exceeded', 'Rate limit reached for gpt-6.1-terra.', 'rate'],
  [429, 'tokens', 'rate_limit_exceeded', 'Request too large.', 'rate'],
  [400, 'invalid_request_error', 'invalid_prompt', 'Your prompt was flagged.', 'refused'],
  [400, 'invalid_request_error', 'content_policy_violation', 'Not allowed.', 'refused'],
  [503, 'server_error', null, 'The engine is currently overloaded.', 'overloaded'],
  [500, 'server_error', 'slow_down', 'Slow down.', 'overloaded'],
  [500, 'server_error', null, 'The server had an error.', 'server'],
  [502, 'server_error', 'server_error', 'Bad gateway.', 'server'],
  [504, 'server_error', null, 'Gateway timeout.', 'timeout'],
  [404, 'invalid_request_error', 'model_not_found', 'The model does not exist.', 'bad_response'],
  [400, 'invalid_request_error', null, 'Unknown parameter.', 'bad_response'],
];
for (const [status, type, code, words, kind] of failures)
  test(`HTTP ${status} ${code ?? type} (${words}) is ${kind}`, () => {
    const body = { error: { message: words, type, param: null, code } };
    const message = code === null ? words : `${words} (${code})`;
    assert.deepEqual(parse(received(body, status)), { kind, message: `HTTP ${status}: ${message}` });
  });

const behind200: [code: string, kind: string][] = [
  ['rate_limit_exceeded', 'rate'],
  ['server_error', 'server'],
  ['insufficient_quota', 'quota'],
  ['bio_policy', 'refused'],
  ['invalid_prompt', 'refused'],
  ['misalignment_policy_violation', 'refused'],
  ['retention_policy_mismatch', 'bad_response'],
  ['data_residency_mismatch', 'bad_response'],
  ['constructor', 'bad_response'],
];
for (const [code, kind] of behind200)
  test(`a response that failed with ${code} is ${kind}`, () => {
    const error = { code, message: 'Something happened.' };
    const message = `Something happened. (${code})`;
    assert.deepEqual(reading({ status: 'failed', error, output: [] }), { kind, message, usage });
    assert.deepEqual(reading({ status: 'failed', error, usage: null }), { kind, message });
  });

test('a response that failed without a reason says so', () =>
  assert.deepEqual(reading({ status: 'failed' }), {
    kind: 'bad_response',
    message: 'the response failed without a reason',
    usage,
  }));

test('the wait that the vendor asks for is kept, however long', () => {
  const waits = (headers: Record<string, string>, words = 'Rate limit reached.') => {
    const body = { error: { message: words, type: 'requests', code: 'rate_limit_exceeded' } };
    const outcome = parse(received(body, 429, headers));
    return outcome.kind === 'rate' ? outcome.waitMs : outcome.kind;
  };
  assert.equal(waits({ 'retry-after': '7' }), 7000);
  assert.equal(waits({ 'retry-after-ms': '250' }), 250);
  const date = 'Sat, 21 Nov 2026 10:00:00 GMT';
  assert.equal(waits({ date, 'retry-after': 'Sat, 21 Nov 2026 10:00:30 GMT' }), 30_000);
  assert.equal(waits({}, 'Please try again in 1.2s. Visit https://openai.example to learn more.'), 1200);
  assert.equal(waits({}, 'Please try again in 1h2m3s.'), 3_723_000);
  assert.equal(waits({}), undefined);
});

test('a body that is no response is told by what it is', () => {
  const kind = 'bad_response';
  const page = '<html><head><title>502 Bad Gateway</title></head></html>';
  const told = 'a web page titled "502 Bad Gateway"';
  assert.deepEqual(parse(received(page, 502)), { kind: 'server', message: `HTTP 502: ${told}` });
  assert.deepEqual(parse(received(page)), { kind, message: `the body is not JSON: ${told}` });
  assert.deepEqual(parse(received('')), { kind, message: 'the body is not JSON: empty body' });
  const half = JSON.stringify(healthy).slice(0, 900);
  assert.match(JSON.stringify(parse(received(half))), /the body is not JSON/);
  for (const body of ['null', '[]', '"x"', '{}', '7', '{"output":{}}'])
    assert.deepEqual(
      parse(received(body)),
      { kind, message: 'the response has no list of output items' },
      body,
    );
  assert.equal(parse().kind, kind);
});

test('whatever comes is read without an error', () => keepsItsPromises({ connection: openai, ask, healthy }));
