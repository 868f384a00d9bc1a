// Reading a batch again costs what the batch is, however long the brand's history.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { READING_VERSION, readAnswer } from '../../src/domain/reading.ts';
import { makeContext } from '../../src/operations/context.ts';
import { importBatch } from '../../src/operations/imports.ts';
import { rereadBatch } from '../../src/operations/reread.ts';
import { addAccount } from '../../src/storage/accounts.ts';
import { addBrand, changeBrand, loadSettings } from '../../src/storage/brands.ts';
import { checkFacts } from '../../src/storage/check.ts';
import { isAway } from '../../src/storage/open.ts';
import { countStale, replaceReadings, staleAnswers, startOver } from '../../src/storage/stale.ts';
import { recorded } from '../kit/answers.ts';
import { openTestDatabase } from '../kit/database.ts';

const database = await openTestDatabase({ poolSize: 1 });
const { db, pool } = database;
const context = makeContext({ database });
after(() => database.close());

const HISTORY = 20_000;

/** Blocks of these tables and their indexes that were looked at so far. */
async function blocks(tables = ['fact_days', 'fact_months', 'source_days']): Promise<number> {
  await pool.query('select pg_stat_force_next_flush()');
  const { rows } = await pool.query<{ blocks: number }>(
    `select sum(heap_blks_hit + heap_blks_read + idx_blks_hit + idx_blks_read)::float8 as blocks
     from pg_statio_user_tables where relname = any($1)`,
    [tables],
  );
  return rows[0]?.blocks ?? 0;
}

test('reading one answer again does not walk over the facts and source days of all others', async () => {
  const account_id = await addAccount(db, { name: 'A', email: 'a@example.com', password_hash: 'none' });
  const brand = await addBrand(db, account_id, { name: 'Zorvexa', domain: '' });
  const answer = recorded('Zorvexa', { position: 1, cites: ['https://a.example/'] });
  assert.equal((await importBatch(context, brand, [answer])).new, 1);
  await pool.query(
    `insert into fact_days select $1, $2, e, date '2020-01-01' + d, 1000000, 1, 1, 0, 0, 1, '{1}', '{1,1,0,0,1}'
     from generate_series(1000, 1099) e, generate_series(1, $3::int / 100) d`,
    [account_id, brand.id, HISTORY],
  );
  await pool.query(
    `with other as (
       insert into sources (account_id, brand_id, domain, agent_id, type, answers)
       select account_id, brand_id, 'b.example', agent_id, type, $1::int from sources where domain <> '' returning account_id, id
     ) insert into source_days select account_id, id, date '2000-01-01' + d, 1 from other, generate_series(1, $1::int) d`,
    [HISTORY],
  );
  await pool.query('vacuum analyze fact_days, source_days');
  await changeBrand(db, brand, {});
  const before = await blocks();
  assert.equal(await rereadBatch(context, brand), 1);
  const read = (await blocks()) - before;
  assert.ok(read > 0 && read < 100, `${read} blocks`);
});

test('the settings of a brand are found without walking over all names that were found once', async () => {
  const account_id = await addAccount(db, { name: 'B', email: 'b@example.com', password_hash: 'none' });
  const brand = await addBrand(db, account_id, { name: 'Zorvexa', domain: '' });
  await pool.query(
    `insert into competitors (account_id, brand_id, name, spelling, tracked, sightings)
     select $1, $2, 'n' || n, 'n' || n, n = 7, 1 from generate_series(1, $3::int) n`,
    [account_id, brand.id, HISTORY],
  );
  await pool.query('vacuum analyze competitors');
  const before = await blocks(['competitors']);
  const settings = await loadSettings(db, account_id, brand.id);
  assert.deepEqual(
    settings?.competitors.map(({ name }) => name),
    ['n7'],
  );
  const read = (await blocks(['competitors'])) - before;
  assert.ok(read > 0 && read < 30, `${read} blocks`);
});

test('starting over while a batch is under way reads everything again', async () => {
  const account_id = await addAccount(db, { name: 'C', email: 'c@example.com', password_hash: 'none' });
  const brand = await addBrand(db, account_id, { name: 'Zorvexa', domain: '' });
  const facts = Array.from({ length: 120 }, (_, at) => recorded('Zorvexa', { position: 1, note: `${at}` }));
  assert.equal((await importBatch(context, brand, facts)).new, 120);
  const others = await countStale(db);
  await startOver(db, brand.id);
  assert.equal(await rereadBatch(context, brand), 50);
  const reader = await context.reader.of(account_id, brand.id);
  const stale = await staleAnswers(db, brand, 50);
  assert.ok(reader && stale);
  await startOver(db, brand.id);
  const answers = stale.answers.map((answer) => ({
    ...answer,
    reading: readAnswer(reader.entities, answer.answer, answer.citations),
  }));
  const under = { ...reader, reading_version: READING_VERSION };
  assert.equal(await replaceReadings(db, brand, { cursor: stale.cursor, answers, under }), true);
  assert.equal(await countStale(db), others + 120);
  let read = 0;
  for (let count = await rereadBatch(context, brand); count > 0; count = await rereadBatch(context, brand))
    read += count;
  assert.deepEqual([read, await countStale(db)], [120, others]);
  const differences = await checkFacts(pool);
  assert.deepEqual(
    differences.filter(({ brand_id }) => brand_id === brand.id),
    [],
  );
});

test('answers that older rules read are not mixed with those of newer ones', async () => {
  const account_id = await addAccount(db, { name: 'D', email: 'd@example.com', password_hash: 'none' });
  const brand = await addBrand(db, account_id, { name: 'Zorvexa', domain: '' });
  await pool.query('update brands set reading_version = $1 where id = $2', [READING_VERSION + 1, brand.id]);
  const facts = [recorded('Zorvexa', { position: 1 })];
  await assert.rejects(importBatch(context, brand, facts), (error) => {
    assert.match((error as Error).message, /newer version/);
    return isAway(error);
  });
  await pool.query('update brands set reading_version = $1 where id = $2', [READING_VERSION, brand.id]);
});
