// API keys as the console makes and deletes them.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { consoleMessages } from '../../contract/console.ts';
import { outcome, startSite } from './site.ts';

const site = await startSite();

async function withKey(key: string, brand_id?: number): Promise<number> {
  const response = await site.inject({
    method: 'POST',
    url: brand_id === undefined ? '/api/v1/brands' : '/api/v1/brand-report',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    payload: JSON.stringify({ brand_id }),
  });
  return response.statusCode;
}

it('a new key works at once with the API, and is refused at once when it is deleted', async () => {
  const { client } = (await site.owner()).browser;
  const { key, created } = await client.createKey({ name: ' laptop ' });
  assert.match(key, /^bsk_g_[0-9A-Za-z]{38}$/);
  assert.equal(await withKey(key), 200);
  const { keys } = await client.keys();
  assert.deepEqual(keys[1], created);
  assert.deepEqual(
    { ...created, id: 0, created_at: '' },
    {
      id: 0,
      name: 'laptop',
      type: 'Global',
      brand_id: null,
      brand: null,
      prefix: key.slice(0, 10),
      last_four: key.slice(-4),
      created_at: '',
      last_used_at: null,
      expires_at: null,
    },
  );
  assert.ok(!JSON.stringify(keys).includes(key));
  const wrong = [400, consoleMessages.keyName];
  assert.deepEqual(await outcome(client.deleteKey({ key_id: created.id, name: 'Laptop' })), wrong);
  assert.equal(await withKey(key), 200);
  const deleted = await client.deleteKey({ key_id: created.id, name: 'laptop' });
  assert.equal(deleted.message, 'Key deleted successfully');
  assert.equal(await withKey(key), 401);
  const missing = [404, consoleMessages.keyNotFound];
  assert.deepEqual(await outcome(client.deleteKey({ key_id: created.id, name: 'laptop' })), missing);
});

it('a Brand-scoped key reaches its brand alone, and says which that is', async () => {
  const { client } = (await site.owner()).browser;
  const { brand: own } = await client.createBrand({ name: 'Zorvexa' });
  const { brand: other } = await client.createBrand({ name: 'Quenlith' });
  const { key, created } = await client.createKey({ name: 'widget', brand_id: own.id });
  assert.match(key, /^bsk_b_/);
  assert.deepEqual([created.type, created.brand_id, created.brand], ['Brand-scoped', own.id, 'Zorvexa']);
  assert.deepEqual([await withKey(key, own.id), await withKey(key, other.id)], [200, 403]);
  await client.deleteBrand({ brand_id: own.id });
  assert.deepEqual([(await client.keys()).keys.length, await withKey(key)], [1, 401]);
});

it('a key may expire', async () => {
  const { client } = (await site.owner()).browser;
  const { key, created } = await client.createKey({ name: 'month', expires_days: 30 });
  const days = (Date.parse(created.expires_at!) - Date.now()) / 86_400_000;
  assert.ok(days > 29.99 && days <= 30);
  assert.equal(await withKey(key), 200);
  await site.database.pool.query('update keys set expires_at = now() where id = $1', [created.id]);
  assert.equal(await withKey(key), 401);
});

it('what is wrong with a new key is named', async () => {
  const { client } = (await site.owner()).browser;
  const days = 'expires_days must be a whole number of days from 1 to 3,650';
  for (const expires_days of [0, -1, 1.5, 3651, '30' as never])
    assert.deepEqual(await outcome(client.createKey({ name: 'k', expires_days })), [400, days]);
  assert.deepEqual(await outcome(client.createKey({ name: '' })), [400, 'name is required']);
  assert.deepEqual(await outcome(client.createKey({ name: 'k', brand_id: 999_999 })), [
    404,
    'Brand not found',
  ]);
  assert.equal((await client.keys()).keys.length, 1);
});

it('members see the keys, and owners alone make them', async () => {
  const { browser } = await site.owner();
  for (const role of ['editor', 'viewer'] as const) {
    const { client } = (await site.member(browser, role)).browser;
    assert.equal((await client.keys()).keys.length, 1);
    assert.deepEqual(await outcome(client.createKey({ name: 'k' })), [403, 'Access denied']);
  }
});
