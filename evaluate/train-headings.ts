// The first part of `npm run train`: fits what is known of headings (training/headings-*.tsv) and writes
// src/domain/reading/data/headings-model.bin, which the sentiment model reads. With `--check` it writes nothing and prints
// how right it is on every fifth line, which it was not shown.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { SCORED } from '../src/domain/reading/feeling-words.ts';
import { fold } from '../src/domain/reading/fold.ts';
import { HEADING_FEATURES, LEAST, visitHeading } from '../src/domain/reading/headings.ts';
import { type Fitted, fit, gathered, packed, sumsOf, type Weights } from './training/fit.ts';

const FOLDER = path.join(import.meta.dirname, 'training');
const MODEL = path.join(import.meta.dirname, '../src/domain/reading/data/headings-model.bin');
const DECAY = 1e-3;
const FIFTHS = 5;
const LABELS = { best: 'pos', neutral: 'neu', avoid: 'neg' } as const;

type Heading = Fitted & { language: string; share: number };

const headings = (): Heading[] =>
  readdirSync(FOLDER)
    .filter((file) => /^headings-.*\.tsv$/.test(file))
    .sort()
    .flatMap((file) => readFileSync(path.join(FOLDER, file), 'utf8').trimEnd().split('\n'))
    .map((line) => {
      const [language = '', label = '', text = ''] = line.split('\t');
      if (!(label in LABELS) || text === '') throw new Error(`no heading: ${line}`);
      return {
        language,
        share: 1,
        label: LABELS[label as keyof typeof LABELS],
        ...featuresOf(text, language),
      };
    });

/** The lines of the sentiment model know more words. */
const lines = (): Heading[] =>
  readdirSync(FOLDER)
    .filter((file) => /^[a-z]{2}\d*\.tsv$/.test(file) && SCORED.has(file.slice(0, 2)))
    .sort()
    .flatMap((file) =>
      readFileSync(path.join(FOLDER, file), 'utf8')
        .trimEnd()
        .split('\n')
        .flatMap((line): Heading[] => {
          const [label = '', text = ''] = line.split('\t');
          const language = file.slice(0, 2);
          if (!isLabel(label)) return [];
          return [{ language, share: SHARE, label, ...featuresOf(text.replace(/\{[EO]\}/g, ' '), language) }];
        }),
    );

const isLabel = (label: string): label is Fitted['label'] => ['pos', 'neu', 'neg'].includes(label);
const SHARE = 0.1;

function featuresOf(text: string, language: string): Pick<Fitted, 'at' | 'by'> {
  // As the reading hands it over: without marks of headings and bold, and without what ends it.
  const bare = fold(text.replace(/^[#*_\s]+|[:*_\s]+$/g, ''));
  return gathered((visit) => visitHeading(bare, language, visit));
}

const fitted = (examples: readonly Heading[]): Weights =>
  fit(examples, { features: HEADING_FEATURES, decay: DECAY, share: ({ share }) => share });

function check(all: readonly Heading[], more: readonly Heading[]): void {
  const counts = new Map<string, number>();
  for (let part = 0; part < FIFTHS; part++) {
    const weights = fitted([...all.filter((_, i) => i % FIFTHS !== part), ...more]);
    for (const heading of all.filter((_, i) => i % FIFTHS === part)) {
      const [praise, blame] = sumsOf(weights, heading);
      const got = Math.max(praise, blame) < LEAST ? 'neu' : praise > blame ? 'pos' : 'neg';
      const name = `${heading.language} ${heading.label} read as ${got}`;
      counts.set(name, (counts.get(name) ?? 0) + 1);
    }
  }
  for (const [name, count] of [...counts].sort()) console.log(`${name}: ${count}`);
}

const { values } = parseArgs({ options: { check: { type: 'boolean', default: false } } });
const all = headings();
if (values.check) check(all, lines());
else {
  const model = packed(fitted([...all, ...lines()]), HEADING_FEATURES);
  writeFileSync(MODEL, model);
  console.log(`${MODEL}: ${model.length} bytes`);
}
