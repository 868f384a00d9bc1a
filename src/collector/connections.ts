// Which agents can be asked, by whom, and for how much: the connections with what the environment and the
// accounts set up.
import { createHmac } from 'node:crypto';
import { costOf, estimateOf, type Prices } from '../domain/cost.ts';
import { derive, unseal } from '../domain/seal.ts';
import type { Asking, Choice } from '../operations/asking.ts';
import type { Db } from '../storage/open.ts';
import { listVendorKeys, sealedFor, type VendorKey } from '../storage/vendor-keys.ts';
import type { Connection, Endpoint, Usage } from './agents/agent.ts';

/** How the environment sets up a connection; `key` is `''` where none is needed. */
export type Setting = { key?: string; baseUrl?: string; model?: string; agent?: string; variables: string };

export type ConnectionOptions = {
  db: Db;
  secret: Buffer;
  connections: readonly Connection[];
  settings: Record<string, Setting>;
  prices: Prices;
  /** Called when a stored key cannot be opened. */
  onError: (error: unknown) => void;
};

/** What an account brought; `isBroken` when its key cannot be opened: nobody else's key takes its place. */
type Own = { sealed: Buffer | null; key: string | null; baseUrl: string; isBroken?: boolean };

/** The connections of this process. What accounts brought goes before the environment. */
export class Connections implements Asking {
  readonly #options: ConnectionOptions;
  /** By `account connection`. */
  #own = new Map<string, Own>();

  constructor(options: ConnectionOptions) {
    this.#options = options;
  }

  async refresh(): Promise<void> {
    const own = new Map<string, Own>();
    for (const vendorKey of await listVendorKeys(this.#options.db))
      own.set(`${vendorKey.account_id} ${vendorKey.connection}`, this.#opened(vendorKey));
    this.#own = own;
  }

  #opened({ account_id, connection, sealed, base_url: baseUrl }: VendorKey): Own {
    const known = this.#own.get(`${account_id} ${connection}`);
    // Opening takes time, and keys are looked at all the time. One that cannot be opened is reported once.
    if (known && known.baseUrl === baseUrl && isSame(known.sealed, sealed)) return known;
    try {
      const key = sealed && unseal(this.#options.secret, sealed, sealedFor(account_id, connection));
      return { sealed, key, baseUrl };
    } catch (cause) {
      const text = `the stored key of ${connection} of account ${account_id} cannot be opened: was SECRET_KEY changed?`;
      this.#options.onError(new Error(text, { cause }));
      return { sealed, key: null, baseUrl, isBroken: true };
    }
  }

  /** Names of all connections, set up or not. */
  ids(): string[] {
    return this.#options.connections.map(({ id }) => id);
  }

  /** Names of those that this process can ask for somebody. */
  usable(): string[] {
    const own = new Set([...this.#own.keys()].map((key) => key.split(' ')[1]));
    return this.ids().filter((id) => own.has(id) || this.#options.settings[id]?.key !== undefined);
  }

  get(id: string): Connection | undefined {
    return this.#options.connections.find((connection) => connection.id === id);
  }

  /** Where a connection is reached for an account; null where it is not set up. `isOwn`: the account chose the address. */
  endpointOf(accountId: number, id: string): (Endpoint & { isOwn: boolean }) | null {
    const own = this.#own.get(`${accountId} ${id}`);
    if (own?.isBroken) return null;
    const setting = this.#options.settings[id];
    const baseUrl = own?.baseUrl || setting?.baseUrl || this.get(id)?.baseUrl || '';
    const key = own ? (own.key ?? '') : setting?.key;
    if (key === undefined || baseUrl === '') return null;
    return { key, baseUrl, isOwn: Boolean(own?.baseUrl) };
  }

  isReady(accountId: number, id: string): boolean {
    return this.endpointOf(accountId, id) !== null;
  }

  choices(accountId: number): Choice[] {
    return this.#options.connections.flatMap((connection) => {
      if (!this.endpointOf(accountId, connection.id)) return [];
      const { model, agent } = this.#options.settings[connection.id] ?? {};
      const agents = agent && model ? { ...connection.agents, [agent]: { model } } : connection.agents;
      return Object.entries(agents).map(([name, { model: own }]) => ({
        agent: name,
        connection: connection.id,
        model: own,
      }));
    });
  }

  connectionsOf(agent: string): string[] {
    const { connections, settings } = this.#options;
    return connections
      .filter(({ id, agents }) => Object.hasOwn(agents, agent) || settings[id]?.agent === agent)
      .map(({ id }) => id);
  }

  asksAny(id: string): boolean {
    return this.get(id)?.anyAgent === true;
  }

  estimate({ agent, connection, model }: Choice, promptLength: number) {
    return estimateOf(this.#options.prices, { connection, agent, model, promptLength });
  }

  /** What a response cost; null where no price is known. */
  costOf({ agent, connection, model }: Choice, usage: Usage): number | null {
    return costOf(this.#options.prices, { connection, agent, model, usage });
  }

  keyHash(accountId: number, id: string): Buffer | null {
    const endpoint = this.endpointOf(accountId, id);
    if (!endpoint) return null;
    // Under the secret: a vendor's password may be short enough to be guessed from a plain hash.
    const hmac = createHmac('sha256', derive(this.#options.secret, 'hashes of vendor keys'));
    return hmac.update(`${endpoint.baseUrl} ${endpoint.key}`).digest();
  }

  setUp(id: string): string {
    const variables = this.#options.settings[id]?.variables;
    return variables ? `set ${variables}` : `there is no connection called ${id}`;
  }
}

const isSame = (a: Buffer | null, b: Buffer | null) => (a && b ? a.equals(b) : a === b);
