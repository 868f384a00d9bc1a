// Which number a receipt is of, and how the address says so.
import type { In } from '../api.ts';

/** A number: of the brand, of a competitor, of one prompt, with one agent; under the page's other filters. */
export type Receipt = {
  brandId: number;
  metric: In<'explain'>['metric'];
  competitor?: string;
  promptId?: number;
  /** Instead of the agents of the page's filter. */
  agent?: string;
};

const METRICS: Record<Receipt['metric'], true> = {
  visibility: true,
  sentiment: true,
  position: true,
  share_of_voice: true,
};
const isMetric = (text: string | null): text is Receipt['metric'] => text !== null && text in METRICS;

/** One value of the query: `metric=visibility&prompt=12`. */
export function printReceipt({ brandId, metric, competitor, promptId, agent }: Receipt): string {
  const parts = { metric, brand: brandId, prompt: promptId, agent, of: competitor };
  const known = Object.entries(parts).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)]],
  );
  return new URLSearchParams(known).toString();
}

/** Reads it back; null for what says no number. */
export function parseReceipt(text: string): Receipt | null {
  const parts = new URLSearchParams(text);
  const id = (name: string) => {
    const value = Number(parts.get(name));
    return Number.isSafeInteger(value) && value > 0 ? value : undefined;
  };
  const [metric, brandId, promptId] = [parts.get('metric'), id('brand'), id('prompt')];
  const [agent, competitor] = [parts.get('agent'), parts.get('of')];
  if (!isMetric(metric) || brandId === undefined) return null;
  return {
    ...{ brandId, metric },
    ...(promptId !== undefined && { promptId }),
    ...(agent && { agent }),
    ...(competitor && { competitor }),
  };
}
