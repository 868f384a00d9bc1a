// The Markdown parser as it is used here: tables, strikethrough and tasks, with plain text passed over in one step.
import { type InlineContext, parser, Strikethrough, Table, TaskList } from '@lezer/markdown';

const MARKS = new Uint8Array(128);
for (const mark of '\\&`<*_![]~') MARKS[mark.charCodeAt(0)] = 1;
const SPACE = 32;
const LINE_END = 10;

/** Asked first at each place; else the parser asks eleven others about every single letter. */
function passPlain(cx: InlineContext, _next: number, pos: number): number {
  const { text, offset } = cx;
  const end = plainEnd(text, pos - offset) + offset;
  return end > pos ? end : -1;
}

/** Where the next mark stands, or the spaces of a hard line break. */
function plainEnd(text: string, from: number): number {
  let at = from;
  while (at < text.length) {
    const code = text.charCodeAt(at);
    if (code < 128 && MARKS[code] === 1) break;
    if (code === SPACE) {
      const end = spaceEnd(text, at);
      if (end > at + 1 && text.charCodeAt(end) === LINE_END) break;
      at = end;
    } else at++;
  }
  return at;
}

function spaceEnd(text: string, from: number): number {
  let at = from;
  while (text.charCodeAt(at) === SPACE) at++;
  return at;
}

export const markdown = parser.configure([
  Table,
  Strikethrough,
  TaskList,
  { parseInline: [{ name: 'Plain', parse: passPlain, before: 'Escape' }] },
]);
