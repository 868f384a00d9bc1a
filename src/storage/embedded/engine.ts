// One PGlite in its worker thread: started on first use, ended when a batch exceeds its deadline.
import v8 from 'node:v8';
import { Worker } from 'node:worker_threads';
import type { Ready, Reply, WorkerData } from './worker.ts';

/**
 * Makes V8 compile the embedded database quickly and never again well, for a process that ends soon: a command takes
 * 0.9 seconds instead of 1.25, and 1.1 of processor time instead of 1.55. A service or a long import is better off
 * without (restoring 39,000 rows: 5.8 seconds instead of 5.0). Call it before the first engine starts.
 */
export function compileQuickly(): void {
  for (const flag of QUICKLY) v8.setFlagsFromString(flag);
}

/** What `compileQuickly` sets, for a process to be started with. */
export const QUICKLY = ['--no-wasm-tier-up', '--no-wasm-dynamic-tiering'];

export type EngineOptions = { folder: string; deadlineMs: number };

const STOPPED = 'the embedded database stopped';
// A statement that runs on is cut when the database closes; it is rolled back at the next start.
const CLOSE_MS = 3_000;

/** The embedded database as a function from wire-protocol bytes to wire-protocol bytes. */
export class Engine {
  /** Called when a worker died or was ended: open transactions and prepared statements are gone with it. */
  onLost: (error: Error) => void = () => {};
  readonly #options: EngineOptions;
  #worker: Promise<Worker> | undefined;
  #current: Worker | undefined;
  // The end of the worker before: two on one folder would destroy it.
  #ended: Promise<unknown> = Promise.resolve();
  #closed = false;

  constructor(options: EngineOptions) {
    this.#options = options;
  }

  /**
   * Sends one complete batch and returns the reply. One batch at a time: the caller (the door) waits.
   * Throws when the worker dies or the deadline passes; the next call starts a new worker, which recovers
   * from the write-ahead log as after a crash.
   */
  async send(batch: Uint8Array): Promise<Uint8Array> {
    if (this.#closed) throw new Error(STOPPED);
    this.#worker ??= this.#start();
    const worker = await this.#worker;
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        const error = new Error(`statement took longer than ${this.#options.deadlineMs} ms`);
        settle(() => reject(error));
        this.#lose(worker, error);
        void worker.terminate();
      }, this.#options.deadlineMs);
      const onMessage = (reply: Reply) => settle(() => resolve(reply.bytes));
      const onExit = () => settle(() => reject(new Error(STOPPED)));
      const settle = (done: () => void) => {
        clearTimeout(timer);
        worker.off('message', onMessage).off('exit', onExit);
        done();
      };
      worker.on('message', onMessage).on('exit', onExit);
      worker.postMessage(batch);
    });
  }

  /** Stops the database cleanly: a checkpoint is written and the thread ends. Later batches are refused. */
  async close(): Promise<void> {
    this.#closed = true;
    const worker = await this.#worker?.catch(() => undefined);
    this.#worker = undefined;
    worker?.postMessage('close');
    const cut = setTimeout(() => void worker?.terminate(), CLOSE_MS);
    await this.#ended;
    clearTimeout(cut);
  }

  async #start(): Promise<Worker> {
    try {
      await this.#ended;
      if (this.#closed) throw new Error(STOPPED);
      const worker = new Worker(new URL('./worker.ts', import.meta.url), {
        workerData: { folder: this.#options.folder } satisfies WorkerData,
      });
      this.#ended = new Promise((resolve) => worker.once('exit', resolve));
      await ready(worker, this.#options.folder);
      this.#current = worker;
      worker.on('error', (cause) => this.#lose(worker, new Error(STOPPED, { cause })));
      worker.on('exit', () => this.#lose(worker, new Error(STOPPED)));
      return worker;
    } catch (error) {
      this.#worker = undefined;
      throw error;
    }
  }

  #lose(worker: Worker, error: Error): void {
    if (this.#current !== worker) return;
    this.#current = undefined;
    this.#worker = undefined;
    if (!this.#closed) this.onLost(error);
  }
}

async function ready(worker: Worker, folder: string): Promise<void> {
  const { fsync } = await new Promise<Ready>((resolve, reject) => {
    worker.once('message', resolve);
    worker.once('error', reject);
    worker.once('exit', () => reject(new Error(`the embedded database in ${folder} did not start`)));
  });
  if (fsync === 'on') return;
  await worker.terminate();
  throw new Error('the embedded database runs without fsync: refusing to start');
}
