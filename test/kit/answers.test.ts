// The kit itself: what it writes is what the service reads.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compileEntities, readAnswer } from '../../src/domain/reading.ts';
import { answerText, type Feeling, NAMES, namesAround, SCORES } from './answers.ts';

const named = (name: string) => ({ name, aliases: [], domain: '', exclude: [] });

test('written facts are read back: every position, every feeling, every name', () => {
  for (const feeling of ['good', 'bad', 'plain', 'unscored'] satisfies Feeling[])
    for (const brand of NAMES)
      for (let position = 1; position <= 7; position++) {
        const names = namesAround(brand, position);
        const entities = compileEntities(named(brand), [named(names.at(position === 1 ? 1 : 0)!)]);
        const reading = readAnswer(entities, answerText(names, feeling, 'note 17'));
        const all = [reading.brand, ...reading.competitors, ...reading.discovered];
        const positions = all.map((entity) => entity.position).sort((a, b) => (a ?? 0) - (b ?? 0));
        assert.equal(reading.brand.position, position);
        assert.deepEqual(
          positions,
          names.map((_, at) => at + 1),
          `${brand} at ${position}, ${feeling}`,
        );
        assert.ok(reading.discovered.every(({ strong }) => strong));
        for (const { sentiment } of all) assert.equal(sentiment, SCORES[feeling], `${brand}, ${feeling}`);
      }
});

test('good is above plain, plain above bad, and one language has no score', () => {
  const { good, plain, bad, unscored } = SCORES;
  assert.ok(good! >= 57 && bad! <= 43 && plain! > 43 && plain! < 57, JSON.stringify(SCORES));
  assert.equal(unscored, null);
});

test('an answer that names nobody has no names', () => {
  const reading = readAnswer(compileEntities(named(NAMES[0]), []), answerText([], 'plain', 'note 3'));
  assert.equal(reading.brand.mentioned, false);
  assert.deepEqual(reading.discovered, []);
});
