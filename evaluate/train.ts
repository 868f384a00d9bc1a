// `npm run train`: fits the sentiment model and writes src/domain/reading/data/sentiment-model.json. Always the same
// from the same lines (training/*.tsv and unseen/*.tsv), answers (training/*.txt), and the open cases. With `--check`
// it writes nothing and prints how right it is on files and cases that it was not shown.
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { GAP } from '../src/domain/reading/feeling-answer.ts';
import { DENSE } from '../src/domain/reading/feeling-model.ts';
import {
  caseExamples,
  type Example,
  FEATURES,
  heldExamples,
  knownExamples,
  lineExamples,
  TABLE,
} from './training/examples.ts';

const MODEL = path.join(import.meta.dirname, '../src/domain/reading/data/sentiment-model.json');
const EPOCHS = 12;
const RATE = 0.3;
const DECAY = 7e-4;
/** A feature that fewer examples have says more of them than of other texts: it weighs nothing. */
const FEWEST = 2;
/** An answer or sentence counts for more than a line, because there are fewer; what the lexicons know for less. */
const SHARES: Record<Example['kind'], number> = { answers: 6, sentences: 3, lines: 1, phrases: 0.3 };

type Weights = { good: Float32Array; bad: Float32Array };

/** Logistic regression of praise and of blame against neither, by AdaGrad (Duchi, Hazan and Singer, 2011). */
function fit(given: readonly Example[]): Weights {
  const examples = thinned(given);
  const weights = { good: new Float32Array(FEATURES), bad: new Float32Array(FEATURES) };
  const squares = { good: new Float32Array(FEATURES).fill(0.01), bad: new Float32Array(FEATURES).fill(0.01) };
  const random = seeded(7);
  const order = [...examples];
  for (let epoch = 0; epoch < EPOCHS; epoch++) {
    shuffle(order, random);
    for (const example of order) {
      const [up, down] = judge(weights, example);
      const { label } = example;
      const share = SHARES[example.kind];
      step(weights.good, squares.good, example, share * (up - (label === 'pos' ? 1 : 0)));
      step(weights.bad, squares.bad, example, share * (down - (label === 'neg' ? 1 : 0)));
    }
  }
  return weights;
}

function thinned(examples: readonly Example[]): Example[] {
  const counts = new Uint32Array(FEATURES);
  for (const { at } of examples) for (const feature of at) counts[feature] = (counts[feature] ?? 0) + 1;
  const isKept = (feature: number): boolean => (counts[feature] ?? 0) >= FEWEST;
  return examples.map((example) => ({
    ...example,
    at: example.at.filter(isKept),
    by: example.by.filter((_, k) => isKept(example.at[k] ?? 0)),
  }));
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

/** How much likelier than neither praise and blame are, as logarithms. */
function sumsOf({ good, bad }: Weights, { at, by }: Example): [number, number] {
  let [praise, blame] = [0, 0];
  for (let k = 0; k < at.length; k++) {
    praise += (good[at[k] ?? 0] ?? 0) * (by[k] ?? 0);
    blame += (bad[at[k] ?? 0] ?? 0) * (by[k] ?? 0);
  }
  return [praise, blame];
}

/** How likely an example is praise, and blame. */
function judge(weights: Weights, example: Example): [number, number] {
  const [up, down] = sumsOf(weights, example).map(Math.exp) as [number, number];
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

const FOLDS = 6;
/** Files of lines are judged some at a time. */
const FILE_FOLDS = 8;
/** How much likelier than the other praise or blame have to be: more is right, or fewer signs wrong. */
const GAPS = [0, GAP, 0.6, 0.8, 1];

/** Each file of lines judged by a model that has not seen it, each case by one that has not seen a sixth of them. */
function check(examples: readonly Example[], held: readonly Example[]): void {
  const counts = new Map<string, Count[]>();
  const folds = new Map<string, string>();
  for (const { group, file, kind } of examples)
    if (!folds.has(group) && kind !== 'phrases')
      folds.set(group, group === file ? `files ${folds.size % FILE_FOLDS}` : `cases ${folds.size % FOLDS}`);
  for (const fold of new Set(folds.values())) {
    const weights = fit(examples.filter(({ group }) => folds.get(group) !== fold));
    tally(
      counts,
      weights,
      examples.filter(({ group }) => folds.get(group) === fold),
    );
  }
  tally(counts, fit(examples), held);
  console.log(`right / opposite in percent, by gap: ${GAPS.join(', ')}`);
  const percent = (some: number, all: number) => ((100 * some) / all).toFixed(1);
  for (const [name, byGap] of [...counts].sort())
    console.log(
      `${name} (${byGap[0]?.all}): ${byGap.map(({ right, opposite, all }) => `${percent(right, all)} / ${percent(opposite, all)}`).join(', ')}`,
    );
}

type Count = { right: number; opposite: number; all: number };

function tally(counts: Map<string, Count[]>, weights: Weights, examples: readonly Example[]): void {
  for (const example of examples) {
    const sums = sumsOf(weights, example);
    for (const name of [example.file, `all ${example.kind}`, `all ${example.kind}, ${example.language}`]) {
      const byGap = counts.get(name) ?? GAPS.map(() => ({ right: 0, opposite: 0, all: 0 }));
      counts.set(name, byGap);
      for (const [i, count] of byGap.entries()) {
        const gap = GAPS[i] ?? 0;
        const isNeither = Math.max(...sums) <= 0 || Math.abs(sums[0] - sums[1]) < gap;
        const got = isNeither ? 'neu' : sums[0] > sums[1] ? 'pos' : 'neg';
        count.all++;
        if (got === example.label) count.right++;
        else if (got !== 'neu' && example.label !== 'neu') count.opposite++;
      }
    }
  }
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

const { values } = parseArgs({ options: { check: { type: 'boolean', default: false } } });
const examples = [...lineExamples(), ...caseExamples(), ...knownExamples()];
if (values.check) check(examples, heldExamples());
else write(fit(examples));
