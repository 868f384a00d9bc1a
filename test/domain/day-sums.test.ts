import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { type DayRow, DaySums } from '../../src/domain/day-sums.ts';
import { ALL_AGENTS } from '../../src/domain/facts.ts';
import { addDays } from '../../src/domain/time.ts';

const FIRST = '2026-02-25';
const EPOCH_DAY = Date.parse(FIRST) / 86_400_000;
const dayText = (day: number) => addDays(FIRST, day - EPOCH_DAY);

const row: fc.Arbitrary<DayRow> = fc
  .record({
    prompt_id: fc.constantFrom(7, 8, 900),
    day: fc.integer({ min: EPOCH_DAY, max: EPOCH_DAY + 9 }),
    byAgent: fc.uniqueArray(
      fc.tuple(fc.constantFrom(1, 2, 5), fc.array(fc.nat(50), { minLength: 5, maxLength: 5 })),
      {
        selector: ([agent]) => agent,
        minLength: 1,
      },
    ),
  })
  .map(({ prompt_id, day, byAgent }) => ({
    ...{ prompt_id, day },
    agents: byAgent.map(([agent]) => agent),
    sums: byAgent.flatMap(([, sums]) => sums),
  }));
const rows = fc.uniqueArray(row, { selector: ({ prompt_id, day }) => `${prompt_id} ${day}`, maxLength: 15 });
const offset = fc.option(fc.integer({ min: -4, max: 14 }), { nil: undefined });
const prompts = fc.option(fc.uniqueArray(fc.constantFrom<number>(7, 8, 901)), { nil: undefined });
const agents: fc.Arbitrary<readonly number[]> = fc.oneof(
  fc.constant([ALL_AGENTS]),
  fc.uniqueArray(fc.constantFrom(1, 2, 5, 77)),
);

test('any range of days, of agents and of prompts adds up to what the rows in it do', () => {
  fc.assert(
    fc.property(rows, offset, offset, agents, prompts, (given, first, last, agentIds, promptIds) => {
      const from = first === undefined ? undefined : addDays(FIRST, first);
      const to = last === undefined ? undefined : addDays(FIRST, last);
      const wanted: Map<number, number[]> = new Map();
      for (const { prompt_id, day, agents: ids, sums } of given) {
        if ((from !== undefined && dayText(day) < from) || (to !== undefined && dayText(day) > to)) continue;
        if (promptIds?.includes(prompt_id) === false) continue;
        ids.forEach((id, at) => {
          if (!agentIds.includes(ALL_AGENTS) && !agentIds.includes(id)) return;
          const total = wanted.get(prompt_id) ?? [0, 0, 0, 0, 0];
          wanted.set(
            prompt_id,
            total.map((sum, i) => sum + (sums[at * 5 + i] ?? 0)),
          );
        });
      }
      const found = DaySums.of(given, 1e9)?.within({ from, to, agentIds, promptIds });
      const listed = [...(found ?? [])].map(([id, sums]) => [id, Object.values(sums)]).sort();
      assert.deepEqual(listed, [...wanted].filter(([, sums]) => sums[0] !== 0).sort());
    }),
  );
});

test('sums that would take too much memory are not made', () => {
  const row = (prompt_id: number, day: number) => ({ prompt_id, day, agents: [1], sums: [1, 1, 50, 1, 1] });
  const sparse = Array.from({ length: 1_000 }, (_, at) => row(at, at * 4));
  assert.equal(DaySums.of(sparse, 16 * 1024 * 1024), undefined);
  assert.ok((DaySums.of(sparse.slice(0, 100), 16 * 1024 * 1024)?.bytes ?? 0) > 0);
});
