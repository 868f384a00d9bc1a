// Stored responses parsed again after a parser was mended: nothing is asked, nothing is paid, nothing is doubled, and all
// that was counted is what a recomputation says.
import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';
import type { Connection, Outcome } from '../../src/collector/agents/agent.ts';
import { allConnections } from '../../src/collector/all.ts';
import { Connections, type Setting } from '../../src/collector/connections.ts';
import prices from '../../src/collector/prices.json' with { type: 'json' };
import { reparse } from '../../src/collector/reparse.ts';
import { checkFacts } from '../../src/storage/check.ts';
import { DAY_MS, NOW, openCleanWorld } from './clean-world.ts';
import { SECRET } from './world.ts';

const world = await openCleanWorld();
const { call, brandId, rows, plan, prompt_ids, runsNow, slotsNow, statesNow, assertMoney } = world;

afterEach(async () => {
  assert.deepEqual(await checkFacts(world.database.pool), []);
  await assertMoney();
});

/** The connections, with another parser than the real one. */
function parsing(parse: (outcome: Outcome) => Outcome): Connections {
  const changed = (connection: Connection): Connection => ({
    ...connection,
    parse: (ask, received) => parse(connection.parse(ask, received)),
  });
  const settings = Object.fromEntries(
    ['openai', 'gemini'].map((id): [string, Setting] => {
      const path = id === 'openai' ? '/v1' : '/v1beta';
      return [id, { key: 'any-key', baseUrl: world.vendors.url(id) + path, variables: '' }];
    }),
  );
  const connections = allConnections.map(changed);
  return new Connections({
    ...{ db: world.context.db, secret: SECRET, connections, settings, prices },
    onError: assert.ifError,
  });
}

const broken = parsing(() => ({ kind: 'bad_response', message: 'of another form' }));
const real = parsing((outcome) => outcome);
const again = (connections: Connections, brand = brandId) =>
  reparse(world.context, connections, { brandId: brand, tell: () => {} });

async function collectWith(connections: Connections) {
  const { context } = world.machine();
  await call('collect', { brand_id: brandId, prompt_ids });
  await world.collector({ context: { ...context, asking: connections }, connections }).untilDone();
  assert.deepEqual(world.errors, []);
}

test('a response that failed under a broken parser is an answer under the mended one, of its own time', async () => {
  await collectWith(broken);
  assert.deepEqual(await statesNow(), ['failed']);
  const [before] = await runsNow();
  world.later(10 * DAY_MS);
  assert.deepEqual(await again(real), { parsed: 1, mended: 1, changed: 0, doubtful: 0 });
  const [run] = await runsNow();
  assert.deepEqual(
    [run.state, run.failure, run.message, run.cost_micros],
    ['answered', null, '', before.cost_micros],
  );
  assert.deepEqual(await statesNow(), ['answered']);
  const { answer } = await call('answer', { answer_id: run.answer_id });
  assert.equal(Date.parse(answer.answered_at), Date.parse(NOW));
  assert.equal(answer.mentions[0]?.name, 'Acme');
  const { total_responses } = await call('brandReport', {
    brand_id: brandId,
    date: { from: '2026-11-20', to: '2026-11-20' },
  });
  assert.equal(total_responses, 1);
  assert.equal(world.vendors.asked.length, 1);
  assert.deepEqual(await again(real), { parsed: 1, mended: 0, changed: 0, doubtful: 0 });
});

test('an answer that is parsed otherwise now is rewritten, with all that was counted of it', async () => {
  const poor = parsing((outcome) =>
    outcome.kind === 'answer'
      ? {
          ...outcome,
          text: '1. **Globex** is terrible.\n2. **Initech** is good.',
          cited: [],
          searches: [],
          model: 'old',
        }
      : outcome,
  );
  await collectWith(poor);
  const [{ answer_id }] = await runsNow();
  const before = await call('brandReport', { brand_id: brandId });
  assert.deepEqual([before.total_responses, before.visibility], [1, 0]);
  world.later(DAY_MS);
  assert.deepEqual(await again(real), { parsed: 1, mended: 0, changed: 1, doubtful: 0 });
  const report = await call('brandReport', { brand_id: brandId });
  assert.deepEqual([report.total_responses, report.visibility, report.position], [1, 100, 1]);
  const { answer } = await call('answer', { answer_id });
  assert.match(answer.answer, /\*\*Acme\*\* is an excellent choice/);
  assert.equal(Date.parse(answer.answered_at), Date.parse(NOW));
  assert.deepEqual(
    [answer.citations[0]?.url, answer.searches, answer.model === 'old'],
    ['https://reviews.example/crm', ['best crm for agencies'], false],
  );
  const { sources } = await call('sources', { brand_id: brandId });
  assert.deepEqual(
    sources.map(({ domain }) => domain),
    ['reviews.example'],
  );
  assert.deepEqual(await again(real), { parsed: 1, mended: 0, changed: 0, doubtful: 0 });
  assert.equal(world.vendors.asked.length, 1);
});

test('an answer that the present parser takes for a failure is left as it is, and counted as doubtful', async () => {
  await collectWith(real);
  const before = await rows('select * from answers');
  assert.deepEqual(await again(broken), { parsed: 1, mended: 0, changed: 0, doubtful: 1 });
  assert.deepEqual(await rows('select * from answers'), before);
});

test('a slot that a later attempt answered is not answered twice', async () => {
  const busy = parsing(() => ({ kind: 'server', message: 'busy' }));
  await call('collect', { brand_id: brandId, prompt_ids });
  const { context } = world.machine();
  const collector = world.collector({ context: { ...context, asking: busy }, connections: busy });
  collector.start();
  while ((await runsNow())[0]?.state !== 'failed') await new Promise((resolve) => setTimeout(resolve, 10));
  await collector.stop();
  // Not while it waits for its next attempt, either.
  assert.deepEqual(await again(real), { parsed: 1, mended: 0, changed: 0, doubtful: 0 });
  assert.deepEqual(await statesNow(), ['waiting']);
  world.at((await slotsNow())[0].next_at);
  await world.collector().untilDone();
  assert.deepEqual(
    (await runsNow()).map(({ state }) => state),
    ['failed', 'answered'],
  );
  assert.deepEqual(await again(real), { parsed: 2, mended: 0, changed: 0, doubtful: 0 });
  assert.equal((await rows('select from answers')).length, 1);
  assert.equal((await call('brandReport', { brand_id: brandId })).total_responses, 1);
});

test('of two attempts that failed, one answers the slot', async () => {
  await collectWith(broken);
  await rows("update slots set state = 'waiting', run_id = null, next_at = now() - interval '1 year'");
  const { context } = world.machine();
  await world.collector({ context: { ...context, asking: broken }, connections: broken }).untilDone();
  assert.equal((await runsNow()).length, 2);
  assert.deepEqual(await again(real), { parsed: 2, mended: 1, changed: 0, doubtful: 0 });
  assert.equal((await rows('select from answers')).length, 1);
});

test("Gemini's links, resolved once, stay resolved", async () => {
  await plan('openai', { agents: [{ agent: 'gemini', usd_per_answer: 1 }] });
  await collectWith(real);
  const [{ answer_id }] = await runsNow();
  const { answer } = await call('answer', { answer_id });
  assert.equal(answer.citations[0]?.url, 'https://reviews.example/crm');
  assert.deepEqual(await again(real), { parsed: 1, mended: 0, changed: 0, doubtful: 0 });
});

test('an answer that somebody imported under the id of the slot keeps the mended one from nothing', async () => {
  await collectWith(broken);
  const [slot] = await slotsNow();
  const recorded = { prompt: 'best crm for agencies', agent: 'chatgpt', answered_at: NOW, answer: 'Globex.' };
  await call('importAnswers', { brand_id: brandId, answers: [{ id: `slot-${slot.id}`, ...recorded }] });
  assert.equal((await again(real)).mended, 1);
  assert.equal((await rows('select from answers')).length, 2);
});

test('brand by brand: another brand, a deleted prompt and a run that was lost are left alone', async () => {
  await collectWith(broken);
  const { brand } = await call('createBrand', { name: 'Initech' });
  assert.deepEqual(await again(real, brand.id), { parsed: 0, mended: 0, changed: 0, doubtful: 0 });
  await rows("update runs set state = 'lost'");
  assert.deepEqual(await again(real), { parsed: 0, mended: 0, changed: 0, doubtful: 0 });
  await rows("update runs set state = 'failed'");
  await rows('delete from slots');
  await rows('delete from spending');
  assert.equal((await again(real)).parsed, 0);
});

test('settings that change meanwhile are those that a rewritten answer is read by', async () => {
  const poor = parsing((outcome) => (outcome.kind === 'answer' ? { ...outcome, text: 'Nobody.' } : outcome));
  await collectWith(poor);
  await call('trackCompetitor', { brand_id: brandId, name: 'Initech' });
  assert.equal((await again(real)).changed, 1);
  const [{ answer_id }] = await runsNow();
  const { answer } = await call('answer', { answer_id });
  assert.deepEqual(
    answer.mentions.map(({ name, entity }) => [name, entity]),
    [
      ['Acme', 'brand'],
      ['Globex', 'tracked'],
      ['Initech', 'tracked'],
    ],
  );
});
