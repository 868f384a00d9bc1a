// Keys: who may see what.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { OperationName } from '../../contract/table.ts';
import { createKey, deleteKey } from '../../src/operations/keys.ts';
import { listKeys } from '../../src/storage/keys.ts';
import { startApi } from '../kit/api.ts';

const api = await startApi();
const UNAUTHORIZED = [401, 'Missing or invalid API key'];
const FORBIDDEN = [403, 'Access denied'];
const NO_BRAND = [404, 'Brand not found'];
const NO_PROMPT = [404, 'Prompt not found'];
const OF_BRAND = ['brandReport', 'sources', 'prompts', 'trackedCompetitors', 'untrackedCompetitors'] as const;

const answered = async (name: OperationName, body: object, key: string) => {
  const { status, json } = await api.call(name, body, key);
  return status === 200 ? 200 : [status, json.error];
};
const withHeader = async (authorization: string | undefined) => {
  const headers: Record<string, string> = { 'content-type': 'application/json' };
  if (authorization !== undefined) headers.authorization = authorization;
  const { status, json } = await api.fetch('/brands', { method: 'POST', headers, body: '{}' });
  return status === 200 ? 200 : [status, json.error];
};
const filled = async (change: Parameters<typeof api.brand>[0] = {}) => {
  const brand = await api.brand(change);
  await api.answers(brand, [{ position: 1 }]);
  return { brand, prompt_id: (await api.promptIds(brand))['best tool']! };
};
/** Two brands of one account, and a key of the first alone. */
const siblings = async () => {
  const own = await filled();
  const other = await filled({ account: own.brand.account, name: 'Quenlith' });
  return { own, other, key: await api.brandKey(own.brand) };
};

test('S-120 the key travels as a bearer token', async () => {
  const { key } = await api.account();
  assert.equal(await withHeader(`Bearer ${key}`), 200);
  assert.deepEqual(await withHeader(key), UNAUTHORIZED);
  const asQuery = await api.fetch(`/brands?key=${key}`, { method: 'POST', body: '{}' });
  assert.equal(asQuery.status, 401);
});

test('S-121 a key is shown once: only its hash and hints are stored', async () => {
  const account = await api.account();
  const { rows } = await api.database.pool.query('select * from keys where account_id = $1', [account.id]);
  assert.ok(!JSON.stringify(rows).includes(account.key));
  const [listed] = await listKeys(api.context.db, account.id);
  assert.ok(!JSON.stringify(listed).includes(account.key.slice(10, -4)));
  assert.deepEqual([listed!.prefix, listed!.last_four], [account.key.slice(0, 10), account.key.slice(-4)]);
});

test('S-021 a key has a name and a type', async () => {
  const { own, key } = await siblings();
  const keys = await listKeys(api.context.db, own.brand.account.id);
  assert.deepEqual(
    keys.map(({ name, brand_id }) => ({ name, brand_id })),
    [
      { name: 'tests', brand_id: null },
      { name: 'brand', brand_id: own.brand.id },
    ],
  );
  assert.match(own.brand.key, /^bsk_g_[0-9A-Za-z]{38}$/);
  assert.match(key, /^bsk_b_[0-9A-Za-z]{38}$/);
});

test('S-122 a Global key reaches every brand of its account', async () => {
  const { own, other } = await siblings();
  for (const { brand, prompt_id } of [own, other]) {
    for (const name of OF_BRAND)
      assert.equal(await answered(name, { brand_id: brand.id }, own.brand.key), 200);
    assert.equal(await answered('promptReport', { prompt_id }, own.brand.key), 200);
  }
});

test('S-123 a Brand-scoped key reaches its brand', async () => {
  const { own, key } = await siblings();
  for (const name of OF_BRAND) assert.equal(await answered(name, { brand_id: own.brand.id }, key), 200);
  assert.equal(await answered('promptReport', {}, key), 200);
  const { brands } = await api.done('brands', {}, key);
  assert.deepEqual(
    brands.map(({ id }: { id: number }) => id),
    [own.brand.id],
  );
});

test('S-124 a missing or invalid key is 401', async () => {
  const { key } = await api.account();
  const changed = key.slice(0, -1) + (key.endsWith('A') ? 'B' : 'A');
  for (const header of [
    undefined,
    '',
    'Bearer',
    'Bearer ',
    'Bearer x',
    `Bearer ${changed}`,
    `Bearer ${key}x`,
    `Bearer ${key} x`,
  ])
    assert.deepEqual(await withHeader(header), UNAUTHORIZED, header);
});

test('S-125 a Brand-scoped key outside its brand is 403 Access denied', async () => {
  const { other, key } = await siblings();
  for (const name of OF_BRAND)
    assert.deepEqual(await answered(name, { brand_id: other.brand.id }, key), FORBIDDEN);
  assert.deepEqual(await answered('togglePrompt', { prompt_id: other.prompt_id }, key), FORBIDDEN);
  assert.deepEqual(await answered('deleteBrand', { brand_id: other.brand.id }, key), FORBIDDEN);
});

test('S-126 a key can be deleted and replaced', async () => {
  const account = await api.account();
  const { id, key } = await createKey(api.context, { accountId: account.id, name: 'leaked' });
  assert.equal(await answered('brands', {}, key), 200);
  await deleteKey(api.context, id);
  assert.deepEqual(await answered('brands', {}, key), UNAUTHORIZED);
  const replaced = await createKey(api.context, { accountId: account.id, name: 'new' });
  assert.equal(await answered('brands', {}, replaced.key), 200);
});

test('S-131 every 401 is the same, byte for byte', async () => {
  const account = await api.account();
  const keys = ['', 'garbage', await api.expiredKey(account), await api.deletedKey(account)];
  for (const key of keys) {
    const { text, status } = await api.call('brandReport', { brand_id: 1 }, key);
    assert.deepEqual([status, text], [401, '{"success":false,"error":"Missing or invalid API key"}']);
  }
});

test('D-002 the scheme is Bearer in any case, and no other', async () => {
  const { key } = await api.account();
  for (const scheme of ['Bearer', 'bearer', 'BEARER', 'bEaReR'])
    assert.equal(await withHeader(`${scheme} ${key}`), 200);
  const basic = Buffer.from(`${key}:`).toString('base64');
  for (const header of [`Basic ${basic}`, `Token ${key}`, `Bearer:${key}`, `Bearer=${key}`, `Digest ${key}`])
    assert.deepEqual(await withHeader(header), UNAUTHORIZED, header);
});

test('D-003 the message of 401 is Missing or invalid API key', async () => {
  assert.deepEqual(await withHeader(undefined), [401, 'Missing or invalid API key']);
});

test('D-040 another account is not found, and never seen', async () => {
  const { brand, prompt_id } = await filled();
  const stranger = await api.account();
  const asStranger = (name: OperationName, body: object) => answered(name, body, stranger.key);
  for (const name of [...OF_BRAND, 'deleteBrand'] as const)
    assert.deepEqual(await asStranger(name, { brand_id: brand.id }), NO_BRAND);
  for (const name of ['promptReport', 'togglePrompt'] as const)
    assert.deepEqual(await asStranger(name, { prompt_id }), NO_PROMPT);
  assert.deepEqual((await api.call('promptReport', {}, stranger.key)).json, { success: true, report: [] });
  assert.deepEqual((await api.call('brands', {}, stranger.key)).json, { success: true, brands: [] });
});

test('D-041 a Brand-scoped key gets 403 for any other brand_id, existing or not', async () => {
  const { other, key } = await siblings();
  const { brand: foreign } = await filled();
  for (const brand_id of [other.brand.id, foreign.id, 999_999, Number.MAX_SAFE_INTEGER])
    for (const name of OF_BRAND) assert.deepEqual(await answered(name, { brand_id }, key), FORBIDDEN);
});

test('D-042 a Brand-scoped key and prompts: its own, a sibling brand’s, unknown ones', async () => {
  const { own, other, key } = await siblings();
  const foreign = await filled();
  for (const name of ['promptReport', 'togglePrompt'] as const) {
    assert.equal(await answered(name, { prompt_id: own.prompt_id }, key), 200);
    assert.deepEqual(await answered(name, { prompt_id: other.prompt_id }, key), FORBIDDEN);
    assert.deepEqual(await answered(name, { prompt_id: 999_999 }, key), NO_PROMPT);
    assert.deepEqual(await answered(name, { prompt_id: foreign.prompt_id }, key), NO_PROMPT);
  }
});

test('the answers of a sibling brand tell a Brand-scoped key nothing as `before`', async () => {
  const owner = await api.account();
  const [own, sibling] = [await api.brand({ account: owner }), await api.brand({ account: owner })];
  await api.answers(own, [{ day: '2026-01-01' }]);
  await api.answers(sibling, [{ day: '2026-02-01' }]);
  const { answers } = await api.done('answers', { brand_id: sibling.id }, owner.key);
  const key = await api.brandKey(own);
  for (const before of [answers[0].id, 999_999]) {
    const { status, json } = await api.call('answers', { brand_id: own.id, before }, key);
    const error = `before must be the id of an answer of this brand: ${before} is none, or was deleted`;
    assert.deepEqual([status, json], [400, { success: false, error }]);
  }
});

test('D-043 a Brand-scoped key may not create brands', async () => {
  const { own, key } = await siblings();
  assert.deepEqual(await answered('createBrand', { name: 'New' }, key), FORBIDDEN);
  assert.deepEqual(await answered('createBrand', {}, key), [400, 'Brand name is required']);
  assert.equal((await api.done('brands', {}, own.brand.key)).brands.length, 2);
});

test('D-044 a Brand-scoped key may delete its brand, and goes with it', async () => {
  const { own, key } = await siblings();
  const { json } = await api.call('deleteBrand', { brand_id: own.brand.id }, key);
  assert.deepEqual(json, { success: true, message: 'Brand deleted successfully' });
  assert.deepEqual(await answered('brands', {}, key), UNAUTHORIZED);
  assert.deepEqual(await answered('brandReport', { brand_id: own.brand.id }, own.brand.key), NO_BRAND);
});

test('D-048 keys expire only when that was chosen; a deleted one is refused at once', async () => {
  const account = await api.account();
  const make = async (expiresInDays?: number) =>
    (await createKey(api.context, { accountId: account.id, name: 'k', expiresInDays })).key;
  assert.deepEqual(await answered('brands', {}, await make(-0.001)), UNAUTHORIZED);
  assert.equal(await answered('brands', {}, await make(1)), 200);
  const forever = await createKey(api.context, { accountId: account.id, name: 'forever' });
  const [row] = (await listKeys(api.context.db, account.id)).filter(({ id }) => id === forever.id);
  assert.equal(row!.expires_at, null);
  for (let round = 0; round < 5; round++) assert.equal(await answered('brands', {}, forever.key), 200);
  // As another process would: this one is told nothing.
  await api.database.pool.query('delete from keys where id = $1', [forever.id]);
  assert.deepEqual(await answered('brands', {}, forever.key), UNAUTHORIZED);
});

test('lists of a Brand-scoped key hold nothing of a sibling brand', async () => {
  const { own, other, key } = await siblings();
  const lists = [await api.done('promptReport', {}, key), await api.done('brands', {}, key)];
  const text = JSON.stringify([...lists, await api.done('answers', { brand_id: own.brand.id }, key)]);
  assert.ok(text.includes('Zorvexa') && !text.includes(`"${other.brand.name}"`));
});

test('an Idempotency-Key of a Global key and the same one of a Brand-scoped key are two', async () => {
  const { own, other, key } = await siblings();
  const toggle = async (as: string, prompt_id: number) => {
    const { status, json } = await api.send('togglePrompt', {
      key: as,
      body: { prompt_id },
      headers: { 'idempotency-key': 'first' },
    });
    return status === 200 ? json.active : [status, json.error];
  };
  const first = await toggle(own.brand.key, own.prompt_id);
  const second = await toggle(key, own.prompt_id);
  assert.deepEqual([first, second].toSorted(), ['N', 'Y']);
  assert.equal(await toggle(own.brand.key, own.prompt_id), first);
  assert.equal(await toggle(key, own.prompt_id), second);
  const [status, error] = await toggle(own.brand.key, other.prompt_id);
  assert.deepEqual([status, /another request/.test(error)], [400, true]);
});
