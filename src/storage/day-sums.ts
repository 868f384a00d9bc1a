// Brands' own daily sums from the facts, kept in memory while their data stands and as far as they are small.
import { LRUCache } from 'lru-cache';
import type pg from 'pg';
import { DaySums } from '../domain/day-sums.ts';
import { BRAND } from '../domain/facts.ts';

type Versioned = { account_id: number; id: number; data_version: number };

// Loading a brand of 45,000 answers takes as long as twelve reports by query, so it must look worth it.
const ASKED_BEFORE = 4;
// Rows are read on the thread that answers requests: 20,000 take it 40 ms.
const MOST_ROWS = 20_000;
const LARGEST_BYTES = 16 * 1024 * 1024;
const ALL_BYTES = 64 * 1024 * 1024;

// Arrays as text: the driver's own parser of arrays goes character by character.
const DAYS = `select prompt_id, day - date '1970-01-01', array_to_string(agents, ','), array_to_string(by_agent, ',')
from fact_days where account_id = $1 and brand_id = $2 and entity_id = ${BRAND} limit ${MOST_ROWS + 1}`;

type Row = [prompt: number, day: number, agents: string, sums: string];

export class DaySumsCache {
  readonly #pool: pg.Pool;
  readonly #asked = new LRUCache<string, number>({ max: 1_000 });
  readonly #loaded = new LRUCache<string, DaySums>({
    maxSize: ALL_BYTES,
    sizeCalculation: ({ bytes }) => bytes + 1,
  });

  constructor(pool: pg.Pool) {
    this.#pool = pool;
  }

  /**
   * The sums of a brand at this version of its data; undefined while they are not in memory, and for a brand
   * that is too large. Being asked several times for one version starts loading.
   */
  of(brand: Versioned): DaySums | undefined {
    const key = `${brand.account_id} ${brand.id} ${brand.data_version}`;
    const known = this.#loaded.get(key);
    if (known) return known;
    const asked = (this.#asked.get(key) ?? 0) + 1;
    this.#asked.set(key, asked);
    // A database that fails here fails the report's own query too, which tells the caller.
    if (asked === ASKED_BEFORE) this.#load(brand, key).catch(() => {});
    return undefined;
  }

  async #load({ account_id, id }: Versioned, key: string): Promise<void> {
    const { rows } = await this.#pool.query<Row>({ text: DAYS, values: [account_id, id], rowMode: 'array' });
    if (rows.length > MOST_ROWS) return;
    const numbers = (text: string) => text.split(',').map(Number);
    const sums = DaySums.of(
      rows.map(([prompt_id, day, agents, own]) => ({
        ...{ prompt_id, day },
        ...{ agents: numbers(agents), sums: numbers(own) },
      })),
      LARGEST_BYTES,
    );
    if (sums) this.#loaded.set(key, sums);
  }
}
