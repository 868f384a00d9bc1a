// Random histories of an account: what happens to it, done to the service through HTTP and to the model.
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { answerText, type Feeling, NAMES, recorded } from './answers.ts';
import type { Api, TestBrand } from './api.ts';
import { type Filter, ModelBrand, SITES, type Told } from './model.ts';

export type Pair = { brand: TestBrand; model: ModelBrand };
export type World = { api: Api; account: TestBrand['account']; pairs: Pair[] };

const PROMPTS = ['best tool', 'cheapest tool', 'tool for teams', 'werkzeug für büros', '道具', 'is it good?'];
export const AGENTS = ['chatgpt', 'claude', 'grok', 'in_house_bot'];
export const TAGS = ['crm', 'Büro', 'a, b'];
const BRANDS = NAMES.slice(0, 2);
const OTHERS = NAMES.slice(2, 7);
// Month ends, a leap day and quiet stretches, so that whole months and edge days both occur.
const DAYS = [
  '2023-12-31',
  '2024-01-01',
  '2024-02-29',
  '2024-03-01',
  '2024-03-15',
  '2024-03-31',
  '2024-04-01',
  '2024-12-31',
  '2025-01-01',
  '2025-07-09',
];

const day = fc.constantFrom(...DAYS);
const name = fc.constantFrom(...BRANDS, ...OTHERS);
const told = fc.record({
  prompt: fc.constantFrom(...PROMPTS),
  agent: fc.constantFrom(...AGENTS),
  at: fc
    .tuple(day, fc.constantFrom('T00:00:00Z', 'T12:34:56.789012Z', 'T23:59:59.999999Z', 'T00:30:00+02:00'))
    .map(([date, time]) => date + time),
  names: fc.oneof(
    fc.constant([] as string[]),
    fc.shuffledSubarray([...BRANDS, ...OTHERS], { minLength: 2, maxLength: 5 }),
  ),
  feeling: fc.constantFrom<Feeling>('good', 'bad', 'plain', 'unscored'),
  cites: fc.subarray(Object.keys(SITES), { maxLength: 3 }),
});
const which = fc.nat(20);

const step = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('import' as const),
      which,
      answers: fc.array(told, { minLength: 1, maxLength: 12 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('importAgain' as const), which, count: fc.nat(10) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('toggle' as const), which, prompt: fc.nat(20) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('tag' as const),
      which,
      prompt: fc.nat(20),
      add: fc.subarray(TAGS),
      remove: fc.subarray(TAGS),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('deletePrompt' as const), which, prompt: fc.nat(20) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('createPrompt' as const),
      which,
      text: fc.constantFrom(...PROMPTS),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('track' as const),
      which,
      name,
      domain: fc.option(fc.constantFrom('quenlith.example', 'brimvolt.example')),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('untrack' as const), which, name }) },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('createBrand' as const), name: fc.constantFrom(...BRANDS) }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('deleteBrand' as const), which }) },
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

export const history = fc.array(step, { minLength: 1, maxLength: 12, size: 'max' });
export const filter: fc.Arbitrary<Filter> = fc
  .record(
    {
      from: day,
      to: day,
      agents: fc.subarray(AGENTS),
      tags: fc.subarray([...TAGS, 'nobody has it']),
      limit: fc.integer({ min: 1, max: 4 }),
    },
    { requiredKeys: [] },
  )
  .map(({ from, to, ...rest }) =>
    from && to && from > to
      ? { from: to, to: from, ...rest }
      : { ...rest, ...(from && { from }), ...(to && { to }) },
  );

export type HistorySteps = Step[];

let answerIds = 0;

export async function createBrand(world: World, brandName: string = NAMES[0]): Promise<Pair> {
  const domain = brandName === NAMES[0] ? 'zorvexa.example' : '';
  const brand = await world.api.brand({ account: world.account, name: brandName, domain });
  const pair = { brand, model: new ModelBrand(brandName, domain) };
  world.pairs.push(pair);
  return pair;
}

/** Imports answers and compares what the service counted as new and known. */
export async function importAnswers(
  { api }: World,
  { brand, model }: Pair,
  list: readonly Told[],
): Promise<void> {
  if (list.length === 0) return;
  const outcomes = list.map((answer) => model.add(answer));
  const answers = list.map(({ id, prompt, agent, at, names, feeling, cites }) => ({
    ...recorded(brand.name, { id, prompt, agent, at, cites }),
    answer: answerText(names, feeling, id),
  }));
  const json = await api.done('importAnswers', { brand_id: brand.id, answers }, brand.key);
  const count = (outcome: string) => outcomes.filter((one) => one === outcome).length;
  assert.deepEqual(json, { success: true, new: count('new'), known: count('known'), refused: [] });
}

/** Does one step to the service and to the model. */
export async function take(world: World, now: Step): Promise<void> {
  if (now.do === 'createBrand') {
    await createBrand(world, now.name);
    return;
  }
  const pair = world.pairs[now.which % Math.max(1, world.pairs.length)];
  if (!pair) return;
  if (now.do === 'import') {
    const list = now.answers.map((answer) => ({ ...answer, id: `answer ${answerIds++}` }));
    await importAnswers(world, pair, list);
  } else if (now.do === 'importAgain')
    await importAnswers(world, pair, pair.model.answers.slice(0, now.count + 1));
  else await change(world, pair, now);
}

type Change = Exclude<Step, { do: 'import' | 'importAgain' | 'createBrand' }>;

async function change(world: World, pair: Pair, now: Change): Promise<void> {
  const { api } = world;
  const { brand, model } = pair;
  const call = (operation: Parameters<Api['done']>[0], body: object) => api.done(operation, body, brand.key);
  if (now.do === 'tag') await tag(world, pair, now);
  else if (now.do === 'toggle' || now.do === 'deletePrompt') {
    const prompt = model.prompts[now.prompt % Math.max(1, model.prompts.length)];
    if (!prompt) return;
    const prompt_id = (await api.promptIds(brand))[prompt.text]!;
    if (now.do === 'deletePrompt') {
      await call('deletePrompt', { prompt_id });
      model.drop(prompt.text);
      return;
    }
    prompt.active = prompt.active === 'Y' ? 'N' : 'Y';
    const json = await call('togglePrompt', { prompt_id });
    assert.deepEqual(json, { success: true, prompt_id, active: prompt.active });
  } else if (now.do === 'createPrompt') {
    await call('createPrompts', { brand_id: brand.id, prompts: [now.text] });
    model.prompt(now.text, 'Y');
  } else if (now.do === 'deleteBrand') {
    await call('deleteBrand', { brand_id: brand.id });
    world.pairs = world.pairs.filter((one) => one !== pair);
  } else if (now.name !== brand.name) await choose(world, pair, now);
}

async function tag({ api }: World, { brand, model }: Pair, now: Change & { do: 'tag' }): Promise<void> {
  const chosen = model.prompts.filter((_, at) => at % 2 === now.prompt % 2);
  if (chosen.length === 0) return;
  const ids = await api.promptIds(brand);
  const add = now.add.filter((one) => !now.remove.includes(one));
  const prompt_ids = chosen.map(({ text }) => ids[text]!);
  const body = { brand_id: brand.id, prompt_ids, add, remove: now.remove };
  const { prompts } = await api.done('tagPrompts', body, brand.key);
  for (const { text, tags } of chosen) {
    for (const one of add) tags.add(one);
    for (const one of now.remove) tags.delete(one);
    const answered = prompts.find(({ prompt }: { prompt: string }) => prompt === text);
    assert.deepEqual(answered.tags.toSorted(), [...tags].sort());
  }
}

async function choose({ api }: World, { brand, model }: Pair, now: Change & { do: 'track' | 'untrack' }) {
  const body = { brand_id: brand.id, name: now.name };
  if (now.do === 'track') {
    await api.done('trackCompetitor', { ...body, domain: now.domain }, brand.key);
    model.tracked.add(now.name);
    if (now.domain !== null) model.domains.set(now.name, now.domain);
  } else {
    const { status } = await api.call('untrackCompetitor', body, brand.key);
    assert.equal(status, model.tracked.delete(now.name) ? 200 : 404);
  }
  await api.reread();
}
