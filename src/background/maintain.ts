// PGlite runs no autovacuum: without one, updated facts leave dead rows behind and the planner knows no
// sizes. A server looks after itself.
import type { Database } from '../storage/open.ts';

// Soon after a start, because commands may have imported millions of rows while no service ran.
const FIRST_MS = 60_000;
const EVERY_MS = 10 * 60_000;

export type Maintenance = { stop(): void };

/** Vacuums and analyses the embedded database from time to time, when brands' data changed since. */
export function startMaintenance(database: Database, onError: (error: unknown) => void): Maintenance {
  if (database.kind === 'server') return { stop: () => {} };
  let seen = -1;
  let timer: NodeJS.Timeout;
  const later = (ms: number) => {
    timer = setTimeout(async () => {
      try {
        seen = await maintain(database, seen);
      } catch (error) {
        // A stop closes the database under it.
        if (!isStopped) onError(error);
      }
      if (!isStopped) later(EVERY_MS);
    }, ms).unref();
  };
  let isStopped = false;
  later(FIRST_MS);
  return {
    stop: () => {
      isStopped = true;
      clearTimeout(timer);
    },
  };
}

/** One round, unless nothing changed since `seen`; returns what is seen now. A statement per table, so that requests get between. */
export async function maintain({ pool }: Database, seen: number): Promise<number> {
  const { rows } = await pool.query<{ version: number }>(
    'select coalesce(sum(data_version), 0)::float8 as version from brands',
  );
  const version = rows[0]?.version ?? 0;
  if (version === seen) return seen;
  const { rows: tables } = await pool.query<{ name: string }>(
    "select quote_ident(tablename) as name from pg_tables where schemaname = 'public' order by 1",
  );
  for (const { name } of tables) await pool.query(`vacuum (analyze) ${name}`);
  return version;
}
