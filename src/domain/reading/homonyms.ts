// What tells that the letters of a name mean something else: a person, a place, a fruit, a unit, a number, a plan, an institution.
import { EDGE } from './canvas.ts';
import { fold } from './fold.ts';
import type { Match } from './match.ts';
import { scriptOf } from './script.ts';
import type { Visible } from './structure.ts';
import { isOrdinary, isPlace } from './vocabulary.ts';
import { LISTS } from './words.ts';

/** The surer readings of the same letters: a person, a fruit, a river, a unit, an abbreviation, a university. */
export function isElse(visible: Visible, match: Match, language: string | null): boolean {
  const { text, folded } = visible;
  if (scriptOf(folded.charCodeAt(match.start)) === 'han') return isEaten(folded, match);
  if (LISTS.natureNouns.has(wordAfter(text, match.end))) return true;
  if (match.pattern.words > 1) return false;
  return (
    isPerson(text, match, language) ||
    isUnit(text, match) ||
    isNumbered(text, match) ||
    isSpelledOut(text, match) ||
    isSeat(text, match)
  );
}

/** `the N26 bus`, `vitamin B12`: a number of what has one. */
const isNumbered = (text: string, { start, end, pattern }: Match): boolean =>
  NUMBER.test(pattern.key) &&
  (LISTS.numbered.has(fold(wordBefore(text, start))) || LISTS.numbered.has(fold(wordAfter(text, end))));

const NUMBER = /^\p{L}{0,2}\d{1,3}$/u;

/** `Nikola Tesla`: the surname of somebody, but `Leo El País` is what I read. */
export function isSurname(text: string, { start, pattern }: Match, language: string | null): boolean {
  const before = wordBefore(text, start);
  if (pattern.words > 1 || !isCapital(before)) return false;
  const name = fold(before);
  if (!LISTS.givenNames.has(name) && !LISTS.foreNames.has(name)) return false;
  return language === 'en' || !isOrdinary(name, language) || !opensSentence(text, start - before.length - 1);
}

/** `Nikola Tesla`, `Oscar Wilde`, `Otto, Emil and Karl`. */
function isPerson(text: string, match: Match, language: string | null): boolean {
  const { start, end, pattern } = match;
  if (isSurname(text, match, language)) return true;
  const before = wordBefore(text, start);
  // `my neighbour Dave`, `Herr Müller`, but `Hugo Boss Orange`.
  if ((language === 'de' || !isCapital(before)) && LISTS.kin.has(fold(before))) return true;
  if (LISTS.callings.has(fold(before.replace(/^\p{L}{1,2}['’]/u, '')))) return true;
  // `لابن جرير`, `كريم عبد العزيز`
  if (LINEAGE.test(text.slice(end, end + 6))) return true;
  if (!LISTS.givenNames.has(pattern.key)) return false;
  const after = text.slice(end, end + 40);
  const row = ROW.exec(after);
  if (row && LISTS.givenNames.has(fold(row[1] ?? '')) && LISTS.givenNames.has(fold(row[2] ?? '')))
    return true;
  // At the head of a line it may be a maker and its model.
  if (/(?:^|[\n\f])[^\p{L}]{0,8}$/u.test(text.slice(Math.max(0, start - 9), start))) return false;
  const surname = SURNAME.exec(after)?.[1];
  return surname !== undefined && !isOrdinary(fold(surname), language) && !isPlace(fold(surname));
}

const LINEAGE = /^ (?:بن|عبد|ابن) /u;
const ROW = /^(?:,| and| und| et| y| e) (\p{Lu}\p{Ll}+)(?:,| and| und| et| y| e) (\p{Lu}\p{Ll}+)(?!\p{L})/u;
const SURNAME =
  /^ (?:(?:de|von|van|der|del|di|le|la|du|da) )*(\p{Lu}\p{Ll}+(?:-\p{Lu}\p{Ll}+)?)(?![\p{L}\d-])/u;

/** `a 2 HP motor`, `2 dm deep`, but `in 2024 HP`, `12 HP printers`. */
function isUnit(text: string, { start, end, pattern }: Match): boolean {
  const before = /(?:^|[^\p{L}\d.,])(\d[\d.,]*) ?$/u.exec(text.slice(Math.max(0, start - 12), start))?.[1];
  if (before === undefined || !UNITS.test(pattern.key) || YEAR.test(before)) return false;
  return /^\p{Ll}/u.test(text.slice(start, end)) || MEASURED.test(text.slice(end, end + 16));
}

const YEAR = /^(?:19|20)\d\d$/;
const MEASURED =
  /^(?:[.,;)]|$| (?:or (?:more|less)|and (?:more|up)|is|motor|engine|compressor|pump|mower|tractor|outboard|generator|display|panel|screen|refresh|monitor)\b)/;
const UNITS = /^(?:hp|ps|[dckm]m|[kmd]?g|[cdm]l|k?wh?|hertz|[kmgt]b|[kmg]hz|db|ft|mi|oz|lbs?|mins?|sec)$/;

/** `general education (GE)`: letters of words that are no name. */
function isSpelledOut(text: string, { start, end, pattern }: Match): boolean {
  if (text[start - 1] !== '(' || text[end] !== ')' || pattern.key.length > 5) return false;
  const words = text
    .slice(Math.max(0, start - 80), Math.max(0, start - 2))
    .split(/[\s-]+/)
    .slice(-pattern.key.length);
  const initials = words.map((word) => (/^\p{Ll}/u.test(word) ? word.charAt(0) : '')).join('');
  return fold(initials) === pattern.key;
}

/** `Columbia University`, `Hamilton Beach`: what is named after the same person or place. */
const isSeat = (text: string, { end, pattern }: Match): boolean =>
  (pattern.ambiguous || pattern.place) && SEATS.test(text.slice(end, end + 24));

const SEATS =
  /^ (?:University|Universität|College|Hospital|Museum|Cathedral|Church|County|River|Lake|Beach|Street|Avenue|Road|Falls|Valley|Islands?|Peninsula|Desert|Mountains|Rainforest|Basin|Press|Dental|Records|Range|Coast|Symphony|Orchestra|Festival|Arab|Kingdom|Nations|States)(?![\p{L}-])/u;

function isEaten(folded: string, match: Match): boolean {
  if (match.end - match.start > 2) return false;
  const before = folded.slice(Math.max(0, match.start - 3), match.start);
  const after = folded[match.end] ?? '';
  return (
    /[一二两三四五六七八九十每半几\d][个個颗顆斤片块塊粒杯袋]$|[吃喝煮种種削]$/u.test(before) ||
    /[树樹汁派粥醋皮泥]/u.test(after) ||
    // Reduplicated adjectives, as in `稳稳当当`.
    (isDoubled(folded.slice(match.start, match.end)) && isDoubled(before.slice(-2)))
  );
}

const isDoubled = (text: string): boolean => text.length === 2 && text[0] === text[1];

const NEAR: Readonly<Record<string, RegExp>> = {
  en: /\b(?:in|near|around|outside|across|throughout|visit|visiting|cit(?:y|ies) of|town of) $/i,
  de: /\b(?:in|nahe|nach|stadt|um) $/i,
  fr: /(?:^|\s)(?:à|vers|près de|ville de|en) $/i,
  es: /\b(?:en|hacia|cerca de|ciudad de) $/i,
  pt: /\b(?:em|perto de|cidade de) $/i,
  it: /\b(?:a|in|vicino a|città di) $/i,
  nl: /\b(?:in|nabij|stad) $/i,
  pl: /(?:^|\s)(?:w|we|pod|koło|miasto|miasta|mieście|do) $/i,
  ru: /(?:^|\s)(?:в|во|под|около|город|города|городе) $/i,
};

/** `la commune d'Orange`, `the city of Orlando`: whatever follows is one. */
const TOWN =
  /(?:^|[^\p{L}])(?:(?:city|cities|town|village|county) of |(?:Gemeinde|Landkreis|gemeente|provincie) |(?:ville|commune|mairie|village|département) d(?:e |['’])|(?:ciudad|municipio|provincia|pueblo|cidade|município|comune|città) d(?:[ei] |['’])|(?:miast[oa]|gmin[ay]|gminie|город) )$/iu;
/** `w mieście Gdańsk`, but `w naszym mieście Acme`: somebody in the town. */
const IN_TOWN = /(?:^|[^\p{L}])(?:mieście|город[ае]) $/iu;

/** Whether it is called a town by the words before it. */
export function isTown(text: string, { start, pattern }: Match): boolean {
  const before = text.slice(Math.max(0, start - 24), start);
  return TOWN.test(before) || (pattern.place && IN_TOWN.test(before));
}

/** What stands near a river: `the Rhine`, but `the Amazon return policy`. */
const RIVER =
  /\b(?:rivers?|rainforests?|forests?|jungle|basin|boats?|cruises?|lodges?|tribes?|species|banks of|upstream|downstream|Brazil\w*|Peru\w*|Manaus|Iquitos)\b/i;
const BESIDE = 90;
const FLOWS = /^ (?:flows|winds|meanders|rises|floods|empties)\b/;

function isRiver(text: string, match: Match): boolean {
  const after = text.slice(match.end, match.end + 16);
  if (FLOWS.test(after)) return true;
  // `the Amazon site`, `the Amazon Prime catalogue`: only a company has that.
  const isOwner = LISTS.companyNouns.has(wordAfter(text, match.end)) || /^ \p{Lu}\p{Ll}/u.test(after);
  return !isOwner && RIVER.test(lineAround(text, match));
}

/** The sentence before a name in its line, and what follows in the line. */
const lineAround = (text: string, { start, end }: Match): string =>
  (text
    .slice(Math.max(0, start - BESIDE), start)
    .split(/[.!?] |[\n\f]/)
    .at(-1) ?? '') + (text.slice(start, end + BESIDE).split(/[\n\f]/, 1)[0] ?? '');

/** `near Hamilton`, `Chilean Patagonia`: a name that is a place too, where places stand. */
export function isVisited({ text }: Visible, match: Match, language: string | null): boolean {
  const before = text.slice(Math.max(0, match.start - 24), match.start);
  if (LISTS.waters.has(match.pattern.key) && /\bthe $/i.test(before)) return isRiver(text, match);
  if (!match.pattern.place) return false;
  const word = wordBefore(text, match.start);
  if (isCapital(word) && word.length > 4 && isPlace(word.toLowerCase())) return true;
  return NEAR[language ?? 'en']?.test(before) === true;
}

/** `the Enterprise plan`, `Manchester United`, `Uncle Harry`. */
export function isInLongerName(text: string, { start, pattern }: Match, next: string): boolean {
  if (LISTS.plans.has(pattern.key) && LISTS.planWords.has(next)) return true;
  const before = wordBefore(text, start);
  if (!isCapital(before) || !/\p{L}$/u.test(before)) return false;
  if (AFTER_PREPOSITION.test(text.slice(Math.max(0, start - 40), start))) return false;
  // `Times Square`, `Mekong Delta`.
  if (LISTS.toponyms.has(pattern.key) && !opensSentence(text, start - before.length - 1)) return true;
  return (before.length > 4 && isPlace(before.toLowerCase())) || LISTS.titles.has(before.toLowerCase());
}

/** `In Boston Target is cheaper`: the place belongs to the preposition. */
const AFTER_PREPOSITION =
  /(?:^|[^\p{L}])(?:in|from|across|near|around|outside|within|throughout) \p{Lu}\p{L}+ $/iu;
const opensSentence = (text: string, at: number): boolean =>
  at <= 0 || /[.!?:\n\f"(*]\s*$/.test(text.slice(Math.max(0, at - 3), at));

/** The word before a place, when a single space parts them. */
export function wordBefore(text: string, at: number): string {
  if (text[at - 1] !== ' ') return '';
  const before = text.slice(Math.max(0, at - 30), at - 1);
  return before.slice(
    Math.max(before.lastIndexOf(' '), before.lastIndexOf('\n'), before.lastIndexOf(EDGE)) + 1,
  );
}

/** The lower-case word after a place, when a single space parts them. */
export function wordAfter(text: string, at: number): string {
  return text[at] === ' ' ? (/^[\p{Ll}'-]+/u.exec(text.slice(at + 1, at + 30))?.[0] ?? '') : '';
}

export const isCapital = (word: string): boolean => /^\p{Lu}/u.test(word);
