// What Prometheus is told: what was asked and what came of it, in a number of series that nobody can raise.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeMetrics } from '../../src/collector/metrics.ts';
import { openCleanWorld } from './clean-world.ts';

const world = await openCleanWorld();
const { call, brandId, prompt_ids } = world;

/** The series of the collector's own metrics, without their values. */
async function seriesOf(metrics: ReturnType<typeof makeMetrics>) {
  const lines = (await metrics.text()).split('\n');
  return lines.filter((line) => line.startsWith('brandscope_')).map((line) => line.replace(/ \S+$/, ''));
}

test('agents that a plan names as it likes are counted together', async () => {
  const metrics = makeMetrics(world.context);
  const onEvent = metrics.onEvent;
  const through = { connection: 'openrouter', model: 'some/model', usd_per_answer: 0.01 };
  await call('updatePlan', { brand_id: brandId, agents: [{ agent: 'chatgpt' }, { agent: 'deepseek' }] });
  await call('collect', { brand_id: brandId, prompt_ids });
  await world.collector({ onEvent }).untilDone();
  const before = await seriesOf(metrics);
  assert.ok(before.includes('brandscope_answered_total{connection="openai",agent="chatgpt"}'));
  assert.ok(before.includes('brandscope_answered_total{connection="openrouter",agent="deepseek"}'));
  let other = 0;
  for (let round = 0; round < 4; round++) {
    const agents = Array.from({ length: 5 }, (_, at) => ({ agent: `made_up_${round}_${at}`, ...through }));
    await call('updatePlan', { brand_id: brandId, agents });
    await call('collect', { brand_id: brandId, prompt_ids });
    await world.collector({ onEvent }).untilDone();
    const series = await seriesOf(metrics);
    assert.ok(!series.some((one) => one.includes('made_up')), 'no name that somebody made up');
    if (round === 0) other = series.length;
    assert.equal(series.length, other, 'no more series for more names');
  }
  assert.match(
    await metrics.text(),
    /^brandscope_answered_total\{connection="openrouter",agent="other"\} 20$/m,
  );
});

test('an agent that the operator named is one of its own', async () => {
  const metrics = makeMetrics(world.context);
  metrics.onEvent({ kind: 'asked', connection: 'compatible', agent: 'house_agent' });
  const series = await seriesOf(metrics);
  assert.ok(series.includes('brandscope_asked_total{connection="compatible",agent="house_agent"}'));
});
