// Vendors that send what nobody expects: it is stored, it fails alone, it costs what it cost.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { allVendors } from '../../src/cli/demo/vendors/all.ts';
import type { Asked } from '../../src/cli/demo/vendors/server.ts';
import { DAY_MS, NOW, openCleanWorld } from './clean-world.ts';
import { script } from './world.ts';

const world = await openCleanWorld();
const { call, brandId, rows, plan, prompt_ids, runsNow, slotsNow, asked, held, firstFailure, assertMoney } =
  world;

test('an imported answer under the id of a slot keeps the paid one from nothing', async () => {
  await call('collect', { brand_id: brandId, prompt_ids });
  const [slot] = await slotsNow();
  const [{ prompt }] = await rows('select prompt from prompts where id = $1', [slot.prompt_id]);
  const recorded = { id: `slot-${slot.id}`, prompt, agent: 'chatgpt', answered_at: NOW, answer: 'Globex.' };
  const { refused } = await call('importAnswers', { brand_id: brandId, answers: [recorded] });
  assert.deepEqual(refused, []);
  await world.collector().untilDone();
  assert.deepEqual(
    (await runsNow()).map(({ state }) => state),
    ['answered'],
  );
  assert.equal((await call('brandReport', { brand_id: brandId })).total_responses, 2);
  assert.equal(world.vendors.asked.length, 1);
  await assertMoney();
});

test('text that no database can hold ends up mended, in answers and in failures', async () => {
  const openai = allVendors.find(({ id }) => id === 'openai')!;
  const odd = String.raw`A\u0000B\ud800C`;
  world.behave(({ received }: Asked) => {
    const reply = openai.reply(received, script);
    const body = reply.body
      .replaceAll('CRM reviews', odd)
      .replaceAll('is cheaper', odd)
      .replace(/"model":"[^"]*"/, `"model":"${odd}"`);
    return { mode: 'raw', reply: { ...reply, body } };
  });
  await call('collect', { brand_id: brandId, prompt_ids });
  await world.collector().untilDone();
  const [run] = await runsNow();
  assert.equal(run.state, 'answered', run.message);
  assert.equal(run.facts.model, 'AB\ufffdC');
  const { answer } = await call('answer', { answer_id: run.answer_id });
  assert.match(answer.answer, /AB\ufffdC/);
  const body = JSON.stringify({ error: { message: 'no \0 good \0', type: 'x', code: null } });
  world.behave(() => ({ mode: 'raw', reply: { status: 400, body } }));
  await call('collect', { brand_id: brandId, prompt_ids });
  await world.collector().untilDone();
  assert.deepEqual(world.errors, []);
  const failed = (await runsNow()).at(-1)!;
  assert.deepEqual([failed.state, failed.message], ['failed', 'HTTP 400: no  good ']);
});

for (const [name, value] of [
  ['retry-after', '1e300'],
  ['retry-after', '99999999999999999999'],
  ['retry-after-ms', 'Infinity'],
  ['retry-after-ms', '9e15'],
])
  test(`a vendor that asks to wait for ever (${name}: ${value}) is asked again within a day or two`, async () => {
    const body = JSON.stringify({ error: { message: 'slow down', type: 'requests', code: null } });
    world.behave(() => ({ mode: 'raw', reply: { status: 429, headers: { [name!]: value! }, body } }));
    await call('collect', { brand_id: brandId, prompt_ids });
    await firstFailure({ random: () => 1 });
    assert.deepEqual(world.errors, []);
    const { pauses } = await call('runs', { brand_id: brandId });
    assert.ok(Date.parse(pauses[0]!.until!) <= world.now().getTime() + DAY_MS);
    const [slot] = await slotsNow();
    assert.ok(Date.parse(slot.next_at) <= world.now().getTime() + 2 * DAY_MS);
  });

test('an answer that cannot be stored fails alone, once, with its response kept', async () => {
  await rows("alter table answers add constraint poison check (answer not like '%POISON%')");
  after(() => rows('alter table answers drop constraint poison'));
  world.behave(({ prompt }) => {
    const text = prompt === 'crm with invoicing' ? 'POISON' : script.text;
    return { mode: 'healthy', script: { ...script, text } };
  });
  await call('collect', { brand_id: brandId });
  const { collector, release } = held();
  const done = collector.untilDone();
  await asked(3);
  release();
  await done;
  const { runs, slots } = await call('runs', { brand_id: brandId });
  assert.deepEqual([slots.answered, slots.failed, slots.asking], [2, 1, 0]);
  const failed = runs.find(({ state }) => state === 'failed')!;
  assert.equal(failed.prompt, 'crm with invoicing');
  assert.match(failed.message, /^the answer could not be stored: .*poison/);
  assert.equal(world.vendors.asked.length, 3);
  assert.equal(world.events.filter(({ kind }) => kind === 'answered').length, 2);
  await assertMoney();
});

test('a turn that was paid for counts, also when its continuation fails', async () => {
  await plan('anthropic', { agents: [{ agent: 'claude', connection: 'anthropic' }] });
  let requests = 0;
  world.behave(() =>
    ++requests === 1 ? { mode: 'healthy', script, odd: 'pause' } : { mode: 'fail', failure: 'auth' },
  );
  await call('collect', { brand_id: brandId, prompt_ids });
  await world.collector().untilDone();
  const [run] = await runsNow();
  assert.deepEqual([run.state, run.failure, requests], ['failed', 'auth', 2]);
  assert.ok(run.cost_micros > 0);
  await assertMoney();
});

for (const [code, isFree] of [
  ['ECONNREFUSED', true],
  ['ENOTFOUND', true],
  ['UND_ERR_CONNECT_TIMEOUT', true],
  ['CERT_HAS_EXPIRED', true],
  ['DEPTH_ZERO_SELF_SIGNED_CERT', true],
  ['ECONNRESET', false],
  ['UND_ERR_SOCKET', false],
  ['UND_ERR_HEADERS_TIMEOUT', false],
] as const)
  test(`${code} ${isFree ? 'costs nothing' : 'may have cost what was expected'}`, async () => {
    await call('collect', { brand_id: brandId, prompt_ids });
    const broken = async () => {
      throw new TypeError('fetch failed', { cause: Object.assign(new Error('no'), { code }) });
    };
    const run = await firstFailure({ fetch: broken });
    assert.equal(run.failure, code.endsWith('HEADERS_TIMEOUT') ? 'timeout' : 'network');
    assert.equal(run.cost_micros === 0, isFree, run.message);
    await assertMoney();
  });
