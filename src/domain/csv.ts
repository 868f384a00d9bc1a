// Tables as CSV by RFC 4180, safe to open in a spreadsheet.

export type Cell = string | number | boolean | null | undefined;

/** A row with its line end. */
export function csvLine(cells: readonly Cell[]): string {
  return `${cells.map(field).join(',')}\r\n`;
}

function field(cell: Cell): string {
  if (cell === null || cell === undefined) return '';
  const text = typeof cell === 'string' ? harmless(cell) : String(cell);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** A text that a spreadsheet would run as a formula gets an apostrophe in front. */
function harmless(text: string): string {
  return /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
}
