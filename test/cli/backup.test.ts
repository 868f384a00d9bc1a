import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { after, describe, it } from 'node:test';
import { gunzipSync, gzipSync } from 'node:zlib';
import { createAccount } from '../../src/operations/accounts.ts';
import { makeContext } from '../../src/operations/context.ts';
import { importBatch } from '../../src/operations/imports.ts';
import { createKey } from '../../src/operations/keys.ts';
import { makeService } from '../../src/operations/service.ts';
import { restore } from '../../src/storage/backup.ts';
import { openDatabase } from '../../src/storage/open.ts';
import { dataFolder, recorded, run } from './cli.ts';

const caller = { accountId: 1, brandId: null, keyId: null };

/** Fills a folder with a bit of everything, deleted rows included, and returns its reports. */
async function fillFolder(folder: string): Promise<void> {
  const database = await openDatabase({ folder });
  const context = makeContext({ database });
  const service = makeService(context);
  await createAccount(context, { name: 'A', email: 'a@a.example' });
  await createKey(context, { accountId: 1, name: 'k', expiresInDays: 3 });
  const brandOf = async (name: string) => (await service.call('createBrand', caller, { name })).brand.id;
  const brand_id = await brandOf('Acme');
  await service.call('updateBrand', caller, { brand_id, aliases: ['Acme "Inc"', 'Äcme, {x}'] });
  await service.call('trackCompetitor', caller, { brand_id, name: 'Globex' });
  await service.call('createPrompts', caller, {
    brand_id,
    prompts: [{ prompt: 'a\nb\t"c"', tags: ['x', 'y z'] }],
  });
  const answers = Array.from({ length: 60 }, (_, at) =>
    recorded(at, { answered_at: `2026-09-0${1 + (at % 9)}T10:00:00.123456Z`, searches: ['one', ''] }),
  );
  await importBatch(context, { account_id: 1, id: brand_id }, answers);
  const input = { name: 'Other' };
  await service.callOnce({ name: 'createBrand', idempotencyKey: 'once' }, caller, input);
  await service.call('deleteBrand', caller, { brand_id: await brandOf('Gone') });
  await database.close();
}

/** Everything that is stored, row by row as text, and the next id of a brand. */
async function contentOf(folder: string) {
  const database = await openDatabase({ folder });
  const { rows: tables } = await database.pool.query<{ name: string }>(
    `select relname::text as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' and relname <> 'migrations' order by 1`,
  );
  const content: Record<string, string[]> = {};
  for (const { name } of tables) {
    const { rows } = await database.pool.query<{ row: string }>(
      `select t::text as row from ${name} t order by 1`,
    );
    content[name] = rows.map(({ row }) => row);
  }
  const service = makeService(makeContext({ database }));
  const report = await service.call('trackedCompetitors', caller, { brand_id: 1 });
  const next = (await service.call('createBrand', caller, { name: 'Next' })).brand.id;
  await database.close();
  return { content, report, next };
}

const source = await dataFolder();
const file = source.file('all.backup');
after(source.remove);

describe('backup and restore', () => {
  it('move everything exactly, ids of deleted rows included', async () => {
    await fillFolder(source.env.DATA_DIR ?? '');
    const saved = await run(['backup', file, '--json'], source.env);
    assert.equal(saved.code, 0, saved.err);
    assert.ok(!fs.existsSync(`${file}.part`));
    const target = path.join(source.env.DATA_DIR ?? '', 'restored');
    const restored = await run(['restore', file, '--json'], { ...source.env, DATA_DIR: target });
    assert.equal(restored.code, 0, restored.err);
    const { bytes: _, ...moved } = JSON.parse(saved.out);
    assert.deepEqual(JSON.parse(restored.out), moved);
    assert.equal(moved.tables.answers, 60);
    const doctor = await run(['doctor', '--json'], { ...source.env, DATA_DIR: target });
    assert.equal(doctor.code, 0, doctor.out);
    const [before, after] = [await contentOf(source.env.DATA_DIR ?? ''), await contentOf(target)];
    assert.deepEqual(after, before);
    assert.equal(after.next, 4);
  });

  it('refuse a filled database, naming what is there', async () => {
    const { code, err } = await run(['restore', file], source.env);
    assert.equal(code, 1);
    assert.match(err, /not empty: it holds 1 accounts, .*60 answers/);
  });

  it('refuse a damaged file and write nothing', async () => {
    const { env, file: at, remove } = await dataFolder();
    const database = await openDatabase({ folder: env.DATA_DIR ?? '' });
    const lines = gunzipSync(fs.readFileSync(file)).toString('utf8').split('\n');
    const bad = at('bad.backup');
    for (const [what, damage, message] of damaged) {
      fs.writeFileSync(bad, damage(lines));
      await assert.rejects(
        restore(database, bad, () => {}),
        message,
        what,
      );
    }
    const { rows } = await database.pool.query('select from accounts union all select from agents');
    assert.equal(rows.length, 0);
    await database.close();
    remove();
  });
});

const damaged: [string, (lines: string[]) => Buffer, RegExp][] = [
  [
    'cut off between lines',
    (lines) => gzipSync(lines.slice(0, -2).join('\n')),
    /is cut off: nothing was restored/,
  ],
  ['cut off anywhere', () => fs.readFileSync(file).subarray(0, -200), /is cut off: nothing was restored/],
  ['altered', (lines) => gzipSync(lines.join('\n').replace('"name":"A"', '"name":"B"')), /was altered/],
  [
    'without a row',
    (lines) => gzipSync(lines.filter((line) => !line.includes('"role":"owner"')).join('\n')),
    /was altered/,
  ],
  [
    'of a newer version',
    (lines) => gzipSync(lines.join('\n').replace(/"migration":\d+/, '"migration":99')),
    /migration 99.*install the newer version/,
  ],
  ['no backup', () => gzipSync('{"id":1}\n'), /is not a backup/],
  ['no archive', () => Buffer.from('hello\n'), /no backup of Brandscope/],
];
