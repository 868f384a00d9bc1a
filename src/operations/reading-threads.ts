// Reads many answers in threads of their own: requests are answered meanwhile, and an import uses more than one core.
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { type EntitySet, READING_VERSION, type Reading, readAnswer } from '../domain/reading.ts';
import type { Answered, Asked, Text } from './reading-thread.ts';
import { inTurns } from './turns.ts';

/** Fewer are read where they are: to start a thread takes as long as to read some hundreds of answers. */
const FEW = 20;
/** Answers that a thread reads at a time. */
const PORTION = 25;
const MOST_THREADS = Math.min(8, availableParallelism());
/** A thread holds the dictionaries once more (about 90 MB), so that one without work ends. */
const IDLE_MS = 30_000;

type Task = { asked: Asked; resolve: (readings: Reading[]) => void; reject: (error: unknown) => void };

const waiting: Task[] = [];
const idle: Thread[] = [];
let threads = 0;

/** The same as `readAnswer` for each item, in their order; returns what `map` makes of an item and its reading. */
export async function readTogether<T extends Text, R>(
  entities: EntitySet,
  items: readonly T[],
  map: (item: T, reading: Reading, at: number) => R,
): Promise<R[]> {
  if (items.length < FEW)
    return inTurns(items, (item, at) => map(item, readAnswer(entities, item.answer, item.citations), at));
  const { brand, competitors, judged } = entities;
  const texts = items.map(({ answer, citations }) => ({ answer, citations }));
  const portions: Promise<Reading[]>[] = [];
  for (let at = 0; at < texts.length; at += PORTION) {
    const asked = { key: keyOf(entities), brand, competitors, judged, texts: texts.slice(at, at + PORTION) };
    portions.push(new Promise((resolve, reject) => waiting.push({ asked, resolve, reject })));
  }
  takeUp();
  const readings = (await Promise.all(portions)).flat();
  return items.map((item, at) => map(item, readings[at] as Reading, at));
}

const keys = new WeakMap<EntitySet, number>();
let lastKey = 0;

function keyOf(entities: EntitySet): number {
  const key = keys.get(entities) ?? ++lastKey;
  keys.set(entities, key);
  return key;
}

function takeUp(): void {
  while (waiting.length > 0) {
    const thread = idle.pop() ?? another();
    if (!thread) return;
    thread.work(waiting.shift() as Task);
  }
}

/** One thread more, where the machine gives one; without any, nobody would ever take up what waits. */
function another(): Thread | undefined {
  if (threads >= MOST_THREADS) return undefined;
  try {
    return new Thread();
  } catch (error) {
    if (threads === 0) for (const { reject } of waiting.splice(0)) reject(error);
    return undefined;
  }
}

/** With a code it is no fault of an answer: see `isOfTheAnswer`. */
const failed = (message: string, code: unknown): Error => Object.assign(new Error(message), { code });
const RESTART =
  'the rules of reading on disk are of another version than those that run: restart the service';

/** A thread, which never keeps the process alive when it has nothing to do. */
class Thread {
  readonly #worker = new Worker(new URL('./reading-thread.ts', import.meta.url));
  #task: Task | undefined;
  #ending: NodeJS.Timeout | undefined;

  constructor() {
    threads++;
    this.#worker.on('message', (answered: Answered) => this.#settle(answered));
    this.#worker.on('error', (error) => this.#task?.reject(error));
    this.#worker.on('exit', () => {
      threads--;
      this.#leave();
      this.#task?.reject(failed('the thread that reads answers ended', 'ENDED'));
      takeUp();
    });
  }

  work(task: Task): void {
    clearTimeout(this.#ending);
    this.#task = task;
    this.#worker.ref();
    this.#worker.postMessage(task.asked);
  }

  #settle(answered: Answered): void {
    const task = this.#task;
    this.#task = undefined;
    this.#worker.unref();
    this.#ending = setTimeout(() => this.#end(), IDLE_MS).unref();
    idle.push(this);
    if ('error' in answered) task?.reject(failed(answered.error.message, answered.error.code));
    // The program was replaced on disk while it ran: its readings would be stored under the wrong version.
    else if (answered.version !== READING_VERSION) task?.reject(failed(RESTART, 'REPLACED'));
    else task?.resolve(answered.readings);
    takeUp();
  }

  #end(): void {
    this.#leave();
    void this.#worker.terminate();
  }

  /** Gets no more tasks. */
  #leave(): void {
    const at = idle.indexOf(this);
    if (at >= 0) idle.splice(at, 1);
  }
}
