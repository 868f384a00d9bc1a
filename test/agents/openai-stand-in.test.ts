import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openai as vendor } from '../../src/cli/demo/vendors/openai.ts';
import { startVendors } from '../../src/cli/demo/vendors/server.ts';
import type { FailureMode, OddMode, Received } from '../../src/cli/demo/vendors/vendor.ts';
import { openai } from '../../src/collector/agents/openai.ts';
import { dialogue } from './dialogue.ts';
import { model } from './openai-bodies.ts';
import { quietScript, script, titled, untitled } from './stand-in-script.ts';

const ask = { agent: 'chatgpt', prompt: 'best crm for agencies', model, country: 'FR', language: 'fr' };
const between = { connection: openai, vendor, ask };
const told = (odd?: OddMode, what = script) => dialogue(between, (asked) => vendor.reply(asked, what, odd));
const text =
  '# CRMs\n\nAcme is liked. Globex is cheap! And **Initech**? ([reviews.example](https://reviews.example/acme?utm_source=openai))\n\n' +
  '- Zorvexa, too ([globex.example](https://globex.example/?utm_source=openai)) ([third.example](https://third.example/?a=1&b=2&utm_source=openai))';
const expected = {
  kind: 'answer',
  text,
  cited: titled(script.cited),
  consulted: untitled(script.consulted),
  searches: script.searches,
  searched: 'yes',
  model,
  finish: 'completed',
};

test('the stand-in says what its script says', () => {
  const { outcome, requests } = told();
  assert.partialDeepStrictEqual(outcome, { ...expected, usage: { searches: 3, usd: null } });
  assert.equal(requests.length, 1);
  const quiet = { text: quietScript.text, cited: [], consulted: [], searches: [], searched: 'no' };
  assert.partialDeepStrictEqual(told(undefined, quietScript).outcome, { ...quiet, usage: { searches: 0 } });
});

test('its annotations stand where the marks stand', () => {
  const wide = { ...script, text: 'Ačme 🚲 leads.\nGlobex follows.' };
  const { output } = JSON.parse(told(undefined, wide).received[0]!.body);
  const [part] = output.at(-1).content;
  const characters = [...part.text];
  assert.equal(part.annotations.length, script.cited.length);
  for (const { start_index, end_index, url } of part.annotations)
    assert.equal(characters.slice(start_index, end_index).join(''), `([${new URL(url).host}](${url}))`);
});

test('the stand-in can be odd', () => {
  assert.partialDeepStrictEqual(told('pause').outcome, expected);
  assert.partialDeepStrictEqual(told('unknown_items').outcome, expected);
  assert.partialDeepStrictEqual(told('null_titles').outcome, { ...expected, cited: untitled(script.cited) });
  assert.partialDeepStrictEqual(told('empty_text').outcome, {
    kind: 'bad_response',
    message: 'the answer is empty (finish: completed)',
  });
  const silent = { ...script, searches: [], text: '' };
  assert.partialDeepStrictEqual(told(undefined, silent).outcome, { searches: [], searched: 'yes' });
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
  assert.deepEqual(failed('rate_body'), ['rate', 1200]);
});

test('the stand-in refuses what the vendor would refuse', () => {
  const { url, headers, body } = openai.request(ask, { baseUrl: '/v1', key: 'k' }, [])!;
  const asked = { method: 'POST', path: url, headers, body: JSON.parse(body ?? '') };
  const [tool] = asked.body.tools;
  assert.equal(vendor.promptOf(asked), ask.prompt);
  const wrong: [Partial<Received>, RegExp][] = [
    [{ method: 'GET' }, /not found: GET/],
    [{ path: '/v1/chat/completions' }, /not found: POST \/v1\/chat\/completions/],
    [{ headers: { ...headers, authorization: 'k' } }, /bearer/],
    [{ headers: { authorization: 'Bearer k' } }, /content-type/],
    [{ body: undefined }, /expected object/],
    [{ body: { ...asked.body, model: undefined } }, /model/],
    [{ body: { ...asked.body, max_tokens: 7 } }, /max_tokens/],
    [{ body: { ...asked.body, include: ['everything'] } }, /include/],
    [{ body: { ...asked.body, tools: [{ ...tool, type: 'web_search_20250305' }] } }, /web_search/],
    [{ body: { ...asked.body, tools: [{ ...tool, user_location: { country: 'FR' } }] } }, /user_location/],
  ];
  for (const [change, error] of wrong) assert.throws(() => vendor.promptOf({ ...asked, ...change }), error);
});

test('the stand-in answers over HTTP', async () => {
  const server = await startVendors({ vendors: [vendor], behave: () => ({ mode: 'healthy', script }) });
  try {
    const request = openai.request(ask, { baseUrl: `${server.url('openai')}/v1`, key: 'k' }, [])!;
    const response = await fetch(request.url, request);
    const exchange = { status: response.status, headers: {}, body: await response.text() };
    assert.partialDeepStrictEqual(openai.parse(ask, [exchange]), expected);
    assert.partialDeepStrictEqual(server.asked, [{ vendor: 'openai', agent: 'chatgpt', prompt: ask.prompt }]);
  } finally {
    await server.stop();
  }
});
