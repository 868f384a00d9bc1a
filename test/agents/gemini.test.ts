import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Ask } from '../../src/collector/agents/agent.ts';
import { gemini } from '../../src/collector/agents/gemini.ts';
import { readUrl } from '../../src/domain/reading/url.ts';
import {
  answered,
  ask,
  candidate,
  changed,
  chunk,
  endpoint,
  first,
  grounded,
  healthy,
  link,
  parse,
  received,
  second,
} from './gemini-bodies.ts';

test("Gemini's request is one question with Google Search, bounded", () => {
  const request = gemini.request(ask, endpoint, []);
  assert.deepEqual(
    { ...request, body: JSON.parse(request?.body ?? '') },
    {
      method: 'POST',
      url: 'https://generativelanguage.googleapis.com/v1beta/models/gemini-3.8-flash:generateContent',
      headers: { 'x-goog-api-key': 'AIza-1', 'content-type': 'application/json' },
      body: {
        contents: [{ role: 'user', parts: [{ text: 'best crm for small agencies' }] }],
        tools: [{ googleSearch: {} }],
        generationConfig: { maxOutputTokens: 4096, thinkingConfig: { thinkingLevel: 'LOW' } },
      },
    },
  );
});

const bodyOf = (other: Partial<Ask>) =>
  JSON.parse(gemini.request({ ...ask, ...other }, endpoint, [])?.body ?? '');

test("Gemini's request passes the language; a country has no field", () => {
  const { toolConfig, ...rest } = bodyOf({ country: 'DE', language: 'de' });
  assert.deepEqual(toolConfig, { retrievalConfig: { languageCode: 'de' } });
  assert.deepEqual(rest, bodyOf({}));
});

test("Gemini's request asks older models without a thinking level", () => {
  assert.deepEqual(bodyOf({ model: 'gemini-2.5-flash' }).generationConfig, { maxOutputTokens: 4096 });
  assert.ok(bodyOf({ model: 'gemini-flash-latest' }).generationConfig.thinkingConfig);
});

test("Gemini's request takes any name of a model as one part of the path", () => {
  const urlOf = (model: string) => gemini.request({ ...ask, model }, endpoint, [])?.url;
  const start = 'https://generativelanguage.googleapis.com/v1beta/models/';
  assert.equal(urlOf('models/gemini-4-argon'), `${start}gemini-4-argon:generateContent`);
  assert.equal(urlOf('../x?key=1'), `${start}..%2Fx%3Fkey%3D1:generateContent`);
});

test("Gemini's request has no continuation", () => {
  assert.equal(gemini.request(ask, endpoint, [received(healthy)]), null);
  assert.equal(gemini.request(ask, endpoint, [received('', 500)]), null);
});

test('an answer of Gemini is read whole', () => {
  assert.deepEqual(parse(healthy), {
    kind: 'answer',
    text: first + second,
    cited: [link('a', 'reviews.example'), link('b', 'globex.example'), link('d', 'initech.example')],
    consulted: [link('c', 'news.example')],
    searches: ['best crm 2026', 'globex pricing'],
    searched: 'yes',
    model: 'gemini-3.8-flash',
    finish: 'STOP',
    usage: { input_tokens: 1212, output_tokens: 120, searches: 2, usd: null },
  });
});

test('an answer of Gemini keeps redirects from which the reading takes the domain of the title', () => {
  const { cited } = answered(parse(healthy));
  assert.deepEqual(
    cited.map(({ url, title }) => readUrl(url, title)?.domain),
    ['reviews.example', 'globex.example', 'initech.example'],
  );
});

test('an answer of Gemini without a search cites nothing', () => {
  const { groundingMetadata, ...plain } = candidate;
  const { toolUsePromptTokenCount, ...counts } = healthy.usageMetadata;
  const answer = answered(parse({ ...healthy, candidates: [plain], usageMetadata: counts }));
  assert.deepEqual([answer.searched, answer.cited, answer.consulted, answer.searches], ['no', [], [], []]);
  assert.deepEqual(answer.usage, { input_tokens: 8, output_tokens: 120, searches: 0, usd: null });
});

test('an answer of Gemini may have searched without saying for what', () => {
  const answer = answered(parse(grounded({ webSearchQueries: null })));
  assert.deepEqual([answer.searched, answer.searches, answer.usage.searches], ['yes', [], null]);
  const { groundingMetadata, ...plain } = candidate;
  assert.equal(answered(parse({ ...healthy, candidates: [plain] })).searched, 'yes', 'results were read');
});

test('an answer of Gemini has searched when anything says so', () => {
  const { toolUsePromptTokenCount, ...counts } = healthy.usageMetadata;
  const searchedWith = (groundingMetadata: unknown) =>
    answered(parse({ ...healthy, candidates: [{ ...candidate, groundingMetadata }], usageMetadata: counts }))
      .searched;
  assert.equal(searchedWith({ webSearchQueries: ['crm'] }), 'yes');
  assert.equal(searchedWith({ groundingChunks: [chunk('a', null)] }), 'yes');
  assert.equal(searchedWith({ webSearchQueries: [''], groundingChunks: [] }), 'no');
});

test('an answer of Gemini of an older model is billed by the prompt', () => {
  const answer = answered(parse({ ...healthy, modelVersion: 'gemini-2.5-flash' }));
  assert.equal(answer.usage.searches, 1);
  const { modelVersion, ...unnamed } = healthy;
  assert.equal(answered(parse(unnamed, { model: 'gemini-2.5-pro' })).usage.searches, 1);
  assert.equal(answered(parse(unnamed, { model: 'gemini-2.5-pro' })).model, 'gemini-2.5-pro');
});

test('an answer of Gemini may cite a hundred pages', () => {
  const numbers = Array.from({ length: 100 }, (_, at) => at);
  const answer = answered(
    parse(
      grounded({
        groundingChunks: numbers.map((at) => chunk(String(at), `site-${at}.example`)),
        groundingSupports: numbers.map((at) => ({
          segment: { startIndex: 100 - at, endIndex: 101 - at },
          groundingChunkIndices: [at, 0],
        })),
      }),
    ),
  );
  const order = [99, 0, ...numbers.slice(1, 99).reverse()];
  assert.deepEqual(
    answer.cited,
    order.map((at) => link(String(at), `site-${at}.example`)),
  );
  assert.deepEqual(answer.consulted, []);
});

test('an answer of Gemini names pages once, also when chunks repeat', () => {
  const chunks = [chunk('a', null), chunk('a', 'reviews.example'), chunk('b', 'globex.example')];
  const answer = answered(
    parse(
      grounded({ groundingChunks: chunks, groundingSupports: [{ groundingChunkIndices: [0, 1, 2, 2] }] }),
    ),
  );
  assert.deepEqual(answer.cited, [link('a', 'reviews.example'), link('b', 'globex.example')]);
});

test('an answer of Gemini survives unknown parts, chunks, supports and places', () => {
  const parts = [
    { text: 'I should search.', thought: true },
    { toolCall: { id: '1', toolType: 'GOOGLE_SEARCH_WEB', args: {} } },
    { text: 'Acme leads.' },
    { hologram: 3 },
    null,
    'x',
  ];
  const answer = answered(
    parse(
      changed({
        content: { parts, role: 'model' },
        groundingMetadata: {
          groundingChunks: [
            { image: { sourceUri: 'https://pictures.example/' } },
            null,
            chunk('a', 'a.example'),
          ],
          groundingSupports: [
            null,
            { segment: null, groundingChunkIndices: [2, 9, -1, 1.5, '2', null] },
            { segment: { startIndex: 4 }, groundingChunkIndices: null },
          ],
          webSearchQueries: [null, 'crm'],
          holograms: [1],
        },
      }),
    ),
  );
  assert.equal(answer.text, 'Acme leads.');
  assert.deepEqual(
    [answer.cited, answer.consulted, answer.searches],
    [[link('a', 'a.example')], [], ['crm']],
  );
});

test('an answer of Gemini without titles has empty ones, or the domain where Google gives one', () => {
  const chunks = [chunk('a', null), { web: { uri: link('b', '').url, domain: 'globex.example' } }];
  const supports = [{ groundingChunkIndices: [0] }];
  const answer = answered(parse(grounded({ groundingChunks: chunks, groundingSupports: supports })));
  assert.deepEqual([answer.cited, answer.consulted], [[link('a', '')], [link('b', 'globex.example')]]);
});

test('an answer of Gemini that was cut off at the limit is an answer, without text it is none', () => {
  assert.equal(answered(parse(changed({ finishReason: 'MAX_TOKENS' }))).finish, 'MAX_TOKENS');
  const { kind, ...rest } = parse(changed({ content: { role: 'model' }, finishReason: 'MAX_TOKENS' }));
  assert.equal(kind, 'bad_response');
  assert.deepEqual(rest, {
    message: 'the answer is empty (finishReason: MAX_TOKENS)',
    usage: { input_tokens: 1212, output_tokens: 120, searches: 2, usd: null },
  });
});
