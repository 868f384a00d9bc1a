// How far a round of asking is: a line per agent on a terminal, a plain line every few seconds elsewhere.
import { MultiBar, type SingleBar } from 'cli-progress';
import type { CollectorEvent } from '../main.ts';
import { number } from './terminal.ts';

type Counts = { asked: number; answered: number; failed: number; usd: number };

export type Tally = {
  add(event: CollectorEvent): void;
  stop(): void;
  answered(): number;
  failed(): number;
  /** US dollars spent. */
  usd(): number;
};

const LINE_MS = 5000;

/** `total` is how many slots are open, of all agents. */
export function startTally(total: number): Tally {
  const counts = new Map<string, Counts>();
  const draw = process.stderr.isTTY ? bars() : lines(total);
  const sum = (of: (one: Counts) => number) => [...counts.values()].reduce((all, one) => all + of(one), 0);
  return {
    add: (event) => {
      const one = counts.get(event.agent) ?? { asked: 0, answered: 0, failed: 0, usd: 0 };
      counts.set(event.agent, one);
      one[event.kind]++;
      one.usd += (event.costMicros ?? 0) / 1_000_000;
      draw.update(
        event.agent,
        one,
        sum(({ answered, failed }) => answered + failed),
      );
    },
    stop: draw.stop,
    answered: () => sum(({ answered }) => answered),
    failed: () => sum(({ failed }) => failed),
    usd: () => sum(({ usd }) => usd),
  };
}

const told = ({ asked, answered, failed, usd }: Counts) =>
  `${number(answered)} answered, ${number(failed)} failed, ${number(asked - answered - failed)} being asked, ${usd.toFixed(4)} USD`;

function bars() {
  const all = new MultiBar({
    format: '{agent}  {told}',
    stream: process.stderr,
    hideCursor: true,
    clearOnComplete: false,
  });
  const drawn = new Map<string, SingleBar>();
  return {
    update(agent: string, counts: Counts) {
      const bar = drawn.get(agent) ?? all.create(1, 0, { agent: agent.padEnd(20), told: '' });
      drawn.set(agent, bar);
      bar.update(0, { told: told(counts) });
    },
    stop: () => all.stop(),
  };
}

function lines(total: number) {
  let next = performance.now() + LINE_MS;
  return {
    update(agent: string, counts: Counts, done: number) {
      if (performance.now() < next) return;
      next = performance.now() + LINE_MS;
      process.stderr.write(`${number(done)} of ${number(total)} slots; ${agent}: ${told(counts)}\n`);
    },
    stop: () => {},
  };
}
