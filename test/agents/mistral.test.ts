import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Ask, Exchange } from '../../src/collector/agents/agent.ts';
import { mistral } from '../../src/collector/agents/mistral.ts';
import { keepsItsPromises } from './promises.ts';

const prompt = 'best crm for small agencies';
const model = 'mistral-medium-latest';
const ask: Ask = { agent: 'mistral', prompt, model, country: null, language: null };
const endpoint = { baseUrl: 'https://api.mistral.ai/v1', key: 'k-1' };

const received = (body: unknown, status = 200, headers: Record<string, string> = {}): Exchange => ({
  status,
  headers,
  body: typeof body === 'string' ? body : JSON.stringify(body),
});
const parse = (...exchanges: Exchange[]) => mistral.parse(ask, exchanges);

// The shape of the example on the vendor's page "Websearch", with the arguments of a search and the null fields
// that recorded responses have.
const acme = 'https://reviews.example/crm/acme';
const globex = 'https://globex.example/pricing';
const reference = (url: string | null, title: string | null) => ({
  type: 'tool_reference',
  tool: 'web_search',
  title,
  url,
  favicon: null,
  description: 'A page about software for agencies ...',
});
const search = (given: unknown) => ({
  object: 'entry',
  type: 'tool.execution',
  created_at: '2026-11-20T12:59:33.171501Z',
  completed_at: '2026-11-20T12:59:34.828228Z',
  id: 'tool_exec_06835b7352be74d38000b3523a0cce2e',
  name: 'web_search',
  arguments: given,
  function: 'web_search',
  info: {},
});
const message = (content: unknown) => ({
  object: 'entry',
  type: 'message.output',
  created_at: '2026-11-20T12:59:35.457474Z',
  completed_at: '2026-11-20T12:59:36.156233Z',
  id: 'msg_06835b7377517a3680009b05207112ce',
  agent_id: null,
  model,
  role: 'assistant',
  content,
});
const healthy = {
  object: 'conversation.response',
  conversation_id: 'conv_06835b734f2776bb80008fa7a309bf5a',
  outputs: [
    message('I will look for current reviews of Zorvexa.'),
    search('{"query": "crm small agencies 2026"}'),
    search('{"query": "globex crm price"}'),
    message([
      { type: 'text', text: 'For small agencies:\n\n1. **Acme** is built for them' },
      reference(acme, 'Acme CRM review'),
      reference(globex, ''),
      { type: 'text', text: '.\n2. **Globex** costs less than Acme' },
      reference(globex, 'Globex'),
      reference(acme, 'Acme'),
      { type: 'text', text: '.' },
    ]),
  ],
  usage: {
    prompt_tokens: 188,
    completion_tokens: 55,
    total_tokens: 7355,
    connector_tokens: 7112,
    connectors: { web_search: 2 },
  },
};
const answer = {
  kind: 'answer',
  text: 'For small agencies:\n\n1. **Acme** is built for them.\n2. **Globex** costs less than Acme.',
  cited: [
    { url: acme, title: 'Acme CRM review' },
    { url: globex, title: 'Globex' },
  ],
  consulted: [],
  searches: ['crm small agencies 2026', 'globex crm price'],
  searched: 'yes',
  model,
  finish: '',
  usage: { input_tokens: 7300, output_tokens: 55, searches: 2, usd: null },
};
const reading = (outputs: unknown, usage: unknown = healthy.usage) =>
  parse(received({ ...healthy, outputs, usage }));

test('the request is the prompt as it is, with the search tool, bounded and not stored', () => {
  const request = mistral.request({ ...ask, country: 'DE', language: 'de' }, endpoint, []);
  assert.deepEqual(
    { ...request, body: JSON.parse(request?.body ?? '') },
    {
      method: 'POST',
      url: 'https://api.mistral.ai/v1/conversations',
      headers: {
        authorization: 'Bearer k-1',
        'content-type': 'application/json',
        accept: 'application/json',
      },
      body: {
        model: 'mistral-medium-latest',
        inputs: [{ role: 'user', content: prompt }],
        tools: [{ type: 'web_search' }],
        completion_args: { max_tokens: 4096 },
        store: false,
        stream: false,
      },
    },
  );
});

test('nothing is asked after a response', () =>
  assert.equal(mistral.request(ask, endpoint, [received(healthy)]), null));

test('an answer is read as the vendor documents it', () =>
  assert.deepEqual(parse(received(healthy)), answer));

test('an answer without a search is a plain string', () => {
  const usage = { prompt_tokens: 20, completion_tokens: 6, connector_tokens: null, connectors: null };
  assert.deepEqual(reading([message('Acme and Globex.')], usage), {
    ...answer,
    text: 'Acme and Globex.',
    ...{ cited: [], searches: [], searched: 'no' },
    usage: { input_tokens: 20, output_tokens: 6, searches: 0, usd: null },
  });
});

test('an answer may cite a hundred pages', () => {
  const links = Array.from({ length: 100 }, (_, at) => ({
    url: `https://site${at}.example/`,
    title: `T${at}`,
  }));
  const chunks = links.flatMap(({ url, title }) => [
    { type: 'text', text: `${title}. ` },
    reference(url, title),
    reference(links[0]!.url, 'T0'),
  ]);
  const outcome = reading([message(chunks)]);
  assert.deepEqual(outcome.kind === 'answer' && outcome.cited, links);
});

test('entries and chunks that nobody knows are skipped, and titles may be null', () => {
  const thinking = [{ type: 'text', text: 'hm' }, reference('https://aside.example/', 'Aside')];
  const chunks = [
    null,
    'text',
    { type: 'thinking', thinking },
    { type: 'map', text: 'not for readers', url: 'https://map.example/' },
    { type: 'text', text: 'Acme.' },
    reference(null, 'A library'),
    reference(globex, null),
  ];
  const outputs = [
    null,
    { type: 'agent.note', content: 'x' },
    search('not JSON'),
    search('[]'),
    search({ query: 'crm' }),
    message(chunks),
  ];
  assert.deepEqual(reading(outputs), {
    ...answer,
    text: 'Acme.',
    cited: [{ url: globex, title: '' }],
    searches: ['crm'],
  });
});

test('messages of one answer are paragraphs', () => {
  const outputs = [search('{"query":"crm"}'), message('Acme.'), message(''), message('Globex.')];
  assert.partialDeepStrictEqual(reading(outputs), { text: 'Acme.\n\nGlobex.' });
});

test('searches are counted as billed, else as listed', () => {
  const counted = (connectors: unknown) => {
    const { usage } = reading(healthy.outputs, { ...healthy.usage, connectors });
    return usage?.searches;
  };
  assert.equal(counted({ web_search: 3, web_search_premium: 1, code_interpreter: 9 }), 4);
  assert.equal(counted({}), 2);
  assert.equal(counted(null), 2);
});

const error = { object: 'error', param: null };
const failures: [status: number, body: object, kind: string, message: string][] = [
  [401, { detail: 'Unauthorized' }, 'auth', 'Unauthorized'],
  [401, { message: 'Unauthorized', request_id: 'e1' }, 'auth', 'Unauthorized'],
  [402, { ...error, message: 'No credits left', type: 'invalid_request_error' }, 'quota', 'No credits left'],
  [403, { ...error, message: 'This model is not in your plan' }, 'auth', 'This model is not in your plan'],
  [403, { ...error, message: 'Content blocked by guardrail' }, 'refused', 'Content blocked by guardrail'],
  [
    429,
    { ...error, message: 'Rate limit exceeded', type: 'rate_limited', code: '1300' },
    'rate',
    'Rate limit exceeded',
  ],
  [429, { message: 'Requests rate limit exceeded' }, 'rate', 'Requests rate limit exceeded'],
  [429, { message: 'Monthly usage limit reached' }, 'quota', 'Monthly usage limit reached'],
  [
    429,
    { ...error, message: 'Capacity exceeded', type: 'service_tier_capacity_exceeded', code: '3505' },
    'overloaded',
    'Capacity exceeded',
  ],
  [500, { ...error, message: 'Service unavailable.', code: '1000' }, 'server', 'Service unavailable.'],
  [503, { message: 'no healthy upstream' }, 'overloaded', 'no healthy upstream'],
  [504, { message: 'The request timed out' }, 'timeout', 'The request timed out'],
  [
    400,
    { ...error, message: 'Invalid model: x', type: 'invalid_model', code: '1500' },
    'bad_response',
    'Invalid model: x',
  ],
  [
    422,
    { detail: [{ type: 'missing', loc: ['body', 'inputs'], msg: 'Field required' }] },
    'bad_response',
    'body.inputs: Field required',
  ],
  [
    422,
    { ...error, message: { detail: [{ loc: ['body', 'n'], msg: 'Extra inputs are not permitted' }] } },
    'bad_response',
    'body.n: Extra inputs are not permitted',
  ],
];
for (const [status, body, kind, words] of failures)
  test(`HTTP ${status} "${words}" is ${kind}`, () =>
    assert.deepEqual(parse(received(body, status)), { kind, message: `HTTP ${status}: ${words}` }));

test('a limit of no requests at all is no matter of waiting', () => {
  const limited = (limit: string) =>
    parse(received({ message: 'Rate limit exceeded' }, 429, { 'x-ratelimit-limit-req-minute': limit })).kind;
  assert.deepEqual([limited('0'), limited('60')], ['quota', 'rate']);
});

test('the wait that the vendor asks for is kept', () => {
  const waits = (headers: Record<string, string>) => {
    const outcome = parse(received({ message: 'Rate limit exceeded' }, 429, headers));
    return outcome.kind === 'rate' ? outcome.waitMs : outcome.kind;
  };
  const date = 'Sat, 21 Nov 2026 10:00:00 GMT';
  assert.equal(waits({ 'retry-after': '7' }), 7000);
  assert.equal(waits({ date, 'retry-after': 'Sat, 21 Nov 2026 10:00:30 GMT' }), 30_000);
  assert.equal(waits({}), undefined);
});

test('a body that is no response is told by what it is', () => {
  const told = (body: unknown, status = 200) => parse(received(body, status));
  const kind = 'bad_response';
  const page = '<html><head><title>Bad Gateway</title></head></html>';
  assert.deepEqual(told(page, 502), { kind: 'server', message: 'HTTP 502: a web page titled "Bad Gateway"' });
  assert.deepEqual(told(page), { kind, message: 'the body is not JSON: a web page titled "Bad Gateway"' });
  assert.match(JSON.stringify(told(JSON.stringify(healthy).slice(0, 700))), /the body is not JSON/);
  for (const body of ['null', '[]', '"x"', '{}', '7'])
    assert.deepEqual(told(body), { kind, message: 'the response has no list of outputs' }, body);
  assert.deepEqual(told({ ...error, message: 'Odd' }), { kind, message: 'Odd' });
  assert.equal(parse().kind, kind);
});

test('a response without text is no answer, and cost something', () => {
  const empty = { kind: 'bad_response', message: 'the answer is empty', usage: answer.usage };
  for (const content of ['', ' \n', [], null, [{ type: 'text', text: '' }]])
    assert.deepEqual(reading([...healthy.outputs.slice(0, 3), message(content)]), empty);
});

test('whatever comes is read without an error', () =>
  keepsItsPromises({ connection: mistral, ask, healthy }));
