// What a share link shows: requests within its filters pass, others do not.
import { addDays } from './time.ts';

export type Days = { from?: string | undefined; to?: string | undefined };
export type ShareFilters = {
  /** The last days up to today. */
  days?: number | undefined;
  date?: Days | undefined;
  ai_agent: string[];
  tags: string[];
  /** Whether the period of the same length before is shown as well. */
  compare: boolean;
};

const DAY_MS = 86_400_000;

/** The days that are shown, without the period before; empty for all time. */
export function shownDays({ days, date }: ShareFilters, today: string): Days {
  return days === undefined ? (date ?? {}) : { from: addDays(today, 1 - days), to: today };
}

type Asked = Record<string, unknown>;
const SPANS = ['date', 'before', 'now'];

/**
 * The input of an operation as the link allows it: without days, agents or tags it gets the link's own. Null when
 * it asks for more than the link shows.
 */
export function withinShare(filters: ShareFilters, input: Asked, today: string): Asked | null {
  const shown = shownDays(filters, today);
  const widest = filters.compare ? withBefore(shown) : shown;
  for (const name of SPANS) {
    const span = input[name];
    if (span !== undefined && span !== null && !isWithin(span, widest)) return null;
  }
  const ai_agent = chosen(input.ai_agent, filters.ai_agent);
  const tags = chosen(input.tags, filters.tags);
  if (!ai_agent || !tags) return null;
  const date = input.date ?? (shown.from || shown.to ? shown : undefined);
  return { ...input, ai_agent, tags, ...(date !== undefined && { date }) };
}

function withBefore({ from, to }: Days): Days {
  if (from === undefined || to === undefined) return { from, to };
  const length = Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS) + 1;
  return { from: addDays(from, -length), to };
}

/** Days as text order as they are; a day more at the end is a browser whose day began earlier. */
function isWithin(span: unknown, { from, to }: Days): boolean {
  const given = span as { from?: unknown; to?: unknown };
  const first = typeof given.from === 'string' ? given.from : '';
  const last = typeof given.to === 'string' ? given.to : '9999-12-31';
  return (from === undefined || first >= from) && (to === undefined || last <= addDays(to, 1));
}

/** What was chosen among what is allowed; everything allowed when nothing was. Null when something else was chosen. */
function chosen(given: unknown, allowed: readonly string[]): string[] | null {
  const asked = Array.isArray(given) ? given : [];
  if (allowed.length === 0) return asked;
  if (asked.length === 0) return [...allowed];
  return asked.every((one) => typeof one === 'string' && allowed.includes(one)) ? asked : null;
}
