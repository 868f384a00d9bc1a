// Sources in detail: domains with their agents, the pages of one; and the competitors in full.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { OperationName } from '../../contract/table.ts';
import { addDays } from '../../src/domain/time.ts';
import type { Fact } from '../kit/answers.ts';
import { type Json, startApi, type TestBrand, tidy } from '../kit/api.ts';

const api = await startApi();
const ask = (name: OperationName, brand: TestBrand, body: object = {}): Promise<Json> =>
  api.done(name, { brand_id: brand.id, ...body }, brand.key);
const failed = async (name: OperationName, brand: TestBrand, body: object) => {
  const { status, json } = await api.call(name, { brand_id: brand.id, ...body }, brand.key);
  return [status, json.error];
};
async function brandWith(facts: readonly Fact[], change: Parameters<typeof api.brand>[0] = {}) {
  const brand = await api.brand(change);
  await api.answers(brand, facts);
  return brand;
}
const [REDDIT, WIKIPEDIA] = ['https://www.reddit.com/r/tools', 'https://en.wikipedia.org/wiki/Tool'];

test('a domain has its agents, its share of the answers that cite anything, and when it was seen', async () => {
  const brand = await brandWith(
    [
      { day: '2026-03-01', agent: 'claude', cites: [REDDIT, 'https://old.reddit.com/x', WIKIPEDIA] },
      { day: '2026-04-02', agent: 'grok', cites: [REDDIT] },
      { day: '2026-04-05', agent: 'grok', cites: [REDDIT, 'https://zorvexa.example/'], note: '2' },
      { day: '2026-04-06', agent: 'grok', note: '3' },
    ],
    { domain: 'zorvexa.example' },
  );
  assert.deepEqual(tidy(await ask('listSources', brand, { date: { from: '2026-04-01' } })), {
    success: true,
    citing_answers: 2,
    domains: 2,
    sources: [
      {
        ...{ id: 1, domain: 'reddit.com', type: 'community', answers: 2, share: 100 },
        agents: [{ ai_agent: 'grok', answers: 2 }],
        ...{ first_seen: '2026-03-01', last_seen: '2026-04-05' },
      },
      {
        ...{ id: 2, domain: 'zorvexa.example', type: 'owned', answers: 1, share: 50 },
        agents: [{ ai_agent: 'grok', answers: 1 }],
        ...{ first_seen: '2026-04-05', last_seen: '2026-04-05' },
      },
    ],
    next: null,
  });
  const { sources, citing_answers } = await ask('listSources', brand);
  assert.equal(citing_answers, 3);
  assert.deepEqual(
    sources.map(({ domain, share, agents }: Json) => [domain, share, agents.length]),
    [
      ['reddit.com', 100, 2],
      ['wikipedia.org', 33.3, 1],
      ['zorvexa.example', 33.3, 1],
    ],
  );
  const owned = await ask('listSources', brand, { type: 'owned' });
  assert.deepEqual([owned.domains, owned.sources[0].domain, owned.citing_answers], [1, 'zorvexa.example', 3]);
  const onlyClaude = await ask('listSources', brand, { ai_agent: ['Claude'] });
  assert.deepEqual([onlyClaude.citing_answers, onlyClaude.sources[0].last_seen], [1, '2026-03-01']);
  assert.deepEqual((await ask('listSources', brand, { ai_agent: ['nobody'] })).sources, []);
  assert.deepEqual((await ask('sources', brand)).sources.length, 4);
});

test('pages of domains follow each other without gap or repetition', async () => {
  const cites = Array.from({ length: 7 }, (_, at) => `https://site${at}.example/`);
  const brand = await brandWith(cites.map((_, at) => ({ cites: cites.slice(at), note: `${at}` })));
  const whole = (await ask('listSources', brand)).sources.map(({ domain }: Json) => domain);
  assert.deepEqual(
    whole,
    cites.map((_, at) => `site${6 - at}.example`),
  );
  const seen: string[] = [];
  for (let before: number | undefined, more = true; more; ) {
    const { sources, next, domains } = await ask('listSources', brand, { limit: 3, before });
    assert.equal(domains, 7);
    seen.push(...sources.map(({ domain }: Json) => domain));
    before = next ?? undefined;
    more = next !== null;
  }
  assert.deepEqual(seen, whole);
  assert.deepEqual(await failed('listSources', brand, { before: 888_888 }), [
    400,
    'before must be the id of a source of this list: 888888 is none, or is cited no more',
  ]);
  assert.deepEqual(await failed('listSources', brand, { limit: 10_001 }), [
    400,
    'limit must be at most 10,000',
  ]);
  assert.match((await failed('listSources', brand, { type: 'blog' }))[1], /^type must be one of owned, /);
});

test('the pages of a domain: how many answers cite each, the newest of them, titles and last days', async () => {
  const brand = await brandWith([
    ...Array.from({ length: 5 }, (_, at) => ({
      ...{ day: addDays('2026-05-01', at), agent: at % 2 ? 'claude' : 'chatgpt', note: `${at}` },
      cites: [`${REDDIT}?utm_source=chat`, ...(at < 2 ? ['https://reddit.com/r/other'] : []), WIKIPEDIA],
    })),
    { day: '2026-05-20', cites: [WIKIPEDIA] },
  ]);
  const linked = 'Read [the thread](https://www.reddit.com/r/linked) on this.';
  await ask('importAnswers', brand, {
    answers: [
      {
        ...{ prompt: 'linked', agent: 'grok', answered_at: '2026-04-01T08:00:00Z', answer: linked },
        citations: [{ url: REDDIT, title: 'All tools' }],
      },
    ],
  });
  const { answers: list } = await ask('answers', brand, { date: { to: '2026-05-10' } });
  const newest = (from: number, to = from + 3) =>
    list
      .slice(from, to)
      .map(({ id, prompt_id, ai_agent, answered_at }: Json) => ({ id, prompt_id, ai_agent, answered_at }));
  assert.deepEqual(await ask('sourcePages', brand, { domain: ' Reddit.com ' }), {
    ...{ success: true, domain: 'reddit.com', type: 'community', answers: { citing: 6, read: 6 }, found: 3 },
    pages: [
      {
        ...{ url: 'https://reddit.com/r/tools', title: 'All tools', answers: 6, last_seen: '2026-05-05' },
        newest: newest(0),
      },
      {
        ...{ url: 'https://reddit.com/r/other', title: '', answers: 2, last_seen: '2026-05-02' },
        newest: newest(3, 5),
      },
      {
        ...{ url: 'https://reddit.com/r/linked', title: 'the thread', answers: 1, last_seen: '2026-04-01' },
        newest: newest(5),
      },
    ],
  });
  const within = { domain: 'reddit.com', ai_agent: ['claude'], date: { from: '2026-05-03' }, limit: 1 };
  const { answers, pages, found } = await ask('sourcePages', brand, within);
  assert.deepEqual([answers, found, pages[0].answers], [{ citing: 1, read: 1 }, 1, 1]);
  const later = await ask('sourcePages', brand, { domain: 'reddit.com', date: { from: '2026-05-19' } });
  assert.deepEqual([later.answers, later.pages], [{ citing: 0, read: 0 }, []]);
  assert.deepEqual(await failed('sourcePages', brand, { domain: 'nobody.example' }), [
    404,
    'Source not found',
  ]);
  for (const domain of ['', undefined])
    assert.deepEqual(await failed('sourcePages', brand, { domain }), [400, 'domain is required']);
});

test('of a domain that everybody cites the newest answers are read, and the rest is told', async () => {
  const brand = await brandWith(
    Array.from({ length: 1_100 }, (_, at) => ({
      ...{ day: addDays('2026-01-01', at % 100), prompt: at % 2 ? 'odd' : 'even', note: `${at}` },
      cites: [at % 100 < 20 ? `${REDDIT}/old` : REDDIT],
    })),
  );
  const { answers, pages } = await ask('sourcePages', brand, { domain: 'reddit.com' });
  assert.deepEqual(answers, { citing: 1_100, read: 1_000 });
  assert.deepEqual(
    pages.map(({ answers, last_seen }: Json) => [answers, last_seen]),
    [
      [880, '2026-04-10'],
      [120, '2026-01-20'],
    ],
  );
  const { odd } = await api.promptIds(brand);
  await ask('tagPrompts', brand, { prompt_ids: [odd], add: ['odd'] });
  const tagged = await ask('sourcePages', brand, { domain: 'reddit.com', tags: ['odd'] });
  assert.deepEqual(tagged.answers, { citing: 550, read: 550 });
  assert.ok(tagged.pages[0].newest.every(({ prompt_id }: Json) => prompt_id === odd));
});

test('competitors in full: tracked, found, merged and dismissed', async () => {
  const brand = await brandWith(
    [
      { names: ['Zorvexa', 'Quenlith', 'Dranketo', 'Fyxoria'] },
      { names: ['Zorvexa', 'Quenlith', 'Dranketo', 'Glontava'], note: '2' },
      { names: ['Zorvexa', 'Huvrento', 'Brimvolt'], note: '3' },
    ],
    { competitors: [{ name: 'Quenlith', domain: 'quenlith.example' }, 'Myrqatel', 'Brimvolt'] },
  );
  await ask('trackCompetitor', brand, { name: 'Brimvolt', aliases: ['Brim'] });
  await ask('dismissCompetitor', brand, { name: 'Fyxoria' });
  await ask('mergeCompetitor', brand, { name: 'Glontava', into: 'Dranketo' });
  await api.reread();
  const { competitors } = await ask('listCompetitors', brand);
  assert.deepEqual(
    competitors.map(({ name, tracked, dismissed, merged_into, answers }: Json) => [
      ...[name, tracked, dismissed, merged_into, answers],
    ]),
    [
      ['Brimvolt', true, false, null, 1],
      ['Myrqatel', true, false, null, 0],
      ['Quenlith', true, false, null, 2],
      ['Dranketo', false, false, null, 2],
      ['Huvrento', false, false, null, 1],
      ['Glontava', false, false, 'Dranketo', 0],
      ['Fyxoria', false, true, null, 0],
    ],
  );
  const [brim, , quenlith] = competitors;
  assert.deepEqual([brim.aliases, quenlith.domain], [['Brim'], 'quenlith.example']);
  assert.equal((await ask('listCompetitors', brand, { limit: 2 })).competitors.length, 2);
  assert.deepEqual((await ask('listCompetitors', await api.brand())).competitors, []);
});
