// The table of prompts and agents, of one prompt alone.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { NAMES } from '../kit/answers.ts';
import { type Json, startApi } from '../kit/api.ts';

const api = await startApi();
const [, RIVAL] = NAMES;

test('one prompt alone: its cells, and who is named in its answers', async () => {
  const brand = await api.brand({ competitors: [RIVAL!] });
  await api.answers(brand, [
    { prompt: 'one', agent: 'chatgpt', position: 1 },
    { prompt: 'one', agent: 'chatgpt', position: 2 },
    { prompt: 'one', agent: 'claude', position: 1 },
    { prompt: 'two', agent: 'chatgpt', position: 1 },
    { prompt: 'two', agent: 'gemini', position: 2 },
  ]);
  const ask = (body: object): Promise<Json> => api.done('matrix', { brand_id: brand.id, ...body }, brand.key);
  const { prompts } = await ask({});
  const [one, two] = prompts as Json[];
  const own = await ask({ prompt_id: one.id });
  assert.deepEqual(own.prompts, [{ ...one, cells: one.cells.slice(0, 2) }]);
  assert.deepEqual(
    own.agents.map(({ ai_agent, answers }: Json) => [ai_agent, answers]),
    [
      ['chatgpt', 2],
      ['claude', 1],
    ],
  );
  const named = (matrix: Json) =>
    matrix.agents.flatMap((agent: Json) =>
      agent.share_of_voice
        .filter((share: Json) => share.name === RIVAL)
        .map((share: Json) => share.numerator),
    );
  const parts = [await ask({ prompt_id: two.id }), own].map((matrix) =>
    named(matrix).reduce((sum: number, one: number) => sum + one, 0),
  );
  const whole = named(await ask({})).reduce((sum: number, one: number) => sum + one, 0);
  assert.equal(parts[0]! + parts[1]!, whole);
  assert.ok(parts.every((part) => part > 0));
});

test('a prompt of another brand is none of this one', async () => {
  const [brand, other] = [await api.brand(), await api.brand()];
  await api.answers(other, [{ prompt: 'elsewhere', agent: 'chatgpt', position: 1 }]);
  const { prompts } = await api.done('prompts', { brand_id: other.id }, other.key);
  for (const prompt_id of [prompts[0].id, 999_999]) {
    const { status, json } = await api.call('matrix', { brand_id: brand.id, prompt_id }, brand.account.key);
    assert.deepEqual([status, json.error], [404, 'Prompt not found']);
  }
});
