import { number } from '../terminal.ts';
import { type Line, LONGEST_LINE } from './lines.ts';

/** What stands at a line of an import file: a value to import, or why there is none. */
export type Row = { line: number; bytes: Buffer; value?: unknown; refused?: string };

/** Turns lines into rows; a row may span several lines, so that some come with a later line. */
export type Reader = { push(lines: readonly Line[]): Row[]; end(): Row[] };

export const notUtf8 = 'not valid UTF-8';
export const tooLong = `longer than ${number(LONGEST_LINE)} bytes`;

const decoder = new TextDecoder('utf-8', { fatal: true });

/** The text of bytes, without a byte-order mark; null when they are not UTF-8. */
export function decode(bytes: Buffer): string | null {
  try {
    return decoder.decode(bytes);
  } catch {
    return null;
  }
}

export function refuse({ number: line, bytes }: Line, refused: string): Row {
  return { line, bytes, refused };
}
