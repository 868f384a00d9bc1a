// Weights of a learned model as its file has them: whole numbers of eight bits, most of them 0, compressed.
import { readFileSync } from 'node:fs';
import { brotliDecompressSync } from 'node:zlib';

/** The first line of a model's file, as JSON. */
export type Head = {
  /** What the weights are multiplied with. */
  scale: number;
  /** How many weights of praise and of blame are not 0. */
  counts: readonly [good: number, bad: number];
  /** Weights of features that have names, of praise and of blame. */
  dense?: readonly [good: readonly number[], bad: readonly number[]];
};
/** The weights of praise and of blame beside each other: `[2 * feature]`, `[2 * feature + 1]`. */
export type Model = Head & { table: Int8Array };

/**
 * Reads `data/NAME.bin` as evaluate/training/fit.ts writes it; a model that was never fitted has no weights.
 *
 * After the first line come, for praise and then for blame, how far each weight is from the one before, and then the
 * weights: kinds apart compress to 6 of 10 bytes.
 */
export function readModel(name: string, features: number): Model {
  const file = readFileSync(new URL(`./data/${name}.bin`, import.meta.url));
  const end = file.indexOf('\n');
  const head = JSON.parse(file.toString('utf8', 0, end)) as Head;
  const bytes = brotliDecompressSync(file.subarray(end + 1));
  const table = new Int8Array(2 * features);
  const [good, bad] = head.counts;
  const all = good + bad;
  for (let i = 0, at = -1; i < all; i++) {
    const side = i < good ? 0 : 1;
    if (i === good) at = -1;
    at += bytes[i] ?? 0;
    table[2 * at + side] = bytes.readInt8(all + i);
  }
  return { ...head, table };
}
