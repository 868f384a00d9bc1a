// Trends, comparisons and receipts against the reports that they belong to.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { OperationName } from '../../contract/table.ts';
import { addDays } from '../../src/domain/time.ts';
import { type Fact, NAMES, SCORES } from '../kit/answers.ts';
import { type Json, startApi, type TestBrand } from '../kit/api.ts';

const api = await startApi();
const ask = (name: OperationName, brand: TestBrand, body: object = {}): Promise<Json> =>
  api.done(name, { brand_id: brand.id, ...body }, brand.key);
const failed = async (name: OperationName, brand: TestBrand, body: object) => {
  const { status, json } = await api.call(name, { brand_id: brand.id, ...body }, brand.key);
  return [status, json.error];
};
async function brandWith(facts: readonly Fact[], competitors: string[] = ['Quenlith']) {
  const brand = await api.brand({ competitors });
  await api.answers(brand, facts);
  return brand;
}

const [OWN, RIVAL, OTHER] = ['Zorvexa', 'Quenlith', 'Brimvolt'];
const days = (from: string, count: number, fact: (at: number) => Fact): Fact[] =>
  Array.from({ length: count }, (_, at) => ({ day: addDays(from, at), note: `${at}`, ...fact(at) }));

test('a trend has a point per period, gaps included, for the brand and each tracked competitor', async () => {
  const brand = await brandWith([
    { day: '2026-03-02', names: [OWN, RIVAL], feeling: 'good' },
    { day: '2026-03-08', names: [RIVAL, OTHER] },
    { day: '2026-03-18', names: [OTHER, OWN], feeling: 'unscored' },
  ]);
  const { step, entities } = await ask('trend', brand, { date: { from: '2026-03-03' } });
  assert.equal(step, 'week');
  assert.deepEqual(
    entities.map(({ name, entity }: Json) => [name, entity]),
    [
      [OWN, 'brand'],
      [RIVAL, 'tracked'],
    ],
  );
  const nothing = { visibility: null, interval: null, sentiment: null, position: null, share_of_voice: null };
  assert.deepEqual(entities[0].points, [
    {
      from: '2026-03-03',
      to: '2026-03-08',
      answers: 1,
      ...nothing,
      visibility: 0,
      interval: [0, 79.3],
      share_of_voice: 0,
      enough: false,
    },
    { from: '2026-03-09', to: '2026-03-15', answers: 0, ...nothing, enough: false },
    {
      ...{ from: '2026-03-16', to: '2026-03-22', answers: 1, visibility: 100, interval: [20.7, 100] },
      ...{ sentiment: 50, position: 2, share_of_voice: 100, enough: false },
    },
  ]);
  assert.deepEqual(
    entities[1].points.map(({ visibility, position }: Json) => [visibility, position]),
    [
      [100, 1],
      [null, null],
      [0, null],
    ],
  );
  const months = (await ask('trend', brand, { step: 'month' })).entities[0].points;
  assert.deepEqual(
    [months.length, months[0].from, months[0].to, months[0].answers],
    [1, '2026-03-01', '2026-03-31', 3],
  );
  assert.deepEqual((await ask('trend', await api.brand(), {})).entities[0].points, []);
});

const anyFact: fc.Arbitrary<Fact> = fc.record({
  prompt: fc.constantFrom('a', 'b', 'c'),
  agent: fc.constantFrom('chatgpt', 'claude', 'gemini'),
  day: fc.integer({ min: 0, max: 70 }).map((at) => addDays('2026-01-20', at)),
  names: fc.shuffledSubarray([OWN, RIVAL, OTHER, NAMES[3]], { maxLength: 4 }),
  feeling: fc.constantFrom('good', 'bad', 'plain', 'unscored'),
  note: fc.integer({ min: 1, max: 1e9 }).map(String),
});
const anyFilter = fc.record(
  {
    date: fc.constantFrom(
      { from: '2026-02-01', to: '2026-02-28' },
      { to: '2026-02-14' },
      { from: '2026-03-01' },
    ),
    ai_agent: fc.constantFrom(['chatgpt'], ['claude', 'gemini'], ['nobody']),
  },
  { requiredKeys: [] },
);

test('each point of a trend is the report of its days', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(anyFact, { maxLength: 40 }),
      anyFilter,
      fc.constantFrom('day', 'week', 'month'),
      async (facts, filter, step) => {
        const brand = await brandWith(facts);
        const { entities } = await ask('trend', brand, { step, ...filter });
        const [own, rival] = entities;
        for (const [at, point] of own.points.entries()) {
          const date = { from: point.from, to: point.to };
          const report = await ask('brandReport', brand, { ...filter, date });
          assert.equal(point.answers, report.total_responses);
          assert.deepEqual(
            [point.visibility ?? 0, point.sentiment ?? 0, point.position ?? 0],
            [report.visibility, report.sentiment, report.position],
          );
          const { competitors } = await ask('trackedCompetitors', brand, { ...filter, date });
          const theirs = rival.points[at];
          assert.deepEqual(
            [theirs.visibility ?? 0, theirs.sentiment ?? 0, theirs.position ?? 0],
            [competitors[0].visibility, competitors[0].sentiment, competitors[0].position],
          );
          if (point.share_of_voice !== null)
            assert.ok(Math.abs(point.share_of_voice + theirs.share_of_voice - 100) < 0.11);
        }
        const counted = own.points.reduce((sum: number, { answers }: Json) => sum + answers, 0);
        assert.equal(counted, (await ask('brandReport', brand, filter)).total_responses);
      },
    ),
    { numRuns: 12 },
  );
});

test('a receipt recomputes to the reported number, prompt by prompt and answer by answer', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(anyFact, { minLength: 1, maxLength: 30 }),
      anyFilter,
      fc.constantFrom('visibility', 'sentiment', 'position'),
      fc.boolean(),
      async (facts, filter, metric, ofRival) => {
        const brand = await brandWith(facts);
        const of = { metric, ...filter, ...(ofRival && { competitor: RIVAL }) };
        const receipt = await ask('explain', brand, { ...of, limit: 7 });
        const reported = ofRival
          ? (await ask('trackedCompetitors', brand, filter)).competitors[0]
          : await ask('brandReport', brand, filter);
        assert.equal(receipt.value, reported[metric]);
        const decimals = metric === 'position' ? 100 : 1;
        const mean = receipt.denominator === 0 ? 0 : receipt.numerator / receipt.denominator;
        assert.equal(Math.floor(mean * decimals + 0.5 + 1e-9) / decimals, receipt.value);
        const answers = [...receipt.answers];
        for (let { next } = receipt; next !== null; ) {
          const page = await ask('explain', brand, { ...of, limit: 7, before: next });
          answers.push(...page.answers);
          next = page.next;
        }
        for (const prompt of receipt.prompts) {
          const counted = answers.filter((one: Json) => one.prompt_id === prompt.id && one.counted);
          const sum = counted.reduce(
            (total: number, one: Json) => total + (metric === 'visibility' ? 1 : one[metric]),
            0,
          );
          assert.equal(sum, prompt.sum);
          assert.equal(counted.length, metric === 'sentiment' ? prompt.scored : prompt.mentions);
        }
        const known = answers.filter(({ spans }: Json) => spans.length > 0);
        assert.equal(known.length, answers.filter(({ kind }: Json) => kind !== null).length);
      },
    ),
    { numRuns: 25 },
  );
});

test('a receipt says what was left out and why, and which words decided', async () => {
  const brand = await brandWith([
    { prompt: 'a', names: [OWN, RIVAL], feeling: 'good' },
    { prompt: 'a', names: [RIVAL, OTHER], note: '2' },
    { prompt: 'b', names: [RIVAL, OTHER], note: '3' },
    { prompt: 'c', names: [OWN, OTHER], feeling: 'unscored' },
  ]);
  await ask('createPrompts', brand, { prompts: ['never asked'] });
  const receipt = await ask('explain', brand, { metric: 'sentiment' });
  assert.equal(receipt.name, OWN);
  assert.deepEqual(
    receipt.left_out.prompts.map(({ prompt, reason }: Json) => [prompt, reason]),
    [
      ['b', 'no answer within the filter mentions it'],
      ['never asked', 'no answers within the filter'],
    ],
  );
  assert.deepEqual(receipt.left_out.answers, [
    { reason: 'do not mention it, or deny knowing it', answers: 2 },
    { reason: 'mention it in a language without rules for sentiment', answers: 1 },
  ]);
  assert.deepEqual(
    receipt.prompts.map(({ prompt, value, scored }: Json) => [prompt, value, scored]),
    [
      ['a', SCORES.good, 1],
      ['c', 50, 0],
    ],
  );
  const [praised] = receipt.answers.filter(({ counted }: Json) => counted);
  assert.equal(praised.position_reason.by, 'list_item');
  assert.ok(
    praised.sentiment_reasons.some(
      ({ weight, text }: Json) => weight > 0 && /excellent|great|reliable/.test(text),
    ),
  );
  const [{ current, answers }] = receipt.readings;
  assert.deepEqual([current, answers], [true, 4]);
  const [first] = (await ask('answers', brand, { mentioned: true })).answers.slice(-1);
  const { answer } = await api.done('answer', { answer_id: first.id }, brand.key);
  const own = answer.mentions.find(({ entity }: Json) => entity === 'brand');
  for (const [start, end] of own.spans) assert.equal(answer.answer.slice(start, end), OWN);
  assert.ok(own.position_reason);
});

test('while an answer waits to be read again its receipt keeps the old numbers and gives no words', async () => {
  const brand = await brandWith([{ names: [OWN, RIVAL], feeling: 'good' }]);
  await ask('updateBrand', brand, { aliases: ['Zorvex Pro'] });
  const waiting = await ask('explain', brand, { metric: 'position' });
  assert.deepEqual(
    [waiting.readings[0].current, waiting.answers[0].position, waiting.answers[0].spans],
    [false, 1, []],
  );
  await api.reread();
  const done = await ask('explain', brand, { metric: 'position' });
  assert.deepEqual([done.readings[0].current, done.answers[0].spans.length], [true, 1]);
});

test('a receipt pages through the answers of a name that is everywhere', async () => {
  const brand = await brandWith(days('2026-01-01', 230, () => ({ names: [OWN, RIVAL] })));
  const seen = new Set<number>();
  let before: number | undefined;
  do {
    const { answers, next } = await ask('explain', brand, { metric: 'position', limit: 100, before });
    for (const { id, counted } of answers) if (counted) seen.add(id);
    before = next ?? undefined;
  } while (before !== undefined);
  assert.equal(seen.size, 230);
});

test('a period compared with itself is within noise, with nothing to split', async () => {
  const brand = await brandWith(days(JUNE.from, 24, (at) => ({ prompt: `${at % 3}`, names: [OWN, RIVAL] })));
  const found = await ask('compare', brand, { before: JUNE, now: JUNE });
  for (const metric of ['visibility', 'sentiment', 'position', 'share_of_voice'])
    assert.deepEqual([found[metric].change, found[metric].verdict], [0, 'within noise'], metric);
  assert.deepEqual(found.split, { prompts: 0, agents: 0, answers: 0 });
});

test('a filter that matches nothing gives an empty trend and a receipt that says so', async () => {
  const brand = await brandWith([{ names: [OWN, RIVAL] }]);
  for (const filter of [
    { ai_agent: ['nobody'] },
    { date: { from: '9999-12-31' } },
    { date: { to: '0001-01-01' } },
  ]) {
    const { entities } = await ask('trend', brand, filter);
    assert.deepEqual(
      entities.map(({ points }: Json) => points.length),
      [0, 0],
    );
    const receipt = await ask('explain', brand, { metric: 'visibility', ...filter });
    assert.deepEqual([receipt.value, receipt.denominator, receipt.answers], [0, 0, []]);
    assert.equal(receipt.left_out.prompts[0].reason, 'no answers within the filter');
  }
});

test('a page that goes on before a deleted answer is an error, not an end', async () => {
  const brand = await brandWith(['a', 'b', 'c'].map((prompt) => ({ prompt, names: [OWN, RIVAL] })));
  const { answers } = await ask('answers', brand, { limit: 1 });
  await api.done('deletePrompt', { prompt_id: answers[0].prompt_id }, brand.key);
  const gone = `before must be the id of an answer of this brand: ${answers[0].id} is none, or was deleted`;
  assert.deepEqual(await failed('answers', brand, { before: answers[0].id }), [400, gone]);
  assert.deepEqual(await failed('explain', brand, { metric: 'position', before: answers[0].id }), [
    400,
    gone,
  ]);
});

test('a trend of too many points asks for a longer step', async () => {
  const brand = await brandWith([
    { day: '2016-01-01', names: [OWN, RIVAL] },
    { day: '2026-01-01', names: [OWN, RIVAL] },
  ]);
  const [status, error] = await failed('trend', brand, { step: 'day' });
  assert.equal(status, 400);
  assert.match(error, /longer step/);
  assert.equal((await ask('trend', brand, { step: 'month' })).entities[0].points.length, 121);
});

test('a receipt of one prompt, and errors that name what is wrong', async () => {
  const brand = await brandWith([
    { prompt: 'a', names: [OWN, RIVAL] },
    { prompt: 'b', names: [RIVAL, OTHER] },
  ]);
  const { a } = await api.promptIds(brand);
  const receipt = await ask('explain', brand, { metric: 'visibility', prompt_id: a });
  assert.deepEqual([receipt.value, receipt.prompts.length, receipt.answers.length], [100, 1, 1]);
  assert.deepEqual(await failed('explain', brand, { metric: 'volume' }), [
    400,
    'metric must be visibility, sentiment, position or share_of_voice',
  ]);
  assert.deepEqual(await failed('explain', brand, { metric: 'visibility', competitor: 'Nobody' }), [
    404,
    'Competitor not found',
  ]);
  assert.deepEqual(await failed('explain', brand, { metric: 'visibility', prompt_id: 1e9 }), [
    404,
    'Prompt not found',
  ]);
  assert.deepEqual(await failed('trend', brand, { step: 'year' }), [400, 'step must be day, week or month']);
  const sibling = await api.brand({ account: brand.account });
  assert.deepEqual(await failed('trend', sibling, { prompt_id: a }), [404, 'Prompt not found']);
  assert.deepEqual(await failed('explain', sibling, { metric: 'visibility', prompt_id: a }), [
    404,
    'Prompt not found',
  ]);
});

const JUNE = { from: '2026-06-01', to: '2026-06-30' };
const JULY = { from: '2026-07-01', to: '2026-07-30' };

test('a comparison tells a change from noise and says where it came from', async () => {
  const prompts = ['a', 'b', 'c', 'd', 'e', 'f'];
  const month = (from: string, rate: number) =>
    prompts.flatMap((prompt, nr) =>
      days(from, 10, (at) => ({
        prompt,
        agent: at % 2 ? 'claude' : 'chatgpt',
        names: (at * 7 + nr) % 10 < rate ? [OWN, RIVAL] : [RIVAL, OTHER],
      })),
    );
  const brand = await brandWith([...month(JUNE.from, 3), ...month(JULY.from, 8)]);
  const found = await ask('compare', brand, { before: JUNE, now: JULY });
  assert.deepEqual(found.answers, { before: 60, now: 60 });
  assert.deepEqual(
    [found.visibility.before, found.visibility.now, found.visibility.verdict],
    [30, 80, 'changed'],
  );
  const { prompts: set, agents, answers } = found.split;
  assert.ok(Math.abs(set + agents + answers - found.visibility.change) < 0.15);
  assert.equal(set, 0);
  assert.equal(found.position.verdict === 'changed', false);
  const rival = await ask('compare', brand, { before: JUNE, now: JULY, competitor: RIVAL });
  assert.deepEqual([rival.visibility.change, rival.position.change > 0], [0, true]);
  const few = await ask('compare', brand, { before: { from: '2026-06-01', to: '2026-06-02' }, now: JULY });
  assert.equal(few.visibility.verdict, 'too little data');
  const none = await ask('compare', brand, { before: { from: '2020-01-01', to: '2020-01-02' }, now: JULY });
  const { before, now, change } = none.visibility;
  assert.deepEqual([before, now, change, none.split], [null, 80, null, null]);
  const other = await ask('compare', brand, { before: JUNE, now: JULY, competitor: OTHER });
  assert.ok(other.share_of_voice.before > 0 && other.share_of_voice.before < 100);
  assert.deepEqual(await failed('compare', brand, { before: JULY }), [
    400,
    'now must be an object with from and to',
  ]);
  assert.deepEqual(
    await failed('compare', brand, { before: { from: '2026-07-02', to: '2026-07-01' }, now: JULY }),
    [400, 'before.from must not be after before.to'],
  );
});

test('prompts that were added are told apart from answers that changed', async () => {
  const asked = (prompt: string, from: string, names: string[]) => days(from, 12, () => ({ prompt, names }));
  const brand = await brandWith([
    ...asked('a', JUNE.from, [OWN, RIVAL]),
    ...asked('b', JUNE.from, [RIVAL, OTHER]),
    ...asked('a', JULY.from, [OWN, RIVAL]),
    ...asked('b', JULY.from, [RIVAL, OTHER]),
    ...asked('new', JULY.from, [OWN, OTHER]),
  ]);
  const { split, visibility } = await ask('compare', brand, { before: JUNE, now: JULY });
  assert.deepEqual([visibility.before, visibility.now, visibility.change], [50, 67, 16.7]);
  assert.deepEqual(split, { prompts: 16.7, agents: 0, answers: 0 });
});
