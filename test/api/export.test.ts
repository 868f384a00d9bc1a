// Everything of a brand as lines: whole, in order, importable again, and safe to open in a spreadsheet.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parse } from 'csv-parse/sync';
import type { OperationName } from '../../contract/table.ts';
import { answerText, type Fact } from '../kit/answers.ts';
import { type Json, startApi, type TestBrand } from '../kit/api.ts';

const api = await startApi();
const ask = (name: OperationName, brand: TestBrand, body: object = {}): Promise<Json> =>
  api.done(name, { brand_id: brand.id, ...body }, brand.key);
const lines = (text: string): Json[] =>
  text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));
const exported = async (brand: TestBrand, what: string, filter: object = {}): Promise<Json[]> =>
  lines(await ask('export', brand, { what, ...filter }));
const csv = async (brand: TestBrand, what: string): Promise<string[][]> =>
  parse(await ask('export', brand, { what, format: 'csv' }));
async function brandWith(facts: readonly Fact[], change: Parameters<typeof api.brand>[0] = {}) {
  const brand = await api.brand(change);
  await api.answers(brand, facts);
  return brand;
}
const REDDIT = 'https://www.reddit.com/r/tools';
const OWN = 'Zorvexa';

const RECORDED: Json[] = [
  {
    ...{ id: 'one', prompt: 'größte "Tools", sortiert', agent: 'chatgpt' },
    ...{ answered_at: '2026-03-01T10:00:00.123456Z', answer: answerText([OWN, 'Quenlith'], 'good') },
    citations: [{ url: REDDIT, title: 'Tools,\n"all" of them' }, { url: 'https://quenlith.example/a b' }],
    ...{ model: 'gpt-5', searches: ['best tools', 'größte'] },
    consulted: [{ url: 'https://seen.example/', title: 'Seen' }],
  },
  {
    ...{ prompt: '=cmd|calc', agent: 'claude', answered_at: '2026-03-01T10:00:00.123456Z' },
    answer: '- **Zorvexa** 道具 \u{1f600}\r\n- [Quenlith](https://quenlith.example/x)',
  },
  {
    ...{ id: 'x'.repeat(500), prompt: 'p', agent: 'grok', answered_at: '2026-02-28' },
    answer: '@me',
    model: '-1',
  },
];

test('exported answers are imported again as what they were, and known where they come from', async () => {
  const brand = await api.brand({ competitors: ['Quenlith'] });
  assert.equal((await ask('importAnswers', brand, { answers: RECORDED })).new, 3);
  const rows = await exported(brand, 'answers');
  assert.deepEqual(
    rows.map(({ answered_at, agent }) => [answered_at, agent]),
    [
      ['2026-02-28T00:00:00.000000+00:00', 'grok'],
      ['2026-03-01T10:00:00.123456+00:00', 'chatgpt'],
      ['2026-03-01T10:00:00.123456+00:00', 'claude'],
    ],
  );
  for (const { answer_id, answered_at, ...row } of rows) {
    const given = RECORDED.find(({ prompt }) => prompt === row.prompt);
    const { answered_at: _, ...rest } = { citations: [], model: '', searches: [], consulted: [], ...given };
    assert.deepEqual(row, rest);
    assert.equal((await api.done('answer', { answer_id }, brand.key)).answer.answer, row.answer);
  }
  const again = await ask('importAnswers', brand, { answers: rows });
  assert.deepEqual([again.new, again.known], [0, 3]);
  const copy = await api.brand({ competitors: ['Quenlith'] });
  assert.equal((await ask('importAnswers', copy, { answers: rows })).new, 3);
  const bare = (list: Json[]) => list.map(({ answer_id, ...row }) => row);
  assert.deepEqual(bare(await exported(copy, 'answers')), bare(rows));
  for (const name of ['brandReport', 'trackedCompetitors', 'untrackedCompetitors'] as const)
    assert.deepEqual(await ask(name, copy), await ask(name, brand));
});

test('an export is whole, in order and without repetition, however long it is', async () => {
  const facts = Array.from({ length: 2_350 }, (_, at) => ({
    ...{ prompt: `p${at % 7}`, agent: at % 3 ? 'claude' : 'grok', note: `${at}`, id: `a${at}` },
    // Many at one instant: the id decides.
    at: `2026-01-0${1 + (at % 2)}T12:00:00Z`,
    ...(at % 10 === 0 && { names: [OWN, 'Quenlith'], cites: [REDDIT] }),
  }));
  const brand = await brandWith(facts);
  const big = Array.from({ length: 12 }, (_, at) => ({
    ...{ prompt: 'big', agent: 'claude', answered_at: `2026-02-01T00:00:${10 + at}Z`, id: `big${at}` },
    answer: `${at} ${'x'.repeat(900_000)}`,
  }));
  await ask('importAnswers', brand, { answers: big });
  const rows = await exported(brand, 'answers');
  assert.equal(rows.length, 2_362);
  assert.deepEqual(new Set(rows.map(({ id }) => id)), new Set([...facts, ...big].map(({ id }) => id)));
  const keys = rows.map(({ answered_at, answer_id }) => [answered_at, answer_id] as [string, number]);
  assert.deepEqual(
    keys,
    keys.toSorted(([a, i], [b, j]) => (a < b ? -1 : a > b ? 1 : i - j)),
  );
  assert.ok(rows.slice(-12).every(({ answer }) => answer.length > 900_000));
  const named = (await exported(brand, 'mentions')).filter(({ name }) => name === OWN || name === 'Quenlith');
  assert.deepEqual([named.length, (await exported(brand, 'citations')).length], [470, 235]);
  const facts2 = await exported(brand, 'facts');
  const asked = facts2.reduce((sum, { answers }) => sum + (answers ?? 0), 0);
  assert.equal(asked, 2_362);
});

const told = () =>
  brandWith(
    [
      { prompt: 'a', names: [OWN, 'Quenlith', 'Dranketo'], feeling: 'good', cites: [REDDIT] },
      { prompt: 'b', agent: 'claude', names: ['Quenlith', OWN], cites: ['https://zorvexa.example/x'] },
      { prompt: 'b', agent: 'claude', day: '2026-10-07', names: ['Quenlith', 'Brimvolt'], cites: [REDDIT] },
    ],
    { competitors: ['Quenlith'], domain: 'zorvexa.example' },
  );

test('mentions and citations are those of each answer, prompts those of the list', async () => {
  const brand = await told();
  const mentions = Map.groupBy(await exported(brand, 'mentions'), ({ answer_id }) => answer_id as number);
  const cited = Map.groupBy(await exported(brand, 'citations'), ({ answer_id }) => answer_id as number);
  const { answers } = await ask('answers', brand);
  assert.equal(answers.length, 3);
  for (const { id } of answers) {
    const { answer } = await api.done('answer', { answer_id: id }, brand.key);
    const head = {
      ...{ answer_id: id, prompt_id: answer.prompt_id, prompt: answer.prompt },
      ...{ ai_agent: answer.ai_agent, answered_at: answer.answered_at },
    };
    const byName = (a: Json, b: Json) => (a.name < b.name ? -1 : 1);
    assert.deepEqual(
      mentions.get(id)!.sort(byName),
      answer.mentions
        .map(({ name, entity, kind, position, sentiment }: Json) => ({
          ...{ ...head, name, entity, kind, position, sentiment },
        }))
        .sort(byName),
    );
    assert.deepEqual(
      cited.get(id),
      answer.citations.map(({ url, title, domain, type, origin }: Json) => ({
        ...{ ...head, url, title, domain, type, origin },
      })),
    );
  }
  const { prompts } = await ask('listPrompts', brand);
  assert.deepEqual(await exported(brand, 'prompts'), prompts);
});

test('facts and sources are what the reports add up', async () => {
  const brand = await told();
  const facts = await exported(brand, 'facts', { ai_agent: ['claude'] });
  assert.deepEqual(
    facts.map(({ day, prompt, name, entity, answers, mentions, position_sum }) => [
      ...[day, prompt, name, entity, answers, mentions, position_sum],
    ]),
    [
      ['2026-10-05', 'b', OWN, 'brand', 1, 1, 2],
      ['2026-10-07', 'b', OWN, 'brand', 1, 0, 0],
      ['2026-10-05', 'b', 'Quenlith', 'tracked', null, 1, 1],
      ['2026-10-07', 'b', 'Quenlith', 'tracked', null, 1, 1],
      ['2026-10-07', 'b', 'Brimvolt', 'untracked', null, 1, 2],
    ],
  );
  const sources = await exported(brand, 'sources', { date: { to: '2026-10-06' } });
  assert.deepEqual(
    sources.map(({ id, ...row }) => row),
    [
      {
        ...{ domain: 'reddit.com', type: 'community', ai_agent: 'chatgpt', answers: 1 },
        ...{ first_seen: '2026-10-05', last_seen: '2026-10-05' },
      },
      {
        ...{ domain: 'zorvexa.example', type: 'owned', ai_agent: 'claude', answers: 1 },
        ...{ first_seen: '2026-10-05', last_seen: '2026-10-05' },
      },
    ],
  );
});

test('filters choose the rows of every export', async () => {
  const brand = await brandWith([
    { prompt: 'a', day: '2026-03-01', names: [OWN, 'Quenlith'], cites: [REDDIT] },
    { prompt: 'b', day: '2026-03-02', agent: 'claude', names: [OWN, 'Quenlith'], cites: [REDDIT] },
    { prompt: 'b', day: '2026-03-03', names: [OWN, 'Quenlith'], cites: [REDDIT] },
  ]);
  const { b } = await api.promptIds(brand);
  await ask('tagPrompts', brand, { prompt_ids: [b], add: ['crm'] });
  const counts = async (filter: object) =>
    Promise.all(
      ['answers', 'mentions', 'citations', 'facts', 'sources'].map(
        async (what) => (await exported(brand, what, filter)).length,
      ),
    );
  assert.deepEqual(await counts({}), [3, 6, 3, 6, 2]);
  assert.deepEqual(await counts({ tags: ['crm'] }), [2, 4, 2, 4, 2]);
  assert.deepEqual(await counts({ ai_agent: ['Claude'] }), [1, 2, 1, 2, 1]);
  assert.deepEqual(
    await counts({ date: { from: '2026-03-02', to: '2026-03-03' }, ai_agent: ['chatgpt'] }),
    [1, 2, 1, 2, 1],
  );
  assert.deepEqual(await counts({ tags: ['nobody'] }), [0, 0, 0, 0, 0]);
  assert.deepEqual(
    (await exported(brand, 'prompts', { tags: ['crm'] })).map(({ id }) => id),
    [b],
  );
  assert.deepEqual(await exported(brand, 'prompts', { date: { to: '2020-01-01' } }), []);
});

test('CSV has a header, quotes what must be, and runs no formula', async () => {
  const brand = await api.brand();
  await ask('importAnswers', brand, { answers: RECORDED });
  const [header, ...rows] = await csv(brand, 'answers');
  assert.deepEqual(header, [
    ...['id', 'prompt', 'agent', 'answered_at', 'answer', 'citations', 'model', 'searches'],
    ...['consulted', 'answer_id'],
  ]);
  const [grok, chatgpt, claude] = rows;
  assert.deepEqual(grok!.slice(4, 8), ["'@me", '', "'-1", '']);
  assert.deepEqual(claude!.slice(0, 2), ['', "'=cmd|calc"]);
  assert.equal(claude![4], `'${RECORDED[1].answer}`);
  assert.deepEqual(JSON.parse(chatgpt![5]!), RECORDED[0].citations);
  assert.deepEqual(JSON.parse(chatgpt![7]!), RECORDED[0].searches);
  await ask('createPrompts', brand, {
    prompts: [{ prompt: '\u2003+1', tags: ['@x', 'a "b"'] }, '-', 'plain'],
  });
  const prompts = (await csv(brand, 'prompts')).slice(-3).map(([, prompt, , , tags]) => [prompt, tags]);
  assert.deepEqual(prompts, [
    ["'+1", '["@x","a \\"b\\""]'],
    ["'-", ''],
    ['plain', ''],
  ]);
  const empty = await api.brand({ name: 'Größe & Söhne' });
  for (const what of ['answers', 'mentions', 'citations', 'facts', 'sources', 'prompts'])
    assert.equal((await csv(empty, what)).length, 1, what);
});

test('the response is a file with a name; what is wrong is an error before it begins', async () => {
  const brand = await api.brand({ name: 'Größe & Söhne' });
  const call = (body: object) => api.call('export', { brand_id: brand.id, ...body }, brand.key);
  const { headers, text } = await call({ what: 'prompts' });
  assert.equal(headers.get('content-type'), 'application/x-ndjson; charset=utf-8');
  assert.equal(headers.get('content-disposition'), 'attachment; filename="grosse-sohne-prompts.jsonl"');
  assert.equal(headers.get('cache-control'), 'no-store');
  assert.equal(text, '');
  const japanese = await api.brand({ name: '道具', account: brand.account });
  const named = await api.call('export', { brand_id: japanese.id, what: 'facts', format: 'csv' }, brand.key);
  assert.equal(
    named.headers.get('content-disposition'),
    `attachment; filename="brand-${japanese.id}-facts.csv"`,
  );
  const failed = async (body: object) => {
    const { status, json } = await call(body);
    return [status, json.error];
  };
  assert.deepEqual(await failed({}), [400, 'what is required']);
  assert.deepEqual(await failed({ what: 'keys' }), [
    400,
    'what must be one of answers, mentions, citations, facts, prompts, sources',
  ]);
  assert.deepEqual(await failed({ what: 'facts', format: 'xml' }), [400, 'format must be jsonl or csv']);
  assert.deepEqual(await failed({ what: 'prompts', ai_agent: ['claude'] }), [
    400,
    'ai_agent does not apply to prompts: they are asked of every agent of the plan',
  ]);
  assert.deepEqual(await failed({ what: 'answers', brand_id: 888_888 }), [404, 'Brand not found']);
});
