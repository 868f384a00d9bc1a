import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Ask, Exchange } from '../../src/collector/agents/agent.ts';
import { dataforseo } from '../../src/collector/agents/dataforseo.ts';
import {
  askOf,
  chat,
  chatAnswer,
  chatText,
  endpoint,
  envelope,
  failedTask,
  organic,
  overview,
  page,
  pageAnswer,
  parse,
  received,
  reference,
  refusal,
  source,
  surfaces,
  withResult,
} from './dataforseo-bodies.ts';
import { keepsItsPromises } from './promises.ts';

const taskOf = (ask: Ask) => JSON.parse(dataforseo.request(ask, endpoint, [])?.body ?? '[]')[0];

test('the request is one task with login and password', () => {
  const request = dataforseo.request(askOf('chatgpt_web'), endpoint, []);
  assert.deepEqual(
    { ...request, body: JSON.parse(request?.body ?? '') },
    {
      method: 'POST',
      url: 'https://api.dataforseo.com/v3/ai_optimization/chat_gpt/llm_scraper/live/advanced',
      headers: {
        authorization: 'Basic bWVAYWNtZS5leGFtcGxlOnM6ZWNyZXQ=',
        'content-type': 'application/json',
      },
      body: [{ keyword: 'best crm for small agencies', location_code: 2840, language_code: 'en' }],
    },
  );
});

test('the request writes login and password in UTF-8', () => {
  const request = dataforseo.request(askOf('chatgpt_web'), { ...endpoint, key: 'me:grün' }, []);
  assert.equal(request?.headers.authorization, 'Basic bWU6Z3LDvG4=');
});

test('the request asks each page at its own endpoint, and loads overviews that come late', () => {
  const urls = surfaces.map((agent) => dataforseo.request(askOf(agent), endpoint, [])?.url.slice(29));
  assert.deepEqual(urls.slice(1), [
    '/serp/google/ai_mode/live/advanced',
    '/serp/google/organic/live/advanced',
  ]);
  assert.deepEqual(taskOf(askOf('google_ai_overview')), {
    keyword: 'best crm for small agencies',
    location_code: 2840,
    language_code: 'en',
    depth: 10,
    load_async_ai_overview: true,
  });
});

test('the request passes country and language', () => {
  const place = (country: string | null, language: string | null) => {
    const { location_code, location_name, language_code } = taskOf({
      ...askOf('google_ai_mode'),
      country,
      language,
    });
    return [location_code ?? location_name, language_code];
  };
  assert.deepEqual(place('DE', 'de'), [2276, 'de']);
  assert.deepEqual(place('GB', null), [2826, 'en']);
  assert.deepEqual(place('TW', 'zh'), [2158, 'zh-TW']);
  assert.deepEqual(place('CN', 'zh'), [2156, 'zh-CN']);
  assert.deepEqual(place('XK', 'sq'), ['Kosovo', 'sq']);
});

test('the request writes the prompt so that the vendor reads it as it is', () => {
  const prompt = 'C++ tools under 50% off, "100%25"?\nGrüße';
  assert.equal(
    taskOf({ ...askOf('chatgpt_web'), prompt }).keyword,
    'C%2B%2B tools under 50%25 off, "100%2525"?\nGrüße',
  );
});

test('the request has no continuation, and knows its agents', () => {
  assert.equal(dataforseo.request(askOf('chatgpt_web'), endpoint, [received(withResult(chat))]), null);
  assert.throws(
    () => dataforseo.request(askOf('claude'), endpoint, []),
    /cannot ask claude, only chatgpt_web/,
  );
  assert.deepEqual(Object.keys(dataforseo.agents), surfaces);
});

test('an answer of ChatGPT is read as the vendor documents it', () =>
  assert.deepEqual(parse('chatgpt_web', received(withResult(chat))), chatAnswer));

test('an answer of Google is read as the vendor documents it', () => {
  assert.deepEqual(parse('google_ai_overview', received(withResult(page(overview, organic)))), pageAnswer);
  const mode = parse('google_ai_mode', received(withResult(page(overview))));
  assert.deepEqual(mode, { ...pageAnswer, model: 'google_ai_mode' });
});

test('an answer of a part of the results is one', () => {
  const body = envelope({ status_code: 40106, status_message: 'Partial Results.', result: [chat] });
  assert.deepEqual(parse('chatgpt_web', received(body)), { ...chatAnswer, finish: 'Partial Results.' });
});

test('an answer without a search has neither sources nor searches', () => {
  const result = {
    ...chat,
    markdown: 'Acme.',
    items: null,
    sources: null,
    search_results: null,
    fan_out_queries: null,
  };
  assert.deepEqual(parse('chatgpt_web', received(withResult(result))), {
    ...chatAnswer,
    text: 'Acme.',
    cited: [],
    consulted: [],
    searches: [],
    searched: 'no',
  });
});

test('an answer with nothing but searches comes from a search', () => {
  const result = { ...chat, markdown: 'Acme.', items: null, sources: null, search_results: null };
  assert.partialDeepStrictEqual(parse('chatgpt_web', received(withResult(result))), { searched: 'yes' });
});

test('an answer of Google without references does not tell whether it searched', () => {
  const bare = { ...overview, items: null, references: null };
  const outcome = parse('google_ai_mode', received(withResult(page(bare))));
  assert.partialDeepStrictEqual(outcome, { text: overview.markdown, cited: [], searched: 'unknown' });
});

test('an answer may cite a hundred pages', () => {
  const urls = Array.from({ length: 100 }, (_, at) => `https://site.example/${at}`);
  const cited = urls.map((url, at) => ({ url, title: `T${at}` }));
  const sources = cited.map(({ url, title }) => source(url, title));
  const markdown = urls.map((url) => `Fact [site](${url})`).join('\n');
  const result = { ...chat, markdown, sources: sources.toReversed(), items: [] };
  assert.partialDeepStrictEqual(parse('chatgpt_web', received(withResult(result))), { cited });
  const references = cited.map(({ url, title }) => reference(url, title));
  const outcome = parse('google_ai_mode', received(withResult(page({ ...overview, items: [], references }))));
  assert.partialDeepStrictEqual(outcome, { cited });
});

test('an answer survives items that nobody knows, and titles that are null', () => {
  const odd = [null, 'x', { type: 'chat_gpt_hologram', markdown: 7, sources: [null, { url: 8 }] }];
  const outcome = parse(
    'chatgpt_web',
    received(withResult({ ...chat, items: odd, search_results: [1, {}] })),
  );
  assert.deepEqual(outcome, { ...chatAnswer, cited: pick([2, 0, 1]), consulted: [] });
  const items = [{ type: 'carousel' }, { ...overview, items: [null, ...overview.items, { type: 'x' }] }, 3];
  assert.deepEqual(parse('google_ai_overview', received(withResult(page(...items)))), pageAnswer);
});

test('an answer is put together from its parts where the whole is missing, without advertisements', () => {
  const items = [
    chat.items[0],
    chat.items[1],
    { type: 'chat_gpt_table', markdown: '| Acme |\n| --- |', sources: 0 },
  ];
  const outcome = parse('chatgpt_web', received(withResult({ ...chat, markdown: null, items })));
  assert.partialDeepStrictEqual(outcome, { text: `${chatText}\n\n| Acme |\n| --- |` });
  const bare = parse('google_ai_overview', received(withResult(page({ ...overview, markdown: null }))));
  const text = '**Globex** costs least.\n\nAcme\n\n**Acme** is built for agencies.';
  assert.partialDeepStrictEqual(bare, { text });
});

const pick = (places: number[]) =>
  places.map((place) => ({ url: chat.sources[place]!.url, title: chat.sources[place]!.title ?? '' }));

const paid = { input_tokens: null, output_tokens: null, searches: 1, usd: 0.002 };
const cases: [string, Exchange, object][] = [
  [
    'wrong password',
    received(refusal(40100, 'You are not authorized to access this resource.'), 401),
    { kind: 'auth', message: 'HTTP 401: 40100 You are not authorized to access this resource.' },
  ],
  ['account not verified', received(refusal(40104, 'Please verify your account.')), { kind: 'auth' }],
  ['balance', received(refusal(40200, 'Payment Required.'), 402), { kind: 'quota' }],
  ['no funds for the task', received(failedTask(40210, 'Insufficient Funds.')), { kind: 'quota' }],
  [
    "the account's own daily limit",
    received(failedTask(40203, 'The cost limit has been exceeded.')),
    { kind: 'quota', message: '40203 The cost limit has been exceeded.' },
  ],
  [
    'rate in the body',
    received(failedTask(40202, 'The rate-limit per minute has been exceeded.')),
    { kind: 'rate', message: '40202 The rate-limit per minute has been exceeded.' },
  ],
  ['too many at once', received(failedTask(40209, 'Too many requests.')), { kind: 'rate' }],
  [
    'rate with seconds',
    received('slow down', 429, { 'retry-after': '7' }),
    { kind: 'rate', message: 'HTTP 429: slow down', waitMs: 7000 },
  ],
  [
    'rate with a date',
    received(refusal(40202, 'Slow down.'), 429, {
      date: 'Sat, 21 Nov 2026 10:00:00 GMT',
      'retry-after': 'Sat, 21 Nov 2026 10:00:30 GMT',
    }),
    { kind: 'rate', message: 'HTTP 429: 40202 Slow down.', waitMs: 30_000 },
  ],
  [
    'the search engine, which is billed',
    received(failedTask(40101, 'Internal SE Server Error.', 0.002)),
    { kind: 'server', message: '40101 Internal SE Server Error.', usage: paid },
  ],
  ['third party', received(failedTask(50301, '3rd Party API Service Unavailable.')), { kind: 'overloaded' }],
  [
    'server',
    received(refusal(50000, 'Internal Error.'), 500),
    { kind: 'server', message: 'HTTP 500: 50000 Internal Error.' },
  ],
  ['an unknown server code', received(failedTask(50999, 'New.')), { kind: 'server' }],
  [
    'a wrong field',
    received(failedTask(40501, "Invalid Field: 'location_code'.")),
    { kind: 'bad_response', message: "40501 Invalid Field: 'location_code'." },
  ],
  [
    'a web page',
    received('<html><title>502 Bad Gateway</title>', 502),
    { kind: 'server', message: 'HTTP 502: a web page titled "502 Bad Gateway"' },
  ],
  [
    'a web page with 200',
    received('<title>Sign in</title>'),
    { kind: 'bad_response', message: 'the body is not JSON: a web page titled "Sign in"' },
  ],
  ['truncated', received(JSON.stringify(withResult(page(overview))).slice(0, 900)), { kind: 'bad_response' }],
  ['no status', received({ tasks: [] }), { kind: 'bad_response', message: 'the body has no status_code' }],
  [
    'no task',
    received({ ...envelope({}), tasks: [] }),
    { kind: 'bad_response', message: 'its first task has no status_code' },
  ],
  [
    'no result',
    received(envelope({ result: null })),
    { kind: 'bad_response', message: 'the task is done, but has no result' },
  ],
  [
    'no items',
    received(withResult({ ...page(), items: 'none' })),
    { kind: 'bad_response', message: 'the result has no list of items' },
  ],
  [
    'an overview that did not load',
    received(withResult(page({ ...overview, markdown: null, items: null, references: null }))),
    { kind: 'bad_response', message: 'Google shows an AI answer, but its text is missing' },
  ],
  [
    'no overview',
    received(envelope({ cost: 0.002, result: [page(organic)] })),
    { kind: 'no_answer', message: 'Google shows no AI answer', usage: paid },
  ],
  ['an empty page', received(withResult({ ...page(), items: null })), { kind: 'no_answer' }],
  [
    'no search results',
    received(failedTask(40102, 'No Search Results.')),
    { kind: 'no_answer', message: '40102 No Search Results.' },
  ],
];
for (const [name, exchange, expected] of cases)
  test(`a failure: ${name}`, () => {
    const outcome = parse('google_ai_overview', exchange);
    assert.partialDeepStrictEqual(outcome, expected);
    assert.equal('waitMs' in outcome, 'waitMs' in expected);
  });

test('a failure without a cost has no usage', () =>
  assert.deepEqual(parse('chatgpt_web', received(failedTask(40209, 'Too many requests.'))), {
    kind: 'rate',
    message: '40209 Too many requests.',
  }));

test('an empty answer is a failure, and what it cost is kept', () =>
  assert.deepEqual(parse('chatgpt_web', received(withResult({ ...chat, markdown: ' ', items: [] }))), {
    kind: 'bad_response',
    message: 'the answer is empty',
    usage: chatAnswer.usage,
  }));

test('nothing received is a failure, too', () => {
  assert.equal(parse('chatgpt_web').kind, 'bad_response');
  assert.equal(parse('claude', received(withResult(chat))).kind, 'bad_response');
});

test('whatever comes, reading keeps its promises', () => {
  keepsItsPromises({ connection: dataforseo, ask: askOf('chatgpt_web'), healthy: withResult(chat) });
  const healthy = withResult(page(overview, organic));
  keepsItsPromises({ connection: dataforseo, ask: askOf('google_ai_mode'), healthy });
  keepsItsPromises({ connection: dataforseo, ask: askOf('google_ai_overview'), healthy });
});

test('any JSON and any text is a bad response', () => {
  for (const body of ['null', '[]', '"x"', '{}', '0', 'true', '', '{', '<html>', '{"status_code":"20000"}'])
    for (const agent of surfaces) assert.equal(parse(agent, received(body)).kind, 'bad_response', body);
});
