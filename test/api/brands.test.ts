// Brands: made, alike, and deleted with all that is theirs.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { OperationName } from '../../contract/table.ts';
import { checkFacts } from '../../src/storage/check.ts';
import { startApi, tidy } from '../kit/api.ts';

const api = await startApi();
const create = async (body: object, key: string) => {
  const { status, json } = await api.call('createBrand', body, key);
  return status === 200 ? tidy(json).brand : [status, json.error];
};
const failed = async (name: OperationName, body: object, key: string) => {
  const { status, json } = await api.call(name, body, key);
  return [status, json.error];
};
const filled = async (change: Parameters<typeof api.brand>[0] = {}) => {
  const brand = await api.brand({ competitors: ['Quenlith'], ...change });
  await api.answers(brand, [
    { position: 2, cites: ['https://reddit.com/'] },
    { prompt: 'other', names: ['Zorvexa', 'Quenlith', 'Brimvolt'] },
  ]);
  return brand;
};

test('S-090 a brand is created in the account of the caller', async () => {
  const { key } = await api.account();
  assert.deepEqual(await create({ name: 'Acme', domain: 'acme.example' }, key), {
    id: 1,
    name: 'Acme',
    domain: 'acme.example',
    created_at: 'TIME',
  });
  const { brands } = await api.done('brands', {}, key);
  assert.deepEqual(
    brands.map(({ name }: { name: string }) => name),
    ['Acme'],
  );
});

test('S-091 a brand without a name is 400 Brand name is required', async () => {
  const { key } = await api.account();
  for (const body of [{}, { domain: 'acme.example' }, { name: null }])
    assert.deepEqual(await create(body, key), [400, 'Brand name is required']);
});

test('S-092 creating a brand has no 404', async () => {
  const { key } = await api.account();
  const bodies = [{}, { name: 'A', brand_id: 999_999 }, { name: 'A', prompt_id: 7 }, { name: 5 }];
  for (const body of bodies) assert.notEqual((await api.call('createBrand', body, key)).status, 404);
});

test('S-110 a brand is deleted by the id in the body', async () => {
  const brand = await filled();
  const other = await filled({ account: brand.account });
  const { status, json } = await api.call('deleteBrand', { brand_id: brand.id }, brand.key);
  assert.deepEqual([status, json], [200, { success: true, message: 'Brand deleted successfully' }]);
  const { brands } = await api.done('brands', {}, brand.key);
  assert.deepEqual(
    brands.map(({ id }: { id: number }) => id),
    [other.id],
  );
});

test('S-111 deleting a brand: brand_id is required, Brand not found', async () => {
  const brand = await filled();
  assert.deepEqual(await failed('deleteBrand', {}, brand.key), [400, 'brand_id is required']);
  assert.deepEqual(await failed('deleteBrand', { brand_id: 999_999 }, brand.key), [404, 'Brand not found']);
  await api.done('deleteBrand', { brand_id: brand.id }, brand.key);
  assert.deepEqual(await failed('deleteBrand', { brand_id: brand.id }, brand.key), [404, 'Brand not found']);
});

test('D-016 a name is trimmed, 1 to 200 characters, not blank', async () => {
  const { key } = await api.account();
  const named = async (name: unknown) => {
    const brand = await create({ name }, key);
    return brand.name ?? brand;
  };
  assert.equal(await named('  Acme Inc \n'), 'Acme Inc');
  assert.equal(await named('x'), 'x');
  assert.equal(await named(`${' '.repeat(9)}${'é'.repeat(200)}`), 'é'.repeat(200));
  assert.equal(await named('🦊'.repeat(200)), '🦊'.repeat(200));
  for (const blank of ['', '   ', '\t\n\u00a0\u3000'])
    assert.deepEqual(await named(blank), [400, 'Brand name is required']);
  assert.equal((await named('a'.repeat(201)))[0], 400);
  assert.match((await named('🦊'.repeat(201)))[1], /^name must be a string of 1 to 200 characters$/);
});

test('D-017 a domain is a host name or an http(s) URL and becomes the bare host', async () => {
  const { key } = await api.account();
  const given = async (domain: unknown) => {
    const brand = await create({ name: 'A', domain }, key);
    return brand.domain ?? brand;
  };
  const kept: [unknown, string][] = [
    [undefined, ''],
    [null, ''],
    ['acme.com', 'acme.com'],
    [' WWW.Acme.COM ', 'acme.com'],
    ['https://www.acme.com/about?x=1#y', 'acme.com'],
    ['http://acme.co.uk:8080/', 'acme.co.uk'],
    ['shop.acme.com', 'shop.acme.com'],
    ['acme.com.', 'acme.com'],
    ['bücher.de', 'xn--bcher-kva.de'],
    ['例え.jp', 'xn--r8jz45g.jp'],
  ];
  for (const [domain, host] of kept) assert.equal(await given(domain), host, String(domain));
  const wrong = [
    'acme',
    'ftp://acme.com',
    'a b.com',
    'acme.com/about',
    'user@acme.com',
    'http://',
    '.com',
    '-a.com',
    'https://u:p@acme.com',
    'javascript:alert(1)',
    '127.0.0.1',
    'a..b',
    5,
    true,
    [],
    {},
    'acme.com\u0000',
  ];
  for (const domain of wrong)
    assert.deepEqual(await given(domain), [400, 'domain must be a valid domain name'], String(domain));
});

test('D-045 two brands may share a name and a domain', async () => {
  const { key } = await api.account();
  const same = { name: 'Acme', domain: 'acme.example' };
  const made = [await api.done('createBrand', same, key), await api.done('createBrand', same, key)];
  const [one, two] = made.map(({ brand }) => brand);
  assert.notEqual(one.id, two.id);
  assert.deepEqual([one.name, one.domain], [two.name, two.domain]);
});

const TABLES = [
  'prompts',
  'competitors',
  'answers',
  'rereadings',
  'sources',
  'fact_days',
  'fact_months',
  'keys',
];

test('D-046 deleting a brand takes everything with it, for every reader, and no id comes back', async () => {
  const brand = await filled();
  const key = await api.brandKey(brand);
  const ids = await api.promptIds(brand);
  const { answers } = await api.done('answers', { brand_id: brand.id }, brand.key);
  await api.done('deleteBrand', { brand_id: brand.id }, brand.key);
  const rows = async (table: string) =>
    (await api.database.pool.query(`select count(*) as n from ${table} where brand_id = $1`, [brand.id]))
      .rows[0].n;
  for (const table of TABLES) assert.equal(await rows(table), 0, table);
  const { id: account } = brand.account;
  const { rows: days } = await api.database.pool.query('select from source_days where account_id = $1', [
    account,
  ]);
  assert.equal(days.length, 0);
  for (const name of [
    'brandReport',
    'prompts',
    'sources',
    'trackedCompetitors',
    'untrackedCompetitors',
  ] as const)
    assert.deepEqual(await failed(name, { brand_id: brand.id }, brand.key), [404, 'Brand not found']);
  for (const prompt_id of Object.values(ids))
    assert.deepEqual(await failed('promptReport', { prompt_id }, brand.key), [404, 'Prompt not found']);
  assert.equal((await failed('answer', { answer_id: answers[0].id }, brand.key))[0], 404);
  assert.equal((await failed('brands', {}, key))[0], 401);
  const again = await filled({ account: brand.account });
  assert.ok(again.id > brand.id);
  const newIds = Object.values(await api.promptIds(again));
  assert.ok(Math.min(...newIds) > Math.max(...Object.values(ids)));
  assert.deepEqual(await checkFacts(api.database.pool), []);
});

test('a name that nobody can see counts as missing', async () => {
  const account = await api.account();
  for (const name of ['\u200b', '\u202e\u2060 ', '\u00ad']) {
    const { status, json } = await api.call('createBrand', { name }, account.key);
    assert.deepEqual([status, json], [400, { success: false, error: 'Brand name is required' }]);
  }
});
