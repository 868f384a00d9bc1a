// Folding: what a reader would call the same letters becomes the same characters.
// `text` is what is shown (NFKC, unified punctuation); `folded` has the same length and is what gets matched.

export type Fold = { text: string; folded: string };

// Invisible characters, marks of ownership, and superscript digits, which are citation marks more often than not.
const DROPPED =
  /[\u093c\u00ad\u0640\u064b-\u0652\u0670\u180e\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff\u00ae\u2122\u2120\u00a9\u00b9\u00b2\u00b3\u2070-\u2079]|[\u200b-\u200f]|[\ufe00-\ufe0f]/u;
/** Variants of emojis, and the Arabic signs of vowels that hardly any text has. */
const HIDDEN = /[\ufe0e\ufe0f\u064b-\u0652\u0670]|\u200d/gu;
/** Hindi writes loanwords with or without this dot. */
const NUKTA = /\u093c/gu;
const SPACE = /[\s\u00a0\u2000-\u200a\u202f\u205f\u3000]/u;
const STRIPPABLE = /[\p{Script=Latin}\p{Script=Greek}\p{Script=Arabic}\p{Script=Hebrew}]/u;
const MARK = /\p{M}/u;

const UNIFIED: Record<string, string> = {
  '\u2018': "'",
  '\u2019': "'",
  '\u02bc': "'",
  '\u2032': "'",
  '\u00b4': "'",
  '`': "'",
  '\uff07': "'",
  '\u201c': '"',
  '\u201d': '"',
  '\u201e': '"',
  '\u201f': '"',
  '\u00ab': '"',
  '\u00bb': '"',
  '\u2010': '-',
  '\u2011': '-',
  '\u2212': '-',
  '\ufe63': '-',
  '\uff0d': '-',
};
const LETTERS: Record<string, string> = {
  ß: 'ss',
  ẞ: 'ss',
  æ: 'ae',
  Æ: 'ae',
  œ: 'oe',
  Œ: 'oe',
  ø: 'o',
  Ø: 'o',
  đ: 'd',
  Đ: 'd',
  ð: 'd',
  ł: 'l',
  Ł: 'l',
  ı: 'i',
  İ: 'i',
  þ: 'th',
  ё: 'е',
  Ё: 'е',
  ى: 'ي',
  ة: 'ه',
  '\u2013': '-',
  '\u2014': '-',
  ς: 'σ',
};

const cache = new Map<string, Fold>();

const PLAIN = /^[\w &+.,-]*$/;
const units: (Fold | undefined)[] = [];

function foldUnit(code: number): Fold {
  const known = units[code];
  if (known) return known;
  const made = makeFold(String.fromCharCode(code));
  units[code] = made;
  return made;
}

const UNKNOWN = 0;
const YES = 1;
const NO = 2;
const plain = new Uint8Array(0x10000);

/** Whether a unit is shown as it is and folds to its lower case, whatever stands beside it. */
export function isPlain(code: number): boolean {
  if (plain[code] === UNKNOWN) plain[code] = findPlain(code) ? YES : NO;
  return plain[code] === YES;
}

const SIGMA = 0x3a3;

function findPlain(code: number): boolean {
  if (code < 0x80) return code >= 0x20 && code !== 0x7f;
  if ((code >= 0xd800 && code <= 0xdfff) || code === SIGMA || isJoiner(code)) return false;
  const unit = String.fromCharCode(code);
  const { text, folded } = foldUnit(code);
  return text === unit && folded.length === 1 && folded === unit.toLowerCase();
}

/** Folds one character with the marks that follow it. `text` and `folded` come out equally long. */
export function foldCluster(cluster: string): Fold {
  const known = cache.get(cluster);
  if (known) return known;
  const made = makeFold(cluster);
  if (cluster.length <= 4 && cache.size < 20_000) cache.set(cluster, made);
  return made;
}

function makeFold(cluster: string): Fold {
  const point = cluster.codePointAt(0) ?? 0;
  if (point >= EMOJI && cluster.length === 2 && cluster === cluster.normalize('NFKC'))
    return { text: cluster, folded: cluster };
  const first = String.fromCodePoint(point);
  if (DROPPED.test(first)) return { text: '', folded: '' };
  if (first === '\n') return { text: first, folded: first };
  if (SPACE.test(first)) return { text: ' ', folded: ' ' };
  // Circled digits stay themselves, so that a rank is not glued to a name.
  if (/[\u2460-\u2473\u2776-\u277f]/u.test(first)) return { text: first, folded: first };
  const text = UNIFIED[first] ?? compose(cluster.replace(HIDDEN, ''));
  return equalLength(text, foldText(text));
}

/** One character that stands for a whole phrase (two Arabic ones do) stays one. */
function compose(cluster: string): string {
  const composed = cluster.normalize('NFKC').replace(NUKTA, '');
  return composed.length > cluster.length + LONGEST_FORM ? cluster : composed;
}

const LONGEST_FORM = 6;

/** From here on no script has cases, and what is no compatibility form stays itself. */
const EMOJI = 0x1f000;

function foldText(text: string): string {
  let out = '';
  for (const letter of text) out += LETTERS[letter] ?? foldLetter(letter);
  return out;
}

function foldLetter(letter: string): string {
  const lower = letter.toLowerCase();
  if (lower < '\u0080') return lower;
  if (!STRIPPABLE.test(letter) && !MARK.test(letter)) return lower;
  const bare = STRIPPABLE.test(letter) ? lower.normalize('NFD').replace(/\p{M}/gu, '') : lower;
  return LETTERS[bare] ?? bare;
}

function equalLength(text: string, folded: string): Fold {
  if (text.length === folded.length) return { text, folded };
  if (text.length < folded.length) {
    const upper = text !== text.toLowerCase();
    const wide = upper ? folded.charAt(0).toUpperCase() + folded.slice(1) : folded;
    return { text: wide, folded };
  }
  return { text: folded, folded };
}

/** Splits text into clusters and folds each; `each` gets the fold and the offsets it came from. */
export function foldEach(
  source: string,
  from: number,
  to: number,
  each: (fold: Fold, from: number, to: number) => void,
): void {
  let at = from;
  while (at < to) {
    const end = clusterEnd(source, at, to);
    each(end === at + 1 ? foldUnit(source.charCodeAt(at)) : foldCluster(source.slice(at, end)), at, end);
    at = end;
  }
}

function clusterEnd(source: string, at: number, to: number): number {
  let end = at + ((source.codePointAt(at) ?? 0) > 0xffff ? 2 : 1);
  while (end < to && isJoiner(source.charCodeAt(end))) end++;
  return Math.min(end, to);
}

/** Combining accents, kana voice marks, vowels of Korean syllables and variation selectors belong to what is before. */
export function isJoiner(code: number): boolean {
  if (code < 0x300) return false;
  return (
    code <= 0x36f ||
    (code >= 0x3099 && code <= 0x309a) ||
    code === 0xff9e ||
    code === 0xff9f ||
    code === 0xfe0f ||
    code === 0xfe0e ||
    (code >= 0x64b && code <= 0x65f) ||
    // Vowels and finals of Korean syllables in pieces.
    (code >= 0x1160 && code <= 0x11ff)
  );
}

/** The folded form of a whole string. */
export function fold(source: string): string {
  if (PLAIN.test(source)) return source.toLowerCase();
  let out = '';
  foldEach(source, 0, source.length, (piece) => {
    out += piece.folded;
  });
  return out;
}

const wordCodes = new Uint8Array(0x10000);
const letterCodes = new Uint8Array(0x10000);
for (let code = 0; code < 0x10000; code++) {
  const unit = String.fromCharCode(code);
  if (/[\p{L}\p{N}\p{M}]/u.test(unit)) wordCodes[code] = 1;
  if (/\p{L}/u.test(unit)) letterCodes[code] = 1;
}
// Circled digits and enclosing keycaps number things; they are no part of a name.
for (let code = 0x2460; code <= 0x24ff; code++) wordCodes[code] = 0;
for (let code = 0x2776; code <= 0x2793; code++) wordCodes[code] = 0;
wordCodes[0x20e3] = 0;

/** Letters and digits of any script: what a name is made of. */
export const isWordCode = (code: number): boolean => wordCodes[code] === 1;

/** Letters of any script in one UTF-16 unit. */
export const isLetterCode = (code: number): boolean => letterCodes[code] === 1;
