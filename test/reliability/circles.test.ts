// Everything that writes, at once and far more often than in life, on a PostgreSQL server: nobody waits for somebody who
// waits for them. The server's own log says when that happens (40P01), also where it was tried again and worked.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import test, { after, before } from 'node:test';
import type { Input } from '../../contract/operation.ts';
import type { Contract, OperationName } from '../../contract/table.ts';
import type { AgentAnswer } from '../../src/collector/agents/agent.ts';
import { planDue } from '../../src/collector/plan.ts';
import { giveBack, settleAnswers, settleFailure } from '../../src/collector/settle.ts';
import { type Started, take } from '../../src/collector/take.ts';
import { packExchanges } from '../../src/domain/exchanges.ts';
import { rereadBatch } from '../../src/operations/reread.ts';
import { makeService } from '../../src/operations/service.ts';
import { deleteVendorKey, setVendorKey } from '../../src/operations/vendor-keys.ts';
import { addAccount, deleteAccount } from '../../src/storage/accounts.ts';
import { checkFacts } from '../../src/storage/check.ts';
import { acceptInvitation, addInvitation } from '../../src/storage/invitations.ts';
import { migrate } from '../../src/storage/migrate.ts';
import { type Database, isAway, openDatabase } from '../../src/storage/open.ts';
import { pause } from '../../src/storage/pauses.ts';
import { keepExchanges } from '../../src/storage/runs.ts';
import { prolongLeases } from '../../src/storage/slots.ts';
import { staleBrands, startOver } from '../../src/storage/stale.ts';
import { until } from '../agents/until.ts';
import { openWorld, type World } from '../agents/world.ts';
import { type Postgres, startPostgres } from '../kit/postgres.ts';
import { isLong, seededRandom } from './figures.ts';

const NOW = '2026-11-20T12:00:00Z';
const ENOUGH = 200;
const LONG_MS = isLong ? 120_000 : 8_000;
let server: Postgres;
let database: Database;
before(async () => {
  // A circle is found at once, so that many can be found.
  const log = { logging_collector: 'on', log_directory: 'log', log_filename: 'server.log' };
  server = await startPostgres({ settings: { ...log, deadlock_timeout: '5ms' } });
  database = await openDatabase({ url: server.url, folder: '', poolSize: 40 });
  await migrate(database);
});
after(async () => {
  await database.close();
  await server.stop();
});

const seed = Number(process.env.SEED ?? Date.now() % 1_000_000);
const random = seededRandom(seed);
const any = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!;
const shuffled = <T>(list: readonly T[]): T[] => list.toSorted(() => random() - 0.5);

type House = { account: number; brands: number[] };

/** What is done to some accounts, by members and by collectors. */
class Crowd {
  readonly world: World;
  readonly houses: House[] = [];
  readonly failures: string[] = [];
  settled = 0;
  #made = 0;

  constructor(world: World) {
    this.world = world;
  }

  call<N extends OperationName>(account: number, name: N, input: Input<Contract[N]>): Promise<never> {
    const caller = { accountId: account, brandId: null, keyId: null };
    return makeService(this.world.context).call(name, caller, input as never) as never;
  }

  async newHouse(): Promise<House> {
    const { db } = this.world.context;
    const email = `owner${this.#made++}@agency.example`;
    const account = await addAccount(db, { name: 'Agency', email, password_hash: 'x' });
    const house: House = { account, brands: [] };
    for (let brand = 0; brand < 2; brand++) house.brands.push(await this.newBrand(account));
    return house;
  }

  async newBrand(account: number): Promise<number> {
    const { brand } = (await this.call(account, 'createBrand', { name: 'Acme' })) as {
      brand: { id: number };
    };
    const prompts = Array.from({ length: 8 }, (_, at) => `question ${at}`);
    await this.call(account, 'createPrompts', { brand_id: brand.id, prompts });
    const agents = ['chatgpt', 'claude'].map((agent) => ({ agent, usd_per_answer: 0.01 }));
    const often = { active: 'Y' as const, per: 'day' as const, times: 24, hour: 0, samples: 2 };
    await this.call(account, 'updatePlan', { brand_id: brand.id, ...often, agents, monthly_limit_usd: 500 });
    await this.call(account, 'collect', { brand_id: brand.id });
    return brand.id;
  }

  /** One of many processes that take from each other, because their leases end at once, and settle in any order. */
  async collect(): Promise<void> {
    const { context, connections } = this.world.machine();
    await connections.refresh();
    const free = new Map([...['openai', 'anthropic'].map((id): [string, number] => [id, any([1, 4, 12])])]);
    const taking = {
      free,
      usable: connections.usable(),
      brandId: undefined,
      withoutMoney: new Map(),
      held: [],
    };
    const { started } = await take(context, { ...taking, leaseMs: any([0, 0, 5, 500]) });
    const held = started.map(({ account_id, slotId: id, runId }) => ({ account_id, id, runId }));
    await prolongLeases(context.db, shuffled(held), any([0, 20]));
    if (random() < 0.8) await this.keep(shuffled(started));
    await prolongLeases(context.db, shuffled(held), any([0, 20]));
    const byBrand = [...Map.groupBy(shuffled(started), ({ brand_id }) => brand_id).values()];
    await Promise.all(byBrand.map((some) => this.settle(some)));
  }

  async keep(started: readonly Started[]): Promise<void> {
    const exchanges = packExchanges([{ status: 200, headers: {}, body: '{}' }]);
    const received = started.map(({ account_id, runId: id }) => ({
      ...{ account_id, id, exchanges, received_at: NOW },
    }));
    await keepExchanges(this.world.context.db, received);
  }

  async settle(started: readonly Started[]): Promise<void> {
    const { context } = this.world;
    const end = any(['answers', 'answers', 'failure', 'back', 'left']);
    this.settled += started.length;
    if (end === 'answers') {
      const all = started.map((one) => ({
        ...{ started: one, answer, answeredAt: context.clock(), redirects: {}, cost: 10 },
      }));
      const settled = await settleAnswers(context, all);
      for (const one of settled) if (one instanceof Error) throw one;
    }
    if (end === 'back') await Promise.all(started.map((one) => giveBack(context, one)));
    if (end !== 'failure') return;
    const pauseMs = any([null, 1, 10 * 86_400_000, 'stop' as const]);
    const consequence = { retryMs: any([0, 20 * 86_400_000]), pauseMs, isCounted: false };
    const failure = { kind: 'server', message: 'broken' } as const;
    await Promise.all(
      started.map((one) =>
        settleFailure(context, { started: one, failure, cost: 0, consequence, keyHash: null }),
      ),
    );
  }

  /** All that anybody may do; each is done by itself, at once with others. Half of it is collecting. */
  acts(): (() => Promise<unknown>)[] {
    const collecting = Array.from({ length: 12 }, () => () => this.collect());
    return [...collecting, ...this.#planning(), ...this.#changing(), ...this.#ofTheAccount()];
  }

  #on(act: (house: House, brand_id: number) => Promise<unknown>) {
    return () => {
      const house = any(this.houses);
      return act(house, any(house.brands));
    };
  }

  #planning() {
    const { world } = this;
    const times = [NOW, '2026-11-20T13:00:00Z', '2026-11-20T14:00:00Z', '2026-11-28T00:00:00Z'];
    return [
      () => planDue(world.machine().context),
      async () => world.at(any(times)),
      this.#on(({ account }, brand_id) => this.call(account, 'collect', { brand_id })),
      this.#on(({ account }, brand_id) => {
        const account_monthly_limit_usd = any([400, 'none' as const]);
        return this.call(account, 'updatePlan', { brand_id, hour: any([1, 2]), account_monthly_limit_usd });
      }),
      this.#on(({ account: account_id }) =>
        pause(world.context.db, {
          ...{ account_id, connection: any(['openai', 'anthropic']), failure: 'server', message: '' },
          ...{ until: '2026-12-30T00:00:00Z', key_hash: null },
        }),
      ),
    ];
  }

  #changing() {
    const { world } = this;
    const { context } = world;
    return [
      this.#on(({ account }, brand_id) =>
        this.call(account, 'trackCompetitor', { brand_id, name: any(['Globex', 'Umbrella']) }),
      ),
      this.#on(({ account }, brand_id) => rereadBatch(context, { account_id: account, id: brand_id })),
      this.#on(({ account }, brand_id) =>
        this.call(account, 'importAnswers', { brand_id, answers: someAnswers() }),
      ),
      this.#on(async ({ account }, brand_id) => {
        const found = (await this.call(account, 'prompts', { brand_id })) as { prompts: { id: number }[] };
        const act = any(['togglePrompt', 'deletePrompt'] as const);
        if (found.prompts.length > 0) await this.call(account, act, { prompt_id: any(found.prompts).id });
        await this.call(account, 'createPrompts', { brand_id, prompts: [`question ${any([1, 5, 9])}`] });
      }),
      this.#on(async (house, brand_id) => {
        const made = await this.newBrand(house.account);
        house.brands[house.brands.indexOf(brand_id)] = made;
        await this.call(house.account, 'deleteBrand', { brand_id });
      }),
      () => startOver(context.db),
      this.#on(async (_house, brand_id) => {
        await world.rows('update brands set reading_version = 0 where id = $1', [brand_id]);
        await staleBrands(context.db, 1);
      }),
    ];
  }

  #ofTheAccount() {
    const { context } = this.world;
    const key = { connection: 'openai', key: 'a-key-of-their-own' };
    return [
      this.#on(({ account }) => setVendorKey(context, account, key)),
      this.#on(({ account }) => deleteVendorKey(context, account, 'openai')),
      this.#on(({ account }) => this.#invite(account)),
      async () => {
        const at = Math.floor(random() * this.houses.length);
        const { account } = this.houses[at]!;
        // Somebody adds a brand while the account goes.
        await Promise.allSettled([deleteAccount(context.db, account), this.newBrand(account)]);
        await deleteAccount(context.db, account);
        this.houses[at] = await this.newHouse();
      },
    ];
  }

  async #invite(account_id: number): Promise<void> {
    const { db } = this.world.context;
    const [owner] = await this.world.rows('select user_id from members where account_id = $1', [account_id]);
    if (!owner) return;
    const token_hash = Buffer.from(String(random()));
    const email = `guest${Math.floor(random() * 1e9)}@agency.example`;
    const expires_at = '2100-01-01T00:00:00Z';
    const invitation = { account_id, email, role: 'viewer' as const, token_hash, expires_at };
    await addInvitation(db, { ...invitation, invited_by: owner.user_id });
    await acceptInvitation(db, token_hash, { name: 'Guest', password_hash: 'x' });
  }
}

const answer: AgentAnswer = {
  ...{ kind: 'answer', text: '1. **Acme** is good.\n2. **Globex** is cheaper.', cited: [], consulted: [] },
  ...{ searches: [], model: 'm', searched: 'yes', finish: 'stop', usage: {} },
} as unknown as AgentAnswer;

const someAnswers = () =>
  Array.from({ length: 4 }, (_, at) => ({
    ...{ prompt: `question ${at}`, agent: 'chatgpt', answered_at: `2026-11-20T0${at}:00:00Z` },
    answer: `1. **Acme** ${random()}\n2. **Globex**`,
  }));

/** What the server's log says of those who waited for each other. */
function circles(): string[] {
  const log = fs.readFileSync(path.join(server.dataDir, 'log', 'server.log'), 'utf8');
  return [...log.matchAll(/deadlock detected.*?STATEMENT/gs)].map(([told]) => told);
}

/** What an account or a brand that went meanwhile makes of what was under way: refused, and nothing else. */
function isOfTheGone(error: { status?: number; code?: string; cause?: unknown }): boolean {
  return [400, 403, 404].includes(error.status ?? 0) || error.code === '23503' || error.code === '23505';
}

test('collecting, settling, planning, changing, deleting at once: the server sees no deadlock', {
  timeout: 300_000,
}, async (t) => {
  const world = await openWorld({ database, now: NOW });
  t.after(() => world.close());
  const crowd = new Crowd(world);
  for (let house = 0; house < 3; house++) crowd.houses.push(await crowd.newHouse());
  const acts = crowd.acts();
  const end = performance.now() + LONG_MS;
  // A busy machine gets its turn as well.
  const isOver = () =>
    performance.now() > end && (crowd.settled > ENOUGH || performance.now() > end + 90_000);
  const actor = async () => {
    while (!isOver())
      await any(acts)().catch((error) => {
        if (!isOfTheGone(error) && !isAway(error) && error.status !== 503)
          crowd.failures.push(`${error.code ?? ''} ${error.stack}`);
      });
  };
  await Promise.all(Array.from({ length: 20 }, actor));
  assert.deepEqual([circles(), [...new Set(crowd.failures)]], [[], []], `seed ${seed}`);
  assert.ok(crowd.settled > ENOUGH, `only ${crowd.settled} settled`);
  assert.deepEqual(await checkFacts(database.pool), []);
});

test('responses are kept although one of their runs is being given up at this moment', async (t) => {
  const world = await openWorld({ database, now: NOW });
  t.after(() => world.close());
  await world.call('updatePlan', {
    brand_id: world.brandId,
    agents: [{ agent: 'chatgpt', usd_per_answer: 0.01 }],
  });
  await world.call('collect', { brand_id: world.brandId });
  const { context, connections } = world.machine();
  await connections.refresh();
  const taking = { free: new Map([['openai', 3]]), usable: ['openai'], brandId: world.brandId };
  const { started } = await take(context, { ...taking, withoutMoney: new Map(), held: [], leaseMs: 90_000 });
  const ids = started.map(({ runId }) => runId);
  assert.equal(ids.length, 3);
  const giver = await database.pool.connect();
  await giver.query('begin');
  await giver.query("update runs set state = 'lost' where id = $1", [ids[1]]);
  const crowd = new Crowd(world);
  const keeping = crowd.keep(started);
  const kept = () =>
    world.rows('select state, exchanges is not null as kept from runs where id = any($1) order by id', [ids]);
  await until(async () => (await kept()).filter((one) => one.kept).length === 2 || null);
  await giver.query('commit');
  giver.release();
  await keeping;
  assert.deepEqual(await kept(), [
    { state: 'received', kept: true },
    { state: 'lost', kept: true },
    { state: 'received', kept: true },
  ]);
});
