// Vendor keys of an account: who may set them, what is ever shown of them, and where they lead.
import assert from 'node:assert/strict';
import { after, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { consoleMessages } from '../../contract/console.ts';
import { openai } from '../../src/cli/demo/vendors/openai.ts';
import { type Asked, startVendors } from '../../src/cli/demo/vendors/server.ts';
import { Collector } from '../../src/collector/collector.ts';
import { connectionsTo, script } from '../agents/world.ts';
import { startSite } from './site.ts';

const KEY = 'sk-secret-of-this-account-1234';
const vendors = await startVendors({
  vendors: [openai],
  behave: (asked: Asked) =>
    keyOf(asked) === KEY ? { mode: 'healthy', script } : { mode: 'fail', failure: 'auth' },
});
after(() => vendors.stop());
const site = await startSite();
// Set up by the operator: OpenAI alone.
const connections = connectionsTo(site.database, vendors.url, ['openai']);
site.context.asking = connections;
const keyOf = ({ received }: Asked) => String(received.headers.authorization).replace('Bearer ', '');

it('the connections there are, and how each is set up', async () => {
  const { browser } = await site.owner();
  const { vendor_keys, connections } = await browser.client.vendorKeys();
  assert.deepEqual(vendor_keys, []);
  const of = (id: string) => connections.find(({ connection }) => connection === id);
  assert.deepEqual(of('openai'), {
    ...{ connection: 'openai', agents: ['chatgpt'], any_agent: false, ready: true },
    set_up: 'set OPENAI_API_KEY',
  });
  assert.deepEqual(of('serpapi')?.agents, ['copilot', 'google_ai_overview', 'google_ai_mode']);
  assert.deepEqual([of('serpapi')?.ready, of('openrouter')?.any_agent], [false, true]);
  assert.equal(connections.length, 11);
});

it('a key goes in, shows its last four, is replaced and deleted, and never comes out', async () => {
  const { browser } = await site.owner();
  const seen: string[] = [];
  const send = async (path: string, body: object = {}, method: 'POST' | 'DELETE' = 'POST') => {
    const { status, json } = await browser.send(path, body, { method });
    seen.push(JSON.stringify(json));
    return { status, json };
  };
  const set = await send('/api/vendor-key', { connection: 'perplexity', key: ` ${KEY} ` });
  assert.deepEqual(
    [set.status, set.json.vendor_key.last_four, set.json.vendor_key.has_key],
    [200, '1234', true],
  );
  const listed = await send('/api/vendor-keys');
  assert.deepEqual(listed.json.vendor_keys, [set.json.vendor_key]);
  assert.equal(
    listed.json.connections.find((one: { connection: string }) => one.connection === 'perplexity').ready,
    true,
  );
  const { rows } = await site.database.pool.query('select sealed from vendor_keys');
  assert.ok(!rows.some(({ sealed }) => sealed.toString('latin1').includes(KEY)));
  await send('/api/vendor-key', { connection: 'perplexity', base_url: 'https://proxy.example/v1' });
  const { vendor_keys } = (await send('/api/vendor-keys')).json;
  assert.deepEqual(
    [vendor_keys.length, vendor_keys[0].has_key, vendor_keys[0].base_url],
    [1, false, 'https://proxy.example/v1'],
  );
  const gone = { success: true, message: 'Vendor key deleted successfully' };
  assert.deepEqual((await send('/api/vendor-key', { connection: 'perplexity' }, 'DELETE')).json, gone);
  const again = await send('/api/vendor-key', { connection: 'perplexity' }, 'DELETE');
  assert.deepEqual([again.status, again.json.error], [404, consoleMessages.vendorKeyNotFound]);
  assert.ok(seen.length === 6 && !seen.join().includes(KEY));
});

it('what is wrong is refused with what was expected, and without the key', async () => {
  const { browser } = await site.owner();
  const refused = async (body: object) => {
    const refusal = await browser.refusal('/api/vendor-key', body);
    assert.ok(!JSON.stringify(refusal).includes(KEY));
    return refusal;
  };
  assert.match(
    String(await refused({ connection: 'nobody', key: KEY })),
    /^400,connection must be one of openai, /,
  );
  assert.deepEqual(await refused({ connection: 'openai', key: ' ' }), [
    ...[400, 'a key or a base URL is required for openai'],
  ]);
  assert.deepEqual(await refused({ connection: 'openai', key: `${KEY}\n\u00e4` }), [
    ...[400, 'key must consist of visible ASCII characters'],
  ]);
  assert.match(
    String(await refused({ connection: 'openai', base_url: 'file:///etc/passwd' })),
    /^400,base_url must be an http\(s\) URL: "file:\/\/\/etc\/passwd" is none$/,
  );
  assert.deepEqual(await refused({ connection: 'openai', base_url: `https://me:${KEY}@x.example` }), [
    ...[400, 'base_url must not hold a user name or password: the key is given as key'],
  ]);
});

it('viewers and editors see them and change nothing; other accounts see nothing', async () => {
  const { browser } = await site.owner();
  await browser.client.setVendorKey({ connection: 'xai', key: KEY });
  for (const role of ['editor', 'viewer'] as const) {
    const { client } = (await site.member(browser, role)).browser;
    assert.equal((await client.vendorKeys()).vendor_keys[0]?.last_four, '1234');
    const denied = { name: 'BrandscopeError', status: 403, message: 'Access denied' };
    await assert.rejects(client.setVendorKey({ connection: 'xai', key: 'another' }), denied);
    await assert.rejects(client.deleteVendorKey({ connection: 'xai' }), denied);
  }
  const other = await site.owner('Other');
  assert.deepEqual((await other.browser.client.vendorKeys()).vendor_keys, []);
  await assert.rejects(other.browser.client.deleteVendorKey({ connection: 'xai' }), { status: 404 });
  assert.equal((await browser.client.vendorKeys()).vendor_keys.length, 1);
  // A key of the API reaches none of it.
  const headers = { authorization: `Bearer ${other.key}`, 'content-type': 'application/json' };
  for (const url of ['/api/v1/vendor-keys', '/api/v1/vendor-key'])
    assert.equal((await site.inject({ method: 'POST', url, headers, payload: '{}' })).statusCode, 404);
});

it("the account's own key is asked with, before the operator's; an own private address only where allowed", async () => {
  const { browser } = await site.owner();
  const { client } = browser;
  const { brand } = await client.createBrand({ name: 'Acme' });
  const brand_id = brand.id;
  await client.createPrompts({ brand_id, prompts: ['best crm'] });
  await client.updatePlan({ brand_id, agents: ['chatgpt'] });
  const ask = async (allowPrivate: boolean) => {
    const setting = { context: site.context, connections, allowPrivate, concurrency: 2, plans: false };
    const collector = new Collector({ ...setting, onError: assert.ifError });
    const before = (await client.runs({ brand_id })).runs.length;
    const { added } = await client.collect({ brand_id });
    assert.equal(added, 1);
    collector.start();
    while (true) {
      const { runs } = await client.runs({ brand_id });
      const [run] = runs;
      if (run && runs.length > before && run.state !== 'asking' && run.state !== 'received') {
        await collector.stop();
        await site.database.pool.query("update slots set state = 'skipped' where state = 'waiting'");
        return [run.state, run.failure, run.message];
      }
      await sleep(30);
    }
  };
  assert.deepEqual((await ask(false)).slice(0, 2), ['failed', 'auth']);
  await client.setVendorKey({ connection: 'openai', key: KEY });
  assert.deepEqual(await ask(false), ['answered', null, '']);
  const base_url = `${vendors.url('openai')}/v1`;
  await client.setVendorKey({ connection: 'openai', key: KEY, base_url });
  const asked = vendors.asked.length;
  const [state, failure, message] = await ask(false);
  assert.deepEqual([state, failure], ['failed', 'network']);
  assert.match(message ?? '', /must be reached over https/);
  assert.equal(vendors.asked.length, asked);
  assert.deepEqual((await ask(true)).slice(0, 2), ['answered', null]);
});
