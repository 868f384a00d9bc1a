// CSV with a header row. csv-parse splits a record into fields; this file finds where records end, so that
// one unclosed quote costs one line and not the rest of the file.
import { CsvError, parse } from 'csv-parse/sync';
import { type Columns, findColumns, recordedOf } from './csv-columns.ts';
import { type Line, LONGEST_LINE } from './lines.ts';
import { decode, notUtf8, type Reader, type Row, refuse, tooLong } from './row.ts';

const QUOTE = 34;
const LINE_FEED = Buffer.from('\n');

/** `onUnknown` is told the columns that are ignored. A header without the needed columns throws. */
export function csvReader(onUnknown: (columns: string[]) => void): Reader {
  return new CsvReader(onUnknown);
}

class CsvReader implements Reader {
  readonly #onUnknown: (columns: string[]) => void;
  #columns: Columns | undefined;
  /** Lines of a record whose quotes do not close yet. */
  #open: Line[] = [];
  #bytes = 0;
  #isQuoted = false;

  constructor(onUnknown: (columns: string[]) => void) {
    this.#onUnknown = onUnknown;
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
    if (!this.#columns) findColumns([]);
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
    const record = joined(this.#open);
    const text = decode(record.bytes);
    if (text === null) {
      this.#reset();
      return { row: refuse(record, notUtf8) };
    }
    const fields = split(text, this.#columns?.delimiter);
    if (typeof fields === 'string') return this.#giveUp(fields);
    this.#reset();
    if (this.#columns) return { row: rowOf(record, fields, this.#columns) };
    this.#columns = findColumns(fields, text);
    if (this.#columns.unknown.length > 0) this.#onUnknown(this.#columns.unknown);
    return {};
  }
}

type Taken = { row?: Row | undefined; again?: Line[] };

function rowOf({ number: line, bytes }: Line, fields: string[], columns: Columns): Row {
  const expected = columns.names.length;
  if (fields.length !== expected)
    return { line, bytes, refused: `${fields.length} columns where the header has ${expected}` };
  const value = recordedOf(fields, columns);
  return typeof value === 'string' ? { line, bytes, refused: value } : { line, bytes, value };
}

/** The fields of a record, or why it is none. */
function split(text: string, delimiter = [',', ';', '\t']): string[] | string {
  try {
    return parse(text, { delimiter, relax_column_count: true })[0] ?? [];
  } catch (error) {
    return error instanceof CsvError ? (REASONS[error.code] ?? error.message) : String(error);
  }
}

const REASONS: Record<string, string> = {
  CSV_QUOTE_NOT_CLOSED: 'a quote is opened and never closed',
  CSV_INVALID_CLOSING_QUOTE: 'a quote is not closed, or closed in the middle of a field',
  INVALID_OPENING_QUOTE: 'a quote stands inside a field that is not quoted',
};

function joined(lines: readonly Line[]): Line {
  const [first] = lines;
  const parts = lines.flatMap(({ bytes }, at) => (at === 0 ? [bytes] : [LINE_FEED, bytes]));
  return {
    number: first?.number ?? 0,
    bytes: lines.length === 1 && first ? first.bytes : Buffer.concat(parts),
    cut: false,
  };
}

function quotesIn(bytes: Buffer): number {
  let count = 0;
  for (let at = bytes.indexOf(QUOTE); at >= 0; at = bytes.indexOf(QUOTE, at + 1)) count++;
  return count;
}

function isBlank(bytes: Buffer): boolean {
  return bytes.length === 0 || (bytes.length < 100 && bytes.toString('utf8').trim() === '');
}
