// Moves everything between databases, embedded or server, as gzip'd lines of JSON: control lines are arrays,
// rows are objects as PostgreSQL writes them, so that bytes, microseconds, arrays and nulls survive.
//
//   ["brandscope backup",{"format":1,"migration":1,"tables":["accounts",…],"rows":1234}]
//   ["table","accounts",["id","name","created_at"]]
//   {"id":1,"name":"Acme","created_at":"2026-11-20T09:12:00+00:00"}
//   ["end",{"rows":{"accounts":1},"sequences":[…],"sha256":"…"}]
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type pg from 'pg';
import { parseControl, readLines } from './backup-lines.ts';
import { migrate } from './migrate.ts';
import type { Database } from './open.ts';
import { listTables, type Sequence, sequencesOf, setSequence, type Table } from './table-list.ts';

export const FORMAT = 1;
export const MAGIC = 'brandscope backup';

export type Head = { format: number; migration: number; tables: string[]; rows: number };
type End = { rows: Record<string, number>; sequences: Sequence[]; sha256: string };
export type Moved = { rows: number; tables: Record<string, number> };
/** Told after each portion how many rows are done; `total` is an estimate while a backup is written. */
export type Watch = (done: number, total: number) => void;

// A portion is one statement: long enough to be quick, short enough to keep memory flat (answers may be 1 MiB).
const PORTION_ROWS = 5000;
const FIRST_ROWS = 100;
const PORTION_BYTES = 4 * 1024 * 1024;

/** Writes everything, as of one moment, to FILE.part and then renames it to FILE. */
export async function backup(database: Database, file: string, watch: Watch): Promise<Moved> {
  const part = `${file}.part`;
  try {
    const moved = await inOneSnapshot(database.pool, (client) => writePart(client, part, watch));
    fs.renameSync(part, file);
    return moved;
  } catch (error) {
    fs.rmSync(part, { force: true });
    throw error;
  }
}

async function inOneSnapshot<T>(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  try {
    await client.query('begin isolation level repeatable read read only');
    await client.query('set local statement_timeout = 0');
    return await work(client);
  } finally {
    await client.query('rollback').catch(() => {});
    client.release();
  }
}

async function writePart(client: pg.PoolClient, part: string, watch: Watch): Promise<Moved> {
  const file = fs.createWriteStream(part, { mode: 0o600, flush: true });
  const gzip = createGzip({ level: 3 });
  const written = pipeline(gzip, file);
  const moved = writeLines(client, gzip, watch).then((result) => {
    gzip.end();
    return result;
  });
  moved.catch((error) => gzip.destroy(error));
  await Promise.all([moved, written]);
  return moved;
}

async function writeLines(client: pg.PoolClient, to: NodeJS.WritableStream, watch: Watch): Promise<Moved> {
  const sha256 = createHash('sha256');
  const put = async (lines: string) => {
    sha256.update(lines);
    if (!to.write(lines)) await new Promise<void>((resolve) => to.once('drain', resolve));
  };
  const tables = await listTables(client);
  const migration = await migrationOf(client);
  const total = await estimateRows(client, tables);
  const head: Head = { format: FORMAT, migration, tables: tables.map(({ name }) => name), rows: total };
  await put(`${JSON.stringify([MAGIC, head])}\n`);
  const counts: Record<string, number> = {};
  let done = 0;
  for (const table of tables) {
    await put(`${JSON.stringify(['table', table.name, table.columns])}\n`);
    counts[table.name] = 0;
    for await (const rows of pagesOf(client, table)) {
      await put(rows.map((row) => `${row}\n`).join(''));
      counts[table.name] = (counts[table.name] ?? 0) + rows.length;
      done += rows.length;
      watch(done, Math.max(done, total));
    }
  }
  const end: End = { rows: counts, sequences: await sequencesOf(client), sha256: sha256.digest('hex') };
  to.write(`${JSON.stringify(['end', end])}\n`);
  return { rows: done, tables: counts };
}

async function migrationOf(client: pg.PoolClient): Promise<number> {
  const { rows } = await client.query<{ last: number | null }>('select max(number) as last from migrations');
  return rows[0]?.last ?? 0;
}

async function estimateRows(client: pg.PoolClient, tables: readonly Table[]): Promise<number> {
  const counts = tables.map(({ quoted }) => `(select count(*) from ${quoted})`);
  const { rows } = await client.query<{ total: number }>(`select (${counts.join('+')})::bigint as total`);
  return rows[0]?.total ?? 0;
}

/** Rows as JSON text in the order of the primary key. Pages adapt to the size of the rows. */
async function* pagesOf(client: pg.PoolClient, { quoted, key }: Table): AsyncGenerator<string[]> {
  const columns = key.map(({ quoted: name }) => name).join(', ');
  const after = `(${columns}) > (${key.map(({ type }, at) => `$${at + 2}::${type}`).join(', ')})`;
  const page = (where: string) =>
    `select row_to_json(t)::text as row, array[${key.map(({ quoted: name }) => `${name}::text`).join(', ')}] as key
     from ${quoted} t ${where} order by ${columns} limit $1`;
  let limit = FIRST_ROWS;
  let last: string[] | undefined;
  while (true) {
    const text = page(last ? `where ${after}` : '');
    const { rows } = await client.query<{ row: string; key: string[] }>(text, [limit, ...(last ?? [])]);
    if (rows.length === 0) return;
    last = rows.at(-1)?.key;
    // A line break can only be white space between the tokens of a json value.
    yield rows.map(({ row }) => row.replaceAll('\n', ' '));
    const bytes = rows.reduce((sum, { row }) => sum + row.length, 0) / rows.length;
    limit = Math.max(1, Math.min(PORTION_ROWS, 4 * limit, Math.floor(PORTION_BYTES / bytes)));
  }
}

/**
 * Writes a backup into an empty database, in one transaction: a file that is cut off or altered leaves
 * nothing behind. An older backup is loaded under its own migrations and then brought up to date.
 */
export async function restore(database: Database, file: string, watch: Watch): Promise<Moved> {
  const lines = readLines(file);
  try {
    const head = await headOf(lines, file);
    await prepare(database, head);
    const moved = await inTransaction(database.pool, (client) => load(client, { lines, head, file, watch }));
    await migrate(database);
    await database.pool.query('analyze');
    return moved;
  } finally {
    await lines.return(undefined);
  }
}

type Lines = ReturnType<typeof readLines>;

async function headOf(lines: Lines, file: string): Promise<Head> {
  const first = await lines.next();
  const control = first.done ? null : parseControl(first.value.text);
  if (!control || control[0] !== MAGIC) throw new Error(`${file} is not a backup of Brandscope`);
  const head = control[1] as Head;
  if (head.format !== FORMAT)
    throw new Error(`${file} has backup format ${head.format}, this version of Brandscope knows ${FORMAT}`);
  return head;
}

/** Brings the database to the backup's migration, and makes sure that nothing is in it. */
async function prepare(database: Database, { migration }: Head): Promise<void> {
  await migrate(database, migration);
  const { rows } = await database.pool.query<{ last: number | null }>(
    'select max(number) as last from migrations',
  );
  const last = rows[0]?.last ?? 0;
  if (last < migration)
    throw new Error(
      `the backup is at migration ${migration}, this version of Brandscope knows ${last}: install the newer version`,
    );
  if (last > migration)
    throw new Error(
      `the backup is at migration ${migration}, the database at ${last}: restore into a new database, which is then brought up to date`,
    );
}

async function inTransaction<T>(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    await client.query('set local statement_timeout = 0');
    const result = await work(client);
    await client.query('commit');
    return result;
  } catch (error) {
    await client.query('rollback').catch(() => {});
    throw error;
  } finally {
    client.release();
  }
}

type Load = { lines: Lines; head: Head; file: string; watch: Watch };

async function load(client: pg.PoolClient, { lines, head, file, watch }: Load): Promise<Moved> {
  const tables = await listTables(client);
  await refuseFilled(client, tables);
  const counts: Record<string, number> = {};
  let portion = new Portion(client, undefined, []);
  let done = 0;
  for await (const { text, sha256 } of lines) {
    if (text.startsWith('{')) {
      portion.add(text);
      if (!portion.isFull()) continue;
      done += await portion.write();
      watch(done, head.rows);
      continue;
    }
    done += await portion.write();
    if (portion.table) counts[portion.table.name] = portion.written;
    const control = parseControl(text);
    if (control?.[0] === 'table') portion = new Portion(client, tableNamed(tables, control[1]), control[2]);
    else if (control?.[0] === 'end') {
      await finish(client, { end: control[1] as End, counts, sha256, file });
      return { rows: done, tables: counts };
    } else throw new Error(`${file} is damaged: nothing was restored`);
  }
  throw new Error(`${file} is cut off: nothing was restored`);
}

async function finish(
  client: pg.PoolClient,
  { end, counts, sha256, file }: { end: End; counts: Record<string, number>; sha256: string; file: string },
): Promise<void> {
  if (end.sha256 !== sha256)
    throw new Error(`${file} was altered (its checksum differs): nothing was restored`);
  for (const [table, rows] of Object.entries(end.rows))
    if (counts[table] !== rows) throw new Error(`${file} lacks rows of ${table}: nothing was restored`);
  for (const sequence of end.sequences) await setSequence(client, sequence);
}

function tableNamed(tables: readonly Table[], name: unknown): Table {
  const table = tables.find((one) => one.name === name);
  if (!table) throw new Error(`the database has no table ${JSON.stringify(name)}: nothing was restored`);
  return table;
}

async function refuseFilled(client: pg.PoolClient, tables: readonly Table[]): Promise<void> {
  const filled: string[] = [];
  for (const { name, quoted } of tables) {
    const { rows } = await client.query<{ rows: number }>(`select count(*) as rows from ${quoted}`);
    if (rows[0]?.rows) filled.push(`${rows[0].rows.toLocaleString('en')} ${name}`);
  }
  if (filled.length > 0) throw new Error(`the database is not empty: it holds ${filled.join(', ')}`);
}

/** Rows of one table on their way into it. */
class Portion {
  readonly #client: pg.PoolClient;
  readonly table: Table | undefined;
  readonly #columns: string;
  #rows: string[] = [];
  #bytes = 0;
  written = 0;

  constructor(client: pg.PoolClient, table: Table | undefined, columns: unknown) {
    this.#client = client;
    this.table = table;
    const names = (Array.isArray(columns) ? columns : []).filter((name) => table?.columns.includes(name));
    this.#columns = names.map((name) => `"${name}"`).join(', ');
  }

  add(row: string): void {
    this.#rows.push(row);
    this.#bytes += row.length;
  }

  isFull(): boolean {
    return this.#rows.length >= PORTION_ROWS || this.#bytes >= PORTION_BYTES;
  }

  /** Inserts what was added; `json`, not `jsonb`, so that stored JSON keeps its bytes. Returns how many. */
  async write(): Promise<number> {
    const count = this.#rows.length;
    if (count === 0) return 0;
    if (!this.table) throw new Error('the backup is damaged: rows without a table');
    const text = `insert into ${this.table.quoted} (${this.#columns}) overriding system value
      select ${this.#columns} from json_populate_recordset(null::${this.table.quoted}, $1::json)`;
    await this.#client.query(text, [`[${this.#rows.join(',')}]`]);
    this.#rows = [];
    this.#bytes = 0;
    this.written += count;
    return count;
  }
}
