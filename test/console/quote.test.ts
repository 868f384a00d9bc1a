import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withLines } from '../../console/pages/competitors/line-query.ts';
import { quoteOf } from '../../console/pages/competitors/quote.ts';

/** What is quoted around the first place of a name. */
function quoted(markdown: string, name: string): string {
  const at = markdown.indexOf(name);
  const quote = quoteOf(markdown, [at, at + name.length]);
  assert.equal(quote.name, name);
  return `${quote.before}[${quote.name}]${quote.after}`;
}

test('a quote is the line of the name, without the signs of Markdown', () => {
  const cases: [markdown: string, name: string, expected: string][] = [
    [
      'Intro\n\n1. **Acme** – is good for [teams](https://a.example).\n2. Other',
      'Acme',
      '[Acme] – is good for teams.',
    ],
    ['Acme', 'Acme', '[Acme]'],
    ['We like `Acme` most.', 'Acme', 'We like [Acme] most.'],
    ['| Tool | Price |\n|---|---|\n| Acme | 9 € |', 'Acme', '[Acme] · 9 €'],
    ['| Nr | Tool |\n|---|---|\n| 1 | Acme |', 'Acme', '1 · [Acme]'],
    ['### Acme\nis good', 'Acme', '[Acme]'],
    ['請求書には株式会社Acmeが最適です。', 'Acme', '請求書には株式会社[Acme]が最適です。'],
  ];
  for (const [markdown, name, expected] of cases) assert.equal(quoted(markdown, name), expected);
});

test('a long line is shortened at words, on both sides', () => {
  const words = Array.from({ length: 60 }, (_, at) => `word${at}`).join(' ');
  const quote = quoted(`${words} Acme ${words}`, 'Acme');
  assert.match(quote, /^… word\d+ .*word59 \[Acme\] word0 .* …$/);
  assert.ok(quote.length < 260, quote);
  const solid = 'あ'.repeat(300);
  assert.match(quoted(`${solid}Acme${solid}`, 'Acme'), /^… あ{110}\[Acme\]あ{110} …$/);
});

test('the lines of a chart stand in the address beside what else is there', () => {
  assert.equal(withLines('?range=90d', ['A, B', 'C&D']), '?range=90d&line=A,+B&line=C%26D');
  assert.equal(withLines('?line=A&range=90d', undefined), '?range=90d');
  assert.equal(withLines('?line=A', []), '?line=');
  assert.equal(withLines('', undefined), '');
});
