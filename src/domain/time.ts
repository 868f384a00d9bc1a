// UTC days and months as ISO text (`2026-11-20`, `2026-11-01`), which sort as they are.

export type DayRange = { from?: string | undefined; to?: string | undefined };

/** Half-open ranges of days and months that together are a date range; empty ones have from = to. */
export type Cover = {
  months: { from: string; to: string };
  head: { from: string; to: string };
  tail: { from: string; to: string };
};

// PostgreSQL's own words for "before every day" and "after every day".
const FIRST = '-infinity';
const LAST = 'infinity';
const EMPTY = { from: LAST, to: LAST };

/** The UTC day of an instant given as ISO text in UTC. */
export function dayOf(instant: string): string {
  return instant.slice(0, 10);
}

/** The first day of a day's month. */
export function monthOf(day: string): string {
  return `${day.slice(0, 7)}-01`;
}

/** The day `count` days later (earlier when negative). */
export function addDays(day: string, count: number): string {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() + count);
  return isoDay(date);
}

/** An instant of JavaScript as its UTC day. */
export function isoDay(date: Date): string {
  const year = date.getUTCFullYear();
  return year > 9999 ? LAST : date.toISOString().slice(0, 10);
}

function nextMonth(month: string): string {
  const date = new Date(`${month}T00:00:00Z`);
  date.setUTCMonth(date.getUTCMonth() + 1);
  return isoDay(date);
}

/**
 * Splits an inclusive range of UTC days into whole months and the edge days beside them, so that a report
 * reads a year as 12 rows per prompt instead of 365.
 */
export function cover({ from, to }: DayRange): Cover {
  const end = to === undefined ? LAST : addDays(to, 1);
  const firstMonth =
    from === undefined ? FIRST : monthOf(from) === from ? from : nextMonth(from.slice(0, 7).concat('-01'));
  const lastMonth = end === LAST ? LAST : monthOf(end);
  if (firstMonth !== FIRST && firstMonth >= lastMonth && lastMonth !== LAST)
    return { months: EMPTY, head: { from: from ?? FIRST, to: end }, tail: EMPTY };
  return {
    months: { from: firstMonth, to: lastMonth },
    head: from === undefined || from === firstMonth ? EMPTY : { from, to: firstMonth },
    tail: end === lastMonth ? EMPTY : { from: lastMonth, to: end },
  };
}

/**
 * PostgreSQL's text of a timestamptz in a UTC session (`2026-11-20 09:12:00.5+00`) as the contract's
 * `2026-11-20T09:12:00.500000+00:00`.
 */
export function wireDateTime(text: string): string {
  const [, day = '', time = '', fraction = ''] = /^(\S+) (\d\d:\d\d:\d\d)(?:\.(\d+))?\+00$/.exec(text) ?? [];
  return `${day}T${time}.${fraction.padEnd(6, '0')}+00:00`;
}
