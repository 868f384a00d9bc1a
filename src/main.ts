// Composition: opens the database, makes the service, starts and stops the process around it.
import fs from 'node:fs';
import path from 'node:path';
import { type Logger, pino } from 'pino';
import type { connectAll } from './collector/all.ts';
import type { CollectorEvent } from './collector/collector.ts';
import type { Connections } from './collector/connections.ts';
import type { Collecting, Round } from './collector/once.ts';
import { type Config, vendorsOf } from './config.ts';
import { type Context, makeContext } from './operations/context.ts';
import { makeOperator, type Operator } from './operations/operator.ts';
import type { Service } from './operations/service.ts';
import { secretOf } from './secret.ts';
import type { People } from './sign-in/people.ts';
import { compileQuickly } from './storage/embedded/engine.ts';
import { lockFolder } from './storage/embedded/lock.ts';
import { migrate } from './storage/migrate.ts';
import { type Database, openDatabase } from './storage/open.ts';
import { version } from './version.ts';

export type { Collecting, CollectorEvent, Operator, Round };
export { version };

const KEY_USE_MS = 60_000;

/** True when the embedded database is still to be created, which takes seconds. */
export function isNewFolder({ DATABASE_URL, DATA_DIR }: Config): boolean {
  return !DATABASE_URL && !fs.existsSync(path.join(DATA_DIR, 'pg', 'PG_VERSION'));
}

/** True when a process has the embedded database open. */
export function isFolderHeld({ DATA_DIR }: Config): boolean {
  const lock = lockFolder(DATA_DIR);
  lock?.release();
  return lock === null;
}

/** The log: JSON lines on standard output, or on standard error for commands. Neither bodies nor keys are logged. */
export function makeLogger(config: Config, to: 1 | 2 = 1): Logger {
  return pino({ level: config.LOG_LEVEL }, pino.destination({ fd: to, sync: false }));
}

/** `asItIs`: not migrated; `isLong`: at work for so long that the embedded database is better compiled well. */
export type Manner = { asItIs?: boolean; isLong?: boolean };

/** Opens the database for a command, sharing an embedded one that the service holds, and migrates it. */
export async function openForCommand(
  config: Config,
  manner: Manner = {},
): Promise<{ database: Database; operator: Operator }> {
  const database = await openMigrated(config, manner);
  return { database, operator: makeOperator(makeContext({ database, secret: secretOf(config) })) };
}

/** The same for a command that asks the agents. */
export async function openForCollecting(
  config: Config,
  manner: Manner,
): Promise<{ database: Database; collecting: Collecting }> {
  const [{ connectAll }, { makeCollecting }] = await Promise.all([
    import('./collector/all.ts'),
    import('./collector/once.ts'),
  ]);
  const database = await openMigrated(config, manner);
  const asking = connectionsOf(connectAll, { database, config, onError: () => {} });
  const context = makeContext({ database, asking, secret: secretOf(config) });
  return { database, collecting: makeCollecting(context, asking, collectorSetting(config)) };
}

async function openMigrated(config: Config, { asItIs = false, isLong = false }: Manner): Promise<Database> {
  if (!isLong) compileQuickly();
  const database = await openDatabase({ url: config.DATABASE_URL, folder: config.DATA_DIR });
  if (!asItIs)
    await migrate(database).catch(async (error) => {
      await database.close();
      throw error;
    });
  return database;
}

const collectorSetting = ({ COLLECT_CONCURRENCY, ALLOW_PRIVATE_URLS }: Config) => ({
  concurrency: COLLECT_CONCURRENCY,
  allowPrivate: ALLOW_PRIVATE_URLS === '1',
});

type Connecting = { database: Database; config: Config; onError: (error: unknown) => void };

function connectionsOf(connect: typeof connectAll, { database, config, onError }: Connecting): Connections {
  return connect({ db: database.db, secret: secretOf(config), settings: vendorsOf(config), onError });
}

export type Running = {
  url: string;
  /** Where the first account is set up, while there is none. */
  setUpLink: string | null;
  service: Service;
  context: Context;
  operator: Operator;
  stop(): Promise<void>;
};

/** Starts the service: database, background reading, HTTP. `stop` answers what is in flight first. */
export async function start(config: Config, log: Logger): Promise<Running> {
  const database = await openDatabase({
    url: config.DATABASE_URL,
    folder: config.DATA_DIR,
    exclusive: true,
    onError: (error) => log.warn({ err: error }, 'database connection lost'),
  });
  try {
    const applied = await migrate(database);
    if (applied.length > 0) log.info({ applied }, 'database migrated');
    return await startOn(database, config, log);
  } catch (error) {
    await database.close();
    throw error;
  }
}

async function startOn(database: Database, config: Config, log: Logger): Promise<Running> {
  const parts = await servingParts();
  // The rereader starts after the port is ours; nothing can become stale before.
  const mail = await mailerOf(config, log);
  const publicUrl = config.PUBLIC_URL?.replace(/\/+$/, '');
  const secret = secretOf(config);
  const onError = (err: unknown) => log.error({ err }, 'vendor key not opened');
  const asking = connectionsOf(parts.connectAll, { database, config, onError });
  const context = makeContext({
    ...{ database, asking, secret, publicUrl, mail },
    onStale: () => rereader.wake(),
    onSlots: () => collector.wake(),
  });
  const metrics = parts.makeMetrics(context);
  const collector = new parts.Collector({
    ...{ context, connections: asking, ...collectorSetting(config), onEvent: metrics.onEvent },
    onError: (err) => log.error({ err }, 'collecting failed'),
  });
  const service = parts.makeService(context);
  const noteKeyUse = () => service.noteKeyUse().catch((err) => log.warn({ err }, 'use of keys not noted'));
  const people = await peopleOf(context, { config, log, url: () => publicUrl ?? listening.url });
  const app = parts.buildApp(service, {
    logger: log,
    people,
    publicUrl,
    ...(config.TRUST_PROXY && { trustProxy: config.TRUST_PROXY }),
    rateLimitPerMinute: config.RATE_LIMIT_PER_MINUTE,
    maxInFlight: config.MAX_IN_FLIGHT,
    ...(config.METRICS === '1' && { metrics: metrics.text }),
    hasApi: config.ROLES !== 'collector',
    version,
  });
  const listening = await parts.listen(app, { host: config.HOST, port: config.PORT });
  const rereader = parts.startRereader(context, {
    onError: (err) => log.error({ err }, 'reading again failed'),
  });
  if (config.ROLES !== 'api') collector.start();
  const maintenance = parts.startMaintenance(database, (err) => log.warn({ err }, 'maintenance failed'));
  const keyUse = setInterval(noteKeyUse, KEY_USE_MS).unref();
  const stop = async () => {
    database.endSharing();
    await Promise.all([listening.stop(), collector.stop()]);
    clearInterval(keyUse);
    maintenance.stop();
    await noteKeyUse();
    await rereader.stop();
    await database.close();
  };
  const setUpLink = config.ROLES === 'collector' ? null : await people.setUpLink();
  return { url: listening.url, setUpLink, service, context, operator: makeOperator(context), stop };
}

/** Loaded here and not above, as is the sign-in library below: commands that serve nothing start sooner without. */
async function servingParts() {
  const [app, listening, service, rereader, maintenance, connections, collector, metrics] = await Promise.all(
    [
      import('./http/app.ts'),
      import('./http/listen.ts'),
      import('./operations/service.ts'),
      import('./background/reread.ts'),
      import('./background/maintain.ts'),
      import('./collector/all.ts'),
      import('./collector/collector.ts'),
      import('./collector/metrics.ts'),
    ],
  );
  return {
    ...{ ...app, ...listening, ...service, ...rereader, ...maintenance },
    ...{ ...connections, ...collector, ...metrics },
  };
}

type Signing = { config: Config; log: Logger; url: () => string };

async function peopleOf(context: Context, { config, log, url }: Signing): Promise<People> {
  const { makePeople } = await import('./sign-in/people.ts');
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret } = config;
  const hasOidc = issuer !== undefined && clientId !== undefined && clientSecret !== undefined;
  return makePeople(context, {
    url,
    oidc: hasOidc ? { issuer, clientId, clientSecret, name: config.OIDC_NAME } : null,
    onSetUp: (link) => log.info({ link }, 'there is no account yet: set it up with this link'),
    onError: (message, err) => log.error({ err }, `sign-in: ${message}`),
  });
}

async function mailerOf({ SMTP_URL: url, SMTP_FROM: from }: Config, log: Logger) {
  if (url === undefined || from === undefined) return undefined;
  const { makeMailer } = await import('./sign-in/mail.ts');
  return makeMailer({ url, from, onError: (err) => log.error({ err }, 'mail not sent') });
}
