// Heat of a cell: how strong its colour is. The number always stands on it.
export const CELLS = ['visibility', 'sentiment', 'position'] as const;
export type CellMetric = (typeof CELLS)[number];

/** Percent of the colour at the most; text stays readable on it. */
const MOST = 40;
/** Grey numbers need a paler ground. */
const MOST_FEW = 14;

/** From 0 to 1 how much there is of it, and which colour stands for it. */
function sizeOf(metric: CellMetric, value: number): [size: number, color: string] {
  if (metric === 'visibility') return [value / 100, 'var(--accent)'];
  // First place is all of it; from the sixth on there is nothing.
  if (metric === 'position') return [Math.max(0, (6 - value) / 5), 'var(--accent)'];
  return value >= 50 ? [(value - 50) / 50, 'var(--good)'] : [(50 - value) / 50, 'var(--bad)'];
}

/** A CSS background; nothing for no value. */
export function heatOf(metric: CellMetric, value: number | null, isFew: boolean): string {
  if (value === null) return 'transparent';
  const [size, color] = sizeOf(metric, value);
  const part = Math.round(size * (isFew ? MOST_FEW : MOST));
  return part <= 0 ? 'transparent' : `color-mix(in srgb, ${color} ${part}%, transparent)`;
}
