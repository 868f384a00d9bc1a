// One of the threads of reading-threads.ts: a portion of answers in, their readings out.
import { parentPort } from 'node:worker_threads';
import { LRUCache } from 'lru-cache';
import {
  compileEntities,
  type EntitySet,
  type EntitySettings,
  READING_VERSION,
  type Reading,
  type RecordedCitation,
  readAnswer,
} from '../domain/reading.ts';

export type Text = { answer: string; citations?: readonly RecordedCitation[] | undefined };

/** What a thread is asked: what an entity set was compiled from, with a key that the thread may know from before. */
export type Asked = {
  key: number;
  brand: EntitySettings;
  competitors: readonly EntitySettings[];
  judged: EntitySet['judged'];
  texts: readonly Text[];
};
/** A copy of an error would lose its code. */
export type Answered =
  | { readings: Reading[]; version: number }
  | { error: { message: string; code: unknown } };

const compiled = new LRUCache<number, EntitySet>({ max: 50 });

function read({ key, brand, competitors, judged, texts }: Asked): Answered {
  try {
    const entities = compiled.get(key) ?? compileEntities(brand, competitors, judged);
    compiled.set(key, entities);
    const readings = texts.map(({ answer, citations }) => readAnswer(entities, answer, citations));
    return { readings, version: READING_VERSION };
  } catch (error) {
    const { message, code } = error as Error & { code?: unknown };
    return { error: { message, code } };
  }
}

parentPort?.on('message', (asked: Asked) => parentPort?.postMessage(read(asked)));
