// Many sessions on the one connection of the embedded database.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import test, { after } from 'node:test';
import fc from 'fast-check';
import pg from 'pg';
import { Door, type DoorOptions } from '../../src/storage/embedded/door.ts';
import { Engine } from '../../src/storage/embedded/engine.ts';
import { copyTemplate } from '../kit/database.ts';
import { isLong } from './figures.ts';

type House = { engine: Engine; door: Door; client(): Promise<pg.Client>; close(): Promise<void> };

async function open({
  deadlineMs = 30_000,
  ...options
}: DoorOptions & { deadlineMs?: number } = {}): Promise<House> {
  const folder = await copyTemplate();
  const engine = new Engine({ folder: path.join(folder, 'pg'), deadlineMs });
  const door = new Door(engine, options);
  const clients: pg.Client[] = [];
  return {
    engine,
    door,
    async client() {
      const client = new pg.Client({ user: 'postgres', stream: () => door.session() } as pg.ClientConfig);
      client.on('error', () => {});
      clients.push(client);
      await client.connect();
      return client;
    },
    async close() {
      for (const client of clients) await client.end().catch(() => {});
      await engine.close();
      fs.rmSync(folder, { recursive: true });
    },
  };
}

const shared = await open();
after(() => shared.close());

/** Cuts a client off without a word, as a kill would. */
const cut = (client: pg.Client) =>
  (client as unknown as { connection: { stream: { destroy(): void } } }).connection.stream.destroy();

async function only(client: pg.Client, sql: string): Promise<unknown> {
  const { rows } = await client.query({ text: sql, rowMode: 'array' });
  return rows[0]?.[0];
}

test('transactions of many sessions never interleave', async () => {
  const clients = await Promise.all(Array.from({ length: 6 }, () => shared.client()));
  await clients[0]?.query('create table counters (number int); insert into counters values (0)');
  let expected = 0;
  // Read, leave a gap, write: a lost update shows every interleaving.
  const add = async (client: pg.Client, end: 'commit' | 'rollback') => {
    await client.query('begin');
    const number = Number(await only(client, 'select number from counters'));
    await new Promise((resolve) => setImmediate(resolve));
    await client.query('update counters set number = $1', [number + 1]);
    await client.query(end);
    if (end === 'commit') expected += 1;
  };
  const ends = fc.array(fc.constantFrom('commit' as const, 'rollback' as const), {
    minLength: 1,
    maxLength: 6,
  });
  await fc.assert(
    fc.asyncProperty(fc.array(ends, { minLength: 2, maxLength: 6 }), async (plans) => {
      await Promise.all(
        plans.map(async (plan, at) => {
          for (const end of plan) await add(clients[at] as pg.Client, end);
        }),
      );
      assert.equal(await only(clients[0] as pg.Client, 'select number from counters'), expected);
    }),
    { numRuns: isLong ? 200 : 25 },
  );
});

test('sessions wait in the order in which they came, none for ever', async () => {
  const [holder, ...others] = await Promise.all(Array.from({ length: 9 }, () => shared.client()));
  await holder?.query('begin');
  const served: number[] = [];
  const waiting = others.map((client, at) => client.query('select 1').then(() => served.push(at)));
  await holder?.query('select 1');
  assert.deepEqual(served, []);
  await holder?.query('commit');
  await Promise.all(waiting);
  assert.deepEqual(served, [0, 1, 2, 3, 4, 5, 6, 7]);
});

test('an error inside a transaction stays in it', async () => {
  const [one, two] = [await shared.client(), await shared.client()];
  await one.query('begin');
  await assert.rejects(one.query('select 1 / 0'), { code: '22012' });
  const other = two.query('select 1');
  await assert.rejects(one.query('select 1'), { code: '25P02' });
  await one.query('rollback');
  await other;
});

test('sessions use the same name for their statements; a new session may use it again', async () => {
  for (const text of ['select 1 as x', 'select 2 as x']) {
    const [one, two] = [await shared.client(), await shared.client()];
    for (const client of [one, two, one, two])
      assert.equal((await client.query({ name: 'same', text })).rows[0].x, Number(text[7]));
    await one.end();
    await two.end();
  }
  const last = await shared.client();
  assert.equal(await only(last, 'select count(*)::int from pg_prepared_statements'), 0);
});

test('a session that is cut off in a transaction is rolled back at any moment', async () => {
  const watcher = await shared.client();
  await watcher.query('create table cuts (number int)');
  for (let number = 0; number < 40; number++) {
    const client = await shared.client();
    const work = (async () => {
      await client.query('begin');
      await client.query('insert into cuts values ($1)', [number]);
      await client.query('insert into cuts values ($1)', [number]);
      await client.query('rollback');
    })().catch(() => {});
    // In the beginning most of these hit a batch that is being served.
    for (let turn = 0; turn < number % 10; turn++) await new Promise((resolve) => setImmediate(resolve));
    cut(client);
    await work;
  }
  assert.equal(await only(watcher, 'select count(*)::int from cuts'), 0);
});

test('what a session asked for and did not get is not done after it left', async () => {
  const [holder, watcher] = [await shared.client(), await shared.client()];
  await watcher.query('create table late (number int)');
  await holder.query('begin');
  const gone = await shared.client();
  const work = gone.query('insert into late values (1)').catch(() => {});
  cut(gone);
  await work;
  await holder.query('commit');
  assert.equal(await only(watcher, 'select count(*)::int from late'), 0);
});

test('rows of 60 MB come through whole', async () => {
  const client = await shared.client();
  const sent = 'x'.repeat(20 * 1024 * 1024);
  assert.equal((await client.query('select $1::text as text', [sent])).rows[0].text.length, sent.length);
  const { rows } = await client.query("select repeat('ab', 1000000) as text from generate_series(1, 30)");
  assert.equal(
    rows.reduce((sum, { text }) => sum + text.length, 0),
    60_000_000,
  );
});

test('a transaction that is left open is put out', async () => {
  const house = await open({ idleMs: 300 });
  const [idle, other] = [await house.client(), await house.client()];
  await idle.query('begin; create table never (number int)');
  assert.equal(await only(other, "select to_regclass('never')"), null);
  await assert.rejects(idle.query('commit'));
  await house.close();
});

test('a statement beyond the deadline ends its worker; the next one starts another, alone', async () => {
  const house = await open({ deadlineMs: 1000 });
  const [slow, other] = [await house.client(), await house.client()];
  await other.query('create table kept (number int); insert into kept values (1)');
  await slow.query('begin');
  await slow.query('insert into kept values (2)');
  const forever = 'select count(*) from generate_series(1, 100000) a, generate_series(1, 100000) b';
  await assert.rejects(slow.query(forever), /statement took longer than 1000 ms/);
  await assert.rejects(other.query('select 1'), 'its session ended with the worker');
  const workers = () => process.getActiveResourcesInfo().filter((name) => name === 'MessagePort').length;
  const again = await Promise.all([house.client(), house.client(), house.client()]);
  for (const client of again) assert.equal(await only(client, 'select sum(number)::int from kept'), 1);
  const before = workers();
  for (const client of again) await client.query('select 1');
  assert.equal(workers(), before);
  await house.close();
});

test('after a close nothing starts the database again', async () => {
  const house = await open();
  const client = await house.client();
  await client.query('begin');
  const closed = house.engine.close();
  cut(client);
  await closed;
  await assert.rejects(house.engine.send(new Uint8Array()), /stopped/);
  await house.close();
});

test('a process that closes its database ends, also when a start failed', () => {
  const script = (folder: string) => `
    const { openDatabase } = await import(${JSON.stringify(path.join(import.meta.dirname, '../../src/storage/open.ts'))});
    await openDatabase({ folder: ${JSON.stringify(folder)} }).then((d) => d.close(), (e) => console.log(e.message));`;
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'brandscope-broken-'));
  fs.mkdirSync(path.join(folder, 'pg'));
  fs.writeFileSync(path.join(folder, 'pg', 'PG_VERSION'), '18\n');
  const ended = spawnSync(process.execPath, ['--input-type=module', '-e', script(folder)], {
    timeout: 20_000,
    encoding: 'utf8',
  });
  assert.equal(ended.status, 0, ended.stderr);
  assert.notEqual(ended.stdout, '');
  fs.rmSync(folder, { recursive: true });
});
