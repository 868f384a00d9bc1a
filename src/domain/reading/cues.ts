// Whether a pattern can match a line at all: one that needs words which are not there is not tried.

/** Parts of words of which every match has one; a space stands for the edge of a word. */
type Needs = readonly string[];
type Cue = { piece: string; bit: number };
/** Bits of patterns by how the pieces begin that they need, and of those that need nothing certain. */
export type Cues = { pieces: ReadonlyMap<number, readonly Cue[]>; always: number };

/** Each pattern has the bit of its place in the list. */
export function indexCues(patterns: readonly (RegExp | null)[]): Cues {
  const pieces = new Map<number, Cue[]>();
  let always = 0;
  patterns.forEach((pattern, place) => {
    const needs = pattern ? needsOf(pattern.source) : [];
    if (!needs) always |= 1 << place;
    for (const piece of needs ?? []) {
      const key = piece.length > 1 ? keyOf(piece.charCodeAt(0), piece.charCodeAt(1)) : piece.charCodeAt(0);
      const list = pieces.get(key) ?? [];
      list.push({ piece, bit: 1 << place });
      pieces.set(key, list);
    }
  });
  return { pieces, always };
}

const keyOf = (first: number, second: number): number => first + 0x10000 * second;

/** The bits of the patterns that a word may serve. */
export function cuesIn({ pieces, always }: Cues, word: string): number {
  const text = ` ${word} `;
  let bits = always;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    for (const { bit } of pieces.get(code) ?? NONE) bits |= bit;
    for (const { piece, bit } of pieces.get(keyOf(code, text.charCodeAt(i + 1))) ?? NONE)
      if ((bits & bit) === 0 && text.startsWith(piece, i)) bits |= bit;
  }
  return bits;
}

const NONE: readonly Cue[] = [];

/** What a pattern needs; null when that is not known. Lines have their words in small letters, and names as `E`. */
export function needsOf(source: string): Needs | null {
  const parts = source.match(PART) ?? [];
  const at = { next: 0 };
  const needs = needsOfChoices(parts, at);
  return at.next === parts.length ? needs : null;
}

/** Escapes, classes, openings of groups, numbers of times, and single letters. */
const PART =
  /\\u\{\w+\}|\\u\w{4}|\\x\w\w|\\[pP]\{\w+\}|\\.|\[(?:\\.|[^\]\\])*\]|\((?:\?(?:<?[!=]|:|<\w+>))?|\{\d+(?:,\d*)?\}|./gsu;

function needsOfChoices(parts: readonly string[], at: { next: number }): Needs | null {
  const found: (Needs | null)[] = [];
  do found.push(needsOfRow(parts, at));
  while (parts[at.next] === '|' && at.next++ >= 0);
  return found.some((needs) => needs === null) ? null : found.flatMap((needs) => needs ?? []);
}

/** What stands in a row is all needed: the longest says most. */
function needsOfRow(parts: readonly string[], at: { next: number }): Needs | null {
  let best: Needs | null = null;
  let run = '';
  const take = (needs: Needs | null): void => {
    if (needs && worthOf(needs) > worthOf(best)) best = needs;
  };
  while (at.next < parts.length && parts[at.next] !== '|' && parts[at.next] !== ')') {
    const part = parts[at.next++] ?? '';
    const inner = part.startsWith('(') ? needsOfGroup(part, parts, at) : null;
    const times = timesAt(parts, at);
    const letter = times === null || times > 0 ? letterOf(part) : '';
    if (letter !== '') run += letter;
    if (letter !== '' && times === null) continue;
    take(pieceOf(run));
    run = '';
    if (times !== 0) take(inner);
  }
  take(pieceOf(run));
  return best;
}

function needsOfGroup(opening: string, parts: readonly string[], at: { next: number }): Needs | null {
  const needs = needsOfChoices(parts, at);
  at.next++;
  return /[!=]$/.test(opening) ? null : needs;
}

/** How often a part stands at least; null when nothing says so. */
function timesAt(parts: readonly string[], at: { next: number }): number | null {
  const part = parts[at.next] ?? '';
  const times = part === '?' || part === '*' ? 0 : part === '+' ? 1 : /^\{(\d+)/.exec(part)?.[1];
  if (times === undefined) return null;
  at.next++;
  if (parts[at.next] === '?') at.next++;
  return Number(times);
}

/** The letter that a part is; nothing for what may be several. */
function letterOf(part: string): string {
  if (/^\\[^\p{L}\p{N}]$/u.test(part)) return part.slice(1);
  return part.length > 2 || /^[\\[(.^$]/.test(part) ? '' : part;
}

/** The word of a run of letters that says most, rather the last; names are in most lines. */
function pieceOf(run: string): Needs | null {
  const pieces = run.match(/ ?[^ ]+ ?/g)?.filter((piece) => !piece.includes('E')) ?? [];
  const rarest = pieces.sort((a, b) => rarityOf(a) - rarityOf(b)).at(-1);
  return rarest === undefined ? null : [rarest];
}

/** Words that most sentences have say little, however long they are. */
const FREQUENT = new Set(
  'with from that this their your you for and the are of to is in on it as at by or an a be do der die das den dem und ein eine fur mit von bei zu auf ist nicht les des est pour avec dans une un de la le los las del para con por una que en el'.split(
    ' ',
  ),
);

const rarityOf = (piece: string): number => piece.length * (FREQUENT.has(piece.trim()) ? 0.1 : 1);

const worthOf = (needs: Needs | null): number =>
  needs && needs.length > 0 ? Math.min(...needs.map(rarityOf)) : 0;

/** All matches of a global pattern; unlike `matchAll`, no copy of the pattern is made. */
export function matchesOf(pattern: RegExp, line: string): RegExpExecArray[] {
  const out: RegExpExecArray[] = [];
  pattern.lastIndex = 0;
  for (let match = pattern.exec(line); match; match = pattern.exec(line)) {
    out.push(match);
    if (match[0] === '') pattern.lastIndex++;
  }
  return out;
}
