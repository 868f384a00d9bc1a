// The columns of an import file and what their text stands for.
import { WrongUsage } from '../terminal.ts';

const NEEDED = ['prompt', 'agent', 'answered_at', 'answer'];
const KNOWN = [...NEEDED, 'id', 'citations', 'model', 'searches'];
const DELIMITERS = [',', ';', '\t'];

export type Columns = { names: string[]; unknown: string[]; delimiter: string[] };

/** Reads the header row. Throws when a needed column is missing: nothing was imported yet. */
export function findColumns(header: readonly string[], text = ''): Columns {
  const names = header.map((name) => name.trim().toLowerCase());
  const missing = NEEDED.filter((name) => !names.includes(name));
  if (missing.length > 0)
    throw new WrongUsage(
      `the CSV file needs a header row with ${NEEDED.join(', ')} (optional: id, citations, model, searches); ${missing.join(', ')} is missing`,
    );
  const twice = names.find((name, at) => KNOWN.includes(name) && names.indexOf(name) !== at);
  if (twice) throw new WrongUsage(`the CSV file has two columns named ${twice}`);
  return {
    names,
    unknown: names.filter((name) => !KNOWN.includes(name)),
    // The one that separates the header's columns separates all others.
    delimiter: DELIMITERS.filter((one) => text.includes(one)).slice(0, 1),
  };
}

/** The recorded answer of a row, or why it is none. An empty field is one that is not given. */
export function recordedOf(fields: readonly string[], { names }: Columns): Record<string, unknown> | string {
  const value: Record<string, unknown> = {};
  for (const [at, name] of names.entries()) {
    const field = fields[at] ?? '';
    if (field.trim() === '' || !KNOWN.includes(name)) continue;
    const read = name === 'citations' ? citations(field) : name === 'searches' ? searches(field) : field;
    if (read === null) return `${name} looks like JSON and is not valid`;
    value[name] = read;
  }
  return value;
}

/** JSON, or URLs with white space between them. */
function citations(text: string): unknown {
  if (/^\s*[[{]/.test(text)) return json(text);
  return text.split(/\s+/).flatMap((url) => (url === '' ? [] : [{ url }]));
}

/** A JSON array, or texts with line breaks or `|` between them. */
function searches(text: string): unknown {
  if (/^\s*\[/.test(text)) return json(text);
  return text.split(/[\n|]/).flatMap((search) => search.trim() || []);
}

function json(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
