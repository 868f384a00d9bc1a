// What every page of a brand shares, kept in the URL: range of days, agents, tags, comparison.
import { createContext, useCallback, useContext, useMemo } from 'react';
import { useLocation, useSearch } from 'wouter';

export const PRESETS = ['7d', '30d', '90d', '12m', 'all'] as const;
export type Preset = (typeof PRESETS)[number];
export type Days = { from: string; to: string };

export type Filters = {
  /** A preset, or days of the person's own choice. */
  range: Preset | Days;
  agents: readonly string[];
  tags: readonly string[];
  compare: boolean;
};

export const DEFAULTS: Filters = { range: '30d', agents: [], tags: [], compare: true };

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const isPreset = (text: string | null): text is Preset => PRESETS.some((preset) => preset === text);
const list = (text: string | null) => [...new Set((text ?? '').split(',').filter(Boolean))];

/** Reads the filters from a URL's query; what is wrong there counts as left out. */
export function parseFilters(search: string): Filters {
  const query = new URLSearchParams(search);
  const [from = '', to = ''] = [query.get('from'), query.get('to')].map((day) => day ?? '');
  const isOwn = DAY.test(from) && DAY.test(to) && from <= to;
  const preset = query.get('range');
  return {
    range: isOwn ? { from, to } : isPreset(preset) ? preset : DEFAULTS.range,
    agents: list(query.get('agents')),
    tags: [...new Set(query.getAll('tag').filter(Boolean))],
    compare: query.get('compare') !== 'no',
  };
}

const OWN = ['range', 'from', 'to', 'agents', 'tag', 'compare'];

/** Writes filters into a query, beside what else is there; defaults are left out. Starts with `?` or is empty. */
export function printFilters(filters: Filters, search = ''): string {
  const query = new URLSearchParams(search);
  for (const name of OWN) query.delete(name);
  const { range, agents, tags, compare } = filters;
  if (typeof range !== 'string') {
    query.set('from', range.from);
    query.set('to', range.to);
  } else if (range !== DEFAULTS.range) query.set('range', range);
  if (agents.length > 0) query.set('agents', agents.join(','));
  // Tags may hold commas, ids of agents may not.
  for (const tag of tags) query.append('tag', tag);
  if (!compare) query.set('compare', 'no');
  // Commas between values may stay readable.
  const text = query.toString().replaceAll('%2C', ',');
  return text === '' ? '' : `?${text}`;
}

/** No answer is older: the service refuses such a day. */
export const FIRST_DAY = '2015-01-01';

/** Today's UTC day. */
export function today(now = new Date()): string {
  return now.toISOString().slice(0, 10);
}

/** The day `count` days later; earlier when negative. */
export function addDays(day: string, count: number): string {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() + count);
  return today(date);
}

const LENGTH: Record<Exclude<Preset, 'all'>, number> = { '7d': 7, '30d': 30, '90d': 90, '12m': 365 };

/** The days that a range means, both inclusive; undefined for all time. */
export function daysOf(range: Filters['range'], now = today()): Days | undefined {
  if (typeof range !== 'string') return range;
  return range === 'all' ? undefined : { from: addDays(now, 1 - LENGTH[range]), to: now };
}

/** How many days there are, both ends included. */
export function lengthOf({ from, to }: Days): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000) + 1;
}

/** The period of the same length just before; undefined for all time. */
export function daysBefore(days: Days | undefined): Days | undefined {
  return days && { from: addDays(days.from, -lengthOf(days)), to: addDays(days.from, -1) };
}

/** What `compare` asks for. All time has no period before: it is compared with a day on which there was nothing. */
export function comparedDays(days: Days | undefined): { now: Days; before: Days } {
  const first = addDays(FIRST_DAY, -1);
  return {
    now: days ?? { from: FIRST_DAY, to: addDays(today(), 1) },
    before: daysBefore(days) ?? { from: first, to: first },
  };
}

/**
 * A step that gives a chart of a brand between a dozen and a hundred points. `daily` is the longest period with a point a
 * day: a single prompt has a few answers a day, and points of one or two would only jump.
 */
export function stepOf(days: Days | undefined, daily = 45): 'day' | 'week' | 'month' {
  const count = days ? lengthOf(days) : 365;
  return count <= daily ? 'day' : count <= 400 ? 'week' : 'month';
}

export type FilterInput = { date?: Days; ai_agent?: string[]; tags?: string[] };

/** What operations take, each left out where it filters nothing. */
export function filterInput({ range, agents, tags }: Filters): FilterInput {
  const date = daysOf(range);
  return {
    ...(date && { date }),
    ...(agents.length > 0 && { ai_agent: [...agents] }),
    ...(tags.length > 0 && { tags: [...tags] }),
  };
}

/** Tags are a brand's own: they are of no use on the way to another one, or to none. */
function isSameBrand(a: string, b: string): boolean {
  const brandOf = (path: string) => /^\/brands\/\d+/.exec(path)?.[0];
  return brandOf(a) === brandOf(b);
}

export type UseFilters = {
  filters: Filters;
  /** `date`, `ai_agent` and `tags`, ready to spread into an operation's input. */
  input: FilterInput;
  days: Days | undefined;
  /** The period before, when it is asked for and there is one. */
  before: Days | undefined;
  set: (change: Partial<Filters>) => void;
  /** A link that keeps the filters: `href('/brands/1/prompts')`. */
  href: (path: string) => string;
};

/** Filters that do not come from the URL: those of a share link. */
export const FiltersContext = createContext<Filters | null>(null);

/** Whether the page filters by tags. On the others the address keeps them, and they count for nothing. */
export const TagsContext = createContext(true);

/** The filters of the page, and how to change them: a change is a step back in the browser's history. */
export function useFilters(): UseFilters {
  const search = useSearch();
  const [path, go] = useLocation();
  const fixed = useContext(FiltersContext);
  const takesTags = useContext(TagsContext);
  const filters = useMemo(() => fixed ?? parseFilters(search), [fixed, search]);
  const set = useCallback(
    (change: Partial<Filters>) => go(path + printFilters({ ...filters, ...change }, search)),
    [filters, go, path, search],
  );
  return useMemo(() => {
    const days = daysOf(filters.range);
    return {
      filters,
      input: filterInput(takesTags ? filters : { ...filters, tags: [] }),
      days,
      before: filters.compare ? daysBefore(days) : undefined,
      set,
      href: (to: string) => to + printFilters(isSameBrand(path, to) ? filters : { ...filters, tags: [] }),
    };
  }, [filters, path, set, takesTags]);
}
