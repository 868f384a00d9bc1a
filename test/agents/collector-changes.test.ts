// What changes between planning and asking counts at once; what changes while a prompt is being asked does not hurt.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { planDue } from '../../src/collector/plan.ts';
import { makeService } from '../../src/operations/service.ts';
import { deleteAccount } from '../../src/storage/accounts.ts';
import { DAY_MS, fail, healthy, openCleanWorld } from './clean-world.ts';
import { until } from './until.ts';

const world = await openCleanWorld();
const {
  call,
  brandId,
  rows,
  plan,
  prompt_ids,
  runsNow,
  slotsNow,
  statesNow,
  countAsked,
  asked,
  held,
  work,
  assertMoney,
} = world;

/** Plans what is due, changes something, lets the collector work, and returns why what was skipped. */
async function afterChange(change: () => Promise<unknown>, ask = work): Promise<string[]> {
  await plan('openai', { active: 'Y', per: 'day', hour: 9, samples: 2 });
  world.later(DAY_MS);
  await planDue(world.context);
  assert.equal((await slotsNow()).length, 6);
  await change();
  await ask();
  await assertMoney();
  return (await slotsNow()).map(({ state, reason }) => `${state} ${reason}`.trim());
}

test('between planning and asking a prompt is switched off', async () => {
  const states = await afterChange(() => call('togglePrompt', { prompt_id: prompt_ids[0]! }));
  const off = 'skipped the prompt was switched off';
  assert.deepEqual(states, [off, off, 'answered', 'answered', 'answered', 'answered']);
  const { skipped } = await call('runs', { brand_id: brandId });
  assert.deepEqual(skipped, [{ reason: 'the prompt was switched off', slots: 2 }]);
  await call('togglePrompt', { prompt_id: prompt_ids[0]! });
});

test('between planning and asking a prompt is deleted', async () => {
  const { prompts } = await call('createPrompts', { brand_id: brandId, prompts: ['short-lived'] });
  await call('collect', { brand_id: brandId, prompt_ids: [prompts[0]!.id] });
  await call('deletePrompt', { prompt_id: prompts[0]!.id });
  await work();
  assert.deepEqual([await statesNow(), world.vendors.asked.length], [[], 0]);
});

test('between planning and asking the brand is deleted', async () => {
  const { brand } = await call('createBrand', { name: 'Initech' });
  await call('createPrompts', { brand_id: brand.id, prompts: ['any'] });
  await call('collect', { brand_id: brand.id });
  assert.ok((await slotsNow()).length > 0);
  await call('deleteBrand', { brand_id: brand.id });
  await work();
  assert.deepEqual([await statesNow(), world.vendors.asked.length], [[], 0]);
});

test('between planning and asking the agent is taken out of the plan', async () => {
  const states = await afterChange(() => plan('anthropic'));
  assert.deepEqual(states, Array(6).fill('skipped the plan does not ask this agent any more'));
  assert.equal(world.vendors.asked.length, 0);
});

test('between planning and asking the agent is asked through another connection', async () => {
  const agents = [
    { agent: 'chatgpt', connection: 'openrouter', model: 'openai/gpt-6.1-terra', usd_per_answer: 1 },
  ];
  const states = await afterChange(() => plan('openai', { agents }));
  assert.deepEqual(states, Array(6).fill('answered'));
  assert.deepEqual([countAsked('openai'), countAsked('openrouter')], [0, 6]);
});

test('between planning and asking the plan is switched off: what a person asked for is asked all the same', async () => {
  const states = await afterChange(async () => {
    await plan('openai', { active: 'N' });
    const { prompts } = await call('createPrompts', { brand_id: brandId, prompts: ['by hand'] });
    await call('collect', { brand_id: brandId, prompt_ids: [prompts[0]!.id] });
  });
  assert.deepEqual(states, [...Array(6).fill('skipped the plan was switched off'), 'answered', 'answered']);
  await rows("delete from prompts where prompt = 'by hand'");
});

test('between planning and asking the plan asks fewer times', async () => {
  const states = await afterChange(() => plan('openai', { samples: 1 }));
  const fewer = 'skipped the plan asks fewer times now';
  assert.deepEqual(states.toSorted(), [...Array(3).fill('answered'), ...Array(3).fill(fewer)]);
  assert.equal(countAsked('openai'), 3);
});

test('between planning and asking the limit is lowered', async () => {
  const states = await afterChange(
    () => plan('openai', { monthly_limit_usd: 0.5 }),
    () => world.collector().untilDone(),
  );
  assert.deepEqual(states, Array(6).fill('waiting'));
  const { paused } = await call('plan', { brand_id: brandId });
  assert.match(paused!, /^The monthly limit is reached: .+ Raise it with PATCH \/plan/);
});

test('between planning and asking the vendor is not set up any more: it waits for who has the key', async () => {
  await call('collect', { brand_id: brandId, prompt_ids });
  await world.collector(world.machine(['anthropic'])).untilDone();
  assert.deepEqual([await statesNow(), world.vendors.asked.length], [['waiting'], 0]);
  await work();
  assert.deepEqual(await statesNow(), ['answered']);
});

async function during(change: () => Promise<unknown>, behave = healthy) {
  world.behave(behave);
  await call('collect', { brand_id: brandId, prompt_ids: [await newPrompt()] });
  const { collector, release } = held();
  collector.start();
  await asked(1);
  await change();
  release();
  await until(async () => (await world.money()).reserved === 0 || null);
  await collector.stop();
  assert.deepEqual(world.errors, []);
  const stored = (await rows('select from answers')).length;
  await rows("delete from prompts where prompt = 'in question'");
  return stored;
}
const newPrompt = async () =>
  (await call('createPrompts', { brand_id: brandId, prompts: ['in question'] })).prompts[0]!.id;
const deletePrompt = async () => call('deletePrompt', { prompt_id: await newPrompt() });

test('while a prompt is being asked it is deleted: nothing is stored, the money counts', async () => {
  assert.equal(await during(deletePrompt), 0);
  assert.ok((await world.money()).spent > 0);
});

test('while a prompt is being asked it is deleted, and the answer is a failure: nothing is left of it', async () => {
  await during(deletePrompt, fail('refused'));
  assert.deepEqual(await slotsNow(), []);
});

test('while a prompt is being asked its brand is deleted: nothing is stored, the money of the account counts', async () => {
  const { brand } = await call('createBrand', { name: 'Initech' });
  await call('createPrompts', { brand_id: brand.id, prompts: ['any'] });
  await call('updatePlan', { brand_id: brand.id, agents: [{ agent: 'chatgpt', usd_per_answer: 1 }] });
  await call('collect', { brand_id: brand.id });
  const { collector, release } = held();
  collector.start();
  await asked(1);
  await call('deleteBrand', { brand_id: brand.id });
  release();
  await until(async () => (await world.money()).reserved === 0 || null);
  await collector.stop();
  assert.deepEqual([world.errors, await rows('select from answers')], [[], []]);
  const { spending } = await call('plan', { brand_id: brandId });
  assert.ok(spending.account_spent_usd! > 0 && spending.spent_usd === 0);
});

test('while a prompt is being asked its account is deleted: nothing is left, and nobody complains', async () => {
  const [{ id }] = await rows("insert into accounts (name) values ('Leaving') returning id");
  const caller = { accountId: id, brandId: null, keyId: null };
  const service = makeService(world.context);
  const { brand } = await service.call('createBrand', caller, { name: 'Gone' });
  await service.call('createPrompts', caller, { brand_id: brand.id, prompts: ['one', 'two'] });
  await service.call('updatePlan', caller, {
    brand_id: brand.id,
    agents: [{ agent: 'chatgpt', usd_per_answer: 1 }],
  });
  await service.call('collect', caller, { brand_id: brand.id });
  world.behave(({ prompt }) => (prompt === 'one' ? healthy() : fail('auth')()));
  const { collector, release } = held();
  collector.start();
  await asked(2);
  await deleteAccount(world.context.db, id);
  release();
  await until(() => world.events.filter(({ kind }) => kind === 'failed').length === 2 || null);
  await collector.stop();
  assert.deepEqual([world.errors, await slotsNow(), await rows('select from answers')], [[], [], []]);
});

test('while a prompt is being asked the settings of its brand change: the answer is read by the new ones', async () => {
  await call('collect', { brand_id: brandId, prompt_ids });
  const { collector, release } = held();
  collector.start();
  await asked(1);
  await call('trackCompetitor', { brand_id: brandId, name: 'Initech' });
  release();
  await until(async () => (await statesNow())[0] === 'answered' || null);
  await collector.stop();
  const [run] = await runsNow();
  const { answer } = await call('answer', { answer_id: run.answer_id });
  const initech = answer.mentions.find(({ name }) => name === 'Initech');
  assert.deepEqual([initech?.entity, initech?.position], ['tracked', 3]);
});

test('while a prompt is being asked its plan changes: it is asked as it was when asking began', async () => {
  assert.equal(await during(() => plan('anthropic', { active: 'N' })), 1);
});

test('three samples are three answers', async () => {
  await plan('openai', { samples: 3 });
  const { added } = await call('collect', { brand_id: brandId, prompt_ids });
  assert.equal(added, 3);
  await work();
  assert.deepEqual(
    (await slotsNow()).map(({ sample, state }) => [sample, state]),
    [1, 2, 3].map((sample) => [sample, 'answered']),
  );
  assert.equal((await call('brandReport', { brand_id: brandId })).total_responses, 3);
});

test('country and language go out where the vendor has a field for them, the prompt as it is', async () => {
  const agents = ['chatgpt', 'claude', 'gemini', 'perplexity'].map((agent) => ({ agent, usd_per_answer: 1 }));
  await plan('openai', { agents, country: 'DE', language: 'de' });
  await call('collect', { brand_id: brandId, prompt_ids });
  await work();
  const sent = Object.fromEntries(
    world.vendors.asked.map(({ vendor, received }) => [vendor, JSON.stringify(received.body)]),
  );
  for (const vendor of ['openai', 'anthropic', 'perplexity'])
    assert.match(sent[vendor]!, /"country":"DE"/, vendor);
  for (const vendor of ['gemini', 'perplexity']) assert.match(sent[vendor]!, /"de"/, vendor);
  assert.deepEqual([...new Set(world.vendors.asked.map(({ prompt }) => prompt))], ['best crm for agencies']);
});
