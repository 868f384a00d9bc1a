// The four numbers of everybody who is named, and how each is written.
import { words } from '../words.ts';

export const METRICS = ['visibility', 'sentiment', 'position', 'share_of_voice'] as const;
export type Metric = (typeof METRICS)[number];

export type MetricLook = { digits: 0 | 1 | 2; unit?: string; lowerIsBetter?: boolean };

export const metricLooks: Record<Metric, MetricLook> = {
  visibility: { digits: 0, unit: '%' },
  sentiment: { digits: 0 },
  position: { digits: 2, lowerIsBetter: true },
  share_of_voice: { digits: 1, unit: '%' },
};

export const metricHints: Record<Metric, string> = {
  visibility: words.metrics.visibilityHint,
  sentiment: words.metrics.sentimentHint,
  position: words.metrics.positionHint,
  share_of_voice: words.metrics.shareHint,
};

/** Whether a text, such as one of the address, names a metric. */
export const isMetric = (text: string): text is Metric => METRICS.some((metric) => metric === text);
