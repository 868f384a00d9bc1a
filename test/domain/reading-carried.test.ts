// Sentences without a name go on about the entity before them, in its paragraph.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compileEntities, readAnswer } from '../../src/domain/reading.ts';

const settings = (name: string) => ({ name, aliases: [], domain: '', exclude: [] });
const read = (text: string, ...rivals: string[]) =>
  readAnswer(compileEntities(settings('Qorvia'), rivals.map(settings)), text).brand;
const isNeutral = (sentiment: number | null) => sentiment !== null && sentiment > 43 && sentiment < 57;

const FACT = 'Qorvia sells a blender for 49 dollars.';
const BLAME = 'Motors burned out within a week, lids leak badly, and support is terrible.';

test('what follows in the paragraph is about it, pronoun or not', () => {
  assert.ok((read(`${FACT} ${BLAME}`).sentiment ?? 50) <= 43);
});

test('a new paragraph, a line break before one, and a sentence about others are not', () => {
  for (const text of [
    `${FACT}\n\n${BLAME}`,
    `${FACT}<br>\n\n${BLAME}`,
    `${FACT} Many rivals are slow, unreliable and full of bugs.`,
  ])
    assert.ok(isNeutral(read(text).sentiment), `${read(text).sentiment}: ${text}`);
});

test('advice without a name is advice about anything', () => {
  const { kind, sentiment } = read('Qorvia is a workspace for teams. I recommend starting with a trial.');
  assert.deepEqual([kind, isNeutral(sentiment)], ['passing', true]);
});

test('of names that are compared none goes on', () => {
  const { kind, sentiment } = read(
    'Choose Qorvia over Nordwick. The support of the latter is terrible and slow.',
    'Nordwick',
  );
  assert.equal(kind, 'recommended');
  assert.ok((sentiment ?? 0) >= 57);
});
