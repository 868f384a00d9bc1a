// How far a long command is: a bar on a terminal, a plain line every few seconds elsewhere.
import { SingleBar } from 'cli-progress';
import { duration, number } from './terminal.ts';

export type Progress = {
  /** `done` of `total` in any unit (0: not known), and what to say beside it. */
  update(done: number, total: number, count: number): void;
  /** Removes the bar, so that other text can follow. */
  stop(): void;
};

const LINE_MS = 5000;
// The rate of the last seconds says more about the rest than the mean since the start.
const WINDOW_MS = 10_000;

/** `what` names the things that `count` counts: `lines`, `answers`, `rows`. */
export function startProgress(label: string, what: string): Progress {
  const pace = startPace();
  return process.stderr.isTTY ? bar(label, what, pace) : lines(label, what, pace);
}

type Pace = (done: number, total: number, count: number) => { rate: string; left: string };

function startPace(): Pace {
  const marks = [{ at: performance.now(), done: 0, count: 0 }];
  return (done, total, count) => {
    const at = performance.now();
    marks.push({ at, done, count });
    while (marks.length > 2 && at - (marks[1]?.at ?? at) > WINDOW_MS) marks.shift();
    const first = marks[0] ?? { at, done: 0, count: 0 };
    const seconds = Math.max(0.001, (at - first.at) / 1000);
    const perSecond = (done - first.done) / seconds;
    const left = total > 0 && perSecond > 0 ? `${duration((total - done) / perSecond)} left` : '';
    return { rate: `${number((count - first.count) / seconds)}/s`, left };
  };
}

function bar(label: string, what: string, pace: Pace): Progress {
  const format = `${label} [{bar}] {percentage}%  {count} ${what}  {rate}  {left}`;
  const drawn = new SingleBar({
    format,
    stream: process.stderr,
    hideCursor: true,
    clearOnComplete: true,
    gracefulExit: false,
    barsize: 24,
    barCompleteChar: '=',
    barIncompleteChar: ' ',
    fps: 8,
  });
  drawn.start(1, 0, { count: '0', rate: '', left: '' });
  return {
    update: (done, total, count) =>
      drawn.update(total > 0 ? Math.min(1, done / total) : 0, {
        count: number(count),
        ...pace(done, total, count),
      }),
    stop: () => drawn.stop(),
  };
}

function lines(label: string, what: string, pace: Pace): Progress {
  let next = performance.now() + LINE_MS;
  return {
    update: (done, total, count) => {
      const { rate, left } = pace(done, total, count);
      if (performance.now() < next) return;
      next = performance.now() + LINE_MS;
      const part = total > 0 ? `${Math.floor((100 * Math.min(done, total)) / total)}%` : '';
      process.stderr.write(
        `${[`${label}:`, part, `${number(count)} ${what}`, rate, left].filter(Boolean).join('  ')}\n`,
      );
    },
    stop: () => {},
  };
}
