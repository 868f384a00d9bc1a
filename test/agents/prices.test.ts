import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Connection } from '../../src/collector/agents/agent.ts';
import { anthropic } from '../../src/collector/agents/anthropic.ts';
import { ollama, openrouter } from '../../src/collector/agents/compatible.ts';
import { dataforseo } from '../../src/collector/agents/dataforseo.ts';
import { gemini } from '../../src/collector/agents/gemini.ts';
import { mistral } from '../../src/collector/agents/mistral.ts';
import { openai } from '../../src/collector/agents/openai.ts';
import { perplexity } from '../../src/collector/agents/perplexity.ts';
import { serpapi } from '../../src/collector/agents/serpapi.ts';
import { xai } from '../../src/collector/agents/xai.ts';
import prices from '../../src/collector/prices.json' with { type: 'json' };
import { costOf, estimateOf, MOST_SEARCHES, type Prices } from '../../src/domain/cost.ts';

const table: Prices = prices;
const chatting: Connection[] = [openai, anthropic, gemini, perplexity, xai, mistral, openrouter];
const connections: Connection[] = [...chatting, ollama, dataforseo, serpapi];
const asked = connections.flatMap(({ id, agents }) =>
  Object.entries(agents).map(([agent, { model }]) => ({ connection: id, agent, model })),
);

test('every connection has prices, and nothing else has', () => {
  assert.deepEqual(Object.keys(table).sort(), connections.map(({ id }) => id).sort());
});

test('every agent that is asked unless a plan says otherwise has a price between nothing and two dollars', () => {
  for (const one of asked) {
    const estimate = estimateOf(table, { ...one, promptLength: 120 });
    assert.ok(estimate, `${one.connection} ${one.model}`);
    assert.ok(estimate.expected <= estimate.most && estimate.most < 2_000_000, one.model);
    assert.equal(estimate.expected > 0, one.connection !== 'ollama', one.model);
  }
});

test('a usual answer of every model costs what the table says, between a tenth of a cent and half a dollar', () => {
  const usage = { input_tokens: 10_000, output_tokens: 800, searches: 1, usd: null };
  for (const { id } of chatting)
    for (const model of Object.keys(table[id]?.models ?? {})) {
      const cost = costOf(table, { connection: id, agent: 'chatgpt', model, usage });
      assert.ok(cost !== null && cost > 1000 && cost < 500_000, `${id} ${model}: ${cost}`);
    }
});

test('prices say where they are from and how old they are', () => {
  for (const [id, { date, source, search, most_searches }] of Object.entries(table)) {
    assert.match(date, /^202\d(?:-\d\d){0,2}$/, id);
    assert.match(source, /^https:\/\/\S+$/, id);
    assert.ok(search === undefined || (search > 0 && search < 0.1), id);
    assert.ok(most_searches === undefined || most_searches > MOST_SEARCHES, id);
  }
});

test('output costs at least as much as input, for every model', () => {
  for (const [id, { models = {} }] of Object.entries(table))
    for (const [name, { input, output }] of Object.entries(models))
      assert.ok(input > 0 && output >= input && output <= 100, `${id} ${name}`);
});
