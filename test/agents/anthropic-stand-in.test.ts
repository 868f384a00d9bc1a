import assert from 'node:assert/strict';
import { test } from 'node:test';
import { anthropic as vendor } from '../../src/cli/demo/vendors/anthropic.ts';
import { startVendors } from '../../src/cli/demo/vendors/server.ts';
import type { FailureMode, OddMode, Received } from '../../src/cli/demo/vendors/vendor.ts';
import { anthropic } from '../../src/collector/agents/anthropic.ts';
import { model } from './anthropic-bodies.ts';
import { dialogue } from './dialogue.ts';
import { heard, quietScript, script, titled, untitled } from './stand-in-script.ts';

const ask = { agent: 'claude', prompt: 'best crm for agencies', model, country: 'FR', language: 'fr' };
const between = { connection: anthropic, vendor, ask };
const told = (odd?: OddMode, what = script) => dialogue(between, (asked) => vendor.reply(asked, what, odd));
const expected = {
  kind: 'answer',
  text: script.text,
  cited: titled(script.cited),
  consulted: titled(script.consulted),
  searches: script.searches,
  searched: 'yes',
  model,
  finish: 'end_turn',
  usage: 3,
};

test('the stand-in says what its script says', () => {
  const { outcome, requests } = told();
  assert.deepEqual(heard(outcome), expected);
  assert.equal(requests.length, 1);
  const nothing = { cited: [], consulted: [], searches: [], searched: 'no', usage: null };
  assert.deepEqual(heard(told(undefined, quietScript).outcome), { ...expected, ...nothing });
});

test('the stand-in can be odd', () => {
  const { outcome, requests } = told('pause');
  assert.deepEqual(heard(outcome), expected);
  assert.equal(requests.length, 2);
  assert.deepEqual(heard(told('unknown_items').outcome), expected);
  const pages = { cited: untitled(script.cited), consulted: untitled(script.consulted) };
  assert.deepEqual(heard(told('null_titles').outcome), { ...expected, ...pages });
  assert.equal(told('empty_text').outcome.kind, 'bad_response');
});

test('the stand-in can fail', () => {
  const failed = (mode: FailureMode) => {
    const { outcome } = dialogue(between, (asked) => vendor.fail(asked, mode)!);
    return 'waitMs' in outcome ? [outcome.kind, outcome.waitMs] : outcome.kind;
  };
  const modes: FailureMode[] = ['auth', 'quota', 'overloaded', 'server', 'refused'];
  assert.deepEqual(modes.map(failed), modes);
  assert.deepEqual(failed('rate_seconds'), ['rate', 7000]);
  assert.deepEqual(failed('rate_date'), ['rate', 30_000]);
});

test('the stand-in refuses what the vendor would refuse', () => {
  const { url, headers, body } = anthropic.request(ask, { baseUrl: '/v1', key: 'k' }, [])!;
  const asked = { method: 'POST', path: url, headers, body: JSON.parse(body ?? '') };
  const [tool] = asked.body.tools;
  assert.equal(vendor.promptOf(asked), ask.prompt);
  const wrong: [Partial<Received>, RegExp][] = [
    [{ path: '/v1/complete' }, /not found: POST \/v1\/complete/],
    [{ headers: { ...headers, 'x-api-key': '' } }, /x-api-key/],
    [{ headers: { 'x-api-key': 'k' } }, /anthropic-version/],
    [{ body: undefined }, /expected object/],
    [{ body: { ...asked.body, max_tokens: undefined } }, /max_tokens/],
    [{ body: { ...asked.body, user_location: 'DE' } }, /user_location/],
    [{ body: { ...asked.body, thinking: { type: 'disabled' } } }, /thinking/],
    [{ body: { ...asked.body, tools: [{ ...tool, type: 'web_search' }] } }, /web_search_20250305/],
    [
      {
        body: { ...asked.body, tools: [{ ...tool, user_location: { type: 'approximate', country: 'fr' } }] },
      },
      /country/,
    ],
  ];
  for (const [change, error] of wrong) assert.throws(() => vendor.promptOf({ ...asked, ...change }), error);
});

test('the stand-in answers over HTTP', async () => {
  const server = await startVendors({ vendors: [vendor], behave: () => ({ mode: 'healthy', script }) });
  try {
    const endpoint = { baseUrl: `${server.url('anthropic')}/v1`, key: 'k' };
    const { url, ...init } = anthropic.request(ask, endpoint, [])!;
    const response = await fetch(url, init);
    const headers = Object.fromEntries(response.headers);
    const exchange = { status: response.status, headers, body: await response.text() };
    assert.deepEqual(heard(anthropic.parse(ask, [exchange])), expected);
    assert.partialDeepStrictEqual(server.asked, [{ agent: 'claude', prompt: ask.prompt }]);
  } finally {
    await server.stop();
  }
});
