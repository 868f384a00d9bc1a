// English verbs: what follows a name that opens a sentence, and no noun, is what the name does.
import { readFileSync } from 'node:fs';

const bases = new Set(
  readFileSync(new URL('./data/verbs.txt', import.meta.url), 'utf8')
    .trimEnd()
    .split(/\s+/),
);
const IRREGULAR = new Set(
  (
    'beat became began bent bid blew bought broke brought built came chose cut dealt drew drove fed fell felt flew ' +
    'forgot fought found froze gave got grew held hid hit hurt kept knew laid lay led left lent let lit lost made ' +
    'meant met overcame oversaw overtook paid put quit ran rang read rode rose said sank sat saw sent set shook shot ' +
    'shrank shut slid slipped sold sped spent split spoke sprang spread stole stood struck stuck swept swore swung took ' +
    'taught thought threw told tore undercut understood underwent was went were withdrew woke won wore wrote'
  ).split(' '),
);
const AUXILIARY = new Set(
  (
    "can can't cannot could couldn't did didn't do does doesn't had hadn't has hasn't is isn't may might must should " +
    "shouldn't was wasn't will won't would wouldn't"
  ).split(' '),
);
const ADVERBS = new Set(
  (
    'actually again almost already also always apparently barely consistently constantly currently deliberately easily ' +
    'even eventually ever finally frankly frequently gladly hardly happily honestly initially instantly just later ' +
    'mostly naturally nearly never normally notoriously now occasionally often once only openly originally otherwise ' +
    'politely previously promptly proudly quickly quietly rarely really recently regularly reliably reportedly ' +
    'routinely scarcely seldom silently simply slowly sometimes soon steadily still suddenly supposedly then therefore ' +
    'typically usually wisely'
  ).split(' '),
);

const PLURALS = new Set("are aren't were weren't have haven't do don't".split(' '));

const WORD = /^ ([\p{Ll}'’-]+)/u;
const AHEAD = 50;

/** What kind of verb follows a place, after an adverb or at once, and what follows that; null when none does. */
export function verbAfter(text: string, at: number): { kind: string; next: string } | null {
  const after = text.slice(at, at + AHEAD);
  const first = wordOf(after);
  const isAdverb = ADVERBS.has(first);
  const from = isAdverb ? first.length + 1 : 0;
  const verb = isAdverb ? wordOf(after.slice(from)) : first;
  const rest = after.slice(from + verb.length + 1);
  const form = verb === '' || (verb === 'made' && MADE_OF.test(rest)) ? null : formOf(verb);
  if (form === null) return null;
  return {
    kind: isAdverb ? `${form} after adverb` : form,
    next: nextOf(rest),
  };
}

/** `Lemonade made with mint`. */
const MADE_OF = /^ (?:with|of|from|by|in|for)\b/;

const wordOf = (text: string): string => (WORD.exec(text)?.[1] ?? '').replace('’', "'");

function formOf(word: string): string | null {
  if (AUXILIARY.has(word)) return 'auxiliary';
  if (IRREGULAR.has(word)) return 'irregular';
  if (word.endsWith('s') && stemsOf(word, /(?:ie)?s$/, 'es').some((stem) => bases.has(stem))) return 'third';
  if (word.endsWith('ed') && stemsOf(word, /(?:i)?ed$/, 'ed').some((stem) => bases.has(stem))) return 'past';
  return null;
}

/** `carries`, `fixes`, `prices`; `tried`, `dropped`, `placed`. */
function stemsOf(word: string, ending: RegExp, longer: string): string[] {
  const short = word.replace(/[sd]$/, '');
  const bare = word.endsWith(longer) ? word.slice(0, -longer.length) : short;
  return [short, bare, bare.replace(/(.)\1$/, '$1'), `${word.replace(ending, '')}y`];
}

const NEXT: readonly (readonly [string, RegExp])[] = [
  ['end', /^(?:$|[.,;:!?)\n\f])/],
  ['it', /^ (?:me|us|it|them|you|him|her|itself|themselves)\b/],
  [
    'the',
    /^ (?:the|an?|its|my|your|their|our|his|all|every|any|no|some|more|most|many|much|both|less|few|several|[$€£]?\d|\p{Lu})/u,
  ],
  [
    'in',
    /^ (?:in|on|at|by|for|from|to|with|without|within|over|under|up|down|out|off|away|back|through|above|below|after|before|into|as|like|against|around|ahead|behind|towards?|of)\b/,
  ],
  ['well', /^ (?:\p{Ll}+ly|well|fast|again|twice|better|worse|best|worst|too|so|very|far|late|early)\b/u],
];

/** `Copper pipes last`: a verb in its base form makes the word before it a plural, and no verb. */
const nextOf = (rest: string): string =>
  NEXT.find(([, pattern]) => pattern.test(rest))?.[0] ?? (isPluralVerb(wordOf(rest)) ? 'verb' : 'word');

const isPluralVerb = (word: string): boolean => PLURALS.has(word) || bases.has(word) || IRREGULAR.has(word);
