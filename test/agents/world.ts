// A collector over a real database and stand-ins of all vendors, with a clock that tests set.

import type { Input, Output } from '../../contract/operation.ts';
import type { Contract, OperationName } from '../../contract/table.ts';
import { allVendors } from '../../src/cli/demo/vendors/all.ts';
import { groundedPage } from '../../src/cli/demo/vendors/gemini.ts';
import { type Asked, type Behaviour, startVendors } from '../../src/cli/demo/vendors/server.ts';
import type { Script } from '../../src/cli/demo/vendors/vendor.ts';
import { allConnections } from '../../src/collector/all.ts';
import { Collector, type CollectorEvent, type CollectorOptions } from '../../src/collector/collector.ts';
import { Connections, type Setting } from '../../src/collector/connections.ts';
import prices from '../../src/collector/prices.json' with { type: 'json' };
import { makeContext } from '../../src/operations/context.ts';
import { makeService } from '../../src/operations/service.ts';
import type { Database } from '../../src/storage/open.ts';
import { openTestDatabase } from '../kit/database.ts';

export const script: Script = {
  text: '1. **Acme** is an excellent choice for agencies.\n2. **Globex** is cheaper.\n3. **Initech** is dated.',
  cited: [{ url: 'https://reviews.example/crm', title: 'CRM reviews' }],
  consulted: [{ url: 'https://globex.example/pricing', title: 'Pricing' }],
  searches: ['best crm for agencies'],
  searched: true,
};

export const SECRET = Buffer.alloc(32, 7);
const KEYS: Record<string, string> = { dataforseo: 'login:password-of-dataforseo', ollama: '' };

export type World = Awaited<ReturnType<typeof openWorld>>;

export type WorldOptions = {
  behave?: (asked: Asked) => Behaviour;
  /** Connections that are set up; all of them when omitted. */
  only?: readonly string[];
  database?: Database;
  now?: string;
};

/** A service over a database, its connections, and an account with the brand Acme and three active prompts. */
async function openAgency(
  database: Database,
  { connections, clock }: { connections: Connections; clock: () => Date },
) {
  const context = makeContext({ database, clock, asking: connections, secret: SECRET });
  const service = makeService(context);
  const { rows } = await database.pool.query("insert into accounts (name) values ('Agency') returning id");
  const accountId: number = rows[0].id;
  const caller = { accountId, brandId: null, keyId: null };
  const call = <N extends OperationName>(name: N, input: Input<Contract[N]>): Promise<Output<Contract[N]>> =>
    service.call(name, caller, input as never) as never;
  const { brand } = await call('createBrand', { name: 'Acme', domain: 'acme.example' });
  await call('trackCompetitor', { brand_id: brand.id, name: 'Globex' });
  const texts = ['best crm for agencies', 'crm with invoicing', 'cheap crm'];
  const { prompts } = await call('createPrompts', { brand_id: brand.id, prompts: texts });
  return { database, context, connections, call, accountId, brandId: brand.id, prompts };
}

/** An agency, and vendors that all answer well unless told otherwise. */
export async function openWorld(options: WorldOptions = {}) {
  let behave = options.behave ?? (() => ({ mode: 'healthy', script }) as Behaviour);
  let now = new Date(options.now ?? '2026-11-20T08:00:00Z');
  const vendors = await startVendors({ vendors: allVendors, behave: (asked) => behave(asked) });
  const database = options.database ?? (await openTestDatabase());
  const connections = connectionsTo(database, vendors.url, options.only);
  const agency = await openAgency(database, { connections, clock: () => now });
  const errors: unknown[] = [];
  const events: CollectorEvent[] = [];
  const setting = { context: agency.context, connections, concurrency: 8, timeoutMs: 20_000, plans: false };
  const rows = async (text: string, values: unknown[] = []) => (await database.pool.query(text, values)).rows;
  return {
    ...agency,
    ...{ vendors, errors, events, rows },
    now: () => now,
    /** Another machine on the same database, with these connections set up. */
    machine: (only?: readonly string[]) => {
      const asking = connectionsTo(database, vendors.url, only);
      const context = makeContext({ database, clock: () => now, asking, secret: SECRET });
      return { context, connections: asking };
    },
    /** Has the leases of all slots end, as if their processes were away for long. */
    endLeases: () => rows("update slots set next_at = now() - interval '1 minute' where state = 'asking'"),
    /** What is reserved and spent, and what the runs say was spent. */
    money: async () => {
      const [sums] =
        await rows(`select coalesce(sum(reserved_micros), 0)::int8 as reserved, coalesce(sum(spent_micros), 0)::int8 as spent,
        (select coalesce(sum(cost_micros), 0)::int8 from runs) as runs from spending`);
      return sums as { reserved: number; spent: number; runs: number };
    },
    behave: (next: typeof behave) => {
      behave = next;
    },
    at: (time: string | Date) => {
      now = new Date(time);
    },
    later: (ms: number) => {
      now = new Date(now.getTime() + ms);
    },
    collector: (more: Partial<CollectorOptions> = {}) =>
      new Collector({
        ...{ ...setting, random: () => 0, fetch: near },
        onError: (error) => errors.push(error),
        onEvent: (event) => events.push(event),
        ...more,
      }),
    close: async () => {
      await vendors.stop();
      if (!options.database) await database.close();
    },
  };
}

/** `fetch` that leaves this machine for nothing: Gemini's redirects are answered here. */
export const near: typeof fetch = async (input, init) => {
  const url = String(input);
  if (new URL(url).hostname === '127.0.0.1') return fetch(input, init);
  const page = groundedPage(url);
  if (page === null) throw new Error(`a test asked ${url}`);
  return new Response(null, { status: 302, headers: { location: page } });
};

/** Connections to the stand-ins, each with a key of its own. */
export function connectionsTo(
  database: Database,
  url: (vendor: string) => string,
  only?: readonly string[],
): Connections {
  const settings = Object.fromEntries(
    allConnections.map(({ id, baseUrl }): [string, Setting] => {
      const path = baseUrl === '' ? '/v1' : new URL(baseUrl).pathname.replace(/\/$/, '');
      const isSet = !only || only.includes(id);
      const key = KEYS[id] ?? `secret-key-of-${id}`;
      const custom = id === 'compatible' ? { model: 'house-model', agent: 'house_agent' } : {};
      return [
        id,
        {
          ...(isSet && { key, baseUrl: url(id) + path }),
          ...custom,
          variables: `${id.toUpperCase()}_API_KEY`,
        },
      ];
    }),
  );
  return new Connections({
    ...{ db: database.db, secret: SECRET, connections: allConnections, settings, prices },
    onError: (error) => {
      throw error;
    },
  });
}
