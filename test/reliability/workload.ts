// The lines that the reliability tests import, numbered, so that a test can say which ones must be there.
import assert from 'node:assert/strict';
import { type Context, makeContext } from '../../src/operations/context.ts';
import { importBatch } from '../../src/operations/imports.ts';
import { addAccount } from '../../src/storage/accounts.ts';
import { addBrand } from '../../src/storage/brands.ts';
import { checkFacts } from '../../src/storage/check.ts';
import type { Database } from '../../src/storage/open.ts';
import { NAMES, recorded } from '../kit/answers.ts';

export const BRAND_NAME = NAMES[0];
export type Owner = { account_id: number; id: number };

const AGENTS = ['chatgpt', 'claude', 'gemini'];
const FEELINGS = ['good', 'bad', 'plain'] as const;

/** Lines `first` to `first + count - 1`; the same number is the same line every time. */
export function lines(first: number, count: number) {
  return Array.from({ length: count }, (_, at) => line(first + at));
}

function line(number: number) {
  const names = NAMES.filter((_, at) => (number >> at) % 2 === 0 || at === number % NAMES.length).slice(0, 5);
  return recorded(BRAND_NAME, {
    id: `line-${number}`,
    prompt: `Question ${number % 17}`,
    agent: AGENTS[number % 3],
    day: `2026-${String(1 + (number % 10)).padStart(2, '0')}-${String(1 + (number % 28)).padStart(2, '0')}`,
    names,
    feeling: FEELINGS[number % 3],
    cites: [`https://site${number % 11}.example/page/${number}`],
    note: `line ${number}`,
  });
}

/** The one brand of the database, made when there is none. */
export async function ensureBrand({ db }: Database): Promise<Owner> {
  const found = await db.selectFrom('brands').select(['account_id', 'id']).executeTakeFirst();
  if (found) return found;
  const account = await addAccount(db, { name: 'Test', email: 'owner@example.com', password_hash: 'none' });
  return addBrand(db, account, { name: BRAND_NAME, domain: '' });
}

/** Imports lines in one transaction. */
export async function importLines(
  context: Context,
  brand: Owner,
  given: ReturnType<typeof lines>,
): Promise<void> {
  const { refused } = await importBatch(context, brand, given);
  assert.deepEqual(refused, []);
}

/** What must hold after any accident: acknowledged lines are there, none twice, and every sum agrees. */
export async function assertWhole(database: Database, acknowledged: Iterable<number>): Promise<number> {
  const { rows } = await database.pool.query<{ external_id: string }>('select external_id from answers');
  const found = new Set(rows.map(({ external_id }) => external_id));
  assert.equal(found.size, rows.length, 'a line is there twice');
  const lost = [...acknowledged].filter((number) => !found.has(`line-${number}`));
  assert.deepEqual(lost, [], 'acknowledged lines are lost');
  assert.deepEqual(await checkFacts(database.pool), []);
  return rows.length;
}

/** True when the database was migrated: before that there is nothing to check. */
export async function isMigrated({ pool }: Database): Promise<boolean> {
  const { rows } = await pool.query("select to_regclass('answers') is not null as there");
  return rows[0].there;
}

export { makeContext };
