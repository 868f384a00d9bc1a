// Who wins a comparison, in wordings of four languages: each row is read for both of its brands.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import comparing from '../../src/domain/reading/data/comparing.json' with { type: 'json' };
import { compileEntities, type EntityReading, readAnswer } from '../../src/domain/reading.ts';

const settings = (name: string) => ({ name, aliases: [], domain: '', exclude: [] });

const readOf = (text: string, one: string, others: string[]): EntityReading[] => {
  const { brand, competitors } = readAnswer(compileEntities(settings(one), others.map(settings)), text);
  return [brand, ...competitors];
};

/** Above 0 for praise, below for blame, 0 for neither. */
function leanings(text: string, one: string, ...others: string[]): number[] {
  const lean = (sentiment: number | null | undefined): number =>
    Math.sign((sentiment ?? 50) >= 57 ? 1 : (sentiment ?? 50) <= 43 ? -1 : 0);
  return readOf(text, one, others).map(({ sentiment }) => lean(sentiment));
}

describe('the first wins, the second loses', () => {
  const rows = [
    'Unlike Nordwick, Qorvia has good maps.',
    'Unlike Nordwick, Qorvia works well without a connection.',
    'Im Gegensatz zu Nordwick ist Qorvia schnell und bequem.',
    'Contrairement à Nordwick, Qorvia est rapide et fiable.',
    'Nordwick lost to Qorvia in every test.',
    'Nordwick is a step below Qorvia.',
    'Qorvia lasts twice as long as Nordwick.',
    'Qorvia kostet nur halb so viel wie Nordwick.',
    'Nordwick takes three times longer than Qorvia.',
    'Nordwick is not as sturdy as Qorvia.',
    'Nordwick needs more upkeep than Qorvia.',
    'Guests rate Qorvia higher than Nordwick.',
    'Fees at Nordwick are higher than at Qorvia.',
    'You get the same lamp for less at Qorvia than at Nordwick.',
    'La misma lámpara cuesta 20 euros menos en Qorvia que en Nordwick.',
    "Qorvia est nettement moins cher qu'Nordwick.",
    'Qorvia has pulled ahead of Nordwick.',
    'I would rather shop at Qorvia than Nordwick.',
    'Qorvia liegt im Vergleich klar vor Nordwick.',
    'Au lieu de Nordwick, prenez Qorvia : le service est excellent.',
    'En lugar de Nordwick, elige Qorvia; el servicio es excelente.',
    'Statt Nordwick nimm Qorvia, der Service ist hervorragend.',
    'Qorvia fixes bugs faster than Nordwick.',
    'Nordwick is twice as slow as Qorvia.',
    'Qorvia ist schneller als Nordwick und man findet nicht so leicht Fehler.',
    'Le prix de Nordwick est plus élevé que celui de Qorvia.',
    'Bei Qorvia sind die Ticketpreise niedriger als bei Nordwick.',
    'Die Folgekosten von Qorvia sind niedriger als die von Nordwick.',
    'Nordwick hat mehr Bugs als Qorvia.',
    'Nordwick cause plus de downtime que Qorvia.',
    'Les scores de Qorvia sont plus élevés que ceux de Nordwick.',
    'La satisfacción es más alta en Qorvia que en Nordwick.',
    'Qorvia rarely fails, often ships sooner and is better than Nordwick.',
    'Qorvia crashes less often than Nordwick.',
    'Weil man selten Fehler findet ist Qorvia besser als Nordwick.',
    'Qorvia finds three times as many bugs as Nordwick.',
    'Nordwick ist zweimal so langsam wie Qorvia.',
    'If you do not need SSO, choose Qorvia over Nordwick.',
    "It's not free, but Qorvia beats Nordwick.",
    "Si le budget n'est pas un problème, préférez Qorvia à Nordwick.",
    "Don't hesitate to pick Qorvia over Nordwick.",
    'Nicht umsonst schlägt Qorvia Nordwick im Test.',
    'Nordwick is not half as good as Qorvia.',
    'Nordwick is many times as expensive as Qorvia.',
    'Antes que Nordwick prefiero Qorvia.',
  ];
  for (const text of rows) test(text, () => assert.deepEqual(leanings(text, 'Qorvia', 'Nordwick'), [1, -1]));
});

describe('one is left, outgrown or outdone', () => {
  const rows = [
    'Teams that outgrow Nordwick usually move to Qorvia.',
    'Qorvia does everything Nordwick does and then some.',
    "Qorvia's app makes Nordwick's look ancient.",
    'Nordwick still has some catching up to do with Qorvia.',
    'Qorvia looks every bit as good as Nordwick at a fraction of the cost.',
    'We went from Nordwick to Qorvia and never looked back.',
    'Nordwick has steadily lost ground to Qorvia.',
    "Nordwick's index is dwarfed by that of Qorvia.",
    'Nordwick could learn a thing or two from Qorvia.',
    'Qorvia gets fewer complaints than Nordwick.',
    'Qorvia encrypts everything, which cannot be said of Nordwick.',
    'Qorvia stands behind its gear in a way Nordwick never does.',
    'Next to Qorvia, Nordwick sounds muddy.',
    'Qorvia took the crown from Nordwick.',
    'I returned my Nordwick and bought a Qorvia instead.',
    'Nordwick never stood a chance against Qorvia.',
    'Nordwick lags Qorvia by several minutes.',
    'Viele Kunden verlassen Nordwick und gehen zu Qorvia.',
    'Qorvia kann alles, was Nordwick kann, und ist dabei günstiger.',
    'Qorvia saugt ebenso gründlich wie Nordwick zum halben Preis.',
    'Qorvia propose les mêmes produits que Nordwick pour moins cher.',
    'Qorvia limpia igual que Nordwick por la mitad de precio.',
  ];
  for (const text of rows) test(text, () => assert.deepEqual(leanings(text, 'Qorvia', 'Nordwick'), [1, -1]));
});

describe('the first outdoes the second', () => {
  const rows = [
    'On punctuality, Nordwick is outclassed by Qorvia.',
    'Nordwick was clearly outperformed by Qorvia in the test.',
    'Nordwick has been overtaken by Qorvia.',
    'Im Test wurde Nordwick von Qorvia geschlagen.',
    'Nordwick es superada por Qorvia en puntualidad.',
    'Nordwick è superata da Qorvia in puntualità.',
    'Nordwick é superada pela Qorvia em pontualidade.',
    'Nordwick wordt overtroffen door Qorvia.',
    'Nordwick zostaje wyraźnie pokonany przez Qorvia.',
  ];
  for (const text of rows) test(text, () => assert.deepEqual(leanings(text, 'Qorvia', 'Nordwick'), [1, -1]));
});

describe('the first is never outdone by the second', () => {
  const rows = [
    'Qorvia has never been beaten by Nordwick.',
    'Qorvia wurde nie von Nordwick übertroffen.',
    "Qorvia n'a jamais été dépassé par Nordwick.",
    'Qorvia nunca ha sido superada por Nordwick.',
  ];
  for (const text of rows) test(text, () => assert.deepEqual(leanings(text, 'Qorvia', 'Nordwick'), [1, -1]));
});

describe('neither wins', () => {
  const rows = [
    'If you are switching from Nordwick to Qorvia, export your notes first.',
    'Compared with Nordwick, Qorvia has its office in Leeds.',
    'Qorvia and Nordwick were founded in the same year.',
  ];
  for (const text of rows) test(text, () => assert.deepEqual(leanings(text, 'Qorvia', 'Nordwick'), [0, 0]));
});

describe('one brand against all others', () => {
  const rows: [text: string, lean: number][] = [
    ['Qorvia is slower than most other apps.', -1],
    ['Qorvia is cheaper than nearly every rival.', 1],
    ['It is hard to find a better toaster than Qorvia.', 1],
    ["I couldn't live without my Qorvia.", 1],
    ['Qorvia finished near the bottom.', -1],
    ['No te fíes de Qorvia.', -1],
    ['Je ne retournerai pas chez Qorvia.', -1],
  ];
  for (const [text, lean] of rows)
    test(text, () => assert.equal(leanings(text, 'Qorvia', 'Nordwick')[0], lean));
});

describe('nobody wins', () => {
  const rows = [
    'Never choose Qorvia instead of Nordwick.',
    "Qorvia isn't twice as expensive as Nordwick.",
    'Qorvia llegó al mercado antes que Nordwick.',
  ];
  for (const text of rows)
    test(text, () => {
      const reasons = readOf(text, 'Qorvia', ['Nordwick']).flatMap((one) => one.reasons);
      assert.deepEqual(
        reasons.filter(({ by }) => by === 'comparison'),
        [],
      );
    });
});

test('beginnings and endings of words are no longer than what is looked for', () => {
  const lists = Object.values(comparing).flatMap((lists) => Object.values(lists).filter(Array.isArray));
  for (const word of lists.flat()) assert.ok(!word.includes('*') || word.length <= 17, word);
});

describe('a new clause is no row', () => {
  const rows = [
    'Qorvia is faster than Nordwick and Zeltra is just as fast.',
    'Qorvia beats Nordwick and Zeltra offers free returns.',
    'Qorvia beats Nordwick, Zeltra is good too.',
  ];
  for (const text of rows)
    test(text, () => assert.ok((readOf(text, 'Qorvia', ['Nordwick', 'Zeltra'])[2]?.sentiment ?? 0) > 43));
});

describe('multiples', () => {
  const rows: [text: string, comparisons: number][] = [
    ['Qorvia is not three times as fast as Nordwick.', 0],
    ['Qorvia is not twice as fast as Nordwick.', 0],
    ['Qorvia is a few times as expensive as Nordwick.', 2],
  ];
  for (const [text, comparisons] of rows)
    test(text, () => {
      const reasons = readOf(text, 'Qorvia', ['Nordwick']).flatMap((one) => one.reasons);
      assert.equal(reasons.filter(({ by }) => by === 'comparison').length, comparisons);
    });
});

describe('the losers of a row', () => {
  const rows = [
    'Choose Qorvia instead of Nordwick or Zeltra.',
    'Choisissez Qorvia plutôt que Nordwick ou Zeltra.',
    'Elige Qorvia en lugar de Nordwick o Zeltra.',
    'Qorvia beats Nordwick and Zeltra.',
    'Unlike Nordwick and Zeltra, Qorvia works well without a connection.',
    'Qorvia is faster than Nordwick and Zeltra.',
  ];
  for (const text of rows)
    test(text, () => {
      assert.deepEqual(leanings(text, 'Qorvia', 'Nordwick', 'Zeltra'), [1, -1, -1]);
    });
});

describe('what neither of two comes close to', () => {
  const rows = [
    'Neither Nordwick nor Zeltra comes close to Qorvia.',
    'Weder Nordwick noch Zeltra kommt an Qorvia heran.',
    "Ni Nordwick ni Zeltra n'arrivent à la cheville de Qorvia.",
    'Ni Nordwick ni Zeltra se acercan a Qorvia.',
  ];
  for (const text of rows)
    test(text, () => assert.deepEqual(leanings(text, 'Qorvia', 'Nordwick', 'Zeltra'), [1, -1, -1]));
});

describe('a row of names that is advised', () => {
  const rows = ['Go with Qorvia or Nordwick.', 'I would take Qorvia, Nordwick or Zeltra.'];
  for (const text of rows)
    test(text, () =>
      assert.ok(readOf(text, 'Qorvia', ['Nordwick']).every(({ kind }) => kind === 'recommended')),
    );
});

describe('opinions that differ', () => {
  const rows = [
    'Opinions on Qorvia range from glowing to furious.',
    'Qorvia divides its customers.',
    'Bei Qorvia scheiden sich die Geister.',
    'Qorvia, on adore ou on déteste.',
    'О сервисе Qorvia мнения расходятся.',
  ];
  for (const text of rows) test(text, () => assert.deepEqual(leanings(text, 'Qorvia'), [0]));
});

describe('questions', () => {
  const open = [
    'Is Qorvia worth the money?',
    'Are you looking for an alternative to Qorvia?',
    'Lohnt sich Qorvia?',
    '¿Es Qorvia fiable?',
    'Qorvia est-il trop cher ?',
  ];
  for (const text of open) test(text, () => assert.deepEqual(leanings(text, 'Qorvia'), [0]));
  test('what is told beside a question counts', () => {
    assert.deepEqual(leanings('Is Qorvia (4.8 on Capterra) worth it?', 'Qorvia'), [1]);
    assert.deepEqual(leanings('Is Qorvia worth it? No, it is slow and buggy.', 'Qorvia'), [-1]);
  });
  const presumed = ['Why is Qorvia so slow and buggy?', 'Qorvia is terribly slow, isn’t it?'];
  for (const text of presumed) test(text, () => assert.deepEqual(leanings(text, 'Qorvia'), [-1]));
});

describe('what a verdict at the end is about', () => {
  const rows: [title: string, text: string, leans: [number, number]][] = [
    [
      'the only brand',
      '## Qorvia\n\nQorvia stores notes for teams of any size.\n\n**Verdict:** Slow, buggy and not worth the money.',
      [-1, 0],
    ],
    [
      'the brand of its own section',
      '## Qorvia\n\nA note tool.\n\n**Verdict:** Excellent, reliable, the best we tested.\n\n## Nordwick\n\nAnother note tool.',
      [1, 0],
    ],
    [
      'neither of two in the title',
      '## Qorvia vs Nordwick\n\n- Qorvia: from Leeds, $5\n- Nordwick: from York, $6\n\n**Bottom line:** there is no bad choice here, but avoid the slow, buggy and overpriced clones.',
      [0, 0],
    ],
    [
      'a maker and its model in one title',
      '### Qorvia Nordwick\n\nExcellent support, superb interface, a great choice for families.',
      [1, 0],
    ],
    [
      'no brand, after several',
      '**Qorvia**\n- founded in 2010\n- in Leeds\n\n**Nordwick**\n- founded in 2012\n- in York\n\n**Bottom line:** buy nothing else but the best and most reliable tool you can afford.',
      [0, 0],
    ],
  ];
  for (const [title, text, leans] of rows)
    test(title, () => assert.deepEqual(leanings(text, 'Qorvia', 'Nordwick'), leans));
});
