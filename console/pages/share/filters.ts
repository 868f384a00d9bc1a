import type { Out } from '../../api.ts';
import { addDays, FIRST_DAY, type Filters, today } from '../../filters.ts';

type Given = Out<'openShare'>['share']['filters'];

/** What a link shows, as the filters of the pages have it. */
export function filtersOf({ days, date, ai_agent, tags, compare }: Given): Filters {
  const now = today();
  const shown = days === undefined ? date : { from: addDays(now, 1 - days), to: now };
  const range = shown ? { from: shown.from ?? FIRST_DAY, to: shown.to ?? now } : 'all';
  return { range, agents: ai_agent, tags, compare };
}
