// Tags of prompts, and what every operation makes of a filter by tags.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { OperationName } from '../../contract/table.ts';
import { addDays } from '../../src/domain/time.ts';
import { type Fact, NAMES } from '../kit/answers.ts';
import { type Json, startApi, type TestBrand, tidy } from '../kit/api.ts';

const api = await startApi();
const ask = (name: OperationName, brand: TestBrand, body: object = {}): Promise<Json> =>
  api.done(name, { brand_id: brand.id, ...body }, brand.key);
const failed = async (name: OperationName, brand: TestBrand, body: object) => {
  const { status, json } = await api.call(name, { brand_id: brand.id, ...body }, brand.key);
  return [status, json.error];
};

type Tagged = Record<string, string[]>;
async function brandWith(prompts: Tagged): Promise<TestBrand> {
  const brand = await api.brand({ competitors: ['Quenlith', 'Brimvolt'] });
  await ask('createPrompts', brand, {
    prompts: Object.entries(prompts).map(([prompt, tags]) => ({ prompt, tags })),
  });
  return brand;
}
const texts = (list: Json[]) => list.map(({ prompt }) => prompt);

test('prompts are listed by id with their tags, by tag and by text in any case', async () => {
  const brand = await brandWith({
    'Best CRM': ['crm', 'top'],
    'Größte Straße': [],
    'crm für Büros': ['büro'],
  });
  assert.deepEqual(tidy(await ask('listPrompts', brand, { limit: 1 })), {
    success: true,
    prompts: [{ id: 1, prompt: 'Best CRM', active: 'Y', created_at: 'TIME', tags: ['crm', 'top'] }],
  });
  const list = async (body: object) => texts((await ask('listPrompts', brand, body)).prompts);
  assert.deepEqual(await list({}), ['Best CRM', 'Größte Straße', 'crm für Büros']);
  assert.deepEqual(await list({ search: 'CRM' }), ['Best CRM', 'crm für Büros']);
  assert.deepEqual(await list({ search: 'GRÖSSTE' }), []);
  assert.deepEqual(await list({ search: 'GRÖß' }), ['Größte Straße']);
  assert.deepEqual(await list({ search: 'crm', tags: ['büro', 'nobody'] }), ['crm für Büros']);
  assert.deepEqual(await list({ tags: [] }), await list({}));
  assert.deepEqual(await list({ tags: ['CRM'] }), []);
  assert.deepEqual(await list({ search: '%' }), []);
});

test('tags are counted, most used first', async () => {
  const brand = await brandWith({ a: ['b', 'x'], b: ['x'], c: ['x', 'B', 'a'], d: [] });
  const { tags } = await ask('tags', brand);
  assert.deepEqual(tags, [
    { tag: 'x', prompts: 3 },
    { tag: 'B', prompts: 1 },
    { tag: 'a', prompts: 1 },
    { tag: 'b', prompts: 1 },
  ]);
  assert.deepEqual((await ask('tags', await api.brand())).tags, []);
});

test('tags are added and removed, all or nothing', async () => {
  const brand = await brandWith({ a: ['old', 'kept'], b: [], c: ['old'] });
  const { a, b, c } = await api.promptIds(brand);
  const { prompts } = await ask('tagPrompts', brand, {
    prompt_ids: [b, a, b],
    add: [' new ', 'kept'],
    remove: ['old'],
  });
  assert.deepEqual(
    prompts.map(({ id, tags }: Json) => [id, tags]),
    [
      [a, ['kept', 'new']],
      [b, ['new', 'kept']],
    ],
  );
  const all = async () => (await ask('listPrompts', brand)).prompts.map(({ tags }: Json) => tags);
  assert.deepEqual(await all(), [['kept', 'new'], ['new', 'kept'], ['old']]);
  const sibling = await api.brand({ account: brand.account });
  await ask('createPrompts', sibling, { prompts: ['theirs'] });
  const { theirs } = await api.promptIds(sibling);
  for (const id of [theirs, 888_888, 2 ** 40])
    assert.deepEqual(await failed('tagPrompts', brand, { prompt_ids: [a, id], add: ['lost'] }), [
      404,
      'Prompt not found',
    ]);
  const many = Array.from({ length: 20 }, (_, at) => `tag ${at}`);
  assert.deepEqual(await failed('tagPrompts', brand, { prompt_ids: [c, a], add: many }), [
    400,
    `add gives prompt ${a} 22 tags; a prompt has at most 20`,
  ]);
  assert.deepEqual(await failed('tagPrompts', brand, { prompt_ids: [a], add: ['x'], remove: ['y', 'x'] }), [
    400,
    'add and remove must not both hold "x"',
  ]);
  assert.deepEqual(await failed('tagPrompts', brand, { prompt_ids: [] }), [
    400,
    'prompt_ids must be an array of 1 to 1,000 ids of prompts',
  ]);
  assert.deepEqual(await all(), [['kept', 'new'], ['new', 'kept'], ['old']]);
});

test('a report follows its tags at once', async () => {
  const brand = await brandWith({ a: ['x'], b: [] });
  await api.answers(brand, [
    { prompt: 'a', names: ['Zorvexa', 'Quenlith'] },
    { prompt: 'b', names: ['Quenlith', 'Brimvolt'] },
  ]);
  const { b } = await api.promptIds(brand);
  const report = () => ask('brandReport', brand, { tags: ['x'] });
  // Often enough for the sums to be kept in memory.
  for (let i = 0; i < 8; i++) assert.equal((await report()).visibility, 100);
  await ask('tagPrompts', brand, { prompt_ids: [b], add: ['x'] });
  for (let i = 0; i < 8; i++) assert.equal((await report()).visibility, 50);
  await ask('tagPrompts', brand, { prompt_ids: [b], remove: ['x'] });
  assert.deepEqual((await ask('promptReport', brand, { tags: ['x'], prompt_id: b })).report, []);
  assert.deepEqual((await ask('explain', brand, { metric: 'visibility', tags: ['y'] })).prompts, []);
  assert.equal((await report()).visibility, 100);
});

const PROMPTS: Tagged = { a: ['x'], b: ['y', 'x'], c: ['y'], d: [], e: ['z'] };
const anyFact: fc.Arbitrary<Fact> = fc.record({
  prompt: fc.constantFrom(...Object.keys(PROMPTS)),
  agent: fc.constantFrom('chatgpt', 'claude', 'gemini'),
  day: fc.integer({ min: 0, max: 70 }).map((at) => addDays('2026-01-20', at)),
  names: fc.shuffledSubarray(NAMES.slice(0, 5), { maxLength: 4 }),
  feeling: fc.constantFrom('good', 'bad', 'plain', 'unscored'),
  cites: fc.subarray(['https://www.reddit.com/r/tools', 'https://quenlith.example/', 'https://a.example/b']),
  note: fc.integer({ min: 1, max: 1e9 }).map(String),
});
const anyFilter = fc.record(
  {
    date: fc.constantFrom({ from: '2026-02-01', to: '2026-02-28' }, { from: '2026-02-10', to: '2026-03-20' }),
    ai_agent: fc.constantFrom(['chatgpt'], ['claude', 'gemini']),
  },
  { requiredKeys: [] },
);

/** Twice and under each tag: a name counts as a competitor when the brand, not only the chosen prompts, met it twice. */
const EVERYWHERE: Tagged = { f: ['x', 'y', 'z'] };
const met: Fact[] = ['1', '2'].map((note) => ({
  ...{ prompt: 'f', agent: 'chatgpt', day: '2026-01-20', note: `everywhere ${note}` },
  names: NAMES.slice(0, 5),
}));

/** Everything that operations say of a brand, without what differs from brand to brand. */
async function told(brand: TestBrand, filter: object): Promise<string[]> {
  const { date = { from: '2026-02-10', to: '2026-03-20' }, ...rest } = filter as { date?: object };
  const bodies: [OperationName, object][] = [
    ['brandReport', filter],
    ['promptReport', filter],
    ['prompts', rest],
    ['trackedCompetitors', filter],
    ['untrackedCompetitors', filter],
    ['sources', filter],
    ['trend', { ...filter, step: 'month' }],
    ['trend', { ...filter, step: 'day' }],
    ['compare', { before: { from: '2026-01-20', to: '2026-02-09' }, now: date, ...rest }],
    ['compare', { before: date, now: date, competitor: 'Quenlith', ...rest }],
    ['explain', { ...filter, metric: 'visibility' }],
    ['explain', { ...filter, metric: 'position', competitor: 'Brimvolt' }],
    ['answers', filter],
    ['answers', { ...filter, mentioned: true }],
  ];
  const replies = await Promise.all(
    bodies.map(async ([name, body]) => [name, await ask(name, brand, body)] as const),
  );
  const ids = new Set(['id', 'prompt_id', 'brand_id', 'created_at', 'next']);
  return replies.map(([name, reply]) => {
    // Equally often cited domains come in the order in which they were first seen.
    if (name === 'sources') reply.sources.sort((a: Json, b: Json) => (a.domain < b.domain ? -1 : 1));
    return JSON.stringify([name, reply], (key, value) => (ids.has(key) ? undefined : value));
  });
}

test('under a filter by tags every operation says what a brand of those prompts alone would', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(anyFact, { minLength: 5, maxLength: 40 }),
      anyFilter,
      fc.subarray(['x', 'y', 'z'], { minLength: 1 }),
      async (random, filter, tags) => {
        const facts = [...met, ...random];
        const all = { ...PROMPTS, ...EVERYWHERE };
        const chosen = Object.entries(all).filter(([, own]) => own.some((tag) => tags.includes(tag)));
        const [whole, part] = [await brandWith(all), await brandWith(Object.fromEntries(chosen))];
        const isChosen = ({ prompt }: Fact) => chosen.some(([text]) => text === prompt);
        await api.answers(whole, facts);
        await api.answers(part, facts.filter(isChosen));
        const [under, alone] = [await told(whole, { ...filter, tags }), await told(part, filter)];
        for (const [at, line] of under.entries()) assert.equal(line, alone[at]);
        assert.deepEqual(await told(whole, { ...filter, tags: [] }), await told(whole, filter));
      },
    ),
    { numRuns: 20 },
  );
});
