// Sentences and their tokens, with every named entity as one token.
import { EDGE } from './canvas.ts';
import { matchesOf } from './cues.ts';
import { isWordCode } from './fold.ts';
import type { Lexicon, Sense } from './lexicon.ts';
import { type Mark, matchPhrase, mayGoOn, type Phrase, type Said, startingWith } from './phrases.ts';
import type { Named } from './position.ts';
import { isUnspaced, scriptOf } from './script.ts';
import type { Range, Visible } from './structure.ts';

export type Token = {
  word: string;
  /** Where it stands in the visible text. */
  start: number;
  end: number;
  sense: Sense;
  /** Index into the named places, or -1. */
  named: number;
  /** The phrase that begins here, once it was looked for. */
  said?: Said;
};
/** Whether a token is one of these (bits of `IS`). */
export const is = (token: Token | undefined, traits: number): boolean =>
  token !== undefined && (token.sense.is & traits) !== 0;

/** The longest phrase that begins at a token. */
export function phraseAt(tokens: readonly Token[], at: number): Said | null {
  const token = tokens[at];
  if (!token || token.sense.phrases.length === 0) return null;
  token.said ??= longest(tokens, at, token);
  return token.said.length > 0 ? token.said : null;
}

const UNSAID_HERE: Said = { length: 0, value: 0 };
const NO_WORD: Mark = { word: 0, again: 0, stem: 0 };

function longest(tokens: readonly Token[], at: number, first: Token): Said {
  const after = tokens[at + 2]?.sense.mark ?? NO_WORD;
  let said = UNSAID_HERE;
  for (const phrase of phrasesWith(first, tokens[at + 1] ?? END)) {
    if (!mayGoOn(phrase, after)) continue;
    const length = matchPhrase(phrase, tokens, at);
    if (length > said.length) said = { length, value: phrase.value };
  }
  return said;
}

type Spoken = Pick<Token, 'named' | 'sense'>;
const END: Spoken = {
  named: 0,
  sense: { id: 0, word: '', is: 0, value: 0, phrases: [], mark: NO_WORD, cues: 0, roles: 0 },
};

type Pair = { first: Sense; next: Sense; found: readonly Phrase[] };
/** Words follow each other again and again: the last pairs are kept, one in each place. */
const pairs = new Array<Pair | undefined>(1 << 14).fill(undefined);

/** The phrases that two words may begin: one of five of those of the first. */
function phrasesWith(first: Spoken, next: Spoken): readonly Phrase[] {
  const place = (Math.imul(first.sense.id, 0x9e3779b1) + next.sense.id) & (pairs.length - 1);
  const known = pairs[place];
  if (known?.first === first.sense && known.next === next.sense) return known.found;
  const found = startingWith(first.sense.phrases, [first, next]);
  pairs[place] = { first: first.sense, next: next.sense, found };
  return found;
}

/** A stretch of text with the named places in it: `from` to `to`. */
export type Cut = { start: number; end: number; from: number; to: number };
export type Sentence = Cut & { tokens: Token[]; asks: boolean };

const BREAK = /[.!?]+["')\]]*(?=[\s\f]|$)|[。！？]|[\n\f]/gu;
const ABBREVIATION =
  /(?:^|[\s(])(?:vs|e\.g|i\.e|eg|ie|dr|mr|mrs|ms|st|inc|co|corp|ltd|no|nr|approx|etc|z\.b|d\.h|bzw|ca|usw|p\.ej|sr|sra|p\. ex|\p{L})$/iu;

/** Cuts the visible text at full stops, line ends and edges of blocks, never inside a name. */
export function cutSentences(visible: Visible, named: readonly Named[]): Cut[] {
  const { text } = visible;
  const cuts: Cut[] = [];
  let start = 0;
  let next = 0;
  const close = (end: number): void => {
    const from = next;
    while (next < named.length && (named[next]?.start ?? 0) < end) next++;
    if (end > start + 1 || (end > start && /\S/.test(text.charAt(start))))
      cuts.push({ start, end, from, to: next });
    start = end;
  };
  let name = 0;
  for (const match of matchesOf(BREAK, text)) {
    const at = match.index;
    while (name < named.length && (named[name]?.end ?? 0) <= at) name++;
    if ((named[name]?.start ?? at + 1) <= at && match[0] !== EDGE) continue;
    if (!ends(text, at, match[0])) continue;
    // No sentence is that long: a wall of words is cut, so that reading stays linear.
    while (at - start > LONGEST + LEEWAY) close(cutAt(text, named, next, start));
    close(at + match[0].length);
  }
  while (text.length - start > LONGEST + LEEWAY) close(cutAt(text, named, next, start));
  close(text.length);
  return cuts;
}

const LONGEST = 1500;
const LEEWAY = 300;

function cutAt(text: string, named: readonly Named[], next: number, start: number): number {
  const space = text.lastIndexOf(' ', start + LONGEST);
  let cut = space > start ? space : start + LONGEST;
  for (let i = next; i < named.length && (named[i]?.start ?? cut) < cut; i++)
    cut = Math.max(cut, named[i]?.end ?? 0);
  return Math.min(cut, start + LONGEST + LEEWAY);
}

function ends(text: string, at: number, mark: string): boolean {
  if (mark === EDGE || /[。！？]/u.test(mark)) return true;
  if (mark === '\n') return !/^\s*\p{Ll}/u.test(text.slice(at + 1, at + 4));
  if (mark !== '.') return true;
  return (
    !/^\s\p{Ll}/u.test(text.slice(at + 1, at + 3)) && !ABBREVIATION.test(text.slice(Math.max(0, at - 8), at))
  );
}

const UNSAID: Sense = { id: 1, word: 'E', is: 0, value: 0, phrases: [], mark: NO_WORD, cues: 0, roles: 0 };
/** `hidden`: stretches whose words are none, in the order of the text. */
type Scene = { visible: Visible; named: readonly Named[]; lexicon: Lexicon; hidden?: readonly Range[] };

/** The tokens of a sentence. */
export function tokenize(scene: Scene, cut: Cut): Token[] {
  const tokens: Token[] = [];
  let at = cut.start;
  for (let i = cut.from; i < cut.to; i++) {
    const place = scene.named[i];
    if (!place || place.start < at) continue;
    addWords(tokens, scene, at, place.start);
    tokens.push({ word: 'E', start: place.start, end: place.end, sense: UNSAID, named: i });
    at = place.end;
  }
  addWords(tokens, scene, at, cut.end);
  return tokens;
}

const NONE: readonly Range[] = [];

function addWords(
  tokens: Token[],
  { visible, lexicon, hidden = NONE }: Scene,
  from: number,
  to: number,
): void {
  const { folded } = visible;
  const add = (start: number, end: number, sense = lexicon.sense(folded, start, end)): void => {
    tokens.push({ word: sense.word, start, end, sense, named: -1 });
  };
  let at = from;
  let next = 0;
  while (at < to) {
    while ((hidden[next]?.end ?? to) <= at) next++;
    if ((hidden[next]?.start ?? to) <= at) {
      at = Math.min(to, hidden[next]?.end ?? to);
      continue;
    }
    const code = folded.charCodeAt(at);
    if (isWordCode(code)) {
      const end = lexicon.cut && isUncut(code) ? lexicon.cut(folded, at, to) : wordEnd(folded, at, to);
      add(at, end);
      at = end;
      continue;
    }
    if (MARKS.has(code)) add(at, at + 1);
    else if (code === HYPHEN && at > from && at + 1 < to && isGap(folded, at - 1) && isGap(folded, at + 1))
      add(at, at + 1, lexicon.sense('–', 0, 1));
    at++;
  }
}

const HYPHEN = 45;
const MARKS = new Set([...',;:()%/='].map((mark) => mark.charCodeAt(0)));
const isGap = (text: string, at: number): boolean => /\s/.test(text.charAt(at));

/** No script before Thai does without spaces: most letters are known at once. */
const FIRST_UNCUT = 0xe00;
const isUncut = (code: number): boolean => code >= FIRST_UNCUT && isUnspaced(scriptOf(code));

/** Where a word ends; it goes on after an inner apostrophe, point or hyphen. */
function wordEnd(folded: string, at: number, to: number): number {
  const isOwn = isUncut(folded.charCodeAt(at));
  let end = at + 1;
  while (end < to) {
    const code = folded.charCodeAt(end);
    const joins = code === 39 || code === 46 || code === HYPHEN;
    if (isUncut(code) !== isOwn) break;
    if (!isWordCode(code) && !(joins && end + 1 < to && isWordCode(folded.charCodeAt(end + 1)))) break;
    end++;
  }
  return end;
}
