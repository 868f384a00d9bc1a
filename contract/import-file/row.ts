// What stands in an import file: the same for the command line and for the console.
import { type Line, LONGEST_LINE, readLines } from './lines.ts';

/** What stands at a line of an import file: a value to import, or why there is none. */
export type Row = { line: number; bytes: Uint8Array; value?: unknown; refused?: string };

/** Turns lines into rows; a row may span several lines, so that some come with a later line. */
export type Reader = { push(lines: readonly Line[]): Row[]; end(): Row[] };

export type Format = 'jsonl' | 'csv';

export const notUtf8 = 'not valid UTF-8';
export const tooLong = `longer than ${LONGEST_LINE.toLocaleString('en')} bytes`;

const decoder = new TextDecoder('utf-8', { fatal: true });

/** The text of bytes, without a byte-order mark; null when they are not UTF-8. */
export function decode(bytes: Uint8Array): string | null {
  try {
    return decoder.decode(bytes);
  } catch {
    return null;
  }
}

export function refuse({ number: line, bytes }: Line, refused: string): Row {
  return { line, bytes, refused };
}

/** The format that a file's name tells, packed or not; undefined when it tells none. */
export function formatOf(name: string): Format | undefined {
  const ending = /\.(jsonl|ndjson|csv)(?:\.gz)?$/i.exec(name)?.[1]?.toLowerCase();
  if (ending === undefined) return undefined;
  return ending === 'csv' ? 'csv' : 'jsonl';
}

/** The rows of a stream, in portions as they come. */
export async function* readRows(bytes: AsyncIterable<Uint8Array>, reader: Reader): AsyncGenerator<Row[]> {
  for await (const lines of readLines(bytes)) {
    const rows = reader.push(lines);
    if (rows.length > 0) yield rows;
  }
  const rows = reader.end();
  if (rows.length > 0) yield rows;
}

const ENCODED_AT_ONCE = 0x8000;

/** A refused row as a line of JSON: its number, the reason, and what stood there (as Base64 where it is no text). */
export function refusedLine({ line, bytes }: Row, reason: string): string {
  const text = decode(bytes);
  return `${JSON.stringify({ line, reason, ...(text === null ? { base64: base64(bytes) } : { text }) })}\n`;
}

function base64(bytes: Uint8Array): string {
  let binary = '';
  for (let at = 0; at < bytes.length; at += ENCODED_AT_ONCE)
    binary += String.fromCharCode(...bytes.subarray(at, at + ENCODED_AT_ONCE));
  return btoa(binary);
}
