// `brandscope collect --once`: what it says when there is something to ask, when there is nothing, and when it cannot.
import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { openai } from '../../src/cli/demo/vendors/openai.ts';
import { type Behaviour, startVendors } from '../../src/cli/demo/vendors/server.ts';
import { makeContext } from '../../src/operations/context.ts';
import { makeService } from '../../src/operations/service.ts';
import { openDatabase } from '../../src/storage/open.ts';
import { connectionsTo, SECRET, script } from '../agents/world.ts';
import { dataFolder, run as runWhole, start } from './cli.ts';

/** It tells every few seconds how far it is: on a busy machine more often than on an idle one. */
const PROGRESS = /^\d+ of \d+ slots;.*\n/gm;
const withoutProgress = <T extends { err: string }>(ran: T): T => ({
  ...ran,
  err: ran.err.replace(PROGRESS, ''),
});
const run = async (...args: Parameters<typeof runWhole>) => withoutProgress(await runWhole(...args));

const once = ['collect', '--once', '--brand', '1'];
const healthy: Behaviour = { mode: 'healthy', script };

type Call = (name: never, input: object) => Promise<{ prompts: { id: number }[] }>;

/** A data folder with the brand Acme and three prompts, a stand-in of OpenAI, and what else `prepare` does. */
async function agency(prepare: (call: Call) => Promise<unknown> = async () => {}, behave = () => healthy) {
  const { env, remove } = await dataFolder();
  const vendors = await startVendors({ vendors: [openai], behave });
  after(async () => {
    await vendors.stop();
    remove();
  });
  const database = await openDatabase({ folder: env.DATA_DIR ?? '' });
  const asking = connectionsTo(database, vendors.url, ['openai']);
  const service = makeService(makeContext({ database, asking, secret: SECRET }));
  const { rows } = await database.pool.query("insert into accounts (name) values ('Agency') returning id");
  const caller = { accountId: rows[0].id, brandId: null, keyId: null };
  const call: Call = (name, input) => service.call(name, caller, input as never) as never;
  await call('createBrand' as never, { name: 'Acme', domain: 'acme.example' });
  await call('createPrompts' as never, {
    brand_id: 1,
    prompts: ['best crm', 'cheap crm', 'crm with invoices'],
  });
  await prepare(call);
  await database.close();
  const keys = { OPENAI_API_KEY: 'a-key-of-the-tests', OPENAI_BASE_URL: `${vendors.url('openai')}/v1` };
  return { env, keyed: { ...env, ...keys }, vendors };
}

const plan = (change: object) => (call: Call) => call('updatePlan' as never, { brand_id: 1, ...change });

describe('collect --once', () => {
  it('asks, says what came of it, and then finds the same to ask again', async () => {
    const { keyed, vendors } = await agency();
    const { code, out, err } = await run(once, keyed);
    assert.match(out, /^3 answered, 0 failed; 0\.\d{4} USD\.\n$/);
    assert.deepEqual([code, err, vendors.asked.length], [0, '', 3]);
    const all = await run(['collect', '--once', '--json'], keyed);
    const { usd, ...counts } = JSON.parse(all.out);
    assert.deepEqual([all.code, counts], [0, { answered: 3, failed: 0, left: 0, paused: [] }]);
    assert.ok(usd > 0);
  });

  it('says what it would cost, and asks nothing', async () => {
    const { keyed, vendors } = await agency();
    const { code, out } = await run([...once, '--dry-run'], keyed);
    assert.match(out, /^Acme \(brand 1\): 3 answers, about 0\.\d{4} USD, at most 0\.\d{4} USD\n$/);
    const [round] = JSON.parse((await run([...once, '--dry-run', '--json'], keyed)).out);
    assert.deepEqual([round.brand, round.added, round.idle], [{ id: 1, name: 'Acme' }, 3, null]);
    assert.deepEqual([code, vendors.asked.length], [0, 0]);
  });

  it('tells how far it is, every few seconds where it is no terminal', async () => {
    const slow = (): Behaviour => ({ ...healthy, delayMs: 2700 }) as Behaviour;
    const { keyed } = await agency(undefined, slow);
    const { code, err } = await runWhole(once, { ...keyed, COLLECT_CONCURRENCY: '1' });
    assert.match(
      err,
      /^(?:[1-3] of 3 slots; chatgpt: [1-3] answered, 0 failed, [01] being asked, 0\.\d{4} USD\n)+$/,
    );
    assert.equal(code, 0);
  });

  it('a signal stops it: what is being asked is answered, the rest waits for no money', async () => {
    const slow = (): Behaviour => ({ ...healthy, delayMs: 1500 }) as Behaviour;
    const { keyed, vendors } = await agency(undefined, slow);
    const { child, ended } = start(once, { ...keyed, COLLECT_CONCURRENCY: '1' });
    while (vendors.asked.length === 0) await new Promise((resolve) => setTimeout(resolve, 20));
    child.kill('SIGINT');
    const { code, out, err } = withoutProgress(await ended);
    assert.equal(err, 'Stopping: waiting for what is being asked (press again to cut it off) ...\n');
    assert.match(out, /^1 answered, 0 failed, 2 left waiting; 0\.\d{4} USD\.\n$/);
    assert.equal(code, 0);
  });
});

const NOTHING = 'There is nothing to ask.\n';

describe('collect --once with nothing to ask', () => {
  it('no prompt is active', async () => {
    const { keyed, env } = await agency(async (call) => {
      const { prompts } = await call('prompts' as never, { brand_id: 1 });
      for (const { id } of prompts) await call('togglePrompt' as never, { prompt_id: id });
    });
    const idle = 'No prompt is active: add one, or switch one on with PATCH /prompt.';
    assert.deepEqual(await run(once, keyed), { code: 0, out: NOTHING, err: `Acme: ${idle}\n` });
    const forecast = 'Acme (brand 1): 0 answers, about 0.0000 USD, at most 0.0000 USD';
    const { out } = await run([...once, '--dry-run'], keyed);
    assert.equal(out, `${forecast}\n  ${idle}\n`);
    const json = await run([...once, '--json'], env);
    assert.deepEqual(JSON.parse(json.out), { answered: 0, failed: 0, left: 0 });
  });

  it('nobody is set up', async () => {
    const { env } = await agency();
    assert.deepEqual(await run(once, env), {
      ...{ code: 0, out: NOTHING },
      err: 'Acme: No agent can be asked yet: configure the key of a vendor, such as OPENAI_API_KEY.\n',
    });
  });

  it('the plan asks those alone who are not set up', async () => {
    const { keyed } = await agency(plan({ agents: ['claude'] }));
    const { code, out, err } = await run(once, keyed);
    assert.deepEqual([code, out], [0, NOTHING]);
    assert.equal(err, 'Acme: claude cannot be asked: set ANTHROPIC_API_KEY\n');
  });

  it('one of the plan is not set up: the others are asked, and it is said', async () => {
    const { keyed } = await agency(plan({ agents: ['claude', 'chatgpt'] }));
    const { code, out, err } = await run(once, keyed);
    assert.match(out, /^3 answered/);
    assert.deepEqual([code, err], [0, 'Acme: claude cannot be asked: set ANTHROPIC_API_KEY\n']);
  });

  it('there is no brand, or not this one', async () => {
    const { env, remove } = await dataFolder();
    after(remove);
    assert.deepEqual(await run(['collect', '--once'], env), { code: 0, out: NOTHING, err: '' });
    const forecast = await run(['collect', '--once', '--dry-run'], env);
    assert.deepEqual(forecast, { code: 0, out: 'There is no brand.\n', err: '' });
    const missing = await run(['collect', '--once', '--brand', '99'], env);
    assert.deepEqual(missing, { code: 1, out: '', err: 'brandscope: there is no brand with the id 99\n' });
  });

  it('it is called wrongly', async () => {
    const { env, remove } = await dataFolder();
    after(remove);
    for (const wrong of [['collect'], ['collect', '--once', '--brand', 'acme'], [...once, '--often']]) {
      const { code, out, err } = await run(wrong, env);
      assert.deepEqual([code, out, err.length > 0], [2, '', true], wrong.join(' '));
    }
  });
});

describe('collect --once that cannot go on', () => {
  const LIMIT = '(the monthly limit is reached: see PATCH /plan)';

  it("the brand's or the account's money is gone", async () => {
    const limits = [{ monthly_limit_usd: 0 }, { monthly_limit_usd: 'none', account_monthly_limit_usd: 0.01 }];
    for (const limit of limits) {
      const { keyed, vendors } = await agency(plan(limit));
      const { code, out, err } = await run(once, keyed);
      assert.deepEqual(
        [code, out, err],
        [1, `0 answered, 0 failed, 3 left waiting ${LIMIT}; 0.0000 USD.\n`, ''],
      );
      assert.equal(vendors.asked.length, 0);
    }
  });

  it('the vendor refuses the key: it is paused until somebody asks again', async () => {
    const { keyed } = await agency(undefined, () => ({ mode: 'fail', failure: 'auth' }));
    const one = { ...keyed, COLLECT_CONCURRENCY: '1' };
    const { code, out, err } = await run(once, one);
    assert.deepEqual([code, out], [1, '0 answered, 1 failed, 3 left waiting; 0.0000 USD.\n']);
    assert.match(err, /^chatgpt: auth: .+\nopenai is paused: .+\n$/);
    const { paused, left } = JSON.parse((await run([...once, '--json'], one)).out);
    assert.deepEqual([paused.length, paused[0].connection, left], [1, 'openai', 3]);
  });

  it('answers that fail are told, once for each reason; one that comes makes it a success', async () => {
    let nth = 0;
    const behave = (): Behaviour =>
      nth++ === 0 ? healthy : { mode: 'raw', reply: { status: 400, headers: {}, body: '{}' } };
    const { keyed } = await agency(undefined, behave);
    const { code, out, err } = await run(once, keyed);
    assert.match(out, /^1 answered, 2 failed; 0\.\d{4} USD\.\n$/);
    assert.match(err, /^chatgpt: bad_response: [^\n]+\n$/);
    assert.equal(code, 0);
    nth = 1;
    const none = await run(once, keyed);
    assert.match(none.out, /^0 answered, 3 failed/);
    assert.equal(none.code, 1);
  });
});
