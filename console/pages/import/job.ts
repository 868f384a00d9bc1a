// An import that is under way. It lives outside of the page, so that it goes on while somebody looks elsewhere.
import { useContext, useSyncExternalStore } from 'react';
import type { ConsoleClient } from '../../../client/console.ts';
import { type Counts, type Sent, sendAll, senderTo } from '../../../contract/import-file/batches.ts';
import { decode, type Row, refusedLine } from '../../../contract/import-file/row.ts';
import { ApiContext, type Problem, problemOf } from '../../api.ts';
import { type Mapping, rowsOf, type Source } from './source.ts';

/** Within what `POST /answers/import` takes, and small enough for the progress to move. */
export const MOST = { rows: 500, bytes: 4 * 1024 * 1024 };
const RETRIES = 5;
const SHOWN = 100;
const BLOB_CHARACTERS = 1024 * 1024;

export type Refused = { line: number; reason: string; text: string | null };

export type State = {
  status: 'running' | 'stopping' | 'stopped' | 'failed' | 'done';
  /** Only looks: nothing is stored. */
  isTrial: boolean;
  name: string;
  /** Bytes of the file, and how many of them were read. */
  size: number;
  read: number;
  counts: Counts;
  lastLine: number;
  /** The first refused lines. */
  refused: readonly Refused[];
  /** Of the time in which it ran. */
  seconds: number;
  problem: Problem | null;
};

export type Wish = {
  brandId: number;
  client: ConsoleClient;
  source: Source;
  mapping: Mapping | undefined;
  isTrial: boolean;
  /** After the last row, or when it ends otherwise. */
  onEnd: () => void;
};

export class ImportJob {
  readonly wish: Wish;
  #state: State;
  #listeners = new Set<() => void>();
  #refused = new RefusedLines();
  #isStopped = false;

  constructor(wish: Wish) {
    this.wish = wish;
    const { file } = wish.source;
    this.#state = {
      ...{ status: 'running', isTrial: wish.isTrial, name: file.name, size: file.size, read: 0 },
      ...{ counts: { new: 0, known: 0, refused: 0 }, lastLine: 0, refused: [], seconds: 0, problem: null },
    };
  }

  get state(): State {
    return this.#state;
  }

  listen(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Reads and sends all rows after the last line that was sent. */
  async run(): Promise<void> {
    const { source, mapping, onEnd } = this.wish;
    const began = performance.now() - 1000 * this.#state.seconds;
    const clock = () => (performance.now() - began) / 1000;
    this.#isStopped = false;
    this.#change({ status: 'running', problem: null });
    let read = 0;
    const rows = rowsOf(source, {
      mapping,
      onBytes: (bytes) => {
        read = bytes;
      },
    });
    const stay = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', stay);
    try {
      await sendAll(after(rows, this.#state.lastLine), {
        ...{ most: MOST, underWay: 1, send: this.#send(), isStopped: () => this.#isStopped },
        onSent: (sent) => this.#add(sent, { read, seconds: clock() }),
      });
      this.#change({ status: this.#isStopped ? 'stopped' : 'done', seconds: clock() });
    } catch (error) {
      this.#change({ status: 'failed', problem: problemOf(error), seconds: clock() });
    } finally {
      removeEventListener('beforeunload', stay);
      onEnd();
    }
  }

  /** Ends after the batch that is under way. */
  stop(): void {
    this.#isStopped = true;
    if (this.#state.status === 'running') this.#change({ status: 'stopping' });
  }

  /** All refused lines with their numbers and reasons, as lines of JSON. */
  refusedFile(): Blob {
    return this.#refused.file();
  }

  #send() {
    const { client, brandId: brand_id, isTrial: dry_run } = this.wish;
    return senderTo((answers) => client.importAnswers({ brand_id, answers, dry_run }, { retries: RETRIES }));
  }

  #add(sent: Sent, { read, seconds }: { read: number; seconds: number }): void {
    const { counts, refused, lastLine } = this.#state;
    for (const { row, reason } of sent.refused) this.#refused.add(row, reason);
    this.#change({
      ...{ read, seconds, lastLine: sent.rows.at(-1)?.line ?? lastLine },
      counts: {
        new: counts.new + sent.new,
        known: counts.known + sent.known,
        refused: counts.refused + sent.refused.length,
      },
      refused: [...refused, ...sent.refused.slice(0, SHOWN - refused.length).map(shownRefusal)],
    });
  }

  #change(change: Partial<State>): void {
    this.#state = { ...this.#state, ...change };
    for (const listener of this.#listeners) listener();
  }
}

const EXCERPT = 300;

/** A refused row as the page shows it. */
export function shownRefusal({ row, reason }: { row: Row; reason: string }): Refused {
  const text = decode(row.bytes);
  return { line: row.line, reason, text: text === null ? null : text.slice(0, EXCERPT) };
}

/** Refused lines: in portions that the browser may keep outside of its memory. */
class RefusedLines {
  #portions: Blob[] = [];
  #last: string[] = [];
  #length = 0;

  add(row: Row, reason: string): void {
    const line = refusedLine(row, reason);
    this.#last.push(line);
    this.#length += line.length;
    if (this.#length < BLOB_CHARACTERS) return;
    this.#portions.push(new Blob(this.#last));
    this.#last = [];
    this.#length = 0;
  }

  file(): Blob {
    return new Blob([...this.#portions, ...this.#last]);
  }
}

async function* after(portions: AsyncIterable<Row[]>, line: number): AsyncGenerator<Row[]> {
  for await (const rows of portions) {
    const rest = line === 0 ? rows : rows.filter((row) => row.line > line);
    if (rest.length > 0) yield rest;
  }
}

const jobs = new Map<number, ImportJob>();
const watchers = new Set<() => void>();

function setJob(brandId: number, job: ImportJob | undefined): void {
  if (job) jobs.set(brandId, job);
  else jobs.delete(brandId);
  for (const watcher of watchers) watcher();
}

const watch = (watcher: () => void) => {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
};

/** The brand's import with its state, if there is one. */
export function useJob(brandId: number): { job: ImportJob | undefined; state: State | undefined } {
  const job = useSyncExternalStore(watch, () => jobs.get(brandId));
  const state = useSyncExternalStore(
    (listener) => job?.listen(listener) ?? (() => undefined),
    () => job?.state,
  );
  return { job, state };
}

/** Functions that begin an import, and forget it. */
export function useJobs(brandId: number) {
  const { client } = useContext(ApiContext);
  return {
    start: (wish: Omit<Wish, 'brandId' | 'client'>) => {
      const job = new ImportJob({ ...wish, brandId, client });
      setJob(brandId, job);
      void job.run();
    },
    forget: () => setJob(brandId, undefined),
  };
}
