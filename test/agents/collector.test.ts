// From a slot to an answer that the reports count, through every connection.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { allConnections } from '../../src/collector/all.ts';
import { unpackExchanges } from '../../src/domain/exchanges.ts';
import { openWorld, script } from './world.ts';

const world = await openWorld();
after(() => world.close());
const { call, brandId } = world;

const AGENTS = allConnections.flatMap(({ id, agents }) =>
  Object.keys(agents).map((agent) => ({ agent, connection: id })),
);

async function rowsOf(text: string, values: unknown[] = []) {
  return (await world.database.pool.query(text, values)).rows;
}

test('every connection is there, and every agent of it can be asked', async () => {
  assert.ok(AGENTS.length >= 14, `${AGENTS.length} agents`);
  const { plan, available } = await call('plan', { brand_id: brandId });
  assert.deepEqual(
    new Set(available.map(({ agent, connection }) => `${connection} ${agent}`)),
    new Set([...AGENTS.map(({ agent, connection }) => `${connection} ${agent}`), 'compatible house_agent']),
  );
  assert.equal(plan.active, 'N');
});

for (const { agent, connection } of [...AGENTS, { agent: 'house_agent', connection: 'compatible' }])
  test(`${agent} through ${connection}: the answer is stored and counted, the response kept, the cost recorded`, async () => {
    await call('updatePlan', {
      brand_id: brandId,
      agents: [{ agent, connection, usd_per_answer: 1 }],
      monthly_limit_usd: 1000,
    });
    const prompt = world.prompts[0]!;
    const before = await call('brandReport', { brand_id: brandId });
    const { added } = await call('collect', { brand_id: brandId, prompt_ids: [prompt.id] });
    assert.equal(added, 1);
    await world.collector().untilDone();
    assert.deepEqual(world.errors, []);
    const { runs, slots } = await call('runs', { brand_id: brandId, limit: 1 });
    const [run] = runs;
    assert.deepEqual(
      [run?.state, run?.failure, run?.message, run?.ai_agent, run?.connection],
      ['answered', null, '', agent, connection],
    );
    assert.equal(slots.waiting + slots.asking, 0);
    const { answer } = await call('answer', { answer_id: run!.answer_id! });
    assert.equal(answer.ai_agent, agent);
    assert.match(answer.answer, /\*\*Acme\*\* is an excellent choice/);
    assert.equal(answer.mentions[0]?.name, 'Acme');
    assert.equal(answer.mentions[0]?.position, 1);
    assert.ok(answer.raw && answer.raw.length > 50);
    const [row] = await rowsOf('select exchanges, cost_micros, reserved_micros from runs where id = $1', [
      run!.id,
    ]);
    assert.equal(unpackExchanges(row.exchanges).at(-1)?.status, 200);
    assert.ok(row.cost_micros !== null && row.cost_micros <= row.reserved_micros, `${row.cost_micros}`);
    const report = await call('brandReport', { brand_id: brandId });
    assert.equal(report.total_responses, before.total_responses + 1);
    assert.equal(report.visibility, 100);
  });

test('what is spent is the sum of the runs, and nothing stays reserved', async () => {
  const [sum] = await rowsOf('select sum(cost_micros)::int8 as spent from runs');
  const [row] = await rowsOf(
    'select sum(reserved_micros)::int8 as reserved, sum(spent_micros)::int8 as spent from spending',
  );
  assert.deepEqual(row, { reserved: 0, spent: sum.spent });
  const { spending } = await call('plan', { brand_id: brandId });
  assert.equal(spending.spent_usd, sum.spent / 1_000_000);
});

test('each vendor was sent the prompt as it is', () => {
  const asked = world.vendors.asked.filter(({ prompt }) => prompt !== null);
  assert.ok(asked.length >= AGENTS.length);
  for (const { prompt, vendor } of asked) assert.equal(prompt, 'best crm for agencies', vendor);
});

test('cited pages are sources, pages only consulted are not', async () => {
  const { sources } = await call('sources', { brand_id: brandId });
  assert.ok(sources.some(({ domain }) => domain === 'reviews.example'));
  assert.ok(!sources.some(({ domain }) => domain === new URL(script.consulted[0]!.url).host));
});

test('a slot that was filled is not asked again', async () => {
  const asked = world.vendors.asked.length;
  await world.collector().untilDone();
  assert.equal(world.vendors.asked.length, asked);
});
