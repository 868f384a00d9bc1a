// An agency with one prompt to ask, everything else forgotten before each test, and what tests of accidents need.
import assert from 'node:assert/strict';
import { after, beforeEach } from 'node:test';
import type { Behaviour } from '../../src/cli/demo/vendors/server.ts';
import type { CollectorOptions } from '../../src/collector/collector.ts';
import { until } from './until.ts';
import { near, openWorld, script } from './world.ts';

export const NOW = '2026-11-20T08:00:00Z';
export const DAY_MS = 86_400_000;
export const healthy = () => ({ mode: 'healthy', script }) as Behaviour;

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
    world.at(NOW);
    world.behave(healthy);
    for (const list of [world.errors, world.events, world.vendors.asked]) list.length = 0;
    await plan('openai');
  });
  return {
    ...world,
    plan,
    prompt_ids: [world.prompts[0]!.id],
    runsNow: () => rows('select * from runs order by id'),
    slotsNow: () => rows('select * from slots order by id'),
    /** Until this many requests came to the vendors. */
    asked: (count: number) => until(() => world.vendors.asked.length >= count || null),
    /** A collector that gets no response before `release` is called. */
    held: (more: Partial<CollectorOptions> = {}) => {
      let release = () => {};
      const gate = new Promise<void>((resolve) => {
        release = resolve;
      });
      const slow: typeof fetch = async (input, init) => {
        const response = await near(input, init);
        await gate;
        return response;
      };
      return { collector: world.collector({ fetch: slow, ...more }), release };
    },
    /** Starts a collector, stops it when the first run has failed, and returns that run. */
    firstFailure: async (more: Partial<CollectorOptions> = {}) => {
      const collector = world.collector(more);
      collector.start();
      const failed = () => rows("select * from runs where state = 'failed' order by id");
      const [run] = await until(async () => ((await failed()).length > 0 ? failed() : null));
      await collector.stop();
      return run;
    },
    /** Nothing is reserved, and what is spent is what the runs say. */
    assertMoney: async () => {
      const { reserved, spent, runs } = await world.money();
      assert.deepEqual({ reserved, spent }, { reserved: 0, spent: runs });
    },
  };
}

const TABLES = ['pauses', 'slots', 'spending', 'answers', 'fact_days', 'fact_months', 'sources'];
