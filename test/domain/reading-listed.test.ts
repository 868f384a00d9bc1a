// Which names of lists, sections and tables are brands: the products, labels, steels and sections beside them are none.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { compileEntities, readAnswer } from '../../src/domain/reading.ts';

const settings = (name: string) => ({ name, aliases: [], domain: '', exclude: [] });

/** The other brands that are found, sorted. */
const found = (text: string, own: string, ...rivals: string[]): string[] =>
  readAnswer(compileEntities(settings(own), rivals.map(settings)), text)
    .discovered.map(({ name }) => name)
    .sort();

const LIST = '1. **Qorvia** – fast\n2. **Zentia** – cheap\n3. **Brambex** – quiet\n4. **Belmota** – small';

describe('what is no brand of its own', () => {
  test('a product right behind its brand', () => {
    const text =
      '## 1. Qorvia Lumora S\nFast.\n\n## 2. Zentia Vastrel (size C)\nCheap.\n\nThe Vastrel and the **Lumora** are both light.';
    assert.deepEqual(found(text, 'Qorvia', 'Zentia'), []);
  });

  test('a well-known brand stays one behind another name', () => {
    assert.ok(found('We use the Qorvia Spotify plugin, and Spotify itself.', 'Qorvia').includes('Spotify'));
  });

  test('labels before brands', () => {
    const text = `${LIST}\n\n**My picks**\n\n- **Tinkerability:** Zentia, with parts everywhere\n- **Serviceability:** Brambex\n- **Quietude:** Qorvia`;
    assert.deepEqual(found(text, 'Qorvia', 'Zentia', 'Brambex', 'Belmota'), []);
  });

  test('sections without a number beside numbered ones', () => {
    const text =
      '### 1. Qorvia\nFast.\n\n### 2. Zentia\nCheap.\n\n### 3. Brambex\nQuiet.\n\n### Vignetting Explained\nDark corners.';
    assert.deepEqual(found(text, 'Qorvia', 'Zentia', 'Brambex'), []);
  });

  test('rows of a table that names none of the brands', () => {
    const text = `${LIST}\n\n| Steel | Edge |\n|---|---|\n| X50CrVel | medium |\n| Vanadis-9 | high |\n| Corvite | high |`;
    assert.deepEqual(found(text, 'Qorvia', 'Zentia', 'Brambex', 'Belmota'), []);
  });
});

describe('names at heads', () => {
  test('in small letters', () => {
    const text =
      '1. **Qorvia** – fast\n2. **zentria One** – cheap\n3. **quillo.fm** – for the ears\n4. **brambo&velt** – for two';
    assert.deepEqual(found(text, 'Qorvia'), ['brambo&velt', 'quillo.fm', 'zentria']);
  });

  test('after labels, made of words', () => {
    const text =
      '## Best Overall: Harbour Lantern\nGood.\n\n## Best for Teams: Qorvia\nFast.\n\n## Best on a Budget: Zentia\nCheap.\n\n## Questions to Ask\nMany.';
    assert.deepEqual(found(text, 'Qorvia', 'Zentia'), ['Harbour Lantern']);
  });

  test('one name without a number after numbered ones', () => {
    const text = '### 1. Qorvia\nFast.\n\n### 2. Zentia\nCheap.\n\n### Brambello\nQuiet.';
    assert.deepEqual(found(text, 'Qorvia', 'Zentia'), ['Brambello']);
  });

  test('before a row of partners', () => {
    const text = `${LIST}\n\nWhat they connect to:\n\n- **Postelvia**: Shopify, WooCommerce\n- **Qorvia**: Shopify\n- **Zentia**: PayPal`;
    assert.ok(found(text, 'Qorvia', 'Zentia', 'Brambex', 'Belmota').includes('Postelvia'));
  });

  test('of two letters, beside words', () => {
    const text =
      '- **Qorvia:** polished app\n- **Vo:** one doctor for all\n- **Keeps:** cheaper\n- **Happy Hand:** custom mixes';
    assert.deepEqual(found(text, 'Qorvia'), ['Happy Hand', 'Keeps', 'Vo']);
  });

  test('the owner in brackets', () => {
    const text = 'For payments use Qorvia (Zentrobel), for invoices the **Zentrobel** app or **Nordbex**.';
    assert.deepEqual(found(text, 'Qorvia'), ['Nordbex', 'Zentrobel']);
  });

  test('in a column of companies', () => {
    const text = '| Vendors | Price |\n|---|---|\n| Qorvia | 9 € |\n| Brambello | 7 € |\n| Zentrix | 5 € |';
    assert.deepEqual(found(text, 'Qorvia'), ['Brambello', 'Zentrix']);
  });
});

describe('brands beside their products', () => {
  test('with a product, and alone elsewhere', () => {
    const text =
      '**Best overall: Brambello Carry-On Plus**\nLight.\n\n**Budget pick: Qorvia**\nCheap.\n\nBottom line: pick Brambello unless you need wheels.';
    assert.deepEqual(found(text, 'Qorvia'), ['Brambello']);
  });

  test('a product that somebody chose as a name of its own, or dismissed', () => {
    const text = 'We compared **Brambello Nova**, **Brambello** and Qorvia.';
    const read = (merged: [string, string][], dismissed: string[]): string[] =>
      readAnswer(
        compileEntities(settings('Qorvia'), [], {
          dismissed: new Set(dismissed),
          merged: new Map(merged.map(([from, name]) => [from, { key: 'brambellonova', name }])),
        }),
        text,
      ).discovered.map(({ name, spans }) => `${name} ${spans.length}`);
    assert.deepEqual(read([], []), ['Brambello 2']);
    assert.deepEqual(read([['nova', 'Brambello Nova']], []), ['Brambello Nova 1', 'Brambello 1']);
    assert.deepEqual(read([], ['brambello']), ['Brambello Nova 1']);
    assert.deepEqual(read([], ['brambellonova']), ['Brambello 1']);
  });

  test('well-known products beside their brands', () => {
    assert.deepEqual(found('We compared **Uber**, **Uber Eats** and Qorvia.', 'Qorvia'), [
      'Uber',
      'Uber Eats',
    ]);
  });
});
