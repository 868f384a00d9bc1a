import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  changeOfMean,
  changeOfRatio,
  changeOfShare,
  changeOfVisibility,
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

type Prompt = { answers: number; mentions: number };
const rate = ({ answers, mentions }: Prompt) => (100 * mentions) / answers;
/** The interval of prompts one by one, through what the service adds up. */
function intervalOf(prompts: readonly Prompt[]) {
  const add = (value: (one: Prompt) => number) => prompts.reduce((total, one) => total + value(one), 0);
  return visibilityInterval({
    prompts: prompts.length,
    sum: add(rate),
    squares: add((one) => rate(one) ** 2),
    answers: add(({ answers }) => answers),
    mentions: add(({ mentions }) => mentions),
  });
}

test('a visibility has the interval of a mean over prompts', () => {
  // Values 100, 50, 0 and 50: mean 50, standard deviation 40.82, t(3) 3.182, half the width 64.95.
  const prompts = [
    [2, 2],
    [4, 2],
    [1, 0],
    [2, 1],
  ].map(([answers = 0, mentions = 0]) => ({ answers, mentions }));
  close(intervalOf(prompts), [0, 100]);
  const steady = [0.5, 0.6, 0.5, 0.4].map((share) => ({ answers: 100, mentions: 100 * share }));
  close(intervalOf(steady), [50 - 3.182 * 4.082, 50 + 3.182 * 4.082]);
  close(intervalOf([{ answers: 263, mentions: 81 }]), [25.53, 36.62]);
  assert.equal(intervalOf([]), null);
});

test('prompts that are all alike have the interval of their answers, however they round', () => {
  for (const [answers, mentions] of [
    [3, 1],
    [9, 1],
    [7, 3],
  ] as const)
    for (const count of [2, 3, 10])
      close(
        intervalOf(Array(count).fill({ answers, mentions })),
        wilson(count * mentions, count * answers),
        1e-3,
      );
});

const sums = fc
  .tuple(fc.integer({ min: 1, max: 40 }), fc.nat(40))
  .map(([answers, mentions]) => ({ answers, mentions: Math.min(answers, mentions) }));

test('the interval lies around the mean, within 0 and 100', () => {
  fc.assert(
    fc.property(fc.array(sums, { minLength: 2, maxLength: 20 }), (prompts) => {
      const [low, high] = intervalOf(prompts) ?? [1, 0];
      const mean = prompts.reduce((sum, one) => sum + rate(one), 0) / prompts.length;
      assert.ok(low >= 0 && high <= 100 && low <= high);
      const isAlike = prompts.every((one) => Math.abs(rate(one) - mean) < 1e-6);
      if (!isAlike) assert.ok(low <= mean + 1e-9 && high >= mean - 1e-9);
    }),
  );
});

test('a few prompts that move alike, or that only one period has, prove nothing', () => {
  const alike = changeOfVisibility([
    [
      [5, 10],
      [6, 10],
    ],
    [
      [5, 10],
      [6, 10],
    ],
  ]);
  assert.ok(alike?.interval && alike.interval[0] < 0 && alike.interval[1] > 20);
  assert.equal(
    changeOfVisibility([
      [[10, 20], undefined],
      [undefined, [11, 20]],
    ])?.interval,
    null,
  );
  assert.equal(
    changeOfMean([
      [50, 60],
      [60, 70],
    ])?.interval,
    null,
  );
  assert.deepEqual(
    changeOfMean([
      [1, 1],
      [1, 1],
    ]),
    { change: 0, interval: [0, 0] },
  );
});

test('prompts without a value are no clusters', () => {
  const three = [
    [50, 58],
    [60, 63],
    [40, 46],
  ] as const;
  const many = [...three, ...Array(47).fill([undefined, undefined])];
  assert.deepEqual(changeOfMean(many), changeOfMean(three));
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
  close(changeOfRatio(Array(6).fill(value))?.interval, [25, 25], 1e-9);
  assert.equal(changeOfRatio([value, value])?.interval, null);
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
