// CSV with a header row. This file finds where records end, so that one unclosed quote costs one line and not
// the rest of the file; `csv-fields.ts` splits a record.
import { delimiterOf, fieldsOf } from './csv-fields.ts';
import { joined, type Line, LONGEST_LINE } from './lines.ts';
import { decode, notUtf8, type Reader, type Row, refuse, tooLong } from './row.ts';

const QUOTE = 34;
const LINE_FEED = Uint8Array.of(10);

/** What the fields of a row stand for, or why they stand for nothing. */
export type ReadFields = (fields: readonly string[]) => Record<string, unknown> | string;

/** Reads the header row with the function given, which may throw, and all others with the one that it returns. */
export function csvReader(ofHeader: (header: readonly string[]) => ReadFields): Reader {
  return new CsvReader(ofHeader);
}

type Header = { columns: number; delimiter: string; read: ReadFields };
type Taken = { row?: Row | undefined; again?: Line[] };

class CsvReader implements Reader {
  readonly #ofHeader: (header: readonly string[]) => ReadFields;
  #header: Header | undefined;
  /** Lines of a record whose quotes do not close yet. */
  #open: Line[] = [];
  #bytes = 0;
  #isQuoted = false;

  constructor(ofHeader: (header: readonly string[]) => ReadFields) {
    this.#ofHeader = ofHeader;
  }

  push(lines: readonly Line[]): Row[] {
    const rows: Row[] = [];
    // Lines that turn out to be no part of the record before them are read again, from the back.
    const waiting = [...lines].reverse();
    for (let line = waiting.pop(); line; line = waiting.pop()) {
      const { row, again = [] } = this.#take(line);
      if (row) rows.push(row);
      for (const one of again.toReversed()) waiting.push(one);
    }
    return rows;
  }

  end(): Row[] {
    const rows: Row[] = [];
    while (this.#open.length > 0) {
      const { row, again = [] } = this.#giveUp('a quote is opened and never closed');
      if (row) rows.push(row);
      rows.push(...this.push(again));
    }
    if (!this.#header) this.#ofHeader([]);
    return rows;
  }

  #take(line: Line): Taken {
    if (line.cut) return this.#open.length > 0 ? this.#giveUp(tooLong, line) : { row: refuse(line, tooLong) };
    if (this.#open.length === 0 && isBlank(line.bytes)) return {};
    this.#open.push(line);
    this.#bytes += line.bytes.length + 1;
    if (quotesIn(line.bytes) % 2 === 1) this.#isQuoted = !this.#isQuoted;
    if (this.#bytes > LONGEST_LINE)
      return this.#giveUp(`a quote is opened and not closed within ${LONGEST_LINE} bytes`);
    return this.#isQuoted ? {} : this.#close();
  }

  /** The first line of the open record is refused; the others are read again as lines of their own. */
  #giveUp(reason: string, next?: Line): Taken {
    const [first, ...others] = this.#reset();
    const again = next ? [...others, next] : others;
    return { row: first && refuse(first, reason), again };
  }

  #reset(): Line[] {
    const lines = this.#open;
    this.#open = [];
    this.#bytes = 0;
    this.#isQuoted = false;
    return lines;
  }

  #close(): Taken {
    const record = whole(this.#open);
    const text = decode(record.bytes);
    if (text === null) {
      this.#reset();
      return { row: refuse(record, notUtf8) };
    }
    const delimiter = this.#header?.delimiter ?? delimiterOf(text);
    const fields = fieldsOf(text, delimiter);
    if (typeof fields === 'string') return this.#giveUp(fields);
    this.#reset();
    if (this.#header) return { row: rowOf(record, fields, this.#header) };
    this.#header = { columns: fields.length, delimiter, read: this.#ofHeader(fields) };
    return {};
  }
}

function rowOf(record: Line, fields: readonly string[], { columns, read }: Header): Row {
  if (fields.length !== columns)
    return refuse(record, `${fields.length} columns where the header has ${columns}`);
  const value = read(fields);
  if (typeof value === 'string') return refuse(record, value);
  return { line: record.number, bytes: record.bytes, value };
}

/** The lines of a record as one; its number is that of the first. */
function whole(lines: readonly Line[]): Line {
  const parts = lines.flatMap(({ bytes }, at) => (at === 0 ? [bytes] : [LINE_FEED, bytes]));
  return { number: lines[0]?.number ?? 0, bytes: joined(parts), cut: false };
}

function quotesIn(bytes: Uint8Array): number {
  let count = 0;
  for (let at = bytes.indexOf(QUOTE); at >= 0; at = bytes.indexOf(QUOTE, at + 1)) count++;
  return count;
}

function isBlank(bytes: Uint8Array): boolean {
  return bytes.length === 0 || (bytes.length < 100 && decode(bytes)?.trim() === '');
}
