// A brand's plan: which agents are asked, how often, and for how much.
import type { Schedule } from './schedule.ts';

export type PlannedAgent = {
  agent: string;
  /** Omitted: the first connection that is set up for the agent. */
  connection?: string | undefined;
  /** Omitted: the connection's own choice. */
  model?: string | undefined;
  /** What an answer may cost at most, where no price is known. */
  usd_per_answer?: number | undefined;
};

export type PlanSettings = Schedule & {
  active: 'Y' | 'N';
  /** Null: every agent that a connection is set up for. */
  agents: PlannedAgent[] | null;
  samples: number;
  country: string | null;
  language: string | null;
  monthly_limit_micros: number | null;
};

export const MICROS = 1_000_000;

/** What a brand has before anybody planned: asks nothing by itself, and costs at most 10 USD a month by hand. */
export const DEFAULT_PLAN: PlanSettings = {
  active: 'N',
  agents: null,
  per: 'week',
  times: 1,
  hour: 6,
  time_zone: 'UTC',
  samples: 1,
  country: null,
  language: null,
  monthly_limit_micros: 10 * MICROS,
};

/** Money that is left of limits: the least of them, null where there is none. `used` counts reservations. */
export function leftOf(limits: readonly { limit: number | null; used: number }[]): number | null {
  const left = limits.flatMap(({ limit, used }) => (limit === null ? [] : [Math.max(0, limit - used)]));
  return left.length === 0 ? null : Math.min(...left);
}
