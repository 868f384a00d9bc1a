// Names that everybody knows, their other spellings, and words, places and persons of the same letters.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { compileEntities, type Reading, readAnswer } from '../../src/domain/reading.ts';

const read = (text: string, ...names: string[]): Reading => {
  const [brand, ...rivals] = names.map((name) => ({ name, aliases: [], domain: '', exclude: [] }));
  return readAnswer(
    compileEntities(brand ?? { name: 'Qorvia', aliases: [], domain: '', exclude: [] }, rivals),
    text,
  );
};

describe('known names in sentences', () => {
  const rows: [text: string, names: string[]][] = [
    ['同じ商品は楽天市場でも買えますし、口コミは価格.comで読めます。', ['楽天市場', '価格.com']],
    ['후기는 네이버 블로그와 다나와에서 확인해 보세요.', ['네이버 블로그', '다나와']],
    ['يمكنك الشراء من أمازون أو متابعة المتجر على إنستغرام.', ['أمازون', 'إنستغرام']],
    ['समीक्षाएँ यूट्यूब पर देखें और दाम फ्लिपकार्ट पर मिलाएँ।', ['यूट्यूब', 'फ्लिपकार्ट']],
    ['Otro día lo pedimos en Deliveroo y llegó frío.', ['Deliveroo']],
    ['The brush works on wise old wood, and the target audience is small.', []],
    ['Die Säge liegt im Keller, die Kinder spielen im Garten.', []],
    ['We paid with Stripe and PayPal.', ['Stripe', 'PayPal']],
  ];
  for (const [text, names] of rows)
    test(text, () =>
      assert.deepEqual(
        read(text)
          .discovered.map(({ name }) => name)
          .sort(),
        names.toSorted(),
      ),
    );

  test('a product of a tracked brand is no other brand', () => {
    assert.deepEqual(
      read('I prefer the iPhone to the Pixel of Google.', 'Apple').discovered.map(({ name }) => name),
      ['Google'],
    );
  });
});

describe('spellings, endings and other meanings', () => {
  const rows: [text: string, names: string[], mentioned: boolean][] = [
    ['Билеты Аэрофлота подорожали.', ['Aeroflot'], true],
    ['THY ile uçtuk.', ['Türk Hava Yolları'], true],
    ['Kupiłem to w Biedronce i w Decathlonie.', ['Decathlon'], true],
    ['Zamów w Rossmannie albo u Douglasa.', ['Rossmann'], true],
    ['Das kostet bei den Volksbanken mehr.', ['Volksbank'], true],
    ['Der Koffer von Hansegruen & Soehne hält lange.', ['Hansegruen & Söhne'], true],
    ['On a pris un orange pressé au bar.', ['Orange'], false],
    ['Le forfait Orange est cher.', ['Orange'], true],
    ['There are good trails in Columbia.', ['Columbia'], false],
    ['ज़ोहो महँगा नहीं है।', ['जोहो'], true],
    ['她把事情办得妥妥当当。', ['当当'], false],
  ];
  for (const [text, names, mentioned] of rows)
    test(`${names[0]} ${mentioned ? '' : 'not '}in ${text}`, () =>
      assert.equal(read(text, ...names).brand.mentioned, mentioned));

  test('a spelling that two brands could mean is given to neither', () => {
    const { brand, competitors } = read('DKB ist günstig.', 'Deutsche Kreditbank', 'DKB');
    assert.deepEqual([brand.mentioned, competitors[0]?.mentioned], [false, true]);
  });
});

describe('ranks', () => {
  const rows: [text: string, name: string, position: number | null][] = [
    ['**3위. 가나다** – 싸요.\n\n**2위. 라마바** – 좋아요.\n\n**1위. 사아자** – 최고예요.', '사아자', 1],
    ['**٢. نوفاكس** – جيد\n\n**١. كورفيا** – أفضل', 'نوفاكس', 2],
    ['Top 3: Zentia > Brambex > Qorvia', 'Zentia', 1],
    ['Top 3: Zentia, fast\nTop 2: Qorvia, cheap', 'Zentia', 3],
    [
      '- Through a partner: Qorvia pays the wages.\n- Directly: Zentia pays them.\n\nAsana is no choice.',
      'Zentia',
      2,
    ],
    [
      '| Tool | Price |\n|---|---|\n| Zentia | 3 |\n| Qorvia | 4 |\n\n## Qorvia\n\nGood.\n\n## Zentia\n\nGood.',
      'Qorvia',
      2,
    ],
  ];
  for (const [text, name, position] of rows)
    test(JSON.stringify(text), () =>
      assert.equal(
        read(text, ...new Set([name, 'Zentia', 'Qorvia', '라마바', '가나다'])).brand.position,
        position,
      ),
    );
});

describe('capitals in sentences', () => {
  const rows: [text: string, names: string[]][] = [
    ['We ordered through Zelvano and paid at once.', ['Zelvano']],
    ['Velmosa ships within two days, which is quick for this price.', ['Velmosa']],
    ['A Velmosa subscription costs ten dollars and can be paused.', ['Velmosa']],
    ['The house is near Velmosa, and the bus stops in Torbuck every hour.', []],
    ['Take the tram to Velmosa Square and walk along Torbuck Street to the river.', []],
    ['The Clean Heating Act and the Better Roofs Program pay half of the price.', []],
    ['Use the form QX-1099 or the model RT 4400 for a small flat.', []],
    ['The owner moved there in April, after Memorial Day, and stayed until the new year.', []],
    ['Nous avons commandé chez Velmosa, et le colis est arrivé le lendemain.', ['Velmosa']],
    ['La casa está cerca de Velmosa y el Fondo Torbuck paga la mitad de la obra.', []],
    ['Мы заказали диван через Velmosa, и его привезли на следующий день.', ['Velmosa']],
    ['Zamówiliśmy stół przez Velmosa, a paczka przyszła następnego dnia.', ['Velmosa']],
  ];
  for (const [text, names] of rows)
    test(text, () =>
      assert.deepEqual(
        read(text).discovered.map(({ name }) => name),
        names,
      ),
    );

  test('bold words that open running sentences are ranked by their order among all names', () => {
    const reading = read(
      '## For walkers\n\n**Qorvia** has good maps. **Velmosa** costs more.\n\n## For riders\n\n**Torbuck** shows every slope.',
      'Torbuck',
      'Qorvia',
      'Velmosa',
    );
    assert.deepEqual(
      [reading.brand, ...reading.competitors].map(({ position }) => position),
      [3, 1, 2],
    );
  });

  test('a name that begins one of many features is not ranked by its bullet', () => {
    const { brand, competitors } = read(
      'Is Zelvano any good?\n\n**Pros**\n- It is cheap to run\n- Torbuck can be connected\n- The case is light\n\n**Cons**\n- Velmosa is not supported\n- Support answers slowly\n- The fan is loud',
      'Zelvano',
      'Torbuck',
      'Velmosa',
    );
    assert.deepEqual(
      [brand, ...competitors].map(({ position }) => position),
      [1, 2, 3],
    );
  });

  test('imperatives at the head of steps are no names', () => {
    const steps = read('1. **حدد التاريخ.** مبكرًا.\n2. **احجز السكن.** قريبًا.\n3. **قارن الأسعار.** دائمًا.');
    assert.deepEqual(steps.discovered, []);
  });
});

type Rows = [text: string, name: string][];

const names: Rows = [
  ['(QRV) sells quiet robust vans.', 'QRV'],
  ['In Leeds Harvest is cheaper.', 'Harvest'],
  ['Unlike Nordwick, Square has till rolls.', 'Square'],
  ['In 2024 HP raised its prices.', 'HP'],
  ['Flink und andere Dienste sind teuer.', 'Flink'],
  ['Boats are cheap there. The Amazon return policy is fair.', 'Amazon'],
  ['Use the Amazon checkout flow for returns.', 'Amazon'],
  ['I have more confidence in Everest than in Nordwick.', 'Everest'],
  ['Quince glänzt mit günstigen Pullovern.', 'Quince'],
  ['Sharp TVs keep their colours.', 'Sharp'],
  ['Willow pricing starts at $9.', 'Willow'],
  ['The best price is on the Amazon site; Brazilian buyers pay taxes.', 'Amazon'],
  ['I ordered it from the Amazon store in Brazil.', 'Amazon'],
  ['LV= pays within a week.', 'LV='],
  ['1. **Willow 360** – seals well', 'Willow'],
  ['- **Uplift V2 Commercial**\n- **Wobbly**', 'Uplift'],
  ['1. **Nordwick Air**\n2. **Chase Sapphire Preferred** ($95)', 'Chase'],
  ['Tidal trumps Spotify on sound.', 'Tidal'],
  ['Sylvan, a chain of tutors, is on every corner.', 'Sylvan'],
  ['Carnival I would skip this year.', 'Carnival'],
  ['Nordwick is dear; Willow, on the other hand, asks half.', 'Willow'],
  ['Harvest, unlike Nordwick, pays the postage.', 'Harvest'],
  ['Plenty opened in Leeds last spring.', 'Plenty'],
  ['- Nordwick for letters\n- Harvest for hours', 'Harvest'],
  ['We went from Monday to Nordwick last year.', 'Monday'],
  ['Sunday ships a box of seeds each spring.', 'Sunday'],
  ['Business has alerts of its own.', 'Business'],
  ['The HP laser printers last.', 'HP'],
  ['Ask Hewlett-Packard (HP) for the drivers.', 'HP'],
  ['The deals at Otto, Nordwick and Lidl end soon.', 'Otto'],
  ['Look at the Amazon app first.', 'Amazon'],
  ['Pay with Square at the door.', 'Square'],
  ['Harvest no longer sells seeds.', 'Harvest'],
  ['A respirator from 3M will do.', '3M'],
  ['Monday is quicker to learn than Nordwick.', 'Monday'],
  ['Orange et ses boutiques ferment tôt dans la région.', 'Orange'],
];

const others: Rows = [
  ['## Target Audience Analysis\nWho reads this?', 'Target'],
  ['**Step 3 Pro Tips**\nKeep going.', 'Step'],
  ['Indeed, the market grew.', 'Indeed'],
  ['Trouble starts early; harvest, however, comes late.', 'Harvest'],
  ['Open from Monday to Friday.', 'Monday'],
  ['On Sunday ships leave at noon.', 'Sunday'],
  ['Alerts come with the Business plan.', 'Business'],
  ['He plays for Leeds United on loan.', 'United'],
  ['Ask Uncle Sage first.', 'Sage'],
  ['Charge monthly and it is cheaper.', 'Charge'],
  ['Brave hikers can go on alone.', 'Brave'],
  ['Signal workers on every line are on strike.', 'Signal'],
  ['Harvest others before the rain.', 'Harvest'],
  ['Harvest made with a sickle takes days.', 'Harvest'],
  ['The lectures at Hamilton University are recorded.', 'Hamilton'],
  ['Buy a mower with 12 HP or more.', 'HP'],
  ['Courses in human physiology (HP) are on Tuesdays.', 'HP'],
  ['The songs of Oscar Bramwick are worth it.', 'Oscar'],
  ['Names such as Otto, Emil and Karl are back.', 'Otto'],
  ['A 3m rope will do.', '3M'],
  ['A screen of 120 Hertz is enough.', 'Hertz'],
  ['Dusk is the best time for a walk.', 'Dusk'],
  ['Watch the harvest go in. Harvest crews on the hill wave back.', 'Harvest'],
  ['Boats go up the Amazon for days.', 'Amazon'],
  ['The Rhine flows through Cologne.', 'Rhine'],
  ['Premium plans start at $9.', 'Premium'],
  ['The Amazon in Peru is home to jaguars.', 'Amazon'],
  ['Explore the Amazon. The river is home to dolphins.', 'Amazon'],
  ['The lights of Market Square are lit.', 'Square'],
  ['Columbia Records made it.', 'Columbia'],
  ['## Sage and Brown Butter\nFry it.', 'Sage'],
  ['Orange et vert vont bien ensemble dans une chambre.', 'Orange'],
];

function judged(title: string, rows: Rows, mentioned: boolean): void {
  describe(title, () => {
    for (const [text, name] of rows)
      test(`${name}: ${JSON.stringify(text)}`, () =>
        assert.equal(read(text, name, 'Nordwick').brand.mentioned, mentioned));
  });
}

judged('words that are names by what stands beside them', names, true);
judged('names that are something else there', others, false);
