// The little HTML that answers carry: character entities and tags.

const NAMED: Record<string, string> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  shy: '',
  ndash: '–',
  mdash: '—',
  hellip: '…',
  lsquo: '‘',
  rsquo: '’',
  ldquo: '“',
  rdquo: '”',
  laquo: '«',
  raquo: '»',
  bull: '•',
  middot: '·',
  trade: '™',
  reg: '®',
  copy: '©',
  euro: '€',
  pound: '£',
  yen: '¥',
  cent: '¢',
  deg: '°',
  times: '×',
  rarr: '→',
  larr: '←',
  check: '✓',
  star: '☆',
  zwnj: '',
  zwj: '',
  ensp: ' ',
  emsp: ' ',
  thinsp: ' ',
  sup2: '²',
  frac12: '½',
  szlig: 'ß',
  aelig: 'æ',
  AElig: 'Æ',
  oslash: 'ø',
  Oslash: 'Ø',
  ccedil: 'ç',
  Ccedil: 'Ç',
  ntilde: 'ñ',
  Ntilde: 'Ñ',
  iquest: '¿',
  iexcl: '¡',
  sect: '§',
  para: '¶',
  plusmn: '±',
  num: '#',
  colon: ':',
  comma: ',',
  period: '.',
  excl: '!',
};
const ACCENTS: Record<string, string> = {
  acute: '\u0301',
  grave: '\u0300',
  circ: '\u0302',
  uml: '\u0308',
  tilde: '\u0303',
  ring: '\u030a',
  caron: '\u030c',
};

/** The character of `&name;`, `&#38;` or `&#x26;`; the source itself when it means nothing. */
export function decodeEntity(source: string): string {
  const body = source.slice(1, -1);
  if (body.startsWith('#')) return numeric(body.slice(1)) ?? source;
  const named = NAMED[body];
  if (named !== undefined) return named;
  const accent = /^([A-Za-z])(acute|grave|circ|uml|tilde|ring|caron)$/.exec(body);
  if (!accent) return source;
  return `${accent[1]}${ACCENTS[accent[2] ?? ''] ?? ''}`.normalize('NFC');
}

function numeric(digits: string): string | null {
  const code = /^x/i.test(digits) ? Number.parseInt(digits.slice(1), 16) : Number.parseInt(digits, 10);
  if (!Number.isInteger(code) || code <= 0 || code > 0x10ffff) return null;
  if (code >= 0xd800 && code <= 0xdfff) return null;
  return String.fromCodePoint(code);
}

export type Tag = { name: string; closing: boolean; href: string };

/** Reads `<a href="...">` into its name and link. */
export function readTag(source: string): Tag {
  const head = /^<(\/?)([a-zA-Z][a-zA-Z0-9-]*)/.exec(source);
  const href = source.length < 4000 ? /\shref\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>]+))/i.exec(source) : null;
  return {
    name: (head?.[2] ?? '').toLowerCase(),
    closing: head?.[1] === '/',
    href: href?.[1] ?? href?.[2] ?? href?.[3] ?? '',
  };
}

const BREAKING = new Set([
  'br',
  'p',
  'div',
  'li',
  'ul',
  'ol',
  'tr',
  'td',
  'th',
  'table',
  'h1',
  'h2',
  'h3',
  'h4',
  'h5',
  'h6',
  'section',
  'details',
  'summary',
  'blockquote',
  'hr',
]);

/** Whether a tag starts a new line for the reader. */
export const breaksLine = (tag: string): boolean => BREAKING.has(tag);
/** Whether a tag makes its content stand out. */
export const isBoldTag = (tag: string): boolean => tag === 'b' || tag === 'strong';
