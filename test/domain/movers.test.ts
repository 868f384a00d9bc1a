import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { judgeTogether, normalPoint } from '../../src/domain/movers.ts';
import { changeOfShare, type Share } from '../../src/domain/uncertainty.ts';

const close = (found: number, wanted: number, by: number) =>
  assert.ok(Math.abs(found - wanted) < by, `${found}, not ${wanted}`);

test('points of the normal distribution', () => {
  for (const [probability, point] of [
    [0.5, 0.67449],
    [0.05, 1.95996],
    [0.01, 2.57583],
    [0.001, 3.29053],
    [0.000_05, 4.05563],
  ] as const)
    close(normalPoint(probability), point, 0.000_45);
});

test('a change alone is judged as a difference of two shares', () => {
  for (const [before, now] of [
    [
      [48, 80],
      [56, 70],
    ],
    [
      [10, 40],
      [12, 40],
    ],
    [
      [0, 30],
      [30, 30],
    ],
    [
      [7, 21],
      [7, 21],
    ],
  ] as [Share, Share][]) {
    const [low, high] = changeOfShare(before, now);
    const [judged] = judgeTogether([[before, now]]);
    assert.equal(judged?.isChanged, low > 0 || high < 0);
    close(judged?.interval[0] ?? 0, low, 0.05);
    close(judged?.interval[1] ?? 0, high, 0.05);
  }
  assert.deepEqual(judgeTogether([]), []);
});

const share: fc.Arbitrary<Share> = fc
  .tuple(fc.integer({ min: 20, max: 80 }), fc.double({ min: 0, max: 1, noNaN: true }))
  .map(([all, part]) => [Math.round(part * all), all]);

test('an interval excludes zero where, and only where, its change is called one', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(share, share), { maxLength: 30 }), (pairs) => {
      for (const { interval, isChanged } of judgeTogether(pairs))
        assert.equal(isChanged, interval[0] > 1e-6 || interval[1] < -1e-6);
    }),
  );
});

test('it does not matter in which order changes are judged', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(share, share), { maxLength: 30 }), (pairs) => {
      const backwards = judgeTogether(pairs.toReversed()).toReversed();
      assert.deepEqual(judgeTogether(pairs), backwards);
    }),
  );
});

/** A share of `all` answers, each right with probability `rate`, of a generator with a fixed seed. */
function drawn(random: () => number, rate: number, all: number): Share {
  let right = 0;
  for (let at = 0; at < all; at++) if (random() < rate) right++;
  return [right, all];
}

function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

test('of a thousand prompts that did not change hardly any is called changed; one by one dozens would be', () => {
  const random = seeded(7);
  const pairs = Array.from({ length: 1000 }, () => {
    const rate = 0.1 + 0.8 * random();
    return [drawn(random, rate, 40), drawn(random, rate, 40)] as const;
  });
  const alone = pairs.filter(([before, now]) => {
    const [low, high] = changeOfShare(before, now);
    return low > 0 || high < 0;
  });
  assert.ok(alone.length > 20, `${alone.length}`);
  assert.ok(judgeTogether(pairs).filter(({ isChanged }) => isChanged).length <= 1);
});

test('what changed is found among what did not, and at most one in twenty of it is noise', () => {
  const random = seeded(11);
  const pairs = Array.from({ length: 400 }, (_, at) => {
    const rate = 0.2 + 0.2 * random();
    return [drawn(random, rate, 60), drawn(random, at < 100 ? rate + 0.45 : rate, 60)] as const;
  });
  const judged = judgeTogether(pairs);
  const right = judged.slice(0, 100).filter(({ isChanged }) => isChanged).length;
  const wrong = judged.slice(100).filter(({ isChanged }) => isChanged).length;
  assert.ok(right > 90, `${right} of 100 found`);
  assert.ok(wrong <= 0.05 * (right + wrong) + 3, `${wrong} wrong`);
});
