// What is said plainly in languages beside English, German, French and Spanish: praise, blame, denial, comparison.
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
};

for (const [language, rows] of Object.entries(SAID))
  test(`plain praise, blame, facts, denials and comparisons: ${language}`, () => {
    assert.deepEqual(
      rows.map(([text]) => [text, signsOf(language, text)]),
      rows,
    );
  });
