import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  changeOfMean,
  changeOfRatio,
  changeOfShare,
  foldedInterval,
  splitChange,
  tPoint,
  visibilityInterval,
  wilson,
} from '../../src/domain/uncertainty.ts';

const close = (found: readonly number[] | null | undefined, wanted: readonly number[], by = 0.05) => {
  assert.ok(found && found.length === wanted.length, `${found}`);
  for (const [at, value] of found.entries())
    assert.ok(Math.abs(value - (wanted[at] ?? 0)) < by, `${found}, not ${wanted}`);
};

test('Wilson intervals are those of the literature', () => {
  // Newcombe 1998, table I: 81/263, 15/148, 0/20, 1/29.
  close(wilson(81, 263), [25.53, 36.62]);
  close(wilson(15, 148), [6.24, 16.05]);
  close(wilson(0, 20), [0, 16.11]);
  close(wilson(1, 29), [0.61, 17.18]);
});

test('the difference of two shares is that of the literature', () => {
  // Newcombe 1998b, table II, method 10: 56/70 - 48/80, 9/10 - 3/10, 10/10 - 0/10.
  close(changeOfShare([48, 80], [56, 70]), [5.24, 33.39]);
  close(changeOfShare([3, 10], [9, 10]), [17.05, 80.9]);
  close(changeOfShare([0, 10], [10, 10]), [60.75, 100]);
});

test('points of Student t', () => {
  close([1, 4, 9, 30, 40, 100, 1000].map(tPoint), [12.706, 2.776, 2.262, 2.042, 2.021, 1.984, 1.962], 0.001);
});

test('a visibility has the interval of a mean over prompts', () => {
  // Values 100, 50, 0 and 50: mean 50, standard deviation 40.82, t(3) 3.182, half the width 64.95.
  const prompts = [
    [2, 2],
    [4, 2],
    [1, 0],
    [2, 1],
  ].map(([answers = 0, mentions = 0]) => ({ answers, mentions }));
  close(visibilityInterval(prompts), [0, 100]);
  const steady = [0.5, 0.6, 0.5, 0.4].map((share) => ({ answers: 100, mentions: 100 * share }));
  close(visibilityInterval(steady), [50 - 3.182 * 4.082, 50 + 3.182 * 4.082]);
  close(visibilityInterval([{ answers: 263, mentions: 81 }]), [25.53, 36.62]);
  assert.equal(visibilityInterval([]), null);
});

const sums = fc
  .tuple(fc.integer({ min: 1, max: 40 }), fc.nat(40))
  .map(([answers, mentions]) => ({ answers, mentions: Math.min(answers, mentions) }));

test('folded sums have the same interval', () => {
  fc.assert(
    fc.property(fc.array(sums, { minLength: 1, maxLength: 20 }), (prompts) => {
      const add = (value: (one: { answers: number; mentions: number }) => number) =>
        prompts.reduce((total, one) => total + value(one), 0);
      const rate = (one: { answers: number; mentions: number }) => (100 * one.mentions) / one.answers;
      const folded = foldedInterval({
        prompts: prompts.length,
        sum: add(rate),
        squares: add((one) => rate(one) ** 2),
        answers: add(({ answers }) => answers),
        mentions: add(({ mentions }) => mentions),
      });
      close(folded, visibilityInterval(prompts) ?? [], 1e-3);
    }),
  );
});

test('prompts that are compared with themselves need fewer answers to show a change', () => {
  const before = [10, 30, 50, 70, 90];
  const now = before.map((value, at) => value + 8 + (at % 2));
  const paired = changeOfMean(before.map((value, at) => [value, now[at]] as const));
  const apart = changeOfMean([
    ...before.map((value) => [value, undefined] as const),
    ...now.map((value) => [undefined, value] as const),
  ]);
  assert.ok(paired?.interval && apart?.interval);
  close([paired.change, apart.change], [8.4, 8.4], 1e-9);
  assert.ok(paired.interval[0] > 7 && paired.interval[1] < 10);
  assert.ok(apart.interval[0] < 0);
  assert.equal(changeOfMean([[1, undefined]]), undefined);
  assert.equal(changeOfMean([[1, 2]])?.interval, null);
});

test('a share of voice that every prompt has alike is certain', () => {
  const value = { before: [1, 4] as [number, number], now: [2, 4] as [number, number] };
  close(changeOfRatio([value, value, value])?.interval, [25, 25], 1e-9);
  assert.equal(changeOfRatio([{ before: [0, 0], now: [1, 2] }]), undefined);
});

const byAgent = fc.option(
  fc
    .dictionary(fc.constantFrom('1', '2', '3'), sums, { minKeys: 1 })
    .map((agents) => new Map(Object.entries(agents).map(([id, own]) => [Number(id), own]))),
  { nil: undefined },
);

test('the parts of a change add up to it', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(byAgent, byAgent), { maxLength: 8 }), (prompts) => {
      const { prompts: set, agents, answers } = splitChange(prompts);
      const value = (pick: 0 | 1) => {
        const rates = prompts.flatMap((pair) => {
          const own = [...(pair[pick]?.values() ?? [])];
          const total = (name: 'answers' | 'mentions') => own.reduce((sum, one) => sum + one[name], 0);
          return own.length > 0 ? [(100 * total('mentions')) / total('answers')] : [];
        });
        return rates.length === 0 ? 0 : rates.reduce((a, b) => a + b, 0) / rates.length;
      };
      assert.ok(Math.abs(set + agents + answers - (value(1) - value(0))) < 1e-9);
      if (prompts.every(([before, now]) => before && now)) assert.ok(Math.abs(set) < 1e-9);
    }),
  );
});

test('another mix of agents that answer as before is no change of the answers', () => {
  const own = (a: number, b: number) =>
    new Map([
      [1, { answers: a, mentions: a }],
      [2, { answers: b, mentions: 0 }],
    ]);
  const split = splitChange([[own(10, 30), own(30, 10)]]);
  close([split.prompts, split.agents, split.answers], [0, 50, 0], 1e-9);
});
