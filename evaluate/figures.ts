// Figures over scored cases, with 95 % intervals.
import { FINDINGS, type Found, type Score, SHARES } from './score.ts';

/** In percent; `n` is what was labelled. */
export type Figure = { value: number; low: number; high: number; n: number };
export const MEASURES = [...FINDINGS, ...SHARES] as const;
export type Measure = (typeof MEASURES)[number];
export type Figures = Partial<Record<Measure, Figure>>;

/** The figures of these cases; a measure that no case labels is absent. */
export function figuresOf(scores: readonly Score[]): Figures {
  const figures: Figures = {};
  for (const name of FINDINGS) {
    const found = scores
      .map(({ findings }) => findings[name])
      .filter((one) => one.hit + one.extra + one.missed > 0);
    if (found.length > 0) figures[name] = f1Figure(found);
  }
  for (const name of SHARES) {
    const [right, all] = scores.reduce(
      ([r, a], { shares }) => [r + shares[name].right, a + shares[name].all] as const,
      [0, 0] as readonly [number, number],
    );
    if (all > 0) figures[name] = shareFigure(right, all);
  }
  return figures;
}

const Z = 1.96;

/** A share with its Wilson interval (E. B. Wilson, 1927). */
export function shareFigure(right: number, all: number): Figure {
  const p = right / all;
  const middle = (p + (Z * Z) / (2 * all)) / (1 + (Z * Z) / all);
  const half = (Z / (1 + (Z * Z) / all)) * Math.sqrt((p * (1 - p)) / all + (Z * Z) / (4 * all * all));
  return {
    value: 100 * p,
    low: 100 * Math.max(0, middle - half),
    high: 100 * Math.min(1, middle + half),
    n: all,
  };
}

const ROUNDS = 1_000;

/** F1 with a bootstrap interval over cases, because the names of one answer stand or fall together. */
function f1Figure(found: readonly Found[]): Figure {
  const random = seeded(20_261_121);
  const values = Array.from({ length: ROUNDS }, () =>
    f1(found.map(() => found[Math.floor(random() * found.length)] as Found)),
  ).sort((a, b) => a - b);
  const n = found.reduce((sum, { hit, missed }) => sum + hit + missed, 0);
  const at = (share: number) => values[Math.floor(share * (ROUNDS - 1))] ?? 0;
  return { value: f1(found), low: at(0.025), high: at(0.975), n };
}

/** F1 in percent of the sums of counts; 100 where there was nothing to find and nothing was found. */
export function f1(found: readonly Found[]): number {
  const sum = (name: keyof Found) => found.reduce((total, one) => total + one[name], 0);
  const [hit, wrong] = [sum('hit'), sum('extra') + sum('missed')];
  return hit + wrong === 0 ? 100 : (200 * hit) / (2 * hit + wrong);
}

/** Lehmer's generator with Park and Miller's constants: the interval must not change from run to run. */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}
