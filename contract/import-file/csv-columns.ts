// The columns of an import file and what their text stands for.

/** Fields of a recorded answer that every row needs. */
export const NEEDED = ['prompt', 'agent', 'answered_at', 'answer'] as const;
/** All fields of a recorded answer. */
export const FIELDS = [...NEEDED, 'id', 'citations', 'model', 'searches'] as const;
export type Field = (typeof FIELDS)[number];

/** What each column holds, in the order of the file; null where it is left out. */
export type Columns = readonly (Field | null)[];

/** A header row that no answer can be read by. */
export class WrongHeader extends Error {
  override readonly name = 'WrongHeader';
}

const isField = (name: string): name is Field => FIELDS.some((field) => field === name);
const plainName = (name: string) => name.trim().toLowerCase();

/** Columns that are named like fields. Throws when a needed one is missing, or one is there twice. */
export function columnsByName(header: readonly string[]): Columns {
  const columns = header.map(plainName).map((name) => (isField(name) ? name : null));
  const missing = NEEDED.filter((name) => !columns.includes(name));
  if (missing.length > 0)
    throw new WrongHeader(
      `the CSV file needs a header row with ${NEEDED.join(', ')} (optional: id, citations, model, searches); ${missing.join(', ')} is missing`,
    );
  const twice = columns.find((name, at) => name !== null && columns.indexOf(name) !== at);
  if (twice) throw new WrongHeader(`the CSV file has two columns named ${twice}`);
  return columns;
}

/** What other tools call the fields. */
const OTHER_NAMES: Record<Field, readonly string[]> = {
  prompt: ['question', 'query', 'input', 'keyword', 'prompttext', 'userprompt'],
  agent: ['aiagent', 'aitool', 'tool', 'platform', 'engine', 'provider', 'assistant', 'ai', 'llm', 'chatbot'],
  answered_at: ['date', 'time', 'timestamp', 'datetime', 'createdat', 'created', 'askedat', 'runat', 'day'],
  answer: ['response', 'output', 'completion', 'reply', 'text', 'content', 'answertext', 'responsetext'],
  id: ['answerid', 'responseid', 'uuid', 'key', 'externalid'],
  citations: ['sources', 'urls', 'links', 'references', 'citedurls', 'citation'],
  model: ['modelname', 'modelid', 'version', 'llmmodel'],
  searches: ['searchqueries', 'websearches', 'webqueries', 'fanout', 'searchterms'],
};

/** The columns that a person probably means: by the fields' names first, then by what other tools call them. */
export function guessColumns(header: readonly string[]): Columns {
  const names = header.map((name) => plainName(name).replace(/[^\p{L}\p{N}]/gu, ''));
  const columns: (Field | null)[] = header.map(() => null);
  for (const field of FIELDS) {
    const wanted = [field.replace('_', ''), ...OTHER_NAMES[field]];
    const found = wanted.map((name) => names.indexOf(name)).find((at) => at >= 0 && columns[at] === null);
    if (found !== undefined) columns[found] = field;
  }
  return columns;
}

/** The recorded answer of a row, or why it is none. An empty field is one that is not given. */
export function recordedOf(fields: readonly string[], columns: Columns): Record<string, unknown> | string {
  const value: Record<string, unknown> = {};
  for (const [at, name] of columns.entries()) {
    const field = fields[at] ?? '';
    if (field.trim() === '' || name === null) continue;
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
