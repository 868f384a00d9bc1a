// SIGTERM to the real service: what is in flight is answered, then it ends with 0.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import test from 'node:test';
import { openDatabase } from '../../src/storage/open.ts';
import { post, prepareFolder, serve } from './service.ts';
import { assertWhole, lines } from './workload.ts';

test('a stop answers requests in flight and ends within 10 seconds', async () => {
  const { folder, brand, key } = await prepareFolder();
  const { url, child, ended } = await serve(folder);
  const bodies = Array.from({ length: 4 }, (_, at) => ({
    brand_id: brand.id,
    answers: lines(at * 200, 200),
  }));
  const imports = bodies.map((body) => post(url, '/answers/import', { key, body }));
  const reports = bodies.map(() => post(url, '/brand-report', { key, body: { brand_id: brand.id } }));
  await new Promise((resolve) => setTimeout(resolve, 150));
  const from = Date.now();
  child.kill('SIGTERM');
  for (const { status, json } of await Promise.all([...imports, ...reports]))
    assert.deepEqual({ status, success: json.success }, { status: 200, success: true });
  const { code, output } = await ended;
  assert.equal(code, 0, output);
  assert.ok(Date.now() - from < 10_000);
  const database = await openDatabase({ folder, exclusive: true });
  assert.equal(
    await assertWhole(
      database,
      Array.from({ length: 800 }, (_, at) => at),
    ),
    800,
  );
  await database.close();
  fs.rmSync(folder, { recursive: true });
});

test('a client of the socket in an open transaction does not hold up the stop', async () => {
  const { folder } = await prepareFolder();
  const { child, ended } = await serve(folder);
  const joined = await openDatabase({ folder });
  const client = await joined.pool.connect();
  await client.query("begin; update brands set name = 'Changed'");
  const from = Date.now();
  child.kill('SIGTERM');
  const { code, output } = await ended;
  assert.equal(code, 0, output);
  assert.ok(Date.now() - from < 10_000);
  await assert.rejects(client.query('commit'));
  client.release(true);
  await joined.close();
  const database = await openDatabase({ folder, exclusive: true });
  assert.deepEqual((await database.pool.query("select from brands where name = 'Changed'")).rows, []);
  await database.close();
  fs.rmSync(folder, { recursive: true });
});
