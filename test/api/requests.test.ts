// Requests: what is accepted, what is refused, and with which words.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { v1 } from '../../contract/v1.ts';
import { startApi } from '../kit/api.ts';

const api = await startApi();
const names = Object.keys(v1) as (keyof typeof v1)[];
const brand = await api.brand();
await api.answers(brand, [
  { day: '2026-06-30', agent: 'chatgpt', position: 1 },
  { at: '2026-07-01T00:00:00Z', agent: 'google_ai_mode', position: 2 },
  { at: '2026-07-01T23:59:59.999999Z', agent: 'in_house_bot', position: 3 },
  { day: '2026-07-02', agent: 'in_house_bot', position: 4 },
]);
const prompt_id = (await api.promptIds(brand))['best tool']!;
const key = brand.key;

const post = async (name: keyof typeof v1, body: unknown, with_key = key) => {
  const { status, json } = await api.send(name, { body, key: with_key });
  return status === 200 ? json : [status, json.error];
};
const total = async (filter: object) => {
  const json = await post('brandReport', { brand_id: brand.id, ...filter });
  return json.total_responses ?? json;
};
const REQUIRED: Partial<Record<keyof typeof v1, string>> = {
  createBrand: 'Brand name is required',
  togglePrompt: 'prompt_id is required',
};
const requiredOf = (name: keyof typeof v1) =>
  name === 'promptReport' ? undefined : (REQUIRED[name] ?? 'brand_id is required');

test('S-022 brand_id and prompt_id are integers', async () => {
  assert.equal((await post('brandReport', { brand_id: brand.id })).success, true);
  assert.equal((await post('promptReport', { prompt_id })).success, true);
  assert.equal((await post('brandReport', { brand_id: brand.id + 0.5 }))[0], 400);
});

test('S-023 date is an optional range of days', async () => {
  assert.equal(await total({}), 4);
  assert.equal(await total({ date: { from: '2026-07-01', to: '2026-07-01' } }), 2);
});

test('S-024 ai_agent is an optional list of agents', async () => {
  assert.equal(await total({ ai_agent: ['in_house_bot'] }), 2);
  assert.equal(await total({ ai_agent: ['in_house_bot', 'chatgpt'] }), 3);
});

test('S-025 limit is optional and caps a list', async () => {
  const other = await api.brand();
  await api.done('createPrompts', { brand_id: other.id, prompts: ['a', 'b', 'c'] }, other.key);
  const count = async (limit?: number) =>
    (await api.done('prompts', { brand_id: other.id, limit }, other.key)).prompts.length;
  assert.deepEqual([await count(), await count(2), await count(3), await count(100)], [3, 2, 3, 3]);
});

test('S-130 400 has the exact message of the missing field', async () => {
  for (const name of names) {
    const message = requiredOf(name);
    if (message) assert.deepEqual(await post(name, {}), [400, message], name);
  }
});

test('S-133 404 says what was not found', async () => {
  const ids = { brand_id: 999_999, prompt_id: 999_999 };
  for (const name of names.filter((name) => name !== 'createBrand')) {
    const what = name === 'promptReport' || name === 'togglePrompt' ? 'Prompt' : 'Brand';
    assert.deepEqual(await post(name, ids), [404, `${what} not found`], name);
  }
});

test('S-140 limit caps prompt report, prompts and sources; without it all are returned', async () => {
  const other = await api.brand();
  const many = Array.from({ length: 12 }, (_, at) => ({
    prompt: `p${at}`,
    cites: [`https://site${at}.example/`],
  }));
  await api.answers(other, many);
  const body = { brand_id: other.id };
  for (const [name, list] of [
    ['promptReport', 'report'],
    ['prompts', 'prompts'],
    ['sources', 'sources'],
  ] as const) {
    const whole = (await api.done(name, body, other.key))[list];
    assert.equal(whole.length, 12);
    for (const limit of [1, 5, 12, 13, Number.MAX_SAFE_INTEGER]) {
      const cut = (await api.done(name, { ...body, limit }, other.key))[list];
      assert.deepEqual(cut, whole.slice(0, limit), `${name} ${limit}`);
    }
  }
});

test('D-001 first the key, then the body, then access', async () => {
  const scoped = await api.brandKey(brand);
  for (const body of ['{', '', '[]', {}, { brand_id: 'x' }, { brand_id: 999_999 }])
    assert.deepEqual(await post('brandReport', body, 'no key'), [401, 'Missing or invalid API key']);
  assert.deepEqual(await post('brandReport', { brand_id: 999_999, date: 5 }), [
    400,
    'date must be an object with from and to',
  ]);
  assert.deepEqual(await post('brandReport', { brand_id: 999_999, date: 5 }, scoped), [
    400,
    'date must be an object with from and to',
  ]);
  assert.deepEqual(await post('brandReport', { brand_id: 999_999 }, scoped), [403, 'Access denied']);
});

test('D-004 404, 405, 413 and 415 in the envelope (429, 500, 503: test/http)', async () => {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const failed = async (path: string, init: RequestInit) => {
    const { status, json, headers: sent } = await api.fetch(path, { headers, ...init });
    assert.deepEqual([json.success, typeof json.error, Object.keys(json).length], [false, 'string', 2]);
    return [status, sent.get('allow')];
  };
  assert.deepEqual(await failed('/nothing', { method: 'POST', body: '{}' }), [404, null]);
  assert.deepEqual(await failed('/brand-report', { method: 'GET' }), [405, 'POST']);
  const [status, allow] = await failed('/prompt', { method: 'PUT', body: '{}' });
  assert.deepEqual([status, String(allow).split(', ').sort()], [405, ['DELETE', 'PATCH', 'POST']]);
  const large = JSON.stringify({ brand_id: brand.id, more: 'x'.repeat(1024 * 1024) });
  assert.deepEqual(await failed('/brand-report', { method: 'POST', body: large }), [413, null]);
  const text = { ...headers, 'content-type': 'text/plain' };
  assert.deepEqual(await failed('/brand-report', { method: 'POST', body: '{}', headers: text }), [415, null]);
});

test('D-005 a body is required and is an object; an empty one is 400, {} is a body', async () => {
  for (const name of names)
    for (const body of [undefined, '', 'null', '[]', '"text"', '5', 'true', '[{"brand_id":1}]']) {
      const [status, message] = await post(name, body);
      assert.equal(status, 400, `${name} ${body}`);
      assert.match(message, /^Request body (must be a JSON object|is not valid JSON)$/);
    }
  assert.equal((await post('promptReport', '{}')).success, true);
});

test('D-006 malformed JSON is 400 Request body is not valid JSON', async () => {
  const wrong = [
    '{',
    '}',
    '{"brand_id":}',
    "{'brand_id':1}",
    '{"brand_id":1,}',
    'brand_id=1',
    '{"brand_id":01}',
    '{"a":1}{"b":2}',
    '{"brand_id":NaN}',
    '{brand_id:1}',
    '\u0000',
    '{"a":"\n"}',
  ];
  for (const body of wrong)
    assert.deepEqual(await post('brandReport', body), [400, 'Request body is not valid JSON'], body);
});

test('D-007 null counts as missing', async () => {
  for (const name of names) {
    const message = requiredOf(name);
    const nothing = { brand_id: null, prompt_id: null, name: null };
    if (message) assert.deepEqual(await post(name, nothing), [400, message], name);
  }
});

test('D-008 a wrong type is 400 that names the field and what was expected', async () => {
  const wrong: [keyof typeof v1, object, string][] = [
    ['brandReport', { brand_id: String(brand.id) }, 'brand_id must be a positive integer'],
    ['togglePrompt', { prompt_id: [prompt_id] }, 'prompt_id must be a positive integer'],
    ['promptReport', { prompt_id: '' }, 'prompt_id must be a positive integer'],
    ['promptReport', { ai_agent: 'claude' }, 'ai_agent must be an array of strings'],
    ['promptReport', { ai_agent: ['claude', 5] }, 'ai_agent must be an array of strings'],
    ['promptReport', { date: '2026-01-01' }, 'date must be an object with from and to'],
    ['promptReport', { date: { from: 20260101 } }, 'date.from must be a calendar day as YYYY-MM-DD'],
    ['promptReport', { limit: '5' }, 'limit must be a positive integer'],
    ['createBrand', { name: 5 }, 'name must be a string of 1 to 200 characters'],
    ['createBrand', { name: 'A', domain: 5 }, 'domain must be a valid domain name'],
  ];
  for (const [name, body, message] of wrong) assert.deepEqual(await post(name, body), [400, message]);
});

test('D-009 integers go from 1 to 2^53-1', async () => {
  for (const brand_id of [0, -1, 1.5, 2 ** 53, 1e300, -0.1])
    assert.deepEqual(await post('brandReport', { brand_id }), [400, 'brand_id must be a positive integer']);
  for (const id of [2 ** 31 - 1, 2 ** 31, 2 ** 32, 2 ** 53 - 1]) {
    assert.deepEqual(await post('brandReport', { brand_id: id }), [404, 'Brand not found']);
    assert.deepEqual(await post('togglePrompt', { prompt_id: id }), [404, 'Prompt not found']);
  }
  assert.equal((await post('brandReport', `{"brand_id":${brand.id}.0}`)).success, true);
});

test('D-010 an optional field given as null is left out', async () => {
  const nothing = { date: null, ai_agent: null, limit: null, prompt_id: null };
  assert.equal(await total(nothing), 4);
  assert.equal(await total({ date: { from: null, to: '2026-06-30' } }), 1);
  assert.equal((await post('promptReport', nothing)).report.length, 1);
  assert.equal((await post('sources', { brand_id: brand.id, ...nothing })).success, true);
});

test('D-011 unknown fields are ignored', async () => {
  const more = { colour: 'red', brand: { id: 5 }, __proto__: 5, constructor: 1, date: { day: 5 } };
  assert.equal(await total(more), 4);
  assert.equal((await post('brandReport', `{"brand_id":${brand.id},"__proto__":{"x":1}}`)).success, true);
});

test('D-012 date: both ends optional and inclusive, UTC, real days, in order', async () => {
  assert.equal(await total({ date: {} }), 4);
  assert.equal(await total({ date: { from: '2026-07-01' } }), 3);
  assert.equal(await total({ date: { to: '2026-07-01' } }), 3);
  assert.equal(await total({ date: { from: '2026-06-30', to: '2026-07-02' } }), 4);
  assert.equal(await total({ date: { from: '2026-07-02', to: '2026-07-02' } }), 1);
  assert.equal(await total({ date: { from: '0001-01-01', to: '9999-12-31' } }), 4);
  const order = [400, 'date.from must not be after date.to'];
  assert.deepEqual(await total({ date: { from: '2026-07-02', to: '2026-07-01' } }), order);
  const wrong = [
    '2026-02-30',
    '2025-02-29',
    '2026-13-01',
    '2026-00-10',
    '2026-1-1',
    '20260101',
    '2026-01-01T00:00:00Z',
    '01/02/2026',
    '',
    ' 2026-01-01',
    '0000-01-01',
    '+02026-01-01',
  ];
  for (const day of wrong)
    for (const end of ['from', 'to'])
      assert.deepEqual(await total({ date: { [end]: day } }), [
        400,
        `date.${end} must be a calendar day as YYYY-MM-DD`,
      ]);
  assert.equal(await total({ date: { from: '2024-02-29' } }), 4);
});

test('D-013 ai_agent: ids and display names in any case; [] is all; unknown ones match nothing', async () => {
  for (const name of ['google_ai_mode', 'Google AI Mode', 'GOOGLE AI MODE', 'Google_AI_Mode'])
    assert.equal(await total({ ai_agent: [name] }), 1, name);
  assert.equal(await total({ ai_agent: ['ChatGPT', 'chatgpt'] }), 1);
  assert.equal(await total({ ai_agent: [] }), 4);
  assert.equal(await total({ ai_agent: ['never_seen'] }), 0);
  assert.equal(await total({ ai_agent: ['never_seen', 'IN_HOUSE_BOT'] }), 2);
  assert.equal(await total({ ai_agent: [''] }), 0);
});

test('D-014 limit is an integer from 1 up', async () => {
  for (const name of [
    'promptReport',
    'prompts',
    'sources',
    'trackedCompetitors',
    'untrackedCompetitors',
  ] as const) {
    const body = { brand_id: brand.id };
    for (const limit of [0, -1, -5, 0.5, 1.5, 2 ** 53, '1', true, [1], {}])
      assert.deepEqual(await post(name, { ...body, limit }), [400, 'limit must be a positive integer']);
    assert.equal((await post(name, { ...body, limit: 1 })).success, true);
  }
});

test('D-015 any Unicode is kept as it is, but for NUL and lone surrogates', async () => {
  for (const name of [
    'Crème & Söhne',
    '株式会社',
    'شركة',
    '🦊👩‍👩‍👧',
    'e\u0301',
    '\u202eabc',
    "'; drop table brands; --",
    '\\u0000',
    '%00',
  ])
    assert.equal((await post('createBrand', { name })).brand.name, name);
  for (const name of ['a\0b', 'a\ud800', '\udc00b']) {
    const [status, message] = await post('createBrand', { name });
    assert.deepEqual([status, message], [400, 'name must not contain NUL or lone surrogates']);
  }
  assert.equal((await post('createBrand', '{"name":"\\ud83e\\udd8a"}')).brand.name, '🦊');
});

test('D-024 date means the UTC day of the answer; in the list of prompts, that of the prompt', async () => {
  const other = await api.brand();
  await api.answers(other, [
    { prompt: 'early', at: '2026-01-31T23:30:00-02:00', position: 1, cites: ['https://a.example/'] }, // 1 February, UTC
    { prompt: 'late', at: '2026-02-28T23:59:59.999999Z', position: 1, cites: ['https://b.example/'] },
  ]);
  const february = { brand_id: other.id, date: { from: '2026-02-01', to: '2026-02-28' } };
  const january = { brand_id: other.id, date: { from: '2026-01-01', to: '2026-01-31' } };
  const counts = async (body: object) => [
    (await api.done('brandReport', body, other.key)).total_responses,
    (await api.done('sources', body, other.key)).sources.length,
    (await api.done('prompts', body, other.key)).prompts.length,
  ];
  assert.deepEqual(await counts(february), [2, 2, 0]);
  assert.deepEqual(await counts(january), [0, 0, 0]);
  const set = 'update prompts set created_at = $1 where brand_id = $2';
  await api.database.pool.query(set, ['2026-01-31T23:59:59.999999Z', other.id]);
  assert.deepEqual(await counts(february), [2, 2, 0]);
  assert.deepEqual(await counts(january), [0, 0, 2]);
});

test('D-035 agents are an open set of ids', async () => {
  const other = await api.brand();
  const agents = [
    'chatgpt',
    'claude',
    'gemini',
    'perplexity',
    'grok',
    'copilot',
    'mistral',
    'deepseek',
    'google_ai_overview',
    'google_ai_mode',
    'my_agent_2',
    'x'.repeat(64),
  ];
  await api.answers(
    other,
    agents.map((agent) => ({ agent, cites: ['https://a.example/'] })),
  );
  const { sources } = await api.done('sources', { brand_id: other.id }, other.key);
  assert.deepEqual(sources.map(({ ai_tool }: { ai_tool: string }) => ai_tool).toSorted(), agents.toSorted());
  const answers = ['', 'é', 'a/b', 'x'.repeat(65), 5, null].map((agent) => ({
    ...{ prompt: 'p', agent, answered_at: '2026-01-01', answer: 'text' },
  }));
  const { refused } = await api.done('importAnswers', { brand_id: other.id, answers }, other.key);
  assert.equal(refused.length, answers.length);
});

test('an agent is found under the name that it was imported with', async () => {
  const other = await api.brand();
  await api.answers(other, [{ agent: 'Le Chat' }, { agent: 'ChatGPT (web)' }, { agent: 'chatgpt_web' }]);
  const total = async (...ai_agent: string[]) =>
    (await api.done('brandReport', { brand_id: other.id, ai_agent }, other.key)).total_responses;
  assert.deepEqual([await total('Le Chat'), await total('le_chat'), await total('chatgpt (WEB)')], [1, 1, 2]);
});

test('what no column holds, a rank of six digits or a host no DNS knows, never stops an import', async () => {
  const other = await api.brand({ name: 'Zorvexa' });
  const host = `${Array.from({ length: 400 }, (_, at) => `${at}x${at * at}`).join('')}.example`;
  const answers = ['70000. **Zorvexa** is good.', '999999. **Zorvexa** is good.', `See https://${host}/`].map(
    (answer) => ({ prompt: 'p', agent: 'chatgpt', answered_at: '2026-01-01', answer }),
  );
  answers.push({ ...answers[0]!, answer: 'Zorvexa', ...{ citations: [{ url: `https://${host}/a` }] } });
  const body = { brand_id: other.id, answers };
  const counts = await api.done('importAnswers', body, other.key);
  assert.deepEqual(counts, { success: true, new: 4, known: 0, refused: [] });
  await api.done('updateBrand', { brand_id: other.id, aliases: ['Zorv'] }, other.key);
  await api.reread();
});
