import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dataforseo as vendor } from '../../src/cli/demo/vendors/dataforseo.ts';
import { startVendors } from '../../src/cli/demo/vendors/server.ts';
import type { FailureMode, OddMode, Received } from '../../src/cli/demo/vendors/vendor.ts';
import type { Connection } from '../../src/collector/agents/agent.ts';
import { dataforseo } from '../../src/collector/agents/dataforseo.ts';
import { askOf, surfaces } from './dataforseo-bodies.ts';
import { dialogue } from './dialogue.ts';
import { heard, quietScript, script, titled, untitled } from './stand-in-script.ts';

// The key of this vendor has a login before it.
const connection: Connection = {
  ...dataforseo,
  request: (ask, { baseUrl, key }, exchanges) =>
    dataforseo.request(ask, { baseUrl, key: `login:${key}` }, exchanges),
};
const between = (agent: string) => ({
  connection,
  vendor,
  ask: { ...askOf(agent), prompt: '50%2B off? C++', country: 'FR', language: 'fr' },
});
const told = (agent: string, odd?: OddMode, what = script) => {
  const { outcome, requests } = dialogue(between(agent), (asked) => vendor.reply(asked, what, odd));
  assert.equal(requests.length, 1);
  return heard(outcome);
};

const chatText = `# CRMs [reviews.example](https://reviews.example/acme)

Acme is liked. Globex is cheap! And **Initech**? [globex.example](https://globex.example/)

- Zorvexa, too [third.example](https://third.example/?a=1&b=2)`;
const chat = {
  kind: 'answer',
  text: chatText,
  cited: titled(script.cited),
  consulted: titled(script.consulted),
  searches: script.searches,
  searched: 'yes',
  model: 'gpt-5-6',
  finish: 'Ok.',
  usage: 1,
};
const expected = (agent: string) =>
  agent === 'chatgpt_web' ? chat : { ...chat, text: script.text, consulted: [], searches: [], model: agent };

test('the stand-in says what its script says, of every page', () => {
  for (const agent of surfaces) assert.deepEqual(told(agent), expected(agent));
  const nothing = { text: script.text, cited: [], consulted: [], searches: [] };
  assert.deepEqual(told('chatgpt_web', undefined, quietScript), { ...chat, ...nothing, searched: 'no' });
  const quiet = { ...expected('google_ai_mode'), ...nothing, searched: 'unknown' };
  assert.deepEqual(told('google_ai_mode', undefined, quietScript), quiet);
});

test('the stand-in can be odd, and does not pause', () => {
  for (const agent of surfaces) {
    const said = expected(agent);
    assert.deepEqual(told(agent, 'unknown_items'), said);
    assert.deepEqual(told(agent, 'pause'), said);
    const pages = { cited: untitled(said.cited), consulted: untitled(said.consulted) };
    assert.deepEqual(told(agent, 'null_titles'), { ...said, ...pages });
    assert.equal(told(agent, 'empty_text').kind, 'bad_response');
  }
});

test('the stand-in can fail, but not refuse', () => {
  const failed = (mode: FailureMode) => {
    const { outcome } = dialogue(between('google_ai_mode'), (asked) => vendor.fail(asked, mode)!);
    return 'waitMs' in outcome ? [outcome.kind, outcome.waitMs] : outcome.kind;
  };
  const modes: FailureMode[] = ['auth', 'quota', 'overloaded', 'server'];
  assert.deepEqual(modes.map(failed), modes);
  assert.deepEqual(failed('rate_seconds'), ['rate', 7000]);
  assert.deepEqual(failed('rate_date'), ['rate', 30_000]);
  assert.equal(failed('rate_body'), 'rate');
  const asked = { method: 'POST', path: '/v3/serp/google/ai_mode/live/advanced', headers: {}, body: [] };
  assert.equal(vendor.fail(asked, 'refused'), null);
});

test('the stand-in refuses what the vendor would refuse', () => {
  const { url, headers, body } = connection.request(
    askOf('google_ai_mode'),
    { baseUrl: '/v3', key: 'k' },
    [],
  )!;
  const asked = { method: 'POST', path: url, headers, body: JSON.parse(body ?? '') };
  const [task] = asked.body;
  assert.equal(vendor.promptOf(asked), 'best crm for small agencies');
  const wrong: [Partial<Received>, RegExp][] = [
    [{ method: 'GET' }, /POST/],
    [{ path: '/v3/serp/google/maps/live/advanced' }, /40402/],
    [{ headers: { ...headers, authorization: 'Bearer k' } }, /login:password/],
    [{ headers: { authorization: headers.authorization } }, /not JSON/],
    [{ body: [task, task] }, /40000/],
    [{ body: [{ ...task, keyword: '' }] }, /keyword/],
    [{ body: [{ ...task, keyword: 'x'.repeat(701) }] }, /too long/],
    [{ body: [{ ...task, location_code: undefined }] }, /location_code/],
    [{ body: [{ ...task, language_code: undefined }] }, /language_code/],
  ];
  for (const [change, error] of wrong) assert.throws(() => vendor.promptOf({ ...asked, ...change }), error);
});

test('the stand-in answers over HTTP', async () => {
  const server = await startVendors({ vendors: [vendor], behave: () => ({ mode: 'healthy', script }) });
  try {
    const { connection, ask } = between('google_ai_overview');
    const endpoint = { baseUrl: `${server.url('dataforseo')}/v3`, key: 'k' };
    const { url, ...init } = connection.request(ask, endpoint, [])!;
    const response = await fetch(url, init);
    const headers = Object.fromEntries(response.headers);
    const exchange = { status: response.status, headers, body: await response.text() };
    assert.deepEqual(heard(dataforseo.parse(ask, [exchange])), expected(ask.agent));
    assert.partialDeepStrictEqual(server.asked, [{ agent: ask.agent, prompt: ask.prompt }]);
  } finally {
    await server.stop();
  }
});
