// Several processes on one data folder.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import test, { after, before } from 'node:test';
import { type Database, isAway, openDatabase } from '../../src/storage/open.ts';
import { copyTemplate } from '../kit/database.ts';
import { brandscope, type Prepared, post, prepareFolder, type Served, serve } from './service.ts';

const OPEN = JSON.stringify(path.join(import.meta.dirname, '../../src/storage/open.ts'));

let prepared: Prepared;
let service: Served;
before(async () => {
  prepared = await prepareFolder();
  service = await serve(prepared.folder);
});
after(() => {
  service.child.kill('SIGKILL');
  fs.rmSync(prepared.folder, { recursive: true, force: true });
});

/** Runs a script in a process of its own that has the database of `folder` open as `d`. */
function script(folder: string, text: string) {
  const code = `const { openDatabase } = await import(${OPEN}); const d = await openDatabase({ folder: ${JSON.stringify(folder)} }); ${text}`;
  return spawn(process.execPath, ['--input-type=module', '-e', code], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
}

test('a second service refuses and says why', async () => {
  const { code, output } = await brandscope(prepared.folder, 'serve').ended;
  assert.equal(code, 1);
  const reason = /data folder .* is in use by process (\d+) on \S+: stop that one first, or choose another/;
  assert.equal(Number(reason.exec(output)?.[1]), service.child.pid, output);
});

test('a command works while the service runs', async () => {
  const { folder, brand } = prepared;
  const made = await brandscope(
    folder,
    'key',
    'create',
    '--account',
    String(brand.account_id),
    '--name',
    'second',
  ).ended;
  assert.equal(made.code, 0, made.output);
  const { status } = await post(service.url, '/brands', { key: made.output.trim(), body: {} });
  assert.equal(status, 200);
});

async function add(database: Database, times: number, end: 'commit' | 'rollback'): Promise<void> {
  for (let time = 0; time < times; time++) {
    const client = await database.pool.connect();
    await client.query('begin');
    const { rows } = await client.query('select number from counters');
    await client.query('update counters set number = $1', [rows[0].number + 1]);
    await client.query(end);
    client.release();
  }
}

test('transactions of processes do not mix, while the service answers', async () => {
  const { folder, brand, key } = prepared;
  const [one, two] = [await openDatabase({ folder }), await openDatabase({ folder })];
  await one.pool.query('create table counters (number int)');
  await one.pool.query('insert into counters values (0)');
  const reports = Array.from({ length: 20 }, () =>
    post(service.url, '/brand-report', { key, body: { brand_id: brand.id } }),
  );
  await Promise.all([add(one, 30, 'commit'), add(two, 30, 'commit'), add(one, 10, 'rollback')]);
  for (const { status } of await Promise.all(reports)) assert.equal(status, 200);
  assert.equal((await two.pool.query('select number from counters')).rows[0].number, 60);
  await one.close();
  await two.close();
});

test('a client killed in a transaction is rolled back and the others go on', async () => {
  const { folder, brand, key } = prepared;
  const killed = script(
    folder,
    `const c = await d.pool.connect(); await c.query("begin; update brands set name = 'Changed'"); console.log('in'); setInterval(() => {}, 1000);`,
  );
  await new Promise((resolve) => killed.stdout.once('data', resolve));
  const waiting = post(service.url, '/brand-report', { key, body: { brand_id: brand.id } });
  killed.kill('SIGKILL');
  assert.equal((await waiting).status, 200);
  const { json } = await post(service.url, '/brands', { key, body: {} });
  assert.notEqual(json.brands[0].name, 'Changed');
});

test('a holder that is killed gives a clear error, and the folder is free', async () => {
  const { folder } = prepared;
  const joined = await openDatabase({ folder });
  const client = await joined.pool.connect();
  await client.query('begin');
  service.child.kill('SIGKILL');
  await service.ended;
  await assert.rejects(
    client.query('select 1'),
    (error: Error) => isAway(error) && /onnection/.test(error.message),
  );
  client.release(true);
  await assert.rejects(joined.pool.query('select 1'), (error: Error) => isAway(error));
  await joined.close();
  const next = await openDatabase({ folder, exclusive: true });
  assert.equal((await next.pool.query('select count(*)::int as brands from brands')).rows[0].brands, 1);
  await next.close();
});

test('a data folder with a very long path is shared as well', async () => {
  const root = await copyTemplate();
  const folder = path.join(root, 'a-long-name'.repeat(10), 'another-long-name'.repeat(8));
  fs.mkdirSync(folder, { recursive: true });
  fs.renameSync(path.join(root, 'pg'), path.join(folder, 'pg'));
  const holder = await openDatabase({ folder, exclusive: true });
  await holder.pool.query('create table mine (number int); insert into mine values (7)');
  const other = script(
    folder,
    `console.log((await d.pool.query('select number from mine')).rows[0].number); await d.close();`,
  );
  const said = await new Promise((resolve) =>
    other.stdout.once('data', (chunk) => resolve(String(chunk).trim())),
  );
  assert.equal(said, '7');
  await holder.close();
  fs.rmSync(root, { recursive: true });
});
