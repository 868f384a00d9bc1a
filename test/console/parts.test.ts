// What the console computes by itself: filters in the URL, CSV, order and search of tables, numbers in words.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { toCsv } from '../../console/csv.ts';
import {
  DEFAULTS,
  daysBefore,
  daysOf,
  type Filters,
  filterInput,
  lengthOf,
  PRESETS,
  parseFilters,
  printFilters,
  stepOf,
} from '../../console/filters.ts';
import { ago, day, days, signed } from '../../console/format.ts';
import { pathOf } from '../../console/pages/sign-in/return.ts';
import { type Column, compareKeys, matching, sortKey } from '../../console/parts/table-column.ts';

test('filters that are the default leave no trace in the URL', () => {
  assert.equal(printFilters(DEFAULTS), '');
  assert.deepEqual(parseFilters(''), DEFAULTS);
});

const anyDay = fc
  .date({ min: new Date('2015-01-01'), max: new Date('2030-01-01'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));
const anyRange = fc.oneof(
  fc.constantFrom(...PRESETS),
  fc.tuple(anyDay, anyDay).map((pair) => {
    const [from = '', to = ''] = pair.sort();
    return { from, to };
  }),
);
const anyFilters: fc.Arbitrary<Filters> = fc.record(
  {
    range: anyRange,
    agents: fc.uniqueArray(fc.stringMatching(/^[a-z0-9_]{1,12}$/)),
    tags: fc.uniqueArray(fc.string({ minLength: 1, unit: 'grapheme' })),
    compare: fc.boolean(),
  },
  { noNullPrototype: true },
);

test('whatever filters are printed are read again, beside what else is in the query', () => {
  fc.assert(
    fc.property(anyFilters, (filters) => {
      const printed = printFilters(filters, '?tab=pages&range=7d&tag=old');
      assert.deepEqual(parseFilters(printed), filters);
      assert.equal(new URLSearchParams(printed).get('tab'), 'pages');
    }),
  );
});

test('what is wrong in a URL counts as left out', () => {
  for (const search of [
    '?range=5d',
    '?from=2026-02-02',
    '?from=2026-03-01&to=2026-02-01',
    '?from=x&to=y',
    '?agents=,,',
  ])
    assert.deepEqual(parseFilters(search), DEFAULTS, search);
});

test('ranges include both ends, and the period before is as long and ends the day before', () => {
  assert.deepEqual(daysOf('7d', '2026-03-03'), { from: '2026-02-25', to: '2026-03-03' });
  assert.deepEqual(daysBefore({ from: '2026-02-25', to: '2026-03-03' }), {
    from: '2026-02-18',
    to: '2026-02-24',
  });
  assert.equal(lengthOf({ from: '2026-03-03', to: '2026-03-03' }), 1);
  assert.equal(daysOf('all'), undefined);
  assert.equal(daysBefore(undefined), undefined);
  assert.deepEqual(filterInput({ ...DEFAULTS, range: 'all' }), {});
});

test('a chart has neither a handful of points nor hundreds', () => {
  for (const preset of ['30d', '90d', '12m'] as const) {
    const range = daysOf(preset);
    assert.ok(range);
    const points = lengthOf(range) / { day: 1, week: 7, month: 30 }[stepOf(range)];
    assert.ok(points >= 10 && points <= 60, `${preset}: ${points}`);
  }
});

test('the chart of a prompt has longer steps, and still several points', () => {
  const steps = [daysOf('7d'), daysOf('30d'), daysOf('90d'), daysOf('12m'), undefined].map((days) =>
    stepOf(days, 14),
  );
  assert.deepEqual(steps, ['day', 'week', 'week', 'week', 'week']);
});

test('no cell of a CSV file begins as a formula does', () => {
  const risky = ['=1+1', '+1', '-1', '@x', '\tx', '\rx', '=HYPERLINK("http://x","y")'];
  const [row = []] = parse(toCsv([risky])) as string[][];
  assert.deepEqual(
    row,
    risky.map((text) => `'${text}`),
  );
  assert.equal(toCsv([[-1.5, 0, true, null, undefined]]), '-1.5,0,true,,\r\n');
});

test('a CSV file is read back as it was written', () => {
  const cell = fc
    .string({ unit: 'grapheme' })
    .filter((text) => !/^[=+\-@\t\r]/.test(text) && !text.startsWith('\uFEFF'));
  fc.assert(
    fc.property(fc.array(fc.array(cell, { minLength: 2, maxLength: 2 }), { minLength: 1 }), (rows) => {
      assert.deepEqual(parse(toCsv(rows), { record_delimiter: '\r\n' }), rows);
    }),
  );
});

test('texts are ordered as people do, numbers by size', () => {
  const sorted = (cells: (string | number)[]) =>
    cells.toSorted((a, b) => compareKeys(sortKey(a), sortKey(b)));
  assert.deepEqual(sorted(['b10', 'B2', 'a', 'Ä', '“c”', 'd']), ['a', 'Ä', 'B2', 'b10', '“c”', 'd']);
  assert.deepEqual(sorted([10, 9, 'a', 1]), [1, 9, 10, 'a']);
});

test('a search finds rows that hold every word, in any column and order', () => {
  type Row = { prompt: string; agent: string };
  const columns: Column<Row>[] = [
    { key: 'prompt', title: '', value: ({ prompt }) => prompt },
    { key: 'agent', title: '', value: ({ agent }) => agent },
  ];
  const rows = [
    { prompt: 'Best CRM', agent: 'chatgpt' },
    { prompt: 'Best bike', agent: 'claude' },
  ];
  assert.deepEqual(matching(rows, columns, 'CHAT best'), [rows[0]]);
  assert.equal(matching(rows, columns, '  '), rows);
  assert.deepEqual(matching(rows, columns, 'crm claude'), []);
});

test('numbers and days are written for people', () => {
  assert.deepEqual([signed(1.25, 1), signed(-0.04, 1), signed(-3, 0), signed(0)], ['+1.3', '0.0', '−3', '0']);
  const now = new Date('2026-11-21T00:30:00Z');
  assert.deepEqual([day('2026-11-20', now), day('2025-11-20', now)], ['Nov 20', 'Nov 20, 2025']);
  assert.match(days({ from: '2026-11-01', to: '2026-11-20' }), /^Nov 1\s?–\s?20, 2026$/);
  assert.deepEqual(
    [ago('2026-11-20T00:00:00Z', now.getTime()), ago('2026-11-21T00:30:20Z', now.getTime())],
    ['yesterday', 'now'],
  );
});

test('after signing in nobody is led out of the console', () => {
  assert.equal(pathOf('/brands/1?range=7d'), '/brands/1?range=7d');
  for (const next of [
    null,
    '',
    'https://x.example',
    '//x.example',
    '/\\x.example',
    'javascript:alert(1)',
    '/a b',
  ])
    assert.equal(pathOf(next), '/', String(next));
});
