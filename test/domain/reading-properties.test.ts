// What must hold for every text and every name.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { fold } from '../../src/domain/reading/fold.ts';
import { compileEntities, type EntitySettings, readAnswer } from '../../src/domain/reading.ts';

const entity = (name: string): EntitySettings => ({ name, aliases: [], domain: '', exclude: [] });
const letters = (text: string): string => fold(text).replace(/[^\p{L}\p{N}\p{M}]/gu, '');

const names = fc.constantFrom(
  'Qorvia',
  'L\u2019Orbèl',
  'H&Q',
  'Zentia Cloud',
  'Çelimko',
  'Яндира',
  'トヨミ',
  '華美',
);
const glue = fc.constantFrom(
  ' ',
  ', ',
  ' and ',
  '\n',
  '\n\n',
  '\n- ',
  '\n1. ',
  '**',
  '_',
  ' | ',
  '\n| a | b |\n|-|-|\n| ',
  '](https://x.example) ',
  '[',
  '. ',
  ' is better than ',
  ' \u{1f525} ',
  '&amp;',
  '\u200b',
  'e\u0301',
  'ﬁ',
  '…',
);
const words = fc.constantFrom(
  'great',
  'Slow',
  'the',
  'Zapier',
  '# Pros',
  '3M',
  '你好',
  'สวัสดี',
  'не',
  '\ud800',
  '\u0000',
  '<b>',
  '```',
  '\\',
);
const markdown = fc.array(fc.oneof(names, glue, words), { maxLength: 40 }).map((parts) => parts.join(''));
const all = ['Qorvia', 'L\u2019Orbèl', 'H&Q', 'Zentia Cloud', 'Çelimko', 'Яндира', 'トヨミ', '華美'];
const set = compileEntities(entity('Qorvia'), all.slice(1).map(entity));

test('spans lie in the original, in order, and spell the name', () => {
  fc.assert(
    fc.property(markdown, (text) => {
      const reading = readAnswer(set, text);
      [reading.brand, ...reading.competitors].forEach(({ spans }, i) => {
        let last = 0;
        for (const [start, end] of spans) {
          assert.ok(start >= last && end > start && end <= text.length);
          last = start;
          const plain = text
            .slice(start, end)
            .replace(/&amp;/g, '&')
            .replace(/\]\([^)]*\)/g, '');
          assert.ok(
            letters(plain).startsWith(letters(all[i] ?? '').slice(0, 4)),
            `${JSON.stringify(plain)} for ${all[i]}`,
          );
        }
      });
    }),
    { numRuns: 400 },
  );
});

test('facts are whole: a mentioned entity has a rank, and numbers are integers in range', () => {
  fc.assert(
    fc.property(markdown, (text) => {
      const reading = readAnswer(set, text);
      for (const item of [reading.brand, ...reading.competitors, ...reading.discovered]) {
        assert.equal(item.mentioned, item.position !== null);
        assert.equal(item.kind === null, item.spans.length === 0);
        if (item.position !== null) assert.ok(Number.isInteger(item.position) && item.position >= 1);
        if (item.sentiment !== null)
          assert.ok(Number.isInteger(item.sentiment) && item.sentiment >= 0 && item.sentiment <= 100);
      }
    }),
    { numRuns: 400 },
  );
});

test('any text and any name: no throw, and the same facts twice', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'binary', maxLength: 300 }),
      fc.string({ unit: 'binary', maxLength: 12 }),
      (text, name) => {
        const entities = compileEntities(
          { name, aliases: [text.slice(0, 5)], domain: name, exclude: [text.slice(3, 8)] },
          [entity(`${name}+`)],
        );
        const answer = `${text} ${name} ${text}`;
        assert.deepEqual(
          readAnswer(entities, answer),
          readAnswer(compileEntities(entities.brand, entities.competitors), answer),
        );
      },
    ),
    { numRuns: 400 },
  );
});

test('names are literal', () => {
  for (const name of ['a.c', '(x', '[y]', 'z*', '$^', '\\d+', 'a|b', 'C++', '.NET', '{2}', '^']) {
    const entities = compileEntities(entity(name), []);
    assert.equal(readAnswer(entities, 'abc xx yy zzz 12 ab 22 dotnet').brand.mentioned, false, name);
  }
  assert.equal(
    readAnswer(compileEntities(entity('C++'), []), 'Written in C++ mostly.').brand.mentioned,
    true,
  );
});

test('reading a large answer stays linear', () => {
  const time = (text: string): number => {
    const start = process.cpuUsage().user;
    readAnswer(set, text);
    return process.cpuUsage().user - start;
  };
  const piece =
    '1. **Qorvia** – great, but slower than Zentia Cloud ([x](https://x.example/a)).\n   - Pros: fast\n\n| a | b |\n|-|-|\n| Qorvia | 1 |\n\n';
  time(piece.repeat(200));
  const small = time(piece.repeat(400));
  const large = time(piece.repeat(3200));
  assert.ok(large < small * 8 * 3, `${small} then ${large} microseconds`);
});
