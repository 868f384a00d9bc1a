// Names that an answer says it does not know, and those that it only says something bad or nothing about.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { compileEntities, type EntityReading, readAnswer } from '../../src/domain/reading.ts';

const read = (text: string, name: string): EntityReading =>
  readAnswer(compileEntities({ name, aliases: [], domain: '', exclude: [] }, []), text).brand;

const unknown: [text: string, name: string][] = [
  ["Qorvia isn't one I can verify, but here is what to check.", 'Qorvia'],
  ['Qorvia: no results found.', 'Qorvia'],
  ["Sorry, I don't know what Qorvia is.", 'Qorvia'],
  ["I've never come across Qorvia.", 'Qorvia'],
  ['None of the sources mention Qorvia.', 'Qorvia'],
  ["I couldn't find anything reliable about a bank called Qorvia, so check the spelling.", 'Qorvia'],
  ['You also asked about Qorvia. No company of that name: I found nothing about it.', 'Qorvia'],
  ["There doesn't seem to be an app called Qorvia; did you mean Trello?", 'Qorvia'],
  [
    'Qorvia is said to be a platform for managing projects in small and medium teams. I have no information about it.',
    'Qorvia',
  ],
  [
    'Qorvia to podobno platforma do prowadzenia projektów w małych i średnich zespołach. Nie znalazłem na jej temat żadnych informacji.',
    'Qorvia',
  ],
  [
    'Qorvia küçük ve orta ölçekli ekipler için bir proje yönetim platformu olarak tanıtılıyor. Onun hakkında güvenilir bir bilgi bulamadım.',
    'Qorvia',
  ],
  [
    'कोर्विया को छोटी और मझोली टीमों के लिए परियोजनाएँ सँभालने वाला मंच बताया जाता है। उसके बारे में मुझे कोई जानकारी नहीं मिली।',
    'कोर्विया',
  ],
  [
    '「コルビア」は中小企業のチームがプロジェクトを管理するための道具で、料金も手ごろだと紹介されることがあるようです。しかし、それについて信頼できる情報は見つかりませんでした。',
    'コルビア',
  ],
  [
    '코르비아는 중소 규모의 팀이 여러 프로젝트를 한곳에서 관리하고 일정을 나눌 수 있게 해 주는 도구라고 소개되기도 합니다. 그에 대한 정보는 찾을 수 없었습니다.',
    '코르비아',
  ],
  ['I do not know Qorvia.', 'Qorvia'],
  [
    "I'm not familiar with a bank called **Qorvia**.\n\nIf you can share a link, I will look at what Qorvia offers.",
    'Qorvia',
  ],
  ['I searched for "Qorvia" and got no results: no website, no reviews.', 'Qorvia'],
  ['There is no such airline as Qorvia. Try the train.', 'Qorvia'],
  ["My knowledge doesn't include a shop called Qorvia.", 'Qorvia'],
  ['## Qorvia\n\nUnfortunately, I have no information about this brand.', 'Qorvia'],
  ['Ich konnte Qorvia in keiner meiner Quellen finden.', 'Qorvia'],
  ['Qorvia no existe como entidad autorizada.', 'Qorvia'],
  ["I'm unfamiliar with Qorvia; it isn't a known insurance company.", 'Qorvia'],
  ["I don't know Qorvia, so check the spelling.", 'Qorvia'],
  ['Zu Qorvia liegen mir keine verlässlichen Angaben vor.', 'Qorvia'],
  ["Quant à Qorvia, je n'ai trouvé aucune trace de cette marque.", 'Qorvia'],
  ['De Qorvia no he encontrado ninguna referencia fiable.', 'Qorvia'],
  ['Não encontrei nenhum registro da loja Qorvia.', 'Qorvia'],
  ['Di Qorvia non ho trovato alcuna notizia certa.', 'Qorvia'],
  ['Over Qorvia kan ik niets terugvinden.', 'Qorvia'],
  ['O firmie Qorvia nie udało mi się nic znaleźć.', 'Qorvia'],
  ['Qorvia adında bir firmaya dair hiçbir kayda rastlamadım.', 'Qorvia'],
  ['Про фирму «Корвия» я ничего не нашёл.', 'Корвия'],
  ['أما كورفيا فلم أعثر على أي معلومات عنها.', 'كورفيا'],
  ['कोर्विया नाम के किसी ऐप की कोई जानकारी नहीं मिली।', 'कोर्विया'],
  ['至于柯维亚，我没有找到任何相关资料。', '柯维亚'],
  ['「コルビア」という会社は、実在を確認できませんでした。', 'コルビア'],
  ['코르비아는 관련 정보를 찾을 수 없었습니다.', '코르비아'],
];

describe('unknown names', () => {
  for (const [text, name] of unknown)
    test(text, () => {
      const { mentioned, kind, position } = read(text, name);
      assert.deepEqual({ mentioned, kind, position }, { mentioned: false, kind: 'denied', position: null });
    });
});

describe('known names beside such words', () => {
  const rows: [text: string, name: string][] = [
    ["I didn't know Qorvia was this good!", 'Qorvia'],
    ["I've never come across a tool as good as Qorvia.", 'Qorvia'],
    ["I don't know what the price of Qorvia is.", 'Qorvia'],
    ["None of the sources mention Qorvia's price.", 'Qorvia'],
    ['Qorvia is unknown to most buyers, but cheap.', 'Qorvia'],
    ["I don't know Qorvia to be slow.", 'Qorvia'],
    ["I don't know a better tool than Qorvia.", 'Qorvia'],
    ["I couldn't find a better price than Qorvia's.", 'Qorvia'],
    ["I couldn't find current prices for Qorvia.", 'Qorvia'],
    [
      "Qorvia asks 40 euros a month and comes with forms that firms like yours need every day. I haven't found anything that beats it.",
      'Qorvia',
    ],
    [
      'Qorvia küçük ve orta ölçekli ekipler için bir proje yönetim platformudur. Fiyatlar hakkında güncel bir bilgi bulamadım.',
      'Qorvia',
    ],
    [
      'Qorvia drafts letters fast and files them well. It has been caught citing clauses of contracts that do not exist. Good work comes out of it.',
      'Qorvia',
    ],
    ["I'm not familiar with Nordwick, but Qorvia has branches everywhere.", 'Qorvia'],
    ['1. **Qorvia** - sturdy.\n\nI could not find anything about Qorvia Labs, its parent.', 'Qorvia'],
    ['Je ne connais rien de mieux que Qorvia.', 'Qorvia'],
    ['Não conheço ninguém que tenha deixado a Qorvia.', 'Qorvia'],
    ['没有找到比柯维亚更便宜的套餐。', '柯维亚'],
    ['Have you never heard of Qorvia?', 'Qorvia'],
    ["- **Qorvia** – I'm not aware of any recent recalls, and it lasts for years.", 'Qorvia'],
    ['Qorvia has no information about user limits on its pricing page.', 'Qorvia'],
    ['- **Qorvia** – zu den Preisen konnte ich nichts finden; es umfasst Aufmaß und Angebote.', 'Qorvia'],
    ['No me consta que Qorvia haya tenido filtraciones de datos.', 'Qorvia'],
    ["I've never had any trouble with Qorvia.", 'Qorvia'],
    ['No he encontrado ni una sola queja seria sobre Qorvia.', 'Qorvia'],
    ['Non ho trovato un solo difetto in Qorvia.', 'Qorvia'],
    ['Nie znalazłem żadnych poważnych wad w produktach Qorvia.', 'Qorvia'],
    ['王女士在云帆网订了房间，到了酒店，前台却查不到任何订单。', '云帆网'],
    ["Qorvia mostly sells lids, so it isn't a real replacement.", 'Qorvia'],
  ];
  for (const [text, name] of rows) test(text, () => assert.equal(read(text, name).mentioned, true));
});
