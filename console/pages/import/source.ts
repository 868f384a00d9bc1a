// The file that is imported: read as a stream, so that its size does not matter.
import { csvReader } from '../../../contract/import-file/csv.ts';
import { type Columns, type Field, recordedOf } from '../../../contract/import-file/csv-columns.ts';
import { jsonlReader } from '../../../contract/import-file/jsonl.ts';
import { type Format, formatOf, type Reader, type Row, readRows } from '../../../contract/import-file/row.ts';
import { words } from '../../words/import.ts';

export type Source = { file: File; format: Format; isPacked: boolean };

/** What the columns of a CSV file hold, and what is the same in every row. */
export type Mapping = { columns: Columns; same: Partial<Record<Field, string>> };

const FIRST_BYTES = 4096;

/** Looks at the beginning of a file: packed or not, JSON or CSV. Throws when there is nothing in it. */
export async function openSource(file: File): Promise<Source> {
  if (file.size === 0) throw new Error(words.source.empty(file.name));
  const [first, second] = new Uint8Array(await file.slice(0, 2).arrayBuffer());
  const isPacked = first === 0x1f && second === 0x8b;
  const named = formatOf(file.name);
  return { file, isPacked, format: named ?? (await guessed(file, isPacked)) };
}

/** The format of a file whose name tells none. */
async function guessed(file: File, isPacked: boolean): Promise<Format> {
  for await (const chunk of chunksOf({ file, isPacked }))
    return /^\s*[[{]/.test(new TextDecoder().decode(chunk.subarray(0, FIRST_BYTES))) ? 'jsonl' : 'csv';
  return 'jsonl';
}

type Reading = { mapping?: Mapping | undefined; onBytes?: (bytes: number) => void };

/** All rows of the file, in portions; `onBytes` is told how much of the file was read, as it lies on the disk. */
export function rowsOf(source: Source, { mapping, onBytes }: Reading = {}): AsyncGenerator<Row[]> {
  const bytes = chunksOf(source, onBytes);
  return readRows(bytes, source.format === 'csv' && mapping ? mappedReader(mapping) : jsonlReader);
}

function mappedReader({ columns, same }: Mapping): Reader {
  return csvReader(() => (fields) => {
    const value = recordedOf(fields, columns);
    return typeof value === 'string' ? value : { ...same, ...value };
  });
}

export type FirstCells = { header: readonly string[]; rows: readonly (readonly string[])[] };

/** The header and the first rows of a CSV file, as they are. */
export async function firstCells(source: Source, most: number): Promise<FirstCells> {
  let header: readonly string[] = [];
  const rows: (readonly string[])[] = [];
  const reader = csvReader((names) => {
    header = names;
    return (fields) => ({ fields });
  });
  for await (const portion of readRows(chunksOf(source), reader)) {
    for (const { value } of portion) if (value) rows.push((value as { fields: string[] }).fields);
    if (rows.length >= most) break;
  }
  return { header, rows: rows.slice(0, most) };
}

async function* chunksOf(
  { file, isPacked }: Omit<Source, 'format'>,
  onBytes?: (bytes: number) => void,
): AsyncGenerator<Uint8Array> {
  let read = 0;
  const counted = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
    transform(chunk, controller) {
      read += chunk.length;
      onBytes?.(read);
      controller.enqueue(chunk);
    },
  });
  const bytes = file.stream().pipeThrough(counted);
  const reader = (isPacked ? bytes.pipeThrough(new DecompressionStream('gzip')) : bytes).getReader();
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) yield next.value;
  } catch (error) {
    const isGone = (error as { name?: string }).name === 'NotReadableError';
    const say = isGone || !isPacked ? words.source.changed : words.source.damaged;
    throw new Error(say(file.name), { cause: error });
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

/** Pasted text as a file. Whole JSON documents become lines of JSON; what is none stays as it is. */
export function pasted(text: string): File {
  const trimmed = text.trim();
  const isJson = /^[[{]/.test(trimmed);
  const lines = isJson ? linesOf(trimmed) : trimmed;
  return new File(trimmed === '' ? [] : [lines], isJson ? 'pasted.jsonl' : 'pasted.csv');
}

function linesOf(text: string): string {
  try {
    return [JSON.parse(text)]
      .flat()
      .map((value) => JSON.stringify(value))
      .join('\n');
  } catch {
    return text;
  }
}
