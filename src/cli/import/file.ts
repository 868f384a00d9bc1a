// What an import reads: a file, plain or gzip'd, or standard input; as lines of JSON or as CSV.
import fs from 'node:fs';
import type { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { say, WrongUsage } from '../terminal.ts';
import { csvReader } from './csv.ts';
import { jsonlReader } from './jsonl.ts';
import { readLines } from './lines.ts';
import type { Reader, Row } from './row.ts';

export type Format = 'jsonl' | 'csv';

export type ImportFile = {
  rows: AsyncGenerator<Row[]>;
  /** Bytes to read, 0 where that is not known; and bytes read so far (of a packed file, packed ones). */
  size: number;
  bytesRead(): number;
  refusedPath: string;
  close(): void;
};

const CHUNK = 1024 * 1024;

/** The format that a file's name tells. */
export function formatOf(file: string): Format {
  const ending = /\.(jsonl|ndjson|csv)(?:\.gz)?$/i.exec(file)?.[1]?.toLowerCase();
  if (ending === undefined)
    throw new WrongUsage(`${file} does not end in .jsonl or .csv: say which one with --format`);
  return ending === 'csv' ? 'csv' : 'jsonl';
}

/** Opens FILE; `-` is standard input. */
export function openImport(file: string, format: Format): ImportFile {
  const isStdin = file === '-';
  const source: Readable & { bytesRead?: number } = isStdin
    ? process.stdin
    : fs.createReadStream('', { fd: openFile(file), highWaterMark: CHUNK });
  const bytes = file.toLowerCase().endsWith('.gz') ? unpacked(source, file) : source;
  return {
    rows: rowsOf(bytes, readerOf(format)),
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
  if (format === 'jsonl') return jsonlReader;
  return csvReader((columns) => say(`Columns that are not known are left out: ${columns.join(', ')}`));
}

async function* rowsOf(bytes: AsyncIterable<Buffer>, reader: Reader): AsyncGenerator<Row[]> {
  for await (const lines of readLines(bytes)) {
    const rows = reader.push(lines);
    if (rows.length > 0) yield rows;
  }
  const rows = reader.end();
  if (rows.length > 0) yield rows;
}
