// Fits a linear model of praise and of blame against neither, and packs its weights for a data file.
import { brotliCompressSync } from 'node:zlib';
import type { Head } from '../../src/domain/reading/weights.ts';

/** `at` and `by`: the features, and how strongly each is there. */
export type Fitted = { label: 'pos' | 'neu' | 'neg'; at: number[]; by: number[] };
export type Weights = { good: Float32Array; bad: Float32Array };
export type FitOptions<T> = {
  features: number;
  /** How strongly weights are pulled towards 0. */
  decay: number;
  /** How much an example counts. */
  share?: (example: T) => number;
  /** How many models are averaged, each of which leaves out one of as many parts of the examples (Breiman, 1996). */
  models?: number;
};

const EPOCHS = 12;
const RATE = 0.3;
/** A feature that fewer examples have says more of them than of other texts: it weighs nothing. */
const FEWEST = 2;

/** Logistic regression. Always the same from the same examples. */
export function fit<T extends Fitted>(given: readonly T[], options: FitOptions<T>): Weights {
  const { features, models = 1 } = options;
  const examples = thinned(given, features);
  if (models === 1) return fitOne(examples, options, 0);
  const mean = { good: new Float32Array(features), bad: new Float32Array(features) };
  for (let model = 0; model < models; model++) {
    const rest = examples.filter((_, i) => i % models !== model);
    const own = fitOne(rest, options, model);
    for (const side of ['good', 'bad'] as const)
      for (let i = 0; i < features; i++) mean[side][i] = (mean[side][i] ?? 0) + (own[side][i] ?? 0) / models;
  }
  return mean;
}

/** AdaGrad (Duchi, Hazan and Singer, 2011). */
function fitOne<T extends Fitted>(examples: readonly T[], options: FitOptions<T>, model: number): Weights {
  const { features, decay, share = () => 1 } = options;
  const weights = { good: new Float32Array(features), bad: new Float32Array(features) };
  const squares = { good: new Float32Array(features).fill(0.01), bad: new Float32Array(features).fill(0.01) };
  const random = seeded(7 + model);
  const order = [...examples];
  for (let epoch = 0; epoch < EPOCHS; epoch++) {
    shuffle(order, random);
    for (const example of order) {
      const [up, down] = sumsOf(weights, example).map(Math.exp) as [number, number];
      const all = 1 + up + down;
      const weight = share(example);
      step(weights.good, squares.good, {
        example,
        decay,
        error: weight * (up / all - (example.label === 'pos' ? 1 : 0)),
      });
      step(weights.bad, squares.bad, {
        example,
        decay,
        error: weight * (down / all - (example.label === 'neg' ? 1 : 0)),
      });
    }
  }
  return weights;
}

function thinned<T extends Fitted>(examples: readonly T[], features: number): T[] {
  const counts = new Uint32Array(features);
  for (const { at } of examples) for (const feature of at) counts[feature] = (counts[feature] ?? 0) + 1;
  const isKept = (feature: number): boolean => (counts[feature] ?? 0) >= FEWEST;
  return examples.map((example) => ({
    ...example,
    at: example.at.filter(isKept),
    by: example.by.filter((_, k) => isKept(example.at[k] ?? 0)),
  }));
}

type Step = { example: Fitted; error: number; decay: number };

function step(
  weights: Float32Array,
  squares: Float32Array,
  { example: { at, by }, error, decay }: Step,
): void {
  for (let k = 0; k < at.length; k++) {
    const i = at[k] ?? 0;
    const weight = weights[i] ?? 0;
    const slope = error * (by[k] ?? 0) + decay * weight;
    const square = (squares[i] ?? 0) + slope * slope;
    squares[i] = square;
    weights[i] = weight - (RATE * slope) / Math.sqrt(square);
  }
}

/** How much likelier than neither praise and blame are, as logarithms. */
export function sumsOf({ good, bad }: Weights, { at, by }: Fitted): [number, number] {
  let [praise, blame] = [0, 0];
  for (let k = 0; k < at.length; k++) {
    praise += (good[at[k] ?? 0] ?? 0) * (by[k] ?? 0);
    blame += (bad[at[k] ?? 0] ?? 0) * (by[k] ?? 0);
  }
  return [praise, blame];
}

/** The features that a visit gives, each once. */
export function gathered(
  visiting: (visit: (feature: number, weight: number) => void) => void,
): Pick<Fitted, 'at' | 'by'> {
  const sums = new Map<number, number>();
  visiting((feature, weight) => sums.set(feature, (sums.get(feature) ?? 0) + weight));
  return { at: [...sums.keys()], by: [...sums.values()] };
}

/** Lehmer's generator with Park and Miller's constants. */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}

function shuffle<T>(list: T[], random: () => number): void {
  for (let i = list.length - 1; i > 0; i--) {
    const k = Math.floor(random() * (i + 1));
    [list[i], list[k]] = [list[k] as T, list[i] as T];
  }
}

/** The weights of the first `features` features in eight bits, as src/domain/reading/weights.ts reads them. */
export function packed({ good, bad }: Weights, features: number, dense?: Head['dense']): Buffer {
  const largest = [good, bad]
    .flatMap((table) => [...table.subarray(0, features)])
    .reduce((most, weight) => Math.max(most, Math.abs(weight)), 0);
  const scale = largest / 127;
  const sides = [bytesOf(good, scale, features), bytesOf(bad, scale, features)] as const;
  const head: Head = {
    scale: Number(scale.toPrecision(6)),
    counts: [sides[0].values.length, sides[1].values.length],
    ...(dense && { dense }),
  };
  const bytes = Buffer.from(
    sides.flatMap(({ distances }) => distances).concat(sides.flatMap(({ values }) => values)),
  );
  return Buffer.concat([Buffer.from(`${JSON.stringify(head)}\n`), brotliCompressSync(bytes)]);
}

function bytesOf(
  weights: Float32Array,
  scale: number,
  features: number,
): Record<'distances' | 'values', number[]> {
  const distances: number[] = [];
  const values: number[] = [];
  const add = (distance: number, value: number): void => {
    distances.push(distance);
    values.push(value & 255);
  };
  let last = -1;
  for (let i = 0; i < features; i++) {
    const value = Math.max(-127, Math.min(127, Math.round((weights[i] ?? 0) / scale)));
    if (value === 0) continue;
    for (; i - last > 255; last += 255) add(255, 0);
    add(i - last, value);
    last = i;
  }
  return { distances, values };
}
