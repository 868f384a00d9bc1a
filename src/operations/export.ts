// Everything of a brand as lines, page after page. The first page is read before the answer begins, so that what
// is wrong is still told as an error.
import { type EXPORTS, FORMATS } from '../../contract/export.ts';
import type { Stream, Valid } from '../../contract/operation.ts';
import type { Contract } from '../../contract/table.ts';
import { type Cell, csvLine } from '../domain/csv.ts';
import type { Brand } from '../storage/brands.ts';
import type { Caller } from './caller.ts';
import { brandOf, type Context } from './context.ts';
import { EXPORTED, type Exported } from './exported.ts';
import { Failure } from './failure.ts';
import { onlyOf, reportFilter } from './reports.ts';

type In = Valid<Contract['export']>;
type What = (typeof EXPORTS)[number];

/** A file with everything of one kind. */
export async function exportAll(context: Context, caller: Caller, input: In): Promise<Stream> {
  return exportBrand(context, await brandOf(context, caller, input.brand_id), input);
}

/** As `exportAll`, of a brand that the caller may see. */
export async function exportBrand(context: Context, brand: Brand, input: In): Promise<Stream> {
  const { what, format = 'jsonl', ai_agent = [] } = input;
  if (what === 'prompts' && ai_agent.length > 0)
    throw Failure.invalid('ai_agent does not apply to prompts: they are asked of every agent of the plan');
  const filter = await reportFilter(context, input, onlyOf(brand));
  const { columns, pages } = EXPORTED[what];
  const rows = pages({ context, brand, filter, input });
  const first = await rows.next();
  const write = format === 'csv' ? csvOf(columns) : jsonl;
  return {
    type: FORMATS[format],
    name: fileName(brand, what, format),
    portions: written(first.done ? [] : first.value, rows, write),
  };
}

type Writer = { head: string; line: (row: Exported) => string };

async function* written(
  first: readonly Exported[],
  rest: AsyncGenerator<readonly Exported[]>,
  { head, line }: Writer,
): AsyncGenerator<string> {
  yield head + first.map(line).join('');
  for await (const page of rest) yield page.map(line).join('');
}

const jsonl: Writer = { head: '', line: (row) => `${JSON.stringify(row)}\n` };

function csvOf(columns: readonly string[]): Writer {
  return { head: csvLine(columns), line: (row) => csvLine(columns.map((column) => cellOf(row[column]))) };
}

/** Lists as JSON, which an import reads again. */
function cellOf(value: unknown): Cell {
  if (typeof value !== 'object' || value === null) return value as Cell;
  return Array.isArray(value) && value.length === 0 ? '' : JSON.stringify(value);
}

/** `acme-answers.jsonl`; a name without Latin letters goes by its id. */
function fileName({ id, name }: Brand, what: What, format: keyof typeof FORMATS): string {
  // In capitals first: `ß` has no mark to drop, but is `SS`.
  const plain = name.toUpperCase().normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  const slug = plain.replace(/[^a-z0-9]+/g, '-').replace(/^-+|-+$/g, '');
  return `${slug.slice(0, 60) || `brand-${id}`}-${what}.${format}`;
}
