// `npm run train`: fits the sentiment model and writes src/domain/reading/data/sentiment-model.json. Always the same
// from the same lines, training/*.tsv; the open cases are not among them, so that they can judge it. With `--check` it
// writes nothing and prints how right it is on lines that it was not shown, with `--files` on whole files of lines.
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { DENSE } from '../src/domain/reading/feeling-model.ts';
import { type Example, FEATURES, lineExamples, TABLE } from './training/examples.ts';

const MODEL = path.join(import.meta.dirname, '../src/domain/reading/data/sentiment-model.json');
const EPOCHS = 12;
const RATE = 0.3;
const DECAY = 3e-3;

type Weights = { good: Float32Array; bad: Float32Array };

/** Logistic regression of praise and of blame against neither, by AdaGrad (Duchi, Hazan and Singer, 2011). */
function fit(examples: readonly Example[]): Weights {
  const weights = { good: new Float32Array(FEATURES), bad: new Float32Array(FEATURES) };
  const squares = { good: new Float32Array(FEATURES).fill(0.01), bad: new Float32Array(FEATURES).fill(0.01) };
  const random = seeded(7);
  const order = [...examples];
  for (let epoch = 0; epoch < EPOCHS; epoch++) {
    shuffle(order, random);
    for (const example of order) {
      const [up, down] = judge(weights, example);
      const { label } = example;
      step(weights.good, squares.good, example, up - (label === 'pos' ? 1 : 0));
      step(weights.bad, squares.bad, example, down - (label === 'neg' ? 1 : 0));
    }
  }
  return weights;
}

function step(weights: Float32Array, squares: Float32Array, { at, by }: Example, error: number): void {
  for (let k = 0; k < at.length; k++) {
    const i = at[k] ?? 0;
    const weight = weights[i] ?? 0;
    const slope = error * (by[k] ?? 0) + DECAY * weight;
    const square = (squares[i] ?? 0) + slope * slope;
    squares[i] = square;
    weights[i] = weight - (RATE * slope) / Math.sqrt(square);
  }
}

/** How likely an example is praise, and blame. */
function judge({ good, bad }: Weights, { at, by }: Example): [number, number] {
  let [praise, blame] = [0, 0];
  for (let k = 0; k < at.length; k++) {
    praise += (good[at[k] ?? 0] ?? 0) * (by[k] ?? 0);
    blame += (bad[at[k] ?? 0] ?? 0) * (by[k] ?? 0);
  }
  const [up, down] = [Math.exp(praise), Math.exp(blame)];
  return [up / (1 + up + down), down / (1 + up + down)];
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

const FOLDS = 5;

/** Each line judged by a model that has seen no line of its fold: a fifth of all lines, or those of its file. */
function check(examples: readonly Example[], byFile: boolean): void {
  const random = seeded(3);
  const folds = new Map<string, string | number>();
  for (const { group, file } of examples)
    if (!folds.has(group)) folds.set(group, byFile ? file : Math.floor(random() * FOLDS));
  const counts = new Map<string, { right: number; opposite: number; all: number }>();
  for (const fold of new Set(folds.values())) {
    const weights = fit(examples.filter(({ group }) => folds.get(group) !== fold));
    for (const example of examples) {
      if (folds.get(example.group) !== fold) continue;
      const [up, down] = judge(weights, example);
      const got = up > down && up > 1 - up - down ? 'pos' : down > 1 - up - down ? 'neg' : 'neu';
      for (const key of [example.file, 'all lines']) {
        const count = counts.get(key) ?? { right: 0, opposite: 0, all: 0 };
        counts.set(key, count);
        count.all++;
        if (got === example.label) count.right++;
        else if (got !== 'neu' && example.label !== 'neu') count.opposite++;
      }
    }
  }
  for (const [name, { right, opposite, all }] of [...counts].sort())
    console.log(
      `${name}: ${((100 * right) / all).toFixed(1)} % right, ${((100 * opposite) / all).toFixed(1)} % opposite, of ${all}`,
    );
}

/** Weights as bytes: the distance to the next one that is not 0, and the weight. */
function packed(weights: Float32Array, scale: number): string {
  const bytes: number[] = [];
  let last = -1;
  for (let i = 0; i < TABLE; i++) {
    const value = Math.max(-127, Math.min(127, Math.round((weights[i] ?? 0) / scale)));
    if (value === 0) continue;
    for (; i - last > 255; last += 255) bytes.push(255, 0);
    bytes.push(i - last, value & 255);
    last = i;
  }
  return Buffer.from(bytes).toString('base64');
}

function write({ good, bad }: Weights): void {
  const largest = [good, bad]
    .flatMap((table) => [...table.subarray(0, TABLE)])
    .reduce((most, weight) => Math.max(most, Math.abs(weight)), 0);
  const scale = largest / 127;
  const round = (table: Float32Array) =>
    [...table.subarray(TABLE, TABLE + DENSE)].map((weight) => Number(weight.toFixed(4)));
  const model = {
    scale: Number(scale.toPrecision(6)),
    dense: [round(good), round(bad)],
    good: packed(good, scale),
    bad: packed(bad, scale),
  };
  writeFileSync(MODEL, `${JSON.stringify(model)}\n`);
  console.log(`${MODEL}: ${JSON.stringify(model).length} bytes`);
}

const { values } = parseArgs({
  options: { check: { type: 'boolean', default: false }, files: { type: 'boolean', default: false } },
});
if (values.check || values.files) check(lineExamples(), values.files);
else write(fit(lineExamples()));
