// One PGlite in its worker thread: started on first use, ended when a batch exceeds its deadline.
import { Worker } from 'node:worker_threads';
import type { Ready, Reply, WorkerData } from './worker.ts';

export type EngineOptions = { folder: string; deadlineMs: number };

/** The embedded database as a function from wire-protocol bytes to wire-protocol bytes. */
export class Engine {
  readonly #options: EngineOptions;
  #worker: Promise<Worker> | undefined;

  constructor(options: EngineOptions) {
    this.#options = options;
  }

  /**
   * Sends one complete batch and returns the reply. One batch at a time: the caller (the door) waits.
   * Throws when the worker dies or the deadline passes; the next call starts a new worker, which recovers
   * from the write-ahead log as after a crash.
   */
  async send(batch: Uint8Array): Promise<Uint8Array> {
    const worker = await this.#running();
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        settle(() => reject(new Error(`statement took longer than ${this.#options.deadlineMs} ms`)));
        this.#drop(worker);
      }, this.#options.deadlineMs);
      const onMessage = (reply: Reply) => settle(() => resolve(reply.bytes));
      const onExit = () => settle(() => reject(new Error('the embedded database stopped')));
      const settle = (done: () => void) => {
        clearTimeout(timer);
        worker.off('message', onMessage).off('exit', onExit);
        done();
      };
      worker.on('message', onMessage).on('exit', onExit);
      worker.postMessage(batch);
    });
  }

  /** Stops the database cleanly: a checkpoint is written and the thread ends. */
  async close(): Promise<void> {
    const worker = await this.#worker?.catch(() => undefined);
    this.#worker = undefined;
    if (!worker) return;
    const ended = new Promise((resolve) => worker.once('exit', resolve));
    worker.postMessage('close');
    await ended;
  }

  #running(): Promise<Worker> {
    this.#worker ??= start(this.#options.folder, () => {
      this.#worker = undefined;
    });
    return this.#worker;
  }

  #drop(worker: Worker): void {
    this.#worker = undefined;
    void worker.terminate();
  }
}

async function start(folder: string, onGone: () => void): Promise<Worker> {
  const worker = new Worker(new URL('./worker.ts', import.meta.url), {
    workerData: { folder } satisfies WorkerData,
  });
  const ready = await new Promise<Ready>((resolve, reject) => {
    worker.once('message', resolve);
    worker.once('error', reject);
    worker.once('exit', () => reject(new Error(`the embedded database in ${folder} did not start`)));
  }).catch((error) => {
    onGone();
    throw error;
  });
  if (ready.fsync !== 'on') throw new Error('the embedded database runs without fsync: refusing to start');
  worker.on('error', onGone).on('exit', onGone);
  return worker;
}
