// From rows to stored answers: batches of one transaction each, the next one on its way while one is stored.
import type { Operator } from '../../main.ts';
import type { Row } from './row.ts';

const BATCH_ROWS = 200;
const BATCH_BYTES = 4 * 1024 * 1024;
// Reading the next batch takes the processor while the database stores the one before.
const UNDER_WAY = 2;

export type Counts = { new: number; known: number; refused: number };
export type Sent = { rows: Row[]; new: number; known: number; refused: { row: Row; reason: string }[] };
export type Send = (rows: Row[]) => Promise<Sent>;

type Brand = NonNullable<Awaited<ReturnType<Operator['findBrand']>>>;

/** Groups rows, bounded in number and in bytes. */
async function* batchesOf(portions: AsyncIterable<Row[]>): AsyncGenerator<Row[]> {
  let batch: Row[] = [];
  let bytes = 0;
  for await (const rows of portions)
    for (const row of rows) {
      batch.push(row);
      bytes += row.bytes.length;
      if (batch.length < BATCH_ROWS && bytes < BATCH_BYTES) continue;
      yield batch;
      batch = [];
      bytes = 0;
    }
  if (batch.length > 0) yield batch;
}

export type SendAll = { send: Send; onSent: (sent: Sent) => void; isStopped: () => boolean };

/** Sends all rows, results in the order of the file. Ends after the batches under way when stopped. */
export async function sendAll(
  portions: AsyncIterable<Row[]>,
  { send, onSent, isStopped }: SendAll,
): Promise<void> {
  const underWay: Promise<Sent>[] = [];
  try {
    for await (const batch of batchesOf(portions)) {
      const sent = send(batch);
      // Its failure is met when its turn comes.
      sent.catch(() => {});
      underWay.push(sent);
      if (underWay.length >= UNDER_WAY) onSent(await (underWay.shift() as Promise<Sent>));
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

/** Imports rows into a brand; rows that were refused before, or are now, come back with their reasons. */
export function senderTo(operator: Operator, brand: Brand, dryRun: boolean): Send {
  return async (rows) => {
    const good = rows.filter(({ refused }) => refused === undefined);
    const bad = rows.flatMap((row) => (row.refused === undefined ? [] : [{ row, reason: row.refused }]));
    const values = good.map(({ value }) => value);
    const counts = await operator.importBatch(brand, values, { dryRun });
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
