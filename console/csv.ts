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

/** Offers a text to the browser as a file. */
export function download(name: string, text: string, type = 'text/csv'): void {
  // Spreadsheets read UTF-8 only when it begins with this mark.
  const mark = type === 'text/csv' ? '\uFEFF' : '';
  const url = URL.createObjectURL(new Blob([mark, text], { type: `${type};charset=utf-8` }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 1000);
}
