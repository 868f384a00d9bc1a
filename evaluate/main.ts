// `npm run evaluate`: scores the reading rules on labelled cases and writes docs/accuracy.md. With `--check` it
// writes nothing and fails when a figure fell by more than its noise. With case ids it prints those readings.
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { loadAnswers, loadCases, PARTS } from './cases.ts';
import { type Figures, figuresOf, MEASURES } from './figures.ts';
import { byLanguage, missList, page, type Scored, tables } from './page.ts';
import { scoreCase, scoreUrls } from './score.ts';

const ROOT = path.join(import.meta.dirname, '..');
const PAGE = path.join(ROOT, 'docs/accuracy.md');
const INTRO = path.join(import.meta.dirname, 'accuracy-intro.md');
const KEPT = path.join(import.meta.dirname, 'figures.json');

type Kept = Record<string, Partial<Record<string, { value: number; noise: number }>>>;

/** What is kept of the figures: values, and how far chance alone moves them (half the 95 % interval). */
function kept(parts: Scored): Kept {
  const rounded = (value: number) => Math.round(value * 10) / 10;
  const of = (figures: Figures) =>
    Object.fromEntries(
      MEASURES.flatMap((measure) => {
        const figure = figures[measure];
        if (!figure) return [];
        return [[measure, { value: rounded(figure.value), noise: rounded((figure.high - figure.low) / 2) }]];
      }),
    );
  return Object.fromEntries(Object.entries(parts).map(([part, scores]) => [part, of(figuresOf(scores))]));
}

/** Figures that fell by more than their noise. */
function fallen(now: Kept, before: Kept): string[] {
  return Object.entries(before).flatMap(([part, figures]) =>
    Object.entries(figures).flatMap(([measure, was]) => {
      const is = now[part]?.[measure]?.value;
      if (!was || (is !== undefined && is >= was.value - was.noise)) return [];
      return [`${part}, ${measure}: ${is}, was ${was.value} with a noise of ${was.noise}`];
    }),
  );
}

const { values, positionals } = parseArgs({
  options: { check: { type: 'boolean', default: false }, open: { type: 'boolean', default: false } },
  allowPositionals: true,
});

if (positionals.length > 0 || values.open) {
  // While tuning: the open cases alone, with all misses.
  const scores = [...loadCases('open'), ...loadCases('earlier')]
    .filter(
      ({ id, kind }) => positionals.length === 0 || positionals.includes(id) || positionals.includes(kind),
    )
    .map(scoreCase);
  console.log(tables(scores));
  for (const { of, misses } of scores)
    if (misses.length > 0)
      console.log(`${of.id}: ${misses.join('; ')}${of.isAnswer ? '' : ` | ${of.text.join(' ')}`}`);
} else {
  const parts: Scored = {
    sealed: loadCases('sealed').map(scoreCase),
    open: loadCases('open').map(scoreCase),
    earlier: loadCases('earlier').map(scoreCase),
    unseen: loadAnswers('unseen').map(scoreCase),
  };
  const urls = scoreUrls();
  console.log(`\nunseen\n\n${byLanguage(parts.unseen)}`);
  for (const part of PARTS) console.log(`\n${part}\n\n${tables(parts[part])}`);
  console.log(`\nURLs: ${urls.right} of ${urls.all}${urls.misses.map((miss) => `\n  ${miss}`).join('')}`);
  const now = kept(parts);
  if (values.check) {
    const falls = fallen(now, JSON.parse(readFileSync(KEPT, 'utf8')) as Kept);
    for (const fall of falls) console.error(`fell: ${fall}`);
    if (falls.length > 0 || urls.right < urls.all) process.exitCode = 1;
  } else {
    writeFileSync(PAGE, page(readFileSync(INTRO, 'utf8'), parts, urls));
    writeFileSync(KEPT, `${JSON.stringify(now, null, 2)}\n`);
    console.log(`\n${missList(parts.open)}`);
  }
}
