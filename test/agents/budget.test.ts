// Money: whatever is asked at once, fails, is tried again or costs, no limit is ever exceeded and nothing stays reserved.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { allVendors } from '../../src/cli/demo/vendors/all.ts';
import type { Asked, Behaviour } from '../../src/cli/demo/vendors/server.ts';
import { isLong, seededRandom } from '../reliability/figures.ts';
import { openCleanWorld } from './clean-world.ts';
import { until } from './until.ts';
import { script } from './world.ts';

const MICROS = 1_000_000;
const world = await openCleanWorld();
const { call, brandId, rows, held, asked, assertMoney, statesNow } = world;

// The database itself looks at each reservation, so that no moment goes unseen.
await rows('create table seen (text text)');
await rows(`create function look() returns trigger language plpgsql as $$
  declare
    used bigint := (select sum(reserved_micros + spent_micros) from spending where account_id = new.account_id and month = new.month);
    most bigint := (select monthly_limit_micros from accounts where id = new.account_id);
    own bigint := (select monthly_limit_micros from plans where account_id = new.account_id and brand_id = new.brand_id);
  begin
    if new.reserved_micros < 0 then insert into seen values ('reserved ' || new.reserved_micros); end if;
    if used > most then insert into seen values ('account ' || used || ' of ' || most); end if;
    if new.reserved_micros + new.spent_micros > own then
      insert into seen values ('brand ' || new.reserved_micros + new.spent_micros || ' of ' || own);
    end if;
    return new;
  end $$`);
await rows('create trigger look after insert or update on spending for each row execute function look()');
const assertWithin = async () => assert.deepEqual(await rows('select text from seen'), []);

test('the look of the database sees a limit exceeded', async () => {
  await call('updatePlan', { brand_id: brandId, monthly_limit_usd: 1 });
  await rows(
    "insert into spending (account_id, brand_id, month, reserved_micros) values ($1, $2, '2026-11-01', 1000001)",
    [world.accountId, brandId],
  );
  assert.deepEqual(await rows('select text from seen'), [{ text: 'brand 1000001 of 1000000' }]);
  await rows('delete from seen');
});

const openrouter = allVendors.find(({ id }) => id === 'openrouter')!;

/** An answer whose vendor states what it cost. */
function stating(asked: Asked, usd: number): Behaviour {
  const reply = openrouter.reply(asked.received, script);
  const body = JSON.parse(reply.body);
  return {
    mode: 'raw',
    reply: { ...reply, body: JSON.stringify({ ...body, usage: { ...body.usage, cost: usd } }) },
  };
}

const priced = (usd_per_answer: number) => [
  { agent: 'chatgpt', connection: 'openrouter', model: 'openai/any', usd_per_answer },
];

/** Brands with their own prompts, limits and prices, all asked now. */
async function open(brands: readonly Brand[], accountLimit: number | null) {
  const ids: number[] = [];
  for (const { prompts, limit, price } of brands) {
    const { brand } = await call('createBrand', { name: `Brand ${ids.length}` });
    ids.push(brand.id);
    await call('createPrompts', {
      brand_id: brand.id,
      prompts: Array.from({ length: prompts }, (_, at) => `question ${at}`),
    });
    await call('updatePlan', {
      ...{ brand_id: brand.id, agents: priced(price), monthly_limit_usd: limit ?? 'none' },
      account_monthly_limit_usd: accountLimit ?? 'none',
    });
    await call('collect', { brand_id: brand.id });
  }
  return ids;
}

type Brand = { prompts: number; limit: number | null; price: number };
const usd = (most: number) => fc.integer({ min: 0, max: most * 1000 }).map((value) => value / 1000);
const limit = (most: number) => fc.option(usd(most), { freq: 4 });
const brand = fc.record({ prompts: fc.integer({ min: 1, max: 20 }), limit: limit(4), price: usd(1) });

test('50 at once, any limits, costs, failures and retries: no limit is exceeded at any moment', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(brand, { minLength: 1, maxLength: 4 }),
      limit(8),
      fc.nat(),
      async (brands, account, seed) => {
        await reset();
        const random = seededRandom(seed);
        const ids = await open(brands, account);
        const most = Math.min(...brands.map(({ price }) => price));
        world.behave((one) => anything(one, { random, most }));
        await rush(random);
        await assertWithin();
        await assertMoney();
        for (const [at, id] of ids.entries()) await assertEnded(id, brands[at]!, account);
        await call('updatePlan', { brand_id: ids[0]!, account_monthly_limit_usd: 'none' });
        for (const id of ids) await call('updatePlan', { brand_id: id, monthly_limit_usd: 'none' });
        await rush(random);
        assert.ok(
          !(await statesNow()).some((state) => state === 'waiting' || state === 'asking'),
          'a raised limit goes on',
        );
        await assertMoney();
      },
    ),
    { numRuns: isLong ? 100 : 4 },
  );
});

test('an agent that is too dear holds no cheaper one of its brand up', async () => {
  await reset();
  const through = (agent: string, usd_per_answer: number) => ({
    ...{ agent, connection: 'openrouter', model: 'some/model', usd_per_answer },
  });
  const agents = [through('chatgpt', 5), through('claude', 0.01)];
  await call('updatePlan', { brand_id: brandId, agents, monthly_limit_usd: 1 });
  await call('collect', { brand_id: brandId });
  const dear = "agent_id = (select id from agents where name = 'chatgpt')";
  await rows(`update slots set next_at = next_at - interval '1 hour' where ${dear}`);
  await world.collector({ concurrency: 1 }).untilDone();
  const states = await rows(
    `select ${dear} as dear, state, count(*)::int from slots group by 1, 2 order by 1`,
  );
  assert.deepEqual(states, [
    { dear: false, state: 'answered', count: 3 },
    { dear: true, state: 'waiting', count: 3 },
  ]);
  await assertWithin();
});

async function reset() {
  await rows('update accounts set monthly_limit_micros = null');
  await rows('delete from brands where id <> $1', [brandId]);
  for (const table of ['pauses', 'spending', 'seen']) await rows(`delete from ${table}`);
  world.at('2026-11-10T00:00:00Z');
}

/** Bills at most what was reserved by the cheapest brand: which one asks, the vendor does not know. */
function anything(one: Asked, { random, most }: { random: () => number; most: number }): Behaviour {
  const dice = random();
  if (dice < 0.06) return { mode: 'fail', failure: 'server' };
  if (dice < 0.1) return { mode: 'fail', failure: 'rate_seconds' };
  if (dice < 0.14) return { mode: 'fail', failure: 'overloaded' };
  if (dice < 0.18) return { mode: 'reset', script };
  if (dice < 0.22) return { mode: 'truncated', script };
  return stating(one, dice < 0.6 ? most : Math.round(most * random() * MICROS) / MICROS);
}

/** Two processes that ask 25 at once each, while the clock runs fast. */
async function rush(random: () => number) {
  const collectors = [
    world.collector({ concurrency: 25, random }),
    world.collector({ ...world.machine(), concurrency: 25, random }),
  ];
  const time = setInterval(() => {
    world.later(20_000);
    for (const collector of collectors) collector.wake();
  }, 40);
  await Promise.all(collectors.map((collector) => collector.untilDone())).finally(() => clearInterval(time));
  assert.deepEqual(world.errors, []);
}

/** What waits, waits for money alone, and the plan says so. */
async function assertEnded(id: number, { price, limit: own }: Brand, account: number | null) {
  const { slots } = await call('runs', { brand_id: id });
  assert.equal(slots.asking, 0);
  const { spending, paused } = await call('plan', { brand_id: id });
  assert.ok(own === null || spending.spent_usd <= own, `${spending.spent_usd} of ${own}`);
  assert.ok(account === null || spending.account_spent_usd! <= account);
  if (slots.waiting === 0) return;
  assert.ok(spending.left_usd !== null && spending.left_usd < price, `${slots.waiting} wait for nothing`);
  assert.match(paused!, /^The monthly limit is reached: /);
}

test('what is reserved counts before it is spent: as many are asked at once as the limit holds', async () => {
  const [id] = await open([{ prompts: 10, limit: 3.5, price: 1 }], null);
  const { collector, release } = held();
  collector.start();
  await asked(3);
  const { spending } = await call('plan', { brand_id: id! });
  assert.deepEqual([spending.reserved_usd, spending.spent_usd, spending.left_usd], [3, 0, 0.5]);
  await new Promise((resolve) => setTimeout(resolve, 50));
  assert.equal(world.vendors.asked.length, 3);
  world.behave((one) => stating(one, 0.5));
  release();
  await until(async () => world.vendors.asked.length > 3 || null);
  await collector.stop();
  await assertWithin();
});

test('a limit to the last micro-dollar is spent, and not one more', async () => {
  await open([{ prompts: 5, limit: 2.000001, price: 1 }], null);
  world.behave((one) => stating(one, 1));
  await world.collector().untilDone();
  assert.equal(world.vendors.asked.length, 2);
  assert.equal((await world.money()).spent, 2 * MICROS);
  await assertWithin();
});

test('a brand that has money left stops at the limit of its account', async () => {
  await open(
    [
      { prompts: 5, limit: null, price: 1 },
      { prompts: 5, limit: 2, price: 1 },
    ],
    3,
  );
  world.behave((one) => stating(one, 1));
  await world.collector().untilDone();
  assert.equal(world.vendors.asked.length, 3);
  await assertWithin();
  await rows('update accounts set monthly_limit_micros = null');
});

test('a limit of nothing asks nothing that costs, and what is free all the same', async () => {
  const [paid, free] = await open(
    [
      { prompts: 2, limit: 0, price: 0.01 },
      { prompts: 2, limit: 0, price: 0 },
    ],
    null,
  );
  world.behave((one) => stating(one, 0));
  await world.collector().untilDone();
  assert.equal((await call('runs', { brand_id: paid! })).slots.waiting, 2);
  assert.equal((await call('runs', { brand_id: free! })).slots.answered, 2);
});

test('a new month starts at nothing; what was asked in the old one counts there', async () => {
  world.at('2026-11-30T23:59:50Z');
  const [id] = await open([{ prompts: 3, limit: 1, price: 1 }], null);
  world.behave((one) => stating(one, 1));
  const { collector, release } = held();
  collector.start();
  await asked(1);
  world.at('2026-12-01T00:00:30Z');
  collector.wake();
  await asked(2);
  release();
  await until(async () => (await world.money()).reserved === 0 || null);
  await collector.stop();
  assert.deepEqual(
    await rows('select month, spent_micros from spending where brand_id = $1 order by month', [id]),
    [
      { month: '2026-11-01', spent_micros: MICROS },
      { month: '2026-12-01', spent_micros: MICROS },
    ],
  );
  const { spending } = await call('plan', { brand_id: id! });
  assert.deepEqual([spending.month, spending.spent_usd], ['2026-12', 1]);
  await assertWithin();
});

test('a limit that is raised while a collector runs goes on within half a minute', async () => {
  const [id] = await open([{ prompts: 3, limit: 1, price: 1 }], null);
  world.behave((one) => stating(one, 1));
  const collector = world.collector();
  collector.start();
  await until(async () => (await call('runs', { brand_id: id! })).slots.answered === 1 || null);
  const { paused } = await call('plan', { brand_id: id! });
  assert.match(
    paused!,
    /^The monthly limit is reached: 0 USD are left, and an answer may cost 1 USD\. Raise it with PATCH \/plan/,
  );
  await call('updatePlan', { brand_id: id!, monthly_limit_usd: 3 });
  world.later(31_000);
  collector.wake();
  await until(async () => (await call('runs', { brand_id: id! })).slots.answered === 3 || null);
  await collector.stop();
  await assertWithin();
});
