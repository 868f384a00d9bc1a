// `kill -9` at each step between planning and facts: nothing is lost, nothing counted twice, and nothing asked twice but
// what was under way to the vendor.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import test, { type TestContext } from 'node:test';
import { migrate } from '../../src/storage/migrate.ts';
import { type Database, openDatabase } from '../../src/storage/open.ts';
import { copyTemplate } from '../kit/database.ts';
import { startPostgres } from '../kit/postgres.ts';
import {
  addPlans,
  assertCollected,
  DAY,
  type Ended,
  openVendors,
  type Plan,
  startWorker,
} from './collecting.ts';
import type { Step, Work } from './collector-worker.ts';
import { isLong, writeFigure } from './figures.ts';

/** `asked`: the parent kills it when the first request reaches a vendor. */
type Kill = Step | 'asked';

const STEPS: Record<string, Kill> = {
  'planning, before its commit': { text: 'insert into slots', at: 'before its commit' },
  'planning, after its commit': { text: 'insert into slots', at: 'after its commit' },
  'taking, after the run was written': { text: 'insert into "runs"', at: 'after' },
  'taking, before its commit': { text: 'insert into "runs"', at: 'before its commit' },
  'taking, after its commit: nothing was sent': { text: 'insert into "runs"', at: 'after its commit' },
  'asking, while the vendor works': 'asked',
  'asking, before the response was kept': { text: 'exchanges = x.exchanges', at: 'before' },
  'asking, after the response was kept': { text: 'exchanges = x.exchanges', at: 'after' },
  'storing, after the answer was written': { text: 'insert into answers', at: 'after' },
  'storing, after the facts were written': { text: 'position_sum, agents, by_agent)', at: 'after' },
  'storing, after the slot was ended': { text: 'update slots s set state = ', at: 'after' },
  'storing, before its commit': { text: 'insert into answers', at: 'before its commit' },
  'storing, after its commit': { text: 'insert into answers', at: 'after its commit' },
  'failing, before its commit': { text: 'update spending set reserved', at: 'before its commit' },
  'failing, after its commit': { text: 'update spending set reserved', at: 'after its commit' },
};
const LEASE_MS = 1200;
// One of each vendor is asked at once.
const AT_ONCE = 2;

/** One brand for each step, each planned for another hour of the day, so that each process has something of its own. */
function plansFor(steps: readonly string[]): Plan[] {
  return steps.map((step, hour) => ({
    prompts: [`${step}?`, `and ${step}?`],
    agents: ['chatgpt', 'claude'],
    hour,
  }));
}

type Place = Pick<Work, 'url' | 'folder'>;

async function campaign(t: TestContext, place: Place, steps: readonly string[]) {
  await withDatabase(place, (database) => addPlans(database, plansFor(steps)));
  let onAsked = () => {};
  const vendors = await openVendors(({ prompt }) => {
    onAsked();
    return prompt?.includes('failing') ? { mode: 'fail', failure: 'refused' } : null;
  });
  t.after(() => vendors.stop());
  const kept: number[] = [];
  for (const [hour, step] of steps.entries()) {
    const kill = STEPS[step]!;
    const now = `${DAY}T${String(hour).padStart(2, '0')}:30:00Z`;
    const common = { ...place, vendors: vendors.base, now, leaseMs: LEASE_MS, concurrency: 1 };
    const { child, ended } = startWorker({ ...common, step: kill === 'asked' ? undefined : kill });
    if (kill === 'asked') onAsked = () => void child.kill('SIGKILL');
    const { signal, said, received } = await ended;
    onAsked = () => {};
    assert.equal(signal, 'SIGKILL', `${step}: ${said.join('\n')}`);
    kept.push(...received);
  }
  const last = await finish({ ...place, vendors: vendors.base });
  kept.push(...last.received);
  const found = await withDatabase(place, async (database) => {
    await assertKept(database, kept);
    return assertCollected(database, vendors.asked);
  });
  return { ...found, kept: new Set(kept).size };
}

async function finish(work: Place & { vendors: string }): Promise<Ended> {
  const { ended } = startWorker({ ...work, now: `${DAY}T23:30:00Z`, leaseMs: LEASE_MS, concurrency: 2 });
  const last = await ended;
  assert.deepEqual([last.code, last.said], [0, []]);
  return last;
}

/** What a killed process had kept was parsed by the next one, without another run. */
async function assertKept({ pool }: Database, ids: readonly number[]) {
  const { rows } = await pool.query(
    `select r.id, r.state, r.message, (select count(*) from runs o where o.slot_id = r.slot_id and o.id > r.id)::int as later
     from runs r where r.id = any($1)`,
    [ids],
  );
  for (const { id, state, message, later } of rows) {
    assert.ok(
      state === 'answered' || state === 'failed',
      `run ${id}, which had kept its response, is ${state}: ${message}`,
    );
    assert.equal(later, 0, `run ${id} had kept its response, and its slot was asked again`);
  }
  assert.ok(rows.length > 0, 'no process died with a response that was kept');
}

async function withDatabase<T>(place: Place, work: (database: Database) => Promise<T>): Promise<T> {
  const database = await openDatabase({ ...place, exclusive: true });
  return work(database).finally(() => database.close());
}

function tell(
  name: string,
  kills: number,
  found: { slots: number; asked: number; lost: number; kept: number },
) {
  const { slots, asked, lost, kept } = found;
  assert.ok(lost <= AT_ONCE * kills && asked <= slots + lost);
  writeFigure(
    name,
    `${kills} kills, one at each step; ${slots} slots, each ended once; ${asked - slots} asked again (${lost} runs lost, their cost counted); ${kept} kept responses parsed without asking again; all sums equal to a recomputation`,
  );
}

const all = Object.keys(STEPS);
// All of them take a minute.
const some = (most: RegExp) => (isLong ? all : all.filter((step) => most.test(step)));
const ON_SERVER =
  /planning, before|nothing was sent|vendor works|was kept|answer was written|before its commit$/;
const EMBEDDED = /nothing was sent|after the response was kept|answer was written/;

test('a collector killed at each step, on a PostgreSQL server', { timeout: 600_000 }, async (t) => {
  const server = await startPostgres();
  t.after(() => server.stop());
  const place = { url: server.url, folder: '' };
  await withDatabase(place, migrate);
  const steps = some(ON_SERVER);
  tell('kills of a collector, server', steps.length, await campaign(t, place, steps));
});

test('a collector killed at each step, on the embedded database', { timeout: 600_000 }, async (t) => {
  const folder = await copyTemplate();
  t.after(() => fs.rmSync(folder, { recursive: true, force: true }));
  const steps = some(EMBEDDED);
  tell('kills of a collector, embedded', steps.length, await campaign(t, { folder }, steps));
});
