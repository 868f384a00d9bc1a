// Processes that stall, stop or die, clocks that jump: no money counted twice, no answer lost, no slot asked twice.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { planDue } from '../../src/collector/plan.ts';
import { packExchanges, unpackExchanges } from '../../src/domain/exchanges.ts';
import { setVendorKey } from '../../src/operations/vendor-keys.ts';
import { DAY_MS, healthy, NOW, openCleanWorld } from './clean-world.ts';
import { until } from './until.ts';

const world = await openCleanWorld();
const { call, brandId, rows, plan, prompt_ids, runsNow, slotsNow, asked, held, firstFailure, assertMoney } =
  world;

test('a run that somebody gave up is settled once, its answer dropped, its response kept', async () => {
  await call('collect', { brand_id: brandId, prompt_ids });
  const { collector, release } = held();
  collector.start();
  await asked(1);
  await world.endLeases();
  await world.collector().untilDone();
  release();
  await collector.stop();
  assert.deepEqual(
    (await runsNow()).map(({ state }) => state),
    ['lost', 'answered'],
  );
  const [lost] = await runsNow();
  assert.equal(lost.cost_micros, lost.reserved_micros, 'what it cost nobody knew when it was given up');
  assert.equal(unpackExchanges(lost.exchanges)[0]?.status, 200);
  assert.equal((await rows('select from answers')).length, 1);
  await assertMoney();
  assert.deepEqual(world.errors, []);
});

test('a run that failed after somebody gave it up is settled once', async () => {
  await call('collect', { brand_id: brandId, prompt_ids });
  const { collector, release } = held();
  world.behave(() => ({ mode: 'fail', failure: 'refused' }));
  collector.start();
  await asked(1);
  world.behave(healthy);
  await world.endLeases();
  await world.collector().untilDone();
  release();
  await collector.stop();
  assert.deepEqual(
    (await runsNow()).map(({ state }) => state),
    ['lost', 'answered'],
  );
  assert.deepEqual(
    (await slotsNow()).map(({ state }) => state),
    ['answered'],
  );
  await assertMoney();
});

test('a run is given up once, also when there is no money to ask again', async () => {
  await plan('openai', { monthly_limit_usd: 1.5 });
  await call('collect', { brand_id: brandId, prompt_ids });
  const { collector, release } = held();
  collector.start();
  await asked(1);
  await world.endLeases();
  for (let times = 0; times < 3; times++) {
    await world.collector().untilDone();
    assert.deepEqual(await world.money(), { reserved: 0, spent: 1_000_000, runs: 1_000_000 });
    world.later(DAY_MS / 24);
  }
  assert.deepEqual(
    (await slotsNow()).map(({ state }) => state),
    ['waiting'],
  );
  release();
  await collector.stop();
  await assertMoney();
});

test('a response that was kept is parsed by whoever comes next, however late, without the key', async () => {
  await call('collect', { brand_id: brandId, prompt_ids });
  const dying = world.machine();
  dying.context.reader.of = async () => {
    throw new Error('Connection terminated');
  };
  const collector = world.collector(dying);
  collector.start();
  await until(async () => (await runsNow())[0]?.state === 'received' || null);
  await collector.stop();
  await world.endLeases();
  const start = world.now();
  world.later(30 * DAY_MS);
  // Set up for another account alone.
  const next = world.machine(['anthropic']);
  const [{ id }] = await rows("insert into accounts (name) values ('Other') returning id");
  await setVendorKey(next.context, id, { connection: 'openai', key: 'a-key-of-others' });
  await world.collector(next).untilDone();
  const [run] = await runsNow();
  assert.deepEqual([run.state, run.failure, world.vendors.asked.length], ['answered', null, 1]);
  const { answer } = await call('answer', { answer_id: run.answer_id });
  assert.equal(Date.parse(answer.answered_at), start.getTime(), 'dated when it was given');
  await rows('delete from vendor_keys');
  await assertMoney();
});

test('a process with no keys but those of accounts asks with these', async () => {
  await call('collect', { brand_id: brandId, prompt_ids });
  const machine = world.machine([]);
  await setVendorKey(world.context, world.accountId, { connection: 'openai', key: 'the-only-key-2026' });
  await rows('update vendor_keys set base_url = $1', [`${world.vendors.url('openai')}/v1`]);
  await world.collector({ ...machine, allowPrivate: true }).untilDone();
  assert.equal((await runsNow())[0].state, 'answered');
  await rows('delete from vendor_keys');
});

test('what cannot be settled ends after some tries, with its response kept', async () => {
  await call('collect', { brand_id: brandId, prompt_ids });
  const machine = world.machine();
  const ensure = machine.context.agents.ensure.bind(machine.context.agents);
  machine.context.agents.ensure = async (names) => {
    await ensure(names);
    throw Object.assign(new Error('something is broken'), { code: 'XX000' });
  };
  const collector = world.collector(machine);
  collector.start();
  for (let times = 1; times <= 3; times++) {
    await until(() => world.errors.length === times || null);
    await world.endLeases();
    collector.wake();
  }
  await until(async () => (await slotsNow())[0].state === 'failed' || null);
  await collector.stop();
  const [run, ...others] = await runsNow();
  assert.deepEqual(
    [run.state, run.message, others],
    ['failed', 'it could not be settled: something is broken', []],
  );
  assert.ok(run.exchanges.length > 0);
  assert.equal(world.vendors.asked.length, 1);
  await assertMoney();
});

test('what no process can settle ends, however often they are started anew', async () => {
  await call('collect', { brand_id: brandId, prompt_ids });
  const ended: number[] = [];
  for (let start = 1; start <= 30 && (await slotsNow())[0].state !== 'failed'; start++) {
    const machine = world.machine();
    machine.context.agents.ensure = async () => {
      throw Object.assign(new Error('something is broken'), { code: 'XX000' });
    };
    const before = world.errors.length;
    const collector = world.collector(machine);
    collector.start();
    await until(async () => world.errors.length > before || (await slotsNow())[0].state === 'failed' || null);
    await collector.stop();
    await world.endLeases();
    ended.push(start);
  }
  const [run, ...others] = await runsNow();
  assert.deepEqual(
    [(await slotsNow())[0].state, run.state, run.failure, others],
    [...['failed', 'failed', 'bad_response'], []],
  );
  assert.equal(run.message, 'it could not be settled, although it was taken up 10 times');
  assert.deepEqual([ended.length, world.vendors.asked.length, run.exchanges.length > 0], [12, 1, true]);
  await assertMoney();
});

test('a response that the database cannot take now waits, however often it is tried', async () => {
  await call('collect', { brand_id: brandId, prompt_ids });
  // Read by newer rules than those of this process: it may not add answers until it is updated.
  await rows('update brands set reading_version = reading_version + 1 where id = $1', [brandId]);
  const collector = world.collector();
  collector.start();
  for (let times = 1; times <= 14; times++) {
    await until(() => world.errors.length >= times || null);
    await world.endLeases();
    collector.wake();
  }
  assert.ok(world.errors.splice(0).every((error) => /newer version/.test(String(error))));
  await rows('update brands set reading_version = reading_version - 1 where id = $1', [brandId]);
  await world.endLeases();
  collector.wake();
  await until(async () => (await slotsNow())[0].state === 'answered' || null);
  await collector.stop();
  world.errors.length = 0;
  assert.equal(world.vendors.asked.length, 1);
  await assertMoney();
});

test('a slot that a stop gives back was no failure, and no run', async () => {
  await call('collect', { brand_id: brandId });
  const machine = world.machine();
  const stopping: Promise<void>[] = [];
  const collector = world.collector({ ...machine, onEvent: () => assert.fail('nothing was asked') });
  // The stop comes while the slots are being taken.
  const { usable } = machine.connections;
  machine.connections.usable = () => {
    stopping.push(collector.stop());
    return usable.call(machine.connections);
  };
  collector.start();
  await until(() => stopping.length > 0 || null);
  await Promise.all(stopping);
  const { runs, slots } = await call('runs', { brand_id: brandId });
  assert.deepEqual([runs, slots.waiting, slots.failed], [[], 3, 0]);
  assert.deepEqual(
    (await slotsNow()).map(({ attempts, run_id }) => [attempts, run_id]),
    Array(3).fill([0, null]),
  );
  await assertMoney();
  await world.collector().untilDone();
  assert.deepEqual(new Set((await slotsNow()).map(({ state }) => state)), new Set(['answered']));
});

test('a response that broke off before the process died is no bad response: the slot is asked again', async () => {
  await call('collect', { brand_id: brandId, prompt_ids });
  const { collector, release } = held();
  collector.start();
  await asked(1);
  const cut = { kind: 'network', message: 'it broke off' } as const;
  const half = packExchanges([{ status: 200, headers: {}, body: '{"output": [', cut }]);
  await rows("update runs set state = 'received', exchanges = $1, received_at = now()", [half]);
  await world.endLeases();
  const run = await firstFailure();
  assert.deepEqual([run.failure, run.message], ['network', 'it broke off']);
  assert.equal((await slotsNow())[0].state, 'waiting');
  release();
  await collector.stop();
  await assertMoney();
});

test('a stop in the middle of a body leaves the slot to be asked again', async () => {
  world.behave(() => ({ mode: 'drip', everyMs: 20 }));
  await call('collect', { brand_id: brandId, prompt_ids });
  const collector = world.collector({ timeoutMs: 60_000 });
  collector.start();
  await asked(1);
  await collector.stop();
  world.behave(healthy);
  await world.endLeases();
  await world.collector().untilDone();
  assert.deepEqual(
    (await runsNow()).map(({ state }) => state),
    ['lost', 'answered'],
  );
  await assertMoney();
});

test('a clock that jumps ahead while a slot is asked does not have it asked twice', async () => {
  await call('collect', { brand_id: brandId, prompt_ids });
  const { collector, release } = held();
  collector.start();
  await asked(1);
  for (const days of [400, -400, -400, 400]) {
    world.later(days * DAY_MS);
    await world.endLeases();
    collector.wake();
    await new Promise((resolve) => setTimeout(resolve, 60));
  }
  release();
  await until(async () => (await slotsNow())[0].state === 'answered' || null);
  await collector.stop();
  assert.equal(world.vendors.asked.length, 1);
  await assertMoney();
});

test('what a clock that was ahead has wait until then goes on when it is corrected', async () => {
  world.later(400 * DAY_MS);
  world.behave(() => ({ mode: 'fail', failure: 'rate_seconds' }));
  await call('collect', { brand_id: brandId, prompt_ids });
  await firstFailure();
  world.at(NOW);
  world.behave(healthy);
  await planDue(world.context);
  await world.collector().untilDone();
  assert.deepEqual(
    (await slotsNow()).map(({ state }) => state),
    ['answered'],
  );
});

test('a wait that is not over is not cut short by that', async () => {
  world.behave(() => ({ mode: 'fail', failure: 'rate_seconds' }));
  await call('collect', { brand_id: brandId, prompt_ids });
  await firstFailure();
  await planDue(world.context);
  const collector = world.collector();
  collector.start();
  await new Promise((resolve) => setTimeout(resolve, 100));
  await collector.stop();
  assert.equal(world.vendors.asked.length, 1);
});

test('an answer that came too late is told as lost, not as answered', async () => {
  await call('collect', { brand_id: brandId, prompt_ids });
  const { collector, release } = held();
  collector.start();
  await asked(1);
  await rows('delete from slots');
  release();
  await until(() => world.events.find(({ failure }) => failure === 'lost') ?? null);
  await collector.stop();
  assert.equal(world.events.filter(({ kind }) => kind === 'answered').length, 0);
  assert.equal((await rows('select from answers')).length, 0);
  const { reserved, spent } = await world.money();
  assert.ok(reserved === 0 && spent > 0, `${reserved} ${spent}`);
});

test('slots that are not to be asked any more hold no others up', async () => {
  const { brand } = await call('createBrand', { name: 'Initech' });
  const many = Array.from({ length: 400 }, (_, at) => `question ${at}`);
  await call('createPrompts', { brand_id: brand.id, prompts: many });
  await call('updatePlan', { brand_id: brand.id, agents: [{ agent: 'chatgpt', usd_per_answer: 1 }] });
  await call('collect', { brand_id: brand.id });
  await call('updatePlan', { brand_id: brand.id, agents: [{ agent: 'claude', usd_per_answer: 1 }] });
  world.later(1000);
  await call('collect', { brand_id: brandId, prompt_ids });
  const collector = world.collector();
  collector.start();
  await until(() => world.vendors.asked.length > 0 || null);
  await collector.stop();
  assert.equal(world.vendors.asked[0]!.prompt, 'best crm for agencies');
});

test('brands without money hold no others up', async () => {
  for (let at = 0; at < 40; at++) {
    const { brand } = await call('createBrand', { name: `Poor ${at}` });
    await call('createPrompts', { brand_id: brand.id, prompts: ['one', 'two', 'three'] });
    const agents = [{ agent: 'chatgpt', usd_per_answer: 1 }];
    await call('updatePlan', { brand_id: brand.id, agents, monthly_limit_usd: 0.5 });
    await call('collect', { brand_id: brand.id });
  }
  world.later(1000);
  await call('collect', { brand_id: brandId, prompt_ids });
  const collector = world.collector();
  collector.start();
  await until(() => world.vendors.asked.length > 0 || null);
  await collector.stop();
  assert.equal(world.vendors.asked[0]!.prompt, 'best crm for agencies');
});

test('asking now waits as long as a vendor asked for, and tries again what stopped for its key', async () => {
  const pausesAfter = async (failure: 'rate_seconds' | 'auth') => {
    await rows('delete from slots');
    world.behave(() => ({ mode: 'fail', failure }));
    await call('collect', { brand_id: brandId, prompt_ids });
    await firstFailure();
    assert.equal((await call('runs', { brand_id: brandId })).pauses.length, 1);
    await call('collect', { brand_id: brandId });
    return (await call('runs', { brand_id: brandId })).pauses.length;
  };
  assert.deepEqual([await pausesAfter('rate_seconds')], [1]);
  await rows('delete from pauses');
  assert.deepEqual([await pausesAfter('auth')], [0]);
});

test('a prompt that was switched off while it waits does not count as waiting', async () => {
  await call('collect', { brand_id: brandId });
  const prompt_id = prompt_ids[0]!;
  await call('togglePrompt', { prompt_id });
  assert.deepEqual(
    await call('collect', { brand_id: brandId }).then(({ added, waiting }) => [added, waiting]),
    [0, 2],
  );
  await call('togglePrompt', { prompt_id });
});

test('a round ends although the slots of an account wait for a process that has its key', async () => {
  await call('collect', { brand_id: brandId, prompt_ids });
  const other = world.machine(['anthropic']);
  const [{ id }] = await rows("insert into accounts (name) values ('Another') returning id");
  await setVendorKey(other.context, id, { connection: 'openai', key: 'a-key-of-others' });
  await world.collector(other).untilDone();
  assert.deepEqual(
    (await slotsNow()).map(({ state }) => state),
    ['waiting'],
  );
  await rows('delete from vendor_keys');
});
