// The reading rules as tables: text in, facts out.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  compileEntities,
  type EntityReading,
  type EntitySettings,
  type Reading,
  readAnswer,
} from '../../src/domain/reading.ts';

const entity = (name: string, more: Partial<EntitySettings> = {}): EntitySettings => ({
  name,
  aliases: [],
  domain: '',
  exclude: [],
  ...more,
});

function read(
  text: string,
  brand: EntitySettings | string,
  rivals: (EntitySettings | string)[] = [],
): Reading {
  const settings = [brand, ...rivals].map((item) => (typeof item === 'string' ? entity(item) : item));
  return readAnswer(compileEntities(settings[0] ?? entity('X'), settings.slice(1)), text);
}

const lufthansa = entity('Lufthansa', { domain: 'lufthansa.com' });
const square = entity('Square', { domain: 'squareup.com' });

const mentionRows: [string, string | EntitySettings, (string | EntitySettings)[], boolean][] = [
  // boundaries
  ['Lufthansa flies to Tokyo.', lufthansa, [], true],
  ['The lufthansas of this world adapt.', lufthansa, [], true],
  ['Try LUFTHANSA first.', lufthansa, [], true],
  ['Inkscapes are not a product.', 'Inks', [], false],
  ['He ate a bento box.', 'Box', [], false],
  ['Aldi-style discounters are growing.', 'Aldi', [], true],
  ['The non-Garmin watches are cheaper.', 'Garmin', [], true],
  ['It costs €5B to build.', '5B', [], false],
  ['We passed 1.4F yesterday.', '4F', [], false],
  ['Mail me at hello@garmin.example', 'Garmin', [], false],
  ['The package @garmin/sdk is old.', 'Garmin', [], false],
  ['See example.org/garmin/watches for more.', 'Garmin', [], false],
  ['Use garmin_api in the code.', 'Garmin', [], false],
  ['I\u2019m unsure.', 'M', [], false],
  // leftmost, longest
  ['Mistral Vibe writes code.', 'Mistral', ['Mistral Vibe'], false],
  ['Mistral and Mistral Vibe differ.', 'Mistral', ['Mistral Vibe'], true],
  ['Visit Delta County by car.', entity('Delta', { exclude: ['Delta County'] }), [], false],
  ['Delta flies there; Delta County is below.', entity('Delta', { exclude: ['Delta County'] }), [], true],
  // punctuation and spelling
  ['Marks and Spencer sells food.', 'Marks & Spencer', [], true],
  ['Marks &amp; Spencer sells food.', 'Marks & Spencer', [], true],
  ['M & S sells food.', 'M&S', [], true],
  ['Sit at M S Road.', 'M&S', [], false],
  ['HäagenDazs tastes good.', 'Häagen-Dazs', [], true],
  ['Haagen Dazs tastes good.', 'Häagen-Dazs', [], true],
  ['I saw Moncler\u2019s shop.', 'Moncler', [], true],
  ['Kellogg\u2019s makes cereal.', "Kellogg's", [], true],
  ['Kelloggs makes cereal.', "Kellogg's", [], true],
  ['Paramount Plus streams it.', 'Paramount+', [], true],
  ['Paramount made the film.', 'Paramount+', [], false],
  ['Written in C++ mostly.', 'C++', [], true],
  ['Grade C is enough.', 'C++', [], false],
  ['Air Table and Quick Books work.', 'QuickBooks', [], true],
  ['Leave quick books on the table.', 'QuickBooks', [], false],
  ['Face\u200bbook is here.', 'Facebook', [], true],
  ['Uber\u00ae drives.', 'Uber', [], true],
  ['Ｕｂｅｒ drives.', 'Uber', [], true],
  // scripts
  [
    '\u0412 \u041c\u0435\u0433\u0430\u0444\u043e\u043d\u0435 \u0434\u0435\u0448\u0435\u0432\u043b\u0435.',
    '\u041c\u0435\u0433\u0430\u0444\u043e\u043d',
    [],
    true,
  ],
  ['쿠팡에서 샀어요.', '쿠팡', [], true],
  ['쿠팡맨이라는 말', '쿠팡', [], false],
  ['ソニーのテレビは高い。', 'ソニー', [], true],
  ['パナソニックの製品', 'ソニ', [], false],
  ['我喜欢用淘宝购物。', '淘宝', [], true],
  ['يعمل بكريم كل يوم', 'كريم', [], true],
  ["Vestel'in televizyonu", 'Vestel', [], true],
  ['Το Viva είναι γρήγορο.', 'Viva', [], true],
  // ordinary words
  ['Draw a square on the page.', square, [], false],
  ['Square, round or oval?', square, [], false],
  ['Square supports tap to pay.', square, [], true],
  ['Many cafes use Square today.', square, [], true],
  ['1. **Square** – card reader', square, [], true],
  ['Pay with stripe, square or sumup.', square, ['SumUp', 'Stripe'], true],
  ['Isaac Newton was born in 1642.', 'Newton', [], false],
  ['See you in March.', 'March', [], false],
  // visible text
  ['See [the airline](https://www.lufthansa.com/de).', lufthansa, [], false],
  ['See [Lufthansa](https://www.lufthansa.com/de).', lufthansa, [], true],
  ['Book at lufthansa.com now.', lufthansa, [], true],
  ['Book at lufthansa.com.evil.example now.', lufthansa, [], false],
  ['Book at notlufthansa.com now.', lufthansa, [], false],
  ['Fares are low. ([lufthansa.com](https://www.lufthansa.com/x))', lufthansa, [], false],
  ['Fares are low【3†lufthansa】.', lufthansa, [], false],
  ['**Luft**hansa flies.', lufthansa, [], true],
  ['![Lufthansa](https://img.example/l.png)', lufthansa, [], false],
  ['<!-- Lufthansa -->nothing', lufthansa, [], false],
  // denied
  ['I could not find any information about Veltrano.', 'Veltrano', [], false],
  ['Veltrano does not seem to be a real company.', 'Veltrano', [], false],
  ['I would avoid Veltrano.', 'Veltrano', [], true],
];

describe('mentions', () => {
  for (const [text, brand, rivals, mentioned] of mentionRows) {
    test(`${mentioned ? 'in' : 'not in'} ${JSON.stringify(text)}`, () =>
      assert.equal(read(text, brand, rivals).brand.mentioned, mentioned));
  }
});

describe('position', () => {
  const rows: [string, string, string[], number | null][] = [
    ['1. Garmin\n2. Polar\n3. Suunto', 'Suunto', ['Garmin', 'Polar'], 3],
    ['1. **Fenix** – x\n2. **Vantage** – y\n3. **Suunto** – z', 'Suunto', [], 3],
    ['5. Suunto\n4. Polar\n3. Garmin', 'Garmin', ['Suunto', 'Polar'], 3],
    ['1. Garmin\n1. Polar\n1. Suunto', 'Polar', ['Garmin', 'Suunto'], 2],
    ['Polar is known.\n\n1. Garmin\n2. Polar', 'Polar', ['Garmin'], 2],
    ['1. Garmin – better than Polar\n2. Suunto\n3. Polar', 'Polar', ['Garmin', 'Suunto'], 3],
    ['1. Check the battery\n2. Compare prices\n3. Buy a Garmin or a Polar', 'Polar', ['Garmin'], 2],
    ['## 1. Garmin\ntext\n\n## 2. Polar\ntext', 'Polar', ['Garmin'], 2],
    ['## Garmin\nPolar is alike.\n\n## Suunto\ntext\n\n## Polar\ntext', 'Polar', ['Garmin', 'Suunto'], 3],
    ['| Rank | Watch |\n|--|--|\n| 1 | Garmin |\n| 2 | Polar |', 'Polar', ['Garmin'], 2],
    ['| Feature | Garmin | Polar |\n|--|--|--|\n| GPS | yes | yes |', 'Polar', ['Garmin'], 2],
    ['🥇 Garmin\n🥈 Polar', 'Polar', ['Garmin'], 2],
    ['#1 Garmin\n#2 Polar', 'Polar', ['Garmin'], 2],
    ['1. Running\n   - Garmin\n   - Coros\n2. Diving\n   - Suunto', 'Suunto', ['Garmin', 'Coros'], 3],
    ['1. **Garmin**\n   - Polar straps fit\n2. **Suunto**\n3. **Polar**', 'Polar', ['Garmin', 'Suunto'], 3],
    ['1. **Garmin**\n\nGreat maps.\n\n2. **Polar**\n\nGreat sleep data.', 'Polar', ['Garmin'], 2],
    [
      '- Best overall: Garmin\n- Best value: Coros\n- Best for divers: Suunto',
      'Suunto',
      ['Garmin', 'Coros'],
      3,
    ],
    ['Garmin, Coros and Polar are fine.', 'Polar', ['Garmin', 'Coros'], 3],
    ['Nothing here.', 'Polar', ['Garmin'], null],
  ];
  for (const [text, brand, rivals, position] of rows) {
    test(JSON.stringify(text), () => assert.equal(read(text, brand, rivals).brand.position, position));
  }
});

const tone = ({ sentiment }: EntityReading): string | null =>
  sentiment === null ? null : sentiment <= 43 ? 'negative' : sentiment >= 57 ? 'positive' : 'neutral';

describe('sentiment', () => {
  const rows: [string, string, string[], string | null][] = [
    ['Garmin is an outstanding brand for runners.', 'Garmin', [], 'positive'],
    ['Garmin is overpriced and buggy.', 'Garmin', [], 'negative'],
    ['Garmin was founded in 1989 in Kansas.', 'Garmin', [], 'neutral'],
    ['Garmin is not reliable in the cold.', 'Garmin', [], 'negative'],
    ['There is nothing wrong with Garmin.', 'Garmin', [], 'positive'],
    ['Polar is clumsy, whereas Garmin is polished.', 'Garmin', ['Polar'], 'positive'],
    ['Polar is clumsy, whereas Garmin is polished.', 'Polar', ['Garmin'], 'negative'],
    ['Garmin is cheaper than Polar.', 'Polar', ['Garmin'], 'negative'],
    ['Garmin is less expensive than Polar.', 'Garmin', ['Polar'], 'positive'],
    ['Use Garmin instead of Polar.', 'Polar', ['Garmin'], 'negative'],
    ['Unlike Polar, Garmin has good maps.', 'Polar', ['Garmin'], 'negative'],
    ['Brands to avoid:\n- Polar\n- Garmin', 'Garmin', ['Polar'], 'negative'],
    ['**Pros:**\n- Garmin maps are detailed', 'Garmin', [], 'positive'],
    [
      '| Brand | Verdict |\n|--|--|\n| Garmin | Excellent |\n| Polar | Poor |',
      'Polar',
      ['Garmin'],
      'negative',
    ],
    ['Garmin detects crashes and falls.', 'Garmin', [], 'neutral'],
    ['Garmin ist hervorragend und zuverlässig.', 'Garmin', [], 'positive'],
    ['Garmin ist leider zu teuer.', 'Garmin', [], 'negative'],
    ['Garmin es una marca excelente y muy fiable.', 'Garmin', [], 'positive'],
    ['El reloj de Garmin es lento y caro.', 'Garmin', [], 'negative'],
    ['La montre de Garmin est excellente et très fiable.', 'Garmin', [], 'positive'],
    ['Garminの時計はとても良いです。', 'Garmin', [], 'positive'],
    ['Garmin की घड़ी बहुत अच्छी है।', 'Garmin', [], null],
  ];
  for (const [text, brand, rivals, label] of rows) {
    test(`${brand}: ${JSON.stringify(text)}`, () =>
      assert.equal(tone(read(text, brand, rivals).brand), label));
  }
});

describe('kinds', () => {
  const rows: [string, string, string[], string | null][] = [
    ['The best watches:\n\n1. Garmin\n2. Polar', 'Garmin', ['Polar'], 'recommended'],
    ['Watches on sale:\n\n1. Garmin\n2. Polar', 'Polar', ['Garmin'], 'listed'],
    ['Polar is slower than Garmin.', 'Polar', ['Garmin'], 'compared'],
    ['Some people wear a Garmin.', 'Garmin', [], 'passing'],
    ['I have no information about Garmin.', 'Garmin', [], 'denied'],
    ['Nothing.', 'Garmin', [], null],
  ];
  for (const [text, brand, rivals, kind] of rows) {
    test(`${kind}: ${JSON.stringify(text)}`, () => assert.equal(read(text, brand, rivals).brand.kind, kind));
  }
});

describe('discovery', () => {
  const names = (text: string, rivals: string[] = []): string[] =>
    read(text, 'Garmin', rivals).discovered.map((found) => found.name);
  const rows: [string, string[]][] = [
    ['1. **Garmin** – maps\n2. **Coros** – battery\n3. **Wahoo** – cycling', ['Coros', 'Wahoo']],
    ['Garmin, Suunto and Coros are rivals.', ['Suunto', 'Coros']],
    ['| Brand | Price |\n|--|--|\n| Garmin | $300 |\n| Amazfit | $100 |', ['Amazfit']],
    ['**Pros**\n- Battery life\n- Comfort\n\n**Cons**\n- Price', []],
    ['Garmin works in Germany, in Paris and on Monday.', []],
    ['Garmin supports GPS, NFC and USB.', []],
    ['Garmin is good.\n\nSources: [Wirecutter](https://www.nytimes.com/wirecutter/)', []],
    ['Garmin is good ([RunRepeat](https://runrepeat.com/x)).', []],
  ];
  for (const [text, found] of rows) test(JSON.stringify(text), () => assert.deepEqual(names(text), found));

  test('spellings share a key, a label tells the domain, a list beside known names is strong', () => {
    const [found, ...rest] = read(
      '1. Garmin\n2. [HubSpot CRM](https://www.hubspot.com/crm)\n\nHubSpot is big.',
      'Garmin',
    ).discovered;
    assert.deepEqual(rest, []);
    assert.deepEqual(
      [found?.key, found?.name, found?.domain, found?.strong, found?.position],
      ['hubspot', 'HubSpot CRM', 'hubspot.com', true, 2],
    );
  });
});

test('spans point into the original Markdown', () => {
  const text = 'Try **Luft**hansa or L\u2019Or\u00e9al &amp; H&amp;M.';
  const reading = read(text, 'Lufthansa', ["L'Oréal", 'H&M']);
  const cut = ({ spans }: EntityReading): string[] => spans.map(([start, end]) => text.slice(start, end));
  assert.deepEqual([reading.brand, ...reading.competitors].map(cut), [
    ['Luft**hansa'],
    ['L\u2019Or\u00e9al'],
    ['H&amp;M'],
  ]);
});

describe('discovery in other languages', () => {
  const names = (text: string, brand: string): string[] =>
    read(text, brand).discovered.map(({ name }) => name);

  test('labels of a second list are no brands', () => {
    const text =
      'Gute Kameras sind:\n\n- **Nikon** – robust\n- **Fujifilm** – leicht\n\nWorauf es ankommt:\n\n- **Blende:** hell\n- **Gehäuse:** dicht';
    assert.deepEqual(names(text, 'Nikon'), ['Fujifilm']);
  });

  test('the first word of a sentence and a town are no brands', () => {
    const text = 'Las cámaras de Nikon son buenas. Ofrece garantía y tiene talleres en Zaragoza o Murcia.';
    assert.deepEqual(names(text, 'Nikon'), []);
  });

  test('a phrase in kana is no brand', () => {
    const text = '1. **ニコン**：丈夫です。\n\n- **保証を確認する**\n- **選び方のポイント**';
    assert.deepEqual(names(text, 'ニコン'), []);
  });
});

describe('hostile text', () => {
  test('a wall of names without a full stop is read', () => {
    const reading = read('Zorbix is Qvalt and Plurt '.repeat(2000), 'Qvalt');
    assert.equal(reading.brand.mentioned, true);
  });

  test('quotes in quotes are read in no time', () => {
    const start = process.cpuUsage().user;
    assert.equal(read(`${'> '.repeat(90_000)}Nikon`, 'Nikon').brand.mentioned, true);
    assert.ok(process.cpuUsage().user - start < 1_000_000);
  });
});
