import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import type { Ask, Connection } from '../../src/collector/agents/agent.ts';
import { compatible, ollama, openrouter } from '../../src/collector/agents/compatible.ts';
import {
  acme,
  answer,
  ask,
  globex,
  healthy,
  local,
  localAnswer,
  localSays,
  parse,
  read,
  received,
  result,
  withMessage,
} from './compatible-bodies.ts';
import { mutated } from './mutated.ts';

const requestOf = (connection: Connection, given: Ask, key = 'key-1') => {
  const request = connection.request(given, { baseUrl: connection.baseUrl, key }, []);
  return { ...request, body: JSON.parse(request?.body ?? '') };
};

suite('the request', () => {
  test('to OpenRouter has its search tool, with bounds', () => {
    assert.deepEqual(requestOf(openrouter, ask), {
      method: 'POST',
      url: 'https://openrouter.ai/api/v1/chat/completions',
      headers: { authorization: 'Bearer key-1', 'content-type': 'application/json' },
      body: {
        model: 'deepseek/deepseek-v4.1-flash',
        messages: [{ role: 'user', content: 'best crm for small agencies' }],
        max_tokens: 4096,
        tools: [
          {
            type: 'openrouter:web_search',
            parameters: { max_results: 5, max_uses: 5, max_total_results: 25, max_characters: 2000 },
          },
        ],
        max_tool_calls: 5,
        reasoning: { effort: 'low' },
      },
    });
  });

  test('to Ollama is the prompt alone, without a key', () => {
    assert.deepEqual(requestOf(ollama, { ...ask, model: 'gemma4', country: 'DE', language: 'de' }, ''), {
      method: 'POST',
      url: 'http://127.0.0.1:11434/v1/chat/completions',
      headers: { 'content-type': 'application/json' },
      body: {
        model: 'gemma4',
        messages: [{ role: 'user', content: 'best crm for small agencies' }],
        max_tokens: 4096,
      },
    });
  });

  test('to any other server goes to the address that settings give', () => {
    const endpoint = { baseUrl: 'http://vllm.example:8000/v1/', key: 'k' };
    const request = compatible.request({ ...ask, agent: 'zorvexa', model: 'zorvexa-7b' }, endpoint, []);
    assert.equal(request?.url, 'http://vllm.example:8000/v1/chat/completions');
    assert.equal(request?.headers.authorization, 'Bearer k');
    assert.equal(JSON.parse(request?.body ?? '').model, 'zorvexa-7b');
  });

  test('passes the country to the search tool and has no place for a language', () => {
    const { body } = requestOf(openrouter, { ...ask, country: 'DE', language: 'de' });
    assert.deepEqual(body.tools[0].parameters.user_location, { type: 'approximate', country: 'DE' });
    assert.doesNotMatch(JSON.stringify(body), /"de"|German/);
  });

  test('is the only one', () => {
    const endpoint = { baseUrl: 'http://x.example/v1', key: '' };
    for (const connection of [openrouter, ollama, compatible])
      assert.equal(connection.request(ask, endpoint, [received(healthy)]), null);
  });
});

test('agents: OpenRouter has those without a connection of their own, any other server none by itself', () => {
  assert.deepEqual(Object.keys(openrouter.agents), ['deepseek', 'meta_ai', 'qwen', 'kimi']);
  assert.deepEqual([ollama.agents, compatible.agents], [{ ollama: { model: 'gemma4' } }, {}]);
  assert.ok([openrouter, ollama, compatible].every(({ anyAgent }) => anyAgent));
});

test('an answer of OpenRouter cites the results that its text links to', () =>
  assert.deepEqual(parse(received(healthy)), answer));

test('an answer of Ollama is text and counts', () =>
  assert.deepEqual(ollama.parse({ ...ask, model: 'gemma4' }, [received(local)]), localAnswer));

test('an answer that cites by place is read in the order of the places', () => {
  const annotations = [result(globex, 'Globex', [60, 90]), result(acme, 'Acme', [10, 30])];
  assert.partialDeepStrictEqual(read({ content: 'No links here.', annotations }), {
    cited: [
      { url: acme, title: 'Acme' },
      { url: globex, title: 'Globex' },
    ],
    consulted: [],
  });
});

test('an answer whose annotations name no place cites them all', () => {
  const annotations = [
    { type: 'url_citation', url: globex, title: 'Globex' },
    { url_citation: { url: acme } },
  ];
  const cited = [
    { url: globex, title: 'Globex' },
    { url: acme, title: '' },
  ];
  assert.partialDeepStrictEqual(read({ content: 'Acme.', annotations }), { cited, consulted: [] });
});

test('an answer does not cite a page because it links to one below it', () => {
  const annotations = [
    result('https://acme.example/crm', 'CRM'),
    result('https://acme.example/crm/price', 'P'),
  ];
  assert.partialDeepStrictEqual(
    read({ content: '[Acme](https://acme.example/crm/price#top)', annotations }),
    {
      cited: [{ url: 'https://acme.example/crm/price', title: 'P' }],
      consulted: [{ url: 'https://acme.example/crm', title: 'CRM' }],
    },
  );
});

test('an answer without a search says so only where the server counts searches', () => {
  const quiet = { ...withMessage({ annotations: undefined }), usage: { prompt_tokens: 9 } };
  assert.partialDeepStrictEqual(parse(received(quiet)), { searched: 'unknown', cited: [], consulted: [] });
  const counted = { ...quiet, usage: { server_tool_use: { web_search_requests: 0 } } };
  assert.partialDeepStrictEqual(parse(received(counted)), { searched: 'no', usage: { searches: 0 } });
  const native = { ...quiet, usage: { server_tool_use_details: { web_search_requests: 2 } } };
  assert.partialDeepStrictEqual(parse(received(native)), { searched: 'yes', usage: { searches: 2 } });
});

test('an answer with a key of the model vendor costs what both bill', () => {
  const billed = { cost: 0.001, is_byok: true, cost_details: { upstream_inference_cost: 0.02 } };
  const outcome = parse(received({ ...healthy, usage: billed }));
  assert.partialDeepStrictEqual(outcome, { usage: { usd: 0.021 } });
});

test('an answer may cite a hundred pages', () => {
  const pages = Array.from({ length: 100 }, (_, at) => `https://site${at}.example/`);
  const content = pages.map((url, at) => `Fact ${at} [source](${url}).`).join('\n\n');
  const annotations = pages.map((url, at) => result(url, `T${at}`)).reverse();
  const outcome = read({ content, annotations });
  assert.deepEqual(
    outcome.kind === 'answer' && outcome.cited,
    pages.map((url, at) => ({ url, title: `T${at}` })),
  );
});

test('an answer survives annotations that nobody knows, titles that are null, and missing counts', () => {
  const annotations = [
    null,
    7,
    { type: 'file', file: { name: 'a.pdf' } },
    result('javascript:x', ''),
    result(acme, null),
  ];
  const body = { ...withMessage({ annotations, holograms: [{}] }), usage: null, model: null };
  assert.deepEqual(parse(received(body)), {
    ...answer,
    cited: [{ url: acme, title: '' }],
    consulted: [],
    model: ask.model,
    usage: { input_tokens: null, output_tokens: null, searches: null, usd: null },
  });
});

test('an answer may come in parts', () => {
  const parts = [{ type: 'thinking', thinking: [] }, { type: 'text', text: 'Try ' }, { text: '**Acme**.' }];
  assert.deepEqual(localSays(parts), localAnswer);
});

test('an answer cut off by the token limit is an answer, and says so', () =>
  assert.deepEqual(read({}, 'length'), { ...answer, finish: 'length' }));

suite('thinking is no part of the answer', () => {
  const cases: [string, string, string][] = [
    ['a block before it', '<think>\nAcme? Globex?\n</think>\n\nTry **Acme**.', 'Try **Acme**.'],
    ['several blocks', '<think>a</think>\n<think>b</think> Try **Acme**.', 'Try **Acme**.'],
    ['a block whose beginning is missing', 'Acme? Globex?\n</think>\n\nTry **Acme**.', 'Try **Acme**.'],
    ['an empty block', '\n<think></think>Try **Acme**.', 'Try **Acme**.'],
  ];
  for (const [name, content, expected] of cases)
    test(name, () => assert.partialDeepStrictEqual(localSays(content), { text: expected }));

  test('fields of their own', () => {
    for (const name of ['reasoning', 'reasoning_content', 'thinking'])
      assert.deepEqual(localSays('Try **Acme**.', { [name]: 'Globex is too dear.' }), localAnswer);
  });

  test('tags that the answer speaks of stay', () => {
    for (const content of [
      'Write `<think>` and `</think>`.',
      'A\n\n<think>b</think>\n\nC',
      '<thinking> about Acme',
    ])
      assert.partialDeepStrictEqual(localSays(content), { text: content });
  });

  test('an answer that is nothing else is empty', () => {
    for (const content of ['<think>Acme or Globex', '<think>Acme</think> \n', 'Acme</think>'])
      assert.partialDeepStrictEqual(localSays(content, {}, 'length'), {
        kind: 'bad_response',
        message: 'the answer is empty (finish_reason: length)',
        usage: localAnswer.usage,
      });
  });

  test('a million blocks are read in a moment', () => {
    const content = `${'<think></think>'.repeat(1_000_000)}Acme`;
    assert.partialDeepStrictEqual(localSays(content), { text: 'Acme' });
  });
});

suite('whatever comes', () => {
  const isCount = (value: unknown) => value === null || (typeof value === 'number' && value >= 0);

  for (const garbage of ['null', '[]', '"x"', '{}', '0', '{"choices":{}}', '{"choices":[{"message":[]}]}'])
    test(`${garbage} is a bad response`, () => assert.equal(parse(received(garbage)).kind, 'bad_response'));

  test('reading never throws and keeps its promises', () => {
    fc.assert(
      fc.property(mutated(healthy), fc.constantFrom(200, 429, 500), (body, status) => {
        const outcome = parse(received(JSON.stringify(body) ?? '', status));
        if (outcome.kind !== 'answer') return assert.equal(typeof outcome.message, 'string');
        assert.equal(status, 200);
        assert.notEqual(outcome.text.trim(), '');
        assert.ok(Object.values(outcome.usage).every(isCount));
        const links = [...outcome.cited, ...outcome.consulted];
        assert.equal(new Set(links.map(({ url }) => url)).size, links.length);
        assert.ok(links.every(({ url, title }) => url !== '' && typeof title === 'string'));
      }),
      { numRuns: 2000 },
    );
  });
});
