// The embedded database ends every statement after two minutes: none may grow with the brand.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import pg from 'pg';
import { addAccount } from '../../src/storage/accounts.ts';
import { addBrand, deleteBrand } from '../../src/storage/brands.ts';
import { openTestDatabase } from '../kit/database.ts';

const database = await openTestDatabase({ poolSize: 1 });
const { db, pool } = database;
after(() => database.close());

const ANSWERS = 20_001;
const TABLES = ['brands', 'prompts', 'answers', 'fact_days'];

async function fill(accountId: number, brandId: number, answers: number): Promise<void> {
  const run = (text: string, ...more: unknown[]) => pool.query(text, [accountId, brandId, ...more]);
  await run(`insert into prompts (account_id, brand_id, prompt) values ($1, $2, 'p')`);
  await run(
    `insert into answers (account_id, brand_id, prompt_id, agent_id, answered_at, identity, content, reading_version, settings_version, answer)
     select $1, $2, p.id, (select min(id) from agents), '2026-01-01', int4send(n), '', 1, 1, 'text'
     from prompts p, generate_series(1, $3::int) n where p.brand_id = $2`,
    answers,
  );
  await run(
    `insert into fact_days select $1, $2, 0, '2026-01-01', p.id, 1, 0, 0, 0, 0, '{1}', '{1,0,0,0,0}' from prompts p where p.brand_id = $2`,
  );
}

async function counts(): Promise<number[]> {
  const all = TABLES.map((table) => `(select count(*) from ${table})`);
  const { rows } = await pool.query<{ counts: number[] }>(`select array[${all.join(',')}]::int[] as counts`);
  return rows[0]?.counts ?? [];
}

test('a large brand is deleted in statements of bounded size, its sibling stays', async (t) => {
  const account_id = await addAccount(db, { name: 'A', email: 'a@example.com', password_hash: 'none' });
  await pool.query(`insert into agents (name) values ('chatgpt')`);
  const sibling = await addBrand(db, account_id, { name: 'Sibling', domain: '' });
  const large = await addBrand(db, account_id, { name: 'Large', domain: '' });
  await fill(account_id, sibling.id, 3);
  await fill(account_id, large.id, ANSWERS);
  const query = t.mock.method(pg.Client.prototype, 'query');
  assert.equal(await deleteBrand(db, account_id, large.id), true);
  const results = await Promise.all(
    query.mock.calls.map(({ result }) => result as unknown as pg.QueryResult),
  );
  const largest = Math.max(...results.map((result) => result?.rowCount ?? 0));
  assert.ok(largest > 0 && largest <= 10_000, `${largest} rows by one statement`);
  assert.deepEqual(await counts(), [1, 1, 3, 1]);
});
