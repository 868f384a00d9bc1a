// One entity's daily sums in memory, added up beforehand, so that any range of days is a difference of two
// numbers: a report under a filter that nobody asked before costs microseconds instead of a query.
import { ALL_AGENTS, SUMS } from './facts.ts';
import type { Sums } from './metrics.ts';
import type { DayRange } from './time.ts';

const WIDTH = SUMS.length;
const DAY_MS = 86_400_000;

/** A day's sums of a prompt: five numbers, in the order of `SUMS`, for each agent. `day` counts from 1970. */
export type DayRow = { prompt_id: number; day: number; agents: readonly number[]; sums: readonly number[] };

type Within = DayRange & {
  agentIds: readonly number[];
  /** All when left out. */
  promptIds?: readonly number[] | undefined;
};

/** What rows span: their prompts and agents, numbered, and their days. */
type Extent = { prompts: Map<number, number>; agents: Map<number, number>; firstDay: number; days: number };

function extentOf(rows: readonly DayRow[]): Extent {
  const days = rows.map(({ day }) => day);
  const firstDay = days.reduce((a, b) => Math.min(a, b), Number.MAX_SAFE_INTEGER);
  return {
    prompts: numbered(rows.map(({ prompt_id }) => prompt_id)),
    agents: numbered(rows.flatMap(({ agents }) => agents)),
    firstDay,
    days: days.reduce((a, b) => Math.max(a, b), firstDay - 1) - firstDay + 1,
  };
}

export class DaySums {
  readonly #firstDay: number;
  readonly #days: number;
  readonly #promptAt: Map<number, number>;
  readonly #agentAt: Map<number, number>;
  // By prompt, agent, day and sum: what all days before this one add up to. 4 bytes hold the sums of two
  // million answers of one prompt by one agent (positions reach 1,000).
  readonly #before: Int32Array;

  /** From one row per prompt and day, in any order; undefined when that would take more than `mostBytes`. */
  static of(rows: readonly DayRow[], mostBytes: number): DaySums | undefined {
    const extent = extentOf(rows);
    const cells = extent.prompts.size * extent.agents.size * (extent.days + 1) * WIDTH;
    return 4 * cells > mostBytes ? undefined : new DaySums(rows, extent, cells);
  }

  private constructor(rows: readonly DayRow[], { prompts, agents, firstDay, days }: Extent, cells: number) {
    this.#firstDay = firstDay;
    this.#days = days;
    this.#promptAt = prompts;
    this.#agentAt = agents;
    this.#before = new Int32Array(cells);
    for (const row of rows) this.#put(row);
    for (let start = 0; start < cells; start += (days + 1) * WIDTH) this.#addUp(start);
  }

  get bytes(): number {
    return this.#before.byteLength;
  }

  #start(prompt: number, agent: number): number {
    return (prompt * this.#agentAt.size + agent) * (this.#days + 1) * WIDTH;
  }

  #put({ prompt_id, day, agents, sums }: DayRow): void {
    agents.forEach((id, at) => {
      const start = this.#start(this.#promptAt.get(prompt_id) ?? 0, this.#agentAt.get(id) ?? 0);
      const cell = start + (day - this.#firstDay + 1) * WIDTH;
      for (let i = 0; i < WIDTH; i++) this.#before[cell + i] = sums[at * WIDTH + i] ?? 0;
    });
  }

  #addUp(start: number): void {
    const end = start + (this.#days + 1) * WIDTH;
    for (let i = start + WIDTH; i < end; i++)
      this.#before[i] = (this.#before[i] ?? 0) + (this.#before[i - WIDTH] ?? 0);
  }

  /** The sums of each prompt that was answered within the filter; `agentIds` of [0] means all agents. */
  within({ from, to, agentIds, promptIds }: Within): Map<number, Sums> {
    const first = from === undefined ? 0 : this.#index(from);
    const end = to === undefined ? this.#days : this.#index(to, 1);
    const agents = agentIds.includes(ALL_AGENTS)
      ? [...this.#agentAt.values()]
      : agentIds.flatMap((id) => this.#agentAt.get(id) ?? []);
    const sums = new Map<number, Sums>();
    if (first >= end) return sums;
    const wanted = promptIds && new Set(promptIds);
    for (const [id, prompt] of this.#promptAt) {
      if (wanted?.has(id) === false) continue;
      const starts = agents.map((agent) => this.#start(prompt, agent));
      const of = (sum: number) =>
        starts.reduce((total, start) => total + this.#between(start + sum, first, end), 0);
      const answers = of(0);
      if (answers === 0) continue;
      const [mentions, sentiment_sum, sentiment_count, position_sum] = [of(1), of(2), of(3), of(4)];
      sums.set(id, { answers, mentions, sentiment_sum, sentiment_count, position_sum });
    }
    return sums;
  }

  #between(start: number, first: number, end: number): number {
    return (this.#before[start + end * WIDTH] ?? 0) - (this.#before[start + first * WIDTH] ?? 0);
  }

  #index(day: string, more = 0): number {
    return Math.min(Math.max(Date.parse(day) / DAY_MS - this.#firstDay + more, 0), this.#days);
  }
}

const numbered = (ids: readonly number[]) => new Map([...new Set(ids)].map((id, at) => [id, at]));
