// What an import reads: a file, plain or gzip'd, or standard input; as lines of JSON or as CSV.
import fs from 'node:fs';
import type { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { csvReader, type ReadFields } from '../../../contract/import-file/csv.ts';
import { columnsByName, recordedOf, WrongHeader } from '../../../contract/import-file/csv-columns.ts';
import { jsonlReader } from '../../../contract/import-file/jsonl.ts';
import { type Format, formatOf, type Reader, type Row, readRows } from '../../../contract/import-file/row.ts';
import { say, WrongUsage } from '../terminal.ts';

export type ImportFile = {
  rows: AsyncGenerator<Row[]>;
  /** Bytes to read, 0 where that is not known; and bytes read so far (of a packed file, packed ones). */
  size: number;
  bytesRead(): number;
  refusedPath: string;
  close(): void;
};

const CHUNK = 1024 * 1024;

/** The format that a file's name must tell when nobody else does. */
export function formatByName(file: string): Format {
  const format = formatOf(file);
  if (format) return format;
  throw new WrongUsage(`${file} does not end in .jsonl or .csv: say which one with --format`);
}

/** Opens FILE; `-` is standard input. */
export function openImport(file: string, format: Format): ImportFile {
  const isStdin = file === '-';
  const source: Readable & { bytesRead?: number } = isStdin
    ? process.stdin
    : fs.createReadStream('', { fd: openFile(file), highWaterMark: CHUNK });
  const bytes = file.toLowerCase().endsWith('.gz') ? unpacked(source, file) : source;
  return {
    rows: readRows(bytes, readerOf(format)),
    size: isStdin ? 0 : fs.statSync(file).size,
    bytesRead: () => source.bytesRead ?? 0,
    refusedPath: `${isStdin ? 'import' : file}.refused.jsonl`,
    close: () => void source.destroy(),
  };
}

function openFile(file: string): number {
  try {
    const opened = fs.openSync(file, 'r');
    if (fs.fstatSync(opened).isDirectory()) throw new Error(`${file} is a folder`);
    return opened;
  } catch (error) {
    throw (error as { code?: unknown }).code === 'ENOENT'
      ? new Error(`${file} does not exist`, { cause: error })
      : error;
  }
}

function unpacked(source: Readable, file: string): Readable {
  const gunzip = createGunzip({ chunkSize: CHUNK });
  source.on('error', (error) => gunzip.destroy(error));
  source.on('close', () => source.readableEnded || gunzip.destroy());
  const packed = source.pipe(gunzip);
  return packed.on('error', (error) => {
    error.message = `${file} is damaged or cut off (${error.message})`;
  });
}

function readerOf(format: Format): Reader {
  return format === 'jsonl' ? jsonlReader : csvReader(ofHeader);
}

function ofHeader(header: readonly string[]): ReadFields {
  try {
    const columns = columnsByName(header);
    const unknown = header.filter((_, at) => columns[at] === null);
    if (unknown.length > 0) say(`Columns that are not known are left out: ${unknown.join(', ')}`);
    return (fields) => recordedOf(fields, columns);
  } catch (error) {
    throw error instanceof WrongHeader ? new WrongUsage(error.message) : error;
  }
}
