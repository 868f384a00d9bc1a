import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Ask, Exchange } from '../../src/collector/agents/agent.ts';
import { serpapi, withoutKey } from '../../src/collector/agents/serpapi.ts';
import { keepsItsPromises } from './promises.ts';
import {
  askOf,
  cited,
  copilot,
  copilotText,
  endpoint,
  found,
  key,
  later,
  mode,
  organic_results,
  overview,
  overviewAnswer,
  parse,
  received,
  surfaces,
} from './serpapi-bodies.ts';

const parametersOf = (ask: Ask, ...exchanges: Exchange[]) => {
  const url = serpapi.request(ask, endpoint, exchanges)?.url;
  return url === undefined ? null : Object.fromEntries(new URL(url).searchParams);
};
const page = (ai_overview: unknown) => found({ ai_overview, organic_results });

test('the request is a URL with the key', () =>
  assert.deepEqual(serpapi.request({ ...askOf('copilot'), prompt: 'C++ & 50% off?' }, endpoint, []), {
    method: 'GET',
    url: `https://serpapi.com/search.json?engine=bing_copilot&q=C%2B%2B+%26+50%25+off%3F&no_cache=true&api_key=${key}`,
    headers: { accept: 'application/json' },
  }));

test('the request asks each page of its own engine', () => {
  const asked = { q: 'best crm for small agencies', no_cache: 'true', api_key: key };
  assert.deepEqual(parametersOf(askOf('google_ai_mode')), { engine: 'google_ai_mode', ...asked });
  assert.deepEqual(parametersOf(askOf('google_ai_overview')), { engine: 'google', ...asked });
  assert.throws(() => serpapi.request(askOf('claude'), endpoint, []), /cannot ask claude, only copilot/);
  assert.deepEqual(Object.keys(serpapi.agents), surfaces);
});

test('the request passes country and language to Google; Copilot has no place for them', () => {
  const place = (agent: string, country: string | null, language: string | null) => {
    const { gl, hl } = parametersOf({ ...askOf(agent), country, language }) ?? {};
    return [gl, hl];
  };
  assert.deepEqual(place('google_ai_mode', 'DE', 'de'), ['de', 'de']);
  assert.deepEqual(place('google_ai_overview', 'GB', null), ['gb', undefined]);
  assert.deepEqual(place('google_ai_mode', 'TW', 'zh'), ['tw', 'zh-tw']);
  assert.deepEqual(place('google_ai_mode', null, 'zh'), [undefined, 'zh-cn']);
  assert.deepEqual(place('google_ai_mode', 'NO', 'nb'), ['no', 'no']);
  assert.deepEqual(place('copilot', 'DE', 'de'), [undefined, undefined]);
});

test('an overview that loads later is asked for by its token, once', () => {
  const ask = { ...askOf('google_ai_overview'), country: 'DE', language: 'de' };
  const token = { engine: 'google_ai_overview', page_token: 'KIVu-nicjZTLTttQ_EIbHjQ==' };
  assert.deepEqual(parametersOf(ask, received(later)), { ...token, no_cache: 'true', api_key: key });
  assert.equal(parametersOf(ask, received(later), received(later)), null);
  assert.equal(parametersOf(ask, received(page(overview))), null);
  assert.equal(parametersOf(ask, received(page({ ...overview, page_token: 'x' }))), null);
  assert.equal(parametersOf(ask, received(later, 500)), null);
  assert.equal(parametersOf(ask, received('{')), null);
  assert.equal(parametersOf(askOf('google_ai_mode'), received(later)), null);
});

test('an overview is read as the vendor documents it', () =>
  assert.deepEqual(parse('google_ai_overview', received(page(overview))), overviewAnswer));

test('an overview that loads later is read from the second response, and both are billed', () => {
  const second = received(found({ ai_overview: overview }));
  assert.deepEqual(parse('google_ai_overview', received(later), second), {
    ...overviewAnswer,
    usage: { ...overviewAnswer.usage, searches: 2 },
  });
});

test("AI Mode's Markdown is the text, and orders what it links to", () => {
  const expected = { ...overviewAnswer, text: mode.reconstructed_markdown, cited, model: 'google_ai_mode' };
  assert.deepEqual(parse('google_ai_mode', received(found(mode))), expected);
  const { reconstructed_markdown: _, ...bare } = mode;
  const text = 'Globex costs least. Acme is built for agencies.';
  assert.partialDeepStrictEqual(parse('google_ai_mode', received(found(bare))), { text });
});

test('Copilot is read as the vendor documents it', () =>
  assert.deepEqual(parse('copilot', received(found(copilot))), {
    ...overviewAnswer,
    text: copilotText,
    cited,
    model: 'copilot',
  }));

test('an answer without references does not tell whether it searched', () => {
  const outcome = parse('google_ai_overview', received(page({ text_blocks: overview.text_blocks })));
  assert.partialDeepStrictEqual(outcome, { cited: [], searched: 'unknown' });
});

test('an answer may cite a hundred pages, each once', () => {
  const places = Array.from({ length: 100 }, (_, at) => at);
  const references = places.map((index) => ({
    index,
    link: `https://site.example/${index}`,
    title: `T${index}`,
  }));
  const text_blocks = places
    .toReversed()
    .map((at) => ({ type: 'paragraph', snippet: 'Fact.', reference_indexes: [at, 99] }));
  const outcome = parse(
    'copilot',
    received(found({ text_blocks, references: [...references, references[0]] })),
  );
  const expected = references.map(({ link, title }) => ({ url: link, title })).toReversed();
  assert.partialDeepStrictEqual(outcome, { cited: expected });
});

test('an answer survives what nobody knows, and keeps the text of new blocks', () => {
  const odd = [
    null,
    7,
    { type: 'carousel', items: [] },
    { type: 'list', list: [null, { snippet: 3 }] },
    { type: 'table', table: 'x' },
  ];
  const ends = [
    ...overview.text_blocks,
    { type: 'note', snippet: 'By the way, Zorvexa.', reference_indexes: 'all' },
  ];
  const references = [null, 'x', { link: 5 }, ...overview.references];
  const outcome = parse('google_ai_overview', received(page({ text_blocks: [...odd, ...ends], references })));
  assert.deepEqual(outcome, { ...overviewAnswer, text: `${overviewAnswer.text}\n\nBy the way, Zorvexa.` });
});

test('an answer nested without end is cut off', () => {
  const nested = (opening: string, closing: string) =>
    `${`{"snippet":"s",${opening}`.repeat(20_000)}{}${closing.repeat(20_000)}`;
  const blocks = [nested('"text_blocks":[', ']}'), nested('"list":[', ']}')].join(',');
  const body = JSON.stringify(found({ text_blocks: [] })).replace(
    '"text_blocks":[]',
    `"text_blocks":[${blocks}]`,
  );
  const outcome = parse('copilot', received(body));
  assert.ok(outcome.kind === 'answer');
  const depths = outcome.text.match(/s/g)?.length ?? 0;
  assert.ok(depths > 10 && depths < 30, `${depths} depths`);
});

test('a given key, a named key and what looks like a key are taken out of texts', () => {
  assert.equal(
    withoutKey(`GET /search.json?q=x&api_key=${key}&hl=de failed`),
    'GET /search.json?q=x&api_key=***&hl=de failed',
  );
  assert.equal(withoutKey('{"q":"x","api_key": "short-1"}'), '{"q":"x","api_key": "***"}');
  assert.equal(withoutKey(String.raw`{\"api_key\":\"short-1\"}`), String.raw`{\"api_key\":\"***\"}`);
  assert.equal(
    withoutKey('url=https%3A%2F%2Fserpapi.com%3Fapi_key%3Dshort-1'),
    'url=https%3A%2F%2Fserpapi.com%3Fapi_key%3D***',
  );
  assert.equal(withoutKey(`the key ${key.toUpperCase()} is unknown`), 'the key *** is unknown');
  assert.equal(withoutKey('refused a+b/c and a%2Bb%2Fc', 'a+b/c'), 'refused *** and ***');
  assert.equal(
    withoutKey('Invalid API key. Your API key should be here: /manage-api-key'),
    'Invalid API key. Your API key should be here: /manage-api-key',
  );
  assert.equal(withoutKey(''), '');
});

const url = `https://serpapi.com/search.json?engine=google&q=x&no_cache=true&api_key=${key}`;
const billed = { input_tokens: null, output_tokens: null, searches: 1, usd: null };
const refused = (error: string, status: number, headers?: Record<string, string>) =>
  received({ error }, status, headers);

const failures: [string, Exchange[], object][] = [
  [
    'a wrong key',
    [refused('Invalid API key. Your API key should be here: https://serpapi.com/manage-api-key', 401)],
    {
      kind: 'auth',
      message: 'HTTP 401: Invalid API key. Your API key should be here: https://serpapi.com/manage-api-key',
    },
  ],
  ['a deleted account', [refused('Account disabled.', 403)], { kind: 'auth' }],
  [
    'no searches left',
    [refused('Your account has run out of searches.', 429)],
    { kind: 'quota', message: 'HTTP 429: Your account has run out of searches.' },
  ],
  ['rate without a time', [refused('Hourly throughput limit exceeded.', 429)], { kind: 'rate' }],
  [
    'rate with seconds',
    [refused('Too many.', 429, { 'retry-after': '120' })],
    { kind: 'rate', waitMs: 120_000 },
  ],
  [
    'rate with a date',
    [
      refused('Too many.', 429, {
        date: 'Sat, 21 Nov 2026 10:00:00 GMT',
        'retry-after': 'Sat, 21 Nov 2026 10:00:30 GMT',
      }),
    ],
    { kind: 'rate', waitMs: 30_000 },
  ],
  ['overloaded', [refused('Try again later.', 503)], { kind: 'overloaded' }],
  ['server', [received('', 500)], { kind: 'server', message: 'HTTP 500: empty body' }],
  ['a wrong parameter', [refused('Unsupported `xx` country - gl parameter.', 400)], { kind: 'bad_response' }],
  [
    'a web page that quotes the URL',
    [received(`<html><title>502 ${url}</title>`, 502)],
    { kind: 'server', message: `HTTP 502: a web page titled "502 ${url.replace(key, '***')}"` },
  ],
  [
    'a text that quotes the URL',
    [received(`cannot reach ${url}`)],
    { kind: 'bad_response', message: `the body is not JSON: cannot reach ${url.replace(key, '***')}` },
  ],
  ['truncated', [received(JSON.stringify(page(overview)).slice(0, 800))], { kind: 'bad_response' }],
  [
    'a search that failed',
    [received(found({ error: `gave up on ${url}` }, 'Error'))],
    { kind: 'server', message: `the search failed: gave up on ${url.replace(key, '***')}` },
  ],
  [
    'a search that is not done',
    [received(found({}, 'Processing'))],
    { kind: 'bad_response', message: "the search's status is Processing" },
  ],
  [
    'no search',
    [received({ ok: true })],
    { kind: 'bad_response', message: "the search's status is missing" },
  ],
  [
    'no overview',
    [received(found({ organic_results }))],
    { kind: 'no_answer', message: 'Google shows no AI overview', usage: billed },
  ],
  [
    'an overview that Google cannot make',
    [received(page({ error: "Can't generate an AI overview right now. Try again later." }))],
    { kind: 'no_answer', message: "Can't generate an AI overview right now. Try again later." },
  ],
  [
    'a long reason',
    [received(found({ error: 'why '.repeat(1000) }))],
    { kind: 'no_answer', message: `${'why '.repeat(125)} ...` },
  ],
  [
    'no results',
    [received(found({ error: "Google hasn't returned any results for this query." }))],
    { kind: 'no_answer', message: "Google hasn't returned any results for this query." },
  ],
  [
    'a token alone',
    [received(later)],
    { kind: 'bad_response', message: 'a token came instead of the AI overview', usage: billed },
  ],
  [
    'a token that is too old',
    [received(later), received(found({ error: 'The `page_token` has expired.' }))],
    { kind: 'bad_response', message: 'The `page_token` has expired.' },
  ],
  [
    'a second response that fails',
    [received(later), refused('Too many.', 429)],
    { kind: 'rate', usage: billed },
  ],
  [
    'a second response without an overview',
    [received(later), received(found({}))],
    { kind: 'no_answer', usage: { ...billed, searches: 2 } },
  ],
  [
    'empty text',
    [received(page({ text_blocks: [{ snippet: ' ' }], references: [] }))],
    { kind: 'bad_response', message: 'the answer is empty' },
  ],
  [
    'no blocks',
    [received(page({ references: [] }))],
    { kind: 'bad_response', message: 'the body has no text_blocks' },
  ],
  ['nothing', [], { kind: 'bad_response' }],
];
for (const [name, exchanges, expected] of failures)
  test(`a failure: ${name}`, () => {
    const outcome = parse('google_ai_overview', ...exchanges);
    assert.partialDeepStrictEqual(outcome, expected);
    assert.equal('waitMs' in outcome, 'waitMs' in expected);
    const isBilled = exchanges.some(
      ({ status, body }) => status === 200 && body.includes('"status":"Success"'),
    );
    assert.equal('usage' in outcome, isBilled && name !== 'truncated');
    assert.ok(!JSON.stringify(outcome).includes(key));
  });

test('a failure of the other pages is read alike', () => {
  const error = "Bing Copilot hasn't returned any results for this query.";
  assert.deepEqual(parse('copilot', received(found({ error }))), {
    kind: 'no_answer',
    message: error,
    usage: billed,
  });
  assert.equal(
    parse('google_ai_mode', received(found({ ...mode, text_blocks: [], reconstructed_markdown: '' }))).kind,
    'bad_response',
  );
  assert.equal(parse('claude', received(found(copilot))).kind, 'bad_response');
});

test('whatever comes, reading keeps its promises', () => {
  keepsItsPromises({ connection: serpapi, ask: askOf('copilot'), healthy: found(copilot) });
  keepsItsPromises({ connection: serpapi, ask: askOf('google_ai_mode'), healthy: found(mode) });
  keepsItsPromises({ connection: serpapi, ask: askOf('google_ai_overview'), healthy: page(overview) });
  keepsItsPromises({ connection: serpapi, ask: askOf('google_ai_overview'), healthy: later });
});

test('any JSON and any text is a bad response', () => {
  for (const body of [
    'null',
    '[]',
    '"x"',
    '{}',
    '0',
    'true',
    '',
    '{',
    '<html>',
    '{"search_metadata":"Success"}',
  ])
    for (const agent of surfaces) assert.equal(parse(agent, received(body)).kind, 'bad_response', body);
});
