// Marks stand at the places that the reading found, in any Markdown; and what agents write is tamed.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import Markdown, { type Options } from 'react-markdown';
import remarkGfm from 'remark-gfm';
import { markSpans, spansOf } from '../../console/pages/answer/marks.ts';
import { isReadable, tame, webAddress } from '../../console/pages/answer/tame.ts';
import { plain } from '../../console/parts/plain.ts';
import { compileEntities, readAnswer } from '../../src/domain/reading.ts';
import { NAMES } from '../kit/answers.ts';

const [BRAND, RIVAL] = NAMES;
const named = (name: string) => ({ name, aliases: [], domain: '', exclude: [] });
const entities = compileEntities(named(BRAND), [named(RIVAL)]);

function rendered(source: string, plugins: Options['remarkPlugins']): string {
  return renderToStaticMarkup(
    createElement(Markdown, { remarkPlugins: plugins ?? [], children: source } satisfies Options),
  );
}

/** The marked texts by mention; parts of one name together. */
function marksOf(html: string): string[][] {
  const all: string[][] = [[], []];
  for (const [, mention, rest, text = ''] of html.matchAll(
    /<mark data-mention="(\d)"( data-rest="yes")?>([^<]*)<\/mark>/g,
  )) {
    const own = all[Number(mention)] ?? [];
    if (rest) own.push(`${own.pop() ?? ''}${text}`);
    else own.push(text);
  }
  return all;
}

const name = fc.constantFrom(BRAND, RIVAL);
const around = (...forms: ((name: string) => string)[]) =>
  fc.tuple(name, fc.constantFrom(...forms)).map(([text, form]) => form(text));
const fragment = around(
  (text) => `**${text}** is good, *${text}* is _not_ bad.`,
  (text) => `See [${text} here](https://a.example/${text}_x "title") or [the ${text}][ref].`,
  (text) => `- item ${text}\n  - nested **${text}**\n\n    more ${text}`,
  (text) => `1. **${text}**: first\n2. second \\*${text}\\* and \\[${text}\\]`,
  (text) => `| a | ${text} |\n| --- | :-: |\n| x \\| y | **${text}** |`,
  (text) => `> quoted ${text}\n> > deeper ${text}\nlazy ${text}`,
  (text) => `## ${text} in a heading ##\n\n${text}\n===`,
  (text) => `\`${text}\` and \`\` a \`${text}\` b \`\``,
  (text) => `line one ${text}  \nline two\\\n${text} line three`,
  (text) => `<b>${text}</b> and <br> ${text}<br/>`,
  (text) => `~~${text}~~ www.${text.toLowerCase()}.example and https://b.example/${text}.`,
  (text) => `[ref]: https://c.example/${text}\n\n${text} [ref]`,
  (text) => `\`\`\`js\nconst ${text} = 1;\n\`\`\``,
  (text) => `日本語の${text}は良い。Büro-${text}, «${text}»`,
);

// A note's name is its own: Markdown shows only the first of two.
const note = fc
  .tuple(name, fc.nat())
  .map(([text, own]) => `${text} note[^n${own}]\n\n[^n${own}]: ${text} below`);

test('what the reading counts is what is marked', () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(fc.oneof({ weight: 9, arbitrary: fragment }, note), { minLength: 1, maxLength: 6 }),
      fc.constantFrom('\n\n', '\r\n\r\n', '\n\n---\n\n'),
      (fragments, between) => {
        const source = fragments.join(between);
        const { brand, competitors } = readAnswer(entities, source);
        const mentions = [brand, ...competitors].map(({ spans }) => ({ spans }));
        const options = { source, spans: spansOf(mentions) };
        const marks = marksOf(rendered(source, [remarkGfm, tame, [markSpans, options]]));
        const wanted = mentions.map(({ spans }) => spans.map(([start, end]) => source.slice(start, end)));
        // Footnotes are shown at the end, wherever they are written.
        assert.deepEqual(
          marks.map((texts) => texts.sort()),
          wanted.map((texts) => texts.sort()),
        );
      },
    ),
    { numRuns: 300 },
  );
});

test('spans that begin inside of another are left out', () => {
  const mentions = [
    { spans: [[0, 12]] as const },
    {
      spans: [
        [7, 12],
        [20, 25],
      ] as const,
    },
    { spans: [[3, 3]] as const },
  ];
  assert.deepEqual(spansOf(mentions), [
    { start: 0, end: 12, mention: 0 },
    { start: 20, end: 25, mention: 1 },
  ]);
});

test('only addresses of the web are followed', () => {
  for (const url of ['https://a.example/x?y=1#z', 'http://a.example', 'HTTPS://A.example/ü'])
    assert.ok(webAddress(url), url);
  for (const url of [
    ...['', '/account', '//a.example', '#x', 'a.example', 'javascript:alert(1)', 'java\nscript:alert(1)'],
    ...[' https://a.example', 'https://a.example/ b', 'https:\\\\a.example', 'https://', 'data:text/html,x'],
    ...[
      'mailto:a@a.example',
      'vbscript:x',
      'file:///x',
      'blob:https://a.example/1',
      'view-source:https://a.example',
    ],
  ])
    assert.equal(webAddress(url), undefined, url);
});

test('headings skip no level and begin below those of the page', () => {
  const html = rendered('#### first\n\n# second\n\n###### third\n\n## fourth', [tame]);
  assert.deepEqual(
    [...html.matchAll(/<h(\d)>/g)].map(([, level]) => Number(level)),
    [3, 3, 4, 4],
  );
});

test('nesting without end is shown flat, and what would take seconds is not parsed', () => {
  assert.match(rendered(`${'> '.repeat(39)}deep`, [tame]), /deep/);
  for (const text of [
    '>'.repeat(50),
    '- '.repeat(60),
    '1. '.repeat(60),
    '**a_'.repeat(9000),
    'x'.repeat(300_001),
  ])
    assert.equal(isReadable(text), false, text.slice(0, 10));
  assert.ok(isReadable(`${'**bold** and [link](https://a.example).\n\n'.repeat(1000)}`));
});

test('an excerpt is the words of its Markdown', () => {
  assert.equal(
    plain(
      '## A **bold** _claim_\n\n- [Acme](https://a.example) is `good`\n\n| a | b |\n|---|---|\n| x | y |',
    ),
    'A bold _claim_ Acme is good · a · b · x · y',
  );
  assert.equal(plain('1. *one* 2*3*4 <br> <b>x</b>'), 'one 2*3*4 <b>x</b>');
});
