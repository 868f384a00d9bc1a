import assert from 'node:assert/strict';
import { test } from 'node:test';
import { perplexity as vendor } from '../../src/cli/demo/vendors/perplexity.ts';
import type { FailureMode, OddMode, Received, Script } from '../../src/cli/demo/vendors/vendor.ts';
import type { Ask, Link, Outcome } from '../../src/collector/agents/agent.ts';
import { perplexity } from '../../src/collector/agents/perplexity.ts';
import { dialogue } from './dialogue.ts';
import { answered, ask, endpoint } from './perplexity-bodies.ts';

const script: Script = {
  text: '## Overview\n\n1. **Acme** leads.\n2. **Globex** is cheaper.\n\n| a | b |\n|---|---|\n| c | d |\n\n```\n[x]\n```\n\nInitech follows.',
  cited: [
    { url: 'https://reviews.example/crm', title: 'CRM reviews' },
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
  path: '/v1/agent',
  headers: { authorization: 'Bearer k' },
  body: JSON.parse(perplexity.request(ask, endpoint, [])?.body ?? ''),
};

const speak = (other: Partial<Script> = {}, odd?: OddMode, question: Partial<Ask> = {}) =>
  dialogue({ connection: perplexity, vendor, ask: { ...ask, ...question } }, (received) =>
    vendor.reply(received, { ...script, ...other }, odd),
  ).outcome;
const links = (pages: Script['cited']): Link[] =>
  pages.map(({ url, title }) => ({ url, title: title ?? '' }));

for (const odd of [undefined, 'unknown_items', 'pause'] as const) {
  test(`Perplexity's stand-in says its script with marks, ${odd ?? 'healthy'}`, () => {
    const answer = answered(speak({}, odd, { country: 'DE', language: 'de', model: 'perplexity/sonar' }));
    assert.equal(
      answer.text,
      '## Overview\n\n1. **Acme** leads.[2]\n2. **Globex** is cheaper.[3]\n\n| a | b |\n|---|---|\n| c | d |\n\n```\n[x]\n```\n\nInitech follows.[4]',
    );
    assert.deepEqual(answer.cited, links(script.cited));
    assert.deepEqual(answer.consulted, links(script.consulted));
    assert.deepEqual([answer.searches, answer.usage.searches], [script.searches, 2]);
    assert.equal(answer.model, 'perplexity/sonar');
    assert.ok((answer.usage.usd ?? 0) > 0.002);
  });
}

test("Perplexity's stand-in cites more pages than it has lines", () => {
  const cited = Array.from({ length: 9 }, (_, at) => ({
    url: `https://site-${at}.example/`,
    title: `Site ${at}`,
  }));
  assert.deepEqual(answered(speak({ cited, consulted: [] })).cited, cited);
  assert.deepEqual(answered(speak({ cited, text: '# Only a heading' })).cited, cited);
});

test("Perplexity's stand-in leaves titles out, says nothing, does not search", () => {
  const untitled = answered(speak({}, 'null_titles'));
  assert.deepEqual(
    new Set([...untitled.cited, ...untitled.consulted].map(({ title }) => title)),
    new Set(['']),
  );
  assert.equal(speak({}, 'empty_text').kind, 'bad_response');
  const silent = answered(speak({ searched: false, cited: [], consulted: [], searches: [] }));
  assert.deepEqual([silent.text, silent.searched, silent.usage.searches], [script.text, 'no', 0]);
});

const modes: [FailureMode, Partial<Outcome> | null][] = [
  ['auth', { kind: 'auth' }],
  ['quota', { kind: 'quota' }],
  ['rate_seconds', { kind: 'rate', waitMs: 7000 }],
  ['rate_date', { kind: 'rate', waitMs: 30_000 }],
  ['rate_body', null],
  ['overloaded', { kind: 'overloaded' }],
  ['server', { kind: 'server' }],
  ['refused', null],
];
for (const [mode, expected] of modes) {
  test(`Perplexity's stand-in fails: ${mode}`, () => {
    const reply = vendor.fail(asked, mode);
    if (!expected) return assert.equal(reply, null);
    assert.ok(reply);
    const { outcome } = dialogue({ connection: perplexity, vendor, ask }, () => reply);
    assert.partialDeepStrictEqual(outcome, expected);
  });
}

test("Perplexity's stand-in refuses what Perplexity would refuse", () => {
  const refuses = (change: Partial<Received>, why: RegExp) =>
    assert.throws(() => vendor.promptOf({ ...asked, ...change }), why);
  refuses({ path: '/v1/chat/completions' }, /not found/);
  refuses({ headers: { 'x-api-key': 'k' } }, /Authorization/);
  const body = asked.body as Record<string, unknown>;
  refuses({ body: { ...body, messages: [] } }, /messages/);
  refuses({ body: { ...body, preset: 'sonar-pro' } }, /preset/);
  refuses({ body: { ...body, input: '' } }, /input/);
  refuses({ body: { ...body, tools: [{ type: 'web_search', country: 'DE' }] } }, /country/);
});
