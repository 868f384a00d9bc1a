// From rows to stored answers: batches of one transaction each, the next one on its way while one is stored.
import type { Row } from './row.ts';

export type Counts = { new: number; known: number; refused: number };
export type Sent = { rows: Row[]; new: number; known: number; refused: { row: Row; reason: string }[] };
export type Send = (rows: Row[]) => Promise<Sent>;
/** What a batch may hold at most; a single larger row is one by itself. */
export type Most = { rows: number; bytes: number };

/** Groups rows, bounded in number and in bytes. */
export async function* batchesOf(portions: AsyncIterable<Row[]>, most: Most): AsyncGenerator<Row[]> {
  let batch: Row[] = [];
  let bytes = 0;
  for await (const rows of portions)
    for (const row of rows) {
      if (batch.length > 0 && (batch.length >= most.rows || bytes + row.bytes.length > most.bytes)) {
        yield batch;
        batch = [];
        bytes = 0;
      }
      batch.push(row);
      bytes += row.bytes.length;
    }
  if (batch.length > 0) yield batch;
}

export type SendAll = {
  most: Most;
  /** Batches on their way at once: with 2 the next one is read while the one before is stored. */
  underWay: number;
  send: Send;
  onSent: (sent: Sent) => void;
  isStopped: () => boolean;
};

/** Sends all rows, results in the order of the file. Ends after the batches under way when stopped. */
export async function sendAll(
  portions: AsyncIterable<Row[]>,
  { most, underWay: atOnce, send, onSent, isStopped }: SendAll,
): Promise<void> {
  const underWay: Promise<Sent>[] = [];
  try {
    for await (const batch of batchesOf(portions, most)) {
      const sent = send(batch);
      // Its failure is met when its turn comes.
      sent.catch(() => {});
      underWay.push(sent);
      if (underWay.length >= atOnce) onSent(await (underWay.shift() as Promise<Sent>));
      if (isStopped()) break;
    }
  } catch (error) {
    await settle(underWay, onSent);
    if (!isStopped()) throw error;
  }
  for (let next = underWay.shift(); next; next = underWay.shift()) onSent(await next);
}

/** What was stored before a failure is counted, and written down, all the same. */
async function settle(underWay: Promise<Sent>[], onSent: (sent: Sent) => void): Promise<void> {
  for (const result of await Promise.allSettled(underWay.splice(0)))
    if (result.status === 'fulfilled') onSent(result.value);
}

type Imported = { new: number; known: number; refused: { index: number; reason: string }[] };

/** Sends the values of rows to be imported; rows that were refused before, or are now, come back with their reasons. */
export function senderTo(importValues: (values: unknown[]) => Promise<Imported>): Send {
  return async (rows) => {
    const good = rows.filter(({ refused }) => refused === undefined);
    const bad = rows.flatMap((row) => (row.refused === undefined ? [] : [{ row, reason: row.refused }]));
    if (good.length === 0) return { rows, new: 0, known: 0, refused: bad };
    const counts = await importValues(good.map(({ value }) => value));
    const refused = counts.refused.flatMap(({ index, reason }) => {
      const row = good[index];
      return row ? [{ row, reason }] : [];
    });
    return { rows, new: counts.new, known: counts.known, refused: inOrder([...bad, ...refused]) };
  };
}

function inOrder(refused: Sent['refused']): Sent['refused'] {
  return refused.sort((a, b) => a.row.line - b.row.line);
}
