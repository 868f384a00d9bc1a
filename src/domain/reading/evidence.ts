// Is this word the brand? Names that are also ordinary words need a reason to be believed: the rules rule (`rulings.ts`),
// and where marked texts were learnt from, a model decides.
import { isFirm } from './firms.ts';
import {
  type Doubt,
  MARKED,
  oddsOf,
  type Ruling,
  type Surroundings,
  surroundingsOf,
} from './homonym-model.ts';
import { isCapital, isSurname, isTown } from './homonyms.ts';
import type { Match } from './match.ts';
import type { Verdict } from './opening.ts';
import { isDoubtful, isWordOf, judge } from './rulings.ts';
import { blockAt, findStanding, headOf, isMadeOf, lineLead, NO_STANDING } from './standing.ts';
import type { Visible } from './structure.ts';

/** Keeps the matches that mean their entity. */
export function believe(
  visible: Visible,
  matches: readonly Match[],
  language: string | null,
  decide: (all: readonly (Verdict | Doubt)[]) => Verdict[] = learnt,
): Match[] {
  const verdicts = decide(doubtsOf(visible, matches, language));
  const isSure = (_: Match, i: number): boolean => verdicts[i] === 'sure';
  const sure = new Set(matches.filter(isSure).map((match) => match.owner));
  // `Chase Sapphire Preferred` in a list that has another name at its head.
  const led = new Set(
    matches
      .filter((match, i) => isSure(match, i) && lineLead(visible.text, match.start))
      .map((match) => headOf(visible, match)),
  );
  return matches.filter((match, i) => {
    if (match.owner < 0) return false;
    if (verdicts[i] === 'likely')
      return sure.has(match.owner) || (led.has(headOf(visible, match)) && isMadeOf(visible.text, match));
    return verdicts[i] === 'sure';
  });
}

/** How likely the company has to be, as a logarithm; below `SURE` it has to be sure elsewhere in the text. */
const SURE = 0;
const LEAST = -1;
/** A tracked name at the head of a line or beside others is hardly ever the word (decision 14 has the counts). */
const PLACED_LEAST = -3;
/**
 * Where the rules are sure, as in most short sentences: at -1, sealed cases lost four positions of 317. Down to the
 * second, the company has to be sure elsewhere in the text.
 */
const RULED_LEAST = -1.5;
const RULED_LIKELY = -3;
/** Several words in capitals are hardly ever just words, nor is one in a sentence that names somebody else. */
const SURER_LEAST = -4;
/** Of 742 marked words in small letters whose names have capitals, nine are the company: all above 3. */
const SMALL_LEAST = 3;
/** Languages that share few words with English, as German shares `Rose` and `Stern`. */
const FAR_FROM_ENGLISH = new Set(['ja', 'ko', 'pl', 'ru', 'tr', 'zh']);
const PLACED: ReadonlySet<Ruling> = new Set(['standing', 'listed', 'model']);

/** As strange to the company as hardly a place of it is, and as likely as hardly a place of a word. */
const STRANGE = -3;
const CERTAIN = 4;

/** What was learnt of words that are names says of doubts; the rules alone where nothing was learnt. */
function learnt(all: readonly (Verdict | Doubt)[]): Verdict[] {
  const odds = all.map((one) => (typeof one !== 'string' && isLearnt(one) ? oddsOf(one) : undefined));
  const strange = strangersOf(all, odds);
  return all.map((one, i) => {
    if (typeof one === 'string') return one;
    const own = odds[i];
    if (own === undefined) return verdictOf(one.ruling);
    // `Claude`, and `Claude Shannon` elsewhere: the likely places stay.
    return strange.has(one.match.owner) && own <= SURE ? 'no' : verdictBy(one, own);
  });
}

/** `the State Opera` in a text on opera: names that are likely nowhere, and more surely something else somewhere. */
function strangersOf(
  all: readonly (Verdict | Doubt)[],
  odds: readonly (number | undefined)[],
): ReadonlySet<number> {
  const ranges = new Map<number, { least: number; most: number }>();
  all.forEach((one, i) => {
    // `Mavi`, and the colour in small letters: that says nothing of the other.
    if (typeof one === 'string' || /^\p{Ll}/u.test(one.visible.text.slice(one.match.start))) return;
    const own = PLACED.has(one.ruling) ? CERTAIN : (odds[i] ?? CERTAIN);
    const { least, most } = ranges.get(one.match.owner) ?? { least: own, most: own };
    ranges.set(one.match.owner, { least: Math.min(least, own), most: Math.max(most, own) });
  });
  const isStrange = ({ least, most }: { least: number; most: number }): boolean =>
    least < STRANGE && most < Math.min(CERTAIN, -least);
  return new Set([...ranges].filter(([, range]) => isStrange(range)).map(([owner]) => owner));
}

function isLearnt({ language, match, visible }: Doubt): boolean {
  if ((language === 'nl' || language === 'de') && isInCompound(visible.text, match)) return false;
  // `Slackの無料プラン`, `Apple to dobry wybór`: an English word is a name where it is no word.
  return (
    language !== null &&
    MARKED.has(language) &&
    (!FAR_FROM_ENGLISH.has(language) || isWordOf(match, language))
  );
}

/** `een NS-abonnement`: capitals alone, with a noun. */
const isInCompound = (text: string, { start, end, pattern }: Match): boolean =>
  /^\p{Lu}{2,5}$/u.test(pattern.source) &&
  text.slice(start, end) === pattern.source &&
  /^-\p{Ll}{3}/u.test(text.slice(end, end + 4));

function verdictBy(doubt: Doubt, odds: number): Verdict {
  // `Boots – already broken in`, `Gaiters – for the bog`: where no head of a list is a name, the word is none.
  const isBare = doubt.block?.item != null && doubt.text.beside(doubt.block) === 'none';
  if (PLACED.has(doubt.ruling)) return odds > (isBare ? SURE : PLACED_LEAST) ? 'sure' : 'no';
  // `with sage. Sage burns quickly`: the text has the word itself.
  if (doubt.ruling === 'sure' && !doubt.text.isSmallNear(doubt.match))
    return odds > leastOf(doubt) ? 'sure' : odds > RULED_LIKELY ? 'likely' : 'no';
  if (odds < SMALL_LEAST && isWithoutCapital(doubt)) return 'no';
  return odds > SURE ? 'sure' : odds > LEAST ? 'likely' : 'no';
}

/** `We left at dawn.` */
const isWithoutCapital = ({ visible, match }: Doubt): boolean =>
  isCapital(match.pattern.source) && /^\p{Ll}/u.test(visible.text.slice(match.start, match.start + 2));

function leastOf({ visible, match, language, accompanied }: Doubt): number {
  if (accompanied || match.pattern.words > 1) return SURER_LEAST;
  // `Die Rose braucht`: a noun has an article where most companies have none.
  const before = visible.folded.slice(Math.max(0, match.start - 6), match.start);
  return language === 'de' && GERMAN_ARTICLE.test(before) ? LEAST : RULED_LEAST;
}

const GERMAN_ARTICLE = /(?:^|[^\p{L}])(?:d(?:er|ie|as)|eine?) $/u;

/** What the rules alone say of doubts. */
export const ruled = (all: readonly (Verdict | Doubt)[]): Verdict[] =>
  all.map((one) => (typeof one === 'string' ? one : verdictOf(one.ruling)));

const verdictOf = (ruling: Ruling): Verdict =>
  ruling === 'else' ? 'no' : ruling === 'likely' || ruling === 'no' ? ruling : 'sure';

/** No answer has more; each costs the model 15 microseconds, and the rules decide the rest. */
const MOST_DOUBTS = 1_000;

/** What the rules are sure of, and what may be a word. */
export function doubtsOf(
  visible: Visible,
  matches: readonly Match[],
  language: string | null,
): (Verdict | Doubt)[] {
  const standing = matches.some((match) => isDoubtful(match, language)) ? findStanding(visible) : NO_STANDING;
  let around: Surroundings | undefined;
  let doubts = 0;
  const rulings = matches.map((_, i) => judge({ visible, matches, language, standing }, i));
  const told = rulingsByOwner(matches, rulings);
  return matches.map((match, i) => {
    const ruling = rulings[i] ?? 'no';
    if (match.owner < 0 || match.pattern.kind !== 'name' || !isDoubtful(match, language))
      return verdictOf(ruling);
    if (isTown(visible.text, match) || isSurname(visible.text, match, language)) return 'no';
    if (isFirm(visible.folded, match.end)) return 'sure';
    if (++doubts > MOST_DOUBTS) return verdictOf(ruling);
    around ??= surroundingsOf(visible, matches, language);
    const accompanied = [matches[i - 1], matches[i + 1]].some((other) =>
      isInSentence(visible.text, match, other),
    );
    const block = blockAt(visible.blocks, match.start);
    const elsewhere = told.get(match.owner) ?? NOWHERE;
    return { visible, match, language, ruling, elsewhere, block, text: around, accompanied };
  });
}

const NOWHERE: ReadonlySet<Ruling> = new Set();

/** What the rules make of all places of each entity. */
function rulingsByOwner(
  matches: readonly Match[],
  rulings: readonly Ruling[],
): ReadonlyMap<number, ReadonlySet<Ruling>> {
  const told = new Map<number, Set<Ruling>>();
  matches.forEach(({ owner }, i) => {
    const own = told.get(owner) ?? new Set();
    told.set(owner, own.add(rulings[i] ?? 'no'));
  });
  return told;
}

/** Whether the name of somebody else stands in the same sentence: `Brave beats Chrome`. */
function isInSentence(text: string, match: Match, other: Match | undefined): boolean {
  if (!other || other.owner < 0 || other.owner === match.owner) return false;
  const [from, to] = other.start < match.start ? [other.end, match.start] : [match.end, other.start];
  return to - from < LONGEST_SENTENCE && !SENTENCE_END.test(text.slice(from, to));
}

const LONGEST_SENTENCE = 150;
const SENTENCE_END = /[.!?]\s|[。！？\n\f]/u;
