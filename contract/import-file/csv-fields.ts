// One CSV record and its fields, by RFC 4180.

const DELIMITERS = [',', ';', '\t'];

type Field = { text: string; end: number };

/** The fields of a whole record, or why it is none. */
export function fieldsOf(record: string, delimiter: string): string[] | string {
  const fields: string[] = [];
  for (let at = 0; ; ) {
    const field = record[at] === '"' ? quoted(record, at) : plain(record, at, delimiter);
    if (typeof field === 'string') return field;
    fields.push(field.text);
    if (field.end === record.length) return fields;
    if (record[field.end] !== delimiter) return 'a quote is not closed, or closed in the middle of a field';
    at = field.end + 1;
  }
}

/** Of comma, semicolon and tab the one that cuts a header into most columns. */
export function delimiterOf(header: string): string {
  const columns = (delimiter: string) => [fieldsOf(header, delimiter)].flat().length;
  return DELIMITERS.reduce((best, one) => (columns(one) > columns(best) ? one : best));
}

function quoted(record: string, at: number): Field | string {
  let end = record.indexOf('"', at + 1);
  // A doubled quote stands for one.
  while (end >= 0 && record[end + 1] === '"') end = record.indexOf('"', end + 2);
  if (end < 0) return 'a quote is opened and never closed';
  return { text: record.slice(at + 1, end).replaceAll('""', '"'), end: end + 1 };
}

function plain(record: string, at: number, delimiter: string): Field | string {
  const found = record.indexOf(delimiter, at);
  const end = found < 0 ? record.length : found;
  const text = record.slice(at, end);
  return text.includes('"') ? 'a quote stands inside a field that is not quoted' : { text, end };
}
