// Tables as CSV files that are safe to open in a spreadsheet.

export type Cell = string | number | boolean | null | undefined;

/** A cell that a spreadsheet would run as a formula gets an apostrophe in front. Numbers are only numbers. */
function harmless(cell: Cell): string {
  if (cell === null || cell === undefined) return '';
  const text = String(cell);
  return typeof cell === 'string' && /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
}

function quoted(cell: Cell): string {
  const text = harmless(cell);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Rows of cells as CSV by RFC 4180: quoted where needed, lines ended by CRLF. */
export function toCsv(rows: readonly (readonly Cell[])[]): string {
  return rows.map((row) => `${row.map(quoted).join(',')}\r\n`).join('');
}
