// Child process of the collector's reliability tests: plans and asks at a fixed time until nothing is open, and kills
// itself at a step when one is given.
import fs from 'node:fs';
import pg from 'pg';
import { Collector } from '../../src/collector/collector.ts';
import { makeContext } from '../../src/operations/context.ts';
import { openDatabase } from '../../src/storage/open.ts';
import { connectionsTo, near, SECRET } from '../agents/world.ts';

/** Where to die: at the first statement that holds `text`, or at the commit that follows it. */
export type Step = { text: string; at: 'before' | 'after' | 'before its commit' | 'after its commit' };
export type Work = {
  url?: string | undefined;
  folder: string;
  /** Address of the stand-ins; a vendor's name follows. */
  vendors: string;
  now: string;
  leaseMs: number;
  concurrency: number;
  step?: Step | undefined;
};

// At once and unbuffered, so that a kill cannot take it along.
const say = (what: object) => fs.writeSync(1, `${JSON.stringify(what)}\n`);

/** Counts statements, and dies at the step: the database and the vendors see what they see of any killed process. */
function dieAt({ text, at }: Step): void {
  const send = pg.Client.prototype.query as (...args: unknown[]) => unknown;
  const marked = new WeakSet<object>();
  const die = () => process.kill(process.pid, 'SIGKILL');
  pg.Client.prototype.query = function (this: object, ...args: unknown[]) {
    const [first] = args as [string | { text?: string }];
    const statement = (typeof first === 'string' ? first : first.text) ?? '';
    const isStep = at.endsWith('commit')
      ? marked.has(this) && statement === 'commit'
      : statement.includes(text);
    if (statement.includes(text)) marked.add(this);
    if (isStep && at.startsWith('before')) die();
    const sent = send.apply(this, args);
    if (isStep) (sent as Promise<unknown>).then(die, die);
    return sent;
  } as never;
}

async function run({ vendors, now, leaseMs, concurrency, step, ...open }: Work): Promise<void> {
  const database = await openDatabase(open);
  const { rows } = await database.pool.query("select id from runs where state = 'received'");
  say({ received: rows.map(({ id }) => id) });
  const connections = connectionsTo(database, (vendor) => `${vendors}/${vendor}`);
  const clock = () => new Date(now);
  const context = makeContext({ database, clock, asking: connections, secret: SECRET });
  const collector = new Collector({
    ...{ context, connections, concurrency, leaseMs, fetch: near },
    onError: (error) => say({ error: String(error) }),
  });
  if (step) dieAt(step);
  await collector.untilDone();
  await database.close();
}

await run(JSON.parse(process.argv[2] ?? '') as Work);
