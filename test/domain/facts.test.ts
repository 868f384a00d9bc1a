import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  BRAND,
  type CountedAnswer,
  changedFact,
  countFacts,
  type Fact,
  SUMS,
  totalOf,
} from '../../src/domain/facts.ts';
import type { Sums } from '../../src/domain/metrics.ts';

const mention = (entity_id: number, position: number, sentiment: number | null, head = false) => ({
  ...{ entity_id, position, sentiment, head },
});
const sums = (...values: number[]) =>
  Object.fromEntries(SUMS.map((name, at) => [name, values[at] ?? 0])) as Sums;
const fact = (entity_id: number, period: string, byAgent: Record<number, Sums>): Fact => ({
  entity_id,
  period,
  prompt_id: 7,
  byAgent: new Map(Object.entries(byAgent).map(([agent, own]) => [Number(agent), own])),
});

test('an answer counts for its agent, on its day and in its month', () => {
  const answer = { prompt_id: 7, agent_id: 3, day: '2026-11-20' };
  const mentions = [mention(BRAND, 2, 80), mention(5, 1, null, true)];
  const { days, months, sightings } = countFacts([
    { ...answer, mentions },
    { ...answer, mentions: [] },
    { ...answer, agent_id: 4, mentions: [] },
  ]);
  const rows = (period: string) => [
    fact(BRAND, period, { 3: sums(2, 1, 80, 1, 2), 4: sums(1) }),
    fact(5, period, { 3: sums(0, 1, 0, 0, 1) }),
  ];
  assert.deepEqual(days, rows('2026-11-20'));
  assert.deepEqual(months, rows('2026-11-01'));
  assert.deepEqual(totalOf(days[0] as Fact), sums(3, 1, 80, 1, 2));
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
      const keys = days.map((row) => `${row.entity_id} ${row.period} ${row.prompt_id}`);
      assert.deepEqual(keys, [...new Set(keys)].sort());
    }),
  );
});

test('a row that is changed step by step ends as if all had been counted at once', () => {
  fc.assert(
    fc.property(answers, answers, (first, second) => {
      const stored = new Map<string, Fact>();
      for (const { days } of [countFacts(first), countFacts(second), countFacts([], first)])
        for (const change of days) {
          const key = `${change.entity_id} ${change.period} ${change.prompt_id}`;
          const row = changedFact(stored.get(key), change);
          if (row.byAgent.size === 0) stored.delete(key);
          else stored.set(key, row);
        }
      const wanted = countFacts(second).days;
      assert.equal(stored.size, wanted.length);
      for (const row of wanted)
        assert.deepEqual(stored.get(`${row.entity_id} ${row.period} ${row.prompt_id}`), row);
    }),
  );
});
