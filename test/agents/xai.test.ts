import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Ask, Exchange } from '../../src/collector/agents/agent.ts';
import { xai } from '../../src/collector/agents/xai.ts';
import { keepsItsPromises } from './promises.ts';
import {
  answer,
  blog,
  call,
  citation,
  healthy,
  message,
  model,
  part,
  pricing,
  review,
  untitled,
  usage,
} from './xai-bodies.ts';

const prompt = 'best crm for small agencies';
const ask: Ask = { agent: 'grok', prompt, model, country: null, language: null };
const endpoint = { baseUrl: 'https://api.x.ai/v1', key: 'xai-1' };

const received = (body: unknown, status = 200, headers: Record<string, string> = {}): Exchange => ({
  status,
  headers,
  body: typeof body === 'string' ? body : JSON.stringify(body),
});
const parse = (...exchanges: Exchange[]) => xai.parse(ask, exchanges);
const reading = (changes: object) => parse(received({ ...healthy, ...changes }));
const saying = (...content: unknown[]) => reading({ output: [message(content)] });
const bodyOf = (given: Partial<Ask>) =>
  JSON.parse(xai.request({ ...ask, ...given }, endpoint, [])?.body ?? '');

test('the request is the prompt as it is, with the search tool and bounds', () => {
  assert.deepEqual(
    { ...xai.request(ask, endpoint, []), body: bodyOf({}) },
    {
      method: 'POST',
      url: 'https://api.x.ai/v1/responses',
      headers: { authorization: 'Bearer xai-1', 'content-type': 'application/json' },
      body: {
        model: 'grok-4.7',
        input: 'best crm for small agencies',
        tools: [{ type: 'web_search' }],
        include: ['web_search_call.action.sources'],
        max_output_tokens: 4096,
        max_turns: 5,
        parallel_tool_calls: false,
        reasoning: { effort: 'low' },
        store: false,
      },
    },
  );
});

test('there is no place for a country or a language', () =>
  assert.deepEqual(bodyOf({ country: 'DE', language: 'de' }), bodyOf({})));

test('an effort is asked of models that know it', () => {
  for (const known of ['grok-4.3', 'grok-latest', 'grok-4.20-multi-agent-0309'])
    assert.deepEqual(bodyOf({ model: known }).reasoning, { effort: 'low' }, known);
  for (const other of ['grok-4.20-reasoning', 'grok-4.20-0309-non-reasoning'])
    assert.ok(!('reasoning' in bodyOf({ model: other })), other);
});

test('one request completes an answer', () => {
  assert.equal(xai.request(ask, endpoint, [received(healthy)]), null);
  assert.equal(xai.request(ask, endpoint, [received('', 500)]), null);
});

test('an answer is read as the vendor documents it', () => assert.deepEqual(reading({}), answer));

test('annotations that stand nowhere in the text are only consulted', () => {
  const places = [undefined, {}, { start_index: null, end_index: null, title: null }];
  for (const place of places) {
    const annotations = [blog, review, 'https://other.example/'].map((url) => citation(url, place));
    const output = [call(0, { type: 'search', query: 'crm' }), message([part('**Acme**', annotations)])];
    assert.deepEqual(reading({ output }), {
      ...answer,
      text: '**Acme**',
      cited: [],
      consulted: untitled(blog, review, 'https://other.example/'),
      searches: ['crm'],
    });
  }
});

test('a page that the text links to is cited, wherever its annotation says it stands', () => {
  const text = `Acme leads ([review](${review})), see ${pricing} and [Initech](${blog}/more).`;
  const outcome = saying(
    part(
      text,
      [blog, review, pricing].map((url) => citation(url)),
    ),
  );
  assert.partialDeepStrictEqual(outcome, { cited: untitled(review), consulted: untitled(blog, pricing) });
});

test('pages that stand at the top of the response are consulted', () => {
  const citations = ['https://other.example/', review, { url: blog, title: 'Initech' }, null, 7];
  assert.partialDeepStrictEqual(reading({ citations, output: healthy.output.slice(-1) }), {
    cited: untitled(review, pricing),
    consulted: [...untitled('https://other.example/'), { url: blog, title: 'Initech' }],
  });
});

test('an answer without a search says so', () => {
  const zero = { ...healthy.usage, num_server_side_tools_used: 0, server_side_tool_usage_details: null };
  assert.deepEqual(reading({ output: [message([part('Acme and Globex.')])], usage: zero }), {
    ...answer,
    text: 'Acme and Globex.',
    ...{ cited: [], consulted: [], searches: [], searched: 'no' },
    usage: { ...usage, searches: 0 },
  });
});

test('usage is what the response states', () => {
  const used = (given: unknown) => {
    const outcome = reading({ usage: given });
    return outcome.kind === 'answer' ? outcome.usage : outcome;
  };
  const nothing = { input_tokens: null, output_tokens: null, searches: 2, usd: null };
  assert.deepEqual(used(null), nothing);
  assert.deepEqual(used({ input_tokens: -1, output_tokens: '5', cost_in_usd_ticks: 'many' }), nothing);
  assert.deepEqual(used({ num_server_side_tools_used: 3, cost_in_usd_ticks: 37_756_000 }), {
    ...nothing,
    searches: 3,
    usd: 0.0037756,
  });
});

test('queries are read from the older form of a call as well', () => {
  const older = { type: 'web_search_call', name: 'web_search', id: 'fc_1', status: 'completed' };
  const output = [
    { ...older, arguments: '{"query":"crm 2026","num_results":5}' },
    { ...older, arguments: '{"query":' },
    { ...older, arguments: '["crm"]' },
    message([part('Acme.')]),
  ];
  assert.partialDeepStrictEqual(reading({ output }), { searches: ['crm 2026'], searched: 'yes' });
});

test('an answer may cite a hundred pages', () => {
  const urls = Array.from({ length: 100 }, (_, at) => `https://site${at}.example/`);
  const annotations = urls.map((url, at) =>
    citation(url, { start_index: at * 9, end_index: at * 9 + 8, title: `${at + 1}` }),
  );
  const outcome = saying(part('Many.', [...annotations.toReversed(), ...annotations]));
  assert.partialDeepStrictEqual(outcome, { cited: untitled(...urls) });
});

test('items, parts, annotations and sources that nobody knows are skipped', () => {
  const output = [
    null,
    'text',
    { type: 'hologram_call', id: 'hl_1', action: 7 },
    { type: 'custom_tool_call', name: 'render', input: '{}', id: 'ctc_1' },
    call(0, { type: 'teleport', where: 'Berlin' }),
    call(1, { type: 'search', query: 'acme', sources: [7, { type: 'card' }, { url: 'ftp://x' }] }),
    message([
      null,
      { type: 'hologram', text: 'not for readers' },
      part('Acme.', [
        null,
        { type: 'map_citation', url: blog },
        citation(review, { start_index: 0, end_index: 5 }),
      ]),
    ]),
  ];
  assert.deepEqual(reading({ output }), {
    ...answer,
    text: 'Acme.',
    cited: untitled(review),
    consulted: [],
    searches: ['acme'],
  });
});

test('an answer that a limit cut off is one, and says so', () => {
  for (const reason of ['max_output_tokens', 'max_time_limit'])
    assert.deepEqual(reading({ status: 'incomplete', incomplete_details: { reason } }), {
      ...answer,
      finish: reason,
    });
});

test('a response without text is no answer, and cost something', () => {
  const empty = { kind: 'bad_response', message: 'the answer is empty (finish: completed)', usage };
  assert.deepEqual(saying(part(' \n')), empty);
  const cut = { status: 'incomplete', incomplete_details: { reason: 'max_output_tokens' }, output: [] };
  const message = 'the response has no message (finish: max_output_tokens)';
  assert.deepEqual(reading(cut), { kind: 'bad_response', message, usage });
});

test('a refusal is one', () => {
  const refusal = { type: 'refusal', refusal: 'I cannot help with that.' };
  assert.deepEqual(saying(refusal), { kind: 'refused', message: 'I cannot help with that.', usage });
});

const team = '00000000-0000-4000-8000-000000000000';
const spent = `Your team ${team} has either used all available credits or reached its monthly spending limit. To continue making API requests, please purchase more credits or raise your spending limit.`;
const forbidden = 'The caller does not have permission to execute the specified operation';
const failures: [status: number, code: string, error: string, kind: string][] = [
  [400, 'Client specified an invalid argument', 'Incorrect API key provided: xa***00.', 'auth'],
  [401, 'Unauthenticated', 'No API key was provided.', 'auth'],
  [403, forbidden, 'The API key is not allowed to use this endpoint.', 'auth'],
  [403, forbidden, spent, 'quota'],
  [429, 'Some resource has been exhausted', spent, 'quota'],
  [429, 'Some resource has been exhausted', 'Too many requests for the team.', 'rate'],
  [403, forbidden, 'Content violates usage guidelines. Failed check: SAFETY_CHECK_TYPE_BIO', 'refused'],
  [503, 'The service is currently unavailable', 'The model is at capacity.', 'overloaded'],
  [500, 'Internal error', 'Something went wrong.', 'server'],
  [504, 'Deadline expired', 'It took too long.', 'timeout'],
  [400, 'Client specified an invalid argument', 'Argument not supported: include', 'bad_response'],
  [404, 'Some requested entity was not found', 'The model grok-2 does not exist.', 'bad_response'],
  [422, 'Unprocessable', 'Failed to deserialize the JSON body.', 'bad_response'],
];
for (const [status, code, error, kind] of failures)
  test(`HTTP ${status} ${error.slice(0, 60)} is ${kind}`, () => {
    const message = `HTTP ${status}: ${error} (${code})`;
    assert.deepEqual(parse(received({ code, error }, status)), { kind, message });
  });

test('an error in an object of its own means the same', () => {
  const error = { message: spent, type: 'invalid_request_error', code: 403 };
  assert.deepEqual(parse(received({ error }, 403)), { kind: 'quota', message: `HTTP 403: ${spent}` });
  const quota = { message: 'Exceeded.', code: 'insufficient_quota' };
  assert.partialDeepStrictEqual(parse(received({ error: quota }, 429)), { kind: 'quota' });
});

test('a response that failed after it began is a failure that cost something', () => {
  const error = { code: 'server_error', message: 'The model stopped.' };
  const message = 'The model stopped. (server_error)';
  const cost = { ...usage, searches: 4 };
  assert.deepEqual(reading({ status: 'failed', error, output: [] }), {
    kind: 'server',
    message,
    usage: cost,
  });
});

test('the wait that the vendor asks for is kept', () => {
  const waits = (headers: Record<string, string>) => {
    const outcome = parse(
      received({ code: 'Some resource has been exhausted', error: 'Too many requests.' }, 429, headers),
    );
    return outcome.kind === 'rate' ? outcome.waitMs : outcome.kind;
  };
  assert.equal(waits({ 'retry-after': '3600' }), 3_600_000);
  const date = 'Sat, 21 Nov 2026 10:00:00 GMT';
  assert.equal(waits({ date, 'retry-after': 'Sat, 21 Nov 2026 10:00:30 GMT' }), 30_000);
  assert.equal(waits({}), undefined);
});

test('a body that is no response is told by what it is', () => {
  const kind = 'bad_response';
  const page = '<html><head><title>502 Bad Gateway</title></head></html>';
  const told = 'a web page titled "502 Bad Gateway"';
  assert.deepEqual(parse(received(page, 502)), { kind: 'server', message: `HTTP 502: ${told}` });
  assert.deepEqual(parse(received(page)), { kind, message: `the body is not JSON: ${told}` });
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

test('whatever comes is read without an error', () => keepsItsPromises({ connection: xai, ask, healthy }));
