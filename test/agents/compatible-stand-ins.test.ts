import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as vendors from '../../src/cli/demo/vendors/compatible.ts';
import type { FailureMode, OddMode, Received, Script } from '../../src/cli/demo/vendors/vendor.ts';
import { chatCompletions, ollama, openrouter } from '../../src/collector/agents/compatible.ts';
import { acme, ask, globex, initech } from './compatible-bodies.ts';
import { dialogue } from './dialogue.ts';

const script: Script = {
  text: '# CRMs\n\nAcme is liked.\nGlobex is cheap! And **Initech**?\n\n| a | b |\n|---|---|\n| Acme | 1 |\n\n- Zorvexa, too',
  cited: [
    { url: acme, title: 'Acme' },
    { url: globex, title: null },
    { url: 'https://third.example/', title: 'Third' },
    { url: 'https://fourth.example/', title: 'Fourth' },
  ],
  consulted: [{ url: initech, title: 'Initech' }],
  searches: ['crm', 'crm price'],
  searched: true,
};
const other = chatCompletions({ id: 'compatible', agents: {}, baseUrl: 'http://vllm.example/v1' });
const between = {
  openrouter: { connection: openrouter, vendor: vendors.openrouter, ask: { ...ask, country: 'FR' } },
  ollama: { connection: ollama, vendor: vendors.ollama, ask: { ...ask, model: 'gemma4' } },
  compatible: { connection: other, vendor: vendors.compatible, ask: { ...ask, model: 'zorvexa-7b' } },
};
type Name = keyof typeof between;
const names: Name[] = ['openrouter', 'ollama', 'compatible'];
const told = (name: Name, odd?: OddMode, said: Script = script) =>
  dialogue(between[name], (asked) => between[name].vendor.reply(asked, said, odd)).outcome;
const titled = (links: Script['cited']) => links.map(({ url, title }) => ({ url, title: title ?? '' }));

test('the stand-ins say what their script says', () => {
  assert.partialDeepStrictEqual(told('openrouter'), {
    kind: 'answer',
    text: script.text
      .replace('liked.', `liked. ([reviews.example](${acme}))`)
      .replace('?', `? ([globex.example](${globex}))`)
      .concat(' ([third.example](https://third.example/)) ([fourth.example](https://fourth.example/))'),
    cited: titled(script.cited),
    consulted: titled(script.consulted),
    searched: 'yes',
    usage: { searches: 2 },
  });
  for (const name of ['ollama', 'compatible'] as const)
    assert.partialDeepStrictEqual(told(name), { text: script.text, cited: [], searched: 'unknown' });
  const quiet = { ...script, searched: false };
  assert.partialDeepStrictEqual(told('openrouter', undefined, quiet), {
    text: script.text,
    searched: 'unknown',
  });
});

test('the stand-ins can be odd', () => {
  for (const name of names) {
    assert.partialDeepStrictEqual(told(name, 'unknown_items'), { kind: 'answer', cited: [] });
    assert.partialDeepStrictEqual(told(name, 'empty_text'), { kind: 'bad_response' });
    assert.deepEqual(told(name, 'pause'), told(name));
  }
  const untitled = (links: Script['cited']) => links.map(({ url }) => ({ url, title: '' }));
  assert.partialDeepStrictEqual(told('openrouter', 'null_titles'), { cited: untitled(script.cited) });
});

test('the stand-ins can fail', () => {
  const failed = (name: Name) => (mode: FailureMode) => {
    const { vendor } = between[name];
    const { outcome } = dialogue(between[name], (asked) => vendor.fail(asked, mode)!);
    return 'waitMs' in outcome ? [outcome.kind, outcome.waitMs] : outcome.kind;
  };
  const modes: FailureMode[] = ['auth', 'quota', 'overloaded', 'server', 'refused'];
  const rates: FailureMode[] = ['rate_seconds', 'rate_date', 'rate_body'];
  for (const name of ['openrouter', 'compatible'] as const)
    assert.deepEqual(modes.map(failed(name)), modes, name);
  assert.deepEqual(rates.map(failed('openrouter')), [
    ['rate', 7000],
    ['rate', 30_000],
    ['rate', 12_000],
  ]);
  assert.deepEqual(rates.map(failed('compatible')), [
    ['rate', 7000],
    ['rate', 30_000],
    ['rate', 7500],
  ]);
  const ofOllama: FailureMode[] = ['auth', 'quota', 'overloaded', 'server'];
  assert.deepEqual(ofOllama.map(failed('ollama')), ofOllama);
  assert.deepEqual(failed('ollama')('rate_body'), ['rate', 3_600_000]);
});

const asking = (name: Name): Received => {
  const { connection, ask: asked } = between[name];
  const baseUrl = new URL(connection.baseUrl).pathname;
  const { method, url, headers, body } = connection.request(asked, { baseUrl, key: 'k' }, [])!;
  return { method, path: url, headers, body: JSON.parse(body ?? '') };
};

test('a local server asks for no wait and refuses nothing', () => {
  const modes: FailureMode[] = ['rate_seconds', 'rate_date', 'refused'];
  for (const mode of modes) assert.equal(vendors.ollama.fail(asking('ollama'), mode), null);
});

test('the stand-ins know which agent is meant', () => {
  const agentOf = (name: Name, model: string) => {
    const asked = asking(name);
    return between[name].vendor.agentOf({ ...asked, body: { ...(asked.body as object), model } });
  };
  for (const [agent, { model }] of Object.entries(openrouter.agents))
    assert.equal(agentOf('openrouter', model), agent);
  assert.equal(agentOf('ollama', 'gemma4'), 'ollama');
  assert.equal(agentOf('compatible', 'Zorvexa-7B'), 'zorvexa_7b');
});

test('the stand-ins refuse what the vendor would refuse', () => {
  const asked = asking('openrouter');
  const body = asked.body as { tools: unknown[] };
  assert.equal(vendors.openrouter.promptOf(asked), ask.prompt);
  const wrong: [Partial<Received>, RegExp][] = [
    [{ path: '/v1/chat/completions' }, /not found: POST \/v1/],
    [{ method: 'GET' }, /not found: GET/],
    [{ headers: {} }, /No auth credentials/],
    [{ body: { ...body, model: '' } }, /model/],
    [{ body: { ...body, max_tokens: undefined } }, /max_tokens/],
    [{ body: { ...body, plugins: [{ id: 'web' }] } }, /plugins/],
    [{ body: { ...body, tools: [{ type: 'web_search' }] } }, /tools/],
    [{ body: { ...body, messages: [] } }, /messages/],
  ];
  for (const [change, expected] of wrong)
    assert.throws(() => vendors.openrouter.promptOf({ ...asked, ...change }), expected);
  assert.throws(() => vendors.ollama.promptOf({ ...asking('ollama'), body }), /tools/);
});
