// The numbers: of a prompt, of a brand, of a competitor.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Fact, SCORES } from '../kit/answers.ts';
import { startApi, type TestBrand } from '../kit/api.ts';

const api = await startApi();
const good = SCORES.good!;
const bad = SCORES.bad!;
const plain = SCORES.plain!;
const half = (value: number) => Math.floor(value + 0.5);
const times = (count: number, fact: Fact) => Array.from({ length: count }, () => fact);

async function brandWith(facts: readonly Fact[], competitors: readonly string[] = []) {
  const brand = await api.brand({ competitors });
  await api.answers(brand, facts);
  return brand;
}
async function brandReport(brand: TestBrand, filter: object = {}) {
  const {
    success,
    brand: name,
    ...metrics
  } = await api.done('brandReport', { brand_id: brand.id, ...filter }, brand.key);
  assert.deepEqual([success, name], [true, brand.name]);
  return metrics;
}
async function promptReports(brand: TestBrand, filter: object = {}) {
  const { report } = await api.done('promptReport', filter, brand.key);
  return Object.fromEntries(
    report.map(({ prompt, total_responses, visibility, sentiment, position }: Record<string, unknown>) => [
      prompt,
      { total_responses, visibility, sentiment, position },
    ]),
  );
}

test('S-014 visibility is the percentage of responses that mention the brand, an integer', async () => {
  const brand = await brandWith([...times(3, { position: 1 }), {}]);
  assert.equal((await brandReport(brand)).visibility, 75);
  assert.equal((await brandReport(await brandWith([{}]))).visibility, 0);
  assert.equal((await brandReport(await brandWith([{ position: 4 }]))).visibility, 100);
});

test('S-015 sentiment is the average sentiment, an integer', async () => {
  const brand = await brandWith([
    { position: 1, feeling: 'good' },
    ...times(2, { position: 1, feeling: 'bad' }),
  ]);
  assert.equal((await brandReport(brand)).sentiment, half((good + 2 * bad) / 3));
});

test('S-016 position is the average position, a decimal', async () => {
  const brand = await brandWith([{ position: 1 }, { position: 2 }, { position: 2 }]);
  assert.equal((await brandReport(brand)).position, 1.67);
});

test('S-060 the brand report aggregates across all prompts of the brand and no other', async () => {
  const account = await api.account();
  const brand = await api.brand({ account });
  const other = await api.brand({ account, name: 'Quenlith' });
  await api.answers(brand, [
    { prompt: 'first', position: 2, feeling: 'good' },
    { prompt: 'second', position: 4, feeling: 'bad' },
    { prompt: 'second' },
  ]);
  await api.answers(other, times(5, { prompt: 'first', position: 1 }));
  assert.deepEqual(await brandReport(brand), {
    total_responses: 3,
    visibility: 75,
    sentiment: half((good + bad) / 2),
    position: 3,
  });
});

test('S-061 the brand report takes date and ai_agent', async () => {
  const brand = await brandWith([
    { day: '2026-01-31', agent: 'claude', position: 1 },
    { day: '2026-02-01', agent: 'chatgpt', position: 2 },
    { day: '2026-02-15', agent: 'claude', position: 3 },
  ]);
  const metrics = (total_responses: number, position: number) => ({
    total_responses,
    visibility: total_responses && 100,
    sentiment: total_responses && plain,
    position,
  });
  const date = { from: '2026-02-01', to: '2026-02-28' };
  assert.deepEqual(await brandReport(brand), metrics(3, 2));
  assert.deepEqual(await brandReport(brand, { date }), metrics(2, 2.5));
  assert.deepEqual(await brandReport(brand, { ai_agent: ['claude'] }), metrics(2, 2));
  assert.deepEqual(await brandReport(brand, { date, ai_agent: ['claude'] }), metrics(1, 3));
  assert.deepEqual(await brandReport(brand, { date: { to: '2026-01-30' } }), metrics(0, 0));
});

test('S-062 the brand report: brand_id is required, Brand not found', async () => {
  const { key } = await api.account();
  const failed = async (body: object) => {
    const { status, json } = await api.call('brandReport', body, key);
    return [status, json.error];
  };
  assert.deepEqual(await failed({}), [400, 'brand_id is required']);
  assert.deepEqual(await failed({ brand_id: 999_999 }), [404, 'Brand not found']);
});

test('D-027 visibility of a prompt is rounded half up', async () => {
  const brand = await brandWith([
    ...times(1, { prompt: 'eighth', position: 1 }),
    ...times(7, { prompt: 'eighth' }),
    ...times(2, { prompt: 'third', position: 1 }),
    ...times(1, { prompt: 'third' }),
    ...times(1, { prompt: 'of 200', position: 1 }),
    ...times(199, { prompt: 'of 200' }),
  ]);
  const reports = await promptReports(brand);
  assert.deepEqual(
    Object.entries(reports).map(([prompt, { visibility }]) => [prompt, visibility]),
    [
      ['eighth', 13], // 12.5
      ['third', 67],
      ['of 200', 1], // 0.5
    ],
  );
});

test('D-028 sentiment of a prompt: over mentions; 0 without any; 50 where nothing could be scored', async () => {
  const brand = await brandWith([
    { prompt: 'both', position: 1, feeling: 'good' },
    { prompt: 'both', position: 1, feeling: 'unscored' },
    { prompt: 'both' },
    { prompt: 'never' },
    { prompt: 'not scored', position: 2, feeling: 'unscored' },
    { prompt: 'halves', position: 1, feeling: 'plain' },
    { prompt: 'halves', position: 1, feeling: 'good' },
  ]);
  const reports = await promptReports(brand);
  const sentiments = Object.entries(reports).map(([prompt, { sentiment }]) => [prompt, sentiment]);
  assert.deepEqual(Object.fromEntries(sentiments), {
    both: good,
    never: 0,
    'not scored': 50,
    halves: half((plain + good) / 2),
  });
});

test('D-029 position of a prompt: over mentions, two decimals, half up; 0 without any', async () => {
  const brand = await brandWith([
    { prompt: 'thirds', position: 1 },
    ...times(2, { prompt: 'thirds', position: 2 }),
    { prompt: 'thirds' },
    ...times(7, { prompt: 'eighths', position: 1 }),
    { prompt: 'eighths', position: 2 },
    { prompt: 'never' },
  ]);
  const positions = Object.entries(await promptReports(brand)).map(([prompt, { position }]) => [
    prompt,
    position,
  ]);
  assert.deepEqual(positions, [
    ['thirds', 1.67],
    ['eighths', 1.13], // 1.125
    ['never', 0],
  ]);
});

test('D-030 a brand is the unweighted mean of its prompts, unrounded until the end', async () => {
  const chatty = await brandWith([
    ...times(27, { prompt: 'chatty', position: 1, feeling: 'good' }),
    ...times(3, { prompt: 'chatty' }),
    ...times(3, { prompt: 'quiet' }),
  ]);
  assert.deepEqual(await brandReport(chatty), {
    total_responses: 33,
    visibility: 45, // 82 if answers were pooled
    sentiment: good, // the prompt without mentions is left out
    position: 1,
  });
  const thirds = await brandWith(
    ['a', 'b', 'c'].flatMap((prompt) => [
      { prompt, position: 1 },
      { prompt, position: prompt === 'c' ? 2 : 1 },
      { prompt },
    ]),
  );
  assert.deepEqual(await brandReport(thirds), {
    total_responses: 9,
    visibility: 67,
    sentiment: plain,
    position: 1.17, // (1 + 1 + 1.5) / 3
  });
  const unscored = await brandWith([
    { prompt: 'a', position: 1, feeling: 'unscored' },
    { prompt: 'b', position: 1, feeling: 'good' },
    { prompt: 'c', day: '2026-09-01', position: 9 },
  ]);
  assert.deepEqual(await brandReport(unscored, { date: { from: '2026-10-01' } }), {
    total_responses: 2,
    visibility: 100,
    sentiment: half((50 + good) / 2),
    position: 1,
  });
});

test('D-031 total_responses counts all answers in the filter, of a competitor too', async () => {
  const facts: Fact[] = [
    { names: ['Quenlith', 'Zorvexa'] },
    { names: ['Zorvexa', 'Brimvolt'] },
    {},
    { agent: 'grok' },
    { agent: 'grok', prompt: 'other', names: ['Brimvolt', 'Quenlith'] },
  ];
  const brand = await brandWith(facts, ['Quenlith', 'Dranketo']);
  const totals = async (filter: object) => {
    const body = { brand_id: brand.id, ...filter };
    const { competitors: tracked } = await api.done('trackedCompetitors', body, brand.key);
    const { competitors: untracked } = await api.done('untrackedCompetitors', body, brand.key);
    const all = [await brandReport(brand, filter), ...tracked, ...untracked];
    return all.map(({ total_responses }) => total_responses);
  };
  assert.deepEqual(await totals({}), [5, 5, 5, 5]);
  assert.deepEqual(await totals({ ai_agent: ['grok'] }), [2, 2, 2, 2]);
  assert.deepEqual(await totals({ ai_agent: ['nobody'] }), [0, 0, 0]);
});

test('D-037 what is no answer is refused and counts nowhere', async () => {
  const brand = await brandWith([{ position: 1 }]);
  const whole = { prompt: 'best tool', agent: 'chatgpt', answered_at: '2026-10-05T12:00:00Z' };
  const answers = [
    { ...whole, answer: '' },
    { ...whole, answer: ' \n ' },
    { ...whole, answer: null },
    whole,
    'failed',
  ];
  const json = await api.done('importAnswers', { brand_id: brand.id, answers }, brand.key);
  assert.deepEqual(
    { ...json, refused: json.refused.map(({ index }: { index: number }) => index) },
    { success: true, new: 0, known: 0, refused: [0, 1, 2, 3, 4] },
  );
  assert.equal((await brandReport(brand)).total_responses, 1);
});
