import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import { promisify } from 'node:util';
import { isCurrent, migrate, migrations } from '../../src/storage/migrate.ts';
import { type Database, openDatabase } from '../../src/storage/open.ts';
import { databaseKind, emptyDatabase, openTestDatabase } from '../kit/database.ts';

const all = migrations().map(({ name }) => name);
const PROCESS = path.join(import.meta.dirname, '../kit/migrate-once.ts');

async function empty(t: TestContext) {
  const place = await emptyDatabase();
  const database = await openDatabase(place);
  t.after(async () => {
    await database.close();
    await place.drop();
  });
  return { ...place, database };
}
const applied = async ({ pool }: Database) =>
  (await pool.query('select name from migrations order by number')).rows.map(({ name }) => name);

test('migrations are numbered without gaps', () => {
  assert.deepEqual(
    migrations().map(({ number }) => number),
    all.map((_, at) => at + 1),
  );
});

test('an empty database gets every migration once, and nothing when asked again', async (t) => {
  const { database } = await empty(t);
  assert.deepEqual(await migrate(database), all);
  assert.equal(await isCurrent(database), true);
  assert.deepEqual(await migrate(database), []);
  assert.deepEqual(await applied(database), all);
});

test('twenty at once: one applies, the others find nothing to do', async (t) => {
  const { database, url, folder } = await empty(t);
  const inProcess = async () =>
    JSON.parse((await promisify(execFile)(process.execPath, [PROCESS, url!, folder])).stdout);
  const one = databaseKind === 'server' ? inProcess : () => migrate(database);
  const outcomes = await Promise.all(Array.from({ length: 20 }, one));
  const working = outcomes.filter((names) => names.length > 0);
  assert.deepEqual(working, [all]);
  assert.deepEqual(await applied(database), all);
});

test('a database that is newer than the code is refused with a clear message, and not touched', async (t) => {
  const { database } = await empty(t);
  await migrate(database);
  const last = all.length;
  await database.pool.query('insert into migrations (number, name) values ($1, $2)', [last + 1, 'later']);
  const message = `the database is at migration ${last + 1}, this version of Brandscope knows ${last}: install the newer version again`;
  await assert.rejects(migrate(database), { message });
  assert.equal(await isCurrent(database), false);
  assert.deepEqual(await applied(database), [...all, 'later']);
});

test('a migration that fails leaves nothing behind', async (t) => {
  const { database } = await empty(t);
  await database.pool.query('create table prompts (id integer)');
  await assert.rejects(migrate(database), /prompts/);
  const { rows } = await database.pool.query(
    `select table_name from information_schema.tables where table_schema = 'public'`,
  );
  assert.deepEqual(rows, [{ table_name: 'prompts' }]);
});

test('the template that other tests copy is at the newest migration', async (t) => {
  const database = await openTestDatabase();
  t.after(() => database.close());
  assert.equal(await isCurrent(database), true);
  assert.deepEqual(await migrate(database), []);
});
