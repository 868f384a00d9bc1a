// A fresh, migrated database per call, of the kind that TEST_DATABASE names: `embedded` (PGlite, copied from
// a cached template) or `server` (a database of its own on TEST_DATABASE_URL).
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { migrate, migrations } from '../../src/storage/migrate.ts';
import { type Database, openDatabase } from '../../src/storage/open.ts';
import { startPostgres } from './postgres.ts';

export const databaseKind = process.env.TEST_DATABASE === 'server' ? 'server' : 'embedded';

const ROOT = path.join(import.meta.dirname, '../..');
const CACHE = path.join(ROOT, 'node_modules/.cache/brandscope');
const TEMPLATE_LOCK = 774_411;

/** Opens a migrated database that nobody else uses; `close` removes it. */
export async function openTestDatabase(options: { poolSize?: number } = {}): Promise<Database> {
  return databaseKind === 'server' ? onServer(options) : inFolder();
}

/** An empty folder for an embedded database, or an empty database's URL: nothing is migrated yet. */
export async function emptyDatabase(): Promise<{ url?: string; folder: string; drop(): Promise<void> }> {
  const folder = databaseKind === 'embedded' ? await copyTemplate(false) : temporaryFolder();
  const removeFolder = () => fs.rmSync(folder, { recursive: true, force: true });
  if (databaseKind === 'embedded') return { folder, drop: async () => removeFolder() };
  const { url, drop } = await createDatabase('template0');
  return {
    url,
    folder,
    drop: async () => {
      removeFolder();
      await drop();
    },
  };
}

function fingerprint(): string {
  const hash = createHash('sha256');
  for (const { name, file } of migrations()) hash.update(name).update(fs.readFileSync(file));
  const pglite = path.join(ROOT, 'node_modules/@electric-sql/pglite/package.json');
  return hash.update(fs.readFileSync(pglite)).digest('hex').slice(0, 16);
}

const temporaryFolder = () => fs.mkdtempSync(path.join(os.tmpdir(), 'brandscope-test-'));

/** A copy of an embedded database that was made before, migrated or empty; making one anew takes seconds. */
export async function copyTemplate(isMigrated = true): Promise<string> {
  const folder = temporaryFolder();
  fs.cpSync(await embeddedTemplate(isMigrated), path.join(folder, 'pg'), { recursive: true });
  return folder;
}

async function inFolder(): Promise<Database> {
  const folder = await copyTemplate();
  const database = await openDatabase({ folder, exclusive: true });
  const close = async () => {
    await database.close();
    fs.rmSync(folder, { recursive: true, force: true });
  };
  return { ...database, close };
}

/** The data folder of an embedded database, made once per version of the migrations. */
async function embeddedTemplate(isMigrated: boolean): Promise<string> {
  const template = path.join(CACHE, `${isMigrated ? 'migrated' : 'empty'}-${fingerprint()}`);
  if (fs.existsSync(template)) return template;
  fs.mkdirSync(CACHE, { recursive: true });
  const draft = fs.mkdtempSync(path.join(CACHE, 'draft-'));
  if (isMigrated) fs.cpSync(await embeddedTemplate(false), path.join(draft, 'pg'), { recursive: true });
  const database = await openDatabase({ folder: draft, exclusive: true });
  if (isMigrated) await migrate(database);
  await database.close();
  try {
    fs.renameSync(path.join(draft, 'pg'), template);
  } catch (error) {
    if (!fs.existsSync(template)) throw error; // else another process was faster
  }
  fs.rmSync(draft, { recursive: true, force: true });
  return template;
}

let server: Promise<string> | undefined;

/** The server's URL: the one that the test runner started, else one for this process. */
export function serverUrl(): Promise<string> {
  server ??= process.env.TEST_DATABASE_URL
    ? Promise.resolve(process.env.TEST_DATABASE_URL)
    : startPostgres().then(({ url }) => url);
  return server;
}

async function onServer({ poolSize }: { poolSize?: number }): Promise<Database> {
  const { url, drop } = await createDatabase(await serverTemplate());
  const database = await openDatabase({ url, folder: '', poolSize });
  const close = async () => {
    await database.close();
    await drop();
  };
  return { ...database, close };
}

async function createDatabase(template: string): Promise<{ url: string; drop(): Promise<void> }> {
  const name = `test_${process.pid}_${Math.random().toString(36).slice(2)}`;
  await onMaintenance((client) => client.query(`create database ${name} template ${template}`));
  const drop = () =>
    onMaintenance(
      async (client) => void (await client.query(`drop database if exists ${name} with (force)`)),
    );
  return { url: await urlOf(name), drop };
}

async function serverTemplate(): Promise<string> {
  const name = `template_${fingerprint()}`;
  await onMaintenance(async (client) => {
    await client.query('select pg_advisory_lock($1)', [TEMPLATE_LOCK]);
    const { rows } = await client.query('select from pg_database where datname = $1', [name]);
    if (rows.length > 0) return;
    await client.query('drop database if exists template_draft with (force)');
    await client.query('create database template_draft template template0');
    const database = await openDatabase({ url: await urlOf('template_draft'), folder: '' });
    await migrate(database).finally(() => database.close());
    await client.query(`alter database template_draft rename to ${name}`);
  });
  return name;
}

async function onMaintenance<T>(work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: await serverUrl() });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

async function urlOf(name: string): Promise<string> {
  const url = new URL(await serverUrl());
  url.pathname = `/${name}`;
  return url.href;
}
