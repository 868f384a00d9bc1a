import type { Output, Valid } from '../../contract/operation.ts';
import type { Contract } from '../../contract/table.ts';
import { agentId } from '../domain/agents.ts';
import { ALL_AGENTS, BRAND } from '../domain/facts.ts';
import { type FoldedSums, foldedMetrics, foldedVisibility, metrics, type Sums } from '../domain/metrics.ts';
import type { DayRange } from '../domain/time.ts';
import { type Brand, listBrands } from '../storage/brands.ts';
import { type Competitor, listTracked, listUntracked } from '../storage/competitors.ts';
import { listPrompts, type Prompt, promptsTagged } from '../storage/prompts.ts';
import {
  type Brands,
  type ReportFilter,
  sumMetrics,
  sumOwn,
  sumPrompt,
  sumPrompts,
  sumVisibility,
} from '../storage/reports.ts';
import type { Caller } from './caller.ts';
import { brandOf, type Context, promptOf } from './context.ts';

type Filter = {
  date?: DayRange | undefined;
  ai_agent?: string[] | undefined;
  tags?: string[] | undefined;
};
type In<N extends keyof Contract> = Valid<Contract[N]>;
type Out<N extends keyof Contract> = Promise<Output<Contract[N]>>;

const NO_SUMS: Sums = { answers: 0, mentions: 0, sentiment_sum: 0, sentiment_count: 0, position_sum: 0 };

const NO_FOLDS: FoldedSums = { mentions: [], sentiments: [], positions: [] };

/** The brands of a report: one alone. */
export const onlyOf = ({ account_id, id }: Brand): Brands => ({ accountId: account_id, brandIds: [id] });

/**
 * The filter in terms of the tables, for prompts of these brands. No agents or tags given means all; agents
 * never seen match nothing, and so do tags that no prompt has.
 */
export async function reportFilter(
  context: Context,
  { date, ai_agent, tags }: Filter,
  brands: Brands,
): Promise<ReportFilter> {
  const all = ai_agent === undefined || ai_agent.length === 0;
  const names = [...new Set((ai_agent ?? []).map(agentId))];
  const agentIds = all ? [ALL_AGENTS] : (await context.agents.ids(names)).sort((a, b) => a - b);
  return { ...date, agentIds, promptIds: await promptsTagged(context.db, { ...brands, tags }) };
}

/** The report from the cache, or made now: the same brand data, operation and filter give the same report. */
export function cached<T extends object>(
  context: Context,
  key: unknown[],
  make: () => Promise<T>,
): Promise<T> {
  const text = JSON.stringify(key);
  const known = context.cache.get(text);
  if (known) return known.report as Promise<T>;
  const report = make();
  context.cache.set(text, { report });
  report.then(
    (made) => context.cache.set(text, { report }, { size: 1024 + text.length + sizeOf(made) }),
    () => context.cache.delete(text),
  );
  return report;
}

// Rough bytes of a report in memory: two a character, and as much again for its objects.
const sizeOf = (report: object) => 4 * JSON.stringify(report).length;

const version = ({ id, data_version }: Brand) => [id, data_version];

/** Metrics of the brand across all its prompts, from the cache while its data stands. */
export async function brandReport(
  context: Context,
  caller: Caller,
  input: In<'brandReport'>,
): Out<'brandReport'> {
  const brand = await brandOf(context, caller, input.brand_id);
  return cached(context, ['brand', version(brand), input.date, input.ai_agent, input.tags], async () => {
    const filter = await reportFilter(context, input, onlyOf(brand));
    const known = context.daySums.of(brand)?.within(filter);
    if (known) return { success: true as const, brand: brand.name, ...metrics([...known.values()]) };
    const { asked, folds } = await sumOwn(context.database.pool, onlyOf(brand), filter);
    return { success: true as const, brand: brand.name, ...foldedMetrics(asked, folds) };
  });
}

/** Metrics per prompt, by id: of one prompt, or of all that the caller may see, those without answers included. */
export async function promptReport(
  context: Context,
  caller: Caller,
  input: In<'promptReport'>,
): Out<'promptReport'> {
  if (input.prompt_id !== undefined)
    return onePrompt(context, caller, { ...input, prompt_id: input.prompt_id });
  const brands = await listBrands(context.db, caller.accountId, caller.brandId);
  return cached(context, ['prompts', caller.accountId, brands.map(version), input], async () => {
    const scope = { accountId: caller.accountId, brandIds: brands.map(({ id }) => id) };
    const filter = await reportFilter(context, input, scope);
    const [prompts, sums] = await Promise.all([
      listPrompts(context.db, { ...scope, tags: input.tags, limit: input.limit }),
      sumPrompts(context.database.pool, scope, filter),
    ]);
    const names = new Map(brands.map(({ id, name }) => [id, name]));
    const rows = prompts.map((prompt) => reportRow(prompt, names.get(prompt.brand_id), sums.get(prompt.id)));
    return { success: true as const, report: rows };
  });
}

async function onePrompt(
  context: Context,
  caller: Caller,
  input: Filter & { prompt_id: number },
): Out<'promptReport'> {
  const prompt = await promptOf(context, caller, input.prompt_id);
  const brand = await brandOf(context, caller, prompt.brand_id);
  const filter = await reportFilter(context, input, onlyOf(brand));
  if (filter.promptIds?.includes(prompt.id) === false) return { success: true, report: [] };
  const scope = { ...onlyOf(brand), promptId: prompt.id };
  const known = context.daySums.of(brand)?.within(filter);
  const sums = known ? known.get(prompt.id) : await sumPrompt(context.database.pool, scope, filter);
  return { success: true, report: [reportRow(prompt, brand.name, sums)] };
}

function reportRow({ id, prompt, active, created_at, brand_id }: Prompt, brand = '', sums = NO_SUMS) {
  return { id, prompt, active, created_at, brand_id, brand, ...metrics([sums]) };
}

/** Metrics of the tracked competitors, most visible first; those without mentions are zeros. */
export async function trackedCompetitors(
  context: Context,
  caller: Caller,
  input: In<'trackedCompetitors'>,
): Out<'trackedCompetitors'> {
  const brand = await brandOf(context, caller, input.brand_id);
  return cached(context, ['tracked', version(brand), input], async () => {
    const [competitors, filter] = await Promise.all([
      listTracked(context.db, brand),
      reportFilter(context, input, onlyOf(brand)),
    ]);
    const entityIds = [BRAND, ...competitors.map(({ id }) => id)];
    const scope = { ...onlyOf(brand), entityIds };
    const { asked, entities } = await sumMetrics(context.database.pool, scope, filter);
    const rows = competitors.map(({ id, name, domain }) => ({
      name,
      domain,
      ...foldedMetrics(asked, entities.get(id) ?? NO_FOLDS),
    }));
    return { success: true as const, competitors: mostVisible(rows, input.limit) };
  });
}

/** Visibility of competitors found in the answers, most visible first; only those mentioned within the filter. */
export async function untrackedCompetitors(
  context: Context,
  caller: Caller,
  input: In<'untrackedCompetitors'>,
): Out<'untrackedCompetitors'> {
  const brand = await brandOf(context, caller, input.brand_id);
  return cached(context, ['untracked', version(brand), input], async () => {
    const [competitors, filter] = await Promise.all([
      listUntracked(context.db, brand),
      reportFilter(context, input, onlyOf(brand)),
    ]);
    const rows = await untrackedRows(context, { brand, competitors, filter });
    return { success: true as const, competitors: mostVisible(rows, input.limit) };
  });
}

type Untracked = { brand: Brand; competitors: readonly Competitor[]; filter: ReportFilter };

async function untrackedRows(context: Context, { brand, competitors, filter }: Untracked) {
  const entityIds = [BRAND, ...competitors.map(({ id }) => id)];
  const scope = { ...onlyOf(brand), entityIds };
  const { asked, entities } = await sumVisibility(context.database.pool, scope, filter);
  const total_responses = asked.reduce((sum, { answers, prompts }) => sum + answers * prompts, 0);
  return competitors.flatMap(({ id, name, domain }) => {
    const folds = entities.get(id);
    return folds
      ? [{ name, domain, total_responses, visibility: foldedVisibility(asked, folds.mentions) }]
      : [];
  });
}

/** Most visible first as shown, then by name (UTF-16 units, so that every machine sorts alike). */
function mostVisible<T extends { name: string; visibility: number }>(rows: T[], limit = rows.length): T[] {
  return rows
    .sort((a, b) => b.visibility - a.visibility || (a.name < b.name ? -1 : a.name > b.name ? 1 : 0))
    .slice(0, limit);
}
