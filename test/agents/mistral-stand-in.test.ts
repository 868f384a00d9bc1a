import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mistral as vendor } from '../../src/cli/demo/vendors/mistral.ts';
import { startVendors } from '../../src/cli/demo/vendors/server.ts';
import type { FailureMode, OddMode, Received } from '../../src/cli/demo/vendors/vendor.ts';
import { mistral } from '../../src/collector/agents/mistral.ts';
import { dialogue } from './dialogue.ts';
import { heard, quietScript, script, titled, untitled } from './stand-in-script.ts';

const model = 'mistral-medium-latest';
const ask = { agent: 'mistral', prompt: 'best crm for agencies', model, country: 'FR', language: 'fr' };
const between = { connection: mistral, vendor, ask };
const told = (odd?: OddMode, what = script) => {
  const { outcome, requests } = dialogue(between, (asked) => vendor.reply(asked, what, odd));
  assert.equal(requests.length, 1);
  return heard(outcome);
};
const expected = {
  kind: 'answer',
  text: script.text,
  cited: titled(script.cited),
  consulted: [],
  searches: script.searches,
  searched: 'yes',
  model,
  finish: '',
  usage: 3,
};

test('the stand-in says what its script says', () => {
  assert.deepEqual(told(), expected);
  const nothing = { cited: [], searches: [], searched: 'no', usage: 0 };
  assert.deepEqual(told(undefined, quietScript), { ...expected, ...nothing });
});

test('the stand-in can be odd, and does not pause', () => {
  assert.deepEqual(told('unknown_items'), expected);
  assert.deepEqual(told('null_titles'), { ...expected, cited: untitled(script.cited) });
  assert.equal(told('empty_text').kind, 'bad_response');
  assert.deepEqual(told('pause'), expected);
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
  const { url, headers, body } = mistral.request(ask, { baseUrl: '/v1', key: 'k' }, [])!;
  const asked = { method: 'POST', path: url, headers, body: JSON.parse(body ?? '') };
  assert.equal(vendor.promptOf(asked), ask.prompt);
  const wrong: [Partial<Received>, RegExp][] = [
    [{ path: '/v1/chat/completions' }, /not found: POST \/v1\/chat\/completions/],
    [{ headers: {} }, /Unauthorized/],
    [{ body: { ...asked.body, tools: [{ type: 'websearch' }] } }, /web_search/],
    [{ body: { ...asked.body, inputs: [] } }, /inputs/],
    [{ body: { ...asked.body, language: 'fr' } }, /language/],
  ];
  for (const [change, error] of wrong) assert.throws(() => vendor.promptOf({ ...asked, ...change }), error);
});

test('the stand-in answers over HTTP', async () => {
  const server = await startVendors({ vendors: [vendor], behave: () => ({ mode: 'healthy', script }) });
  try {
    const { url, ...init } = mistral.request(ask, { baseUrl: `${server.url('mistral')}/v1`, key: 'k' }, [])!;
    const response = await fetch(url, init);
    const headers = Object.fromEntries(response.headers);
    const exchange = { status: response.status, headers, body: await response.text() };
    assert.deepEqual(heard(mistral.parse(ask, [exchange])), expected);
    assert.partialDeepStrictEqual(server.asked, [{ agent: 'mistral', prompt: ask.prompt }]);
  } finally {
    await server.stop();
  }
});
