// UTC days and months as ISO text (`2026-11-20`, `2026-11-01`), which sort as they are.

export type DayRange = { from?: string | undefined; to?: string | undefined };

type Span = { from: string; to: string };
/** Half-open ranges of months and days that together are a date range; empty ones have from = to. */
export type Cover = {
  months: Span;
  /** Days before and after the months. */
  days: [Span, Span];
  /** Days of the first and the last month that are outside of the range. */
  without: [Span, Span];
};

// PostgreSQL's own words for "before every day" and "after every day".
const FIRST = '-infinity';
const LAST = 'infinity';
const EMPTY: Span = { from: LAST, to: LAST };
const DAY_MS = 86_400_000;

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

/** The first day of the month after that of a first day. */
export function nextMonth(month: string): string {
  const date = new Date(`${month}T00:00:00Z`);
  date.setUTCMonth(date.getUTCMonth() + 1);
  return isoDay(date);
}

/**
 * Splits an inclusive range of UTC days into whole months and edge days, so that a report reads a year as 12
 * rows per prompt instead of 365. Of a month that the range cuts, the shorter part is read: its days inside
 * the range, or the whole month less its days outside. A range that ends today costs no days at its end.
 */
export function cover({ from, to }: DayRange): Cover {
  const end = to === undefined ? LAST : addDays(to, 1);
  if (from !== undefined && end !== LAST && monthOf(from) === monthOf(end)) return withinMonth(from, end);
  const first = from === undefined ? { ...WHOLE, month: FIRST } : firstCut(from);
  const last = end === LAST ? { ...WHOLE, month: LAST } : lastCut(end);
  return {
    months: { from: first.month, to: last.month },
    days: [first.days, last.days],
    without: [first.without, last.without],
  };
}

/** The days of a range that is read as days of one month alone; undefined when months have a part in it. */
export function onlyDays(range: DayRange): Span | undefined {
  const { months, days, without } = cover(range);
  const rest = [months, days[1], ...without];
  return rest.every(({ from, to }) => from === to) && days[0].from !== days[0].to ? days[0] : undefined;
}

function withinMonth(from: string, end: string): Cover {
  const month = monthOf(from);
  const next = nextMonth(month);
  if (dayCount(month, from) + dayCount(end, next) >= dayCount(from, end))
    return { months: EMPTY, days: [{ from, to: end }, EMPTY], without: [EMPTY, EMPTY] };
  return {
    months: { from: month, to: next },
    days: [EMPTY, EMPTY],
    without: [
      { from: month, to: from },
      { from: end, to: next },
    ],
  };
}

/** Where the whole months begin or end, and the days to add or to take out there. */
type Cut = { month: string; days: Span; without: Span };
const WHOLE = { days: EMPTY, without: EMPTY };

function firstCut(from: string): Cut {
  const month = monthOf(from);
  const next = nextMonth(month);
  const outside = { from: month, to: from };
  if (dayCount(month, from) < dayCount(from, next)) return { ...WHOLE, month, without: outside };
  return { ...WHOLE, month: next, days: { from, to: next } };
}

function lastCut(end: string): Cut {
  const month = monthOf(end);
  const next = nextMonth(month);
  const outside = { from: end, to: next };
  if (dayCount(end, next) < dayCount(month, end)) return { ...WHOLE, month: next, without: outside };
  return { ...WHOLE, month, days: { from: month, to: end } };
}

function dayCount(from: string, to: string): number {
  return (Date.parse(to) - Date.parse(from)) / DAY_MS;
}

/**
 * PostgreSQL's text of a timestamptz in a UTC session (`2026-11-20 09:12:00.5+00`) as the contract's
 * `2026-11-20T09:12:00.500000+00:00`.
 */
export function wireDateTime(text: string): string {
  const [, day = '', time = '', fraction = ''] = /^(\S+) (\d\d:\d\d:\d\d)(?:\.(\d+))?\+00$/.exec(text) ?? [];
  return `${day}T${time}.${fraction.padEnd(6, '0')}+00:00`;
}
