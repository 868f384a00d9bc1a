import assert from 'node:assert/strict';
import { test } from 'node:test';
import { maintain } from '../../src/background/maintain.ts';
import { openTestDatabase } from '../kit/database.ts';

test('maintenance removes dead rows and tells the planner sizes, and rests while nothing changes', async (t) => {
  const database = await openTestDatabase();
  t.after(() => database.close());
  const { pool } = database;
  await pool.query("insert into accounts (name) select 'a' || n from generate_series(1, 500) n");
  await pool.query("insert into brands (account_id, name, reading_version) select id, 'b', 1 from accounts");
  const seen = await maintain(database, -1);
  const planned = await pool.query("select reltuples::int as rows from pg_class where relname = 'accounts'");
  assert.equal(planned.rows[0].rows, 500);
  await pool.query('delete from accounts where id > 250');
  const after = await maintain(database, seen);
  assert.notEqual(after, seen);
  const left = await pool.query("select reltuples::int as rows from pg_class where relname = 'accounts'");
  assert.equal(left.rows[0].rows, 250);
  assert.equal(await maintain(database, after), after);
});
