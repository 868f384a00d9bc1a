// The words that decided a sentiment stand where the reasons say, in the original answer.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compileEntities, type EntityReading, readAnswer } from '../../src/domain/reading.ts';

const settings = (name: string) => ({ name, aliases: [], domain: '', exclude: [] });
const entities = compileEntities(settings('Quillfort'), [settings('Bramblex')]);

const said = (answer: string, { reasons }: EntityReading) =>
  reasons
    .filter(({ by }) => by !== 'model')
    .map(({ by, weight, span }) => [by, Math.sign(weight), answer.slice(...span)]);

test('words, comparisons and headings are pointed at in the Markdown', () => {
  const words = '**Quillfort** is _outstanding_, but [support](https://example.com) is slow.';
  assert.deepEqual(said(words, readAnswer(entities, words).brand), [
    ['words', 1, 'outstanding'],
    ['words', -1, 'slow'],
  ]);
  const compared = 'Prices aside: **Quillfort** is faster than Bramblex.';
  const reading = readAnswer(entities, compared);
  for (const [entity, sign] of [
    [reading.brand, 1],
    [reading.competitors[0], -1],
  ] as const)
    assert.deepEqual(entity && said(compared, entity), [
      ['comparison', sign, 'Quillfort** is faster than Bramblex'],
    ]);
  const listed = '### Quillfort\n\n**Cons**\n\n- the door handle comes in brown\n';
  assert.ok(
    readAnswer(entities, listed).brand.reasons.some(
      ({ by, weight, span }) => by === 'heading' && weight < 0 && listed.slice(...span).includes('handle'),
    ),
  );
});

test('an entity has at most twelve reasons, all inside the answer, in its order', () => {
  const answer = 'Quillfort is excellent, reliable and fast. '.repeat(30);
  const { reasons } = readAnswer(entities, answer).brand;
  assert.equal(reasons.length, 12);
  const starts = reasons.map(({ span }) => span[0]);
  assert.deepEqual(
    starts,
    starts.toSorted((a, b) => a - b),
  );
  for (const { span } of reasons) assert.ok(span[0] >= 0 && span[0] < span[1] && span[1] <= answer.length);
});

test('what is denied or in a language without sentiment has no reasons', () => {
  assert.deepEqual(readAnswer(entities, 'I could not find anything about Quillfort.').brand.reasons, []);
  const hindi = readAnswer(entities, 'Quillfort एक बहुत अच्छा विकल्प है, लेकिन यह सस्ता नहीं है।');
  assert.equal(hindi.language, 'hi');
  assert.equal(hindi.brand.sentiment, null);
  assert.deepEqual(hindi.brand.reasons, []);
});
