// The result of a measurement, and the one table of all of them.

export type Target = { least: number } | { most: number };

export type Row = {
  what: string;
  ours: string;
  baseline?: string;
  /** What the target is about: a ratio to the baseline, or the figure itself. */
  value?: number;
  target?: Target;
};

/** True when the value reaches its target; with `slack` 2, when it is within a factor of two of it. */
export function isMet({ value, target }: Row, slack = 1): boolean {
  if (target === undefined || value === undefined) return true;
  return 'least' in target ? value * slack >= target.least : value <= target.most * slack;
}

/** The rows as a Markdown table whose columns also line up on a terminal. */
export function table(rows: readonly Row[]): string {
  const head = ['what', 'ours', 'baseline', 'ratio', 'target', 'met'];
  const cells = rows.map((row) => [
    row.what,
    row.ours,
    row.baseline ?? '',
    row.value === undefined ? '' : short(row.value),
    targetText(row.target),
    row.target ? (isMet(row) ? 'yes' : '**no**') : '',
  ]);
  const widths = head.map((name, at) => Math.max(name.length, ...cells.map((line) => line[at]?.length ?? 0)));
  const line = (texts: string[]) =>
    `| ${texts.map((text, at) => text.padEnd(widths[at] ?? 0)).join(' | ')} |`;
  const rule = `|${widths.map((width) => '-'.repeat(width + 2)).join('|')}|`;
  return [line(head), rule, ...cells.map(line)].join('\n');
}

function targetText(target: Target | undefined): string {
  if (!target) return '';
  return 'least' in target ? `at least ${short(target.least)}` : `at most ${short(target.most)}`;
}

/** Three digits that matter. */
export function short(value: number): string {
  if (value >= 100) return Math.round(value).toLocaleString('en');
  return String(Number(value.toPrecision(value < 0.1 ? 2 : 3)));
}

export const ms = (value: number): string => `${short(value)} ms`;
export const perSecond = (value: number): string => `${short(value)}/s`;
