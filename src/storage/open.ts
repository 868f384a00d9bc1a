// Opens the database: PGlite in the data folder, or a PostgreSQL server. Both speak through the `pg`
// driver, so that everything above this file is written once.
import fs from 'node:fs';
import path from 'node:path';
import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { wireDateTime } from '../domain/time.ts';
import { Door } from './embedded/door.ts';
import { Engine } from './embedded/engine.ts';
import { holderOf, lockFolder } from './embedded/lock.ts';
import { serveSocket, socketFolder } from './embedded/socket.ts';
import { prepareLongStatements } from './prepared.ts';
import type { Tables } from './tables.ts';

export type Db = Kysely<Tables>;

export type Database = {
  db: Db;
  /** For statements that are prepared once per connection: the hot path. */
  pool: pg.Pool;
  kind: 'embedded' | 'server';
  /**
   * Sends away other processes that share an embedded database through us, and rolls back what they have open:
   * everybody would wait behind it. Does nothing where they do not depend on us.
   */
  endSharing(): void;
  close(): Promise<void>;
};

export type OpenOptions = {
  /** A PostgreSQL server's URL; without it the embedded database in `folder` is used. */
  url?: string | undefined;
  folder: string;
  /** Refuse to share the folder with a process that holds it: the service wants this, commands do not. */
  exclusive?: boolean;
  onError?: (error: Error) => void;
  poolSize?: number;
};

const STATEMENT_MS = 30_000;
const CONNECT_MS = 5_000;
// One statement of the embedded database blocks all others, so that it must end some time; building an
// index over millions of rows in a migration takes longer than any report.
const EMBEDDED_DEADLINE_MS = 120_000;

/** Opens what the options say. Throws with a plain message when the folder is in use or the server away. */
export async function openDatabase(options: OpenOptions): Promise<Database> {
  return options.url ? openServer(options, options.url) : openEmbedded(options);
}

async function openServer(options: OpenOptions, url: string): Promise<Database> {
  const pool = makePool(options, {
    connectionString: url,
    max: options.poolSize ?? 10,
    connectionTimeoutMillis: CONNECT_MS,
    options: `-c timezone=UTC -c statement_timeout=${STATEMENT_MS} -c jit=off`,
    keepAlive: true,
  });
  return { db: kysely(pool), pool, kind: 'server', endSharing: () => {}, close: () => pool.end() };
}

async function openEmbedded(options: OpenOptions): Promise<Database> {
  fs.mkdirSync(options.folder, { recursive: true, mode: 0o700 });
  const lock = lockFolder(options.folder);
  if (!lock) return joinHolder(options);
  const engine = new Engine({ folder: path.join(options.folder, 'pg'), deadlineMs: EMBEDDED_DEADLINE_MS });
  const release = () => engine.close().finally(() => lock.release());
  try {
    const door = new Door(engine);
    await door.greeting();
    const socket = await serveSocket(door, options.folder);
    // The one session is kept, and with it what was prepared on it.
    const pool = makePool(options, { max: 1, idleTimeoutMillis: 0, stream: () => door.session() });
    const close = async () => {
      await within(POOL_END_MS, pool.end());
      socket.close();
      await release();
    };
    return { db: kysely(pool), pool, kind: 'embedded', endSharing: socket.close, close };
  } catch (error) {
    await release();
    throw error;
  }
}

// How long a close waits for transactions under way; what is left is rolled back.
const POOL_END_MS = 3_000;

async function within(ms: number, work: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms);
  });
  await Promise.race([work, late]).finally(() => clearTimeout(timer));
}

async function joinHolder(options: OpenOptions): Promise<Database> {
  const inUse = `the data folder ${options.folder} is in use by ${holderOf(options.folder)}`;
  if (options.exclusive)
    throw new Error(`${inUse}: stop that one first, or choose another folder with DATA_DIR`);
  const pool = makePool(options, {
    max: 1,
    host: socketFolder(options.folder),
    connectionTimeoutMillis: CONNECT_MS,
  });
  await pool.query('select 1').catch((cause) => {
    throw new Error(`${inUse}, which does not answer`, { cause });
  });
  return { db: kysely(pool), pool, kind: 'embedded', endSharing: () => {}, close: () => pool.end() };
}

type PoolOptions = pg.PoolConfig & { stream?: () => unknown };

function makePool(options: OpenOptions, config: PoolOptions): pg.Pool {
  const identity = config.connectionString ? {} : { user: 'postgres', database: 'postgres', port: 5432 };
  const pool = new pg.Pool({ ...identity, ...config, types: { getTypeParser } } as pg.PoolConfig);
  pool.on('error', options.onError ?? (() => {}));
  pool.on('connect', prepareLongStatements);
  // A connection that breaks while it is lent out, between two statements, tells nobody else.
  pool.on('connect', (client) => client.on('error', () => {}));
  return pool;
}

const INT8 = 20;
const DATE = 1082;
const TIMESTAMPTZ = 1184;

/** Ids and counts stay below 2^53; days stay text; instants come in the contract's form. */
function getTypeParser(oid: number, format?: 'text' | 'binary'): (text: string) => unknown {
  if (oid === INT8) return Number;
  if (oid === DATE) return String;
  if (oid === TIMESTAMPTZ) return wireDateTime;
  return pg.types.getTypeParser(oid, format as 'text');
}

function kysely(pool: pg.Pool): Db {
  return new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
}

// Classes and codes of PostgreSQL that mean "not now": connection (08), shutting down (57P), too many
// connections (53300), statement cancelled by its time limit (57014), undone to end a deadlock (40P01); and the driver's own words.
const AWAY =
  /^(08|57P|53300|57014|40P01|ECONN|ENOENT|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH)/;
const AWAY_TEXT =
  /Connection terminated|timeout exceeded when trying to connect|timeout expired|Client has encountered a connection error|embedded database stopped|statement took longer|Client was closed|Cannot use a pool after/i;

/** True when an error means that the database is away or overloaded, and the same request may work later. */
export function isAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = String((error as { code?: unknown }).code ?? '');
  return AWAY.test(code) || AWAY_TEXT.test(error.message);
}
