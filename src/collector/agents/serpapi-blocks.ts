// SerpApi's `text_blocks` as Markdown. Blocks are read by what they hold rather than by their type, so that the
// text of a type that is not known yet is kept.
import { type JsonObject, listOf, numberOf, objectsOf, textOf, textsOf } from './json.ts';

/** A nested list of lists is an attack or an accident. */
const DEEPEST = 8;

/** The Markdown of a list of blocks. */
export function blocksAsMarkdown(blocks: unknown, depth = 0): string {
  if (depth > DEEPEST) return '';
  return joined(objectsOf(blocks).map((block) => blockAsMarkdown(block, depth)));
}

/** All blocks and list items in the order of the text: whatever may name its references. */
export function partsOf(blocks: unknown, depth = 0): JsonObject[] {
  if (depth > DEEPEST) return [];
  return objectsOf(blocks).flatMap((block) => [
    block,
    ...partsOf(block.list, depth + 1),
    ...partsOf(block.text_blocks, depth + 1),
  ]);
}

function blockAsMarkdown(block: JsonObject, depth: number): string {
  const said = textOf(block.snippet).trim();
  return joined([
    titleOf(block),
    said !== '' && block.type === 'heading' ? heading(said, numberOf(block.level) ?? 3) : said,
    listAsMarkdown(block.list, block.type === 'ordered_list', depth),
    tableAsMarkdown(rowsOf(block)),
    codeAsMarkdown(block),
    blocksAsMarkdown(block.text_blocks, depth + 1),
  ]);
}

// Sections that fold away have titles.
function titleOf(block: JsonObject): string {
  const title = textOf(block.title).trim();
  return title === '' ? '' : heading(title, 3);
}

function heading(text: string, level: number): string {
  const marks = Math.min(6, Math.max(1, Math.round(level)));
  return `${'#'.repeat(marks)} ${text}`;
}

function listAsMarkdown(list: unknown, isOrdered: boolean, depth: number): string {
  if (depth > DEEPEST) return '';
  const items = objectsOf(list).map((item, place) => {
    const mark = isOrdered ? `${place + 1}.` : '-';
    const inner = listAsMarkdown(item.list, false, depth + 1);
    const said = [itemText(item), inner].filter((part) => part !== '').join('\n');
    return said === '' ? '' : `${mark} ${said.replaceAll('\n', `\n${' '.repeat(mark.length + 1)}`)}`;
  });
  return items.filter((item) => item !== '').join('\n');
}

function itemText(item: JsonObject): string {
  const title = textOf(item.title).trim();
  const said = textOf(item.snippet).trim();
  return [title === '' ? '' : `**${title}**`, said].filter((part) => part !== '').join(' ');
}

// Google's tables begin with the row of headers, Copilot's name it apart; comparisons are tables of products.
function rowsOf(block: JsonObject): string[][] {
  const rows = listOf(block.table).map((row) => listOf(row).map(cell));
  const headers = textsOf(block.headers);
  const compared = objectsOf(block.comparison).map(({ feature, values }) =>
    [feature, ...listOf(values)].map(cell),
  );
  if (compared.length > 0) return [['', ...listOf(block.product_labels).map(cell)], ...compared];
  return headers.length > 0 ? [headers.map(cell), ...rows] : rows;
}

function cell(value: unknown): string {
  const text = typeof value === 'number' ? String(value) : textOf(value);
  return text.replace(/\s+/g, ' ').replaceAll('|', '\\|').trim();
}

function tableAsMarkdown(rows: string[][]): string {
  const [head] = rows.filter((row) => row.length > 0);
  if (!head) return '';
  const lines = rows.filter((row) => row.length > 0).map((row) => `| ${row.join(' | ')} |`);
  return [lines[0], `|${' --- |'.repeat(head.length)}`, ...lines.slice(1)].join('\n');
}

function codeAsMarkdown({ code, language }: JsonObject): string {
  const text = textOf(code).trimEnd();
  const fence = '`'.repeat(Math.max(3, ...[...text.matchAll(/`+/g)].map(([marks]) => marks.length + 1)));
  return text === '' ? '' : `${fence}${textOf(language)}\n${text}\n${fence}`;
}

function joined(parts: string[]): string {
  return parts.filter((part) => part !== '').join('\n\n');
}
