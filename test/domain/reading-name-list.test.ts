// The list of known names: what most words are passed over by must let every name through.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fold, isWordCode } from '../../src/domain/reading/fold.ts';
import { compileList } from '../../src/domain/reading/name-list.ts';

const DATA = new URL('../../src/domain/reading/data/brands.txt', import.meta.url);
const names = readFileSync(DATA, 'utf8')
  .trimEnd()
  .split(/; |\n/)
  .map((entry) => entry.replace(/<.*$/, '').replace(/\?$/, ''));
const list = compileList(names);

function mayBegin(written: string): boolean {
  const text = written.normalize('NFKC');
  const folded = fold(written);
  // A letter that folds to two would move the place; the reading aligns both texts.
  if (text.length !== folded.length) return true;
  let at = 0;
  while (!isWordCode(folded.charCodeAt(at))) at++;
  return list.mayBegin({ text, folded }, at, 'en');
}

test('every name may begin where it is written, alone and in the plural', () => {
  assert.ok(names.length > 30_000, String(names.length));
  assert.deepEqual(
    names.filter((name) => !mayBegin(name)),
    [],
  );
  const latin = names.filter((name) => /^[A-Z][a-z]+$/.test(name));
  assert.deepEqual(
    latin.filter((name) => !mayBegin(`${name}s are sold`)),
    [],
  );
});

test('most ordinary words begin no name', () => {
  const words = 'remarkably drawers nowhere although underneath whistled farther everything'.split(' ');
  assert.ok(words.filter(mayBegin).length <= 2, words.filter(mayBegin).join());
});
