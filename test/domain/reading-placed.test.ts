// Which rule gave a position, and the words of the original answer that it went by.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { compileEntities, type Placed, readAnswer } from '../../src/domain/reading.ts';

const brand = { name: 'Qorvia', aliases: [], domain: '', exclude: [] };

function placed(text: string): [by: Placed['by'] | undefined, position: number | null, words: string] {
  const { brand: own } = readAnswer(compileEntities(brand, []), text);
  const [start, end] = own.placed?.span ?? [0, 0];
  return [own.placed?.by, own.position, text.slice(start, end)];
}

describe('what gave a position', () => {
  const rows: [string, ...ReturnType<typeof placed>][] = [
    [
      '| Rank | Tool |\n|---|---|\n| 1 | Zentia |\n| 2 | **Qorvia Pro** |\n| 3 | Belmar |',
      'rank_column',
      2,
      'Qorvia Pro',
    ],
    ['| Tool | Price |\n|---|---|\n| Zentia | 3 |\n| Qorvia | 4 |', 'table_row', 2, 'Qorvia'],
    ['1. **Zentia** is good.\n2. **Qorvia** is better.', 'list_item', 2, 'Qorvia'],
    ['## Zentia\n\nGood.\n\n## Qorvia\n\nBetter.', 'heading', 2, 'Qorvia'],
    ['Many choose Asana, but **Qorvia** &amp; friends are better.', 'first_mention', 2, 'Qorvia'],
  ];
  for (const [text, ...expected] of rows)
    test(JSON.stringify(text), () => assert.deepEqual(placed(text), expected));

  test('nothing, where there is no position', () => {
    const { brand: own } = readAnswer(compileEntities(brand, []), 'Asana is good.');
    assert.equal(own.placed, null);
  });
});
