// The list of names that many readers know, and who of them is nobody's product.
import { readFileSync } from 'node:fs';
import { fold } from './fold.ts';
import { compileList, type NameList } from './name-list.ts';

/** A name as it is written, whether it is a word too, and whose product it is. */
export type Entry = { name: string; doubtful: boolean; parent: string };
type BrandList = { list: NameList; entries: readonly Entry[] };
let read: BrandList | undefined;

/** The list, compiled at the first use: it takes some time that a command without answers need not spend. */
export function brandList(): BrandList {
  if (read) return read;
  const entries = readEntries();
  read = { list: compileList(entries.map(({ name }) => name)), entries };
  return read;
}

let known: Entry[] | undefined;

function readEntries(): Entry[] {
  known ??= readFileSync(new URL('./data/brands.txt', import.meta.url), 'utf8')
    .trimEnd()
    .split(/; |\n/)
    .map(readEntry);
  return known;
}

function readEntry(line: string): Entry {
  const [marked = '', parent = ''] = line.split('<');
  return { name: marked.replace(/\?$/, ''), doubtful: marked.endsWith('?'), parent };
}

let alone: ReadonlySet<string> | undefined;

/** Whether a name is in the list as nobody's product. */
export function isRenowned(name: string): boolean {
  alone ??= new Set(
    readEntries()
      .filter(({ parent }) => parent === '')
      .map((entry) => fold(entry.name)),
  );
  return alone.has(fold(name));
}
