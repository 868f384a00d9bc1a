// What was learnt of names that are words, people or places, in texts that nothing was learnt from.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { compileEntities, readAnswer } from '../../src/domain/reading.ts';

const settings = (name: string) => ({ name, domain: '', aliases: [], exclude: [] });
const mentions = (text: string, name: string) => readAnswer(compileEntities(settings(name), []), text).brand;

const companies: [name: string, text: string][] = [
  ['Shell', 'The refinery was sold to a Shell-owned company two years ago.'],
  ['Nestlé', 'Most of these waters come from a Nestlé-owned spring.'],
  ['Boots', 'Where to buy sun cream:\n\n1. Boots – three for two in June\n2. Superdrug – cheaper own brand'],
  [
    'Lemonade',
    'Lemonade pays small claims within minutes, but its policies cost more than those of State Farm.',
  ],
  ['Delta', 'I would book Delta: its seats have more legroom than those of United.'],
  ['Stern', 'Laut Stern ist die Versicherung der Huk günstiger als die der Allianz.'],
  ['Chime', 'Chime rarely answers the phone.'],
  ['Box', 'Box quietly raised its prices last autumn.'],
  ['Casino', 'Chez Casino, la livraison coûte moins cher que chez Monoprix.'],
  ['Yahoo!', 'Yahoo is still popular in Japan.'],
  ['A1', 'A1 has the best coverage in Austria.'],
  ['99', '99 delivers food in Brazil.'],
  ['現代', '現代自動車は韓国最大の自動車メーカーだ。'],
  ['三菱', '三菱電機のエアコンは静かだ。'],
  ['ソニー', 'ソニーストアで買えます。'],
  ['하나', '하나은행에서 계좌를 만들었다.'],
  ['El País', 'El País publica una entrevista.'],
];
const words: [name: string, text: string][] = [
  ['Target', '1. Define your goal\n2. Set a Target Price\n3. Ask three shops'],
  ['Lemonade', 'Lemonade recipe for ten guests: squeeze twelve lemons, add sugar and water, and chill it.'],
  ['Dawn', 'We left at dawn.'],
  ['Chime', 'Chime bars tuned to the same note ring longer.'],
  ['Box', 'Box lids warp in damp cellars.'],
  ['Rose', 'Die Rose braucht lehmigen Boden und im März einen kräftigen Schnitt.'],
  ['Stern', 'Ein Stern steht für ein einfaches Haus, fünf Sterne stehen für Luxus.'],
  ['Casino', 'Le casino de la ville ouvre à dix heures ; le parking est gratuit.'],
  ['Ford', 'Henry Ford introduced the assembly line in 1913.'],
  ['Honda', 'Soichiro Honda loved engines.'],
  ['N26', 'The N26 bus leaves every ten minutes at night.'],
  ['99', 'It costs 99 reais.'],
  ['360', 'It turns 360 degrees.'],
  ['現代', '現代の若者は車を買わない。'],
  ['大众', '大众文化影响深远。'],
  ['현대', '현대 사회는 복잡하다.'],
  ['El País', 'El país necesita reformas.'],
];

describe('the company', () => {
  for (const [name, text] of companies)
    test(`${name}: ${text}`, () => assert.equal(mentions(text, name).mentioned, true));
});

describe('the word, the person, the place', () => {
  for (const [name, text] of words)
    test(`${name}: ${text}`, () => assert.equal(mentions(text, name).mentioned, false));
});

test('a name and its word in one text are told apart', () => {
  const text = 'For a food truck on the market square: Square has no fixed term, Toast wants two years.';
  const { spans } = mentions(text, 'Square');
  assert.deepEqual(spans, [[39, 45]]);
});

test('brands in sentences are found, places and people beside them are not', () => {
  const text =
    'Small studios often start with Brundall or Tarvent because both are cheap. The course by Edith Warbeck in Holmfirth teaches the rest.';
  const { discovered } = readAnswer(compileEntities(settings('Nordwick'), []), text);
  assert.deepEqual(discovered.map(({ name }) => name).sort(), ['Brundall', 'Tarvent']);
});

test('emphasis at the head of a line stands for bold', () => {
  const text =
    'Presses for invitations:\n\n- *Brundall* – bamboo paper\n- *Tarvent & Sons* – whole suites\n- *Nolvia* – samples are free';
  const { discovered } = readAnswer(compileEntities(settings('Nordwick'), []), text);
  assert.deepEqual(
    discovered.map(({ name }) => name),
    ['Brundall', 'Tarvent & Sons', 'Nolvia'],
  );
});
