// Colours of lines in charts: told apart by colour-blind people, strong enough on either background, and with
// white (in the dark: black) text upon them.

export type SeriesLook = { light: string; dark: string; dash?: string };

/** The brand is always the accent; competitors follow in this order. Beyond six, lines are dashed as well. */
export const BRAND_SERIES: SeriesLook = { light: '#335fe0', dark: '#7f9ffa' };

const OTHERS: readonly SeriesLook[] = [
  { light: '#bd5608', dark: '#f29a52' },
  { light: '#0b8362', dark: '#3fc79f' },
  { light: '#a3357f', dark: '#e589c2' },
  { light: '#857000', dark: '#d6be4a' },
  { light: '#5d6879', dark: '#a9b1be' },
  { light: '#0a7aa2', dark: '#5cc3ea' },
];

/** The look of the competitor at a place, the first being 0. */
export function competitorSeries(place: number): SeriesLook {
  const look = OTHERS[place % OTHERS.length] ?? BRAND_SERIES;
  const round = Math.floor(place / OTHERS.length);
  return round === 0 ? look : { ...look, dash: round === 1 ? '6 4' : '2 3' };
}
