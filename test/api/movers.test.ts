// The biggest changes, and intervals of the numbers beside them.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addDays } from '../../src/domain/time.ts';
import type { Fact } from '../kit/answers.ts';
import { type Json, startApi, type TestBrand } from '../kit/api.ts';

const api = await startApi();
const [OWN, RIVAL, OTHER] = ['Zorvexa', 'Quenlith', 'Brimvolt'];
const JUNE = { from: '2026-06-01', to: '2026-06-30' };
const JULY = { from: '2026-07-01', to: '2026-07-30' };
const ask = (brand: TestBrand, body: object = {}): Promise<Json> =>
  api.done('movers', { brand_id: brand.id, before: JUNE, now: JULY, ...body }, brand.key);

/** Answers of a month to one prompt, of which the first `named` name the brand. */
const month = (prompt: string, { from }: { from: string }, named: number, count = 30): Fact[] =>
  Array.from({ length: count }, (_, at) => ({
    ...{ prompt, day: addDays(from, at), agent: at % 2 ? 'claude' : 'chatgpt' },
    names: at < named ? [OWN, RIVAL] : [RIVAL, OTHER],
  }));

test('movers are told from noise, and from what nobody can tell', async () => {
  const brand = await api.brand({ competitors: [RIVAL, OTHER] });
  await api.answers(brand, [
    ...month('up', JUNE, 3),
    ...month('up', JULY, 27),
    ...month('down', JUNE, 28),
    ...month('down', JULY, 8),
    ...month('noise', JUNE, 10),
    ...month('noise', JULY, 13),
    ...month('few', JUNE, 0, 5),
    ...month('few', JULY, 5, 5),
    ...month('new', JULY, 20),
  ]);
  const { prompts, prompts_judged, competitors } = await ask(brand);
  assert.deepEqual(
    prompts.map(({ prompt, answers, visibility: { before, now, change, verdict } }: Json) => [
      ...[prompt, answers.before, answers.now, before, now, change, verdict],
    ]),
    [
      ['up', 30, 30, 10, 90, 80, 'changed'],
      ['down', 30, 30, 93, 27, -66.7, 'changed'],
      ['noise', 30, 30, 33, 43, 10, 'within noise'],
      ['few', 5, 5, 0, 100, 100, 'too little data'],
    ],
  );
  assert.deepEqual(prompts_judged, { changed: 2, noise: 1, few: 1 });
  assert.ok(prompts[0].visibility.interval[0] > 0 && prompts[1].visibility.interval[1] < 0);
  assert.equal(prompts[3].visibility.interval, null);
  for (const one of competitors) {
    const body = { brand_id: brand.id, before: JUNE, now: JULY, competitor: one.name };
    const { visibility, sentiment, position, share_of_voice, counted } = await api.done(
      'compare',
      body,
      brand.key,
    );
    const { name, domain } = one;
    assert.deepEqual(one, { name, domain, visibility, sentiment, position, share_of_voice, counted });
  }
  assert.deepEqual(competitors.map(({ name }: Json) => name).sort(), [OTHER, RIVAL]);
});

test('movers under a limit and a filter still say how many there are', async () => {
  const brand = await api.brand({ competitors: [RIVAL] });
  await api.answers(brand, [
    ...month('up', JUNE, 0, 30),
    ...month('up', JULY, 30, 30),
    ...month('noise', JUNE, 15),
    ...month('noise', JULY, 15),
  ]);
  const limited = await ask(brand, { limit: 1 });
  assert.deepEqual(
    [limited.prompts.map(({ prompt }: Json) => prompt), limited.prompts_judged],
    [['up'], { changed: 1, noise: 1, few: 0 }],
  );
  const halves = await ask(brand, { ai_agent: ['claude'] });
  assert.deepEqual(halves.prompts_judged, { changed: 0, noise: 0, few: 2 });
  const nobody = await ask(brand, { ai_agent: ['nobody'] });
  assert.deepEqual([nobody.prompts, nobody.competitors[0].visibility.verdict], [[], 'too little data']);
  const { status, json } = await api.call('movers', { brand_id: brand.id, before: JUNE }, brand.key);
  assert.deepEqual([status, json.error], [400, 'now must be an object with from and to']);
});

test('a comparison carries the intervals of its numbers, as the trend does', async () => {
  const brand = await api.brand({ competitors: [RIVAL] });
  const prompts = ['a', 'b', 'c', 'd', 'e', 'f'];
  await api.answers(
    brand,
    prompts.flatMap((prompt, at) => month(prompt, JULY, 4 * at + 5)),
  );
  const body = { brand_id: brand.id, before: JUNE, now: JULY };
  const { visibility, position, share_of_voice, intervals, counted } = await api.done(
    'compare',
    body,
    brand.key,
  );
  // 5 + 9 + 13 + 17 + 21 + 25 of 180 answers name the brand, all name the rival.
  assert.deepEqual(counted, { visibility: 180, sentiment: 90, position: 90, share_of_voice: 270 });
  const trend = await api.done('trend', { brand_id: brand.id, step: 'month', date: JULY }, brand.key);
  assert.deepEqual(intervals.visibility, trend.entities[0].points[0].interval);
  for (const [value, [low, high]] of [
    [visibility.now, intervals.visibility],
    [share_of_voice.now, intervals.share_of_voice],
  ])
    assert.ok(low < value && value < high, `${low} ${value} ${high}`);
  // Every prompt has the brand first whenever it is named: six that are alike are telling.
  assert.deepEqual([position.now, intervals.position], [1, [1, 1]]);
  const none = { before: JULY, now: { from: '2020-01-01', to: '2020-01-31' } };
  const empty = await api.done('compare', { brand_id: brand.id, ...none }, brand.key);
  assert.deepEqual(empty.intervals, {
    visibility: null,
    sentiment: null,
    position: null,
    share_of_voice: null,
  });
});

test('the receipt of a share of voice is what the trend and the comparison say', async () => {
  const brand = await api.brand({ competitors: [RIVAL, OTHER] });
  await api.answers(brand, [
    ...month('a', JULY, 10),
    ...month('b', JULY, 25),
    { prompt: 'silent', day: JULY.from, names: [] },
  ]);
  const body = { brand_id: brand.id, metric: 'share_of_voice', date: JULY };
  const receipt = await api.done('explain', body, brand.key);
  // Every answer names two of the three: 35 times the brand, 60 times the rival, 25 times the other.
  assert.deepEqual([receipt.value, receipt.numerator, receipt.denominator], [29.2, 3500, 120]);
  assert.deepEqual(
    receipt.prompts.map(({ prompt, mentions, voices, sum }: Json) => [prompt, mentions, voices, sum]),
    [
      ['a', 10, 60, 10],
      ['b', 25, 60, 25],
    ],
  );
  assert.deepEqual(
    receipt.left_out.prompts.map(({ prompt, reason }: Json) => [prompt, reason]),
    [['silent', 'no answer within the filter mentions it or a tracked competitor']],
  );
  assert.ok(receipt.answers.length > 0 && receipt.answers.every(({ counted }: Json) => counted));
  const compared = { brand_id: brand.id, before: JUNE, now: JULY };
  assert.equal((await api.done('compare', compared, brand.key)).share_of_voice.now, 29.2);
  const rival = await api.done('explain', { ...body, competitor: RIVAL }, brand.key);
  assert.deepEqual([rival.value, rival.numerator, rival.denominator], [50, 6000, 120]);
});
