/** Offers a text, or what holds one, to the browser as a file. */
export function download(name: string, text: string | Blob, type = 'text/csv'): void {
  // Spreadsheets read UTF-8 only when it begins with this mark.
  const mark = type === 'text/csv' ? '\uFEFF' : '';
  const url = URL.createObjectURL(new Blob([mark, text], { type: `${type};charset=utf-8` }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 1000);
}
