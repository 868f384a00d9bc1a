// A long list of names, and where one of them may begin in a text: what most words are passed over by.
import { caseStems } from './declension.ts';
import { fold, isWordCode } from './fold.ts';
import { addName, ownedBy, splitName, variants } from './names.ts';
import { newNode, type Pattern, type TrieNode, wait } from './trie.ts';

/** How many letters of the names of a long list stand in its trie before a text has them. */
const OPENING = 4;

/** What stands where a name may begin: as it is shown, and folded. */
type Shown = { text: string; folded: string };
export type NameList = {
  root: TrieNode;
  /** Whether a name of the list may begin at a word: at few of them, hardly ever at a small letter. */
  mayBegin: (shown: Shown, at: number, language: string | null) => boolean;
};

/**
 * A long list, whose names are compiled when a text has their first letters: few are, and compiling all 36,000 known
 * names took each process and thread half a second before it could read.
 */
export function compileList(names: readonly string[]): NameList {
  const root = newNode();
  names.forEach((source, owner) => {
    const openings = openingsOf(source);
    if (openings.some((opening) => opening.length < OPENING)) addName(root, source, owner, true);
    else for (const opening of openings) wait(root, opening, () => patternsAfter(opening, source, owner));
  });
  return { root, mayBegin: beginningsOf(names) };
}

function beginningsOf(names: readonly string[]): NameList['mayBegin'] {
  // What a name begins with: with a capital (or in a script without), and small.
  const large = new Uint8Array(SLOTS);
  const small = new Uint8Array(SLOTS);
  const words = new Uint8Array(WORD_BITS >> 3);
  for (const name of names) {
    // `@cosme` begins at its first letter, as all places that are asked for do.
    const folded = fold(name).replace(/^[^\p{L}\p{N}\p{M}]+/u, '');
    const slot = openingSlot(folded, Math.min(OPENING, folded.length));
    large[slot] = 1;
    if (/^[^\p{L}\p{N}]*[a-z]/u.test(name)) small[slot] = 1;
    visitFirstWords(name, (hash) => {
      const bit = bitOf(hash);
      words[bit >> 3] = (words[bit >> 3] ?? 0) | (1 << (bit & 7));
    });
  }
  return ({ text, folded }, at, language) => {
    const code = text.charCodeAt(at);
    // Small Cyrillic letters begin no name; Arabic glues its little words to one.
    if (code >= 0x430 && code < 0x460) return false;
    const isArabic = code >= 0x590 && code < 0x700;
    if (!isArabic && !opens(code >= 97 && code <= 122 ? small : large, folded, at)) return false;
    // Polish endings are many.
    return code >= LATIN_END || language === 'pl' || mayOpen(words, folded, at);
  };
}

const SLOTS = 1 << 17;

const mix = (hash: number, code: number): number => (hash * 31 + code) & (SLOTS - 1);

/** A number for the first letters; some others have the same. */
function openingSlot(text: string, length: number): number {
  let hash = 0;
  for (let i = 0; i < length; i++) hash = mix(hash, text.charCodeAt(i));
  return hash;
}

/** Whether a name of one to four letters, or the first four of a longer one, stands here. */
function opens(slots: Uint8Array, folded: string, at: number): boolean {
  let hash = 0;
  for (let i = at; i < at + 4; i++) {
    hash = mix(hash, folded.charCodeAt(i));
    if (slots[hash] === 1) return true;
  }
  return false;
}

/** 49,000 first words in a million bits: one in eight words that begin no name looks as if it did (three are asked). */
const WORD_BITS = 1 << 20;
const bitOf = (hash: number): number => (hash ^ (hash >>> 15)) & (WORD_BITS - 1);

/** Whether the Latin word at a place is the first of a name, with an ending or without. */
function mayOpen(words: Uint8Array, folded: string, at: number): boolean {
  // The last three hashes: of the word, and of it without one and two letters.
  let [now, one, two] = [0, 0, 0];
  for (let i = at; ; i++) {
    const code = folded.charCodeAt(i);
    if (!(code < LATIN_END && isWordCode(code))) return has(words, now) || has(words, one) || has(words, two);
    two = one;
    one = now;
    now = mixWord(now, code);
  }
}

const LATIN_END = 0x400;
const has = (words: Uint8Array, hash: number): boolean => {
  const bit = bitOf(hash);
  return ((words[bit >> 3] ?? 0) & (1 << (bit & 7))) !== 0;
};

const UNVARIED = /^[\w .,'-]*$/;
const VARIED = /\b(?:and|und|et)\b/i;

/**
 * Visits what the first word of a text may be where the name stands, folded and without an ending, as a hash by
 * `mixWord`: `hubspot`, `hub`; `le`, `lecreuset`.
 */
function visitFirstWords(source: string, visit: (hash: number) => void): void {
  if (UNVARIED.test(source) && !VARIED.test(source)) visitStops(source, visit);
  else
    for (const variant of variants(source)) {
      const { key, gaps, humps } = splitName(variant);
      for (const end of [...gaps.keys(), ...humps, ...latinEnds(key), key.length])
        visit(hashOfWord(key, end));
    }
}

/** The same for letters that are what they fold to, but for their case: all 36,000 known names are gone through. */
function visitStops(source: string, visit: (hash: number) => void): void {
  let hash = 0;
  let last = 0;
  let isOpen = false;
  for (let i = 0; i < source.length; i++) {
    const code = source.charCodeAt(i);
    const isLarge = code >= 65 && code <= 90;
    const isDigit = code >= 48 && code <= 57;
    if (!isLarge && !isDigit && !(code >= 97 && code <= 122)) {
      if (isOpen) visit(hash);
      isOpen = false;
      continue;
    }
    const wasDigit = last >= 48 && last <= 57;
    // The humps of `findHumps`.
    if (isOpen && ((isLarge && (wasDigit || last >= 97)) || (isDigit && !wasDigit))) visit(hash);
    hash = mixWord(hash, isLarge ? code + 32 : code);
    isOpen = true;
    last = code;
  }
  visit(hash);
}

/** Where a name goes from Latin letters or digits straight into another script: `freee会計`. */
const latinEnds = (key: string): number[] =>
  [...key.matchAll(/[\0-\u03ff](?=[^\0-\u03ff])/gu)].map(({ index }) => index + 1);

const mixWord = (hash: number, code: number): number => Math.imul(hash ^ code, 0x01000193) + 0x9e37;

function hashOfWord(word: string, length: number): number {
  let hash = 0;
  for (let i = 0; i < length; i++) hash = mixWord(hash, word.charCodeAt(i));
  return hash;
}

/** What the patterns of a name may begin with. */
function openingsOf(source: string): readonly string[] {
  const openings = new Set<string>();
  for (const variant of variants(source)) {
    const key = openingKey(variant);
    openings.add(key.slice(0, OPENING));
    // A longer key has its first letters in all cases.
    if (key.length <= OPENING + 2) for (const stem of caseStems(key)) openings.add(stem.slice(0, OPENING));
  }
  return [...openings];
}

/** The first letters of a name's key, enough to know whether it is a short one. */
function openingKey(source: string): string {
  const folded = fold(source.trim());
  let key = '';
  for (let i = 0; i < folded.length && key.length < OPENING + 2; i++)
    if (isWordCode(folded.charCodeAt(i))) key += folded.charAt(i);
  return key;
}

const patternsAfter = (opening: string, source: string, owner: number): Pattern[] =>
  ownedBy(owner, true, source).filter(({ key }) => key.startsWith(opening));
