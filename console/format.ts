// Numbers and days as people read them. Days and times are UTC, as the reports count them.
const LOCALE = 'en';

const whole = new Intl.NumberFormat(LOCALE, { maximumFractionDigits: 0 });
const compact = new Intl.NumberFormat(LOCALE, { notation: 'compact', maximumFractionDigits: 1 });
const dayParts: Intl.DateTimeFormatOptions = { day: 'numeric', month: 'short', timeZone: 'UTC' };
const shortDay = new Intl.DateTimeFormat(LOCALE, dayParts);
const longDay = new Intl.DateTimeFormat(LOCALE, { ...dayParts, year: 'numeric' });
const monthYear = new Intl.DateTimeFormat(LOCALE, { month: 'short', year: 'numeric', timeZone: 'UTC' });
const longMonth = new Intl.DateTimeFormat(LOCALE, { month: 'long', timeZone: 'UTC' });
const clock = new Intl.DateTimeFormat(LOCALE, {
  ...dayParts,
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
});
const relative = new Intl.RelativeTimeFormat(LOCALE, { numeric: 'auto' });
const byDigits = [0, 1, 2].map(
  (digits) => new Intl.NumberFormat(LOCALE, { minimumFractionDigits: digits, maximumFractionDigits: digits }),
);

const money = (least: number, most: number) =>
  new Intl.NumberFormat(LOCALE, {
    ...{ style: 'currency', currency: 'USD' },
    ...{ minimumFractionDigits: least, maximumFractionDigits: most },
  });
const cents = money(2, 2);
const fractions = money(2, 4);

const atNoon = (day: string) => new Date(`${day.slice(0, 10)}T12:00:00Z`);

/** `1,234`. */
export const count = (value: number) => whole.format(value);
/** `1.2K`, for tight places. */
export const short = (value: number) => compact.format(value);
/** A number with that many digits after the point. */
export const decimal = (value: number, digits: 0 | 1 | 2) => (byDigits[digits] ?? whole).format(value);

/** `$1,234.50`; less than ten cents with what makes it more than nothing: `$0.0042`. */
export const usd = (value: number) => (value > 0 && value < 0.1 ? fractions : cents).format(value);

/** A number with its sign, a real minus, and no sign for nothing. */
export function signed(value: number, digits: 0 | 1 | 2 = 0): string {
  const text = decimal(Math.abs(value), digits);
  const isNothing = Number(text.replaceAll(',', '')) === 0;
  return isNothing ? text : `${value > 0 ? '+' : '−'}${text}`;
}

/** `21 Nov` as the locale writes it, with the year where it is not this one. */
export function day(value: string, now = new Date()): string {
  const isThisYear = value.slice(0, 4) === String(now.getUTCFullYear());
  return (isThisYear ? shortDay : longDay).format(atNoon(value));
}

/** `Nov 2026`. */
export const month = (value: string) => monthYear.format(atNoon(value));
/** `November`. */
export const monthName = (value: string) => longMonth.format(atNoon(value));
/** A day with its year, always. */
export const fullDay = (value: string) => longDay.format(atNoon(value));
/** Two days as one range. */
export const days = ({ from, to }: { from: string; to: string }) =>
  from === to ? day(from) : longDay.formatRange(atNoon(from), atNoon(to));
/** Day and time with `UTC` behind it. */
export const dateTime = (value: string) => `${clock.format(new Date(value))} UTC`;

const UNITS: readonly [Intl.RelativeTimeFormatUnit, number][] = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
];

/** `3 days ago`, `in 2 hours`, `now`. */
export function ago(value: string, now = Date.now()): string {
  const seconds = (Date.parse(value) - now) / 1000;
  const [unit, size] = UNITS.find(([, length]) => Math.abs(seconds) >= length) ?? ['second', 60];
  return relative.format(unit === 'second' ? 0 : Math.trunc(seconds / size), unit);
}
