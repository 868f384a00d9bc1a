// What the command line asks of the collector: one round with progress, and parsing stored responses again.
import { collectNow } from '../operations/collecting.ts';
import type { Context } from '../operations/context.ts';
import { NO_AGENT } from '../operations/plans.ts';
import { type Brand, findBrandAnywhere, listAllBrands } from '../storage/brands.ts';
import { countActivePrompts } from '../storage/plans.ts';
import { queueState } from '../storage/slots.ts';
import { Collector, type CollectorOptions } from './collector.ts';
import type { Connections } from './connections.ts';
import { type Reparsed, reparse } from './reparse.ts';
import { heldPauses } from './take.ts';

export type Round = {
  brand: { id: number; name: string };
  added: number;
  waiting: number;
  skipped: { ai_agent: string; reason: string }[];
  forecast: { answers: number; expected_usd: number; most_usd: number };
  /** Why there is nothing to ask; null when there is, or when `skipped` says why. */
  idle: string | null;
};

export type Left = { waiting: number; pauses: { connection: string; message: string }[] };

export type Collecting = {
  /** Adds slots for all active prompts of a brand, or of all brands that have a plan or active prompts; with `dryRun` only counts them. */
  add(options: { brandId?: number | undefined; dryRun: boolean }): Promise<Round[]>;
  /** Asks until nothing is left that can be asked. */
  run(options: Pick<CollectorOptions, 'onEvent' | 'brandId'> & { onError: (error: unknown) => void }): {
    done: Promise<void>;
    stop(): Promise<void>;
    /** Whether anything is left because a monthly limit does not allow it. */
    lacksMoney(): boolean;
  };
  /** What is still open afterwards, and what it waits for. */
  left(brandId?: number): Promise<Left>;
  reparse(options: { brandId: number | undefined; tell: (parsed: number) => void }): Promise<Reparsed>;
};

type Setting = { concurrency: number; allowPrivate: boolean };

/** The collector for a command over an open database. */
export function makeCollecting(context: Context, connections: Connections, setting: Setting): Collecting {
  return {
    add: async ({ brandId, dryRun }) => {
      const brands =
        brandId === undefined ? await listAllBrands(context.db) : [await brandOf(context, brandId)];
      const rounds: Round[] = [];
      for (const brand of brands) {
        const { id, name } = brand;
        const round = await collectNow(context, brand, { dryRun });
        rounds.push({ brand: { id, name }, ...round, idle: await idleBecause(context, brand, round) });
      }
      return rounds;
    },
    run: ({ onEvent, onError, brandId }) => {
      const chosen = brandId === undefined ? {} : { brandId };
      const collector = new Collector({
        context,
        connections,
        ...setting,
        ...chosen,
        plans: false,
        onError,
        onEvent,
      });
      return {
        done: collector.untilDone(),
        stop: () => collector.stop(),
        lacksMoney: () => collector.lacksMoney(),
      };
    },
    left: (brandId) => left(context, brandId),
    reparse: (options) => reparse(context, connections, options),
  };
}

async function idleBecause(
  { db }: Context,
  brand: Brand,
  { added, waiting, skipped }: Pick<Round, 'added' | 'waiting' | 'skipped'>,
): Promise<string | null> {
  if (added + waiting > 0) return null;
  const { prompts } = await countActivePrompts(db, brand);
  if (prompts === 0) return 'No prompt is active: add one, or switch one on with PATCH /prompt.';
  return skipped.length === 0 ? NO_AGENT : null;
}

async function brandOf(context: Context, id: number): Promise<Brand> {
  const brand = await findBrandAnywhere(context.db, id);
  if (!brand) throw new Error(`there is no brand with the id ${id}`);
  return brand;
}

async function left(context: Context, brandId: number | undefined): Promise<Left> {
  const queue = await queueState(context.db, context.clock(), brandId);
  const brand = brandId === undefined ? undefined : await findBrandAnywhere(context.db, brandId);
  const pauses = (await heldPauses(context)).filter(
    ({ account_id, connection }) =>
      (!brand || account_id === brand.account_id) && queue.some((one) => one.connection === connection),
  );
  return {
    waiting: queue.reduce((sum, { waiting }) => sum + waiting, 0),
    pauses: pauses.map(({ connection, message }) => ({ connection, message })),
  };
}
