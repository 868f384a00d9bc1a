// Competitors: those that a person chose, and those that the answers name.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { OperationName } from '../../contract/table.ts';
import { type Fact, SCORES } from '../kit/answers.ts';
import { startApi, type TestBrand } from '../kit/api.ts';

const api = await startApi();
const good = SCORES.good!;
const plain = SCORES.plain!;

async function brandWith(facts: readonly Fact[], change: Parameters<typeof api.brand>[0] = {}) {
  const brand = await api.brand(change);
  await api.answers(brand, facts);
  return brand;
}
const list = async (name: OperationName, brand: TestBrand, filter: object = {}) =>
  (await api.done(name, { brand_id: brand.id, ...filter }, brand.key)).competitors;
const tracked = (brand: TestBrand, filter?: object) => list('trackedCompetitors', brand, filter);
const untracked = (brand: TestBrand, filter?: object) => list('untrackedCompetitors', brand, filter);
const names = (rows: { name: string }[]) => rows.map(({ name }) => name);
const failed = async (name: OperationName, body: object) => {
  const { key } = await api.account();
  const { status, json } = await api.call(name, body, key);
  return [status, json.error];
};

test('S-080 the tracked competitors of one brand, aggregated across its prompts', async () => {
  const brand = await brandWith(
    [
      { prompt: 'a', names: ['Zorvexa', 'Quenlith'], feeling: 'good' },
      { prompt: 'a', names: ['Zorvexa', 'Brimvolt'] },
      { prompt: 'b', names: ['Brimvolt', 'Dranketo', 'Quenlith'], feeling: 'plain' },
    ],
    { competitors: [{ name: 'Quenlith', domain: 'https://www.quenlith.example/x' }, 'Brimvolt'] },
  );
  assert.deepEqual(await api.done('trackedCompetitors', { brand_id: brand.id }, brand.key), {
    success: true,
    competitors: [
      { name: 'Brimvolt', domain: '', total_responses: 3, visibility: 75, sentiment: plain, position: 1.5 },
      {
        name: 'Quenlith',
        domain: 'quenlith.example',
        total_responses: 3,
        visibility: 75,
        sentiment: Math.floor((good + plain) / 2 + 0.5),
        position: 2.5,
      },
    ],
  });
});

test('S-081 tracked competitors: brand_id is required, Brand not found', async () => {
  assert.deepEqual(await failed('trackedCompetitors', {}), [400, 'brand_id is required']);
  assert.deepEqual(await failed('trackedCompetitors', { brand_id: 999_999 }), [404, 'Brand not found']);
});

test('S-085 the untracked competitors of one brand', async () => {
  const facts: Fact[] = [
    { prompt: 'a', names: ['Zorvexa', 'Brimvolt'] },
    { prompt: 'a', names: ['Zorvexa', 'Quenlith'] },
    { prompt: 'b', names: ['Dranketo', 'Brimvolt'] },
  ];
  const brand = await brandWith(facts, { competitors: ['Quenlith'] });
  assert.deepEqual(await api.done('untrackedCompetitors', { brand_id: brand.id }, brand.key), {
    success: true,
    competitors: [
      { name: 'Brimvolt', domain: '', total_responses: 3, visibility: 75 },
      { name: 'Dranketo', domain: '', total_responses: 3, visibility: 50 },
    ],
  });
});

test('S-086 untracked competitors: brand_id is required, Brand not found', async () => {
  assert.deepEqual(await failed('untrackedCompetitors', {}), [400, 'brand_id is required']);
  assert.deepEqual(await failed('untrackedCompetitors', { brand_id: 999_999 }), [404, 'Brand not found']);
});

test('D-023 order: most visible first, then by name; sources most cited first, then by id; limit cuts after it', async () => {
  const reddit = 'https://reddit.com/';
  const brand = await brandWith(
    [
      {
        prompt: 'z',
        day: '2026-05-01',
        names: ['Myrqatel', 'Brimvolt'],
        cites: ['https://a.example/', reddit],
      },
      {
        prompt: 'a',
        day: '2026-05-02',
        names: ['Kelvundo', 'Brimvolt'],
        cites: ['https://b.example/', reddit],
      },
      {
        prompt: 'm',
        day: '2026-05-03',
        names: ['Kelvundo', 'Myrqatel', 'Huvrento'],
        cites: ['https://b.example/'],
      },
      { prompt: 'm', day: '2026-04-30', cites: [reddit] },
    ],
    { competitors: ['Plyxentra', 'Fyxoria', 'Huvrento'] },
  );
  assert.deepEqual(names(await untracked(brand)), ['Brimvolt', 'Kelvundo', 'Myrqatel']);
  assert.deepEqual(names(await untracked(brand, { limit: 2 })), ['Brimvolt', 'Kelvundo']);
  assert.deepEqual(names(await tracked(brand)), ['Huvrento', 'Fyxoria', 'Plyxentra']);
  assert.deepEqual(names(await tracked(brand, { limit: 1 })), ['Huvrento']);
  const domains = async (filter: object) =>
    (await api.done('sources', { brand_id: brand.id, ...filter }, brand.key)).sources.map(
      ({ domain }: { domain: string }) => domain,
    );
  assert.deepEqual(await domains({}), ['reddit.com', 'b.example', 'a.example']);
  assert.deepEqual(await domains({ limit: 1 }), ['reddit.com']);
  assert.deepEqual(await domains({ date: { from: '2026-05-02' } }), ['b.example', 'reddit.com']);
  await api.answers(brand, [{ prompt: 'm', cites: ['https://0.example/'] }]);
  assert.deepEqual((await domains({})).slice(2), ['a.example', '0.example']);
  const prompts = await api.done('prompts', { brand_id: brand.id, limit: 2 }, brand.key);
  assert.deepEqual(
    prompts.prompts.map(({ prompt }: { prompt: string }) => prompt),
    ['z', 'a'],
  );
});

test('D-032 tracked ones are listed even with zeros; untracked ones with a mention in the filter', async () => {
  const brand = await brandWith(
    [
      { day: '2026-05-01', names: ['Zorvexa', 'Brimvolt'] },
      { day: '2026-05-02', names: ['Zorvexa', 'Dranketo'] },
    ],
    { competitors: ['Quenlith'] },
  );
  const zeros = { domain: '', total_responses: 2, visibility: 0, sentiment: 0, position: 0 };
  assert.deepEqual(await tracked(brand), [{ name: 'Quenlith', ...zeros }]);
  assert.deepEqual(names(await untracked(brand)), ['Brimvolt', 'Dranketo']);
  assert.deepEqual(names(await untracked(brand, { date: { to: '2026-05-01' } })), ['Brimvolt']);
  await api.done('trackCompetitor', { brand_id: brand.id, name: 'Brimvolt' }, brand.key);
  await api.reread();
  assert.deepEqual(names(await tracked(brand)), ['Brimvolt', 'Quenlith']);
  assert.deepEqual(names(await untracked(brand)), ['Dranketo']);
  await api.done('untrackCompetitor', { brand_id: brand.id, name: 'Brimvolt' }, brand.key);
  await api.done('untrackCompetitor', { brand_id: brand.id, name: 'Quenlith' }, brand.key);
  await api.reread();
  assert.deepEqual(await tracked(brand), []);
  assert.deepEqual(names(await untracked(brand)), ['Brimvolt', 'Dranketo']);
});

test('D-036 the domain of a competitor is empty where it is not known', async () => {
  const brand = await brandWith([{ names: ['Zorvexa', 'Brimvolt'] }], {
    competitors: ['Quenlith', { name: 'Dranketo', domain: 'dranketo.example' }],
  });
  const domains = [...(await tracked(brand)), ...(await untracked(brand))].map(({ name, domain }) => [
    name,
    domain,
  ]);
  assert.deepEqual(Object.fromEntries(domains), { Quenlith: '', Dranketo: 'dranketo.example', Brimvolt: '' });
});

test('names whose sightings share a spelling are tracked, and untracked, side by side', async () => {
  const sets = [
    ['Quenlith', 'Quenlith CRM'],
    ['Brimvolt CRM', 'Brimvolt'],
    ['C#', 'C'],
    ['!!!', '???'],
  ];
  const brand = await brandWith([{ names: ['Zorvexa', 'Quenlith'] }], { competitors: sets.flat() });
  assert.deepEqual(names(await tracked(brand)).toSorted(), sets.flat().toSorted());
  for (const name of ['quenlith crm', 'Brimvolt', 'C', '???'])
    await api.done('untrackCompetitor', { brand_id: brand.id, name }, brand.key);
  const left = ['Quenlith', 'Brimvolt CRM', 'C#', '!!!'];
  assert.deepEqual(names(await tracked(brand)).toSorted(), left.toSorted());
  await api.done('trackCompetitor', { brand_id: brand.id, name: 'QUENLITH' }, brand.key);
  assert.deepEqual(
    names(await tracked(brand)).toSorted(),
    ['QUENLITH', 'Brimvolt CRM', 'C#', '!!!'].toSorted(),
  );
});

test('the brand cannot be its own competitor, by name or by alias', async () => {
  const brand = await brandWith([{ names: ['Zorvexa', 'Quenlith'] }], {});
  await api.done('updateBrand', { brand_id: brand.id, aliases: ['Zorvexa Labs'] }, brand.key);
  const { name: own } = (await api.done('brands', {}, brand.key)).brands.find(
    ({ id }: { id: number }) => id === brand.id,
  );
  for (const name of [own.toUpperCase(), 'zorvexa  labs']) {
    const { status, json } = await api.call('trackCompetitor', { brand_id: brand.id, name }, brand.key);
    assert.equal(status, 400);
    assert.match(json.error, /^name must not be a name of the brand itself: /);
  }
  assert.deepEqual(await tracked(brand), []);
});
