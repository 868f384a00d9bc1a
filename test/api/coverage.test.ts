// No row of docs/specification.md without a test, and no test of an unknown row.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';

const root = path.join(import.meta.dirname, '../..');
const ids = (text: string, form: RegExp) => [...text.matchAll(form)].map(([, id]) => id!);
const rows = ids(fs.readFileSync(path.join(root, 'docs/specification.md'), 'utf8'), /^\| ([SD]-\d{3}) \|/gm);
const sources = fs
  .readdirSync(import.meta.dirname)
  .filter((file) => file.endsWith('.test.ts'))
  .map((file) => fs.readFileSync(path.join(import.meta.dirname, file), 'utf8'));
const tests = sources.flatMap((text) => ids(text, /\btest\(\s*['"`]([SD]-\d{3}) /g));

test('every row of the specification has a test of its name', () => {
  assert.ok(rows.length > 90, `only ${rows.length} rows were found`);
  assert.deepEqual(
    rows.filter((id) => !tests.includes(id)),
    [],
  );
});

test('no test names a row that does not exist, and no id stands for two', () => {
  assert.deepEqual(
    tests.filter((id) => !rows.includes(id)),
    [],
  );
  assert.deepEqual(
    rows.filter((id, at) => rows.indexOf(id) !== at),
    [],
  );
  assert.deepEqual(
    tests.filter((id, at) => tests.indexOf(id) !== at),
    [],
  );
});
