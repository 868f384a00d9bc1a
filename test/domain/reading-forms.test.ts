// Names in the forms that languages give them: cases, particles, articles, initials, other words for `&`.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { compileEntities, readAnswer } from '../../src/domain/reading.ts';

function read(name: string, text: string) {
  return readAnswer(compileEntities({ name, aliases: [], domain: '', exclude: [] }, []), text);
}

/** What of the text is the name, place by place. */
const shown = (name: string, text: string): string[] =>
  read(name, text).brand.spans.map(([start, end]) => text.slice(start, end));

const ROWS: [name: string, text: string, found: string[]][] = [
  [
    'Голубая Ель',
    'Доставку от Голубой Ели хвалят, а с Голубой Елью удобно платить.',
    ['Голубой Ел', 'Голубой Ель'],
  ],
  ['Почта Квилла', 'Отправить посылку можно через Почту Квилла.', ['Почту Квилла']],
  ['Kraska', 'Paczkę odbierzesz także w Krasce na rogu.', ['Krasc']],
  ['Poczta Kwilska', 'Listy polecone z Poczty Kwilskiej przychodzą po tygodniu.', ['Poczty Kwilsk']],
  [
    'Quillet',
    'Türkiye’de en çok Quilletin buzdolapları satılıyor, Quilletten alanlar memnun.',
    ['Quillet', 'Quillet'],
  ],
  ['Tazo', 'Bu buzdolabında sebzeler tazeden farksız, tazoda değil.', []],
  ['퀼포트', '다른 가게보다는 퀼포트보다도 퀼포트에서는 배송이 빠릅니다.', ['퀼포트', '퀼포트']],
  ['퀼포트', '저는 퀼포트가 좋습니다.'.normalize('NFD'), ['퀼포트'.normalize('NFD')]],
  ['القلعي', 'توجد عروض كثيرة للقلعي هذا الأسبوع.', ['قلعي']],
  ['Q.Quillon', 'Les moins chers restent Brambex et Q. Quillon.', ['Q. Quillon']],
  ['Dr Quill', 'Unter den Cremes ist Dr. Quill die mildeste.', ['Dr. Quill']],
  ['Quill & Brambex', 'Molti scelgono Quill e Brambex per la cerimonia.', ['Quill e Brambex']],
  ['Quill & Brambex', 'Viele nehmen Quill und Brambex.', ['Quill und Brambex']],
  ['The Q&A', 'We went there, asked around and had the queasy feeling of being there as guests.', []],
  ['Q&U’s', 'Q&Us are sold in every shop.', ['Q&Us']],
  ['77', 'Segundo a pesquisa, 77% dos passageiros usam cinto.', []],
  ['Vo', 'The 360 Vos Nav has ferocious suction.', []],
  ['Quill.new', 'I use Quill. New users get a discount.', []],
  ['C&U', 'Die Vitamine C und U sind wichtig.', []],
  ['Gris & Paja', 'Pinta la pared de gris y paja.', []],
  ['Quillo', "Quillota'nın araçları çok dayanıklı ve ucuz.", []],
  ['Prost', 'Prostego rozwiązania nie ma, a Prostym ludziom to nie przeszkadza.', []],
  ['Philips', "Philip's brother bought a new television.", []],
  ['현대', '현대인은 바쁘고, 현대사에서 중요한 사건입니다.', []],
  ['Умная ель', 'Система умной ели стоит дорого.', []],
  ['Orion', 'Orion telescopes are good for beginners.', ['Orion']],
  ['Apple', 'Apple to dobry wybór dla studentów.', ['Apple']],
  [
    'El Quillón Azul',
    'La política de devoluciones del Quillón Azul es clara y sirve siempre.',
    ['Quillón Azul'],
  ],
  ['La Brambella', 'In centro potete andare alla Brambella e poi salire al museo.', ['Brambella']],
  ['Le Bon Quillon', "Pour un cadeau, allez d'abord au Bon Quillon.", ['Bon Quillon']],
  ['O Quilário', 'Os preços são baixos, mas no Quilário os perfumes duram mais tempo.', ['Quilário']],
  ['O Quilário', 'Não sei se o quilário da cidade fica aberto aos domingos.', []],
  ['Qualand', 'Po świeże ryby najlepiej wybrać się do sklepu, w Qualandzie są codziennie.', ['Qualand']],
  ['Belmota', 'Najlepszy serwis jest w Belmocie, a ceny są tam niskie.', ['Belmoc']],
  ['Квиллок', 'За блинами идите к «Квиллку»: их пекут при вас.', ['Квиллк']],
  ['Северские авиалинии', 'Лететь Северскими авиалиниями удобно.', ['Северскими авиалини']],
  ['زنتيا', 'لإيصال غرض داخل المدينة جرّب زَنْتِيا، فالمندوب يقبل أي شيء.', ['زَنْتِيا']],
  ['퀼포트', '가격이 궁금하면 퀼포트에선 당일 배송이 됩니다.', ['퀼포트']],
  ['ज़ेंटिया', 'ट्रेन में खाना मँगाने के लिए ज़ेंटियावाले भी सीट तक पहुँचाते हैं।', ['ज़ेंटिया']],
  ['Brambex', 'Wie liever iets zachts drinkt, neemt gewoon een Brambexje van de tap.', ['Brambex']],
  ['Ola', 'Diga “Olá” quando entrar na loja e um obrigado quando sair.', []],
  ['Quill', "Una gelateria in Via Quill'Angelo resta aperta fino a mezzanotte.", []],
  ['Zentia', 'Change `zentia://localhost:6379` to the name in the compose file.', []],
  ["Pepper's", "Most of a pepper's heat sits in the white pith, not in the seeds.", []],
  ['QT', 'Defensive shares: QT&G pays a dividend every quarter and buys back its own.', []],
  ['99', 'A corrida costuma custar entre R$ 85 e R$ 99,90, e em 99% dos casos menos.', []],
  ['リオン', '髪のパサつきが気になるなら、マイナスリオンの出るドライヤーが手軽です。', []],
  ['퀼포트', '여러 제품을 발라 보려면 퀼포트에서만큼 편한 곳이 드뭅니다.', ['퀼포트']],
  ['美莱', '海岸冰箱的噪音比美莱的小一点,价格也高一截。', ['美莱']],
  ['Kwiat Brambli', 'Ten sam bukiet w Kwiecie Brambli kosztuje mniej.', ['Kwiecie Brambli']],
  ['Orange', "Dans la commune d'Orange, la fibre est disponible dans presque tous les quartiers.", []],
  ['QS', 'Met een QS-dalurenabonnement reis je buiten de spits met korting, ook in de trein.', ['QS']],
  ['Öka', 'Am Bahnhof fährt die Öka jede halbe Stunde, die Karten dafür gibt es online.', ['Öka']],
  ['Oka', 'Ulaşımda en çok Öka kartları kullanılıyor.', ['Öka']],
  ['2&2', 'Für 9,99 € 2&2 zu bekommen ist schwer.', ['2&2']],
  ['QT', 'Bei QT&Zentia gibt es beide Marken.', ['QT']],
  ['Quill', "KIŞ İNDİRİMİ: QUILL'DE HER ŞEY YARI FİYATINA", ['QUILL']],
  ['Le Monde', 'La finale de la Coupe du Monde se joue en juillet, selon les sources du Monde.', ['Monde']],
  ['La Stampa', 'Il comunicato esce sul sito della Stampa Estera.', []],
  ['リオン', '駅前のコンビニリオンは24時間営業です。', ['リオン']],
  ['Quillda', 'Se Quilldou nemáme žádný problém, servis je všude a díly jsou levné.', ['Quilld']],
  ['Brambex', 'V Brambexe mají lacnejšie pečivo ako inde a otvorené je do desiatej.', ['Brambex']],
  ['Quilma', 'Quilmassa on halvempaa kuin muissa kaupoissa, ja palvelu on hyvää.', ['Quilma']],
  ['Quilkauppa', 'Ostin puhelimen Quilkaupasta, koska hinta oli hyvä.', ['Quilkaupa']],
  ['Brambel', 'A Brambelben olcsóbb, a Brambellel elégedettek vagyunk.', ['Brambel', 'Brambel']],
  ['Квилетка', 'Замовив навушники на Квилетці, приїхали за два дні.', ['Квилетц']],
  ['Quillek', 'Quilleğin servisi her şehirde var ve fiyatları uygun.', ['Quilleğ']],
  ['Quilłek', 'Tankuję w Quilłeku.', ['Quilłek']],
  ['Bramb', 'My neighbour Bramb lent me a drill, the drills of Bramb are fine.', ['Bramb']],
  ['Bramb', 'I told my neighbour. Bramb drills are fine.', ['Bramb']],
  ['Quillbek', 'Paczkę z Quillbka odebrałem w sklepie, a w Quillbku jest tanio.', ['Quillbk', 'Quillbk']],
  ['Quil', 'Quilin hinta nousi, mutta tequilaa ei myydä eikä quilista puhuta.', ['Quil']],
  ['Quo', 'Tässä kaupassa quota ei ole, eikä Quota ole brändi.', []],
  ['Procter & Gamble', 'P&G makes nappies, too.', ['P&G']],
  ['Quillard', "L'économiste Quillard a enseigné à Lille, la marque Quillard vend des pois.", ['Quillard']],
  ['جرير', 'قرأت كتاب التفسير لابن جرير الطبري ثم اشتريته من مكتبة جرير.', ['مكتبة جرير']],
  ['安山银行', '安山银行业内口碑不错。', ['安山银行']],
  ['安山银行', '根据安山银行业协会发布的报告，用户规模继续增长。', []],
  [
    'Boots',
    'What to pack for the moor:\n\n- **Boots** – already broken in\n- **Gaiters** – for the bog\n- **Map** – on paper',
    [],
  ],
];

describe('names in their forms', () => {
  for (const [name, text, found] of ROWS)
    test(`${name}: ${JSON.stringify(text)}`, () => assert.deepEqual(shown(name, text), found));
});

test('an excluded phrase is excluded in other cases, too', () => {
  const name = 'Почта Квилла';
  const entities = compileEntities({ name, aliases: [], domain: '', exclude: [`${name} Плюс`] }, []);
  const text = 'Через Почту Квилла Плюс быстрее, чем через Почту Квилла.';
  const { spans } = readAnswer(entities, text).brand;
  assert.deepEqual(spans, [[text.lastIndexOf('Почту'), text.length - 1]]);
});

test('the whole name with another word for `&` is nobody else', () => {
  const settings = (name: string) => ({ name, aliases: [], domain: '', exclude: [] });
  const entities = compileEntities(settings('Quill & Brambex'), [settings('Quill'), settings('Brambex')]);
  const { brand, competitors } = readAnswer(entities, 'Bei Quill und Brambex gibt es alles, sagen viele.');
  assert.equal(brand.mentioned, true);
  assert.ok(competitors.every(({ mentioned }) => !mentioned));
});

test('vowels without a consonant, hundreds of thousands of them', () => {
  const text = `ᄆ${'\u1161'.repeat(100_000)} 퀼포트가 좋습니다.`;
  assert.deepEqual(shown('퀼포트', text), ['퀼포트']);
});

const RANKS: [name: string, text: string, position: number | null][] = [
  ['Qorvia', '1. **Zentia**: wide\n2. **Belmar** and **Qorvia**: about the same\n3. **Mobo**: only towns', 2],
  ['Qorvia', '**Zentia or Qorvia?**\n\nBoth are good.\n\n**Zentia**\n\nFine.\n\n**Qorvia**\n\nFine.', 2],
  [
    'Qorvia',
    '1. **Zentia**, Qorvia and Belmar are built in.\n2. **Qorvia** is for calls.\n3. **Belmar** is for tasks.',
    2,
  ],
  ['Qorvia', '| Anbieter | Platz |\n|---|---|\n| Zentia | 50 |\n| Qorvia | 40 |', 2],
  ['Qorvia', '| Anbieter | Platz |\n|---|---|\n| Zentia | 2 |\n| Qorvia | 1 |', 1],
  ['Qorvia', '1. **Zentia** vs. **Qorvia**\n2. Belmar', 1],
  ['Qorvia', '1. Zentia and Zentia\n2. Qorvia', 2],
  ['Qorvia', '| Rank | Tool | Rank |\n|---|---|---|\n| 1 | Qorvia | 2 |\n| 2 | Zentia | 1 |', 1],
  ['Qorvia', '| Lugar | Loja |\n|---|---|\n| 2.º | Qorvia |\n| 1.º | Zentia |', 2],
  ['Qorvia', '### 🥇 1. Zentia\nGood.\n\n### 🥈 2. Qorvia\nFine.\n\n### 3. Belmar\nOk.', 2],
  [
    'Qorvia',
    '**The practical choice: Zentia Nova.** It is tough.\n\n**The middle option: Belmar One.** It is fine.\n\n**The nice one: Qorvia.** It is nice.',
    3,
  ],
  ['Qorvia', '| Tool | Rank |\n|---|---|\n| Zentia | 1 |\n| Qorvia | 1 |\n| Belmar | 3 |', 1],
  [
    'Qorvia',
    '| サービス | 月額 | 順位 |\n|:--|--:|:-:|\n| Zentia | 660円 | 2位 |\n| Belmar | 890円 | 3位 |\n| Qorvia | 999円 | 1位 |',
    1,
  ],
  [
    'Qorvia',
    '| कंपनी | दाम | रैंक |\n|---|---|---|\n| Zentia | ₹34,990 | ३ |\n| Belmar | ₹41,990 | १ |\n| Qorvia | ₹37,500 | २ |',
    2,
  ],
  ['云杉', '一、红松：空间舒适，比云杉贵\n二、白桦：便宜\n三、云杉：门店最多', 3],
  ['qorvi', '**Zentia Lux** · 80 €\nNice.\n\n**qorvi Lisboa** · 60 €\nNice, too.', 2],
  ['Qorvia', '| | Zentia | Qorvia |\n|---|---|---|\n| Price | 3 | 4 |\n\nWe like Qorvia.', 2],
  ['Qorvia', 'We like Qorvia.\n\n| | Zentia | Qorvia |\n|---|---|---|\n| Price | 3 | 4 |', 1],
];

describe('names at the head of a line', () => {
  for (const [name, text, position] of RANKS)
    test(JSON.stringify(text), () => assert.equal(read(name, text).brand.position, position));
});
