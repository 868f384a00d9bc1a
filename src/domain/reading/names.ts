// Names, aliases, domains and excluded phrases of all entities, compiled into one trie over letters and digits.
import { spellingsOf } from './aliases.ts';
import { caseStems, declinedPolish, declinedRussian, meltedForms } from './declension.ts';
import { fold, isWordCode } from './fold.ts';
import { keep } from './keep.ts';
import { insert, newNode, type Pattern, type TrieNode } from './trie.ts';
import { isPlace } from './vocabulary.ts';
import { isCommonCapital, isEnglish, LISTS } from './words.ts';

export type EntitySettings = { name: string; aliases: string[]; domain: string; exclude: string[] };

export type EntitySet = {
  root: TrieNode;
  brand: EntitySettings;
  competitors: readonly EntitySettings[];
  size: number;
  judged: JudgedNames;
};
/** What people said of names that are found in answers, by `nameKey`. */
export type JudgedNames = {
  /** No brands. */
  dismissed: ReadonlySet<string>;
  /** Other spellings of another found name. */
  merged: ReadonlyMap<string, { key: string; name: string }>;
};

/** Compiles what is looked for; do it once per brand and settings, not per answer. */
export function compileEntities(
  brand: EntitySettings,
  competitors: readonly EntitySettings[],
  judged: JudgedNames = { dismissed: new Set(), merged: new Map() },
): EntitySet {
  const root = newNode();
  const entities = [brand, ...competitors];
  const spellings = spellingsOf(entities.map(({ name, aliases }) => [name, ...aliases]));
  entities.forEach((entity, owner) => {
    for (const name of [entity.name, ...entity.aliases, ...(spellings[owner] ?? [])])
      addName(root, name, owner, entity.domain !== '');
    for (const phrase of entity.exclude) addName(root, phrase, -1, true);
    if (entity.domain) addDomain(root, entity.domain, owner);
  });
  return { root, brand, competitors, size: 1 + competitors.length, judged };
}

/** A trie of further names, as found in one answer. */
export function compileNames(names: readonly string[]): TrieNode {
  const root = newNode();
  names.forEach((name, owner) => {
    addName(root, name, owner, true);
  });
  return root;
}

export function addName(root: TrieNode, source: string, owner: number, hasDomain: boolean): void {
  for (const pattern of ownedBy(owner, hasDomain, source)) insert(root, pattern);
}

/** The patterns of a name, for an owner. */
export const ownedBy = (owner: number, hasDomain: boolean, source: string): Pattern[] =>
  patternsOf(source).map((pattern) => ({
    ...pattern,
    owner,
    hasDomain,
    kind: owner < 0 ? 'exclude' : 'name',
    ambiguous: owner >= 0 && pattern.ambiguous,
  }));

/** All patterns of a name; the same names are looked for in answer after answer. */
const patternsOf = keep(makePatterns);

function makePatterns(source: string): Pattern[] {
  const made: Pattern[] = [];
  for (const variant of variants(source)) {
    const pattern = makePattern(variant, 0, 'name', true);
    if (!pattern) continue;
    made.push(pattern, ...formsOf(pattern));
  }
  for (const [only, form] of foreignForms(source)) {
    const pattern = makePattern(form, 0, 'name', true);
    if (pattern) made.push(...[pattern, ...formsOf(pattern)].map((one) => ({ ...one, only })));
  }
  for (const { language, rest, head } of meltedForms(source)) {
    const pattern = makePattern(rest, 0, 'name', true);
    if (pattern) made.push({ ...pattern, head, only: language });
  }
  return made;
}

/** The word for `and`, by language. */
const AND: readonly [language: string, word: string][] = [
  ['de', 'und'],
  ['fr', 'et'],
  ['es', 'y'],
  ['it', 'e'],
  ['pt', 'e'],
  ['nl', 'en'],
  ['pl', 'i'],
  ['ru', 'и'],
  ['tr', 've'],
];

/** What single languages make of a name: other words for `&`, but not between letters (`C und A`), and other cases. */
function foreignForms(source: string): [language: string, form: string][] {
  const forms: [string, string][] = [
    ...declinedPolish(source).map((form): [string, string] => ['pl', form]),
    ...declinedRussian(source).flatMap((form): [string, string][] => [
      ['ru', form],
      ['uk', form],
    ]),
  ];
  if (/\p{L}{3}\s*&\s*\p{L}{3}/u.test(source))
    for (const [language, and] of AND) forms.push([language, source.replace(/\s*&\s*/g, ` ${and} `)]);
  return forms;
}

/** A pattern in other cases, and after the Arabic `for the`, which swallows a part of the article. */
function formsOf(pattern: Pattern): Pattern[] {
  const forms: Pattern[] = caseStems(pattern.key).map((key) => ({ ...pattern, key, stem: true }));
  const { key, gaps } = pattern;
  if (key.startsWith(ARTICLE) && key.length > ARTICLE.length + 2 && !gaps.has(ARTICLE.length))
    forms.push({
      ...pattern,
      key: key.slice(ARTICLE.length),
      gaps: new Map([...gaps].map(([at, gap]) => [at - ARTICLE.length, gap])),
      head: 'لل',
    });
  return forms;
}

const ARTICLE = 'ال';

function addDomain(root: TrieNode, domain: string, owner: number): void {
  const bare = domain
    .trim()
    .toLowerCase()
    .replace(/^https?:\/\//, '')
    .replace(/^www\./, '')
    .replace(/\/+$/, '');
  const pattern = bare.includes('.') ? makePattern(bare, owner, 'domain', true) : null;
  if (pattern) insert(root, pattern);
}

const HAS_AND = /\s(?:and|und|et)\s/i;
const ANDS = /\s(?:and|und|et)\s/gi;

/** `&` is also read as "and", `+` as "plus", and the other way round. */
export function variants(source: string): string[] {
  const out = [source];
  if (/\S\s*&\s*\S/.test(source)) out.push(source.replace(/\s*&\s*/g, ' and '));
  if (HAS_AND.test(source)) out.push(source.replace(ANDS, ' & '));
  if (/[äöü]/i.test(source)) out.push(source.replace(/[äöü]/gi, (letter) => `${fold(letter)}e`));
  if (/\+$/.test(source)) out.push(source.replace(/\+$/, ' Plus'));
  return out;
}

function makePattern(
  source: string,
  owner: number,
  kind: Pattern['kind'],
  hasDomain: boolean,
): Pattern | null {
  const parts = splitName(source);
  if (parts.key.length === 0 || parts.key.length > 200) return null;
  const words = fold(source)
    .split(/[^\p{L}\p{N}\p{M}]+/u)
    .filter(Boolean);
  return {
    owner,
    kind,
    source,
    hasDomain,
    ...parts,
    words: words.length,
    stem: false,
    only: null,
    place: words.length === 1 && (isPlace(parts.key) || LISTS.lands.has(parts.key)),
    ambiguous: kind === 'name' && isAmbiguous(source, words),
  };
}

type Parts = Pick<Pattern, 'key' | 'gaps' | 'humps' | 'head' | 'tail'>;

export function splitName(source: string): Parts {
  const folded = fold(source.trim());
  const shown = source.trim().normalize('NFKC');
  const gaps = new Map<number, string>();
  let key = '';
  let gap = '';
  let head = '';
  for (let i = 0; i < folded.length; i++) {
    const unit = folded.charAt(i);
    if (!isWordCode(folded.charCodeAt(i))) {
      gap += unit;
      continue;
    }
    if (key === '') head = gap;
    else if (gap) gaps.set(key.length, gap);
    gap = '';
    key += unit;
  }
  return {
    key,
    gaps,
    humps: findHumps(shown),
    head: /^[.]/.test(head) ? head : '',
    tail: /^[+#=]+$/.test(gap) ? gap : '',
  };
}

const HUMP = /[\p{Ll}\p{N}]\p{Lu}|\p{L}\p{N}/u;

function findHumps(shown: string): Set<number> {
  const humps = new Set<number>();
  if (!HUMP.test(shown)) return humps;
  let count = 0;
  let previous = '';
  for (const letter of shown) {
    if (!/[\p{L}\p{N}\p{M}]/u.test(letter)) previous = '';
    else {
      if (/[\p{Ll}\p{N}]/u.test(previous) && /\p{Lu}/u.test(letter)) humps.add(count);
      if (/\p{L}/u.test(previous) && /\p{N}/u.test(letter)) humps.add(count);
      count += fold(letter).length;
      previous = letter;
    }
  }
  return humps;
}

/** A name that could as well be ordinary words, a weekday or a letter. */
function isAmbiguous(source: string, words: readonly string[]): boolean {
  const joined = words.join('');
  if (!/^[a-z0-9]+$/.test(joined)) return false;
  if (joined.length <= 2 && !/\d/.test(joined) && !/[&+]|^\p{Lu}{2}=$/u.test(source)) return true;
  if (/[.&+]/.test(source)) return false;
  return words.every((word) => isEnglish(word) || isCommonCapital(word) || LISTS.givenNames.has(word));
}
