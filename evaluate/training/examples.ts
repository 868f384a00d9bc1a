// Labelled lines, sentences and answers as the sentiment model sees them.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { DENSE, lengthScale, PAIR, visitWord } from '../../src/domain/reading/feeling-model.ts';
import type { Segment, Watch } from '../../src/domain/reading/feeling-tally.ts';
import { BITS, SCORED } from '../../src/domain/reading/feeling-words.ts';
import { findHeads } from '../../src/domain/reading/heads.ts';
import { findLeads, type Named } from '../../src/domain/reading/position.ts';
import { findFeelings } from '../../src/domain/reading/sentiment.ts';
import { readVisible } from '../../src/domain/reading/visible.ts';
import { compileEntities, readAnswer } from '../../src/domain/reading.ts';
import { type Case, type Label, loadAnswers, loadCases } from '../cases.ts';
import { settingsOf } from '../score.ts';
import { knownPhrases } from './knowledge.ts';

/** `at` and `by`: the features and how strongly each is there; dense features follow the table. */
export type Example = {
  kind: 'lines' | 'phrases' | 'sentences' | 'answers';
  language: string;
  /** What it is counted under, and what has to be unseen together: a file of lines, the entities of a case. */
  file: string;
  group: string;
  label: Label;
  at: number[];
  by: number[];
};

const LABELS = new Set(['pos', 'neu', 'neg']);
export const TABLE = 1 << BITS;
export const FEATURES = TABLE + DENSE;

/** Every line of training/*.tsv in a language whose sentiment is shown. */
export const lineExamples = (): Example[] =>
  readdirSync(import.meta.dirname)
    .filter((file) => file.endsWith('.tsv') && SCORED.has(file.slice(0, 2)))
    .sort()
    .flatMap((file) =>
      readFileSync(path.join(import.meta.dirname, file), 'utf8')
        .split('\n')
        .flatMap((line) => {
          const [label = '', text = ''] = line.split('\t');
          if (!LABELS.has(label) || text === '') return [];
          const language = file.slice(0, 2);
          const features = lineFeatures(text, language);
          return [
            { kind: 'lines' as const, language, file, group: file, label: label as Label, ...features },
          ];
        }),
    );

/** What the lexicons know; the rules' own view of it is left out, for it is the same. */
export const knownExamples = (): Example[] =>
  knownPhrases().map(({ language, text, label }) => {
    const { at, by } = lineFeatures(text, language);
    const words = at.filter((feature) => feature < TABLE).length;
    return {
      kind: 'phrases',
      language,
      file: 'phrases',
      group: 'phrases',
      label,
      at: at.slice(0, words),
      by: by.slice(0, words),
    };
  });

const TARGET = 'Qxe';
const OTHER = 'Qxo';

function lineFeatures(text: string, language: string): Features {
  const whole = text.includes('{E}') ? text : `{E}: ${text}`;
  const visible = readVisible(whole.replaceAll('{E}', TARGET).replaceAll('{O}', OTHER));
  const named = placesOf(visible.text, [TARGET, OTHER]);
  const heads = findHeads(visible);
  const leads = findLeads(visible.text, heads, named);
  let features: Features = { at: [], by: [] };
  findFeelings({ visible, heads, leads, named, language }, (id, segments, dense) => {
    if (id === 0) features = featuresIn(segments, dense, language);
  });
  return features;
}

function placesOf(text: string, names: readonly string[]): Named[] {
  const places: Named[] = [];
  names.forEach((name, id) => {
    for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + name.length))
      places.push({ id, start: at, end: at + name.length });
  });
  return places.sort((a, b) => a.start - b.start);
}

/** The labelled entities of the answers that were written for training, and of the open cases. */
export const caseExamples = (): Example[] => [
  ...loadAnswers('training').flatMap((one) => examplesOf(one, one.file, one.isAnswer ? one.id : one.file)),
  ...loadCases('open')
    .concat(loadCases('earlier'))
    .flatMap((one) => examplesOf(one, one.isAnswer ? 'open answers' : 'open sentences')),
];

/** Those of the answers that are kept apart as a measure. */
export const heldExamples = (): Example[] =>
  loadAnswers('unseen').flatMap((one) => examplesOf(one, `unseen/${one.file}`));

function examplesOf({ id, entities, text, isAnswer }: Case, file: string, group = id): Example[] {
  const [brand, ...others] = entities;
  if (!brand) return [];
  const seen = new Map<number, Parameters<Watch>>();
  const set = compileEntities(settingsOf(brand), others.map(settingsOf));
  const { language } = readAnswer(set, text.join('\n'), [], (...all) => seen.set(all[0], all));
  return entities.flatMap(({ expect }, at) => {
    const [, segments, dense] = seen.get(at) ?? [];
    if (!expect?.sentiment || language === null || !segments || !dense) return [];
    const features = featuresIn(segments, dense, language);
    return [
      {
        kind: isAnswer ? 'answers' : 'sentences',
        language,
        file,
        group,
        label: expect.sentiment,
        ...features,
      },
    ];
  });
}

type Features = { at: number[]; by: number[] };

function featuresIn(segments: readonly Segment[], dense: readonly number[], language: string): Features {
  const sums = new Map<number, number>();
  const add = (feature: number, weight: number) => sums.set(feature, (sums.get(feature) ?? 0) + weight);
  let count = 0;
  for (const { words, pairs } of segments) {
    for (const { word, share } of words)
      count += Math.abs(share) * visitWord(word, language, (feature, weight) => add(feature, share * weight));
    for (const pair of pairs) add(pair, PAIR);
  }
  const scale = lengthScale(count);
  const at = [...sums.keys()];
  const by = [...sums.values()].map((weight) => weight * scale);
  dense.forEach((value, i) => {
    if (value === 0) return;
    at.push(TABLE + i);
    by.push(value);
  });
  return { at, by };
}
