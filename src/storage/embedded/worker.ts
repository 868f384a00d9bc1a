// Runs PGlite in a thread of its own: it blocks while it works. Speaks the PostgreSQL wire protocol over
// the message port, one batch in, one reply out; the door (door.ts) decides whose batch is next.
import fs from 'node:fs';
import path from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import { PGlite } from '@electric-sql/pglite';
import { DurableFS, syncTree } from './durable-fs.ts';

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

async function open(folder: string): Promise<PGlite> {
  const fresh = !fs.existsSync(path.join(folder, 'PG_VERSION'));
  const db = await PGlite.create({ fs: new DurableFS(folder), startParams: START });
  if (fresh) syncTree(folder);
  return db;
}

async function serve(): Promise<void> {
  const port = parentPort;
  if (!port) throw new Error('worker.ts must run as a worker thread');
  const db = await open((workerData as WorkerData).folder);
  const { rows } = await db.query<{ fsync: string }>('show fsync');
  port.on('message', async (message: Uint8Array | 'close') => {
    if (message === 'close') {
      await db.close();
      port.close();
      return;
    }
    const bytes = await db.execProtocolRaw(message, { syncToFs: false });
    port.postMessage({ bytes } satisfies Reply);
  });
  port.postMessage({ ready: true, fsync: rows[0]?.fsync ?? 'off' } satisfies Ready);
}

await serve();
