// What the stand-ins of OpenAI and xAI share: the way in, identifiers, and marks of citations in a text.
import { createHash } from 'node:crypto';
import type { Received, Reply, Script } from './vendor.ts';

export type Page = Script['cited'][number];
export type Json = Record<string, unknown>;

/** Where a mark stands in the text, in characters; `end` is the place behind it. */
export type Mark = { page: Page; start: number; end: number };

type Marking = { text: string; cited: readonly Page[]; markOf: (page: Page, number: number) => string };

/** The body of a request to `/v1/responses`; throws on what both vendors refuse. */
export function asked({ method, path, headers, body }: Received): unknown {
  if (method !== 'POST' || path !== '/v1/responses') throw new Error(`not found: ${method} ${path}`);
  if (!/^Bearer \S+$/.test(headers.authorization ?? ''))
    throw new Error('missing bearer authentication in header');
  if (!headers['content-type']?.startsWith('application/json'))
    throw new Error(`content-type must be application/json, not ${headers['content-type']}`);
  return body;
}

/**
 * Puts a mark for each page at the end of a line, one line after the other; the last line takes those that are
 * left over. Headings, tables and rules take none.
 */
export function marked({ text, cited, markOf }: Marking): { text: string; marks: Mark[] } {
  const lines = text.split('\n');
  const places = lines
    .keys()
    .filter((at) => takesMark(lines[at] ?? ''))
    .toArray();
  const last = places.at(-1) ?? lines.length - 1;
  const marks: Mark[] = [];
  let out = '';
  for (const [at, line] of lines.entries()) {
    out += at === 0 ? line : `\n${line}`;
    for (const [index, page] of cited.entries()) {
      if ((places[index] ?? last) !== at) continue;
      const mark = markOf(page, index + 1);
      const start = lengthOf(out) + lengthOf(mark) - lengthOf(mark.trimStart());
      out += mark;
      marks.push({ page, start, end: lengthOf(out) });
    }
  }
  return { text: out, marks };
}

function takesMark(line: string): boolean {
  return line.trim() !== '' && !/^\s*(?:#|\||```|---)/.test(line);
}

/** Both vendors count whole characters, not UTF-16 halves. */
function lengthOf(text: string): number {
  return [...text].length;
}

/** Looks random and is the same for the same text. */
export function token(text: string, length: number): string {
  return createHash('sha512').update(text).digest('hex').slice(0, length);
}

/** A request identifier in the form of a UUID. */
export function uuidOf(text: string): string {
  return token(text, 32).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

export function sent(body: Json): Reply {
  return { status: 200, headers: { 'x-request-id': uuidOf(String(body.id)) }, body: JSON.stringify(body) };
}
