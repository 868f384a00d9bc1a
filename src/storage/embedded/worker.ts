// Runs PGlite in a thread of its own: it blocks while it works. Speaks the PostgreSQL wire protocol over
// the message port, one batch in, one reply out; the door (door.ts) decides whose batch is next.
import fs from 'node:fs';
import path from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import { PGlite } from '@electric-sql/pglite';
import { NodeFS } from '@electric-sql/pglite/nodefs';
import { DurableFS, syncPath, syncTree } from './durable-fs.ts';
import { inTransaction } from './wire.ts';

export type WorkerData = { folder: string };
export type Ready = { ready: true; fsync: string };
export type Reply = { bytes: Uint8Array };

// PGlite's own list without -F (which turns fsync off); wal_sync_method must be one that calls fsync(),
// the only flush that DurableFS supplies.
const START = [
  ...PGlite.defaultStartParams.filter((flag) => flag !== '-F'),
  ...['-c', 'fsync=on', '-c', 'wal_sync_method=fsync', '-c', 'timezone=UTC', '-c', 'jit=off'],
  ...['-c', 'shared_buffers=32MB', '-c', 'work_mem=32MB', '-c', 'max_wal_size=512MB'],
];

/** A database is made beside its place and moved there whole: a kill on the way leaves nothing behind. */
async function create(folder: string): Promise<void> {
  const half = `${folder}.new`;
  fs.rmSync(half, { recursive: true, force: true });
  const db = await PGlite.create({ fs: new NodeFS(half) });
  await db.close();
  syncTree(half);
  fs.renameSync(half, folder);
  syncPath(path.dirname(folder));
}

async function open(folder: string): Promise<PGlite> {
  if (!fs.existsSync(path.join(folder, 'PG_VERSION'))) await create(folder);
  return PGlite.create({ fs: new DurableFS(folder), startParams: START });
}

// PGlite runs without PostgreSQL's checkpointer: the write-ahead log would grow, and the recovery after a
// kill with it, until the next clean stop.
const LOG_BYTES = 64 * 1024 * 1024;
const LOOK_MS = 1000;

function makeCheckpoints(db: PGlite): () => Promise<void> {
  let looked = 0;
  return async () => {
    if (performance.now() - looked < LOOK_MS) return;
    looked = performance.now();
    const { rows } = await db.query<{ at: number }>(
      'select pg_wal_lsn_diff(pg_current_wal_lsn(), redo_lsn)::float8 as at from pg_control_checkpoint()',
    );
    if ((rows[0]?.at ?? 0) > LOG_BYTES) await db.exec('checkpoint');
  };
}

async function serve(): Promise<void> {
  const port = parentPort;
  if (!port) throw new Error('worker.ts must run as a worker thread');
  const db = await open((workerData as WorkerData).folder);
  const checkpoint = makeCheckpoints(db);
  const { rows } = await db.query<{ fsync: string }>('show fsync');
  port.on('message', async (message: Uint8Array | 'close') => {
    if (message === 'close') {
      await db.close();
      port.close();
      return;
    }
    const bytes = await db.execProtocolRaw(message, { syncToFs: false });
    if (!inTransaction(bytes)) await checkpoint();
    port.postMessage({ bytes } satisfies Reply);
  });
  port.postMessage({ ready: true, fsync: rows[0]?.fsync ?? 'off' } satisfies Ready);
}

await serve();
