// What the collector's reliability tests share: vendors that count, brands with a plan, processes that collect, and
// what must hold after any accident.
import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { allVendors } from '../../src/cli/demo/vendors/all.ts';
import { type Asked, type Behaviour, startVendors } from '../../src/cli/demo/vendors/server.ts';
import { makeContext } from '../../src/operations/context.ts';
import { makeService } from '../../src/operations/service.ts';
import { checkFacts } from '../../src/storage/check.ts';
import type { Database } from '../../src/storage/open.ts';
import { connectionsTo, SECRET, script } from '../agents/world.ts';
import type { Work } from './collector-worker.ts';

const WORKER = path.join(import.meta.dirname, 'collector-worker.ts');
export const DAY = '2026-11-20';

/** Vendors that answer well after a moment, and tell who was asked. */
export async function openVendors(behave: (asked: Asked) => Behaviour | null = () => null) {
  const server = await startVendors({
    vendors: allVendors,
    behave: (asked) =>
      behave(asked) ?? { mode: 'healthy', script, delayMs: 1 + ((asked.prompt?.length ?? 0) % 7) },
  });
  return { ...server, base: server.url('openai').replace(/\/openai$/, '') };
}

export type Plan = { prompts: string[]; agents: string[]; hour: number; samples?: number };

/** Brands of one account with a plan for today each; returns their ids. */
export async function addPlans(database: Database, plans: readonly Plan[]): Promise<number[]> {
  const asking = connectionsTo(database, (vendor) => `http://127.0.0.1:9/${vendor}`);
  const clock = () => new Date(`${DAY}T00:00:00Z`);
  const service = makeService(makeContext({ database, clock, asking, secret: SECRET }));
  const { rows } = await database.pool.query("insert into accounts (name) values ('Agency') returning id");
  const caller = { accountId: rows[0].id, brandId: null, keyId: null };
  const ids: number[] = [];
  for (const { prompts, agents, hour, samples = 1 } of plans) {
    const { brand } = await service.call('createBrand', caller, { name: 'Acme', domain: 'acme.example' });
    await service.call('createPrompts', caller, { brand_id: brand.id, prompts });
    await service.call('updatePlan', caller, {
      ...{ brand_id: brand.id, active: 'Y', per: 'day', hour, samples, monthly_limit_usd: 'none' },
      agents: agents.map((agent) => ({ agent, usd_per_answer: 1 })),
    });
    ids.push(brand.id);
  }
  return ids;
}

export type Ended = {
  signal: NodeJS.Signals | null;
  code: number | null;
  received: number[];
  said: string[];
};

/** Starts a process that collects. */
export function startWorker(work: Work): { child: ChildProcess; ended: Promise<Ended> } {
  const child = spawn(process.execPath, [WORKER, JSON.stringify(work)], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const said: string[] = [];
  const received: number[] = [];
  child.stderr.on('data', (chunk) => said.push(String(chunk)));
  createInterface({ input: child.stdout }).on('line', (line) => {
    const told = JSON.parse(line) as { received?: number[] };
    if (told.received) received.push(...told.received);
    else said.push(line);
  });
  const ended = new Promise<Ended>((resolve) => {
    child.on('close', (code, signal) => resolve({ code, signal, received, said }));
  });
  return { child, ended };
}

/** What must hold when nothing is open any more. Returns how often slots were asked, and how many runs were lost. */
export async function assertCollected(database: Database, asked: readonly Asked[]) {
  const rows = async (text: string) => (await database.pool.query(text)).rows;
  const slots = await rows(`select s.id, s.state, s.prompt_id, p.prompt, s.connection,
      (select count(*) from answers a where a.external_id = 'slot-' || s.id)::int as answers,
      (select count(*) from runs r where r.slot_id = s.id and r.state = 'lost')::int as lost,
      (select count(*) from runs r where r.slot_id = s.id and r.state in ('answered', 'failed'))::int as ended,
      (select count(*) from runs r where r.slot_id = s.id)::int as runs
    from slots s join prompts p on p.id = s.prompt_id order by s.id`);
  const open = slots.filter(({ state }) => state !== 'answered' && state !== 'failed');
  assert.deepEqual(open, [], 'slots that are still open');
  for (const slot of slots) {
    assert.equal(slot.answers, slot.state === 'answered' ? 1 : 0, `answers of slot ${slot.id}`);
    assert.deepEqual([slot.ended, slot.runs], [1, 1 + slot.lost], `runs of slot ${slot.id}`);
  }
  // Which of its slots a prompt was asked for, a vendor does not see.
  for (const [key, of] of Map.groupBy(slots, ({ prompt, connection }) => `${connection} ${prompt}`)) {
    const times = asked.filter(({ vendor, prompt }) => `${vendor} ${prompt}` === key).length;
    const lost = of.reduce((sum, slot) => sum + slot.lost, 0);
    assert.ok(
      times >= of.length && times <= of.length + lost,
      `${key}: asked ${times} times, ${lost} runs lost`,
    );
  }
  assert.equal(
    (await rows('select from answers')).length,
    slots.filter(({ state }) => state === 'answered').length,
  );
  assert.deepEqual(await checkFacts(database.pool), []);
  const [money] = await rows(`select sum(reserved_micros)::int8 as reserved, sum(spent_micros)::int8 as spent,
    (select sum(cost_micros)::int8 from runs) as runs from spending`);
  assert.deepEqual(money, { reserved: 0, spent: money.runs, runs: money.runs });
  const lostRuns = await rows("select cost_micros, reserved_micros from runs where state = 'lost'");
  for (const run of lostRuns) assert.equal(run.cost_micros, run.reserved_micros);
  return { slots: slots.length, asked: asked.length, lost: lostRuns.length };
}
