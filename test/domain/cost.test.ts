import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  costOf,
  estimateOf,
  MOST_OUTPUT_TOKENS,
  MOST_OVERHEAD_TOKENS,
  MOST_RESULT_TOKENS,
  MOST_SEARCHES,
  type Prices,
} from '../../src/domain/cost.ts';

const listed = { date: '2026-11-21', source: 'https://prices.example' };
const prices: Prices = {
  acme: {
    ...listed,
    search: 0.01,
    models: {
      'acme-5': { input: 2, output: 10 },
      'acme-5-mini': { input: 0.25, output: 2 },
      'acme-5-mini-2026-01-01': { input: 0.5, output: 4 },
      'acme-4': { input: 1, output: 3, search: 0.035 },
    },
  },
  stepwise: {
    ...listed,
    search: 0.01,
    limit_per_step: true,
    most_searches: 10,
    models: { one: { input: 1, output: 1 } },
  },
  talker: { ...listed, models: { one: { input: 1, output: 1 } } },
  own: { ...listed, any: { input: 0, output: 0 } },
  pages: {
    ...listed,
    requests: { overview: { usd: 0.025, most: 2 }, chat: { usd: 0.004, most: 1 } },
  },
};

const nothing = { input_tokens: null, output_tokens: null, searches: null, usd: null };
const some = { input_tokens: 9000, output_tokens: 700, searches: 2, usd: null };
const acme = { connection: 'acme', agent: 'chat', model: 'acme-5' };

test('tokens and searches cost what the table says', () => {
  // 9,000 x 2 = 18,000, 700 x 10 = 7,000, 2 x 10,000 = 20,000
  assert.equal(costOf(prices, { ...acme, usage: some }), 45_000);
  // 9,000 x 0.25 = 2,250, 700 x 2 = 1,400, and no search
  const quiet = { ...some, searches: 0 };
  assert.equal(costOf(prices, { ...acme, model: 'acme-5-mini', usage: quiet }), 3650);
  // 9,000 + 2,100 + 2 x 35,000: searches of this model have a price of their own
  assert.equal(costOf(prices, { ...acme, model: 'acme-4', usage: some }), 81_100);
});

test('a cost that the vendor states goes before the table, known model or not', () => {
  assert.equal(costOf(prices, { ...acme, usage: { ...some, usd: 0.0123 } }), 12_300);
  assert.equal(costOf(prices, { ...acme, model: 'zorvexa', usage: { ...nothing, usd: 0.1 + 0.2 } }), 300_000);
  assert.equal(costOf({}, { ...acme, usage: { ...nothing, usd: 0 } }), 0);
  assert.equal(costOf({}, { ...acme, usage: { ...nothing, usd: 1e300 } }), Number.MAX_SAFE_INTEGER);
});

test('parts of a millionth are rounded up', () => {
  const usage = { input_tokens: 3, output_tokens: 0, searches: 0, usd: null };
  assert.equal(costOf(prices, { ...acme, model: 'acme-5-mini', usage }), 1);
  assert.equal(costOf(prices, { ...acme, usage: { ...nothing, usd: 0.000_000_1 } }), 1);
});

test('without what the price needs, the cost is not known', () => {
  assert.equal(costOf(prices, { ...acme, usage: nothing }), null);
  assert.equal(costOf(prices, { ...acme, usage: { ...some, input_tokens: null } }), null);
  assert.equal(costOf(prices, { ...acme, usage: { ...some, output_tokens: null } }), null);
  assert.equal(costOf(prices, { ...acme, usage: { ...some, searches: null } }), null);
  assert.equal(costOf(prices, { ...acme, model: 'zorvexa', usage: some }), null);
  assert.equal(costOf(prices, { ...acme, connection: 'zorvexa', usage: some }), null);
  assert.equal(costOf(prices, { ...acme, connection: 'pages', agent: 'zorvexa', usage: some }), null);
});

test('where searches are not sold, their number does not matter', () => {
  const usage = { ...some, searches: null };
  assert.equal(costOf(prices, { connection: 'talker', agent: 'chat', model: 'one', usage }), 9700);
});

test('names of the language itself are neither connections nor models nor agents', () => {
  for (const name of ['constructor', 'toString', '__proto__', '']) {
    assert.equal(costOf(prices, { ...acme, model: name, usage: some }), null);
    assert.equal(costOf(prices, { ...acme, connection: name, usage: some }), null);
    assert.equal(costOf(prices, { ...acme, connection: 'pages', agent: name, usage: some }), null);
    assert.equal(estimateOf(prices, { ...acme, model: name, promptLength: 1 }), null);
  }
});

test('a dated name costs what its model costs, the longest that fits', () => {
  const cost = (model: string) =>
    costOf(prices, { ...acme, model, usage: { ...some, output_tokens: 0, searches: 0 } });
  const names = ['acme-5', 'acme-5-2026-08-01', 'acme-5-20260801', 'acme-5-0813', 'acme-5-latest'];
  const previews = ['acme-5-preview', 'acme-5-preview-09-2026', 'acme-5-001', 'acme-5-26-04'];
  for (const name of [...names, ...previews, 'acme-5-0309-reasoning']) assert.equal(cost(name), 18_000, name);
  assert.equal(cost('acme-5-mini-2026-08-01'), 2250);
  assert.equal(cost('acme-5-mini-2026-01-01'), 4500);
});

test('a sibling costs something else', () => {
  const names = ['acme-5.1', 'acme-5-pro', 'acme-5-1', 'acme-50', 'acme-5x', 'acme-5-', 'acme', 'ACME-5'];
  const others = ['acme-5-nano-2026-08-01', 'acme-5:free', 'zorvexa/acme-5', 'acme-5-preview-image'];
  for (const model of [...names, ...others])
    assert.equal(costOf(prices, { ...acme, model, usage: some }), null, model);
});

test('on the own machine every model costs nothing, whatever it says', () => {
  const own = { connection: 'own', agent: 'own', model: 'gemma4:12b' };
  assert.equal(costOf(prices, { ...own, usage: some }), 0);
  assert.equal(costOf(prices, { ...own, usage: nothing }), 0);
  assert.deepEqual(estimateOf(prices, { ...own, promptLength: 100 }), { expected: 0, most: 0 });
});

test('pages cost by request', () => {
  const overview = { connection: 'pages', agent: 'overview', model: 'overview' };
  assert.equal(costOf(prices, { ...overview, usage: { ...nothing, searches: 1 } }), 25_000);
  assert.equal(costOf(prices, { ...overview, usage: { ...nothing, searches: 2 } }), 50_000);
  assert.equal(costOf(prices, { ...overview, usage: { ...nothing, searches: 0 } }), 0);
  assert.equal(costOf(prices, { ...overview, usage: nothing }), null);
  assert.equal(costOf(prices, { ...overview, agent: 'chat', usage: { ...nothing, usd: 0.002 } }), 2000);
  assert.deepEqual(estimateOf(prices, { ...overview, promptLength: 60 }), { expected: 50_000, most: 50_000 });
});

test('an estimate counts what is read again at each step', () => {
  // Expected, two searches, so three steps: 3 x (1,500 + 60/3) + (2 + 1) x 6,000 = 22,560 tokens read,
  // 900 written: 45,120 + 9,000 + 20,000.
  // Most, five searches, six steps: 6 x (8,096 + 60 x 3) + (5 + 4 + 3 + 2 + 1) x 12,000 = 229,656 tokens read,
  // 4,096 written: 459,312 + 40,960 + 50,000.
  assert.deepEqual(estimateOf(prices, { ...acme, promptLength: 60 }), { expected: 74_120, most: 550_272 });
});

test('an estimate knows what a connection does differently', () => {
  const one = { agent: 'chat', model: 'one', promptLength: 60 };
  // Expected: 22,560 + 3 x 900 + 20,000. Most: 229,656 + 6 x 4,096 + 10 searches of 10,000.
  assert.deepEqual(estimateOf(prices, { ...one, connection: 'stepwise' }), {
    expected: 45_260,
    most: 354_232,
  });
  // Without search one step. Expected: 1,500 + 20 + 900. Most: 8,096 + 180 + 4,096.
  assert.deepEqual(estimateOf(prices, { ...one, connection: 'talker' }), { expected: 2420, most: 12_372 });
});

test('there is no estimate without a price', () => {
  assert.equal(estimateOf(prices, { ...acme, model: 'zorvexa', promptLength: 60 }), null);
  assert.equal(estimateOf({}, { ...acme, promptLength: 60 }), null);
  assert.equal(
    estimateOf(prices, { ...acme, connection: 'pages', agent: 'zorvexa', promptLength: 60 }),
    null,
  );
});

const price = fc.double({ min: 0, max: 100, noNaN: true });
const table = fc
  .record({
    input: price,
    output: price,
    search: fc.double({ min: 0.0001, max: 100, noNaN: true }),
    limit_per_step: fc.boolean(),
  })
  .map(
    ({ input, output, ...connection }): Prices => ({
      acme: { ...listed, ...connection, models: { 'acme-5': { input, output } } },
    }),
  );

test('no answer within the limits of its request costs more than the bound, and none is expected to', () => {
  const usage = fc
    .record({
      searches: fc.integer({ min: 0, max: MOST_SEARCHES }),
      output_tokens: fc.integer({ min: 0, max: MOST_OUTPUT_TOKENS }),
      promptLength: fc.integer({ min: 0, max: 4000 }),
      share: fc.double({ min: 0, max: 1, noNaN: true }),
    })
    .map(({ searches, output_tokens, promptLength, share }) => {
      const steps = searches + 1;
      const prompt = steps * (MOST_OVERHEAD_TOKENS + 3 * promptLength);
      const results = Array.from({ length: steps }, (_, step) => step * MOST_RESULT_TOKENS);
      const read = results.reduce((sum, tokens) => sum + tokens, prompt);
      return { promptLength, searches, output_tokens, input_tokens: Math.floor(share * read), usd: null };
    });
  fc.assert(
    fc.property(table, usage, (given, { promptLength, ...billed }) => {
      const estimate = estimateOf(given, { ...acme, promptLength });
      const cost = costOf(given, { ...acme, usage: billed });
      assert.ok(estimate && cost !== null);
      assert.ok(Number.isSafeInteger(estimate.expected) && Number.isSafeInteger(estimate.most));
      assert.ok(Number.isSafeInteger(cost) && cost >= 0);
      assert.ok(estimate.expected <= estimate.most, `${estimate.expected} > ${estimate.most}`);
      assert.ok(cost <= estimate.most, `${cost} > ${estimate.most}`);
    }),
    { numRuns: 300 },
  );
});
