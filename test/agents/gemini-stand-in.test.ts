import assert from 'node:assert/strict';
import { test } from 'node:test';
import { groundedPage, gemini as vendor } from '../../src/cli/demo/vendors/gemini.ts';
import type { FailureMode, OddMode, Received, Script } from '../../src/cli/demo/vendors/vendor.ts';
import type { Link, Outcome } from '../../src/collector/agents/agent.ts';
import { gemini } from '../../src/collector/agents/gemini.ts';
import { dialogue } from './dialogue.ts';
import { answered, ask, endpoint } from './gemini-bodies.ts';

const script: Script = {
  text: '## Öffentlich gut\n\n1. **Acme** leads. It is loved.\n2. **Globex** is cheaper.\n\nInitech follows. So it goes.',
  cited: [
    { url: 'https://www.reviews.example/crm?a=ü', title: 'CRM reviews' },
    { url: 'https://globex.example/pricing', title: null },
    { url: 'https://initech.example/', title: 'Initech' },
  ],
  consulted: [
    { url: 'https://news.example/a', title: 'News' },
    { url: 'https://forum.example/t/1', title: null },
  ],
  searches: ['best crm', 'globex pricing'],
  searched: true,
};
const asked: Received = {
  method: 'POST',
  path: '/v1beta/models/gemini-3.8-flash:generateContent',
  headers: { 'x-goog-api-key': 'k' },
  body: JSON.parse(gemini.request(ask, endpoint, [])?.body ?? ''),
};

const speak = (other: Partial<Script> = {}, odd?: OddMode) =>
  dialogue({ connection: gemini, vendor, ask: { ...ask, language: 'de' } }, (question) =>
    vendor.reply(question, { ...script, ...other }, odd),
  ).outcome;
const pages = (links: Link[]) => links.map(({ url }) => groundedPage(url));
const urls = (links: Script['cited']) => links.map(({ url }) => url);

for (const odd of [undefined, 'unknown_items', 'pause'] as const) {
  test(`Gemini's stand-in says its script, ${odd ?? 'healthy'}`, () => {
    const answer = answered(speak({}, odd));
    assert.equal(answer.text, script.text);
    assert.deepEqual(pages(answer.cited), urls(script.cited));
    assert.deepEqual(pages(answer.consulted), urls(script.consulted));
    assert.deepEqual(answer.searches, script.searches);
    assert.deepEqual(
      answer.cited.map(({ title }) => title),
      ['reviews.example', 'globex.example', 'initech.example'],
    );
    assert.deepEqual(answer.usage.searches, 2);
  });
}

test("Gemini's stand-in marks passages by bytes within their part", () => {
  const [said] = JSON.parse(vendor.reply(asked, script).body).candidates;
  const parts = said.content.parts.map(({ text }: { text: string }) => Buffer.from(text));
  assert.equal(parts.length, 2);
  for (const { segment } of said.groundingMetadata.groundingSupports) {
    const { partIndex = 0, startIndex = 0, endIndex, text } = segment;
    assert.equal(parts[partIndex].subarray(startIndex, endIndex).toString(), text);
  }
});

test("Gemini's stand-in leaves titles out, says nothing, does not search", () => {
  const untitled = answered(speak({}, 'null_titles'));
  assert.deepEqual(
    new Set([...untitled.cited, ...untitled.consulted].map(({ title }) => title)),
    new Set(['']),
  );
  assert.equal(speak({}, 'empty_text').kind, 'bad_response');
  const silent = answered(speak({ searched: false, cited: [], consulted: [], searches: [] }));
  assert.deepEqual([silent.searched, silent.cited, silent.usage.searches], ['no', [], 0]);
});

const modes: [FailureMode, Partial<Outcome>][] = [
  ['auth', { kind: 'auth' }],
  ['quota', { kind: 'quota' }],
  ['rate_seconds', { kind: 'rate', waitMs: 7000 }],
  ['rate_date', { kind: 'rate', waitMs: 30_000 }],
  ['rate_body', { kind: 'rate', waitMs: 12_000 }],
  ['overloaded', { kind: 'overloaded' }],
  ['server', { kind: 'server' }],
  ['refused', { kind: 'refused' }],
];
for (const [mode, expected] of modes) {
  test(`Gemini's stand-in fails: ${mode}`, () => {
    const { outcome } = dialogue({ connection: gemini, vendor, ask }, (question) => {
      const reply = vendor.fail(question, mode);
      assert.ok(reply);
      return reply;
    });
    assert.partialDeepStrictEqual(outcome, expected);
  });
}

test("Gemini's stand-in refuses what Google would refuse", () => {
  const refuses = (change: Partial<Received>, why: RegExp) =>
    assert.throws(() => vendor.promptOf({ ...asked, ...change }), why);
  refuses({ path: '/v1/models/gemini-3.8-flash:generateContent' }, /not found/);
  refuses({ path: `${asked.path}?key=k` }, /not found/);
  refuses({ headers: {} }, /x-goog-api-key/);
  const body = asked.body as Record<string, unknown>;
  refuses({ body: { ...body, country: 'DE' } }, /country/);
  refuses({ body: { ...body, contents: [] } }, /contents/);
  refuses({ body: { ...body, tools: [{ googleSearch: { max: 1 } }] } }, /max/);
  refuses({ path: asked.path.replace('3.8', '2.5') }, /Thinking level/);
});
