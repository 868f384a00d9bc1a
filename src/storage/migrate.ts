// Numbered SQL files, forward only, each applied once. Many processes may start at the same moment: the
// first takes an advisory lock, the others find nothing left to do.
import fs from 'node:fs';
import path from 'node:path';
import type pg from 'pg';
import type { Database } from './open.ts';

const FOLDER = path.join(import.meta.dirname, 'migrations');
// Any constant will do, as long as it is ours: the first eight bytes of SHA-256 of "brandscope", cut to 31 bits.
const LOCK = 1_229_782_938;

export type Migration = { number: number; name: string; file: string };

/** All migrations of this version of the code, in order. */
export function migrations(): Migration[] {
  return fs
    .readdirSync(FOLDER)
    .filter((name) => name.endsWith('.sql'))
    .sort()
    .map((name) => ({
      number: Number(name.slice(0, 4)),
      name: name.slice(0, -4),
      file: path.join(FOLDER, name),
    }));
}

/**
 * Brings the database to the newest migration (or to `upTo`); returns the names of those applied now.
 * Refuses a database that is newer than the code.
 */
export async function migrate({ pool }: Pick<Database, 'pool'>, upTo = Infinity): Promise<string[]> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    await client.query(`set local statement_timeout = 0; select pg_advisory_xact_lock(${LOCK})`);
    const pending = (await pendingOf(client)).filter(({ number }) => number <= upTo);
    for (const { file, number, name } of pending) {
      await client.query(fs.readFileSync(file, 'utf8'));
      await client.query('insert into migrations (number, name) values ($1, $2)', [number, name]);
    }
    await client.query('commit');
    return pending.map(({ name }) => name);
  } catch (error) {
    await client.query('rollback').catch(() => {});
    throw error;
  } finally {
    client.release();
  }
}

async function pendingOf(client: pg.PoolClient): Promise<Migration[]> {
  await client.query(
    'create table if not exists migrations (number integer primary key, name text not null, applied_at timestamptz(6) not null default clock_timestamp())',
  );
  const { rows } = await client.query<{ number: number }>('select number from migrations');
  const applied = new Set(rows.map(({ number }) => number));
  const known = migrations();
  const newest = Math.max(0, ...applied);
  const last = known.at(-1)?.number ?? 0;
  if (newest > last)
    throw new Error(
      `the database is at migration ${newest}, this version of Brandscope knows ${last}: install the newer version again`,
    );
  return known.filter(({ number }) => !applied.has(number));
}

/** True when the database answers and no migration is missing. */
export async function isCurrent({ pool }: Pick<Database, 'pool'>): Promise<boolean> {
  const { rows } = await pool.query<{ newest: number }>('select max(number) as newest from migrations');
  return rows[0]?.newest === migrations().at(-1)?.number;
}
