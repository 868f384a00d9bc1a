// What is said plainly in languages beside English, German, French and Spanish: praise, blame, denial, comparison. The
// texts are ours, and nothing learns from them.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compileEntities, readAnswer } from '../../src/domain/reading.ts';

const settings = (name: string) => ({ name, aliases: [], domain: '', exclude: [] });
const entities = compileEntities(settings('Quillfort'), [settings('Brambex')]);

/** `+`, `-` or `0` for the brand and, after it, for the competitor where it is named. */
function signsOf(language: string, text: string): string {
  const { brand, competitors, language: found } = readAnswer(entities, text);
  assert.equal(found, language, text);
  return [brand, ...competitors]
    .filter(({ mentioned }) => mentioned)
    .map(({ sentiment }) => (sentiment === null ? '?' : sentiment >= 57 ? '+' : sentiment <= 43 ? '-' : '0'))
    .join('');
}

const SAID: Record<string, [text: string, signs: string][]> = {
  pt: [
    ['A Quillfort é excelente: rápida, fácil de usar e com ótimo atendimento.', '+'],
    ['O aplicativo da Quillfort trava toda hora e o suporte nunca responde.', '-'],
    ['A Quillfort foi fundada em 2011 e tem sede em Curitiba.', '0'],
    ['Não recomendo a Quillfort para equipes pequenas.', '-'],
    ['Nunca tive problema nenhum com a Quillfort.', '+'],
    ['A Quillfort é mais barata e mais rápida do que a Brambex.', '+-'],
    ['A Brambex é bem melhor do que a Quillfort.', '-+'],
    ['Em vez da Brambex, escolha a Quillfort, que entrega no prazo.', '+-'],
  ],
  it: [
    ['Quillfort è ottimo: veloce, facile da usare e con un’assistenza impeccabile.', '+'],
    ['L’app di Quillfort si blocca di continuo e l’assistenza non risponde mai.', '-'],
    ['Quillfort è stata fondata nel 2011 e ha sede a Torino.', '0'],
    ['Non consiglio Quillfort ai piccoli studi.', '-'],
    ['Con Quillfort non ho mai avuto problemi.', '+'],
    ['Quillfort è più economico e più veloce di Brambex.', '+-'],
    ['Meglio un Quillfort usato che un Brambex nuovo: non si rompe mai.', '+-'],
    ['Il miglior modello di Quillfort è molto affidabile.', '+'],
  ],
  nl: [
    ['Quillfort is uitstekend: snel, makkelijk in gebruik en met een goede klantenservice.', '+'],
    ['De app van Quillfort loopt voortdurend vast en de klantenservice reageert nooit.', '-'],
    ['Quillfort is opgericht in 2011 en heeft zijn hoofdkantoor in Utrecht.', '0'],
    ['Voor kleine teams zou ik Quillfort niet aanraden.', '-'],
    ['Met Quillfort heb ik nog nooit problemen gehad.', '+'],
    ['Quillfort is goedkoper en sneller dan Brambex.', '+-'],
    ['Brambex is veel beter dan Quillfort.', '-+'],
    ['Vermijd Quillfort: de verborgen kosten lopen snel op.', '-'],
  ],
  pl: [
    ['Quillfort jest świetny: szybki, łatwy w obsłudze i z doskonałą obsługą klienta.', '+'],
    ['Aplikacja Quillfort ciągle się zawiesza, a obsługa nigdy nie odpowiada.', '-'],
    ['Firma Quillfort powstała w 2011 roku i ma siedzibę w Krakowie.', '0'],
    ['Nie polecam Quillfort małym zespołom.', '-'],
    ['Z Quillfort nigdy nie miałem żadnych problemów.', '+'],
    ['Quillfort jest tańszy i szybszy niż Brambex.', '+-'],
    ['Brambex jest dużo lepszy od Quillfort.', '-+'],
  ],
  ru: [
    ['Quillfort — отличный сервис: быстрый, удобный и с вежливой поддержкой.', '+'],
    ['Приложение Quillfort постоянно зависает, а поддержка не отвечает.', '-'],
    ['Компания Quillfort основана в 2011 году и находится в Казани.', '0'],
    ['Не рекомендую Quillfort небольшим командам.', '-'],
    ['С Quillfort у меня никогда не было проблем.', '+'],
    ['Quillfort дешевле и быстрее, чем Brambex.', '+-'],
    ['Brambex намного лучше, чем Quillfort.', '-+'],
  ],
  tr: [
    ['Quillfort harika: hızlı, kullanımı kolay ve müşteri hizmetleri çok iyi.', '+'],
    ['Quillfort uygulaması sürekli donuyor ve destek ekibi hiç yanıt vermiyor.', '-'],
    ['Quillfort 2011 yılında kuruldu ve merkezi İzmir’de bulunuyor.', '0'],
    ['Küçük ekipler için Quillfort’u tavsiye etmem.', '-'],
    ['Quillfort, Brambex’ten daha hızlı ve daha ucuz.', '+-'],
  ],
  zh: [
    ['Quillfort 很好用，速度快，客服也很耐心。', '+'],
    ['Quillfort 的应用经常卡死，客服也不回复。', '-'],
    ['Quillfort 成立于2011年，总部位于杭州。', '0'],
    ['不推荐小团队使用 Quillfort。', '-'],
    ['Quillfort 比 Brambex 更便宜，也更稳定。', '+-'],
    ['就稳定性来说，Quillfort 不如 Brambex。', '-+'],
  ],
  ja: [
    ['Quillfortは使いやすく、サポートも丁寧です。', '+'],
    ['Quillfortのアプリは頻繁に落ち、サポートの返信もありません。', '-'],
    ['Quillfortは2011年に設立され、本社は大阪にあります。', '0'],
    ['小さなチームにはQuillfortをおすすめできません。', '-'],
    ['QuillfortはBrambexより安くて速いです。', '+-'],
  ],
  ko: [
    ['Quillfort는 빠르고 사용하기 쉬우며 고객 지원도 친절합니다.', '+'],
    ['Quillfort 앱은 자주 멈추고 고객센터는 답변이 없습니다.', '-'],
    ['Quillfort는 2011년에 설립되었고 본사는 부산에 있습니다.', '0'],
    ['작은 팀에는 Quillfort를 추천하지 않습니다.', '-'],
    ['Quillfort는 Brambex보다 저렴하고 빠릅니다.', '+-'],
  ],
};

for (const [language, rows] of Object.entries(SAID))
  test(`plain praise, blame, facts, denials and comparisons: ${language}`, () => {
    assert.deepEqual(
      rows.map(([text]) => [text, signsOf(language, text)]),
      rows,
    );
  });

test('what is part of advice is no denial of it, and what parts two names is seen without spaces', () => {
  assert.deepEqual(
    [
      signsOf('nl', 'Zonder twijfel raad ik Quillfort aan.'),
      signsOf('nl', 'Ik raad Quillfort af.'),
      signsOf('nl', 'Als je weinig belt, neem dan gewoon Quillfort: goedkoop en duidelijk.'),
      signsOf('zh', '与 Brambex 相比，Quillfort 更便宜。'),
      signsOf('nl', 'In 3 van de 10 huishoudens staat een Quillfort.'),
    ],
    ['+', '-', '+', '+-', '0'],
  );
});

test('traditional Chinese and Afrikaans are not taken for what they are near to', () => {
  assert.equal(signsOf('zh', 'Quillfort經常當機，客服也不回覆，不推薦。'), '?');
  assert.equal(signsOf('af', 'Ek beveel nie Quillfort aan nie, dit is stadig.'), '?');
});

test('a doubt in another clause leaves a refusal what it is', () => {
  assert.equal(signsOf('en', 'If you hesitate, do not choose Quillfort for your team.'), '-');
  assert.equal(signsOf('it', 'Se avete un dubbio, non scegliete Quillfort.'), '-');
});

test('long text without a space, marks without width and halves of characters are read in place', () => {
  const texts = [
    `Quillfort 的${'稳定'.repeat(20_000)}`,
    '𠮷𠮷Quillfort\u200b很好用，👍速度快。',
    'Quillfort ﾊﾟｿｺﾝは速いです。',
  ];
  for (const text of texts) {
    const { brand } = readAnswer(entities, text);
    assert.ok((brand.sentiment ?? 0) >= 57, text.slice(0, 40));
    for (const { span } of brand.reasons)
      assert.ok(
        span[0] >= 0 && span[0] < span[1] && span[1] <= text.length,
        `${span} of ${text.slice(0, 40)}`,
      );
  }
});

test('Russian, Ukrainian and short Polish texts are told by their letters', () => {
  assert.equal(signsOf('ru', 'Я перешёл с Brambex на Quillfort и доволен.'), '+-');
  assert.equal(signsOf('ru', 'Quillfort притягивает клиентов.').length, 1);
  assert.equal(signsOf('pl', 'Wolę Quillfort od Brambex.'), '+-');
  assert.equal(signsOf('uk', 'Найкращий банк у Києві: Quillfort.'), '?');
  assert.equal(signsOf('bg', 'Quillfort е най-добрата банка.'), '?');
});
