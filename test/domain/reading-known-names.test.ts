// Names that many readers know, beside ordinary words that are spelled alike.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { compileEntities, readAnswer } from '../../src/domain/reading.ts';

const entities = compileEntities({ name: 'Qorvia', aliases: [], domain: '', exclude: [] }, []);
const found = (text: string) => readAnswer(entities, text).discovered.map(({ key }) => key);

describe('words are no names', () => {
  const rows: [text: string, not: string][] = [
    ['Both Qorvia and its rivals have fans. Which matters more to you: ease of use or price?', 'which'],
    ['Le point fort de Qorvia : une prise en main rapide, même pour les petites entreprises.', 'lepoint'],
    ['Chez Qorvia, il faut passer par un menu vocal avant de parler à quelqu’un du service.', 'menu'],
    ['- **Qorvia** – Quick quotes that turn into invoices\n- **Nordwick** – Keeps the screen tidy', 'quick'],
    ['Ideal für kleine Teams ist Qorvia, wenn der Start schnell gehen soll und das Geld knapp ist.', 'ideal'],
    ['Für kleine IT-Teams ist bei Qorvia besonders die nahtlose Verbindung wichtig und gut.', 'teams'],
    ['這款冰箱靠得住，用了十年也沒壞，Qorvia 的客服也不錯。', '靠得住'],
    ['海边捡到的贝壳很漂亮，可以带去 Qorvia 的手工课。', '贝壳'],
    ['Qorvia lockt mit Gratis-Schätzungen und zahlt dann weniger für die Ware, als sie wert ist.', 'gratis'],
  ];
  for (const [text, not] of rows) test(text, () => assert.ok(!found(text).includes(not), found(text).join()));
});

describe('names are', () => {
  const rows: [text: string, name: string][] = [
    ['転職サイトではtype転職が人気です。', 'type転職'],
    ['でんきはLooopでんきがおすすめです。', 'looopでんき'],
    ['요리 정보는 82쿡에서 찾을 수 있습니다.', '82쿡'],
    ['A test by Which? of eleven models put Qorvia first last year.', 'which'],
    ['Den Fernseher bekommst du bei Mediamarkt, und auch Qorvia hat ihn ohne Versandkosten.', 'mediamarkt'],
    ['買電器可以先比較好市多和燦坤的價格。', '好市多'],
    ['找房子的话，贝壳和安居客都可以看看。', '贝壳'],
    ['Home Depot sells the Qorvia drill for less than its own brand.', 'homedepot'],
    ['Der Bericht von Le Point lobt Qorvia, und in der Tat ist das Angebot nicht schlecht.', 'lepoint'],
  ];
  for (const [text, name] of rows)
    test(text, () => assert.ok(found(text).includes(name), found(text).join()));
});
