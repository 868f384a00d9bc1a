// An agency with one prompt to ask, everything else forgotten before each test, and what tests of accidents need.
import assert from 'node:assert/strict';
import { after, beforeEach } from 'node:test';
import type { Behaviour } from '../../src/cli/demo/vendors/server.ts';
import type { FailureMode } from '../../src/cli/demo/vendors/vendor.ts';
import type { CollectorOptions } from '../../src/collector/collector.ts';
import { until } from './until.ts';
import { near, openWorld, script, type World } from './world.ts';

export const NOW = '2026-11-20T08:00:00Z';
export const DAY_MS = 86_400_000;
export const healthy = (): Behaviour => ({ mode: 'healthy', script });
export const fail = (failure: FailureMode) => (): Behaviour => ({ mode: 'fail', failure });

export type CleanWorld = Awaited<ReturnType<typeof openCleanWorld>>;

/** A world that is the same before each test of the file. */
export async function openCleanWorld() {
  const world = await openWorld({ now: NOW });
  const { call, brandId, rows } = world;
  after(() => world.close());
  const plan = (connection: string, more = {}) => {
    const agent = connection === 'openai' ? 'chatgpt' : 'claude';
    const agents = [{ agent, connection, usd_per_answer: 1 }];
    return call('updatePlan', { brand_id: brandId, agents, monthly_limit_usd: 1000, ...more });
  };
  beforeEach(async () => {
    for (const table of TABLES) await rows(`delete from ${table}`);
    await rows('delete from brands where id <> $1', [brandId]);
    await rows("delete from competitors where name <> 'Globex'");
    await rows('update competitors set sightings = 0, head_sightings = 0');
    await rows('update brands set settings_version = settings_version + 1, data_version = data_version + 1');
    world.at(NOW);
    world.behave(healthy);
    for (const list of [world.errors, world.events, world.vendors.asked]) list.length = 0;
    await plan('openai');
  });
  return { ...world, plan, prompt_ids: [world.prompts[0]!.id], ...looks(world), ...collectors(world) };
}

/** What can be seen of a world. */
function looks({ rows, call, brandId, vendors, money }: World) {
  return {
    runsNow: () => rows('select * from runs order by id'),
    slotsNow: () => rows('select * from slots order by id'),
    statesNow: async (): Promise<string[]> =>
      (await rows('select state from slots order by id')).map(({ state }) => state),
    pausesNow: async () => (await call('runs', { brand_id: brandId })).pauses,
    countAsked: (vendor: string) => vendors.asked.filter((one) => one.vendor === vendor).length,
    /** Until this many requests came to the vendors. */
    asked: (count: number) => until(() => vendors.asked.length >= count || null),
    /** Nothing is reserved, and what is spent is what the runs say. */
    assertMoney: async () => {
      const { reserved, spent, runs } = await money();
      assert.deepEqual({ reserved, spent }, { reserved: 0, spent: runs });
    },
  };
}

type More = Partial<CollectorOptions>;

/** Collectors that stop by themselves, or get their answers when the test says. */
function collectors({ rows, collector: make, now, errors }: World) {
  return {
    /** A collector that gets no response before `release` is called. */
    held: (more: More = {}) => {
      let release = () => {};
      const gate = new Promise<void>((resolve) => {
        release = resolve;
      });
      const slow: typeof fetch = async (input, init) => {
        const response = await near(input, init);
        await gate;
        return response;
      };
      return { collector: make({ fetch: slow, ...more }), release };
    },
    /** Starts a collector, stops it when the first run has failed, and returns that run. */
    firstFailure: async (more: More = {}) => {
      const collector = make(more);
      collector.start();
      const failed = () => rows("select * from runs where state = 'failed' order by id");
      const found = until(async () => ((await failed()).length > 0 ? failed() : null));
      const [run] = await found.finally(() => collector.stop());
      return run;
    },
    /** Lets a collector work until it has nothing to do at this moment. */
    work: async (more: More = {}) => {
      const collector = make({ concurrency: 1, ...more });
      collector.start();
      const idle = until(async () => (await rows(OPEN, [now().toISOString()])).length === 0 || null);
      await idle.finally(() => collector.stop());
      assert.deepEqual(errors, []);
    },
  };
}

const TABLES = ['plans', 'pauses', 'slots', 'spending', 'answers', 'fact_days', 'fact_months', 'sources'];

// What a collector would take now, or has taken.
const OPEN = `select from slots s where (state = 'asking' or state = 'waiting' and next_at <= $1) and not exists
  (select from pauses p where p.connection = s.connection and (p.until is null or p.until > $1))`;
