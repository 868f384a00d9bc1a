// docs/accuracy.md, written from the figures.
import type { Part } from './cases.ts';
import { type Figure, figuresOf, MEASURES, type Measure } from './figures.ts';
import type { Score } from './score.ts';

/** What was scored: the parts of the corpus, and the texts that nothing learns from. */
export type Scored = Record<Part | 'unseen', readonly Score[]>;

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

const UNLEARNT = ['sentiment', 'signs'] as const;

/** Sentiment alone, full answers and short texts of each language. */
export function byLanguage(scores: readonly Score[]): string {
  const codes = [...new Set(scores.map(({ of }) => of.language))].sort();
  const names = new Intl.DisplayNames('en', { type: 'language' });
  const cells = (isAnswer: boolean, language?: string) => {
    const own = scores.filter(
      ({ of }) => of.isAnswer === isAnswer && (language === undefined || of.language === language),
    );
    const figures = figuresOf(own);
    return UNLEARNT.map((measure) => shown(own.length > 0 ? figures[measure] : undefined));
  };
  const row = (name: string, language?: string) =>
    `| ${[name, ...cells(true, language), ...cells(false, language)].join(' | ')} |`;
  return [
    `| | ${['full answers', 'short texts'].flatMap((kind) => UNLEARNT.map((measure) => `${kind}: ${TITLES[measure]}`)).join(' | ')} |`,
    '|---|---|---|---|---|',
    ...codes.map((code) => row(names.of(code) ?? code, code)),
    row('**all**'),
  ].join('\n');
}

/** Labels of sentiment that could not be scored. */
const sumOf = (scores: readonly Score[]): number => scores.reduce((sum, score) => sum + score.unscored, 0);

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
export function page(intro: string, parts: Scored, urls: { right: number; all: number }): string {
  return `${intro.trim()}

## Sealed cases

Cells: percent (95 % interval; labels). ${sumOf(parts.sealed)} sentiment labels are in languages without rules: those are not scored, and stand in no figure. URLs alone: ${urls.right} of ${urls.all} right.

${tables(parts.sealed)}

## Unseen texts

Answers and short texts in everyday language by authors who had seen neither rules nor cases (\`evaluate/unseen\`): only sentiment is labelled, and nothing learns from them. In short texts of three of the languages the misses were looked at once ([decision 13](decisions/0013-more-languages.md)); nothing else was. Left out: ${sumOf(parts.unseen)} labels of texts too short to have a language.

${byLanguage(parts.unseen)}

## Open cases

Those that the rules were tuned on. Better than the sealed ones by as much as the rules fit their own examples.

${tables(parts.open)}

## What the rules get wrong

Of the open cases, worst first (of the sealed ones only figures are shown, so that they stay sealed).

${missList(parts.open)}
`;
}
