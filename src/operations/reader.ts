import { LRUCache } from 'lru-cache';
import type { EntitySet } from '../domain/reading.ts';
import { loadSettings } from '../storage/brands.ts';
import type { Db } from '../storage/open.ts';

/** Everything that reading an answer of a brand needs, at one version of its settings. */
export type Reader = { settings_version: number; entities: EntitySet; competitorIds: number[] };

/** Compiles brands' settings for reading; a compiled one is kept while its version stands. */
export class BrandReader {
  readonly #db: Db;
  readonly #compiled = new LRUCache<string, Reader>({ max: 200 });

  constructor(db: Db) {
    this.#db = db;
  }

  /** The reader of the brand's present settings; undefined when the brand is gone. */
  async of(accountId: number, brandId: number): Promise<Reader | undefined> {
    const settings = await loadSettings(this.#db, accountId, brandId);
    if (!settings) return undefined;
    const key = `${brandId} ${settings.settings_version}`;
    const known = this.#compiled.get(key);
    if (known) return known;
    // The rules are loaded by who reads: commands that do not start a fifth sooner.
    const { compileSettings } = await import('./settings.ts');
    const reader = {
      settings_version: settings.settings_version,
      entities: compileSettings(settings),
      competitorIds: settings.competitors.map(({ id }) => id),
    };
    this.#compiled.set(key, reader);
    return reader;
  }
}
