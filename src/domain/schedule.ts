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

/** How many planned times lie after `from` and before `to`. */
export function countTimes(schedule: Schedule, from: Date, to: Date): number {
  // Two times that fall together in the night on which clocks change are one.
  const times = new Set<number>();
  for (const job of jobs(schedule))
    for (let at = job.nextRun(from); at && at < to; at = job.nextRun(at)) times.add(at.getTime());
  return times.size;
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

/** One job per time: croner moves a single fixed time over a change of clocks, and not a list of hours. */
function jobs({ per, times, hour, time_zone }: Schedule): Cron[] {
  return Array.from({ length: times }, (_, at) => {
    const step = Math.floor((at * (per === 'day' ? 24 : 7)) / times);
    const pattern = per === 'day' ? `0 0 ${(hour + step) % 24} * * *` : `0 0 ${hour} * * ${(1 + step) % 7}`;
    return new Cron(pattern, { timezone: time_zone, paused: true });
  });
}

function named({ time_zone }: Schedule, at: Date | undefined): PlannedTime | null {
  if (!at) return null;
  const local = at.toLocaleString('sv-SE', { timeZone: time_zone, dateStyle: 'short', timeStyle: 'short' });
  return { at, name: `${local} ${time_zone}` };
}
