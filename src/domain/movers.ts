// Many changes looked at together: among a thousand prompts that did not change, dozens would look as if they had.
import { changeOfShare, type Interval, type Share } from './uncertainty.ts';

/** How many of those called changed may be noise, in the long run. */
const FALSE_SHARE = 0.05;

/**
 * The point that a standard normal variable passes, on either side, with this probability (M. Abramowitz and
 * I. A. Stegun, 1964, 26.2.23; off by less than 0.00045).
 */
export function normalPoint(probability: number): number {
  const t = Math.sqrt(-2 * Math.log(probability / 2));
  const over = 2.515517 + t * (0.802853 + t * 0.010328);
  const under = 1 + t * (1.432788 + t * (0.189269 + t * 0.001308));
  return t - over / under;
}

// Beyond 16 nothing is any surer; halved 24 times, the point is known to a millionth.
const MOST_Z = 16;
const HALVINGS = 24;

/** The largest point up to which the interval of a change stays clear of zero. */
function clearOf(before: Share, now: Share): number {
  if (before[0] * now[1] === now[0] * before[1]) return 0;
  let [low, high] = [0, MOST_Z];
  for (let step = 0; step < HALVINGS; step++) {
    const middle = (low + high) / 2;
    const [from, to] = changeOfShare(before, now, middle);
    if (from > 0 || to < 0) low = middle;
    else high = middle;
  }
  return low;
}

export type Judged = { interval: Interval; isChanged: boolean };

/**
 * Judges changes of shares together. One level holds for all, the widest at which in the long run at most one in
 * twenty of those called changed is noise (Y. Benjamini and Y. Hochberg, 1995); the intervals are of that level
 * (Y. Benjamini and D. Yekutieli, 2005), so that an interval excludes zero where, and only where, its change is
 * called one. A single change is judged as `changeOfShare` does.
 */
export function judgeTogether(pairs: readonly (readonly [before: Share, now: Share])[]): Judged[] {
  const clear = pairs.map(([before, now]) => clearOf(before, now));
  const sorted = clear.toSorted((a, b) => b - a);
  const level = (changed: number) => normalPoint((FALSE_SHARE * changed) / pairs.length);
  let changed = pairs.length;
  while (changed > 1 && (sorted[changed - 1] ?? 0) <= level(changed)) changed--;
  const point = level(Math.max(1, changed));
  return pairs.map(([before, now], at) => ({
    interval: changeOfShare(before, now, point),
    isChanged: (clear[at] ?? 0) > point,
  }));
}
