import type { Output, Valid } from '../../contract/operation.ts';
import type { Contract } from '../../contract/table.ts';
import { agentId } from '../domain/agents.ts';
import { ALL_AGENTS, BRAND } from '../domain/facts.ts';
import { groupedVisibility, metrics, type Sums } from '../domain/metrics.ts';
import type { DayRange } from '../domain/time.ts';
import { type Brand, listBrands } from '../storage/brands.ts';
import { type Competitor, listTracked, listUntracked } from '../storage/competitors.ts';
import { listPrompts, type Prompt } from '../storage/prompts.ts';
import { type ReportFilter, sumPrompt, sumPrompts, sumVisibility } from '../storage/reports.ts';
import type { Caller } from './caller.ts';
import { brandOf, type Context, promptOf } from './context.ts';

type Filter = { date?: DayRange | undefined; ai_agent?: string[] | undefined };
type In<N extends keyof Contract> = Valid<Contract[N]>;
type Out<N extends keyof Contract> = Promise<Output<Contract[N]>>;

const NO_SUMS: Sums = { answers: 0, mentions: 0, sentiment_sum: 0, sentiment_count: 0, position_sum: 0 };

/** The filter in terms of the tables. No agents given means all; agents never seen match nothing. */
export async function reportFilter(context: Context, { date, ai_agent }: Filter): Promise<ReportFilter> {
  const all = ai_agent === undefined || ai_agent.length === 0;
  const names = [...new Set((ai_agent ?? []).map(agentId))];
  return { ...date, agentIds: all ? [ALL_AGENTS] : (await context.agents.ids(names)).sort((a, b) => a - b) };
}

/** The report from the cache, or made now: the same brand data, operation and filter give the same report. */
function cached<T extends object>(context: Context, key: unknown[], make: () => Promise<T>): Promise<T> {
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

// Rough bytes of a report in memory: its lists are what makes it large.
const sizeOf = (report: object) =>
  500 * Object.values(report).reduce((sum, value) => sum + (Array.isArray(value) ? value.length : 0), 1);

const version = ({ id, data_version }: Brand) => [id, data_version];

export async function brandReport(
  context: Context,
  caller: Caller,
  input: In<'brandReport'>,
): Out<'brandReport'> {
  const brand = await brandOf(context, caller, input.brand_id);
  return cached(context, ['brand', version(brand), input.date, input.ai_agent], async () => {
    const filter = await reportFilter(context, input);
    const scope = { accountId: brand.account_id, brandIds: [brand.id], entityIds: [BRAND] };
    const prompts = await sumPrompts(context.database.pool, scope, filter);
    return {
      success: true as const,
      brand: brand.name,
      ...metrics([...(prompts.get(BRAND)?.values() ?? [])]),
    };
  });
}

export async function promptReport(
  context: Context,
  caller: Caller,
  input: In<'promptReport'>,
): Out<'promptReport'> {
  if (input.prompt_id !== undefined)
    return onePrompt(context, caller, { ...input, prompt_id: input.prompt_id });
  const brands = await listBrands(context.db, caller.accountId, caller.brandId);
  return cached(context, ['prompts', caller.accountId, brands.map(version), input], async () => {
    const filter = await reportFilter(context, input);
    const brandIds = brands.map(({ id }) => id);
    const [prompts, sums] = await Promise.all([
      listPrompts(context.db, { accountId: caller.accountId, brandIds, limit: input.limit }),
      sumPrompts(
        context.database.pool,
        { accountId: caller.accountId, brandIds, entityIds: [BRAND] },
        filter,
      ),
    ]);
    const names = new Map(brands.map(({ id, name }) => [id, name]));
    const rows = prompts.map((prompt) =>
      reportRow(prompt, names.get(prompt.brand_id), sums.get(BRAND)?.get(prompt.id)),
    );
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
  const filter = await reportFilter(context, input);
  const scope = {
    accountId: caller.accountId,
    brandIds: [brand.id],
    entityIds: [BRAND],
    promptId: prompt.id,
  };
  const sums = await sumPrompt(context.database.pool, scope, filter);
  return { success: true, report: [reportRow(prompt, brand.name, sums)] };
}

function reportRow({ id, prompt, active, created_at, brand_id }: Prompt, brand = '', sums = NO_SUMS) {
  return { id, prompt, active, created_at, brand_id, brand, ...metrics([sums]) };
}

export async function trackedCompetitors(
  context: Context,
  caller: Caller,
  input: In<'trackedCompetitors'>,
): Out<'trackedCompetitors'> {
  const brand = await brandOf(context, caller, input.brand_id);
  return cached(context, ['tracked', version(brand), input], async () => {
    const [competitors, filter] = await Promise.all([
      listTracked(context.db, brand),
      reportFilter(context, input),
    ]);
    const entityIds = [BRAND, ...competitors.map(({ id }) => id)];
    const sums = await sumPrompts(
      context.database.pool,
      { accountId: brand.account_id, brandIds: [brand.id], entityIds },
      filter,
    );
    const asked = sums.get(BRAND) ?? new Map<number, Sums>();
    const rows = competitors.map(({ id, name, domain }) => {
      const own = sums.get(id);
      const prompts = [...asked].map(([prompt, { answers }]) => ({
        ...NO_SUMS,
        ...own?.get(prompt),
        answers,
      }));
      return { name, domain, ...metrics(prompts) };
    });
    return { success: true as const, competitors: mostVisible(rows, input.limit) };
  });
}

export async function untrackedCompetitors(
  context: Context,
  caller: Caller,
  input: In<'untrackedCompetitors'>,
): Out<'untrackedCompetitors'> {
  const brand = await brandOf(context, caller, input.brand_id);
  return cached(context, ['untracked', version(brand), input], async () => {
    const [competitors, filter] = await Promise.all([
      listUntracked(context.db, brand),
      reportFilter(context, input),
    ]);
    const rows = await untrackedRows(context, { brand, competitors, filter });
    return { success: true as const, competitors: mostVisible(rows, input.limit) };
  });
}

type Untracked = { brand: Brand; competitors: readonly Competitor[]; filter: ReportFilter };

async function untrackedRows(context: Context, { brand, competitors, filter }: Untracked) {
  const entityIds = [BRAND, ...competitors.map(({ id }) => id)];
  const scope = { accountId: brand.account_id, brandIds: [brand.id], entityIds };
  const { asked, entities } = await sumVisibility(context.database.pool, scope, filter);
  const promptsAsked = asked.reduce((sum, { prompts }) => sum + prompts, 0);
  const total_responses = asked.reduce((sum, { answers, prompts }) => sum + answers * prompts, 0);
  return competitors.flatMap(({ id, name, domain }) => {
    const groups = entities.get(id);
    return groups
      ? [{ name, domain, total_responses, visibility: groupedVisibility(groups, promptsAsked) }]
      : [];
  });
}

/** Most visible first, then by name (code points, so that every machine sorts alike). */
function mostVisible<T extends { name: string; visibility: number }>(rows: T[], limit = rows.length): T[] {
  return rows
    .sort((a, b) => b.visibility - a.visibility || (a.name < b.name ? -1 : a.name > b.name ? 1 : 0))
    .slice(0, limit);
}
