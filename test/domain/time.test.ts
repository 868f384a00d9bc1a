import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { addDays, type Cover, cover, dayOf, isoDay, monthOf, wireDateTime } from '../../src/domain/time.ts';

test('days and months of instants', () => {
  assert.equal(dayOf('2026-11-20T23:59:59.999999+00:00'), '2026-11-20');
  assert.equal(monthOf('2026-11-20'), '2026-11-01');
  assert.equal(isoDay(new Date('2026-11-20T23:30:00-02:00')), '2026-11-21');
});

test('adding days crosses months, leap days and years', () => {
  const cases = [
    ['2024-02-28', 1, '2024-02-29'],
    ['2025-02-28', 1, '2025-03-01'],
    ['2025-12-31', 1, '2026-01-01'],
    ['2026-01-01', -1, '2025-12-31'],
    ['2024-02-29', 366, '2025-03-01'],
    ['9999-12-31', 1, 'infinity'],
  ] as const;
  for (const [day, count, expected] of cases) assert.equal(addDays(day, count), expected);
});

test('the wire form of what PostgreSQL writes', () => {
  const cases = [
    ['2026-11-20 09:12:00+00', '2026-11-20T09:12:00.000000+00:00'],
    ['2026-11-20 09:12:00.5+00', '2026-11-20T09:12:00.500000+00:00'],
    ['2026-11-20 09:12:00.123456+00', '2026-11-20T09:12:00.123456+00:00'],
    ['0001-01-01 00:00:00+00', '0001-01-01T00:00:00.000000+00:00'],
  ] as const;
  for (const [text, expected] of cases) assert.equal(wireDateTime(text), expected);
});

test('ranges as months and days', () => {
  const none = { from: 'infinity', to: 'infinity' };
  const cases: [{ from?: string; to?: string }, Partial<Cover>][] = [
    [{}, { months: { from: '-infinity', to: 'infinity' } }],
    [{ from: '2026-01-01', to: '2026-02-28' }, { months: { from: '2026-01-01', to: '2026-03-01' } }],
    [{ from: '2026-01-15', to: '2026-01-20' }, { days: [{ from: '2026-01-15', to: '2026-01-21' }, none] }],
    [
      { from: '2026-01-25', to: '2026-04-04' },
      {
        months: { from: '2026-02-01', to: '2026-04-01' },
        days: [
          { from: '2026-01-25', to: '2026-02-01' },
          { from: '2026-04-01', to: '2026-04-05' },
        ],
      },
    ],
    [
      { from: '2026-01-03', to: '2026-04-28' },
      {
        months: { from: '2026-01-01', to: '2026-05-01' },
        without: [
          { from: '2026-01-01', to: '2026-01-03' },
          { from: '2026-04-29', to: '2026-05-01' },
        ],
      },
    ],
  ];
  const nothing = { months: none, days: [none, none], without: [none, none] };
  const tidy = (span: { from: string; to: string }) => (span.from === span.to ? none : span);
  for (const [range, expected] of cases) {
    const { months, days, without } = cover(range);
    const spans = { months: tidy(months), days: days.map(tidy), without: without.map(tidy) };
    assert.deepEqual(spans, { ...nothing, ...expected });
  }
});

// As PostgreSQL compares days with its infinities.
const order = (day: string) => (day === '-infinity' ? '0' : day === 'infinity' ? '~' : day);
const within = (day: string, { from, to }: { from: string; to: string }) =>
  order(day) >= order(from) && order(day) < order(to);
/** How often a cover counts a day. */
function times(day: string, { months, days, without }: Cover): number {
  const count = (spans: { from: string; to: string }[]) => spans.filter((span) => within(day, span)).length;
  return (within(monthOf(day), months) ? 1 : 0) + count(days) - count(without);
}

test('every day is counted once when it is in the range, else never', () => {
  const day = fc.integer({ min: 0, max: 1200 }).map((count) => addDays('2023-11-15', count));
  const range = fc.record({ from: day, to: day }, { requiredKeys: [] });
  fc.assert(
    fc.property(range, day, ({ from, to }, asked) => {
      if (from && to && from > to) return;
      const isIn = (!from || asked >= from) && (!to || asked <= to);
      assert.equal(times(asked, cover({ from, to })), isIn ? 1 : 0);
    }),
    { numRuns: 5000 },
  );
});

test('the first and the last days that there are', () => {
  const days = ['0001-01-01', '0001-01-31', '2026-05-05', '9999-12-01', '9999-12-30', '9999-12-31'];
  for (const from of days)
    for (const to of days.filter((day) => day >= from))
      for (const asked of days)
        assert.equal(
          times(asked, cover({ from, to })),
          asked >= from && asked <= to ? 1 : 0,
          `${asked} in ${from} to ${to}`,
        );
});
