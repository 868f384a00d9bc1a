// Keys of vendors: opened by the right service for the right row alone, and found nowhere else. Addresses that accounts
// choose lead into nobody's own network.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import dns from 'node:dns/promises';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';
import { checkPublic } from '../../src/collector/addresses.ts';
import { allConnections } from '../../src/collector/all.ts';
import { Connections } from '../../src/collector/connections.ts';
import { unpackExchanges } from '../../src/domain/exchanges.ts';
import { seal, unseal } from '../../src/domain/seal.ts';
import { deleteVendorKey, setVendorKey, vendorKeys } from '../../src/operations/vendor-keys.ts';
import { listTables } from '../../src/storage/table-list.ts';
import { fail, openCleanWorld } from './clean-world.ts';
import { near, SECRET } from './world.ts';

const world = await openCleanWorld();
const { call, brandId, rows, plan, prompt_ids, runsNow, slotsNow, firstFailure, accountId } = world;
// Characters that URLs and JSON write otherwise.
const KEY = 'sk-proj+/=&"7f%x~sk-proj+/=&"7f%x~';
const set = (connection: string, key: string, baseUrl = '') =>
  setVendorKey(world.context, accountId, { connection, key, baseUrl });

test('a sealed key opens for its row and its secret, whole, and not otherwise', () => {
  const secret = randomBytes(32);
  const row = 'vendor_keys 1 openai';
  const sealed = seal(secret, KEY, row);
  assert.equal(unseal(secret, sealed, row), KEY);
  assert.ok(!sealed.includes(KEY.slice(0, 8)));
  assert.notDeepEqual(seal(secret, KEY, row), sealed, 'another vector each time');
  for (const other of ['vendor_keys 2 openai', 'vendor_keys 1 gemini', ''])
    assert.throws(() => unseal(secret, sealed, other), other);
  assert.throws(() => unseal(randomBytes(32), sealed, row));
  for (let at = 0; at < sealed.length; at++) {
    const changed = Buffer.from(sealed);
    changed[at]! ^= 1;
    assert.throws(() => unseal(secret, changed, row), `byte ${at}`);
  }
  for (let size = 0; size < sealed.length; size++)
    assert.throws(() => unseal(secret, sealed.subarray(0, size), row), `${size} bytes`);
});

test('a key that was copied into the row of another account is not used, nor is another in its place', async () => {
  await set('openai', KEY);
  const [{ id }] = await rows("insert into accounts (name) values ('Other') returning id");
  await rows('update vendor_keys set account_id = $1', [id]);
  // The kit's connections throw what a service logs.
  const cannot = new RegExp(`the stored key of openai of account ${id} cannot be opened`);
  await assert.rejects(world.machine().connections.refresh(), cannot);
  await rows('delete from vendor_keys');
});

test('an account whose key cannot be opened is not asked for with the key of the operator', async () => {
  await set('openai', KEY);
  await rows('update vendor_keys set sealed = set_byte(sealed, 20, get_byte(sealed, 20) # 1)');
  const errors: unknown[] = [];
  const connections = new Connections({
    ...{ db: world.context.db, secret: SECRET, connections: allConnections, prices: {} },
    settings: { openai: { key: 'the key of the operator', variables: 'OPENAI_API_KEY' } },
    onError: (error) => errors.push(error),
  });
  for (let look = 0; look < 3; look++) await connections.refresh();
  assert.equal(connections.endpointOf(accountId, 'openai'), null);
  assert.equal(connections.isReady(accountId, 'openai'), false);
  assert.equal(errors.length, 1, 'said once');
  assert.match(String(errors[0]), /cannot be opened: was SECRET_KEY changed\?/);
  assert.ok(connections.endpointOf(accountId + 1, 'openai'), 'others are not concerned');
  await rows('delete from vendor_keys');
});

test('a key is in no list, no row, no message, no kept response and no log, whatever vendors say', async () => {
  await set('openai', KEY);
  const shapes = [KEY, encodeURIComponent(KEY), Buffer.from(KEY).toString('base64')];
  const told = JSON.stringify(shapes.join(' ')).slice(1, -1);
  const headers = { 'x-echo': 'none', location: `https://elsewhere.example/?key=${encodeURIComponent(KEY)}` };
  const body = JSON.stringify({
    error: { message: `Incorrect API key provided: ${shapes.join(' ')}`, type: 'x', code: null },
  });
  for (const [status, text] of [
    [401, body],
    [500, told],
    [400, `<title>${encodeURIComponent(KEY)}</title>`],
    [307, ''],
  ] as const) {
    await rows('delete from slots');
    await rows('delete from pauses');
    world.behave(() => ({ mode: 'raw', reply: { status, headers, body: text } }));
    await call('collect', { brand_id: brandId, prompt_ids });
    await firstFailure();
    assert.equal(world.vendors.asked.at(-1)!.received.headers.authorization, `Bearer ${KEY}`);
    await assertNowhere(shapes);
  }
  const shown = await vendorKeys(world.context, accountId);
  assert.deepEqual(Object.keys(shown[0]!).sort(), [
    'base_url',
    'connection',
    'created_at',
    'has_key',
    'last_four',
  ]);
  assert.equal(shown[0]!.last_four, KEY.slice(-4));
  await assertNowhere(shapes);
  await deleteVendorKey(world.context, accountId, 'openai');
});

/** Looks through the whole database, kept responses unpacked, through all events and all errors. */
async function assertNowhere(secrets: readonly string[]) {
  const client = await world.database.pool.connect();
  const tables = await listTables(client).finally(() => client.release());
  const texts = [JSON.stringify(world.events), world.errors.map(String).join()];
  for (const { quoted } of tables)
    for (const { row } of await rows(`select row_to_json(t)::text as row from ${quoted} t`)) texts.push(row);
  for (const { exchanges } of await runsNow())
    if (exchanges) texts.push(JSON.stringify(unpackExchanges(exchanges)));
  texts.push(
    JSON.stringify(await call('runs', { brand_id: brandId })),
    JSON.stringify(await call('plan', { brand_id: brandId })),
  );
  for (const text of texts)
    for (const secret of secrets)
      for (const form of [secret, JSON.stringify(secret).slice(1, -1)])
        assert.ok(!text.includes(form), `a key is in: ${text.slice(0, 300)}`);
}

test('of a login and password nothing is shown', async () => {
  await set('dataforseo', 'login@agency.example:a-long-password');
  assert.equal((await vendorKeys(world.context, accountId))[0]!.last_four, '');
  await deleteVendorKey(world.context, accountId, 'dataforseo');
});

test('an address with a password in it is refused, and so is what is none', async () => {
  for (const [url, message] of [
    ['https://me:secret@vendor.example/v1', /must not hold a user name or password/],
    ['ftp://vendor.example', /must be an http\(s\) URL/],
    ['vendor.example', /must be an http\(s\) URL/],
    ['javascript:alert(1)', /must be an http\(s\) URL/],
  ] as const)
    await assert.rejects(set('openai', '', url), { status: 400, message });
  await assert.rejects(set('openai', ''), {
    status: 400,
    message: 'a key or a base URL is required for openai',
  });
  await assert.rejects(set('nobody', KEY), { status: 400 });
  await assert.rejects(set('openai', 'two words'), { status: 400 });
});

/** Why nothing is sent to an address that an account chose; null when it is. */
async function refusePrivate(url: string) {
  const checked = await checkPublic(url);
  return 'refused' in checked ? checked.refused : null;
}

const PRIVATE = [
  ...['127.0.0.1', '127.1', '2130706433', '0x7f000001', '0177.0.0.1', '0.0.0.0', '10.1.2.3', '100.64.0.1'],
  ...[
    '169.254.169.254',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.1.1',
    '192.0.0.8',
    '198.18.0.1',
    '224.0.0.1',
    '255.255.255.255',
  ],
  ...[
    '[::]',
    '[::1]',
    '[::ffff:127.0.0.1]',
    '[::ffff:10.0.0.1]',
    '[::127.0.0.1]',
    '[fd00::1]',
    '[fe80::1]',
    '[fec0::1]',
    '[ff02::1]',
  ],
  ...[
    '[64:ff9b::7f00:1]',
    '[64:ff9b:1::7f00:1]',
    '[2002:7f00:1::]',
    '[2001:0:1::1]',
    '[100::1]',
    'localhost',
  ],
];

test('private addresses are refused in every notation, public ones are not', async () => {
  for (const host of PRIVATE) {
    const refused = await refusePrivate(`https://${host}/v1`);
    assert.match(
      refused?.message ?? '',
      /is a private address; the operator may allow it with ALLOW_PRIVATE_URLS=1/,
      host,
    );
    assert.equal(refused?.unsent, true);
  }
  for (const host of ['8.8.8.8', '172.32.0.1', '[2606:4700::1111]', '[2a00:1450::1]'])
    assert.equal(await refusePrivate(`https://${host}/v1`), null, host);
  assert.match((await refusePrivate('http://8.8.8.8/v1'))!.message, /must be reached over https/);
});

test('a name that leads to a private address among others is refused, and so is one that leads nowhere', async (t) => {
  const lookup = t.mock.method(dns, 'lookup', async () => [
    { address: '93.184.216.34', family: 4 },
    { address: '127.0.0.1', family: 4 },
  ]);
  assert.match(
    (await refusePrivate('https://rebound.example/v1'))!.message,
    /^rebound\.example is a private address/,
  );
  lookup.mock.mockImplementation(async () => [{ address: '93.184.216.34', family: 4 }]);
  assert.equal(await refusePrivate('https://public.example/v1'), null);
  lookup.mock.mockImplementation(async () => {
    throw new Error('getaddrinfo ENOTFOUND');
  });
  assert.match((await refusePrivate('https://nowhere.example/v1'))!.message, /was not found/);
});

test('the collector sends nothing to a private address of an account, unless the operator allows it', async () => {
  await set('openai', KEY, `${world.vendors.url('openai')}/v1`);
  await call('collect', { brand_id: brandId, prompt_ids });
  const run = await firstFailure();
  assert.deepEqual([run.failure, run.cost_micros, world.vendors.asked.length], ['network', 0, 0]);
  assert.match(run.message, /127\.0\.0\.1 must be reached over https/);
  world.at((await slotsNow())[0].next_at);
  await world.collector({ allowPrivate: true }).untilDone();
  assert.equal((await slotsNow())[0].state, 'answered');
  await deleteVendorKey(world.context, accountId, 'openai');
});

test('an address of an account alone is not sent the key of the operator', async () => {
  await set('openai', '', `${world.vendors.url('openai')}/v1`);
  await call('collect', { brand_id: brandId, prompt_ids });
  await world.collector({ allowPrivate: true }).untilDone();
  assert.ok(
    !/secret-key-of/.test(JSON.stringify(world.vendors.asked.map(({ received }) => received.headers))),
  );
  await deleteVendorKey(world.context, accountId, 'openai');
});

test('the key of one account is not sent for another', async () => {
  await set('openai', KEY);
  const [{ id }] = await rows("insert into accounts (name) values ('Other') returning id");
  await world.context.asking.refresh();
  assert.equal(world.connections.endpointOf(id, 'openai')!.key, 'secret-key-of-openai');
  assert.equal(world.connections.endpointOf(accountId, 'openai')!.key, KEY);
  await deleteVendorKey(world.context, accountId, 'openai');
});

test('a redirect is not followed: neither the key nor the prompt goes anywhere else', async () => {
  const elsewhere: string[] = [];
  const watched: typeof fetch = (input, init) => {
    if (!String(input).startsWith(world.vendors.url('openai'))) elsewhere.push(String(input));
    return near(input, init);
  };
  for (const status of [301, 302, 303, 307, 308]) {
    await rows('delete from slots');
    const headers = { location: `${world.vendors.url('anthropic')}/stolen` };
    world.behave(() => ({ mode: 'raw', reply: { status, headers, body: '' } }));
    await call('collect', { brand_id: brandId, prompt_ids });
    const run = await firstFailure({ fetch: watched });
    assert.equal(run.failure, 'bad_response', `${status}`);
  }
  assert.deepEqual([elsewhere, world.vendors.asked.filter(({ vendor }) => vendor !== 'openai')], [[], []]);
});

test('a pause holds no plain hash of the key', async () => {
  await plan('openai');
  world.behave(fail('auth'));
  await call('collect', { brand_id: brandId, prompt_ids });
  await firstFailure();
  const { baseUrl, key } = world.connections.endpointOf(accountId, 'openai')!;
  const plain = [`${baseUrl} ${key}`, key].map((text) => createHash('sha256').update(text).digest('hex'));
  const [{ hash }] = await rows("select encode(key_hash, 'hex') as hash from pauses");
  assert.ok(hash.length === 64 && !plain.includes(hash));
});

test('processes that start at once agree on one secret', async () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'brandscope-secret-'));
  after(() => fs.rmSync(folder, { recursive: true }));
  const module = JSON.stringify(path.join(import.meta.dirname, '../../src/secret.ts'));
  const code = `const { secretOf } = await import(${module});
    console.log(secretOf({ DATA_DIR: ${JSON.stringify(path.join(folder, 'data'))} }).toString('hex'));`;
  const said = await Promise.all(
    Array.from({ length: 6 }, async () => {
      const child = spawn(process.execPath, ['--input-type=module', '-e', code], {
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      let text = '';
      for await (const chunk of child.stdout) text += chunk;
      return text;
    }),
  );
  assert.equal(new Set(said).size, 1);
  assert.match(said[0]!, /^[0-9a-f]{64}\n$/);
  assert.deepEqual(fs.readdirSync(folder), ['data.key']);
  assert.equal(fs.statSync(path.join(folder, 'data.key')).mode & 0o777, 0o600);
});
