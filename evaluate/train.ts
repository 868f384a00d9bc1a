// The last part of `npm run train`: fits the sentiment model and writes src/domain/reading/data/sentiment-model.bin.
// Always the same from the same lines (training/*.tsv), answers (training/*.txt), and the open cases.
// With `--check` it writes nothing and prints how right it is on files and cases that it was not shown.
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { GAP } from '../src/domain/reading/feeling-answer.ts';
import { DENSE, denseOf } from '../src/domain/reading/feeling-model.ts';
import { noEvidence } from '../src/domain/reading/feeling-tally.ts';
import {
  caseExamples,
  type Example,
  FEATURES,
  heldExamples,
  knownExamples,
  lineExamples,
  TABLE,
} from './training/examples.ts';
import { fit, packed, sumsOf, type Weights } from './training/fit.ts';

const MODEL = path.join(import.meta.dirname, '../src/domain/reading/data/sentiment-model.bin');
const DECAY = 7e-4;
/** An answer or sentence counts for more than a line, because there are fewer; what the lexicons know for less. */
const SHARES: Record<Example['kind'], number> = { answers: 6, sentences: 3, lines: 1, phrases: 0.3 };

/**
 * How much likelier praise and blame in answers are taken to be than fitting says, as logarithms. Half of the labelled
 * answers were written to be hard; of plain ones by new authors more was praise or blame than was found (decision 7).
 */
const LEAN = { good: 0.2, bad: 0.4 };
/** The feature that every answer has, and no short text. */
const ANSWER = TABLE + denseOf({ ...noEvidence(), sentences: 1 }, false, true).lastIndexOf(1);

function fitted(examples: readonly Example[]): Weights {
  const weights = fit(examples, { features: FEATURES, decay: DECAY, share: ({ kind }) => SHARES[kind] });
  for (const side of ['good', 'bad'] as const)
    weights[side][ANSWER] = (weights[side][ANSWER] ?? 0) + LEAN[side];
  return weights;
}

const FOLDS = 6;
/** Files of lines are judged some at a time. */
const FILE_FOLDS = 8;
/** How much likelier than the other praise or blame have to be: more is right, or fewer signs wrong. */
const GAPS = [0, 0.1, GAP.answer, GAP.sentence, 0.6, 0.8];

/** Each file of lines judged by a model that has not seen it, each case by one that has not seen a sixth of them. */
function check(examples: readonly Example[], held: readonly Example[]): void {
  const counts = new Map<string, Count[]>();
  const folds = new Map<string, string>();
  for (const { group, file, kind } of examples)
    if (!folds.has(group) && kind !== 'phrases')
      folds.set(group, group === file ? `files ${folds.size % FILE_FOLDS}` : `cases ${folds.size % FOLDS}`);
  for (const fold of new Set(folds.values())) {
    const weights = fitted(examples.filter(({ group }) => folds.get(group) !== fold));
    tally(
      counts,
      weights,
      examples.filter(({ group }) => folds.get(group) === fold),
    );
  }
  tally(counts, fitted(examples), held);
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

function write(weights: Weights): void {
  const round = (table: Float32Array) =>
    [...table.subarray(TABLE, TABLE + DENSE)].map((weight) => Number(weight.toFixed(4)));
  const model = packed(weights, TABLE, [round(weights.good), round(weights.bad)]);
  writeFileSync(MODEL, model);
  console.log(`${MODEL}: ${model.length} bytes`);
}

const { values } = parseArgs({ options: { check: { type: 'boolean', default: false } } });
const examples = [...lineExamples(), ...caseExamples(), ...knownExamples()];
if (values.check) check(examples, heldExamples());
else write(fitted(examples));
