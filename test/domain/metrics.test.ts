import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { type Fold, foldedMetrics, metrics, roundHalfUp, type Sums } from '../../src/domain/metrics.ts';

/** Sums of answers, mentions, positions and sentiments (null is not scored). */
function sums(answers: number, positions: number[] = [], sentiments: (number | null)[] = []): Sums {
  const scored = sentiments.filter((score) => score !== null);
  const add = (values: number[]) => values.reduce((total, value) => total + value, 0);
  return {
    answers,
    mentions: positions.length,
    sentiment_sum: add(scored),
    sentiment_count: scored.length,
    position_sum: add(positions),
  };
}
const row = (total_responses: number, visibility: number, sentiment: number, position: number) => ({
  ...{ total_responses, visibility, sentiment, position },
});

test('of one prompt, and of several', () => {
  const cases: [string, Sums[], ReturnType<typeof row>][] = [
    ['nothing at all', [], row(0, 0, 0, 0)],
    ['no answers', [sums(0)], row(0, 0, 0, 0)],
    ['no mentions', [sums(4)], row(4, 0, 0, 0)],
    ['all mention it', [sums(2, [1, 1], [60, 70])], row(2, 100, 65, 1)],
    ['rounded half up', [sums(8, [1, 1, 1], [50, 51, 51])], row(8, 38, 51, 1)],
    ['two decimals', [sums(3, [1, 2, 2], [0, 0, 1])], row(3, 100, 0, 1.67)],
    ['not scored is neutral', [sums(2, [3], [null])], row(2, 50, 50, 3)],
    ['scored ones alone count', [sums(2, [3, 3], [null, 10])], row(2, 100, 10, 3)],
    ['unweighted', [sums(30, Array(27).fill(1), Array(27).fill(80)), sums(3)], row(33, 45, 80, 1)],
    ['prompts without answers are left out', [sums(1, [2], [40]), sums(0)], row(1, 100, 40, 2)],
    ['prompts without mentions count for visibility', [sums(1, [2], [40]), sums(1)], row(2, 50, 40, 2)],
    ['an unscored prompt is one of 50', [sums(1, [1], [null]), sums(1, [1], [100])], row(2, 100, 75, 1)],
    ['thirds that make a half', [sums(3, [1]), sums(6, [1]), sums(1)], row(10, 17, 50, 1)],
  ];
  for (const [name, given, expected] of cases) assert.deepEqual(metrics(given), expected, name);
});

test('rounding: half up, also where binary fractions fall short of the half', () => {
  const cases: [number, 0 | 2, number][] = [
    [0.5, 0, 1],
    [1.5, 0, 2],
    [2.4999, 0, 2],
    [1.005, 2, 1.01],
    [1.115, 2, 1.12],
    [1.125, 2, 1.13],
    [2.344, 2, 2.34],
    [0, 2, 0],
    [100, 0, 100],
  ];
  for (const [value, decimals, expected] of cases) assert.equal(roundHalfUp(value, decimals), expected);
});

const prompt = fc
  .record({ answers: fc.integer({ min: 0, max: 60 }), share: fc.nat(60) })
  .map(({ answers, share }) => ({ answers, mentions: Math.min(answers, share) }));

test('the order of prompts does not show, and equals exact fractions', () => {
  fc.assert(
    fc.property(fc.array(prompt, { maxLength: 40 }), (prompts) => {
      const given = prompts.map(({ answers, mentions }) => sums(answers, Array(mentions).fill(1), []));
      assert.deepEqual(metrics(given.toReversed()), metrics(given));
      const asked = prompts.filter(({ answers }) => answers > 0);
      let [over, under] = [0n, 1n];
      for (const { answers, mentions } of asked) {
        over = over * BigInt(answers) + BigInt(100 * mentions) * under;
        under *= BigInt(answers);
      }
      under *= BigInt(Math.max(1, asked.length));
      assert.equal(metrics(given).visibility, Number((2n * over + under) / (2n * under)));
    }),
  );
});

const answered = fc
  .record({
    answers: fc.integer({ min: 1, max: 12 }),
    scores: fc.array(fc.option(fc.nat(100)), { maxLength: 12 }),
  })
  .map(({ answers, scores }) => {
    const own = scores.slice(0, answers);
    return sums(
      answers,
      own.map((_, at) => 1 + (at % 4)),
      own,
    );
  });

/** Prompts with the same denominator as one. */
function fold(prompts: readonly Sums[], of: keyof Sums, total: keyof Sums): Fold[] {
  return [...Map.groupBy(prompts, (prompt) => prompt[of])].map(([denominator, own]) => ({
    of: denominator,
    prompts: own.length,
    total: own.reduce((sum, prompt) => sum + prompt[total], 0),
  }));
}

test('folded sums give the metrics of the prompts', () => {
  fc.assert(
    fc.property(fc.array(answered, { maxLength: 40 }), (prompts) => {
      const naming = prompts.filter(({ mentions }) => mentions > 0);
      const asked = fold(prompts, 'answers', 'answers').map(({ of, prompts: own }) => ({
        answers: of,
        prompts: own,
      }));
      const folded = foldedMetrics(asked, {
        mentions: fold(naming, 'answers', 'mentions'),
        sentiments: fold(naming, 'sentiment_count', 'sentiment_sum'),
        positions: fold(naming, 'mentions', 'position_sum'),
      });
      assert.deepEqual(folded, metrics(prompts));
    }),
  );
});
