// The fourth migration counts what answers that were stored before it cite.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeContext } from '../../src/operations/context.ts';
import { importBatch } from '../../src/operations/imports.ts';
import { addAccount } from '../../src/storage/accounts.ts';
import { addBrand } from '../../src/storage/brands.ts';
import { checkFacts } from '../../src/storage/check.ts';
import { countCiting } from '../../src/storage/domains.ts';
import { migrate } from '../../src/storage/migrate.ts';
import { openDatabase } from '../../src/storage/open.ts';
import { recorded } from '../kit/answers.ts';
import { emptyDatabase } from '../kit/database.ts';

test('answers of before the migration are counted as if they came after it', async (t) => {
  const place = await emptyDatabase();
  const database = await openDatabase(place);
  t.after(async () => {
    await database.close();
    await place.drop();
  });
  const { db, pool } = database;
  await migrate(database, 3);
  const account_id = await addAccount(db, { name: 'A', email: 'a@example.com', password_hash: 'none' });
  const brand = await addBrand(db, account_id, { name: 'Zorvexa', domain: '' });
  const answers = Array.from({ length: 30 }, (_, at) =>
    recorded('Zorvexa', {
      ...{ agent: at % 3 ? 'claude' : 'grok', day: `2026-03-${10 + (at % 7)}`, note: `${at}` },
      cites: at % 5 ? [`https://a${at % 2}.example/`, 'https://b.example/'] : [],
    }),
  );
  assert.equal((await importBatch(makeContext({ database }), brand, answers)).new, 30);
  await pool.query(`delete from sources where domain = ''`);
  assert.equal((await checkFacts(pool)).length > 0, true);
  assert.deepEqual(await migrate(database, 4), ['0004-any-domain']);
  assert.deepEqual(await checkFacts(pool), []);
  assert.equal(await countCiting(db, brand, { agentIds: [0] }), 24);
});
