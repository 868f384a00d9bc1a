// Random histories through HTTP against the naive model of test/kit/model.ts: equal numbers after every one.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { checkFacts } from '../../src/storage/check.ts';
import { NAMES, SCORES } from '../kit/answers.ts';
import { type Json, startApi, tidy } from '../kit/api.ts';
import {
  AGENTS,
  createBrand,
  filter,
  type HistorySteps,
  history,
  importAnswers,
  type Pair,
  take,
  type World,
} from '../kit/history.ts';
import { type Filter, ModelBrand, SITES } from '../kit/model.ts';

const RUNS = process.env.LONG ? 3000 : 100;
const api = await startApi();
const LISTS = [
  ['promptReport', 'report'],
  ['prompts', 'prompts'],
  ['sources', 'sources'],
  ['trackedCompetitors', 'competitors'],
  ['untrackedCompetitors', 'competitors'],
] as const;

const wire = ({ from, to, agents, tags, limit }: Filter) => ({
  date: { from, to },
  ai_agent: agents,
  tags,
  limit,
});

test('after any history every report equals the model, and every sum its recomputation', async () => {
  const bystander = await neighbour();
  const before = await allOf(bystander);
  const run = async (steps: HistorySteps, filters: Filter[]) => {
    const world: World = { api, account: await api.account(), pairs: [] };
    await createBrand(world);
    for (const step of steps) await take(world, step);
    for (const given of [{}, ...filters]) await compare(world, given);
    for (const pair of world.pairs.slice(0, 1)) {
      await checkLimits(pair, filters[0] ?? {});
      await checkParts(pair);
      await checkOrder(world, pair);
    }
    assert.deepEqual(await checkFacts(api.database.pool), []);
    assert.equal(await allOf(bystander), before, 'another account changed');
    for (const { brand } of world.pairs) await api.done('deleteBrand', { brand_id: brand.id }, brand.key);
  };
  const filters = fc.array(filter, { minLength: 1, maxLength: 2 });
  await fc.assert(fc.asyncProperty(history, filters, run), {
    numRuns: RUNS,
    interruptAfterTimeLimit: 3_600_000,
  });
});

/** Another account with brands of the same names, which no history may touch. */
async function neighbour(): Promise<Pair> {
  const world: World = { api, account: await api.account(), pairs: [] };
  const pair = await createBrand(world);
  const told = { prompt: 'best tool', agent: 'claude', at: '2024-02-29T12:00:00Z', feeling: 'good' as const };
  const cites = ['https://www.reddit.com/r/tools'];
  await importAnswers(world, pair, [{ ...told, id: 'neighbour', names: NAMES.slice(0, 3), cites }]);
  return pair;
}

async function allOf({ brand }: Pair): Promise<string> {
  const names = [...LISTS.map(([name]) => name), 'brandReport', 'brands', 'answers'] as const;
  const replies = await Promise.all(names.map((name) => api.call(name, { brand_id: brand.id }, brand.key)));
  return replies.map(({ text }) => text).join('\n');
}

async function compare({ account, pairs }: World, given: Filter): Promise<void> {
  const { report } = tidy(await api.done('promptReport', wire(given), account.key));
  const expected = pairs.flatMap(({ brand, model }) =>
    model.tagged(given).map(({ text, active }) => ({
      ...{ prompt: text, active, created_at: 'TIME', brand_id: brand.id, brand: brand.name },
      ...model.metrics(given, brand.name, [text]),
    })),
  );
  const rows = report.map(({ id, ...row }: Json) => row);
  const ofBrand = (list: Json[], id: number) => list.filter((row) => row.brand_id === id);
  // Prompts of several brands come by id, which is the order in which they were made, across brands.
  if (given.limit === undefined)
    for (const { brand } of pairs) assert.deepEqual(ofBrand(rows, brand.id), ofBrand(expected, brand.id));
  else
    assert.ok(rows.every((row: Json) => expected.some((one) => JSON.stringify(one) === JSON.stringify(row))));
  assert.equal(rows.length, Math.min(given.limit ?? expected.length, expected.length));
  assert.deepEqual(
    report.map(({ id }: Json) => id),
    rows.map((_: Json, at: number) => at + 1),
  );
  for (const pair of pairs) await compareBrand(pair, given);
}

async function compareBrand({ brand, model }: Pair, given: Filter): Promise<void> {
  const body = { brand_id: brand.id, ...wire(given) };
  const get = (name: 'brandReport' | (typeof LISTS)[number][0]) => api.done(name, body, brand.key);
  assert.deepEqual(await get('brandReport'), { success: true, brand: brand.name, ...model.metrics(given) });
  assert.deepEqual(await get('trackedCompetitors'), {
    success: true,
    competitors: model.trackedReport(given),
  });
  assert.deepEqual(await get('untrackedCompetitors'), {
    success: true,
    competitors: model.untrackedReport(given),
  });
  const { tags, limit } = given;
  const { prompts } = tidy(await api.done('prompts', { brand_id: brand.id, tags, limit }, brand.key));
  const listed = model.tagged(given).map(({ text, active }, at) => ({
    id: at + 1,
    prompt: text,
    active,
    created_at: 'TIME',
  }));
  assert.deepEqual(prompts, listed.slice(0, given.limit));
  await compareSources({ brand, model }, given);
  await compareDomains({ brand, model }, given);
  await compareMatrix({ brand, model }, given);
}

async function compareSources({ brand, model }: Pair, { limit, ...given }: Filter): Promise<void> {
  const { sources } = await api.done('sources', { brand_id: brand.id, ...wire(given) }, brand.key);
  const counts = model.sources(given);
  const rows = sources.map(({ id, domain, ai_tool, type }: Json) => ({
    id,
    key: `${domain} ${ai_tool}`,
    domain,
    type,
  }));
  assert.deepEqual(rows.map(({ key }: Json) => key).toSorted(), [...counts.keys()].sort());
  for (const { domain, type } of rows) assert.equal(type, model.typeOf(domain));
  const inOrder = rows.toSorted((a: Json, b: Json) => counts.get(b.key)! - counts.get(a.key)! || a.id - b.id);
  assert.deepEqual(rows, inOrder);
  const cut = await api.done('sources', { brand_id: brand.id, ...wire(given), limit }, brand.key);
  assert.deepEqual(cut.sources, sources.slice(0, limit));
}

/** Domains are the sources of all agents together. */
async function compareDomains({ brand, model }: Pair, { limit: _, ...given }: Filter): Promise<void> {
  const body = { brand_id: brand.id, ...wire(given) };
  const { sources, citing_answers, domains } = await api.done('listSources', body, brand.key);
  const { tags: _tags, from: _from, to: _to, ...ofAgents } = given;
  const citing = model.within(given).filter(({ cites }) => cites.length > 0);
  const counts = Map.groupBy(model.sources(given), ([key]) => key.split(' ')[0]!);
  const expected = [...counts].map(([domain, own]) => {
    const agents = own.map(([key, answers]) => ({ ai_agent: key.split(' ')[1]!, answers }));
    const answers = agents.reduce((total, one) => total + one.answers, 0);
    const days = model
      .within(ofAgents)
      .filter(({ cites }) => cites.some((url) => SITES[url]!.domain === domain))
      .map(({ at }) => new Date(at).toISOString().slice(0, 10))
      .sort();
    return {
      ...{ domain, type: model.typeOf(domain), answers },
      share: Math.floor((1000 * answers) / citing.length + 0.5) / 10,
      agents: agents.sort((a, b) => b.answers - a.answers || (a.ai_agent < b.ai_agent ? -1 : 1)),
      ...{ first_seen: days[0], last_seen: days.at(-1) },
    };
  });
  expected.sort((a, b) => b.answers - a.answers || (a.domain < b.domain ? -1 : 1));
  assert.deepEqual(
    sources.map(({ id, ...one }: Json) => one),
    expected,
  );
  assert.deepEqual([citing_answers, domains], [citing.length, expected.length]);
}

/** A cell is the prompt report of one agent; shares of voice count mentions. */
async function compareMatrix({ brand, model }: Pair, { limit: _, ...given }: Filter): Promise<void> {
  const body = { brand_id: brand.id, ...wire(given) };
  const { agents, prompts } = await api.done('matrix', body, brand.key);
  const byAgent = Map.groupBy(model.within(given), ({ agent }) => agent);
  const names = [...byAgent.keys()].sort();
  names.sort((a, b) => byAgent.get(b)!.length - byAgent.get(a)!.length || (a < b ? -1 : 1));
  const mentions = (name: string, agent: string) =>
    byAgent.get(agent)!.filter(({ names: own }) => own.includes(name)).length;
  const voices = [model.name, ...model.tracked];
  assert.deepEqual(
    agents.map(({ share_of_voice, ...agent }: Json) => {
      const own = share_of_voice.map(({ name, numerator, denominator }: Json) => [
        name,
        numerator,
        denominator,
      ]);
      return { ...agent, voices: own.sort() };
    }),
    names.map((agent) => {
      const all = voices.reduce((total, name) => total + mentions(name, agent), 0);
      const own = voices.map((name) => [name, mentions(name, agent), all]).sort();
      return { ...cell(model, { ...given, agents: [agent] }), ai_agent: agent, voices: own };
    }),
  );
  assert.deepEqual(
    prompts.map(({ id, ...one }: Json) => one),
    model.tagged(given).map(({ text }) => ({
      prompt: text,
      all: cell(model, given, [text]),
      cells: names.map((agent) => cell(model, { ...given, agents: [agent] }, [text])),
    })),
  );
}

function cell(model: ModelBrand, given: Filter, texts?: string[]) {
  const answers = model.within(given).filter(({ prompt }) => !texts || texts.includes(prompt));
  if (answers.length === 0) return null;
  const mentions = answers.filter(({ names }) => names.includes(model.name)).length;
  const { visibility, sentiment, position } = model.metrics(given, model.name, texts);
  const own = mentions > 0 ? { sentiment, position } : { sentiment: null, position: null };
  return { answers: answers.length, mentions, visibility, ...own };
}

/** Limits are prefixes. */
async function checkLimits({ brand }: Pair, { limit: _, ...given }: Filter): Promise<void> {
  for (const [name, list] of LISTS) {
    const body = { brand_id: brand.id, ...wire(given) };
    const whole = (await api.done(name, body, brand.key))[list];
    for (const limit of [1, 2]) {
      const cut = (await api.done(name, { ...body, limit }, brand.key))[list];
      assert.deepEqual(cut, whole.slice(0, limit), `${name} with limit ${limit}`);
    }
  }
}

/** Agents partition the totals, and ranges of days that follow each other add up. */
async function checkParts({ brand }: Pair): Promise<void> {
  const total = async (given: Filter) =>
    (await api.done('brandReport', { brand_id: brand.id, ...wire(given) }, brand.key)).total_responses;
  const all = await total({});
  const perAgent = await Promise.all(AGENTS.map((agent) => total({ agents: [agent] })));
  assert.equal(
    perAgent.reduce((sum, one) => sum + one, 0),
    all,
  );
  for (const [end, next] of [
    ['2024-01-31', '2024-02-01'],
    ['2024-02-29', '2024-03-01'],
    ['2024-03-15', '2024-03-16'],
  ] as const)
    assert.equal((await total({ to: end })) + (await total({ from: next })), all, `cut after ${end}`);
}

/** The same answers in another order, in other batches, some of them twice, give the same reports. */
async function checkOrder(world: World, { model }: Pair): Promise<void> {
  const copy = await createBrand(world, model.name);
  for (const name of model.tracked) {
    const domain = model.domains.get(name);
    await api.done('trackCompetitor', { brand_id: copy.brand.id, name, domain }, copy.brand.key);
    copy.model.tracked.add(name);
    if (domain !== undefined) copy.model.domains.set(name, domain);
  }
  const list = model.answers.toReversed();
  for (let at = 0; at < list.length; at += 7)
    await importAnswers(world, copy, list.slice(Math.max(0, at - 2), at + 7));
  assert.deepEqual(copy.model.metrics({}), model.metrics({}));
  await compareBrand(copy, {});
}

test('the model itself: a case worked out by hand', () => {
  const model = new ModelBrand('A');
  const told = { agent: 'x', at: '2026-01-01T00:00:00Z', feeling: 'plain' as const, cites: [] };
  model.add({ ...told, id: '1', prompt: 'p', names: ['B', 'A'] });
  model.add({ ...told, id: '2', prompt: 'p', names: [] });
  model.add({ ...told, id: '3', prompt: 'q', names: ['A', 'B'], feeling: 'unscored' });
  const sentiment = Math.floor((SCORES.plain! + 50) / 2 + 0.5);
  assert.deepEqual(model.metrics({}), { total_responses: 3, visibility: 75, sentiment, position: 1.5 });
  assert.deepEqual(model.metrics({ to: '2025-12-31' }), {
    total_responses: 0,
    visibility: 0,
    sentiment: 0,
    position: 0,
  });
});
