// What all operations share: envelope, address, methods, and the shapes of their fields.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { contract, type OperationName, operationNames } from '../../contract/table.ts';
import { v1 } from '../../contract/v1.ts';
import { SCORES } from '../kit/answers.ts';
import { SHAPE_OF_TIME, startApi, tidy } from '../kit/api.ts';

const api = await startApi();
const names = Object.keys(v1) as (keyof typeof v1)[];
const lists = names.filter((name) => !['createBrand', 'togglePrompt', 'deleteBrand'].includes(name));

/** A brand with two answers that give every list of the contract something to show. */
async function full() {
  const brand = await api.brand({ domain: 'zorvexa.example', competitors: ['Quenlith'] });
  await api.answers(brand, [
    { names: ['Quenlith', 'Zorvexa', 'Brimvolt'], feeling: 'good', cites: ['https://reddit.com/r/tools'] },
    { names: ['Zorvexa', 'Quenlith'], feeling: 'plain' },
    {},
  ]);
  return { brand, prompt: (await api.promptIds(brand))['best tool']! };
}

test('S-001 success is true on success; errors are success false with a text', async () => {
  const { brand } = await full();
  for (const name of lists) {
    assert.equal((await api.call(name, { brand_id: brand.id }, brand.key)).json.success, true);
    const { json } = await api.call(name, { brand_id: brand.id, prompt_id: 'no' }, 'no key');
    assert.deepEqual(Object.keys(json), ['success', 'error']);
    assert.deepEqual([json.success, typeof json.error], [false, 'string']);
  }
});

test('S-002 paths lie below /api/v1 and nowhere else', async () => {
  const { brand } = await full();
  assert.match(api.base, /\/api\/v1$/);
  const init = {
    method: 'POST',
    headers: { authorization: `Bearer ${brand.key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ brand_id: brand.id }),
  };
  assert.equal((await api.fetch('/brand-report', init)).status, 200);
  assert.equal((await api.fetch('/../../brand-report', init)).status, 404);
  assert.equal((await api.fetch('/../v2/brand-report', init)).status, 404);
});

test('S-003 reports and lists are POST; toggling is PATCH, deleting is DELETE, nothing is GET', async () => {
  const { key } = await api.account();
  const methods = Object.fromEntries(names.map((name) => [v1[name].path, new Set<string>()]));
  for (const name of names) methods[v1[name].path]!.add(v1[name].method);
  assert.deepEqual([...methods['/prompt']!].sort(), ['PATCH', 'POST']);
  assert.deepEqual([...methods['/brand']!].sort(), ['DELETE', 'POST']);
  for (const name of lists) assert.equal(v1[name].method, 'POST');
  for (const path of Object.keys(methods)) {
    const { status, json } = await api.fetch(path, { headers: { authorization: `Bearer ${key}` } });
    assert.deepEqual([status, json.success], [405, false]);
  }
});

test('S-004 a body is JSON with its content type, and so is the response', async () => {
  const { brand } = await full();
  const body = JSON.stringify({ brand_id: brand.id });
  const reply = await api.send('brandReport', { body, key: brand.key });
  assert.equal(reply.headers.get('content-type'), 'application/json; charset=utf-8');
  for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'application/xml']) {
    const headers = { 'content-type': type };
    assert.equal((await api.send('brandReport', { body, key: brand.key, headers })).status, 415);
  }
});

test('S-005 every operation wants a key', async () => {
  for (const name of operationNames)
    assert.equal((await api.send(name, { body: contract[name].example })).status, 401);
});

test('S-010 a brand has id, name, domain, created_at', async () => {
  const { key } = await api.account();
  const { json } = await api.call('createBrand', { name: 'Acme', domain: 'acme.example' }, key);
  assert.ok(Number.isSafeInteger(json.brand.id) && json.brand.id > 0);
  assert.deepEqual(tidy(json), {
    success: true,
    brand: { id: 1, name: 'Acme', domain: 'acme.example', created_at: 'TIME' },
  });
});

test('S-011 date-times have microseconds and the offset of UTC', async () => {
  const { brand } = await full();
  const before = new Date(Date.now() - 60_000).toISOString();
  const { prompts } = await api.done('prompts', { brand_id: brand.id }, brand.key);
  const { sources } = await api.done('sources', { brand_id: brand.id }, brand.key);
  for (const { created_at } of [...prompts, ...sources]) {
    assert.match(created_at, SHAPE_OF_TIME);
    assert.ok(created_at > before && created_at.slice(0, 10) <= new Date(Date.now() + 1000).toISOString());
  }
});

const PROMPT = { id: 1, prompt: 'best tool', active: 'N', created_at: 'TIME' };
const METRICS = {
  total_responses: 3,
  visibility: 67,
  sentiment: Math.round((SCORES.good! + SCORES.plain!) / 2),
  position: 1.5,
};

test('S-012 a prompt has id, prompt, active, created_at', async () => {
  const { brand } = await full();
  assert.deepEqual(tidy(await api.done('prompts', { brand_id: brand.id }, brand.key)).prompts, [PROMPT]);
});

test('S-013 an item of the prompt report has the prompt, its brand and the metrics', async () => {
  const { brand, prompt } = await full();
  const { report } = tidy(await api.done('promptReport', { prompt_id: prompt }, brand.key));
  assert.deepEqual(report, [{ ...PROMPT, brand_id: brand.id, brand: 'Zorvexa', ...METRICS }]);
});

test('S-017 the brand report has brand, total_responses, visibility, sentiment, position', async () => {
  const { brand } = await full();
  const json = await api.done('brandReport', { brand_id: brand.id }, brand.key);
  assert.deepEqual(json, { success: true, brand: 'Zorvexa', ...METRICS });
});

test('S-018 a source has id, domain, type, ai_tool, created_at', async () => {
  const { brand } = await full();
  assert.deepEqual(tidy(await api.done('sources', { brand_id: brand.id }, brand.key)).sources, [
    { id: 1, domain: 'reddit.com', type: 'community', ai_tool: 'chatgpt', created_at: 'TIME' },
  ]);
});

test('S-019 a tracked competitor has name, domain and the four metrics', async () => {
  const { brand } = await full();
  const { competitors } = await api.done('trackedCompetitors', { brand_id: brand.id }, brand.key);
  assert.deepEqual(competitors, [{ name: 'Quenlith', domain: '', ...METRICS }]);
});

test('S-020 an untracked competitor has name, domain, total_responses, visibility and no more', async () => {
  const { brand } = await full();
  const { competitors } = await api.done('untrackedCompetitors', { brand_id: brand.id }, brand.key);
  assert.deepEqual(competitors, [{ name: 'Brimvolt', domain: '', total_responses: 3, visibility: 33 }]);
});

test('S-150 the version is in the address; the document says the same', async () => {
  const { json } = await api.fetch('/openapi.json', {});
  assert.ok(
    names.every(
      (name: OperationName) => json.paths[`/api/v1${contract[name].path}`] ?? json.paths[contract[name].path],
    ),
  );
  assert.match(JSON.stringify(json.servers ?? Object.keys(json.paths)), /\/api\/v1/);
});

test('D-020 success is 200 for every operation', async () => {
  const { brand, prompt } = await full();
  await api.answers(brand, [{ names: [brand.name, 'Globex', 'Initech'] }]);
  const { answers } = await api.done('answers', { brand_id: brand.id }, brand.key);
  const ids = { brand_id: brand.id, prompt_id: prompt, prompt_ids: [prompt], answer_id: answers[0].id };
  const last = ['untrackCompetitor', 'deletePrompt', 'deleteBrand'] as const;
  const order = [...operationNames.filter((name) => !(last as readonly string[]).includes(name)), ...last];
  for (const name of order) {
    const { example } = contract[name];
    const known = Object.fromEntries(Object.entries(ids).filter(([field]) => field in example));
    const { status, text } = await api.call(name, { ...example, ...known }, brand.key);
    assert.equal(status, 200, `${name}: ${text}`);
  }
});

test('D-021 responses hold exactly the declared fields, in every operation', async () => {
  const { brand, prompt } = await full();
  const ids = { brand_id: brand.id, prompt_id: prompt };
  for (const name of lists) {
    const reply = await api.call(name, ids, brand.key);
    const parsed = contract[name].output.parse(reply.json);
    assert.deepEqual(parsed, reply.json, name); // zod drops what is not declared
  }
});

test('D-022 microseconds come out as they are stored', async () => {
  const { brand, prompt } = await full();
  const set = (time: string) =>
    api.database.pool.query(`update prompts set created_at = $1 where id = $2`, [time, prompt]);
  for (const [stored, shown] of [
    ['2026-01-31T23:59:59.999999Z', '2026-01-31T23:59:59.999999+00:00'],
    ['2026-02-01T00:00:00Z', '2026-02-01T00:00:00.000000+00:00'],
    ['2026-02-01T02:00:00.12+02:00', '2026-02-01T00:00:00.120000+00:00'],
  ] as const) {
    await set(stored);
    const { prompts } = await api.done('prompts', { brand_id: brand.id }, brand.key);
    assert.equal(prompts[0].created_at, shown);
  }
});
