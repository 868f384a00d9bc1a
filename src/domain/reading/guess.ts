// Whether what may be a name is one: what its spelling, its company and its place say of it, for the model to judge.
import labels from './data/labels.json' with { type: 'json' };
import { type Context, type Draft, type Guess, type Mark, sight } from './discover.ts';
import { fold } from './fold.ts';
import { nameOdds } from './name-model.ts';
import type { Range } from './structure.ts';
import { isPlace } from './vocabulary.ts';
import { isGround, isUnder, isWitnessed } from './witness.ts';
import { LISTS } from './words.ts';
import { nameWorth } from './worth.ts';

/** What is known of a range that may be a name, by how it is marked. */
export function guessAt(context: Context, range: Range, language: string, mark: Mark): Guess {
  const { text } = context.visible;
  return {
    ...{ context, range, mark },
    isTold: isTold(text, range, language),
    others: othersOf(text, range, language),
    opens: opensSentence(text, range.start),
  };
}

/**
 * How likely a brand has to be, as a logarithm, in the languages with enough labelled answers to learn from (decision
 * 15); less where the rules are sure, and beside another name. In other languages the rules decide.
 */
const LEAST: Readonly<Record<string, number>> = { en: 1, de: 2, es: 2, fr: 2, it: 1.5, pt: 1.5 };
const LEAST_TOLD = -1;
/** Of what is bold in an answer as many are features, places and terms as are brands (decision 17). */
const LEAST_MARKED = 1.5;
const LEAST_BESIDE = 0.5;

/** Whether the model, and where nothing was learnt the rules, take it for a brand. */
export function isBrand(guess: Guess, language: string): boolean {
  const isRuled = guess.isTold && guess.others.every((kind) => kind === 'under');
  const least = LEAST[language];
  if (least === undefined) return isRuled;
  return nameOdds(guess) > leastOf(guess, isRuled, least);
}

function leastOf({ mark }: Guess, isRuled: boolean, least: number): number {
  if (mark === 'prose') return isRuled ? LEAST_TOLD : least;
  return mark === 'beside' ? LEAST_BESIDE : LEAST_MARKED;
}

/** Keeps what is emphasised, or stands beside names, if it is a brand, and no feature, place or term. */
export function sightIf(context: Context, draft: Draft, range: Range, mark: Mark): void {
  const { visible, language, watch } = context;
  // `nelle **Langhe**`: bold alone makes no brand of what stands where a place does.
  if (mark === 'bold' && isSomewhere(visible.text, range, language)) return;
  if (language !== null && language in LEAST && !context.covered(range) && !context.renowned(range)) {
    const guess = guessAt(context, range, language, mark);
    if (watch) watch(guess);
    else if (!isBrand(guess, language)) return;
  }
  sight(context, draft, range, false);
}

/** A place, a law, a person by its own words or by those beside it. */
function othersOf(text: string, range: Range, language: string): string[] {
  const kinds: string[] = [];
  if (isSomewhere(text, range, language)) kinds.push('somewhere');
  if (isBesideTitle(text, range)) kinds.push('titled');
  if (isGround(text.slice(range.start, range.end), language)) kinds.push('ground');
  if (isUnder(text, range.start, language)) kinds.push('under');
  if (PARTICLE.test(text.slice(Math.max(0, range.start - 24), range.start))) kinds.push('particle');
  return kinds;
}

/** Whether its spelling, its company or what it does tells it from a place. */
function isTold(text: string, range: Range, language: string): boolean {
  const name = text.slice(range.start, range.end);
  if (KATAKANA.test(name) || DOMAIN.test(name)) return true;
  if (INNER_CAPITAL.test(name))
    return language !== 'en' || !IN.test(text.slice(Math.max(0, range.start - 8), range.start));
  if (language === 'en' && nameWorth(name, language) === 'words')
    return name.includes('&') || TRADES.test(text.slice(range.end, range.end + 16));
  if (isWitnessed(text, range, language)) return true;
  return !isUnder(text, range.start, language) && isActing(text, range, language);
}

/** `Via dei Coronari`: the rest of a foreign name. */
const PARTICLE = /\p{Lu}\p{L}+ (?:dei|della|delle|degli|di|de|du|des|del|la|von|van|der|dos|das|da) $/u;
const IN = /(?:^|[\s(])(?:in|near|from|to|around|across) $/iu;
/** What companies do, and programmes, rooms and laws do not. */
const TRADES =
  /^ (?:sells|offers|makes|charges|ships|delivers|serves|handles|provides|sits|lets|launched|opened|costs|stocks|runs|does|builds|lists|claims|promises|wins|beats|undercuts)\b/u;
const INNER_CAPITAL = /\p{Ll}\p{Lu}/u;
export const DOMAIN = /\p{L}{3}\.(?:com|net|org|app|[a-z]{2})$/u;

/** Somebody who does something or owns something. */
function isActing(text: string, range: Range, language: string): boolean {
  const after = text.slice(range.end, range.end + 24);
  if (language === 'en' && /^['’]s \p{Ll}/u.test(after)) return true;
  const next = /^["»”]? ([\p{L}'’-]+)/u.exec(after)?.[1];
  if (next === undefined) return false;
  if (LISTS.brandVerbs.has(fold(next)) && !LISTS.conjunctions.has(fold(next))) return true;
  const start = text.startsWith('The ', range.start - 4) ? range.start - 4 : range.start;
  return language === 'en' && opensSentence(text, start) && /^\p{Ll}{2,}s$/u.test(next);
}

/** `Dr. Selin Aydın`, `станция «Чёрная речка»`, `Petrogradskaya street`: a person, a station, a street. */
function isBesideTitle(text: string, range: Range): boolean {
  const before = text.slice(Math.max(0, range.start - 20), range.start);
  return TITLE.test(before) || AREA_AFTER.test(text.slice(range.end, range.end + 18));
}

const TITLE =
  /(?:^|[\s("])(?:Dra?|Prof|Mr|Mrs|Ms|Herrn?|Frau|Mme|Sra?|Uzm|Doktor|Mgr|метро|станци[а-я]{1,3}|улиц[а-я]{1,2}|ул|проспект[а-я]{0,2}|площад[а-я]{1,2}|врач|доктор|хирург|rue|avenue|quartier|calle|barrio|piazza|rua|bairro|ulic[ayęą]|ul|osiedl[eu]|plac|stacj[aięą])\.? "?$/u;
const AREA_AFTER =
  /^"? (?:сторон[а-я]{1,2}|район[а-я]{0,2}|улиц[а-я]{1,2}|проспект[а-я]{0,2}|площад[а-я]{1,2}|(?:street|road|district|valley|mahallesi|sokak|caddesi|semti|mevkii)\b)/u;

/** Whether a capital is owed to the place: a sentence, a line or what follows a dash begins. */
export function opensSentence(text: string, at: number): boolean {
  if (text[at - 1] === '(') return true;
  let i = at - 1;
  while (i >= 0 && OPENERS.has(text[i] ?? '')) i--;
  if (i < 0) return true;
  const mark = text[i] ?? '';
  if (LINE_ENDS.has(mark)) return true;
  if ((mark === '–' || mark === '—') && i < at - 1) return true;
  if (ENDS.has(mark)) return i < at - 1 || mark === '。';
  let digits = i;
  while (digits >= 0 && /[\s\d.)•*-]/.test(text[digits] ?? '') && !LINE_ENDS.has(text[digits] ?? ''))
    digits--;
  return digits < i && (digits < 0 || LINE_ENDS.has(text[digits] ?? ''));
}

const OPENERS = new Set([' ', '"', "'", '(', '*', '•', '¿', '¡']);
const LINE_ENDS = new Set(['\n', '\f']);
const ENDS = new Set(['.', '!', '?', ':', '…', '。']);

export const KATAKANA = /\p{Script=Katakana}/u;
export const CAMEL = /\p{Ll}\p{Lu}|\p{L}\d/u;

const locatives: ReadonlyMap<string, RegExp> = new Map(
  Object.entries(labels.locative).map(([language, words]) => [
    language,
    new RegExp(`(?:^|[\\s(])${words} $`, 'iu'),
  ]),
);

/** `à Nantes`, `in Kiel und Husum`, `Rogers, Arkansas`: one word where a place stands is a place. */
export function isSomewhere(text: string, range: Range, language: string | null): boolean {
  const name = text.slice(range.start, range.end);
  if (name.includes(' ') || CAMEL.test(name) || language === null) return false;
  const before = text.slice(Math.max(0, range.start - 40), range.start);
  if (isPlace(fold(/^, (\p{Lu}[\p{L}]+)/u.exec(text.slice(range.end, range.end + 24))?.[1] ?? '')))
    return true;
  const partner = /(\p{Lu}[\p{L}-]+)(?:,| \p{Ll}{1,5}) $/u.exec(before);
  if (partner && isPlace(fold(partner[1] ?? ''))) return true;
  const locative = locatives.get(language);
  if (!locative) return false;
  if (partner && locative.test(before.slice(0, partner.index))) return true;
  return locative.test(before);
}
