// Labelled lines and sentences as the sentiment model sees them.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { DENSE, isUnspacedWord, lengthScale, PAIR, shareOf } from '../../src/domain/reading/feeling-model.ts';
import type { Segment } from '../../src/domain/reading/feeling-tally.ts';
import { BITS, featuresOf } from '../../src/domain/reading/feeling-words.ts';
import { findHeads } from '../../src/domain/reading/heads.ts';
import { findLeads, type Named } from '../../src/domain/reading/position.ts';
import { findFeelings } from '../../src/domain/reading/sentiment.ts';
import { readVisible } from '../../src/domain/reading/visible.ts';
import type { Label } from '../cases.ts';

/** `at` and `by`: the features and how strongly each is there; dense features follow the table. */
export type Example = {
  language: string;
  file: string;
  group: string;
  label: Label;
  at: number[];
  by: number[];
};

const FOLDER = import.meta.dirname;
const LABELS = new Set(['pos', 'neu', 'neg']);
export const TABLE = 1 << BITS;
export const FEATURES = TABLE + DENSE;

/** Every line of training/*.tsv. */
export function lineExamples(): Example[] {
  return readdirSync(FOLDER)
    .filter((file) => file.endsWith('.tsv'))
    .sort()
    .flatMap((file) =>
      readFileSync(path.join(FOLDER, file), 'utf8')
        .split('\n')
        .flatMap((line, i) => {
          const [label = '', text = ''] = line.split('\t');
          if (!LABELS.has(label) || text === '') return [];
          const whole = text.includes('{E}') ? text : `{E}: ${text}`;
          const source = whole.replaceAll('{E}', TARGET).replaceAll('{O}', OTHER);
          const names = [[TARGET], [OTHER]];
          const segments = segmentsOf(source, names, file.slice(0, 2), 0);
          const language = file.slice(0, 2);
          return segments.map((segment) => ({
            ...{ language, file, group: `${file}:${i}`, label: label as Label },
            ...featuresIn(segment),
          }));
        }),
    );
}

const TARGET = 'Qxe';
const OTHER = 'Qxo';

function segmentsOf(source: string, names: readonly string[][], language: string, id: number): Segment[] {
  const visible = readVisible(source);
  const named = placesOf(visible.text, names);
  const heads = findHeads(visible);
  const leads = findLeads(visible.text, heads, named);
  const segments: Segment[] = [];
  findFeelings({ visible, heads, leads, named, language }, (place, segment) => {
    if (named[place]?.id === id) segments.push(segment);
  });
  return segments;
}

function placesOf(text: string, names: readonly string[][]): Named[] {
  const places: Named[] = [];
  names.forEach((spellings, id) => {
    for (const spelling of spellings)
      for (let at = text.indexOf(spelling); at >= 0; at = text.indexOf(spelling, at + spelling.length))
        places.push({ id, start: at, end: at + spelling.length });
  });
  places.sort((a, b) => a.start - b.start || b.end - a.end);
  return places.filter((place, i) => i === 0 || place.start >= (places[i - 1]?.end ?? 0));
}

function featuresIn({ words, pairs, dense }: Segment): { at: number[]; by: number[] } {
  const sums = new Map<number, number>();
  const add = (feature: number, weight: number) => sums.set(feature, (sums.get(feature) ?? 0) + weight);
  let count = 0;
  for (const { word } of words) {
    const features = featuresOf(word);
    const unspaced = isUnspacedWord(features, word);
    count += unspaced ? features.length / 4 : 1;
    features.forEach((feature, i) => {
      add(feature, unspaced ? 0.5 : i === 0 ? 1 : shareOf(features.length - 1));
    });
  }
  for (const pair of pairs) add(pair, PAIR);
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
