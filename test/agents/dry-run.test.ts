// What `dry_run` shows is what would happen, and nothing happens.
import assert from 'node:assert/strict';
import { after, it } from 'node:test';
import { openWorld } from './world.ts';

const world = await openWorld({ only: ['openai', 'anthropic'] });
after(() => world.close());
const { call, brandId: brand_id } = world;

it('a plan that is only tried is shown with its cost, and not kept', async () => {
  const before = await call('plan', { brand_id });
  assert.deepEqual(before.forecast.next_30_days, { answers: 0, expected_usd: 0, most_usd: 0 });
  const change = {
    ...({ brand_id, active: 'Y', per: 'day', times: 2, samples: 3 } as const),
    agents: ['chatgpt', { agent: 'claude', model: 'claude-sonnet-5', usd_per_answer: 0.5 }],
    monthly_limit_usd: 3,
    account_monthly_limit_usd: 2,
  };
  const tried = await call('updatePlan', { ...change, dry_run: true });
  assert.deepEqual(
    tried.plan.agents.map(({ agent, connection, model, chosen }) => [agent, connection, model, chosen]),
    [
      [
        'chatgpt',
        'openai',
        before.plan.agents[0]?.model,
        { connection: null, model: null, usd_per_answer: null },
      ],
      [
        ...['claude', 'anthropic', 'claude-sonnet-5'],
        { connection: null, model: 'claude-sonnet-5', usd_per_answer: 0.5 },
      ],
    ],
  );
  // Three prompts, three samples, two agents; two times a day.
  assert.equal(tried.forecast.each_time.answers, 18);
  assert.equal(tried.forecast.next_30_days.answers, 18 * 60);
  assert.ok(tried.forecast.each_time.expected_usd >= 4.5);
  assert.deepEqual([tried.plan.monthly_limit_usd, tried.plan.account_monthly_limit_usd], [3, 2]);
  assert.equal(tried.spending.left_usd, 2);
  assert.deepEqual(await call('plan', { brand_id }), before);
  const kept = await call('updatePlan', change);
  assert.deepEqual(kept, tried);
});

it('a plan that cannot be is refused, tried or not', async () => {
  const wrong = { brand_id, per: 'week', times: 9 } as const;
  const message = /times must be a whole number from 1 to 7 when per is "week"/;
  await assert.rejects(call('updatePlan', { ...wrong, dry_run: true }), message);
  await assert.rejects(call('updatePlan', wrong), message);
});

it('asking now is counted before it is done', async () => {
  const tried = await call('collect', { brand_id, ai_agent: ['claude'], dry_run: true });
  assert.deepEqual([tried.added, tried.waiting, tried.forecast.answers], [9, 0, 9]);
  assert.equal(tried.forecast.most_usd, 4.5);
  const { slots } = await call('runs', { brand_id });
  assert.deepEqual(slots, { waiting: 0, asking: 0, answered: 0, failed: 0, skipped: 0 });
  const { added } = await call('collect', { brand_id, ai_agent: ['claude'] });
  assert.equal(added, tried.added);
  const again = await call('collect', { brand_id, dry_run: true });
  assert.deepEqual([again.added, again.waiting], [9, 3]);
});

it('an import is counted before it is done', async () => {
  const answer = { prompt: 'best crm', agent: 'chatgpt', answered_at: '2026-11-01', answer: 'Acme is fine.' };
  const answers = [answer, { ...answer, answered_at: 'yesterday' }];
  const tried = await call('importAnswers', { brand_id, answers, dry_run: true });
  assert.deepEqual([tried.new, tried.known, tried.refused.map(({ index }) => index)], [1, 0, [1]]);
  assert.deepEqual((await call('answers', { brand_id })).answers, []);
  assert.deepEqual(await call('importAnswers', { brand_id, answers }), tried);
  assert.equal((await call('importAnswers', { brand_id, answers, dry_run: true })).known, 1);
});
