// Every way in which asking can fail, through every connection: what it counts as, what is kept, what follows.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { allVendors } from '../../src/cli/demo/vendors/all.ts';
import type { Behaviour } from '../../src/cli/demo/vendors/server.ts';
import { allConnections } from '../../src/collector/all.ts';
import { unpackExchanges } from '../../src/domain/exchanges.ts';
import { freePort } from '../kit/postgres.ts';
import { until } from './until.ts';
import { openWorld, script } from './world.ts';

const world = await openWorld();
after(() => world.close());
const { call, brandId } = world;
const prompt_ids = [world.prompts[0]!.id];

const ONE_AGENT = allConnections.map(({ id, agents }) => ({
  connection: id,
  agent: Object.keys(agents)[0] ?? 'house_agent',
}));
type Agent = (typeof ONE_AGENT)[number];

/** Asks once under a behaviour and returns the run, with what was kept and what became of the slot. */
async function askOnce({ agent, connection }: Agent, behaviour: Behaviour, more = {}) {
  world.behave(() => behaviour);
  await world.database.pool.query('delete from pauses; delete from slots');
  await call('updatePlan', {
    brand_id: brandId,
    agents: [{ agent, connection, usd_per_answer: 1 }],
    monthly_limit_usd: 'none',
  });
  await call('collect', { brand_id: brandId, prompt_ids });
  const collector = world.collector({ timeoutMs: 400, ...more });
  collector.start();
  const { rows } = await until(async () => {
    const found = await world.database.pool.query(
      `select r.*, s.state as slot_state, s.next_at from runs r join slots s on s.id = r.slot_id where r.state in ('failed', 'answered') order by r.id`,
    );
    return found.rows.length > 0 ? found : null;
  });
  await collector.stop();
  const run = rows[0];
  const kept: { status: number; body: string }[] = run.exchanges ? unpackExchanges(run.exchanges) : [];
  return { run, kept, pauses: (await call('runs', { brand_id: brandId })).pauses };
}

for (const one of ONE_AGENT) {
  const { connection } = one;
  test(`${connection}: silence is a time-out, and the slot is asked again`, async () => {
    const { run, kept } = await askOnce(one, { mode: 'silent' });
    assert.deepEqual([run.failure, run.slot_state, kept], ['timeout', 'waiting', []]);
    assert.match(run.message, /no complete response within 0.4 s/);
  });

  test(`${connection}: a slow drip is a time-out, and what came is kept`, async () => {
    const { run, kept } = await askOnce(one, { mode: 'drip', everyMs: 50 });
    assert.equal(run.failure, 'timeout');
    assert.equal(kept[0]?.status, 200);
  });

  test(`${connection}: a connection that breaks off is a network failure, and what came is kept`, async () => {
    const { run, kept } = await askOnce(one, { mode: 'reset', script });
    assert.equal(run.failure, 'network');
    assert.ok(kept[0]!.body.length > 20);
  });

  test(`${connection}: truncated JSON is a bad response, kept, and not asked again`, async () => {
    const { run, kept } = await askOnce(one, { mode: 'truncated', script });
    assert.deepEqual([run.failure, run.slot_state], ['bad_response', 'failed']);
    assert.ok(kept[0]!.body.length > 20);
  });

  test(`${connection}: a web page with status 502 is a failure of the server`, async () => {
    const headers = { 'content-type': 'text/html' };
    const reply = { status: 502, headers, body: '<html><title>Bad gateway</title></html>' };
    const { run, kept } = await askOnce(one, { mode: 'raw', reply });
    assert.deepEqual([run.failure, run.slot_state, run.cost_micros], ['server', 'waiting', 0]);
    assert.match(run.message, /Bad gateway/);
    assert.equal(kept[0]?.body, reply.body);
  });

  test(`${connection}: a redirect is not followed`, async () => {
    const asked = world.vendors.asked.length;
    const headers = { location: `${world.vendors.url(connection)}/elsewhere` };
    const { run } = await askOnce(one, { mode: 'raw', reply: { status: 307, headers, body: '' } });
    assert.equal(run.failure, 'bad_response');
    assert.equal(world.vendors.asked.length, asked + 1);
  });
}

const first = ONE_AGENT[0]!;

test('a body of 30 MB is read, kept, and a bad response', async () => {
  const { run, kept } = await askOnce(first, { mode: 'huge', bytes: 30_000_000 }, { timeoutMs: 20_000 });
  assert.deepEqual([run.failure, run.slot_state], ['bad_response', 'failed']);
  assert.ok(kept[0]!.body.length > 30_000_000);
  assert.ok(run.exchanges.length < 100_000, 'stored compressed');
});

test('a body beyond the limit is cut off there, and said so', async () => {
  const { run, kept } = await askOnce(
    first,
    { mode: 'huge', bytes: 3_000_000 },
    { largestBody: 1024 * 1024 },
  );
  assert.equal(run.failure, 'bad_response');
  assert.match(run.message, /larger than 1 MiB/);
  assert.ok(kept[0]!.body.length >= 1024 * 1024);
});

const EXPECTED = {
  auth: 'auth',
  quota: 'quota',
  rate_seconds: 'rate',
  rate_date: 'rate',
  rate_body: 'rate',
  overloaded: 'overloaded',
  server: 'server',
  refused: 'refused',
} as const;
const ENDS = ['refused', 'bad_response'];

for (const one of ONE_AGENT)
  test(`${one.connection}: each failure in the vendor's own words has its kind, its consequence and its response kept`, async () => {
    const vendor = allVendors.find(({ id }) => id === one.connection)!;
    let seen = 0;
    for (const [failure, kind] of Object.entries(EXPECTED) as [keyof typeof EXPECTED, string][]) {
      world.behave(() => ({ mode: 'fail', failure }));
      const outcome = await askOnce(one, { mode: 'fail', failure });
      // Null: this vendor knows no such failure.
      const { received } = world.vendors.asked.at(-1)!;
      if (vendor.fail(received, failure) === null) continue;
      seen++;
      const { run, kept, pauses } = outcome;
      assert.equal(run.failure, kind, `${failure}: ${run.message}`);
      assert.equal(run.slot_state, ENDS.includes(kind) ? 'failed' : 'waiting', failure);
      assert.ok(kept.length > 0, `${failure}: nothing was kept`);
      assert.ok(run.message.length > 0);
      assert.ok(
        !run.message.includes('secret-key-of') && !JSON.stringify(kept).includes('secret-key-of'),
        'no key in it',
      );
      const stops = kind === 'auth' || kind === 'quota';
      const isPausing = stops || kind === 'rate' || kind === 'overloaded';
      assert.equal(pauses.length, isPausing ? 1 : 0, failure);
      if (isPausing) assert.equal(pauses[0]!.until === null, stops, failure);
      if (stops) assert.ok(pauses[0]!.advice.length > 10);
    }
    assert.ok(seen >= 2, `only ${seen} failures`);
  });

test('a refused connection costs nothing, and says what could not be reached', async () => {
  world.behave(() => ({ mode: 'healthy', script }));
  const port = await freePort();
  const refuse: typeof fetch = (_input, init) => fetch(`http://127.0.0.1:${port}/`, init);
  const { run } = await askOnce(first, { mode: 'healthy', script }, { fetch: refuse });
  assert.deepEqual([run.failure, run.cost_micros, run.slot_state], ['network', 0, 'waiting']);
  assert.match(run.message, /ECONNREFUSED/);
});

test('nothing of all this counts as an answer', async () => {
  const report = await call('brandReport', { brand_id: brandId });
  assert.equal(report.total_responses, 0);
});
