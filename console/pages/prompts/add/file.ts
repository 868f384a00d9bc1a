// Prompts of a CSV file: a column `prompt`, and one `tags` where there is one.
import { csvReader } from '../../../../contract/import-file/csv.ts';
import { type Row, readRows } from '../../../../contract/import-file/row.ts';
import { type Draft, tagsOfCell } from './drafts.ts';

export type PromptFile = {
  name: string;
  drafts: Draft[];
  /** False: no column was named `prompt`, so the first one was taken. */
  hasHeader: boolean;
};

/** Reads the file; throws when it is none. */
export async function readPromptFile(file: File): Promise<PromptFile> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  let first: readonly string[] = [];
  let columns = { prompt: 0, tags: 1 };
  let hasHeader = false;
  const reader = csvReader((header) => {
    first = header;
    const named = header.map((name) =>
      name
        .replace(/^\uFEFF/, '')
        .trim()
        .toLowerCase(),
    );
    hasHeader = named.includes('prompt');
    if (hasHeader) columns = { prompt: named.indexOf('prompt'), tags: named.findIndex(isTags) };
    return (fields) => ({ fields: [...fields] });
  });
  const draftOf = (fields: readonly string[], line: number): Draft => ({
    line,
    prompt: ownText(fields[columns.prompt]),
    tags: tagsOfCell(ownText(fields[columns.tags])),
  });
  const drafts: Draft[] = [];
  for await (const rows of readRows(once(bytes), reader))
    for (const row of rows) drafts.push(ofRow(row, draftOf));
  if (!hasHeader && first.some((cell) => cell.trim() !== '')) drafts.unshift(draftOf(first, 1));
  return { name: file.name, drafts, hasHeader };
}

const isTags = (name: string) => name === 'tags' || name === 'tag';

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

function ofRow(row: Row, draftOf: (fields: readonly string[], line: number) => Draft): Draft {
  if (row.refused !== undefined) return { line: row.line, prompt: '', tags: [], problem: row.refused };
  const { fields } = row.value as { fields: string[] };
  return draftOf(fields, row.line);
}

/** Our own downloads put an apostrophe before what a spreadsheet would run. */
function ownText(cell = ''): string {
  return cell.replace(/^\uFEFF/, '').replace(/^'(?=[=+\-@\t\r])/, '');
}
