// Whether a name that is an ordinary word, a person or a place as well means the company where it stands, learnt from
// marked texts. evaluate/train-homonyms.ts makes its weights; docs/decisions/0014-homonyms.md says what it is worth.
import { isRenowned } from './brand-list.ts';
import { nextOf, visitWords } from './context.ts';
import { matchesOf } from './cues.ts';
import { hashOf } from './feeling-words.ts';
import type { Match } from './match.ts';
import { grammarAfter, isForced, isTitleCase, lineStart, type Verdict } from './opening.ts';
import { countWhile } from './search.ts';
import type { Block, Visible } from './structure.ts';
import { verbAfter } from './verbs.ts';
import { isFrequent, isNative, isOrdinary } from './vocabulary.ts';
import { readModel } from './weights.ts';
import { isEnglish, LISTS } from './words.ts';

/** Languages with marked texts; in others the rules alone decide. */
export const MARKED: ReadonlySet<string> = new Set([
  'de',
  'en',
  'es',
  'fr',
  'it',
  'ja',
  'ko',
  'nl',
  'pl',
  'pt',
  'ru',
  'tr',
  'zh',
]);

const BITS = 17;
/** How many features there are. */
export const HOMONYM_FEATURES = 1 << BITS;
const model = readModel('homonym-model', HOMONYM_FEATURES);

/** What the rules make of a match: `else` is something else, `standing` heads a line, `listed` is beside names. */
export type Ruling = Verdict | 'else' | 'standing' | 'listed' | 'model';
/** A match that may be a word, and what the rules and its text say of it. */
export type Doubt = {
  visible: Visible;
  match: Match;
  language: string | null;
  ruling: Ruling;
  /** What they make of the places of its entity: `Barbara Hershey` is a person, and so may `Hershey` be. */
  elsewhere: ReadonlySet<Ruling>;
  block: Block | undefined;
  text: Surroundings;
  /** Somebody else is named in the same sentence. */
  accompanied: boolean;
};
/** What is the same for all matches of a text. */
export type Surroundings = {
  names: number;
  isPriced: boolean;
  owners: number;
  beside: (block: Block) => string;
  /** Whether the word of a match stands in small letters, too. */
  isSmallNear: (match: Match) => boolean;
};

type Visit = (feature: number, weight: number) => void;

/** Visits what the model sees of a match: the words around it, how it is written, what the rules say. */
export function visitHomonym(doubt: Doubt, visit: Visit): void {
  const { visible, match, language, ruling } = doubt;
  const { text, folded } = visible;
  const own = language ?? 'en';
  const add = (name: string, weight = 1): void => visit(hashOf(name) >>> (32 - BITS), weight);
  const next = nextOf(text, match.end);
  const shape = shapeOf(text.slice(match.start, match.end), match.pattern.source);
  const stands = standsOf(doubt);
  for (const feature of [
    '',
    `v ${ruling}`,
    `k ${next}`,
    `s ${shape}`,
    `p ${stands}`,
    `v ${ruling} k ${next}`,
  ]) {
    add(feature);
    add(`${own} ${feature}`);
  }
  for (const feature of [`k ${next} p ${stands}`, `s ${shape} p ${stands}`, `s ${shape} k ${next}`])
    add(feature);
  for (const flag of flagsOf(doubt)) {
    add(flag);
    add(`${flag} k ${next}`);
    add(`${flag} v ${ruling}`);
  }
  add(`g ${grammarAfter(text, match.end)} p ${stands}`);
  const verb = own === 'en' ? verbAfter(text, match.end) : null;
  if (verb)
    for (const feature of [
      '',
      ` next ${verb.next}`,
      ` p ${stands}`,
      ` v ${ruling}`,
      ` next ${verb.next} p ${stands}`,
    ])
      add(`verb ${verb.kind}${feature}`);
  const { start, end } = match;
  visitWords({ text, folded, start, end, language, next }, add);
}

/** `Nestle`, of `Nestlé`; `Yahoo`, of `Yahoo!`. */
const bare = (source: string): string =>
  source
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[!?.]+$/, '');

function shapeOf(surface: string, source: string): string {
  const isOwn = surface === source || bare(surface) === bare(source);
  if (surface === surface.toLowerCase())
    return surface === surface.toUpperCase() ? 'none' : isOwn ? 'small, own' : 'small';
  if (surface.length > 1 && surface === surface.toUpperCase()) return isOwn ? 'ALL, own' : 'ALL';
  return isOwn ? 'Own' : 'Other';
}

/** Where it stands: amid a sentence, at its beginning, in a title. */
function standsOf({ visible: { text }, match, block }: Doubt): string {
  const kind = block?.kind === 'paragraph' && block.item ? 'item' : (block?.kind ?? 'none');
  const isFirst = match.start === lineStart(text, match.start) || match.start === (block?.start ?? 0);
  const place = isFirst
    ? 'first'
    : !isForced(text, match)
      ? 'amid'
      : isTitleCase(text, match)
        ? 'title'
        : 'opens';
  return `${kind} ${place}`;
}

function flagsOf({ visible, match, language, text, block, accompanied, ruling, elsewhere }: Doubt): string[] {
  const { key, words, place } = match.pattern;
  const flags = [
    `words ${Math.min(words, 3)}`,
    `length ${Math.min(key.length, 5)}`,
    `names ${Math.min(text.names, 4)}`,
    `owners ${Math.min(text.owners, 3)}`,
  ];
  for (const other of elsewhere) if (other !== ruling) flags.push(`elsewhere ${other}`);
  if (accompanied) flags.push('accompanied');
  if (text.isPriced) flags.push('priced');
  if (place) flags.push('place');
  if (LISTS.givenNames.has(key)) flags.push('given name');
  if (LISTS.calendar.has(key)) flags.push('calendar');
  if (language === 'en' ? isEnglish(key) : isNative(key, language)) flags.push('word');
  if (isFrequent(key, language)) flags.push('frequent');
  if (text.isSmallNear(match)) flags.push('small elsewhere');
  const next = /^ (\p{L}+)/u.exec(visible.folded.slice(match.end, match.end + 24))?.[1] ?? '';
  if (LISTS.brandVerbs.has(next)) flags.push('brand verb');
  if (LISTS.thingNouns.has(next)) flags.push('thing noun');
  if (LISTS.companyNouns.has(next)) flags.push('company noun');
  if (LISTS.products.has(next)) flags.push('product');
  if (LISTS.people.has(next)) flags.push('people');
  if (block && block.start === match.start) flags.push(`heads names ${text.beside(block)}`);
  else if (block && match.start - block.start < 4) flags.push(`near head, names ${text.beside(block)}`);
  return flags;
}

/**
 * Tells whether a match's word stands in small letters near it, perhaps as many of it. A text is looked through once for
 * each spelling: one with a name a hundred thousand times would else be looked through as often.
 */
function smallsOf(text: string): (match: Match) => boolean {
  const found = new Map<string, number[]>();
  return ({ start, end, pattern }) => {
    const surface = text.slice(start, end);
    const small = surface.toLowerCase();
    if (small === surface || pattern.source === pattern.source.toLowerCase()) return false;
    const places = found.get(small) ?? placesOf(text, small);
    found.set(small, places);
    const next = places[countWhile(places, (at) => at < start - AROUND)];
    return next !== undefined && next < end + AROUND;
  };
}

function placesOf(text: string, word: string): number[] {
  const places: number[] = [];
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1))
    if (!LETTER.test(text.charAt(at - 1)) && PLURAL.test(text.slice(at + word.length, at + word.length + 3)))
      places.push(at);
  return places;
}

const PLURAL = /^(?:e?s)?(?![\p{L}\d.@/])/u;
/** As many letters before and after a name as most answers have. */
const AROUND = 3_000;
const LETTER = /[\p{L}\d.@/-]/u;

/** Blocks that stand in one list, one column of a table, one level of headings. */
const groupOf = ({ kind, item, table, column, level }: Block): string =>
  kind === 'cell' ? `table ${table} ${column}` : item ? `list ${item.list}` : `${kind} ${level}`;

/** How many of the blocks beside a block begin with a name of someone else, a known one, or one that no dictionary has. */
function besideOf(
  { text, blocks }: Visible,
  matches: readonly Match[],
  language: string | null,
): (block: Block) => string {
  const led = new Map(matches.map(({ start, owner }) => [start, owner]));
  const groups = new Map<string, { start: number; isNamed: boolean }[]>();
  for (const block of blocks) {
    const line = text.slice(block.start, block.start + 60);
    const marker = MARKER.exec(line)?.[0].length ?? 0;
    const isNamed = led.has(block.start + marker) || beginsWithName(line.slice(marker), language);
    const group = groups.get(groupOf(block)) ?? [];
    groups.set(groupOf(block), group);
    if (group.length < MOST_BESIDE) group.push({ start: block.start, isNamed });
  }
  return (block) => {
    const others = (groups.get(groupOf(block)) ?? []).filter(({ start }) => start !== block.start);
    if (others.length === 0) return 'alone';
    const named = others.filter(({ isNamed }) => isNamed).length;
    return named === 0
      ? 'none'
      : named === others.length
        ? 'all'
        : 2 * named >= others.length
          ? 'most'
          : 'some';
  };
}

const MOST_BESIDE = 30;
/** Medals and ranks. */
const MARKER = /^(?:[\s#\d.):(\p{So}*"-]|\u20e3|第(?=\d)|(?<=\d)[位名])+/u;
const CAPITALS = /^\p{Lu}[\p{L}\d&'.-]*(?: (?:\p{Lu}|[&+])[\p{L}\d&'.-]*){0,2}/u;
const NAME_END = /^(?:$|[\n\f:(|,/]|\s[–—(|:-])/u;

/** A word that no dictionary has, or a known name alone: `Square`, `West Elm`, but not `Free returns`. */
function beginsWithName(line: string, language: string | null): boolean {
  const name = CAPITALS.exec(line)?.[0];
  if (name === undefined) return false;
  const [first = name] = name.split(' ');
  return (
    !isOrdinary(first.toLowerCase(), language) || (NAME_END.test(line.slice(name.length)) && isRenowned(name))
  );
}

const MONEY = /[$€£¥₹]\s?\d|\d\s?(?:€|zł|руб|kr)/u;
const AMID = /(?<=[\p{Ll},;] )\p{Lu}[\p{L}\d]+/gu;
const ENOUGH = 4;

/** What a whole text says of all doubts in it. */
export function surroundingsOf(
  visible: Visible,
  matches: readonly Match[],
  language: string | null,
): Surroundings {
  const { text } = visible;
  let names = 0;
  const seen = new Set<string>();
  for (const match of matchesOf(AMID, text)) {
    const word = match[0];
    if (seen.has(word) || isOrdinary(word.toLowerCase(), language)) continue;
    seen.add(word);
    if (++names >= ENOUGH) break;
  }
  return {
    names,
    isPriced: MONEY.test(text),
    owners: new Set(matches.map(({ owner }) => owner)).size - 1,
    beside: besideOf(visible, matches, language),
    isSmallNear: smallsOf(text),
  };
}

/** How much likelier the company is than something else, as a logarithm. */
export function oddsOf(doubt: Doubt): number {
  let odds = 0;
  visitHomonym(doubt, (feature, weight) => {
    odds += weight * ((model.table[2 * feature] ?? 0) - (model.table[2 * feature + 1] ?? 0));
  });
  return odds * model.scale;
}
