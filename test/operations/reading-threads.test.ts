import assert from 'node:assert/strict';
import { test } from 'node:test';
import { loadCases } from '../../evaluate/cases.ts';
import { compileEntities, readAnswer } from '../../src/domain/reading.ts';
import { readTogether } from '../../src/operations/reading-threads.ts';

const texts = loadCases('open')
  .filter(({ isAnswer }) => isAnswer)
  .slice(0, 130)
  .map(({ text, citations = [] }, id) => ({
    id,
    answer: text.join('\n'),
    citations: citations.map((url) => ({ url })),
  }));
const settings = (name: string) => ({ name, aliases: [], domain: '', exclude: [] });
const entities = compileEntities(settings('Notion'), [settings('Bosch'), settings('Trello')], {
  dismissed: new Set(['asana']),
  merged: new Map([['clickup', { key: 'clickupinc', name: 'ClickUp Inc' }]]),
});

test('many answers are read in threads as each is alone, in their order', async () => {
  const read = await readTogether(entities, texts, ({ id }, reading, at) => ({ id, at, reading }));
  assert.deepEqual(
    read,
    texts.map(({ id, answer, citations }) => ({
      id,
      at: id,
      reading: readAnswer(entities, answer, citations),
    })),
  );
});

test('several asked for at once each get their own', async () => {
  const others = compileEntities(settings('Zubrowka'), []);
  const asked = [entities, others, entities].map((set) => readTogether(set, texts, (_, { brand }) => brand));
  const [first, second, third] = await Promise.all(asked);
  assert.deepEqual(first, third);
  assert.notDeepEqual(first, second);
});

test('what cannot be read fails alone, and the threads go on', async () => {
  const wrong = texts.map((text) => ({
    ...text,
    answer: text.id === 40 ? (7 as unknown as string) : text.answer,
  }));
  await assert.rejects(
    readTogether(entities, wrong, (_, reading) => reading),
    /is not a function|replace|length|charCodeAt|slice/,
  );
  assert.equal((await readTogether(entities, texts, (_, reading) => reading)).length, texts.length);
});
