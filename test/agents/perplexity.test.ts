import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Ask } from '../../src/collector/agents/agent.ts';
import { perplexity } from '../../src/collector/agents/perplexity.ts';
import {
  answered,
  ask,
  endpoint,
  healthy,
  message,
  page,
  parse,
  received,
  result,
  saying,
  search,
  secondSearch,
  text,
  usage,
} from './perplexity-bodies.ts';

const bodyOf = (other: Partial<Ask>) =>
  JSON.parse(perplexity.request({ ...ask, ...other }, endpoint, [])?.body ?? '');

test("Perplexity's request names the fast preset, bounded and not kept", () => {
  const request = perplexity.request(ask, endpoint, []);
  assert.deepEqual(
    { ...request, body: JSON.parse(request?.body ?? '') },
    {
      method: 'POST',
      url: 'https://api.perplexity.ai/v1/agent',
      headers: { authorization: 'Bearer pplx-1', 'content-type': 'application/json' },
      body: {
        preset: 'fast',
        input: 'best crm for small agencies',
        max_output_tokens: 4096,
        store: false,
      },
    },
  );
});

test("Perplexity's request passes country and language", () => {
  assert.deepEqual(bodyOf({ country: 'DE', language: 'de' }), {
    ...bodyOf({}),
    tools: [{ type: 'web_search', user_location: { country: 'DE' } }],
    language_preference: 'de',
  });
});

test("Perplexity's request takes a preset or a model, and bounds the steps of slower presets", () => {
  assert.deepEqual(bodyOf({ model: 'low' }), { ...bodyOf({}), preset: 'low', max_steps: 5 });
  assert.deepEqual(bodyOf({ model: 'perplexity/sonar' }), { ...bodyOf({}), model: 'perplexity/sonar' });
});

test("Perplexity's request has no continuation", () => {
  assert.equal(perplexity.request(ask, endpoint, [received(healthy)]), null);
  assert.equal(perplexity.request(ask, endpoint, [received('', 500)]), null);
});

test('an answer of Perplexity is read whole', () => {
  assert.deepEqual(parse(healthy), {
    kind: 'answer',
    text,
    cited: [page('news'), page('reviews'), page('globex'), page('initech')],
    consulted: [page('forum')],
    searches: ['best crm for small agencies', 'globex pricing', 'initech pricing'],
    searched: 'yes',
    model: 'openai/gpt-6-luna',
    finish: 'completed',
    usage: { input_tokens: 3007, output_tokens: 36, searches: 2, usd: 0.00219 },
  });
});

test('an answer of Perplexity without a search cites nothing', () => {
  const { tool_calls_details, ...counts } = usage;
  const answer = answered(parse({ ...saying('Acme leads.[1]'), usage: counts }));
  assert.deepEqual([answer.searched, answer.cited, answer.consulted, answer.searches], ['no', [], [], []]);
  assert.deepEqual(answer.usage, { input_tokens: 3007, output_tokens: 36, searches: 0, usd: 0.00219 });
});

test('an answer of Perplexity has searched when anything says so', () => {
  const searchedWith = (item: object) => answered(parse(saying('Acme.', item))).searched;
  assert.equal(searchedWith({ type: 'fetch_url_results', contents: [page('a')] }), 'yes');
  assert.equal(searchedWith({ type: 'people_search_results', queries: ['acme founder'] }), 'yes');
  assert.equal(searchedWith({ type: 'skill_loaded' }), 'no');
});

test('an answer of Perplexity may have searched and found nothing', () => {
  const answer = answered(parse(saying('Nothing.', { type: 'search_results', results: [] })));
  assert.deepEqual([answer.searched, answer.searches, answer.consulted], ['yes', [], []]);
});

test('an answer of Perplexity may cite a hundred pages', () => {
  const numbers = Array.from({ length: 100 }, (_, at) => at + 1);
  const marks = numbers.map((number) => `Site ${number}.[${101 - number}][1]`).join(' ');
  const results = numbers.map((number) => result(number, `site-${number}`));
  const answer = answered(parse(saying(marks, { ...search, results })));
  const order = [100, 1, ...numbers.slice(1, 99).reverse()];
  assert.deepEqual(
    answer.cited,
    order.map((number) => page(`site-${number}`)),
  );
  assert.deepEqual(answer.consulted, []);
});

test('marks of Perplexity that name a kind read as numbers, in the text too', () => {
  const answer = answered(parse(saying('Acme.[web:2][web:1, web:3] So.[9] [2024] [x] [a link][1]', search)));
  assert.equal(answer.text, 'Acme.[2][1, 3] So.[9] [2024] [x] [a link][1]');
  assert.deepEqual(answer.cited, [page('globex'), page('reviews'), page('news')]);
});

test('pages that Perplexity opened take the numbers after the results', () => {
  const opened = { type: 'fetch_url_results', contents: [{ snippet: '', ...page('docs') }] };
  const answer = answered(parse(saying('Acme.[1][6]', search, secondSearch, opened)));
  const reordered = { ...search, results: [result(6, 'news'), result(2, 'globex')] };
  assert.deepEqual(answered(parse(saying('Acme.[7]', reordered, opened))).cited, [page('docs')]);
  assert.deepEqual(answer.cited, [page('reviews'), page('docs')]);
  assert.deepEqual(answer.consulted, [page('globex'), page('news'), page('initech'), page('forum')]);
});

test('numbers of Perplexity that start anew with each search count through', () => {
  const again = { ...secondSearch, results: [result(1, 'initech'), result(2, 'forum')] };
  assert.deepEqual(answered(parse(saying('Acme.[4][1]', search, again))).cited, [
    page('initech'),
    page('reviews'),
  ]);
  const same = { ...secondSearch, results: [result(2, 'globex'), result(4, 'initech')] };
  assert.deepEqual(answered(parse(saying('Acme.[4][2]', search, same))).cited, [
    page('initech'),
    page('globex'),
  ]);
  const none = { ...search, results: [result(null, 'a'), result(null, 'b')] };
  assert.deepEqual(answered(parse(saying('Acme.[2]', none))).cited, [page('b')]);
});

test('annotations of Perplexity count where they stand', () => {
  const annotations = [
    { type: 'url_citation', ...page('late'), start_index: 40, end_index: 44 },
    { type: 'url_citation', ...page('early'), start_index: 0, end_index: 4 },
    { type: 'url_citation', ...page('unplaced') },
    { type: 'url_citation', url: null, title: 'none' },
  ];
  const content = [
    { type: 'output_text', text: 'Acme leads.[2] And so on and so on and so on.', annotations },
  ];
  const answer = answered(parse({ ...healthy, output: [search, { ...message, content }] }));
  assert.deepEqual(answer.cited, ['early', 'globex', 'late', 'unplaced'].map(page));
});

test('messages of Perplexity are paragraphs, their parts are not', () => {
  const part = (said: string) => ({ type: 'output_text', text: said });
  const messages = [[part('Acme '), part('leads.')], [part(' \n')], [part('Globex follows.')]];
  const output = messages.map((content) => ({ ...message, content }));
  assert.equal(answered(parse({ ...healthy, output })).text, 'Acme leads.\n\nGlobex follows.');
});

test('unknown items, parts and results of Perplexity are skipped', () => {
  const odd = [
    null,
    7,
    { type: 'skill_loaded', name: 'search' },
    { type: 'finance_results', results: [{ category: 'quote', content: '| Acme |' }] },
    { type: 'sandbox_results', results: [{ stdout: 'x' }], code: 'x' },
    {
      type: 'search_results',
      queries: [null, 3, 'crm'],
      results: [null, 'x', { id: {}, url: 4 }, result(1, 'a')],
    },
    { type: 'message', content: [null, 'x', { type: 'hologram', text: 'no' }] },
  ];
  const answer = answered(parse(saying('Acme.[1]', ...odd)));
  assert.equal(answer.text, 'Acme.[1]');
  assert.deepEqual([answer.cited, answer.consulted, answer.searches], [[page('a')], [], ['crm']]);
});

test('results of Perplexity without a title have an empty one', () => {
  const untitled = {
    ...search,
    results: [
      { ...result(1, 'a'), title: null },
      { id: 2, url: 'https://b.example/' },
    ],
  };
  const answer = answered(parse(saying('Acme.[1]', untitled)));
  assert.deepEqual(answer.cited, [{ url: 'https://a.example/', title: '' }]);
  assert.deepEqual(answer.consulted, [{ url: 'https://b.example/', title: '' }]);
});

test('an answer of Perplexity that was cut off at the limit is an answer', () => {
  const cut = { ...healthy, status: 'incomplete', incomplete_details: { reason: 'max_output_tokens' } };
  const answer = answered(parse(cut));
  assert.deepEqual([answer.text, answer.finish], [text, 'max_output_tokens']);
});

test('usage of Perplexity is what it states', () => {
  const usageOf = (change: unknown) => answered(parse({ ...healthy, usage: change })).usage;
  const nothing = { input_tokens: null, output_tokens: null, searches: 2, usd: null };
  assert.deepEqual(usageOf(null), nothing);
  assert.deepEqual(usageOf({ input_tokens: -1, output_tokens: '3', cost: { total_cost: null } }), nothing);
  assert.equal(usageOf({ ...usage, cost: { ...usage.cost, currency: 'EUR' } }).usd, null);
  assert.equal(answered(parse({ ...healthy, model: null }, { model: 'low' })).model, 'low');
});
