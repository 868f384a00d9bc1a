import type { Line } from './lines.ts';
import { decode, notUtf8, type Reader, type Row, refuse, tooLong } from './row.ts';

/** One recorded answer per line, as JSON. Empty lines are nothing. */
export const jsonlReader: Reader = {
  push: (lines) => lines.flatMap((line) => readLine(line) ?? []),
  end: () => [],
};

/** A line of nothing but what opens an array or an object: the file is written over several lines. */
const OPENS_SOMETHING = /^\s*[[{][\s[{]*$/;
const ONE_PER_LINE = "; each line must hold one whole answer (jq -c '.[]' makes such lines of an array)";

function readLine(line: Line): Row | null {
  if (line.cut) return refuse(line, tooLong);
  const text = decode(line.bytes);
  if (text === null) return refuse(line, notUtf8);
  if (text.trim() === '') return null;
  try {
    return { line: line.number, bytes: line.bytes, value: JSON.parse(text) };
  } catch (error) {
    const hint = OPENS_SOMETHING.test(text) ? ONE_PER_LINE : '';
    return refuse(line, `not valid JSON: ${short((error as Error).message)}${hint}`);
  }
}

/** Messages of JSON.parse quote the text around; a long one is cut. */
function short(message: string): string {
  return message.length > 200 ? `${message.slice(0, 200)}...` : message;
}
