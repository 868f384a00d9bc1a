// When a plan asks, compared with a walk along the clock on the wall: the nights on which clocks change among them.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Cron } from 'croner';
import fc from 'fast-check';
import { countTimes, isTimeZone, latestTime, nextTime, type Schedule } from '../../src/domain/schedule.ts';
import { walk } from './naive-schedule.ts';

const DAY_MS = 86_400_000;
const at = (time: string) => new Date(time);
const daily = (hour: number, time_zone: string, times = 1): Schedule => ({
  per: 'day',
  times,
  hour,
  time_zone,
});

// By an hour, by half an hour, by two hours, at midnight, backwards in winter, at odd offsets, never.
const ZONES = [
  'Europe/Berlin',
  'America/New_York',
  'Australia/Lord_Howe',
  'Antarctica/Troll',
  'America/Santiago',
  'Europe/Dublin',
  'Asia/Kathmandu',
  'Pacific/Kiritimati',
  'UTC',
];

const NIGHTS: [string, Schedule, string[]][] = [
  [
    'Berlin, spring: a time that does not exist is moved on',
    daily(2, 'Europe/Berlin'),
    ['2026-03-28 02:00', '2026-03-29 03:00', '2026-03-30 02:00'],
  ],
  [
    'Berlin, autumn: a time that comes twice counts once',
    daily(2, 'Europe/Berlin'),
    ['2026-10-24 02:00', '2026-10-25 02:00', '2026-10-26 02:00'],
  ],
  [
    'New York, spring',
    daily(2, 'America/New_York'),
    ['2026-03-07 02:00', '2026-03-08 03:00', '2026-03-09 02:00'],
  ],
  [
    'New York, autumn',
    daily(1, 'America/New_York'),
    ['2026-10-31 01:00', '2026-11-01 01:00', '2026-11-02 01:00'],
  ],
  [
    'Lord Howe, spring: half an hour',
    daily(2, 'Australia/Lord_Howe'),
    ['2026-10-03 02:00', '2026-10-04 02:30', '2026-10-05 02:00'],
  ],
  [
    'Lord Howe, autumn: half an hour',
    daily(2, 'Australia/Lord_Howe'),
    ['2026-04-04 02:00', '2026-04-05 02:00', '2026-04-06 02:00'],
  ],
  [
    'Santiago, spring: midnight does not exist',
    daily(0, 'America/Santiago'),
    ['2026-09-05 00:00', '2026-09-06 01:00', '2026-09-07 00:00'],
  ],
];

for (const [name, schedule, expected] of NIGHTS)
  test(name, () => {
    let now = new Date(at(`${expected[0]!.slice(0, 10)}T00:00:00Z`).getTime() - DAY_MS);
    const found: string[] = [];
    while (found.at(-1) !== expected.at(-1) && found.length < 10) {
      const next = nextTime(schedule, now)!;
      assert.deepEqual(latestTime(schedule, next.at), next, 'has come as soon as it is there');
      assert.notDeepEqual(
        latestTime(schedule, new Date(next.at.getTime() - 1)),
        next,
        'not a millisecond before',
      );
      found.push(next.name.slice(0, 16));
      now = next.at;
    }
    assert.deepEqual(found.slice(-3), expected);
  });

const FROM = at('2026-01-01T00:00:00Z');
const TO = at('2027-01-01T00:00:00Z');
const LEAD = 9 * DAY_MS;
const hours = fc.integer({ min: 0, max: 23 });
const zones = fc.constantFrom(...ZONES);
const schedules = fc.oneof(
  fc.record({
    ...{ per: fc.constant('day' as const), times: fc.integer({ min: 1, max: 24 }) },
    ...{ hour: hours, time_zone: zones },
  }),
  fc.record({
    ...{ per: fc.constant('week' as const), times: fc.integer({ min: 1, max: 7 }) },
    ...{ hour: hours, time_zone: zones },
  }),
);
const moment = fc.date({ min: FROM, max: TO, noInvalidDate: true });

test('the last and the next planned time at any moment of a year are those of the walk', () => {
  fc.assert(
    fc.property(schedules, moment, fc.nat(), (schedule, anyTime, pick) => {
      const nights = changes(schedule.time_zone);
      const night = nights[pick % Math.max(1, nights.length)];
      for (const now of night ? [anyTime, night] : [anyTime]) {
        const from = new Date(Math.floor((now.getTime() - LEAD) / DAY_MS) * DAY_MS);
        const times = walk(schedule, from, new Date(now.getTime() + LEAD));
        const [last, next] = [times.findLast((one) => one.at <= now), times.find((one) => one.at > now)];
        assert.deepEqual(latestTime(schedule, now), last, `last at ${now.toISOString()}`);
        assert.deepEqual(nextTime(schedule, now), next, `next at ${now.toISOString()}`);
      }
    }),
    { numRuns: 200 },
  );
});

test('as many planned times are forecast as the walk meets', () => {
  fc.assert(
    fc.property(schedules, moment, fc.integer({ min: 0, max: 31 }), (schedule, anyTime, days) => {
      const from = new Date(Math.floor(anyTime.getTime() / DAY_MS) * DAY_MS);
      const to = new Date(from.getTime() + days * DAY_MS);
      // A time that is now is no forecast.
      const expected = walk(schedule, from, to).filter((one) => one.at > from).length;
      assert.equal(countTimes(schedule, from, to), expected);
    }),
    { numRuns: 100 },
  );
});

/** The forecast as it was first made: every time of it is met. */
function countSlowly({ per, times, hour, time_zone }: Schedule, from: Date, to: Date): number {
  const met = new Set<number>();
  for (let time = 0; time < times; time++) {
    const step = Math.floor((time * (per === 'day' ? 24 : 7)) / times);
    const pattern = per === 'day' ? `0 0 ${(hour + step) % 24} * * *` : `0 0 ${hour} * * ${(1 + step) % 7}`;
    const job = new Cron(pattern, { timezone: time_zone, paused: true });
    for (let at = job.nextRun(from); at && at < to; at = job.nextRun(at)) met.add(at.getTime());
  }
  return met.size;
}

test('the forecast says what the slow way says, from any moment to any other', () => {
  const lengths = fc.oneof(
    fc.integer({ min: -DAY_MS, max: 3 * DAY_MS }),
    fc.integer({ min: 0, max: 40 * DAY_MS }),
  );
  // Whole hours and the milliseconds beside them are where the two could part.
  const nudges = fc.integer({ min: -1001, max: 1001 });
  fc.assert(
    fc.property(
      ...([schedules, moment, lengths, fc.nat(), fc.tuple(nudges, nudges), fc.boolean()] as const),
      (schedule, anyTime, length, pick, [before, after], isWhole) => {
        const nights = changes(schedule.time_zone);
        const night = nights[pick % Math.max(1, nights.length)];
        for (const now of night ? [anyTime, night] : [anyTime]) {
          const whole = (ms: number) => (isWhole ? Math.floor(ms / 3_600_000) * 3_600_000 : ms);
          const from = new Date(whole(now.getTime()) + before);
          const to = new Date(whole(now.getTime() + length) + after);
          const told = `${from.toISOString()} to ${to.toISOString()}`;
          assert.equal(countTimes(schedule, from, to), countSlowly(schedule, from, to), told);
        }
      },
    ),
    { numRuns: 400 },
  );
});

test('two times that fall together in the night of the change count once', () => {
  const night = [at('2026-03-28T23:30:00Z'), at('2026-03-29T22:00:00Z')] as const;
  assert.equal(countTimes(daily(0, 'Europe/Berlin', 24), ...night), 22);
});

const known = new Map<string, Date[]>();

/** Moments around the changes of a zone's clock in the year. */
function changes(time_zone: string): Date[] {
  const found = known.get(time_zone) ?? findChanges(time_zone);
  known.set(time_zone, found);
  return found;
}

function findChanges(time_zone: string): Date[] {
  const format = new Intl.DateTimeFormat('en', { timeZone: time_zone, timeZoneName: 'longOffset' });
  const offset = (ms: number) => format.formatToParts(ms).find(({ type }) => type === 'timeZoneName')?.value;
  const found: Date[] = [];
  for (let ms = Date.UTC(2026, 0, 1); ms < Date.UTC(2027, 0, 1); ms += DAY_MS)
    if (offset(ms) !== offset(ms + DAY_MS))
      for (let step = 0; step < 24; step += 1.5) found.push(new Date(ms + step * 3_600_000 + 61_000));
  return found;
}

test('a name that is no time zone is known as such', () => {
  assert.ok(isTimeZone('Australia/Lord_Howe') && isTimeZone('UTC'));
  for (const wrong of ['', 'Mars/Olympus', 'Europe', '25:00', 'UTC+1']) assert.ok(!isTimeZone(wrong), wrong);
});
