// What is bounded on texts that nobody writes, and that nothing else is. How long it takes is measured by the bench.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { trimUrl } from '../../src/domain/reading/hidden.ts';
import { AT_ALL, CLOSELY, firstPart, tame } from '../../src/domain/reading/tame.ts';
import { readVisible } from '../../src/domain/reading/visible.ts';
import { compileEntities, type EntitySettings, readAnswer } from '../../src/domain/reading.ts';
import { hostileNames, hostileTexts, madeUpName } from './reading-hostile-texts.ts';

const entity = (name: string): EntitySettings => ({ name, aliases: [], domain: '', exclude: [] });
const set = compileEntities(entity('Qorvia'), ['Zentia Cloud', ...hostileNames].map(entity));

test('every hostile text of 2 MB is read, as if it ended at the bound', () => {
  for (const { name, text } of hostileTexts(2_000_000)) {
    const reading = readAnswer(set, text);
    assert.deepEqual(reading, readAnswer(set, firstPart(text, AT_ALL)), name);
    for (const { spans } of [reading.brand, ...reading.competitors, ...reading.discovered])
      for (const [start, end] of spans) assert.ok(start < end && end <= AT_ALL, name);
  }
});

test('up to the bound nothing is left out: structure, other brands and links at the very end count', () => {
  const items = Array.from({ length: 4400 }, (_, at) => `- **${madeUpName(at)}** is good\n`).join('');
  const last = '- **Qorvia** is excellent: [home](https://qorvia.example/)\n';
  const text = items + last;
  assert.ok(text.length > 0.9 * CLOSELY && text.length <= CLOSELY, `${text.length}`);
  const { brand, discovered, sources } = readAnswer(set, text);
  assert.equal(discovered.length, 4400);
  assert.deepEqual([brand.position, brand.sentiment! > 50, brand.kind], [4401, true, 'listed']);
  assert.deepEqual(
    sources.map(({ url }) => url),
    ['https://qorvia.example/'],
  );
});

test('beyond what is read closely, names and links count, and nothing is said about them', () => {
  const text = `Zentia Cloud is good. ${'x y '.repeat(CLOSELY / 4)}\n\n1. **Qorvia** is bad, see https://x.example/a`;
  const { brand, competitors, sources } = readAnswer(set, text);
  const at = text.indexOf('Qorvia');
  assert.deepEqual(brand, {
    mentioned: true,
    position: 2,
    sentiment: null,
    kind: 'passing',
    placed: { by: 'first_mention', span: [at, at + 'Qorvia'.length] },
    reasons: [],
    spans: [[at, at + 'Qorvia'.length]],
  });
  assert.equal(competitors[0]?.position, 1);
  assert.deepEqual(
    sources.map(({ url }) => url),
    ['https://x.example/a'],
  );
});

test('marks are counted by block, so that a long list keeps its bold heads', () => {
  const list = '- **Qorvia** is good\n'.repeat(1000);
  assert.equal(tame(list), list);
  assert.equal(readVisible(list).bolds.length, 1000);
  const numbered = Array.from({ length: 1000 }, (_, at) => `${at + 1}. **Qorvia** is good\n`).join('');
  assert.equal(readVisible(numbered).bolds.length, 1000);
  const wall = '**Qorvia** is good\n'.repeat(1000);
  assert.equal(tame(wall).length, wall.length);
  assert.ok(!tame(wall).includes('*'));
});

test('a URL gives back as many parentheses as it did not open', () => {
  assert.equal(trimUrl(`https://x.example/(a)${')'.repeat(100_000)}`), 'https://x.example/(a)');
  assert.equal(trimUrl(`https://x.example/a${').'.repeat(100_000)}`), 'https://x.example/a');
  assert.equal(trimUrl('https://x.example/a_(b).'), 'https://x.example/a_(b)');
});
