// Reports: our facts through the service, its cache emptied before each, against scanning a tracker's rows.
import assert from 'node:assert/strict';
import { addDays } from '../src/domain/time.ts';
import type { Caller } from '../src/operations/caller.ts';
import type { Bed, Ground } from './bed.ts';
import { medianMs } from './clock.ts';
import { type LargeBrand, makeLargeBrand, type Shape } from './large-brand.ts';
import { ms, type Row } from './rows.ts';
import { trackerBrandReport, trackerCompetitorReport, trackerPromptReport } from './tracker.ts';

type Size = { name: string; shape: Shape };
type Report = 'brand' | 'prompts' | 'competitors';
type Range = { name: string; date?: { from: string; to: string } };
type Figure = { ours: number; rows: number };

const OURS = { least: 20, most: 20, forMs: 0 };
const SCANNING = { least: 3, most: 20, forMs: 3_000 };
const QUICK = { least: 3, most: 7, forMs: 100 };
const REPORTS: Report[] = ['brand', 'prompts', 'competitors'];
const AGENTS_IN_FILTER = 3;

const SIZES: Record<'server' | 'embedded' | 'quick', Size[]> = {
  server: [
    { name: '45 k', shape: { prompts: 100, agents: 5, days: 90 } },
    { name: '240 k', shape: { prompts: 1000, agents: 8, days: 30 } },
    { name: '290 k', shape: { prompts: 100, agents: 8, days: 365 } },
    { name: '2.9 M', shape: { prompts: 1000, agents: 8, days: 365 } },
  ],
  embedded: [
    { name: '45 k', shape: { prompts: 100, agents: 5, days: 90 } },
    { name: '290 k', shape: { prompts: 100, agents: 8, days: 365 } },
  ],
  quick: [{ name: '58 k', shape: { prompts: 20, agents: 8, days: 365 } }],
};

// At 2.9 million answers on a server.
const TIMES_FASTER: Record<string, number> = { 'all time': 500, '1 year': 150, '30 days': 100, '7 days': 50 };
// At 58 thousand answers the scans have little to scan.
const QUICK_TIMES_FASTER: Record<string, number> = { 'all time': 10, '1 year': 8 };

export async function reports(ground: Ground): Promise<Row[]> {
  const rows: Row[] = [];
  for (const open of [ground.server, ground.embedded]) {
    const bed = await open();
    const figures = new Map<string, Figure>();
    for (const size of SIZES[ground.quick ? 'quick' : bed.kind]) {
      const brand = await makeLargeBrand(bed, size.shape);
      await spotCheck(bed, brand);
      rows.push(...(await measure(bed, brand, { size, ground, figures })));
    }
    rows.push(...growth(bed, figures));
  }
  return rows;
}

type Measuring = { size: Size; ground: Ground; figures: Map<string, Figure> };

async function measure(bed: Bed, brand: LargeBrand, { size, ground, figures }: Measuring): Promise<Row[]> {
  const rows: Row[] = [];
  for (const report of REPORTS)
    for (const withAgents of [false, true])
      for (const range of ranges(brand)) {
        const filter = { ...range, withAgents };
        const ours = await medianMs(() => askOurs(bed, brand, report, filter), ground.quick ? QUICK : OURS);
        const scanned = await medianMs(
          () => askTracker(bed, brand, report, filter),
          ground.quick ? QUICK : SCANNING,
        );
        const name = `${report}, ${size.name}, ${range.name}${withAgents ? ', 3 agents' : ''}`;
        if (!ground.quick) console.error(`${bed.kind}, ${name}: ${ms(ours)}, ${ms(scanned)}`);
        figures.set(name, { ours, rows: scanned });
        const where = `${name}, ${bed.kind}`;
        const target = withAgents || report !== 'brand' ? undefined : speedTarget(bed, ground, size, range);
        rows.push({
          what: `Report: ${where}: times faster`,
          ours: ms(ours),
          baseline: ms(scanned),
          value: scanned / ours,
          ...(target && { target: { least: target } }),
        });
      }
  return rows;
}

function speedTarget(bed: Bed, { quick }: Ground, size: Size, range: Range): number | undefined {
  if (bed.kind === 'embedded') return undefined;
  if (quick) return QUICK_TIMES_FASTER[range.name];
  return size.name === '2.9 M' ? TIMES_FASTER[range.name] : undefined;
}

function ranges({ lastDay }: LargeBrand): Range[] {
  const last = (days: number) => ({ from: addDays(lastDay, 1 - days), to: lastDay });
  return [
    { name: 'all time' },
    { name: '1 year', date: last(365) },
    { name: '30 days', date: last(30) },
    { name: '7 days', date: last(7) },
  ];
}

type Filter = Range & { withAgents: boolean };

function askOurs(bed: Bed, brand: LargeBrand, report: Report, { date, withAgents }: Filter) {
  bed.context.cache.clear();
  const caller: Caller = { accountId: brand.accountId, brandId: brand.id, keyId: 1 };
  const filter = { date, ai_agent: withAgents ? brand.agentNames.slice(0, AGENTS_IN_FILTER) : undefined };
  if (report === 'prompts') return bed.service.call('promptReport', caller, filter);
  const name = report === 'brand' ? 'brandReport' : 'trackedCompetitors';
  return bed.service.call(name, caller, { ...filter, brand_id: brand.id });
}

function askTracker({ patient: pool }: Bed, brand: LargeBrand, report: Report, { date, withAgents }: Filter) {
  const filter = { ...date, agentIds: withAgents ? brand.agentIds.slice(0, AGENTS_IN_FILTER) : undefined };
  if (report === 'brand') return trackerBrandReport(pool, brand, filter);
  if (report === 'prompts') return trackerPromptReport(pool, brand, filter);
  return trackerCompetitorReport(pool, brand, filter);
}

type Numbers = { total_responses: number; visibility: number; sentiment: number; position: number };
const bare = ({ total_responses, visibility, sentiment, position }: Numbers): Numbers => ({
  total_responses,
  visibility,
  sentiment,
  position,
});

/** A bench that compares different answers is void: both layouts must give equal numbers. */
async function spotCheck(bed: Bed, brand: LargeBrand): Promise<void> {
  for (const range of ranges(brand)) {
    const filter = { ...range, withAgents: range.name !== '1 year' };
    const ask = (report: Report) =>
      Promise.all([askOurs(bed, brand, report, filter), askTracker(bed, brand, report, filter)]);
    const [ours, theirs] = await ask('brand');
    assert.deepEqual(bare(ours as never), bare(theirs as never));
    const [list, byPrompt] = (await ask('prompts')) as unknown as [
      { report: (Numbers & { id: number })[] },
      Map<number, Numbers>,
    ];
    for (const row of list.report) assert.deepEqual(bare(row), byPrompt.get(row.id));
    const [tracked, byId] = (await ask('competitors')) as unknown as [
      { competitors: Numbers[] },
      Map<number, Numbers>,
    ];
    const sorted = (all: Numbers[]) => all.map((one) => JSON.stringify(bare(one))).sort();
    assert.deepEqual(sorted(tracked.competitors), sorted([...byId.values()]));
  }
}

/** How our own times grow with competitors, history and prompts. */
function growth({ kind }: Bed, figures: Map<string, Figure>): Row[] {
  const compare = (what: string, large: string, small: string, most?: number): Row[] => {
    const [a, b] = [figures.get(large), figures.get(small)];
    if (!a || !b) return [];
    const target = most === undefined ? {} : { target: { most } };
    return [
      { what: `${what}, ${kind}`, ours: ms(a.ours), baseline: ms(b.ours), value: a.ours / b.ours, ...target },
    ];
  };
  const sizes = ['58 k', '290 k', '2.9 M'];
  const names = ['all time', '1 year', '30 days', '7 days'];
  const rivals = sizes.flatMap((size) =>
    names.flatMap((range) =>
      compare(
        `Five competitors to brand report, ${size}, ${range}: times longer`,
        `competitors, ${size}, ${range}`,
        `brand, ${size}, ${range}`,
        size === '290 k' ? undefined : 6,
      ),
    ),
  );
  const history = REPORTS.flatMap((report) =>
    compare(
      `12 times the history (30 to 365 days), ${report} report, all time: times longer`,
      `${report}, 2.9 M, all time`,
      `${report}, 240 k, all time`,
      2,
    ),
  );
  const prompts = names.flatMap((range) =>
    compare(
      `10 times the prompts (100 to 1,000), ${range}: times longer`,
      `brand, 2.9 M, ${range}`,
      `brand, 290 k, ${range}`,
      10,
    ),
  );
  return [...rivals, ...history, ...prompts];
}
