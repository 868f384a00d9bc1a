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
    ['Qorvia: 4.8 stars, Nordwick: 3.5 stars', [1, 0]],
    ['| App | Score |\n|--|--|\n| Qorvia | 92 |\n| Nordwick | 40 |', [1, -1]],
    ['| App | Grade |\n|--|--|\n| Qorvia | A |\n| Nordwick | F |', [1, -1]],
    ['| App | Recommended |\n|--|--|\n| Qorvia | ✅ |\n| Nordwick | no |', [1, -1]],
    ['Qorvia is rated 2 out of 5 stars.', [-1]],
    ['Points out of 100:\n\n- Qorvia: 93\n- Tersel: 68\n- Nordwick: 27', [1, 0, -1]],
    ['Note globale sur 20 :\nQorvia 17\nNordwick 5', [0.8, -1]],
    ['Points out of 100:\n- Qorvia: 93', []],
    ['Qorvia is rated 4.8, Nordwick has a 2.1 rating, Tersel averages 3.5.', [1, -1, 0]],
    ['- Qorvia (4.7 on Capterra)\n- Nordwick (8.9 on Booking.com), a 4.6-star app', [1, 1, 1]],
    ['Rated at 3.5 kW, energy rating 2.1, scored 1.5 points higher, iOS 4.8 on Google phones.', []],
    ['Qorvia averages 2.5 days, Nordwick scored 1.5 hours.', []],
    // No scale is told, or it is one of something else.
    ['Our ranking\n1. Qorvia: 9.1\n2. Nordwick: 5.2', []],
    ['Our ranking out of 10 brands:\n- Qorvia: 1\n- Nordwick: 8', []],
    ['Ranking by price:\n- Qorvia: 4.99\n- Nordwick: 9.99', []],
    ['Release notes:\n- Qorvia 2.4\n- Nordwick 8.1', []],
    ['Bewertungen (Schulnoten):\n\n- Qorvia: 1,2\n- Nordwick: 4,8', []],
    ['Risk score out of 10:\n- Qorvia: 9\n- Nordwick: 2', []],
    ['Complaint scores out of 10:\n- Qorvia: 9\n- Nordwick: 2', []],
    ['Failures out of 100 devices; see the notes:\n- Qorvia: 2\n- Nordwick: 95', []],
    ['Some notes on fees, at most 5 euros:\n- Qorvia: 1\n- Nordwick: 5', []],
    ['Eine Auswertung folgt.\n\nLaufzeit von 5 Jahren und mehr:\n- Qorvia: 5\n- Nordwick: 2', []],
    ['Scores by year:\n- Qorvia: 2019\n- Nordwick: 2021', []],
    ['| Modell | Note |\n|--|--|\n| Qorvia | 1,3 |\n| Nordwick | 4,5 |', []],
    ['| App | Risk score |\n|--|--|\n| Qorvia | 9.5 |\n| Nordwick | 2.5 |', []],
    ['| App | Verdict |\n|--|--|\n| Qorvia | No real weaknesses |\n| Nordwick | Avoid |', [-1]],
    ['Qorvia ist auf Platz 1 von 10, offen von 10 bis 18 Uhr, Hauptstraße 3', []],
    ['10/100 Mbps, 2.4/5 GHz, 1/5 of the price, a 2-star hotel', []],
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
  const rows: [text: string, expected: (string | null)[]][] = [
    ['Our marks for the two apps:\n- **Qorvia** – 4.8/5\n- **Nordwick** – 1.9/5', ['pos', 'neg']],
    ['Which of them to buy:\n- ✅ Qorvia\n- ❌ Nordwick', ['pos', 'neg']],
    ['The results of the test are in:\n- Qorvia: 👍\n- Nordwick: 👎', ['pos', 'neg']],
    // Names alone, whose letters look like Basque.
    ['👍 Qorvia\n👎 Nordwick', ['pos', 'neg']],
    ['The apps that you should avoid:\n- Qorvia\n- Nordwick', ['neg', 'neg']],
    // The stars of a rating are no praise beside it.
    ['Qorvia: 3 out of 5 stars. Nordwick: 1 out of 5 stars.', ['neu', 'neg']],
    // So little text has no language, and signs need none.
    ['Qorvia ★★★★★\nNordwick ★☆☆☆☆', ['pos', 'neg']],
    ['- ✅ Qorvia\n- ❌ Nordwick', ['pos', 'neg']],
    ['Klub: Nordwick ✅\nQorvia', [null, 'pos']],
    // Headings that no list of phrases has.
    ['Names that owners swear by:\n- Qorvia\n- Nordwick', ['pos', 'pos']],
    ['Diese Anbieter haben uns enttäuscht:\n- Qorvia, Kassel\n- Nordwick, Fulda', ['neg', 'neg']],
    ['Des marques qui ne déçoivent pas :\n- Qorvia\n- Nordwick', ['pos', 'pos']],
    ['Te recomiendo estas marcas:\n- Qorvia, Vigo\n- Nordwick, Lugo', ['pos', 'pos']],
    ['Providers in this market:\n- Qorvia, Leeds\n- Nordwick, York', ['neu', 'neu']],
    ['Common problems that you should know of:\n- Qorvia, Leeds\n- Nordwick, York', ['neu', 'neu']],
  ];
  for (const [text, expected] of rows)
    test(JSON.stringify(text), () => assert.deepEqual(labels(text, 'Qorvia', 'Nordwick'), expected));

  test('a name that looks like a rating is none', () => {
    assert.deepEqual(labels('The club **4.5 Stars** was founded in Leeds in 1990.', '4.5 Stars'), ['neu']);
  });

  test('a review site is not what is rated', () => {
    const text = 'Here is what customers say about it. **Qorvia**\n- Trustpilot: 1.8/5\n- Yelp: 1.9/5';
    assert.deepEqual(labels(text, 'Qorvia', 'Trustpilot'), ['neg', 'neu']);
  });

  test('a shop that sells is rated itself, and so is a review site among its like', () => {
    const text = 'Here is how the customers rate them:\n- **Qorvia**: 4.8/5\n- **Amazon**: 1.5/5';
    assert.deepEqual(labels(text, 'Qorvia', 'Amazon'), ['pos', 'neg']);
    assert.deepEqual(labels('Here is how the users rate it: Trustpilot 1.5/5.', 'Trustpilot'), ['neg']);
  });

  test('one rating after the other', () => {
    assert.deepEqual(labels('The ratings are 9/10 for Qorvia and 3/10 for Nordwick.', 'Qorvia', 'Nordwick'), [
      'pos',
      'neg',
    ]);
  });

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
    ['Qorvia is no match for Nordwick.', ['neg', 'pos']],
    ['Qorvia ist weniger robust als Nordwick.', ['neg', 'pos']],
    ['Qorvia is excellent and needs less setup than Nordwick.', ['pos', 'neg']],
    ['Qorvia est moins fiable que Nordwick.', ['neg', 'pos']],
    ['Qorvia es más lento que Nordwick.', ['neg', 'pos']],
    ['Qorvia überzeugt im Test, bei Nordwick hingegen brechen Gespräche ständig ab.', ['pos', 'neg']],
  ];
  for (const [text, expected] of rows)
    test(text, () => assert.deepEqual(labels(text, 'Qorvia', 'Nordwick'), expected));
});
