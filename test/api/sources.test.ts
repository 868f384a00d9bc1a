// Sources: the domains that answers cite.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SOURCE_TYPES } from '../../contract/v1.ts';
import type { Fact } from '../kit/answers.ts';
import { startApi, type TestBrand, tidy } from '../kit/api.ts';

const api = await startApi();
const REDDIT = 'https://www.reddit.com/r/tools';
const WIKIPEDIA = 'https://en.wikipedia.org/wiki/Tool';

async function brandWith(facts: readonly Fact[], change: Parameters<typeof api.brand>[0] = {}) {
  const brand = await api.brand(change);
  await api.answers(brand, facts);
  return brand;
}
const sources = async (brand: TestBrand, filter: object = {}) =>
  (await api.done('sources', { brand_id: brand.id, ...filter }, brand.key)).sources;
const short = async (brand: TestBrand, filter: object = {}) =>
  (await sources(brand, filter)).map(({ domain, ai_tool }: Record<string, string>) => `${domain} ${ai_tool}`);

test('S-050 the sources of one brand', async () => {
  const account = await api.account();
  const brand = await brandWith([{ cites: [REDDIT] }, { agent: 'claude', cites: [WIKIPEDIA] }], { account });
  await brandWith([{ cites: ['https://other.example/'] }], { account });
  assert.deepEqual(tidy(await api.done('sources', { brand_id: brand.id }, brand.key)), {
    success: true,
    sources: [
      { id: 1, domain: 'reddit.com', type: 'community', ai_tool: 'chatgpt', created_at: 'TIME' },
      { id: 2, domain: 'wikipedia.org', type: 'reference', ai_tool: 'claude', created_at: 'TIME' },
    ],
  });
});

test('S-051 the sources take date, limit and ai_agent', async () => {
  const brand = await brandWith([
    { day: '2026-04-01', agent: 'claude', cites: [REDDIT, WIKIPEDIA] },
    { day: '2026-04-02', agent: 'grok', cites: [REDDIT] },
    { day: '2026-04-03', agent: 'claude', cites: [REDDIT] },
  ]);
  const [reddit, wikipedia, grok] = ['reddit.com claude', 'wikipedia.org claude', 'reddit.com grok'];
  assert.deepEqual(await short(brand), [reddit, grok, wikipedia]);
  assert.deepEqual(await short(brand, { limit: 2 }), [reddit, grok]);
  assert.deepEqual(await short(brand, { ai_agent: ['grok'] }), [grok]);
  assert.deepEqual(await short(brand, { ai_agent: ['never_seen'] }), []);
  assert.deepEqual(await short(brand, { date: { from: '2026-04-02' } }), [reddit, grok]);
  assert.deepEqual(await short(brand, { date: { to: '2026-04-01' } }), [reddit, wikipedia]);
  const date = { from: '2026-04-02', to: '2026-04-02' };
  assert.deepEqual(await short(brand, { date, ai_agent: ['claude'] }), []);
});

test('S-052 the sources: brand_id is required, Brand not found', async () => {
  const { key } = await api.account();
  const failed = async (body: object) => {
    const { status, json } = await api.call('sources', body, key);
    return [status, json.error];
  };
  assert.deepEqual(await failed({}), [400, 'brand_id is required']);
  assert.deepEqual(await failed({ brand_id: 999_999 }), [404, 'Brand not found']);
});

test('D-033 one record per brand, domain and agent; the registrable domain; first seen is kept', async () => {
  const account = await api.account();
  const brand = await brandWith(
    [{ cites: ['https://old.reddit.com/a', REDDIT, 'https://shop.maker.co.uk/x', 'https://maker.co.uk'] }],
    { account },
  );
  const before = await sources(brand);
  assert.deepEqual(
    before.map(({ domain }: { domain: string }) => domain),
    ['maker.co.uk', 'reddit.com'],
  );
  await api.answers(brand, [{ cites: [REDDIT] }, { agent: 'claude', cites: [REDDIT] }]);
  const after = await sources(brand);
  assert.equal(after.length, 3);
  assert.deepEqual(after[0], before[1]); // now the most cited
  const other = await brandWith([{ cites: [REDDIT] }], { account });
  assert.notEqual((await sources(other))[0].id, before[1].id);
});

test('D-034 the type says whose site it is, else what kind of site', async () => {
  const brand = await brandWith(
    [
      {
        cites: [
          'https://www.zorvexa.example/pricing',
          'https://quenlith.example/',
          'https://www.linkedin.com/in/somebody',
          'https://www.amazon.com/dp/1',
          'https://www.g2.com/products/zorvexa/reviews',
          'https://www.nytimes.com/2026/01/01/tools.html',
          'https://www.nasa.gov/',
          REDDIT,
          WIKIPEDIA,
          'https://brimvolt.example/',
        ],
      },
    ],
    { domain: 'zorvexa.example', competitors: [{ name: 'Quenlith', domain: 'quenlith.example' }] },
  );
  const types = (await sources(brand)).map(({ type }: { type: string }) => type);
  assert.deepEqual(types.toSorted(), [...SOURCE_TYPES].sort());
  await api.done('updateBrand', { brand_id: brand.id, domain: 'brimvolt.example' }, brand.key);
  const after = await sources(brand);
  const typeOf = (domain: string) =>
    after.find((source: { domain: string }) => source.domain === domain).type;
  assert.deepEqual([typeOf('brimvolt.example'), typeOf('zorvexa.example')], ['owned', 'other']);
});
