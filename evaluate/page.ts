// docs/accuracy.md, written from the figures.
import type { Part } from './cases.ts';
import { type Figure, figuresOf, MEASURES, type Measure } from './figures.ts';
import type { Score } from './score.ts';

const TITLES: Record<Measure, string> = {
  mentions: 'mentions, F1',
  discovery: 'other brands, F1',
  position: 'exact position',
  kind: 'kind',
  sentiment: 'sentiment of three',
  signs: 'no sign error',
  sources: 'cited domains',
};

const LANGUAGES: Record<string, string[]> = {
  English: ['en'],
  'German, French, Spanish, Portuguese, Italian, Dutch': ['de', 'fr', 'es', 'pt', 'it', 'nl'],
  'Polish, Turkish': ['pl', 'tr'],
  'Russian, Arabic, Hindi': ['ru', 'ar', 'hi'],
  'Chinese, Japanese, Korean': ['zh', 'ja', 'ko'],
};

const shown = (figure: Figure | undefined) =>
  figure
    ? `${figure.value.toFixed(1)} (${figure.low.toFixed(0)} to ${figure.high.toFixed(0)}; ${figure.n})`
    : '';

function table(first: string, rows: readonly (readonly [string, readonly Score[]])[]): string {
  const lines = [
    `| ${[first, ...MEASURES.map((measure) => TITLES[measure])].join(' | ')} |`,
    `|${'---|'.repeat(MEASURES.length + 1)}`,
  ];
  for (const [name, scores] of rows) {
    if (scores.length === 0) continue;
    const figures = figuresOf(scores);
    lines.push(`| ${[name, ...MEASURES.map((measure) => shown(figures[measure]))].join(' | ')} |`);
  }
  return lines.join('\n');
}

/** The tables of a part: all, sentences and answers, by languages, by kind of case. */
export function tables(scores: readonly Score[]): string {
  const of = (keep: (score: Score) => boolean) => scores.filter(keep);
  const kinds = [...new Set(scores.map(({ of: { kind } }) => kind))].sort();
  return [
    table('', [
      ['**all**', scores],
      ['sentences', of((score) => !score.of.isAnswer)],
      ['full answers', of((score) => score.of.isAnswer)],
    ]),
    table(
      'languages',
      Object.entries(LANGUAGES).map(([name, codes]) => [
        name,
        of((score) => codes.includes(score.of.language)),
      ]),
    ),
    table(
      'kind of case',
      kinds.map((kind) => [kind, of((score) => score.of.kind === kind)]),
    ),
  ].join('\n\n');
}

const MOST_MISSES = 60;

/** Misses of cases that may be looked at, the worst cases first. */
export function missList(scores: readonly Score[]): string {
  const wrong = scores.filter(({ misses }) => misses.length > 0);
  wrong.sort((a, b) => b.misses.length - a.misses.length || (a.of.id < b.of.id ? -1 : 1));
  return wrong
    .slice(0, MOST_MISSES)
    .map(({ of: { id, kind }, misses }) => `- \`${id}\` (${kind}): ${misses.map(escaped).join('; ')}`)
    .join('\n');
}

const escaped = (text: string) => text.replace(/[|<>*_`[\]]/g, '\\$&');

/** The whole page; `intro` is what a person wrote. */
export function page(
  intro: string,
  parts: Record<Part, readonly Score[]>,
  urls: { right: number; all: number },
): string {
  const unscored = parts.sealed.reduce((sum, score) => sum + score.unscored, 0);
  return `${intro.trim()}

## Sealed cases

Cells: percent (95 % interval; labels). ${unscored} sentiment labels are in languages without rules: those are not scored, and stand in no figure. URLs alone: ${urls.right} of ${urls.all} right.

${tables(parts.sealed)}

## Open cases

Those that the rules were tuned on. Better than the sealed ones by as much as the rules fit their own examples.

${tables(parts.open)}

## What the rules get wrong

Of the open cases, worst first (of the sealed ones only figures are shown, so that they stay sealed).

${missList(parts.open)}
`;
}
