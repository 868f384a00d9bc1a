// When a plan asks, found by walking along the clock on the wall, a quarter of an hour at a time.
import type { PlannedTime, Schedule } from '../../src/domain/schedule.ts';

const STEP_MS = 15 * 60_000;

/** All planned times in [from, to), each instant once. `from` must lie on a quarter of an hour. */
export function walk(schedule: Schedule, from: Date, to: Date): PlannedTime[] {
  const { time_zone } = schedule;
  const format = new Intl.DateTimeFormat('sv-SE', {
    timeZone: time_zone,
    dateStyle: 'short',
    timeStyle: 'short',
  });
  const wall = (at: number) => format.format(at);
  const times: PlannedTime[] = [];
  const seen = new Set<string>();
  let before = wall(from.getTime() - STEP_MS);
  for (let at = from.getTime(); at < to.getTime(); at += STEP_MS) {
    const now = wall(at);
    // The wall clock came to, or jumped over, a time that the plan names: the first time counts.
    const reached = targets(schedule, now.slice(0, 10)).filter(
      (one) => before < one && one <= now && !seen.has(one),
    );
    for (const one of reached) seen.add(one);
    if (reached.length > 0) times.push({ name: `${now} ${time_zone}`, at: new Date(at) });
    before = now;
  }
  return times;
}

/** The times of a day as the wall clock shows them. */
function targets({ per, times, hour }: Schedule, day: string): string[] {
  const two = (value: number) => String(value).padStart(2, '0');
  if (per === 'week') {
    const monday = (new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7;
    const isChosen = Array.from({ length: times }, (_, at) => Math.floor((at * 7) / times)).includes(monday);
    return isChosen ? [`${day} ${two(hour)}:00`] : [];
  }
  const hours = Array.from({ length: times }, (_, at) => (hour + Math.floor((at * 24) / times)) % 24);
  return hours.map((one) => `${day} ${two(one)}:00`);
}
