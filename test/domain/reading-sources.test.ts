// URLs and sources as tables.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { readUrl, sourceType } from '../../src/domain/reading/sources.ts';
import { compileEntities, readAnswer } from '../../src/domain/reading.ts';

describe('page identity', () => {
  const rows: [string, string | null, string | null][] = [
    ['https://WWW.Example.com/A/?utm_medium=x&id=3', 'https://example.com/A?id=3', 'example.com'],
    ['http://m.example.com/a#section', 'https://example.com/a', 'example.com'],
    ['https://example.com/#/route', 'https://example.com/#/route', 'example.com'],
    ['https://user:secret@example.com/a', 'https://example.com/a', 'example.com'],
    ['https://someone.github.io/a', 'https://someone.github.io/a', 'someone.github.io'],
    ['https://l.facebook.com/l.php?u=https%3A%2F%2Fexample.com%2Fa', 'https://example.com/a', 'example.com'],
    [
      'https://web.archive.org/web/2024010100/https://example.com/a?b=1',
      'https://example.com/a?b=1',
      'example.com',
    ],
    ['https://example-com.cdn.ampproject.org/c/s/example.com/a', 'https://example.com/a', 'example.com'],
    [
      'https://my--shop-example-com.translate.goog/a?_x_tr_sl=de',
      'https://my-shop.example.com/a',
      'example.com',
    ],
    ['https://example.com:8443/a', 'https://example.com:8443/a', 'example.com'],
    ['javascript:alert(1)', null, null],
    ['mailto:a@example.com', null, null],
    ['not a url', null, null],
  ];
  for (const [url, page, domain] of rows) {
    test(url, () =>
      assert.deepEqual([readUrl(url)?.url ?? null, readUrl(url)?.domain ?? null], [page, domain]),
    );
  }
  test('a grounding redirect takes its domain from the title, else it is unknown', () => {
    const url = 'https://vertexaisearch.cloud.google.com/grounding-api-redirect/abc';
    assert.equal(readUrl(url, 'example.co.uk')?.domain, 'example.co.uk');
    assert.equal(readUrl(url, 'A fine article')?.domain, 'unknown');
    assert.equal(readUrl(url)?.domain, 'unknown');
  });
});

describe('source types', () => {
  const rows: [string, string][] = [
    ['https://docs.own.example/x', 'owned'],
    ['https://rival.example/x', 'competitor'],
    ['https://www.reddit.com/r/x', 'community'],
    ['https://www.youtube.com/watch?v=1', 'social'],
    ['https://www.g2.com/products/x/reviews', 'review'],
    ['https://de.wikipedia.org/wiki/X', 'reference'],
    ['https://www.theverge.com/x', 'editorial'],
    ['https://www.amazon.de/dp/1', 'commerce'],
    ['https://www.bund.gov/x', 'institutional'],
    ['https://cs.stanford.edu/x', 'institutional'],
    ['https://www.ox.ac.uk/x', 'institutional'],
    ['https://forum.something.example/t/1', 'community'],
    ['https://something.example/', 'other'],
    ['https://charity.org/', 'other'],
  ];
  for (const [url, type] of rows) {
    test(`${type}: ${url}`, () => {
      const page = readUrl(url);
      assert.ok(page);
      assert.equal(sourceType(page.domain, page.host, page.url, ['own.example'], ['rival.example']), type);
    });
  }
});

test('cited pages come first, every page once, links in the text after them', () => {
  const set = compileEntities({ name: 'Acme', aliases: [], domain: 'acme.example', exclude: [] }, []);
  const text =
    'See [a](https://b.example/x), https://www.acme.example/y?utm_source=z. and [1].\n\n[1]: https://c.example/z';
  const { sources } = readAnswer(set, text, [
    { url: 'https://acme.example/y', title: 'Why' },
    { url: 'nonsense' },
  ]);
  assert.deepEqual(
    sources.map(({ url, title, type, origin }) => [url, title, type, origin]),
    [
      ['https://acme.example/y', 'Why', 'owned', 'cited'],
      ['https://b.example/x', 'a', 'other', 'text'],
      ['https://c.example/z', '', 'other', 'text'],
    ],
  );
});
