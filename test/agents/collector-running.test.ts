// What follows from failures: who waits, how long, and who does not.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setVendorKey } from '../../src/operations/vendor-keys.ts';
import { DAY_MS, fail, healthy, NOW, openCleanWorld } from './clean-world.ts';
import { until } from './until.ts';

const world = await openCleanWorld();
const {
  call,
  brandId,
  rows,
  plan,
  prompt_ids,
  slotsNow,
  statesNow,
  pausesNow,
  countAsked,
  work,
  assertMoney,
} = world;
const BOTH = ['chatgpt', 'claude'].map((agent) => ({ agent, usd_per_answer: 0.1 }));

for (const [failure, ms] of [
  ['rate_seconds', 7000],
  ['rate_date', 30_000],
  ['rate_body', 1200],
] as const)
  test(`${failure}: pauses that agent until then, and no other`, async () => {
    await plan('openai', { agents: BOTH });
    await call('collect', { brand_id: brandId });
    world.behave(({ vendor }) => (vendor === 'openai' ? fail(failure)() : healthy()));
    await work();
    assert.deepEqual([countAsked('openai'), countAsked('anthropic')], [1, 3]);
    const [pause, ...others] = await pausesNow();
    assert.deepEqual(others, []);
    assert.deepEqual([pause!.connection, pause!.failure], ['openai', 'rate']);
    assert.equal(Date.parse(pause!.until!), Date.parse(NOW) + ms);
    world.later(ms - 1);
    await work();
    assert.equal(countAsked('openai'), 1, 'not a millisecond before');
    world.behave(healthy);
    world.later(2);
    await work();
    assert.deepEqual(new Set(await statesNow()), new Set(['answered']));
    assert.deepEqual(await pausesNow(), []);
    await assertMoney();
  });

test('slots come back after their own wait, spread by chance, never before the vendor allows', async () => {
  await call('collect', { brand_id: brandId, prompt_ids });
  world.behave(fail('rate_seconds'));
  await work({ random: () => 1 });
  const [slot] = await slotsNow();
  assert.equal(Date.parse(slot.next_at), Date.parse(NOW) + 7000 * 1.5 + 1);
});

test('an overloaded vendor is left alone, longer each time', async () => {
  await call('collect', { brand_id: brandId, prompt_ids });
  world.behave(fail('overloaded'));
  const waits: number[] = [];
  for (let attempt = 1; attempt <= 9; attempt++) {
    await work();
    const [pause] = await pausesNow();
    const wait = Date.parse(pause!.until!) - world.now().getTime();
    waits.push(wait / 1000);
    world.later(wait);
  }
  assert.deepEqual(waits, [15, 30, 60, 120, 240, 480, 960, 1800, 1800]);
  assert.deepEqual(await statesNow(), ['waiting']);
  await work();
  assert.deepEqual(await statesNow(), ['failed'], 'the tenth time was the last');
});

test('an error of the server is tried again with growing waits, four times in all', async () => {
  await call('collect', { brand_id: brandId, prompt_ids });
  world.behave(fail('server'));
  const waits: number[] = [];
  for (let attempt = 1; attempt <= 3; attempt++) {
    await work();
    const [{ next_at }] = await slotsNow();
    waits.push((Date.parse(next_at) - world.now().getTime()) / 1000);
    assert.deepEqual(await pausesNow(), []);
    world.at(next_at);
  }
  await work();
  assert.deepEqual([waits, await statesNow(), countAsked('openai')], [[15, 30, 60], ['failed'], 4]);
});

test('five errors in a row open the circuit, longer each time; an answer closes it', async () => {
  const many = Array.from({ length: 12 }, (_, at) => `circuit ${at}`);
  const { prompts } = await call('createPrompts', { brand_id: brandId, prompts: many });
  await call('collect', { brand_id: brandId, prompt_ids: prompts.map(({ id }) => id) });
  world.behave(fail('server'));
  const collector = world.collector({ concurrency: 1 });
  const until1 = (count: number) =>
    until(
      async () =>
        (countAsked('openai') === count && (await statesNow()).every((one) => one !== 'asking')) || null,
    );
  collector.start();
  await until1(5);
  const [first] = await pausesNow();
  assert.deepEqual([first!.connection, first!.failure], ['openai', 'server']);
  assert.equal(Date.parse(first!.until!), Date.parse(NOW) + 60_000);
  world.at(first!.until!);
  collector.wake();
  await until1(6);
  const [second] = await pausesNow();
  assert.equal(Date.parse(second!.until!), Date.parse(first!.until!) + 120_000);
  world.behave(healthy);
  world.at(second!.until!);
  collector.wake();
  await until(async () => (await statesNow()).every((one) => one === 'answered') || null);
  await collector.stop();
  for (const { id } of prompts) await call('deletePrompt', { prompt_id: id });
});

for (const failure of ['auth', 'quota'] as const) {
  test(`${failure}: stops at once, loses no attempt, and asking now tries again`, async () => {
    await call('collect', { brand_id: brandId });
    world.behave(fail(failure));
    await work();
    world.later(300 * DAY_MS);
    await work();
    assert.equal(countAsked('openai'), 1);
    const [pause] = await pausesNow();
    assert.deepEqual([pause!.failure, pause!.until], [failure, null]);
    assert.match(pause!.advice, failure === 'auth' ? /Check the key/ : /Add credit/);
    const { paused } = await call('plan', { brand_id: brandId });
    assert.match(paused!, /^openai: .+ then ask again\.$/);
    assert.deepEqual(
      (await slotsNow()).map(({ state, attempts }) => [state, attempts]),
      Array(3).fill(['waiting', 0]),
    );
    world.behave(healthy);
    const { added, waiting } = await call('collect', { brand_id: brandId });
    assert.deepEqual([added, waiting], [0, 3]);
    await work();
    assert.deepEqual(await statesNow(), Array(3).fill('answered'));
    assert.equal((await call('plan', { brand_id: brandId })).paused, null);
  });
}

test('another key of the account ends the stop, and is the one that is sent', async () => {
  await call('collect', { brand_id: brandId, prompt_ids });
  world.behave(fail('auth'));
  await work();
  world.behave(healthy);
  await setVendorKey(world.context, world.accountId, { connection: 'openai', key: 'a-better-key-2026' });
  await work();
  assert.deepEqual(await statesNow(), ['answered']);
  assert.equal(world.vendors.asked.at(-1)!.received.headers.authorization, 'Bearer a-better-key-2026');
  await rows('delete from vendor_keys');
});

test('another key in the environment ends the stop', async () => {
  await call('collect', { brand_id: brandId, prompt_ids });
  world.behave(fail('auth'));
  await work();
  world.behave(healthy);
  await rows("update pauses set key_hash = '\\x00'");
  await world.collector().untilDone();
  assert.deepEqual(await statesNow(), ['answered']);
});

test('what stopped for want of a key goes on when there is one', async () => {
  await call('collect', { brand_id: brandId, prompt_ids });
  await rows(
    "insert into pauses (account_id, connection, failure, message) values ($1, 'openai', 'auth', 'not set up')",
    [world.accountId],
  );
  await work(world.machine(['anthropic']));
  assert.deepEqual(await statesNow(), ['waiting']);
  await world.collector().untilDone();
  assert.deepEqual(await statesNow(), ['answered']);
});

test('what is taken at the moment of a stop is given back, and costs nothing', async () => {
  for (let times = 0; times < 5; times++) {
    await call('collect', { brand_id: brandId });
    const collector = world.collector();
    collector.start();
    for (let turn = 0; turn < 3 * times; turn++) await new Promise((resolve) => setImmediate(resolve));
    await collector.stop();
    const states = await statesNow();
    assert.ok(!states.includes('asking'), states.join());
    await assertMoney();
    assert.equal((await rows("select from runs where state = 'lost'")).length, 0);
  }
});

test('a rate limit that arrives after a stop does not hide it', async () => {
  await call('collect', { brand_id: brandId });
  world.behave(({ prompt }) => fail(prompt === 'cheap crm' ? 'rate_seconds' : 'auth')());
  await work({ concurrency: 3 });
  const [pause] = await pausesNow();
  assert.deepEqual([pause!.failure, pause!.until], ['auth', null]);
});
