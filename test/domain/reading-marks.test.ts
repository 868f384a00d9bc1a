// Ratings, signs and verdicts beside a name; lists that praise or blame what they name.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { findMarks } from '../../src/domain/reading/marks.ts';
import { readVisible } from '../../src/domain/reading/visible.ts';
import { compileEntities, readAnswer } from '../../src/domain/reading.ts';

const settings = (name: string) => ({ name, aliases: [], domain: '', exclude: [] });
const labelOf = (sentiment: number | null): string | null =>
  sentiment === null ? null : sentiment >= 57 ? 'pos' : sentiment <= 43 ? 'neg' : 'neu';

function labels(text: string, ...names: string[]): (string | null)[] {
  const [brand = '', ...rivals] = names;
  const reading = readAnswer(compileEntities(settings(brand), rivals.map(settings)), text);
  return [reading.brand, ...reading.competitors].map(({ sentiment }) => labelOf(sentiment));
}

describe('what a rating is worth, from -1 to 1', () => {
  const rows: [text: string, values: number[]][] = [
    ['Qorvia 4.5/5 and Nordwick 1.5/5', [1, -1]],
    ['Qorvia 9 out of 10, Nordwick 3 von 10', [1, -1]],
    ['Qorvia ★★★★★, Nordwick ★☆☆☆☆', [1, -1]],
    ['Qorvia: 3.5 stars', [0]],
    ['| App | Score |\n|--|--|\n| Qorvia | 92 |\n| Nordwick | 40 |', [1, -1]],
    ['| App | Grade |\n|--|--|\n| Qorvia | A |\n| Nordwick | F |', [1, -1]],
    ['| App | Recommended |\n|--|--|\n| Qorvia | ✅ |\n| Nordwick | no |', [1, -1]],
    ['Marks out of 10:\n- Qorvia: 9\n- Nordwick: 3', [1, -1]],
    ['Open 24/7, page 3 of 10, a ⭐ on the map', []],
    ['The plan costs 10 dollars for 5 users.', []],
  ];
  for (const [text, values] of rows)
    test(JSON.stringify(text), () =>
      assert.deepEqual(
        findMarks(readVisible(text)).map(({ value }) => Math.round(10 * value) / 10),
        values,
      ),
    );
});

describe('signs and ratings count for the name beside them', () => {
  const rows: [text: string, expected: string[]][] = [
    ['Our marks for the two apps:\n- **Qorvia** – 4.8/5\n- **Nordwick** – 1.9/5', ['pos', 'neg']],
    ['Which of them to buy:\n- ✅ Qorvia\n- ❌ Nordwick', ['pos', 'neg']],
    ['The results of the test are in:\n- Qorvia: 👍\n- Nordwick: 👎', ['pos', 'neg']],
    ['The apps that you should avoid:\n- Qorvia\n- Nordwick', ['neg', 'neg']],
  ];
  for (const [text, expected] of rows)
    test(JSON.stringify(text), () => assert.deepEqual(labels(text, 'Qorvia', 'Nordwick'), expected));

  test('a rating is told as the reason', () => {
    const text = 'We tested it for a month. **Qorvia** – 4.8/5';
    const { reasons } = readAnswer(compileEntities(settings('Qorvia'), []), text).brand;
    assert.ok(reasons.some(({ by, span }) => by === 'rating' && text.slice(...span) === '4.8/5'));
  });
});

describe('both sides of a comparison', () => {
  const rows: [text: string, expected: string[]][] = [
    ['Qorvia is faster than Nordwick.', ['pos', 'neg']],
    ['Qorvia is slower than Nordwick.', ['neg', 'pos']],
    ['Qorvia crashes less often than Nordwick.', ['pos', 'neg']],
    ['Qorvia outclasses Nordwick on reliability.', ['pos', 'neg']],
    ['Qorvia ist leiser als Nordwick.', ['pos', 'neg']],
    ['Qorvia kann mit Nordwick nicht mithalten.', ['neg', 'pos']],
    ['Qorvia est moins fiable que Nordwick.', ['neg', 'pos']],
    ['Qorvia es más lento que Nordwick.', ['neg', 'pos']],
    ['Qorvia überzeugt im Test, bei Nordwick hingegen brechen Gespräche ständig ab.', ['pos', 'neg']],
  ];
  for (const [text, expected] of rows)
    test(text, () => assert.deepEqual(labels(text, 'Qorvia', 'Nordwick'), expected));
});
