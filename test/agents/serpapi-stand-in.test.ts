import assert from 'node:assert/strict';
import { test } from 'node:test';
import { serpapi as vendor } from '../../src/cli/demo/vendors/serpapi.ts';
import { startVendors } from '../../src/cli/demo/vendors/server.ts';
import type { FailureMode, OddMode } from '../../src/cli/demo/vendors/vendor.ts';
import type { Exchange } from '../../src/collector/agents/agent.ts';
import { serpapi } from '../../src/collector/agents/serpapi.ts';
import { dialogue } from './dialogue.ts';
import { askOf, surfaces } from './serpapi-bodies.ts';
import { heard, quietScript, script, titled, untitled } from './stand-in-script.ts';

const between = (agent: string) => ({
  connection: serpapi,
  vendor,
  ask: { ...askOf(agent), prompt: '50%2B off? C++ & more', country: 'FR', language: 'fr' },
});
const told = (agent: string, odd?: OddMode, what = script) => {
  const { outcome, requests } = dialogue(between(agent), (asked) => vendor.reply(asked, what, odd));
  return { requests: requests.length, outcome: heard(outcome) };
};
const expected = (agent: string) => ({
  kind: 'answer',
  text: script.text,
  cited: titled(script.cited),
  consulted: [],
  searches: [],
  searched: 'yes',
  model: agent,
  finish: 'Success',
  usage: 1,
});

test('the stand-in says what its script says, of every page', () => {
  for (const agent of surfaces) {
    assert.deepEqual(told(agent), { requests: 1, outcome: expected(agent) });
    const quiet = { ...expected(agent), cited: [], searched: 'unknown' };
    assert.deepEqual(told(agent, undefined, quietScript), { requests: 1, outcome: quiet });
  }
});

test('the stand-in can be odd', () => {
  for (const agent of surfaces) {
    assert.deepEqual(told(agent, 'unknown_items').outcome, expected(agent));
    assert.deepEqual(told(agent, 'null_titles').outcome, {
      ...expected(agent),
      cited: untitled(script.cited),
    });
    assert.equal(told(agent, 'empty_text').outcome.kind, 'bad_response');
  }
  assert.deepEqual(told('copilot', 'pause'), told('copilot'));
});

test('the stand-in shows an overview later, by a second request that is billed too', () => {
  const agent = 'google_ai_overview';
  assert.deepEqual(told(agent, 'pause'), { requests: 2, outcome: { ...expected(agent), usage: 2 } });
});

test('the stand-in can fail, but not refuse', () => {
  const failed = (mode: FailureMode) => {
    const { outcome } = dialogue(between('copilot'), (asked) => vendor.fail(asked, mode)!);
    return 'waitMs' in outcome ? [outcome.kind, outcome.waitMs] : outcome.kind;
  };
  const modes: FailureMode[] = ['auth', 'quota', 'overloaded', 'server'];
  assert.deepEqual(modes.map(failed), modes);
  assert.deepEqual(failed('rate_seconds'), ['rate', 7000]);
  assert.deepEqual(failed('rate_date'), ['rate', 30_000]);
  assert.equal(failed('rate_body'), 'rate');
  assert.throws(() => failed('refused'), TypeError);
});

test('the stand-in refuses what the vendor would refuse', () => {
  const path = serpapi.request(askOf('google_ai_mode'), { baseUrl: '', key: 'k' }, [])?.url ?? '';
  const promptOf = (from: string | RegExp, to: string, method = 'GET') =>
    vendor.promptOf({ method, path: path.replace(from, to), headers: {}, body: undefined });
  assert.equal(promptOf('', ''), 'best crm for small agencies');
  assert.throws(() => promptOf('', '', 'POST'), /GET/);
  assert.throws(() => promptOf('/search.json', '/find'), /no path/);
  assert.throws(() => promptOf('google_ai_mode', 'altavista'), /Unsupported `altavista`/);
  assert.throws(() => promptOf(/&api_key=\w+/, ''), /Missing `api_key`/);
  assert.throws(() => promptOf('&q=', '&p='), /Missing query `q`/);
  assert.throws(
    () => promptOf('google_ai_mode&q=', 'google_ai_overview&page_token='),
    /Invalid `page_token`/,
  );
  assert.throws(() => promptOf('no_cache', 'async=true&no_cache'), /together/);
});

test('the stand-in answers over HTTP', async () => {
  const behave = () => ({ mode: 'healthy', script, odd: 'pause' }) as const;
  const server = await startVendors({ vendors: [vendor], behave });
  try {
    const { ask } = between('google_ai_overview');
    const endpoint = { baseUrl: server.url('serpapi'), key: 'k' };
    const received: Exchange[] = [];
    for (
      let next = serpapi.request(ask, endpoint, []);
      next;
      next = serpapi.request(ask, endpoint, received)
    ) {
      const { url, ...init } = next;
      const response = await fetch(url, init);
      const headers = Object.fromEntries(response.headers);
      received.push({ status: response.status, headers, body: await response.text() });
    }
    assert.deepEqual(heard(serpapi.parse(ask, received)), { ...expected(ask.agent), usage: 2 });
    const prompts = server.asked.map(({ agent, prompt }) => [agent, prompt]);
    assert.deepEqual(prompts, [
      [ask.agent, ask.prompt],
      [ask.agent, null],
    ]);
  } finally {
    await server.stop();
  }
});
