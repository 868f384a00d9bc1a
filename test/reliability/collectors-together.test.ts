// Several collectors, schedulers and people on one PostgreSQL server: nothing is asked twice, no limit is exceeded by
// two at once, and nobody waits for each other in a circle.
import assert from 'node:assert/strict';
import test, { after, before, type TestContext } from 'node:test';
import pg from 'pg';
import { planDue } from '../../src/collector/plan.ts';
import { rereadBatch } from '../../src/operations/reread.ts';
import { checkFacts } from '../../src/storage/check.ts';
import { migrate } from '../../src/storage/migrate.ts';
import { type Database, openDatabase } from '../../src/storage/open.ts';
import { until } from '../agents/until.ts';
import { openWorld, type World } from '../agents/world.ts';
import { type Postgres, startPostgres } from '../kit/postgres.ts';
import { addPlans, assertCollected, DAY, openVendors, startWorker } from './collecting.ts';
import { isLong, writeFigure } from './figures.ts';

let server: Postgres;
before(async () => {
  server = await startPostgres();
  const template = await openDatabase({ url: server.url, folder: '' });
  await migrate(template);
  await template.close();
});
after(() => server.stop());

/** A database of its own, closed after the test. */
async function newDatabase(t: TestContext): Promise<Database & { url: string }> {
  const name = `together_${Math.random().toString(36).slice(2)}`;
  const maintenance = new pg.Client({ connectionString: server.url.replace(/postgres$/, 'template1') });
  await maintenance.connect();
  await maintenance.query(`create database ${name} template postgres`);
  await maintenance.end();
  const url = server.url.replace(/postgres$/, name);
  const database = await openDatabase({ url, folder: '', poolSize: 20 });
  t.after(() => database.close());
  return { ...database, url };
}

const countOf = async ({ pool }: Database, text: string): Promise<number> =>
  Number((await pool.query(`select count(*) as count from ${text}`)).rows[0].count);
const deadlocks = async ({ pool }: Database): Promise<number> =>
  (await pool.query('select deadlocks from pg_stat_database where datname = current_database()')).rows[0]
    .deadlocks;

const NOW = `${DAY}T12:00:00Z`;

test('two collectors and three schedulers for 1,000 slots: 1,000 answers, none asked twice', async (t) => {
  const database = await newDatabase(t);
  const prompts = Array.from({ length: 50 }, (_, at) => `question ${at}`);
  const plan = { prompts, agents: ['chatgpt', 'claude'], samples: 2, hour: 9 };
  await addPlans(database, Array(5).fill(plan));
  const vendors = await openVendors();
  t.after(() => vendors.stop());
  const { url } = database;
  const work = { url, folder: '', vendors: vendors.base, now: NOW, leaseMs: 30_000, concurrency: 16 };
  const workers = [startWorker(work), startWorker(work)];
  const schedulers = await openWorld({ database, now: NOW });
  t.after(() => schedulers.close());
  await Promise.all([1, 2, 3].map(() => planDue(schedulers.machine().context)));
  for (const { ended } of workers) assert.deepEqual((await ended).said, []);
  const { slots, asked, lost } = await assertCollected(database, vendors.asked);
  assert.deepEqual({ slots, asked, lost }, { slots: 1000, asked: 1000, lost: 0 });
  const figure = '1,000 slots, 1,000 answers, 1,000 requests, 0 runs lost';
  writeFigure('two collectors and three schedulers on one server', figure);
});

test('a server that goes away for a moment costs no answer', { timeout: 120_000 }, async (t) => {
  const database = await newDatabase(t);
  const prompts = Array.from({ length: 40 }, (_, at) => `question ${at}`);
  await addPlans(database, [{ prompts, agents: ['chatgpt'], hour: 9 }]);
  const vendors = await openVendors();
  t.after(() => vendors.stop());
  const { url } = database;
  const { ended } = startWorker({
    url,
    folder: '',
    vendors: vendors.base,
    now: NOW,
    leaseMs: 5_000,
    concurrency: 4,
  });
  await until(() => vendors.asked.length >= 10 || null);
  await server.restart();
  const { code, said } = await ended;
  assert.equal(code, 0, said.join('\n'));
  const { slots, asked, lost } = await assertCollected(database, vendors.asked);
  // A transaction whose commit nobody heard of may have been made.
  assert.ok(asked <= slots + lost && lost <= 4, `${asked} requests for ${slots} slots, ${lost} runs lost`);
});

test('limits hold when many take at the same moment', async (t) => {
  const database = await newDatabase(t);
  for (let round = 0; round < (isLong ? 50 : 6); round++) {
    const world = await openWorld({ database, now: NOW });
    t.after(() => world.close());
    const [brandLimit, accountLimit] = round % 2 === 0 ? [7, 'none' as const] : [7, 5];
    const prompts = Array.from({ length: 40 }, (_, at) => `question ${at}`);
    await world.call('createPrompts', { brand_id: world.brandId, prompts });
    await world.call('updatePlan', {
      ...{ brand_id: world.brandId, agents: [{ agent: 'chatgpt', usd_per_answer: 1 }] },
      ...{ monthly_limit_usd: brandLimit, account_monthly_limit_usd: accountLimit },
    });
    await world.call('collect', { brand_id: world.brandId });
    const most = Math.min(brandLimit, accountLimit === 'none' ? brandLimit : accountLimit);
    await assertReserved(world, most * 1_000_000);
    await database.pool.query('delete from slots');
    await database.pool.query('delete from spending');
  }
});

/** Many collectors start at once; of a vendor that does not answer they ask for exactly that much. */
async function assertReserved(world: World, micros: number) {
  let release = () => {};
  const gate = new Promise<void>((resolve) => {
    release = resolve;
  });
  const fetch = () => gate.then(() => new Response('{}', { status: 503 }));
  const collectors = Array.from({ length: 8 }, () =>
    world.collector({ ...world.machine(), concurrency: 3, fetch }),
  );
  for (const collector of collectors) collector.start();
  await until(async () => (await world.money()).reserved >= micros || null);
  await new Promise((resolve) => setTimeout(resolve, 100));
  const found = await world.money();
  release();
  await Promise.all(collectors.map((collector) => collector.stop()));
  assert.deepEqual(found, { reserved: micros, spent: 0, runs: 0 });
  assert.deepEqual(world.errors, []);
}

test('who asks now many times at once is asked once', async (t) => {
  const database = await newDatabase(t);
  const world = await openWorld({ database, now: NOW });
  t.after(() => world.close());
  await world.call('updatePlan', { brand_id: world.brandId, agents: ['chatgpt'] });
  const ask = () => world.call('collect', { brand_id: world.brandId });
  const collected = await Promise.all(Array.from({ length: 10 }, ask));
  assert.equal(
    collected.reduce((sum, { added }) => sum + added, 0),
    3,
  );
  assert.equal(await countOf(database, 'slots'), 3);
});

const AGENTS = ['chatgpt', 'claude', 'gemini'].map((agent) => ({ agent, usd_per_answer: 0.01 }));
const any = <T>(list: readonly T[]) => list[Math.floor(Math.random() * list.length)]!;

async function newBrand({ call }: World): Promise<number> {
  const { brand } = await call('createBrand', { name: 'Acme' });
  const prompts = Array.from({ length: 12 }, (_, at) => `question ${at}`);
  await call('createPrompts', { brand_id: brand.id, prompts });
  const often = { active: 'Y' as const, per: 'day' as const, times: 24, hour: 0 };
  await call('updatePlan', { brand_id: brand.id, ...often, agents: AGENTS, monthly_limit_usd: 500 });
  return brand.id;
}

/** What people and the service do to brands, one of it at random. */
function actsOn(world: World, brands: number[]): (() => Promise<unknown>)[] {
  const { call } = world;
  const brand_id = () => any(brands);
  const rivals = ['Globex', 'Initech', 'Umbrella'];
  return [
    () => call('collect', { brand_id: brand_id() }),
    () => planDue(any([world.context, world.machine().context])),
    () => call('updatePlan', { brand_id: brand_id(), hour: any([1, 2, 3]), account_monthly_limit_usd: 900 }),
    () => call('trackCompetitor', { brand_id: brand_id(), name: any(rivals) }),
    () => rereadBatch(world.context, { account_id: world.accountId, id: brand_id() }),
    async () => {
      const id = brand_id();
      const { prompts } = await call('prompts', { brand_id: id });
      const act = any(['togglePrompt', 'deletePrompt'] as const);
      if (prompts.length > 0) await call(act, { prompt_id: any(prompts).id });
      await call('createPrompts', { brand_id: id, prompts: [`question ${any([1, 5, 9])}`] });
    },
    () => {
      const answers = Array.from({ length: 5 }, (_, at) => ({
        ...{ prompt: `question ${at}`, agent: 'chatgpt', answered_at: `${DAY}T0${at}:00:00Z` },
        answer: `1. **Acme** ${Math.random()}\n2. **Globex**`,
      }));
      return call('importAnswers', { brand_id: brand_id(), answers });
    },
    async () => {
      const at = Math.floor(Math.random() * brands.length);
      const [old, made] = [brands[at]!, await newBrand(world)];
      brands[at] = made;
      await call('deleteBrand', { brand_id: old });
    },
    async () => world.later(20 * 60_000),
  ];
}

const ENOUGH = 20;

test('collecting, planning, importing, changing and deleting at once: no deadlock, no error, no cent astray', async (t) => {
  const database = await newDatabase(t);
  const world = await openWorld({ database, now: NOW });
  t.after(() => world.close());
  const collectors = [0, 1].map(() => world.collector({ ...world.machine(), concurrency: 6 }));
  for (const collector of collectors) collector.start();
  const acts = actsOn(world, [await newBrand(world), await newBrand(world), await newBrand(world)]);
  const failures: string[] = [];
  const answered = () => world.events.filter(({ kind }) => kind === 'answered').length;
  const start = performance.now();
  // A busy machine asks less often in the time, but has to have asked.
  const isOver = () => {
    const ms = performance.now() - start;
    return ms > 90_000 || (ms > (isLong ? 60_000 : 5_000) && answered() > ENOUGH);
  };
  const actor = async () => {
    while (!isOver())
      await any(acts)().catch((error) => {
        if (error.status !== 404) failures.push(`${error.code ?? ''} ${error.stack}`);
      });
  };
  await Promise.all(Array.from({ length: 6 }, actor));
  await Promise.all(collectors.map((collector) => collector.stop()));
  assert.deepEqual([failures, world.errors, await deadlocks(database)], [[], [], 0]);
  assert.ok(answered() > ENOUGH, `only ${answered()} answers`);
  await database.pool.query("update slots set next_at = '-infinity' where state in ('waiting', 'asking')");
  await database.pool.query('delete from pauses');
  // On a busy machine an answer may come too late, and is asked again minutes later.
  const ticking = setInterval(() => world.later(60_000), 100);
  await world.collector({ concurrency: 20 }).untilDone();
  clearInterval(ticking);
  assert.deepEqual((await database.pool.query('select * from spending where reserved_micros <> 0')).rows, []);
  assert.deepEqual(await checkFacts(database.pool), []);
});
