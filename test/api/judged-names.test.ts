// Names that answers gave and that a person judged: no brand, or another spelling of one.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { OperationName } from '../../contract/table.ts';
import { checkFacts } from '../../src/storage/check.ts';
import { type Json, startApi, type TestBrand } from '../kit/api.ts';

const api = await startApi();
const ask = (name: OperationName, brand: TestBrand, body: object = {}): Promise<Json> =>
  api.done(name, { brand_id: brand.id, ...body }, brand.key);
const failed = async (name: OperationName, brand: TestBrand, body: object) => {
  const { status, json } = await api.call(name, { brand_id: brand.id, ...body }, brand.key);
  return [status, json.error];
};
const untracked = async (brand: TestBrand) =>
  (await ask('untrackedCompetitors', brand)).competitors.map(({ name, visibility }: Json) => [
    name,
    visibility,
  ]);
const position = async (brand: TestBrand) => (await ask('brandReport', brand)).position;

async function filled() {
  const brand = await api.brand({ competitors: ['Globex'] });
  await api.answers(brand, [
    { names: ['Brimvolt', 'Dranketo', 'Zorvexa'] },
    { names: ['Dranketo', 'Zorvexa', 'Fyxoria'] },
  ]);
  return brand;
}
async function settled(brand: TestBrand, name: OperationName, body: object): Promise<Json> {
  const made = await ask(name, brand, body);
  await api.reread();
  assert.deepEqual(await checkFacts(api.database.pool), []);
  return made.competitor;
}

test('a dismissed name is gone from reports, now and in answers to come, until that is taken back', async () => {
  const brand = await filled();
  const before = await untracked(brand);
  assert.deepEqual(before, [
    ['Dranketo', 100],
    ['Brimvolt', 50],
    ['Fyxoria', 50],
  ]);
  const dismissed = await settled(brand, 'dismissCompetitor', { name: 'dranketo' });
  assert.deepEqual([dismissed.name, dismissed.dismissed, dismissed.tracked], ['Dranketo', true, false]);
  await api.answers(brand, [{ names: ['Zorvexa', 'Dranketo', 'Brimvolt'], note: 'later' }]);
  assert.deepEqual(await untracked(brand), [
    ['Brimvolt', 67],
    ['Fyxoria', 33],
  ]);
  const back = await settled(brand, 'dismissCompetitor', { name: 'Dranketo', dismissed: false });
  assert.equal(back.dismissed, false);
  assert.deepEqual(await untracked(brand), [
    ['Dranketo', 100],
    ['Brimvolt', 67],
    ['Fyxoria', 33],
  ]);
});

test('a name merged into another found name counts as that one, and comes apart again', async () => {
  const brand = await filled();
  const merged = await settled(brand, 'mergeCompetitor', { name: 'Fyxoria', into: 'Brimvolt' });
  assert.deepEqual([merged.name, merged.merged_into], ['Fyxoria', 'Brimvolt']);
  assert.deepEqual(await untracked(brand), [
    ['Brimvolt', 100],
    ['Dranketo', 100],
  ]);
  await api.answers(brand, [{ names: ['Fyxoria', 'Zorvexa'], note: 'later' }]);
  assert.deepEqual(await untracked(brand), [
    ['Brimvolt', 100],
    ['Dranketo', 67],
  ]);
  await settled(brand, 'mergeCompetitor', { name: 'Fyxoria' });
  assert.deepEqual(await untracked(brand), [
    ['Dranketo', 67],
    ['Fyxoria', 67],
    ['Brimvolt', 33],
  ]);
});

test('a name merged into a tracked competitor has its history there, also after untracking', async () => {
  const brand = await filled();
  await settled(brand, 'mergeCompetitor', { name: 'Fyxoria', into: 'Globex' });
  const [globex] = (await ask('trackedCompetitors', brand)).competitors;
  assert.deepEqual([globex.name, globex.visibility], ['Globex', 50]);
  await settled(brand, 'untrackCompetitor', { name: 'Globex' });
  assert.deepEqual(await untracked(brand), [
    ['Dranketo', 100],
    ['Brimvolt', 50],
    ['Globex', 50],
  ]);
});

test('a merged name is found in its bare form too', async () => {
  const brand = await api.brand({ competitors: ['Globex'] });
  await api.answers(brand, [{ names: ['Initech CRM', 'Zorvexa'] }]);
  await settled(brand, 'mergeCompetitor', { name: 'Initech CRM', into: 'Globex' });
  await api.answers(brand, [{ names: ['Initech', 'Zorvexa'], note: 'later' }]);
  assert.equal((await ask('trackedCompetitors', brand)).competitors[0].visibility, 100);
});

test('dismissing a name in a list moves nobody; in a sentence those behind it move up', async () => {
  const brand = await filled();
  assert.equal(await position(brand), 2.5);
  await settled(brand, 'dismissCompetitor', { name: 'Dranketo' });
  assert.equal(await position(brand), 2.5);
});

test('names merged into a name that is merged itself go on with it', async () => {
  const brand = await filled();
  await settled(brand, 'mergeCompetitor', { name: 'Fyxoria', into: 'Dranketo' });
  await settled(brand, 'mergeCompetitor', { name: 'Dranketo', into: 'Brimvolt' });
  assert.deepEqual(await untracked(brand), [['Brimvolt', 100]]);
  assert.equal((await failed('mergeCompetitor', brand, { name: 'Brimvolt', into: 'Dranketo' }))[0], 400);
});

test('a name cannot be merged into the brand: that is what aliases are for', async () => {
  const brand = await filled();
  assert.deepEqual(await failed('mergeCompetitor', brand, { name: 'Fyxoria', into: 'zorvexa' }), [
    400,
    'into must be a competitor, not the brand: give the brand "Fyxoria" as an alias',
  ]);
});

test('what cannot be judged gets a clear error', async () => {
  const brand = await filled();
  assert.deepEqual(await failed('dismissCompetitor', brand, { name: 'Nobody' }), [
    404,
    'Competitor not found',
  ]);
  assert.deepEqual(await failed('dismissCompetitor', brand, { name: 'Globex' }), [
    400,
    'name must not be a tracked competitor, untrack it first: "Globex"',
  ]);
  assert.deepEqual(await failed('mergeCompetitor', brand, { name: 'Fyxoria', into: 'fyxoria' }), [
    400,
    'into must be another competitor than "Fyxoria"',
  ]);
  await settled(brand, 'mergeCompetitor', { name: 'Fyxoria', into: 'Brimvolt' });
  assert.deepEqual(await failed('mergeCompetitor', brand, { name: 'Dranketo', into: 'Fyxoria' }), [
    400,
    'into must not be a competitor that was dismissed or merged itself: "Fyxoria"',
  ]);
  const tracked = await settled(brand, 'trackCompetitor', { name: 'Fyxoria' });
  assert.deepEqual([tracked.tracked, tracked.merged_into], [true, null]);
});

test('the list of competitors says when each was named first and last', async () => {
  const brand = await api.brand({ competitors: ['Quenlith', 'Myrqatel'] });
  await api.answers(brand, [
    { names: ['Zorvexa', 'Quenlith', 'Dranketo'], day: '2026-08-02' },
    { names: ['Zorvexa', 'Dranketo'], day: '2026-07-15', agent: 'claude' },
    { names: ['Quenlith', 'Dranketo'], day: '2026-09-30', prompt: 'another' },
  ]);
  const seen = async () =>
    (await ask('listCompetitors', brand)).competitors.map(({ name, first_seen, last_seen }: Json) => [
      ...[name, first_seen, last_seen],
    ]);
  assert.deepEqual(await seen(), [
    ['Myrqatel', null, null],
    ['Quenlith', '2026-08-02', '2026-09-30'],
    ['Dranketo', '2026-07-15', '2026-09-30'],
  ]);
  await ask('dismissCompetitor', brand, { name: 'Dranketo' });
  await api.reread();
  assert.deepEqual((await seen()).at(-1), ['Dranketo', null, null]);
});
