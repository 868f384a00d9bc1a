import { sql } from 'kysely';
import type { Db } from './open.ts';

/** The agents that answers were stored of, by name. Agents are only ever added. */
export class AgentDirectory {
  readonly #ids = new Map<string, number>();
  readonly #names = new Map<number, string>();
  readonly #db: Db;

  constructor(db: Db) {
    this.#db = db;
  }

  /** Ids of the known ones among these names. */
  async ids(names: readonly string[]): Promise<number[]> {
    if (names.some((name) => !this.#ids.has(name))) await this.#refresh();
    return names.flatMap((name) => this.#ids.get(name) ?? []);
  }

  /** Ids of these names in their order; unknown ones are added, outside of any transaction. */
  async ensure(names: readonly string[]): Promise<number[]> {
    const missing = [...new Set(names)].filter((name) => !this.#ids.has(name));
    if (missing.length > 0) {
      await sql`insert into agents (name) select n from unnest(${missing}::text[]) n
        where not exists (select from agents where name = n) order by n on conflict (name) do nothing`.execute(
        this.#db,
      );
      await this.#refresh();
    }
    return names.map((name) => this.#ids.get(name) ?? 0);
  }

  async name(id: number): Promise<string> {
    if (!this.#names.has(id)) await this.#refresh();
    return this.#names.get(id) ?? '';
  }

  async #refresh(): Promise<void> {
    for (const { id, name } of await this.#db.selectFrom('agents').selectAll().execute()) {
      this.#ids.set(name, id);
      this.#names.set(id, name);
    }
  }
}
