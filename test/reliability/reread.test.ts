// Reading stored answers again, killed in the middle and taken up again.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import test from 'node:test';
import { startRereader } from '../../src/background/reread.ts';
import { updateBrand } from '../../src/operations/brands.ts';
import { makeContext } from '../../src/operations/context.ts';
import { brandReport } from '../../src/operations/reports.ts';
import { type Database, openDatabase } from '../../src/storage/open.ts';
import { NAMES } from '../kit/answers.ts';
import { copyTemplate } from '../kit/database.ts';
import { isLong, seed, seededRandom } from './figures.ts';
import { assertWhole, ensureBrand, importLines, lines, type Owner } from './workload.ts';

const ANSWERS = 400;
const OLD = NAMES[0];
const NEW = NAMES[2];

/** Every answer is read under one name or the other, as its version says; returns how many are still old. */
async function assertOldOrNew({ pool }: Database, version: number): Promise<number> {
  const { rows } = await pool.query<{ settings_version: number; answer: string; mentioned: boolean }>(
    'select settings_version, answer, exists (select from unnest(mentions) m where m.entity_id = 0) as mentioned from answers',
  );
  for (const { settings_version, answer, mentioned } of rows)
    assert.equal(mentioned, answer.includes(settings_version === version ? NEW : OLD), answer);
  return rows.filter(({ settings_version }) => settings_version !== version).length;
}

/** A folder of answers whose brand was renamed: all of them are stale. */
async function staleFolder(): Promise<{ folder: string; version: number }> {
  const folder = await copyTemplate();
  const database = await openDatabase({ folder, exclusive: true });
  const context = makeContext({ database });
  const brand = await ensureBrand(database);
  await importLines(context, brand, lines(0, ANSWERS));
  await rename(context, brand);
  const { rows } = await database.pool.query('select settings_version from brands');
  await database.close();
  return { folder, version: rows[0].settings_version };
}

function rename(context: ReturnType<typeof makeContext>, { account_id, id }: Owner) {
  return updateBrand(
    context,
    { accountId: account_id, brandId: null, keyId: 0 },
    { brand_id: id, name: NEW, domain: undefined, aliases: undefined, exclude: undefined },
  );
}

function rereadAndKill(folder: string, afterMs: number): Promise<unknown> {
  const script = path.join(import.meta.dirname, 'rereader.ts');
  const child = spawn(process.execPath, [script, folder], { stdio: ['ignore', 'pipe', 'inherit'] });
  child.stdout.once('data', () => setTimeout(() => child.kill('SIGKILL'), afterMs));
  return new Promise((resolve) => child.once('close', resolve));
}

test('reading again is resumed after kills; every answer is wholly old or wholly new', async () => {
  const random = seededRandom(seed);
  const { folder, version } = await staleFolder();
  const all = Array.from({ length: ANSWERS }, (_, at) => at);
  for (let kill = 0; kill < (isLong ? 12 : 2); kill++) {
    await rereadAndKill(folder, random() * 150);
    const database = await openDatabase({ folder, exclusive: true });
    await assertWhole(database, all);
    await assertOldOrNew(database, version);
    await database.close();
  }
  const database = await openDatabase({ folder, exclusive: true });
  const context = makeContext({ database });
  const brand = await ensureBrand(database);
  const caller = { accountId: brand.account_id, brandId: null, keyId: 0 };
  const rereader = startRereader(context, { onError: (error) => assert.fail(String(error)) });
  // Reports are answered meanwhile, and none of them sees sums that are half taken out.
  while ((await assertOldOrNew(database, version)) > 0) {
    const { success } = await brandReport(context, caller, {
      brand_id: brand.id,
      date: undefined,
      ai_agent: undefined,
      tags: undefined,
    });
    assert.equal(success, true);
    await assertWhole(database, all);
  }
  await rereader.stop();
  await assertWhole(database, all);
  await database.close();
  fs.rmSync(folder, { recursive: true });
});
