// Prompts: their report, their list, their state.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { OperationName } from '../../contract/table.ts';
import { SCORES } from '../kit/answers.ts';
import { startApi, type TestBrand, tidy } from '../kit/api.ts';

const api = await startApi();
const ZEROS = { total_responses: 0, visibility: 0, sentiment: 0, position: 0 };
const ONE = { total_responses: 1, visibility: 100, sentiment: SCORES.plain, position: 1 };

/** A brand whose prompts were answered once each. */
async function brandWith(prompts: readonly string[], change: Parameters<typeof api.brand>[0] = {}) {
  const brand = await api.brand(change);
  await api.answers(
    brand,
    prompts.map((prompt) => ({ prompt, position: 1 })),
  );
  return { brand, ids: await api.promptIds(brand) };
}
const report = async (brand: TestBrand, filter: object = {}) =>
  tidy(await api.done('promptReport', filter, brand.key)).report;
const listed = async (brand: TestBrand, filter: object = {}, name: OperationName = 'prompts') => {
  const json = await api.done(name, { brand_id: brand.id, ...filter }, brand.key);
  return (json.prompts ?? json.report).map(({ prompt }: { prompt: string }) => prompt);
};
const row = (brand: TestBrand, id: number, prompt: string, metrics: object) => ({
  ...{ id, prompt, active: 'N', created_at: 'TIME', brand_id: brand.id, brand: brand.name },
  ...metrics,
});
const failed = async (name: OperationName, body: object, key: string) => {
  const { status, json } = await api.call(name, body, key);
  return [status, json.error];
};

test('S-040 the prompt report with prompt_id holds that prompt alone', async () => {
  const { brand, ids } = await brandWith(['a', 'b']);
  const { status, json } = await api.call('promptReport', { prompt_id: ids.b }, brand.key);
  assert.equal(status, 200);
  assert.deepEqual(tidy(json), { success: true, report: [row(brand, 1, 'b', ONE)] });
});

test('S-041 the prompt report without prompt_id holds all prompts across all brands', async () => {
  const account = await api.account();
  const { brand } = await brandWith(['a', 'b'], { account });
  const { brand: other } = await brandWith(['b', 'c'], { account, name: 'Quenlith' });
  assert.deepEqual(await report(brand), [
    row(brand, 1, 'a', ONE),
    row(brand, 2, 'b', ONE),
    row(other, 3, 'b', ONE),
    row(other, 4, 'c', ONE),
  ]);
});

test('S-042 the prompt report takes date, ai_agent and limit', async () => {
  const brand = await api.brand();
  await api.answers(brand, [
    { prompt: 'a', day: '2026-03-01', agent: 'claude', position: 1 },
    { prompt: 'a', day: '2026-03-02', agent: 'grok', position: 1 },
    { prompt: 'b', day: '2026-03-02', agent: 'claude', position: 1 },
  ]);
  const ids = await api.promptIds(brand);
  const date = { from: '2026-03-02', to: '2026-03-02' };
  assert.deepEqual(await report(brand, { date, ai_agent: ['claude'] }), [
    row(brand, 1, 'a', ZEROS),
    row(brand, 2, 'b', ONE),
  ]);
  assert.deepEqual(await report(brand, { date, limit: 1 }), [row(brand, 1, 'a', ONE)]);
  assert.deepEqual(await report(brand, { prompt_id: ids.b, date, ai_agent: ['grok'], limit: 5 }), [
    row(brand, 1, 'b', ZEROS),
  ]);
});

test('S-043 the prompt report wants a body, though none of its fields', async () => {
  const { brand } = await brandWith(['a']);
  assert.equal((await api.send('promptReport', { body: '', key: brand.key })).status, 400);
  assert.deepEqual(await report(brand, {}), [row(brand, 1, 'a', ONE)]);
});

test('S-044 the prompt report of an unknown prompt is 404 Prompt not found', async () => {
  const { brand } = await brandWith([]);
  assert.deepEqual(await failed('promptReport', { prompt_id: 999_999 }, brand.key), [
    404,
    'Prompt not found',
  ]);
});

test('S-045 the prompt report of a wrong field is 400', async () => {
  const { brand } = await brandWith([]);
  for (const body of [{ prompt_id: 'x' }, { date: 'today' }, { ai_agent: 'claude' }, { limit: 0 }])
    assert.equal((await failed('promptReport', body, brand.key))[0], 400);
});

test('S-070 the prompts of one brand', async () => {
  const account = await api.account();
  const { brand } = await brandWith(['a', 'b'], { account });
  await brandWith(['c'], { account });
  const { prompts } = await api.done('createPrompts', { brand_id: brand.id, prompts: ['d'] }, brand.key);
  assert.equal(prompts[0].active, 'Y');
  assert.deepEqual(tidy(await api.done('prompts', { brand_id: brand.id }, brand.key)), {
    success: true,
    prompts: [
      { id: 1, prompt: 'a', active: 'N', created_at: 'TIME' },
      { id: 2, prompt: 'b', active: 'N', created_at: 'TIME' },
      { id: 3, prompt: 'd', active: 'Y', created_at: 'TIME' },
    ],
  });
});

test('S-071 the list of prompts takes date and limit', async () => {
  const { brand } = await brandWith(['a', 'b', 'c']);
  assert.deepEqual(await listed(brand, { limit: 2 }), ['a', 'b']);
  assert.deepEqual(await listed(brand, { date: { to: '2020-12-31' } }), []);
  assert.deepEqual(await listed(brand, { date: { from: '2020-12-31' }, limit: 1 }), ['a']);
});

test('S-072 the list of prompts: brand_id is required, Brand not found', async () => {
  const { brand } = await brandWith([]);
  assert.deepEqual(await failed('prompts', {}, brand.key), [400, 'brand_id is required']);
  assert.deepEqual(await failed('prompts', { brand_id: 999_999 }, brand.key), [404, 'Brand not found']);
});

async function activePrompt() {
  const brand = await api.brand();
  const { prompts } = await api.done('createPrompts', { brand_id: brand.id, prompts: ['a'] }, brand.key);
  return { brand, prompt_id: prompts[0].id as number };
}
const activeOf = async (brand: TestBrand) =>
  (await api.done('prompts', { brand_id: brand.id }, brand.key)).prompts[0].active;

test('S-030 toggling an active prompt makes it inactive', async () => {
  const { brand, prompt_id } = await activePrompt();
  const json = await api.done('togglePrompt', { prompt_id }, brand.key);
  assert.deepEqual(json, { success: true, prompt_id, active: 'N' });
  assert.equal(await activeOf(brand), 'N');
});

test('S-031 toggling an inactive prompt makes it active', async () => {
  const { brand, prompt_id } = await activePrompt();
  await api.done('togglePrompt', { prompt_id }, brand.key);
  const json = await api.done('togglePrompt', { prompt_id }, brand.key);
  assert.deepEqual(json, { success: true, prompt_id, active: 'Y' });
  assert.equal(await activeOf(brand), 'Y');
});

test('S-032 a prompt that the caller may not access stays as it is', async () => {
  const { brand, prompt_id } = await activePrompt();
  const stranger = await api.account();
  const sibling = await api.brandKey(await api.brand({ account: brand.account }));
  assert.deepEqual(await failed('togglePrompt', { prompt_id }, stranger.key), [404, 'Prompt not found']);
  assert.deepEqual(await failed('togglePrompt', { prompt_id }, sibling), [403, 'Access denied']);
  assert.deepEqual(await failed('togglePrompt', { prompt_id: 999_999 }, brand.key), [
    404,
    'Prompt not found',
  ]);
  assert.equal(await activeOf(brand), 'Y');
});

test('S-100 a toggle answers success, prompt_id and the state after it, every time', async () => {
  const { brand, prompt_id } = await activePrompt();
  for (const active of ['N', 'Y', 'N', 'Y', 'N'])
    assert.deepEqual((await api.call('togglePrompt', { prompt_id }, brand.key)).json, {
      success: true,
      prompt_id,
      active,
    });
});

test('S-101 a toggle: prompt_id is required, Prompt not found', async () => {
  const { key } = await api.account();
  assert.deepEqual(await failed('togglePrompt', {}, key), [400, 'prompt_id is required']);
  assert.deepEqual(await failed('togglePrompt', { prompt_id: 1_999_999 }, key), [404, 'Prompt not found']);
});

test('D-025 the report without prompt_id holds what the key may see', async () => {
  const account = await api.account();
  const { brand } = await brandWith(['a'], { account });
  const { brand: other } = await brandWith(['b'], { account, name: 'Quenlith' });
  const own = await api.brandKey(other);
  assert.equal((await report(brand)).length, 2);
  assert.deepEqual(await report({ ...other, key: own }), [row(other, 1, 'b', ONE)]);
});

test('D-026 a report holds inactive prompts and those without answers, with zeros', async () => {
  const { brand, ids } = await brandWith(['a']);
  await api.done('createPrompts', { brand_id: brand.id, prompts: ['never asked'] }, brand.key);
  await api.done('togglePrompt', { prompt_id: ids.a }, brand.key);
  await api.done('togglePrompt', { prompt_id: ids.a }, brand.key);
  const rows = (metrics: object) => [
    row(brand, 1, 'a', metrics),
    { ...row(brand, 2, 'never asked', ZEROS), active: 'Y' },
  ];
  assert.deepEqual(await report(brand), rows(ONE));
  assert.deepEqual(await report(brand, { date: { to: '2020-01-01' } }), rows(ZEROS));
  assert.deepEqual(await report(brand, { ai_agent: ['never_seen'] }), rows(ZEROS));
});

test('D-047 toggles at once are all flips; Y on creation; an inactive prompt keeps its history', async () => {
  const { brand, prompt_id } = await activePrompt();
  await api.answers(brand, [{ prompt: 'a', position: 1 }]);
  const flips = await Promise.all(
    Array.from({ length: 51 }, () => api.done('togglePrompt', { prompt_id }, brand.key)),
  );
  const states = flips.map(({ active }) => active).sort();
  assert.deepEqual(states, [...Array(26).fill('N'), ...Array(25).fill('Y')]);
  assert.deepEqual(await report(brand), [row(brand, 1, 'a', ONE)]);
});
