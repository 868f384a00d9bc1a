// Word lists, read once: English words, and small hand-made lists of what is no name.
import { readFileSync } from 'node:fs';
import lists from './data/lists.json' with { type: 'json' };
import { fold } from './fold.ts';

const english = new Set(
  readFileSync(new URL('./data/english-words.txt', import.meta.url), 'utf8').split('\n'),
);

/** Lines of a file as `language: phrase; phrase`. */
const readPhrases = (file: string): [language: string, phrases: string[]][] =>
  readFileSync(new URL(`./data/${file}`, import.meta.url), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => [line.slice(0, 2), line.slice(4).split('; ')]);

const foldedSet = (words: readonly string[]): ReadonlySet<string> => new Set(words.map(fold));

/** Hand-made lists by name, folded. */
export const LISTS = {
  /** With their accents, in small letters. */
  accentedWords: new Set(lists.accentedWords),
  calendar: foldedSet(lists.calendar),
  places: foldedSet(lists.places),
  acronyms: foldedSet(lists.acronyms),
  genericHeads: foldedSet([
    ...lists.genericHeads,
    ...readPhrases('generic-heads.txt').flatMap((line) => line[1]),
  ]),
  givenNames: foldedSet(lists.givenNames),
  /** Given names that no name of a company is doubted for. */
  foreNames: foldedSet(lists.foreNames),
  brandVerbs: foldedSet(lists.brandVerbs),
  thingNouns: foldedSet(lists.thingNouns),
  natureNouns: foldedSet(lists.natureNouns),
  amountNouns: foldedSet(lists.amountNouns),
  /** What has a number or a code: a bus, a room, a vitamin. */
  numbered: foldedSet(lists.numbered),
  productWords: foldedSet(lists.productWords),
  starters: foldedSet(lists.starters),
  conjunctions: foldedSet(lists.conjunctions),
  nameColumns: foldedSet(lists.nameColumns),
  rankColumns: foldedSet(lists.rankColumns),
  sourceHeads: foldedSet(lists.sourceHeads),
  brandWords: foldedSet(lists.brandWords),
  terms: foldedSet(lists.terms),
  products: foldedSet(lists.products),
  people: foldedSet(lists.people),
  plans: foldedSet(lists.plans),
  planWords: foldedSet(lists.planWords),
  callings: foldedSet(lists.callings),
  kin: foldedSet(lists.kin),
  titles: foldedSet(lists.titles),
  toponyms: foldedSet(lists.toponyms),
  lands: foldedSet(lists.lands),
  foreignNumbers: foldedSet(lists.foreignNumbers),
  companyNouns: foldedSet(lists.companyNouns),
  waters: foldedSet(lists.waters),
};

const authorities: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  readPhrases('authorities.txt').map(([language, names]) => [language, foldedSet(names)]),
);

/** Whether a folded name is an authority, an association or a seal of the language's countries, or English. */
export const isAuthorityName = (name: string, language: string): boolean =>
  authorities.get(language)?.has(name) === true || authorities.get('en')?.has(name) === true;

const homonyms: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  readPhrases('homonyms.txt').map(([language, names]) => [language, foldedSet(names)]),
);

/** Whether a folded name is a word, a person or a place of a language too, though no dictionary here has it. */
export const isHomonym = (name: string, language: string): boolean =>
  homonyms.get(language)?.has(name) === true;

/** Whether a folded word stands in an English dictionary, in itself or as a plain inflection. */
export function isEnglish(word: string): boolean {
  if (english.has(word)) return true;
  if (word.endsWith("'s")) return english.has(word.slice(0, -2));
  return word.endsWith('s') && word.length > 4 && english.has(word.slice(0, -1));
}

/** Whether a folded word is one that writers capitalise although it is no brand. */
export function isCommonCapital(word: string): boolean {
  return LISTS.calendar.has(word) || LISTS.places.has(word) || LISTS.terms.has(word);
}
