// When a plan asks: times of the day or days of the week in the plan's own time zone. croner knows the nights
// on which clocks change: a time that does not exist is moved on, one that comes twice counts once.
import { Cron } from 'croner';

export type Schedule = {
  /** `times` a day, or `times` a week (then once on each of these days). */
  per: 'day' | 'week';
  times: number;
  /** The hour of the first asking of a day, 0 to 23. */
  hour: number;
  /** IANA name. */
  time_zone: string;
};

/** A planned time: `name` is the wall clock's, so that it stays one slot whatever clocks do. */
export type PlannedTime = { name: string; at: Date };

export const MOST_TIMES = { day: 24, week: 7 };

/** The last planned time that has come; null when there was none. */
export function latestTime(schedule: Schedule, now: Date): PlannedTime | null {
  // croner means "before", and sees whole seconds: a time counts from its first millisecond on.
  const before = new Date(Math.floor(now.getTime() / 1000) * 1000 + 1000);
  const latest = jobs(schedule).flatMap((job) => job.previousRuns(1, before));
  return named(schedule, latest.sort((a, b) => b.getTime() - a.getTime())[0]);
}

/** The next planned time after `now`. */
export function nextTime(schedule: Schedule, now: Date): PlannedTime | null {
  const next = jobs(schedule).flatMap((job) => job.nextRun(now) ?? []);
  return named(schedule, next.sort((a, b) => a.getTime() - b.getTime())[0]);
}

/** How many planned times lie after `from` and before `to`. Where no clock changes they are counted, else met one by one. */
export function countTimes(schedule: Schedule, from: Date, to: Date): number {
  const offset = offsetOf(schedule.time_zone);
  let count = 0;
  let [start, before] = [from.getTime(), to.getTime()];
  while (start < before) {
    const isQuiet = isQuietDay(start, offset);
    let end = start;
    while (end < before && isQuietDay(end, offset) === isQuiet) end += DAY_MS;
    // What is at the end of a stretch belongs to it.
    const stretch = { after: start, before: Math.min(end + 1, before) };
    count += isQuiet ? countQuiet(schedule, stretch, offset(start)) : meet(schedule, stretch);
    start = end;
  }
  return count;
}

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;

type Stretch = { after: number; before: number };
/** How far the clock on the wall is ahead of UTC at an instant, in milliseconds. */
type Offset = (instant: number) => number;

function offsetOf(timeZone: string): Offset {
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' });
  const known = new Map<number, number>();
  return (instant) => {
    const second = Math.floor(instant / 1000) * 1000;
    const found = known.get(second) ?? Date.parse(`${format.format(second).replace(' ', 'T')}Z`) - second;
    known.set(second, found);
    return found;
  };
}

/** No clock changes from a day before until a day after: times are moved by hours, never by a day. */
function isQuietDay(start: number, offset: Offset): boolean {
  const around = [-DAY_MS, DAY_MS, 2 * DAY_MS].map((step) => offset(start + step));
  return around.every((one) => one === offset(start));
}

/** Times recur evenly while no clock changes. */
function countQuiet({ per, times, hour }: Schedule, { after, before }: Stretch, offset: number): number {
  const period = per === 'day' ? DAY_MS : 7 * DAY_MS;
  return steps({ per, times }).reduce((sum, step) => {
    const first = (per === 'day' ? hour + step : 24 * (MONDAY + step) + hour) * HOUR_MS - offset;
    return sum + Math.ceil((before - first) / period) - Math.floor((after - first) / period) - 1;
  }, 0);
}

// 1970-01-05, the first Monday of all.
const MONDAY = 4;

function meet(schedule: Schedule, { after, before }: Stretch): number {
  // Two times that fall together in the night on which clocks change are one.
  const met = new Set<number>();
  for (const job of jobs(schedule))
    for (let at = job.nextRun(new Date(after)); at && at.getTime() < before; at = job.nextRun(at))
      met.add(at.getTime());
  return met.size;
}

/** True for a time zone that this machine knows. */
export function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

/** Hours of the day after the first one, or days of the week after Monday. */
function steps({ per, times }: Pick<Schedule, 'per' | 'times'>): number[] {
  return Array.from({ length: times }, (_, at) => Math.floor((at * (per === 'day' ? 24 : 7)) / times));
}

/** One job per time: croner moves a single fixed time over a change of clocks, and not a list of hours. */
function jobs({ per, times, hour, time_zone }: Schedule): Cron[] {
  return steps({ per, times }).map((step) => {
    const pattern = per === 'day' ? `0 0 ${(hour + step) % 24} * * *` : `0 0 ${hour} * * ${(1 + step) % 7}`;
    return new Cron(pattern, { timezone: time_zone, paused: true });
  });
}

function named({ time_zone }: Schedule, at: Date | undefined): PlannedTime | null {
  if (!at) return null;
  const local = at.toLocaleString('sv-SE', { timeZone: time_zone, dateStyle: 'short', timeStyle: 'short' });
  return { at, name: `${local} ${time_zone}` };
}
