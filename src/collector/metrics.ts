// What Prometheus asks for: what was asked, what came of it, and how long the queue is.
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Context } from '../operations/context.ts';
import { queueState } from '../storage/slots.ts';
import type { CollectorEvent } from './collector.ts';

export type Metrics = { onEvent(event: CollectorEvent): void; text(): Promise<string> };

// Seconds. Searching agents take ten to a hundred.
const BUCKETS = [1, 2, 5, 10, 20, 40, 80, 160, 300];

/** The label of agents that no connection knows by itself. */
const OTHER = 'other';

/** The metrics of this process; the queue's are read from the database when they are asked for. */
export function makeMetrics(context: Context): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const registers = [registry];
  const ofAgent = ['connection', 'agent'] as const;
  const counter = (name: string, help: string, labelNames: readonly string[] = ofAgent) =>
    new Counter({ name, help, labelNames: [...labelNames], registers });
  const asked = counter('brandscope_asked_total', 'Slots whose asking began');
  const answered = counter('brandscope_answered_total', 'Slots that were answered');
  const failed = counter('brandscope_failed_total', 'Runs that failed, by kind', [...ofAgent, 'kind']);
  const cost = counter('brandscope_cost_usd_total', 'Recorded cost in US dollars');
  const seconds = new Histogram({
    ...{ name: 'brandscope_run_seconds', help: 'Time of a run', labelNames: [...ofAgent] },
    ...{ buckets: BUCKETS, registers },
  });
  addQueue(context, registers);
  return {
    onEvent: ({ kind, connection, agent: name, failure = '', seconds: taken = 0, costMicros = 0 }) => {
      const agent = labelOf(context, name);
      if (kind === 'asked') return asked.inc({ connection, agent });
      seconds.observe({ connection, agent }, taken);
      cost.inc({ connection, agent }, costMicros / 1_000_000);
      if (kind === 'answered') answered.inc({ connection, agent });
      else failed.inc({ connection, agent, kind: failure });
    },
    text: () => registry.metrics(),
  };
}

/** Whoever makes a plan may name an agent as they like: a series for each of these names would be without end. */
function labelOf({ asking }: Context, agent: string): string {
  return asking.connectionsOf(agent).length > 0 ? agent : OTHER;
}

function addQueue(context: Context, registers: Registry[]): void {
  const gauge = (name: string, help: string) =>
    new Gauge({ name, help, labelNames: ['connection'], registers });
  const waiting = gauge('brandscope_queue_depth', 'Slots that wait to be asked');
  const asking = gauge('brandscope_asking', 'Slots that are being asked');
  new Gauge({
    ...{ name: 'brandscope_queue_lag_seconds', help: 'How long the oldest due slot waits' },
    ...{ labelNames: ['connection'], registers },
    async collect() {
      const now = context.clock();
      const state = await queueState(context.db, now);
      for (const one of [this, waiting, asking]) one.reset();
      for (const { connection, oldest, ...counts } of state) {
        waiting.set({ connection }, counts.waiting);
        asking.set({ connection }, counts.asking);
        this.set({ connection }, oldest ? Math.max(0, (now.getTime() - Date.parse(oldest)) / 1000) : 0);
      }
    },
  });
}
