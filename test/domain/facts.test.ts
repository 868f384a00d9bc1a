import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { ALL_AGENTS, BRAND, type CountedAnswer, countFacts } from '../../src/domain/facts.ts';

const mention = (entity_id: number, position: number, sentiment: number | null, head = false) => ({
  ...{ entity_id, position, sentiment, head },
});
const fact = (entity_id: number, agent_id: number, period: string, sums: number[]) => {
  const [answers, mentions, sentiment_sum, sentiment_count, position_sum] = sums;
  return {
    entity_id,
    agent_id,
    period,
    prompt_id: 7,
    answers,
    mentions,
    sentiment_sum,
    sentiment_count,
    position_sum,
  };
};

test('an answer counts for its agent and for all, on its day and in its month', () => {
  const answer = { prompt_id: 7, agent_id: 3, day: '2026-11-20' };
  const mentions = [mention(BRAND, 2, 80), mention(5, 1, null, true)];
  const { days, months, sightings } = countFacts([
    { ...answer, mentions },
    { ...answer, mentions: [] },
  ]);
  const rows = (period: string) => [
    fact(BRAND, ALL_AGENTS, period, [2, 1, 80, 1, 2]),
    fact(BRAND, 3, period, [2, 1, 80, 1, 2]),
    fact(5, ALL_AGENTS, period, [0, 1, 0, 0, 1]),
    fact(5, 3, period, [0, 1, 0, 0, 1]),
  ];
  assert.deepEqual(days, rows('2026-11-20'));
  assert.deepEqual(months, rows('2026-11-01'));
  assert.deepEqual(sightings.get(5), { sightings: 1, heads: 1 });
});

const answer: fc.Arbitrary<CountedAnswer> = fc.record({
  prompt_id: fc.integer({ min: 1, max: 3 }),
  agent_id: fc.integer({ min: 1, max: 3 }),
  day: fc.constantFrom('2026-01-31', '2026-02-01', '2026-02-28'),
  mentions: fc.uniqueArray(
    fc.record({
      entity_id: fc.nat(3),
      position: fc.integer({ min: 1, max: 9 }),
      sentiment: fc.option(fc.nat(100)),
      head: fc.boolean(),
    }),
    { selector: ({ entity_id }) => entity_id, maxLength: 4 },
  ),
});
const answers = fc.array(answer, { maxLength: 20 });

test('what is added and removed again leaves no row', () => {
  fc.assert(
    fc.property(answers, (list) => {
      const { days, months, sightings } = countFacts(list, list.toReversed());
      assert.deepEqual([days, months], [[], []]);
      for (const seen of sightings.values()) assert.deepEqual(seen, { sightings: 0, heads: 0 });
    }),
  );
});

test('order does not matter, and rows come sorted by key without doubles', () => {
  fc.assert(
    fc.property(answers, (list) => {
      const { days, months } = countFacts(list);
      const turned = countFacts(list.toReversed());
      assert.deepEqual([turned.days, turned.months], [days, months]);
      const keys = days.map((row) => `${row.entity_id} ${row.agent_id} ${row.period} ${row.prompt_id}`);
      assert.deepEqual(keys, [...new Set(keys)].sort());
    }),
  );
});

test('all agents together are the sum of the agents', () => {
  fc.assert(
    fc.property(answers, (list) => {
      const { months } = countFacts(list);
      const total = (rows: typeof months) =>
        rows.reduce((sum, { answers, mentions, position_sum }) => sum + answers + mentions + position_sum, 0);
      const all = months.filter(({ agent_id }) => agent_id === ALL_AGENTS);
      assert.equal(total(all) * 2, total(months));
    }),
  );
});
