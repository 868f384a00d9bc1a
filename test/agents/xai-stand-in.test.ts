import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startVendors } from '../../src/cli/demo/vendors/server.ts';
import type { FailureMode, OddMode, Received } from '../../src/cli/demo/vendors/vendor.ts';
import { xai as vendor } from '../../src/cli/demo/vendors/xai.ts';
import { xai } from '../../src/collector/agents/xai.ts';
import { dialogue } from './dialogue.ts';
import { quietScript, script, untitled } from './stand-in-script.ts';
import { model } from './xai-bodies.ts';

const ask = { agent: 'grok', prompt: 'best crm for agencies', model, country: 'FR', language: 'fr' };
const between = { connection: xai, vendor, ask };
const told = (odd?: OddMode, what = script) => dialogue(between, (asked) => vendor.reply(asked, what, odd));
const text =
  '# CRMs\n\nAcme is liked. Globex is cheap! And **Initech**?[[1]](https://reviews.example/acme)\n\n' +
  '- Zorvexa, too[[2]](https://globex.example/)[[3]](https://third.example/?a=1&b=2)';
const expected = {
  kind: 'answer',
  text,
  cited: untitled(script.cited),
  consulted: untitled(script.consulted),
  searches: script.searches,
  searched: 'yes',
  model,
  finish: 'completed',
};

test('the stand-in says what its script says', () => {
  const { outcome, requests } = told();
  assert.partialDeepStrictEqual(outcome, { ...expected, usage: { searches: 3, usd: 0.02943 } });
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
  for (const { start_index, end_index, url, title } of part.annotations)
    assert.equal(characters.slice(start_index, end_index).join(''), `[[${title}]](${url})`);
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

test('pages that no mark cites are only consulted', () => {
  const outcome = told(undefined, { ...script, cited: [] }).outcome;
  assert.partialDeepStrictEqual(outcome, {
    text: script.text,
    cited: [],
    consulted: untitled(script.consulted),
  });
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
  const { url, headers, body } = xai.request(ask, { baseUrl: '/v1', key: 'k' }, [])!;
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
    [{ body: { ...asked.body, max_tool_calls: 5 } }, /max_tool_calls/],
    [{ body: { ...asked.body, include: ['everything'] } }, /Argument not supported: include/],
    [{ body: { ...asked.body, tools: [{ type: 'live_search' }] } }, /web_search/],
    [
      { body: { ...asked.body, tools: [{ ...tool, user_location: { country: 'FR' } }] } },
      /rejected if it is set/,
    ],
  ];
  for (const [change, error] of wrong) assert.throws(() => vendor.promptOf({ ...asked, ...change }), error);
});

test('the stand-in answers over HTTP', async () => {
  const server = await startVendors({ vendors: [vendor], behave: () => ({ mode: 'healthy', script }) });
  try {
    const request = xai.request(ask, { baseUrl: `${server.url('xai')}/v1`, key: 'k' }, [])!;
    const response = await fetch(request.url, request);
    const exchange = { status: response.status, headers: {}, body: await response.text() };
    assert.partialDeepStrictEqual(xai.parse(ask, [exchange]), expected);
    assert.partialDeepStrictEqual(server.asked, [{ vendor: 'xai', agent: 'grok', prompt: ask.prompt }]);
  } finally {
    await server.stop();
  }
});
