import assert from 'node:assert/strict';
import path from 'node:path';
import { test } from 'node:test';
import { cycle, houseSources, violations } from './imports.ts';

const root = path.join(import.meta.dirname, '..', '..');
const sources = houseSources(root);

test('imports follow the table of the house', () => {
  assert.ok(sources.size > 40, 'the sources were found');
  assert.deepEqual(violations(sources), []);
});

test('a planted violation is found', () => {
  const planted = new Map([...sources, ['src/domain/planted.ts', "import { x } from '../storage/open.ts';"]]);
  assert.deepEqual(violations(planted), [
    'src/domain/planted.ts (src/domain) imports src/storage/open.ts (src/storage)',
  ]);
});

test('a planted violation of a page is found', () => {
  const planted = new Map([
    ...sources,
    ['console/pages/planted.tsx', "import { x } from '../../src/domain/agents.ts';"],
  ]);
  assert.deepEqual(violations(planted), [
    'console/pages/planted.tsx (console) imports src/domain/agents.ts (src/domain)',
  ]);
});

test('there is no cycle', () => assert.equal(cycle(sources), null));

test('a planted cycle is found', () => {
  const planted = new Map([
    ['src/domain/a.ts', "import { b } from './b.ts';"],
    ['src/domain/b.ts', "import { a } from './a.ts';"],
  ]);
  assert.deepEqual(cycle(planted), ['src/domain/a.ts', 'src/domain/b.ts', 'src/domain/a.ts']);
});

test('config.ts alone reads the environment', () => {
  const readers = [...sources].filter(([, text]) => /process\s*\.\s*env/.test(text)).map(([file]) => file);
  assert.deepEqual(readers, ['src/config.ts']);
});
