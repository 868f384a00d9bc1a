// What the parts of the bench run on: the real service over a server or over the embedded database.
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { type Context, makeContext } from '../src/operations/context.ts';
import { makeService, type Service } from '../src/operations/service.ts';
import { addAccount } from '../src/storage/accounts.ts';
import { migrate } from '../src/storage/migrate.ts';
import { type Database, openDatabase } from '../src/storage/open.ts';
import { type Server, startServer } from './server.ts';

export type Bed = {
  kind: Database['kind'];
  /** How another process opens the same kind of database; the embedded one gets a folder of its own. */
  open: { url?: string; folder: string };
  database: Database;
  /** For baselines: on a server without the service's limit on a statement's time. */
  patient: pg.Pool;
  context: Context;
  service: Service;
  accountId: number;
};

export type Ground = {
  quick: boolean;
  server(): Promise<Bed>;
  embedded(): Promise<Bed>;
  /** Ends the embedded database, so that nothing of it is left in this process. */
  clear(): Promise<void>;
  end(): Promise<void>;
};

/** Starts databases when a part first asks for them, all below one folder that `end` removes. */
export function prepareGround(quick: boolean): Ground {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'brandscope-bench-'));
  fs.chmodSync(folder, 0o755);
  let server: Server | undefined;
  const beds = new Map<Database['kind'], Bed>();
  const bedOf = async (kind: Database['kind']) => {
    const known = beds.get(kind);
    if (known) return known;
    if (kind === 'server') server ??= await startServer(folder);
    const open = kind === 'server' ? { url: server?.url, folder } : { folder: path.join(folder, 'embedded') };
    const bed = await makeBed(kind, open as Bed['open']);
    beds.set(kind, bed);
    return bed;
  };
  const clear = async () => {
    for (const { database, patient } of beds.values()) {
      if (patient !== database.pool) await patient.end();
      await database.close();
    }
    beds.clear();
    fs.rmSync(path.join(folder, 'embedded'), { recursive: true, force: true });
  };
  const end = async () => {
    await clear();
    await server?.stop();
    fs.rmSync(folder, { recursive: true, force: true });
  };
  return { quick, server: () => bedOf('server'), embedded: () => bedOf('embedded'), clear, end };
}

async function makeBed(kind: Database['kind'], open: Bed['open']): Promise<Bed> {
  const database = await openDatabase(open);
  await migrate(database);
  const context = makeContext({ database });
  const owner = { name: 'Bench', email: 'bench@example.com', password_hash: '' };
  const accountId = await addAccount(database.db, owner);
  const patient = open.url ? patientPool(open.url) : database.pool;
  return { kind, open, database, patient, context, service: makeService(context), accountId };
}

function patientPool(url: string): pg.Pool {
  return new pg.Pool({ connectionString: url, max: 1, options: '-c timezone=UTC -c jit=off' });
}
