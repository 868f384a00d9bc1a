// The operations about asking: forecasts against numbers worked out by hand, refusals word for word, the history.
import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { makeService } from '../../src/operations/service.ts';
import { healthy, openCleanWorld } from './clean-world.ts';

const world = await openCleanWorld();
const { call, brandId, rows, plan, prompt_ids, work, assertMoney } = world;
const service = makeService(world.context);
const patch = (change: object) => call('updatePlan', { brand_id: brandId, ...change } as never);

beforeEach(() => rows('update accounts set monthly_limit_micros = null'));

const TWO_AGENTS = [
  { agent: 'chatgpt', usd_per_answer: 0.5 },
  { agent: 'claude', usd_per_answer: 0.25 },
];
const cost = (answers: number, usd: number) => ({ answers, expected_usd: usd, most_usd: usd });

test('a brand that nobody planned for has the default plan, and asks nothing by itself', async () => {
  await rows('delete from plans');
  const {
    plan: found,
    next_at,
    forecast,
    spending,
    paused,
    active_prompts,
  } = await call('plan', { brand_id: brandId });
  const { agents, ...settings } = found;
  assert.deepEqual(settings, {
    ...{
      brand_id: brandId,
      active: 'N',
      all_agents: true,
      per: 'week',
      times: 1,
      hour: 6,
      time_zone: 'UTC',
      samples: 1,
    },
    ...{ country: '', language: '', monthly_limit_usd: 10, account_monthly_limit_usd: null },
  });
  assert.ok(agents.length > 5);
  assert.deepEqual([next_at, paused, active_prompts], [null, null, 3]);
  assert.deepEqual([forecast.next_30_days, forecast.rest_of_month], [cost(0, 0), cost(0, 0)]);
  assert.deepEqual(spending, {
    ...{ month: '2026-11', spent_usd: 0, reserved_usd: 0, account_spent_usd: 0, left_usd: 10 },
  });
});

// The clock stands at 2026-11-20T08:00Z, a Friday. Three prompts, two samples, two agents: 12 answers, 3 x 2 x 0.75 USD.
for (const [title, schedule, next, in30, thisMonth] of [
  ['twice a day', { per: 'day', times: 2, hour: 6, time_zone: 'UTC' }, '2026-11-20T18:00', 60, 21],
  [
    'once a day, later today',
    { per: 'day', times: 1, hour: 9, time_zone: 'UTC' },
    '2026-11-20T09:00',
    30,
    11,
  ],
  ['every hour', { per: 'day', times: 24, hour: 0, time_zone: 'UTC' }, '2026-11-20T09:00', 719, 255],
  ['in Berlin', { per: 'day', times: 1, hour: 9, time_zone: 'Europe/Berlin' }, '2026-11-21T08:00', 29, 10],
  ['on Mondays', { per: 'week', times: 1, hour: 6, time_zone: 'UTC' }, '2026-11-23T06:00', 4, 2],
  ['every day of the week', { per: 'week', times: 7, hour: 6, time_zone: 'UTC' }, '2026-11-21T06:00', 30, 10],
] as const)
  test(`${title}: the forecast is that number of times`, async () => {
    const found = await patch({
      active: 'Y',
      ...schedule,
      samples: 2,
      agents: TWO_AGENTS,
      monthly_limit_usd: 'none',
    });
    assert.equal(found.next_at, `${next}:00.000000+00:00`);
    assert.deepEqual(found.forecast, {
      each_time: cost(12, 4.5),
      next_30_days: cost(12 * in30, 4.5 * in30),
      rest_of_month: cost(12 * thisMonth, 4.5 * thisMonth),
    });
    assert.deepEqual([found.spending.left_usd, found.paused], [null, null]);
    assert.deepEqual(await call('plan', { brand_id: brandId }), found);
  });

test('an agent without a key is no part of the forecast, and says what to do', async () => {
  await rows('delete from plans');
  const poor = world.machine(['anthropic']).context;
  const caller = { accountId: world.accountId, brandId: null, keyId: null };
  await patch({ agents: TWO_AGENTS });
  const found = await makeService(poor).call('plan', caller, { brand_id: brandId });
  assert.deepEqual(found.forecast.each_time, cost(3, 0.75));
  assert.equal(found.plan.agents[0]!.problem, 'chatgpt cannot be asked: set OPENAI_API_KEY');
  assert.equal(found.paused, null);
});

test('the nearer of both limits is what is left', async () => {
  const { spending } = await patch({ monthly_limit_usd: 7, account_monthly_limit_usd: 3 });
  assert.deepEqual(spending.left_usd, 3);
  const { spending: other, plan: found } = await patch({ account_monthly_limit_usd: 'none' });
  assert.deepEqual([other.left_usd, found.account_monthly_limit_usd], [7, null]);
  const { spending: none } = await patch({ monthly_limit_usd: 'none' });
  assert.equal(none.left_usd, null);
});

const wholeTimes = 'times must be a whole number from 1 to 24';
const limit = (field: string) => `${field} must be a number of US dollars from 0 to 1,000,000, or "none"`;
const REFUSED: [object, string][] = [
  [{ active: 'yes' }, 'active must be "Y" or "N"'],
  [{ per: 'month' }, 'per must be "day" or "week"'],
  [{ per: 'day', times: 0 }, wholeTimes],
  [{ per: 'day', times: 25 }, wholeTimes],
  [{ per: 'day', times: 1.5 }, wholeTimes],
  [{ per: 'day', times: '2' }, wholeTimes],
  [{ per: 'week', times: 8 }, 'times must be a whole number from 1 to 7 when per is "week"'],
  [{ hour: 24 }, 'hour must be a whole number from 0 to 23'],
  [{ hour: -1 }, 'hour must be a whole number from 0 to 23'],
  [{ time_zone: 'Mars/Olympus' }, 'time_zone must be a name such as "Europe/Berlin": "Mars/Olympus" is none'],
  [{ time_zone: 5 }, 'time_zone must be a string'],
  [{ samples: 0 }, 'samples must be a whole number from 1 to 20'],
  [{ samples: 21 }, 'samples must be a whole number from 1 to 20'],
  [{ country: 'Germany' }, 'country must be two capital letters such as "DE", or ""'],
  [{ country: 'de' }, 'country must be two capital letters such as "DE", or ""'],
  [{ language: 'DE' }, 'language must be two small letters such as "de", or ""'],
  [{ monthly_limit_usd: -1 }, limit('monthly_limit_usd')],
  [{ monthly_limit_usd: 'much' }, limit('monthly_limit_usd')],
  [{ monthly_limit_usd: 1_000_001 }, limit('monthly_limit_usd')],
  [{ account_monthly_limit_usd: '10' }, limit('account_monthly_limit_usd')],
  [{ agents: 'chatgpt' }, 'agents must be an array of at most 50 agents'],
  [{ agents: Array(51).fill('chatgpt') }, 'agents must be an array of at most 50 agents'],
  [{ agents: ['chatgpt', 'ChatGPT'] }, 'agents must name each agent once: chatgpt is there twice'],
  [
    { agents: [5] },
    'each of agents must be the name of an agent or {agent, connection, model, usd_per_answer}',
  ],
];

for (const [change, message] of REFUSED)
  test(`PATCH /plan refuses ${JSON.stringify(change).slice(0, 60)}, and changes nothing`, async () => {
    const before = await call('plan', { brand_id: brandId });
    await assert.rejects(patch(change), { status: 400, message });
    assert.deepEqual(await call('plan', { brand_id: brandId }), before);
  });

test('a Brand-scoped key plans its own brand, and sets no limit of the account', async () => {
  const { brand: other } = await call('createBrand', { name: 'Initech' });
  const caller = { accountId: world.accountId, brandId, keyId: null };
  const { plan: changed } = await service.call('updatePlan', caller, { brand_id: brandId, hour: 5 });
  assert.equal(changed.hour, 5);
  const refused = [
    () => service.call('updatePlan', caller, { brand_id: brandId, account_monthly_limit_usd: 1 }),
    () => service.call('updatePlan', caller, { brand_id: brandId, account_monthly_limit_usd: 'none' }),
    () => service.call('updatePlan', caller, { brand_id: other.id, hour: 7 }),
    () => service.call('plan', caller, { brand_id: other.id }),
    () => service.call('collect', caller, { brand_id: other.id }),
    () => service.call('runs', caller, { brand_id: other.id }),
  ];
  for (const ask of refused) await assert.rejects(ask, { status: 403 });
  const { plan: kept } = await call('plan', { brand_id: brandId });
  assert.equal(kept.account_monthly_limit_usd, null);
});

test('another account sees and starts nothing of ours', async () => {
  const [{ id }] = await rows("insert into accounts (name) values ('Other') returning id");
  const caller = { accountId: id, brandId: null, keyId: null };
  for (const name of ['plan', 'updatePlan', 'collect', 'runs'] as const)
    await assert.rejects(service.call(name, caller, { brand_id: brandId }), { status: 404 });
  const { brand } = await service.call('createBrand', caller, { name: 'Theirs' });
  await assert.rejects(service.call('collect', caller, { brand_id: brand.id, prompt_ids }), { status: 404 });
  await assert.rejects(service.call('runs', caller, { brand_id: brand.id, prompt_id: prompt_ids[0]! }), {
    status: 404,
  });
});

test('POST /runs counts, filters and pages', async () => {
  await plan('openai', { agents: TWO_AGENTS, samples: 2, monthly_limit_usd: 'none' });
  await call('collect', { brand_id: brandId });
  world.behave(({ vendor }) => (vendor === 'openai' ? healthy() : { mode: 'fail', failure: 'refused' }));
  await work({ concurrency: 4 });
  await assertMoney();
  const all = await call('runs', { brand_id: brandId });
  assert.deepEqual(all.slots, { waiting: 0, asking: 0, answered: 6, failed: 6, skipped: 0 });
  assert.deepEqual(
    all.agents.toSorted((a, b) => a.ai_agent.localeCompare(b.ai_agent)),
    [
      { ai_agent: 'chatgpt', waiting: 0, asking: 0, answered: 6, failed: 0, skipped: 0 },
      { ai_agent: 'claude', waiting: 0, asking: 0, answered: 0, failed: 6, skipped: 0 },
    ],
  );
  assert.deepEqual([all.runs.length, all.next, all.pauses, all.skipped], [12, null, [], []]);
  const count = async (filter: object) => {
    const { runs, slots } = await call('runs', { brand_id: brandId, ...filter } as never);
    return [runs.length, slots.answered + slots.failed];
  };
  assert.deepEqual(await count({ ai_agent: ['claude'] }), [6, 6]);
  assert.deepEqual(await count({ prompt_id: prompt_ids[0] }), [4, 4]);
  assert.deepEqual(await count({ state: 'failed' }), [6, 12]);
  assert.deepEqual(await count({ state: 'lost' }), [0, 12]);
  assert.deepEqual(await count({ date: { from: '2026-11-20', to: '2026-11-20' } }), [12, 12]);
  assert.deepEqual(await count({ date: { from: '2026-11-21' } }), [0, 0]);
  assert.deepEqual(await count({ date: { to: '2026-11-19' } }), [0, 0]);
  const ids: number[] = [];
  for (let before: number | undefined; ; ) {
    const { runs, next } = await call('runs', { brand_id: brandId, limit: 5, ...(before && { before }) });
    ids.push(...runs.map(({ id }) => id));
    if (next === null) break;
    before = next;
  }
  assert.deepEqual(
    ids,
    all.runs.map(({ id }) => id),
  );
  assert.deepEqual(
    ids,
    ids.toSorted((a, b) => b - a),
  );
  const refused = all.runs.find(({ failure }) => failure === 'refused')!;
  assert.match(refused.advice!, /declined/);
  const answered = all.runs.find(({ state }) => state === 'answered')!;
  assert.deepEqual([answered.advice, answered.failure, answered.message], [null, null, '']);
  assert.ok(answered.answer_id! > 0 && answered.cost_usd! > 0 && answered.seconds !== null);
});

test('POST /collect says what it adds, what waits already, and refuses what it cannot ask', async () => {
  const first = await call('collect', { brand_id: brandId, prompt_ids });
  assert.deepEqual([first.added, first.waiting, first.forecast], [1, 0, cost(1, 1)]);
  const second = await call('collect', { brand_id: brandId });
  assert.deepEqual([second.added, second.waiting, second.forecast], [2, 1, cost(3, 3)]);
  const refusal = (input: object) => call('collect', { brand_id: brandId, ...input } as never);
  await assert.rejects(refusal({ ai_agent: ['grok'] }), {
    status: 400,
    message: 'ai_agent: the plan does not ask "grok"; it asks chatgpt',
  });
  await assert.rejects(refusal({ prompt_ids: [999_999] }), { status: 404 });
  await call('togglePrompt', { prompt_id: prompt_ids[0]! });
  await assert.rejects(refusal({ prompt_ids }), {
    status: 400,
    message: `prompt_ids: prompt ${prompt_ids[0]} is not active; switch it on with PATCH /prompt first`,
  });
  await call('togglePrompt', { prompt_id: prompt_ids[0]! });
});
