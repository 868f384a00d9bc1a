// The words around a name in an answer, as plain text on one line.
import { plain } from '../../parts/plain.ts';

export type Quote = { before: string; name: string; after: string };

const AROUND = 110;
// Stands for the ends of the name while Markdown is taken away; no text of an answer has it.
const MARK = '\uE000';
/** What is left of the borders of a table's cells. */
const BORDERS = /^[\s·]+$|(?:\s·)+\s*$/;

/** What stands around the span in its line of the Markdown, shortened at words. */
export function quoteOf(markdown: string, [start, end]: readonly [number, number]): Quote {
  const from = markdown.lastIndexOf('\n', start - 1) + 1;
  const next = markdown.indexOf('\n', end);
  const to = next < 0 ? markdown.length : next;
  const line = [markdown.slice(from, start), markdown.slice(start, end), markdown.slice(end, to)];
  const [before = '', name = '', after = ''] = plain(line.join(MARK)).split(MARK);
  return { before: lastWords(before), name, after: firstWords(after.replace(BORDERS, '')) };
}

function firstWords(text: string): string {
  if (text.length <= AROUND) return text;
  const cut = text.lastIndexOf(' ', AROUND);
  return `${text.slice(0, cut > 0 ? cut : AROUND)} …`;
}

function lastWords(text: string): string {
  if (text.length <= AROUND) return text;
  const at = text.length - AROUND;
  const cut = text.indexOf(' ', at);
  return `… ${text.slice(cut < 0 || cut === text.length - 1 ? at : cut + 1)}`;
}
