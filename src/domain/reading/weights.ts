// Weights of a learned model as its file has them: whole numbers of eight bits, most of them 0, deflated.
import { inflateSync } from 'node:zlib';

/** As evaluate/training/fit.ts packs it: weights of praise and of blame, and what they are multiplied with. */
export type Packed = { scale: number; good: string; bad: string };

/** The weights of praise and of blame beside each other: `[2 * feature]`, `[2 * feature + 1]`. */
export function unpack({ good, bad }: Packed, features: number): Int8Array {
  const table = new Int8Array(2 * features);
  fill(table, good, 0);
  fill(table, bad, 1);
  return table;
}

function fill(table: Int8Array, text: string, side: number): void {
  if (text === '') return;
  const bytes = inflateSync(Buffer.from(text, 'base64'));
  const count = bytes.length / 2;
  // First how far each weight is from the one before, then the weights; most of the table is empty.
  for (let i = 0, at = -1; i < count; i++) {
    at += bytes[i] ?? 0;
    table[2 * at + side] = bytes.readInt8(count + i);
  }
}
