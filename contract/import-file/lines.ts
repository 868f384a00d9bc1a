// Cuts a stream of bytes into lines with flat memory, however long a line is.

/** Longest line that is kept whole: the longest answer, its citations and the JSON around them, with room. */
export const LONGEST_LINE = 8 * 1024 * 1024;
// What is kept of a longer one, to recognise it by.
const KEPT_OF_LONGER = 1000;
const LINE_FEED = 10;
const CARRIAGE_RETURN = 13;

/** A line of a file, counted from 1, without its line break. `cut` when only its beginning was kept. */
export type Line = { number: number; bytes: Uint8Array; cut: boolean };

/** The lines of a stream, in portions as they come. LF and CRLF both end a line. */
export async function* readLines(source: AsyncIterable<Uint8Array>): AsyncGenerator<Line[]> {
  const cutter = new Cutter();
  for await (const chunk of source) {
    const lines = cutter.push(chunk);
    if (lines.length > 0) yield lines;
  }
  const last = cutter.end();
  if (last) yield [last];
}

/** One array of several. */
export function joined(parts: readonly Uint8Array[]): Uint8Array {
  const [only] = parts;
  if (parts.length === 1 && only) return only;
  const all = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

class Cutter {
  #parts: Uint8Array[] = [];
  #length = 0;
  #number = 0;

  push(chunk: Uint8Array): Line[] {
    const lines: Line[] = [];
    let from = 0;
    for (let at = chunk.indexOf(LINE_FEED); at >= 0; at = chunk.indexOf(LINE_FEED, from)) {
      this.#keep(chunk.subarray(from, at));
      lines.push(this.#line());
      from = at + 1;
    }
    if (from < chunk.length) this.#keep(chunk.subarray(from));
    return lines;
  }

  end(): Line | null {
    return this.#length > 0 ? this.#line() : null;
  }

  #keep(part: Uint8Array): void {
    this.#length += part.length;
    if (this.#length <= LONGEST_LINE) this.#parts.push(part);
    else this.#parts = [joined(this.#parts.concat(part).slice(0, 2)).subarray(0, KEPT_OF_LONGER)];
  }

  #line(): Line {
    const bytes = joined(this.#parts);
    const cut = this.#length > LONGEST_LINE;
    this.#parts = [];
    this.#length = 0;
    this.#number++;
    return { number: this.#number, bytes: withoutReturn(bytes), cut };
  }
}

function withoutReturn(line: Uint8Array): Uint8Array {
  return line.at(-1) === CARRIAGE_RETURN ? line.subarray(0, -1) : line;
}
