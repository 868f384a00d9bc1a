// The PostgreSQL server goes away and comes back while requests arrive.
import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import pg from 'pg';
import { readConfig } from '../../src/config.ts';
import { makeLogger, type Running, start } from '../../src/main.ts';
import { createKey } from '../../src/operations/keys.ts';
import { type Postgres, startPostgres } from '../kit/postgres.ts';
import { post } from './service.ts';
import { assertWhole, ensureBrand, lines, type Owner } from './workload.ts';

let postgres: Postgres;
let running: Running;
let brand: Owner;
let key: string;
const acknowledged = new Set<number>();
let next = 0;

before(async () => {
  postgres = await startPostgres({
    settings: { fsync: 'on', synchronous_commit: 'on', full_page_writes: 'on' },
  });
  const config = readConfig({ DATABASE_URL: postgres.url, PORT: '0', LOG_LEVEL: 'silent' });
  running = await start(config, makeLogger(config));
  brand = await ensureBrand(running.context.database);
  ({ key } = await createKey(running.context, { accountId: brand.account_id, name: 'tests' }));
});
after(async () => {
  await running.stop();
  await postgres.stop();
});

async function importSome(): Promise<number> {
  const first = next;
  next += 5;
  const body = { brand_id: brand.id, answers: lines(first, 5) };
  const { status, headers, json } = await post(running.url, '/answers/import', { key, body });
  if (status === 200) for (let line = first; line < first + 5; line++) acknowledged.add(line);
  else assertAway({ status, headers, json });
  return status;
}

async function report(): Promise<number> {
  const reply = await post(running.url, '/brand-report', { key, body: { brand_id: brand.id } });
  if (reply.status !== 200) assertAway(reply);
  return reply.status;
}

function assertAway({ status, headers, json }: Awaited<ReturnType<typeof post>>): void {
  assert.equal(status, 503, JSON.stringify(json));
  assert.ok(Number(headers.get('retry-after')) > 0);
  assert.deepEqual(json, { success: false, error: 'The database is not available' });
}

/** Six clients that ask without pause until they are told to stop; returns how often each status came. */
function load(): { stop(): Promise<Map<number, number>> } {
  const statuses = new Map<number, number>();
  let stopped = false;
  const clients = [importSome, report, importSome, report, importSome, report].map(async (ask) => {
    while (!stopped) {
      const status = await ask();
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      if (status !== 200) await new Promise((resolve) => setTimeout(resolve, 20));
    }
  });
  const stop = async () => {
    stopped = true;
    await Promise.all(clients);
    return statuses;
  };
  return { stop };
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const health = async (at: string) => (await fetch(`${running.url}${at}`)).status;

for (const how of ['stop', 'kill'] as const)
  test(`503 while the server is away (${how}), and recovery without a restart`, async () => {
    const { stop } = load();
    await pause(400);
    if (how === 'kill') await postgres.kill();
    else process.kill(postgres.pid(), 'SIGINT');
    await pause(700);
    assert.equal(await health('/readyz'), 503);
    assert.equal(await health('/healthz'), 200);
    await postgres.restart();
    await pause(600);
    const statuses = await stop();
    assert.ok((statuses.get(200) ?? 0) > 10 && (statuses.get(503) ?? 0) > 10, JSON.stringify([...statuses]));
    assert.deepEqual([...statuses.keys()].sort(), [200, 503]);
    assert.equal(await importSome(), 200);
    assert.equal(await health('/readyz'), 200);
    await assertWhole(running.context.database, acknowledged);
  });

async function onServer<T>(work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: postgres.url });
  await client.connect();
  return work(client).finally(() => client.end());
}

const OTHERS = 'from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()';

test('connections that are ended during imports cost nothing that was acknowledged', async () => {
  const { stop } = load();
  for (let time = 0; time < 15; time++) {
    await pause(60);
    await onServer((client) => client.query(`select pg_terminate_backend(pid) ${OTHERS}`));
  }
  const statuses = await stop();
  assert.ok((statuses.get(200) ?? 0) > 10, JSON.stringify([...statuses]));
  assert.equal(await importSome(), 200);
  await assertWhole(running.context.database, acknowledged);
});

test('a connection that breaks between two statements of a transaction does not end the process', async () => {
  const client = await running.context.database.pool.connect();
  await client.query('begin');
  await onServer((other) => other.query(`select pg_terminate_backend(pid) ${OTHERS}`));
  await pause(100);
  await assert.rejects(client.query('commit'));
  client.release(true);
  assert.equal(await report(), 200);
});

test('a statement that is cancelled by its time limit gives 503 and writes nothing', async () => {
  await onServer(async (client) => {
    await client.query('begin; update brands set name = name');
    const importing = importSome();
    await pause(300);
    await client.query(`select pg_cancel_backend(pid) ${OTHERS} and wait_event_type = 'Lock'`);
    assert.equal(await importing, 503);
    await client.query('rollback');
  });
  assert.equal(await importSome(), 200);
  await assertWhole(running.context.database, acknowledged);
});
