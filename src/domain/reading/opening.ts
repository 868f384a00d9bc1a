// A word that opens a sentence has its capital from its place: the grammar after it tells a name from a word.
import { EDGE } from './canvas.ts';
import type { Match } from './match.ts';
import { isEnglish, LISTS } from './words.ts';

export type Verdict = 'sure' | 'likely' | 'no';

const AHEAD = 40;
/** `Acme's`, `Acme (2019)`, `Acme, formerly Borg`. */
const OWNED = /^(?:'s?\b|'(?=\s)| \(|,? formerly| [–—] )/u;
const CAPITAL = /^!? \p{Lu}[\p{Ll}\d]/u;
/** A verb in the singular, by what follows it: words of the language have an article before them. */
const VERB_AND_OBJECT =
  /^ \p{Ll}+s (?:the|a|an|its|your|you|their|all|every|more|some|many|most|both|hundreds|thousands|\d+)\b/u;
const VERB_AND_PREPOSITION =
  /^ \p{Ll}+s (?:there|well|with|to|from|on|in|for|at|up|out|as|over|into|across|around)\b/u;
/** `processes payments`, `runs better`. */
const VERB_AND_MORE =
  /^ \p{Ll}+(?<!s)s (?:\p{Ll}+s|better|worse|(?!matter|other|offer|cover|order|enter|after|under|over|never|ever|rather|differ|suffer|deliver|remember|consider|discover|wonder|either)\p{Ll}+er|\p{Ll}+ly)\b/u;
/** `Vanguard invented the index fund`, `Confluence postpones it`, `Tableau, part of another`. */
const VERB_OR_PART =
  /^(?:(?: \p{Ll}+ly)? \p{Ll}{3,}(?:ed (?:(?:the|an?|its|their)\b|(?:in|by|as|at|from|to) [\p{Lu}\d])|s (?:it|them|us|[$£€]))|, (?:part of|owned by|founded|by contrast|in contrast|meanwhile|however|though|too|in turn|on the other hand|for (?:its part|one|instance|example)|(?:un)?like)\b)/u;
/** `Tidal trumps Spotify`, `Sylvan, 4.7 out of 5`, `Plausible 4.8/5`, `Wise, a firm in London`, `Carnival I'd skip`. */
const BESIDE =
  /^(?: \p{Ll}+s \p{Lu}\p{Ll}|,? (?:[★⭐]|\d(?:[.,]\d)?\s?(?:\/|out of|stars?))|, (?:an?|the) [^,.]{0,40}\b(?:company|firm|app|tool|platform|brand|service|maker|start-?up|bank|provider|software|site|website|shop|store|chain|agency|party|lender|insurer|carrier|airline|publisher|vendor|network)\b| I(?:'d| would|'ll)\b)/u;
/** `Bill weekly`: what a command may be followed by, too. */
const OFTEN = /^(?:hour|dai|week|fortnight|month|quarter|year|ear)ly$/;
const NO_LONGER = /^ no longer\b/;
/** `Sage and Brown Butter`. */
const ROW = /^(?:and|or|&)$/;
/** `Lemonade made with mint`. */
const MADE_OF = /^ made (?:with|of|from|by|in|for)\b/;
/** `Flink und leise`, `Action, humour et`, `Claro que`: a word that opens a sentence with another one of its kind. */
const AND_ANOTHER =
  /^(?: (?:und|oder|et|ou|y|o|que) (?!(?:seine?[nrms]?|ihre?[nrms]?|die|der|das|den|dem|le|la|les|ses?|son|sa|leurs?|el|los|las|sus?|un|une|una|ander\p{Ll}*|weiter\p{Ll}*|alle|viele|d'autres|autres|quelques|tou(?:te)?s|otr[oa]s|demás|much[oa]s)\b)\p{Ll}|, \p{Ll}+ (?:und|et|y|e) \p{Ll})/u;
/** `Willow pricing starts at $9`, but `Premium plans start at`. */
const PRICED =
  /^ (?:pricing|prices|plans?|subscriptions?|memberships?) (?:starts?|begins?|ranges?|runs?) (?:at|from|between)\b/u;
/** `Brave cooks can skip it`: a word and its plural noun. */
const PLURAL_SUBJECT = /^ \p{Ll}+s (?:can|could|may|might|must|should|will|would|who)\b/u;
/** `coolers`, `TVs`. */
const MANY_THINGS = /^ (\p{Lu}{2,3}s|\p{Ll}+)\b/u;
/** Words that open a sentence before a comma: `Indeed, the market grew`. */
const ADVERBS = /^(?:indeed|later|now|today|still|then|yet|soon|overall|first|next|finally)$|ly$/;

/** Whether a name that opens a sentence is one; `next` is the small word after it, '' when there is none. */
export function judgeOpening(text: string, match: Match, next: string): Verdict {
  const after = text.slice(match.end, match.end + AHEAD);
  const { source, key } = match.pattern;
  // `Which? members`: no question ends there.
  if (/[?!]$/.test(source) && /[?!] \p{Ll}/u.test(text.slice(match.end - 1, match.end + 3))) return 'sure';
  // `Indeed, several readers agree`
  if (ADVERBS.test(key) && /^, \p{Ll}/u.test(after) && !BESIDE.test(after)) return 'no';
  if (OWNED.test(after)) return 'sure';
  if (CAPITAL.test(after) && !isTitleCase(text, match)) return 'sure';
  if (/:\s$/.test(text.slice(0, match.start).slice(-2)) && /^(?:[.,;]|\s*$|[\f\n])/.test(after.slice(0, 2)))
    return 'sure';
  if (IS_THING.test(after)) return 'no';
  // `the peloton`, `Acorns must`: the word itself stands in the text, or is many.
  if (isWordElsewhere(text, key) || (isMany(key) && MANY_DO.test(after))) return 'likely';
  if (VERB_AND_OBJECT.test(after)) return 'sure';
  if (PRICED.test(after) && !LISTS.plans.has(key)) return 'sure';
  if (LISTS.thingNouns.has(next) || LISTS.people.has(next) || PLURAL_SUBJECT.test(after)) return 'no';
  if (VERB_AND_PREPOSITION.test(after) || VERB_AND_MORE.test(after) || VERB_OR_PART.test(after))
    return 'sure';
  if (BESIDE.test(after) && !isTitleCase(text, match) && !ADVERBS.test(key)) return 'sure';
  if ((/\p{Ll}{2}ly$/u.test(next) && !OFTEN.test(next)) || NO_LONGER.test(after)) return 'sure';
  const isRow = ROW.test(next) && isTitleCase(text, match);
  if (LISTS.brandVerbs.has(next) && !MADE_OF.test(after) && !isRow) return 'sure';
  return next !== '' && LISTS.starters.has(next) ? 'no' : 'likely';
}

/** What the grammar after a name says of it: a verb with what it does, what is beside it, a thing. */
export function grammarAfter(text: string, at: number): string {
  const after = text.slice(at, at + AHEAD);
  return GRAMMAR.find(([, pattern]) => pattern.test(after))?.[0] ?? 'none';
}

/** `Yeti coolers keep ice`: a maker and what people buy. */
export function isBeforeProducts(text: string, match: Match): boolean {
  const things = MANY_THINGS.exec(text.slice(match.end, match.end + AHEAD))?.[1]?.toLowerCase() ?? '';
  return LISTS.products.has(things) && isForced(text, match) && !isTitleCase(text, match);
}

/** Whether a word of another language that opens a sentence is nothing but the word. */
export function opensOtherwise(text: string, match: Match): boolean {
  const after = text.slice(match.end, match.end + AHEAD);
  const isNumber = LISTS.foreignNumbers.has(match.pattern.key) && /^ \p{L}/u.test(after);
  if (!AND_ANOTHER.test(after) && !isNumber) return false;
  const next = /^ (\p{Ll}+)/u.exec(after)?.[1] ?? '';
  return isForced(text, match) && !LISTS.brandVerbs.has(next);
}

/** `Dawn is the best time`. */
const IS_THING =
  /^ is (?:the|an?) (?:\p{Ll}+ ){0,2}(?:time|thing|moment|month|season|stage|step|part|reason|factor|question)\b/u;
const MANY_DO = /^ (?:must|can|should|may|need|are|were|have|grow|gather|come|keep|make|work)\b/;
const isMany = (key: string): boolean => /[^s]s$/.test(key) && isEnglish(key.slice(0, -1));

const GRAMMAR: readonly (readonly [string, RegExp])[] = [
  ['owned', OWNED],
  ['thing', IS_THING],
  ['object', VERB_AND_OBJECT],
  ['preposition', VERB_AND_PREPOSITION],
  ['more', VERB_AND_MORE],
  ['part', VERB_OR_PART],
  ['priced', PRICED],
  ['beside', BESIDE],
  ['people', PLURAL_SUBJECT],
  ['many', MANY_DO],
];

let lastText = '';
let elsewhere = new Map<string, boolean>();

/** Whether a word stands in small letters in the text; looked for once for each word of a text. */
function isWordElsewhere(text: string, key: string): boolean {
  if (text !== lastText) [lastText, elsewhere] = [text, new Map()];
  const known = elsewhere.get(key);
  if (known !== undefined) return known;
  let at = text.indexOf(key);
  while (at >= 0 && (LETTER.test(text.charAt(at - 1)) || LETTER.test(text.charAt(at + key.length))))
    at = text.indexOf(key, at + 1);
  elsewhere.set(key, at >= 0);
  return at >= 0;
}

const LETTER = /[\p{L}\d.@/-]/u;

/** Whether the writer had to capitalise: a sentence begins, or all words of the line are capitalised. */
export function isForced(text: string, match: Match): boolean {
  const before = text.slice(Math.max(0, match.start - 6), match.start);
  if (match.start === 0 || /(?:[.!?…:。！？]["')\s*]*|[\f\n•]["'(*\s\d.)#-]*)["'(]?$/u.test(before))
    return true;
  if (/^["'(*\s]*$/.test(text.slice(0, match.start))) return true;
  return isTitleCase(text, match);
}

/** Whether all longer words of its line, or of its sentence in the line, have capitals. */
export function isTitleCase(text: string, match: Match): boolean {
  const line = lineStart(text, match.start);
  if (match.start - line > 120) return false;
  // `Step 2. Leave Excel.`: the sentence counts, not the line.
  const start = line + (/^.*[.:!?]\s/su.exec(text.slice(line, match.start))?.[0].length ?? 0);
  const stop = text.slice(match.end, match.end + 120).search(/[\f\n.!?]/);
  const words =
    (
      text.slice(start, match.start) + text.slice(match.end, stop < 0 ? match.end + 120 : match.end + stop)
    ).match(/\p{L}{4,}/gu) ?? [];
  return words.length >= 2 && words.every((word) => /^\p{Lu}/u.test(word));
}

/** Where the line begins, looked for in the last 130 characters only. */
export function lineStart(text: string, at: number): number {
  const from = Math.max(0, at - 130);
  const before = text.slice(from, at);
  return from + Math.max(before.lastIndexOf('\n'), before.lastIndexOf(EDGE)) + 1;
}
