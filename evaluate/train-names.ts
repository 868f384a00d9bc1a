// A part of `npm run train`: fits what tells a brand in a sentence from a place, a person or a term, from texts of which
// all brands are labelled, and writes src/domain/reading/data/names-model.bin. With `--check` it writes nothing and
// prints how right it is on texts that it was not shown.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { discover } from '../src/domain/reading/brands.ts';
import { type Guess, nameKey } from '../src/domain/reading/discover.ts';
import { findHeads } from '../src/domain/reading/heads.ts';
import { detectLanguage } from '../src/domain/reading/language.ts';
import { NAME_FEATURES, visitName } from '../src/domain/reading/name-model.ts';
import { closePart, readVisible } from '../src/domain/reading/visible.ts';
import { type Case, loadAnswers, loadCases } from './cases.ts';
import { type Fitted, fit, gathered, packed, sumsOf } from './training/fit.ts';

const FOLDER = path.join(import.meta.dirname, 'training');
const MODEL = path.join(import.meta.dirname, '../src/domain/reading/data/names-model.bin');
const DECAY = 1e-3;
/** What a guess counts in a short text, in which hardly anything but brands has a capital. */
const SHORT = 0.3;
const FOLDS = 6;
const THRESHOLDS = [-2, -1, 0, 0.5, 1, 1.5, 2];

type Text = Pick<Case, 'id' | 'language' | 'isAnswer'> & { text: string; names: string[] };
type Example = Fitted & Pick<Text, 'id' | 'language' | 'isAnswer'> & Pick<Guess, 'isTold' | 'mark'>;

/** Short texts, answers with a list of names, open cases with one, and answers written for this (names-*.json). */
function namedTexts(): Text[] {
  const labelled = [
    ...loadAnswers('training').filter(({ names, isAnswer }) => names || !isAnswer),
    ...loadCases('open').filter(({ names }) => names),
  ].map(({ id, language, isAnswer, text, entities, names = [] }) => ({
    ...{ id, language, isAnswer, text: text.join('\n') },
    names: [...entities.map(({ name }) => name), ...names],
  }));
  const written = readdirSync(FOLDER)
    .filter((file) => /^names-.*\.json$/.test(file))
    .sort()
    .flatMap((file) => JSON.parse(readFileSync(path.join(FOLDER, file), 'utf8')) as Omit<Text, 'isAnswer'>[])
    .map((one) => ({ ...one, isAnswer: true }));
  return [...labelled, ...written];
}

function examplesOf({ id, language: told, isAnswer, text, names }: Text): Example[] {
  const keys = names.map(nameKey).filter((key) => key.length > 1);
  const visible = closePart(readVisible(text));
  const language = detectLanguage(visible.folded, visible.text);
  const examples: Example[] = [];
  if (language === null) return examples;
  discover(visible, findHeads(visible), [], language, (guess) => {
    const key = nameKey(visible.text.slice(guess.range.start, guess.range.end));
    const isPartOf = (one: string, other: string): boolean => one.length > 3 && other.startsWith(one);
    const isBrand = keys.some((own) => own === key || isPartOf(own, key) || isPartOf(key, own));
    const features = gathered((visit) => visitName(guess, visit));
    const label = isBrand ? 'pos' : 'neg';
    examples.push({
      id,
      language: told,
      isAnswer,
      isTold: guess.isTold,
      mark: guess.mark,
      label,
      ...features,
    });
  });
  return examples;
}

const fitted = (examples: readonly Example[]) =>
  fit(examples, {
    features: NAME_FEATURES,
    decay: DECAY,
    share: ({ isAnswer }) => (isAnswer ? 1 : SHORT),
  });

/** Brands found of all, and others taken for brands: by the rules, then by the model from each threshold on. */
type Count = { brands: number; others: number; taken: { right: number; wrong: number }[] };

function check(all: readonly Example[]): void {
  const ids = [...new Set(all.map(({ id }) => id))];
  const foldOf = new Map(ids.map((id, i) => [id, i % FOLDS]));
  const counts = new Map<string, Count>();
  for (let fold = 0; fold < FOLDS; fold++) {
    const weights = fitted(all.filter(({ id }) => foldOf.get(id) !== fold));
    for (const example of all.filter(({ id }) => foldOf.get(id) === fold)) {
      const [brand, other] = sumsOf(weights, example);
      const kind = example.isAnswer ? 'answers' : 'short texts';
      const taken = [example.isTold, ...THRESHOLDS.map((least) => brand - other > least)];
      for (const key of [kind, `${kind}, ${example.mark}`, `${kind}, ${example.mark}, ${example.language}`])
        tally(counts, key, example.label === 'pos', taken);
    }
  }
  const percent = (some: number, of: number): string => ((100 * some) / of).toFixed(1);
  for (const [key, { brands, others, taken }] of [...counts].sort()) {
    const cells = taken.map(({ right, wrong }, i) => {
      const by = i === 0 ? 'rules' : `from ${THRESHOLDS[i - 1]}`;
      return `${by} ${percent(right, right + wrong)} / ${percent(right, brands)}`;
    });
    console.log(`${key} (${brands} brands, ${others} others): precision / recall ${cells.join(', ')}`);
  }
}

function tally(counts: Map<string, Count>, key: string, isBrand: boolean, taken: readonly boolean[]): void {
  const count = counts.get(key) ?? {
    ...{ brands: 0, others: 0 },
    taken: taken.map(() => ({ right: 0, wrong: 0 })),
  };
  counts.set(key, count);
  count[isBrand ? 'brands' : 'others']++;
  taken.forEach((isTaken, i) => {
    const one = count.taken[i];
    if (isTaken && one) one[isBrand ? 'right' : 'wrong']++;
  });
}

const { values } = parseArgs({ options: { check: { type: 'boolean', default: false } } });
const all = namedTexts().flatMap(examplesOf);
if (values.check) check(all);
else {
  const model = packed(fitted(all), NAME_FEATURES);
  writeFileSync(MODEL, model);
  console.log(`${MODEL}: ${model.length} bytes`);
}
