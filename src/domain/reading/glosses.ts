// English words for words of other languages, and frequent ones for rare ones, so that what the sentiment model learnt
// of one word helps with others.
import { readFileSync } from 'node:fs';

type Foreign = { whole: Map<string, string>; stems: Map<string, string> };
type Glosses = { foreign: ReadonlyMap<string, Foreign>; commoner: Map<string, string> };

/** The columns of data/glosses.txt after the English word; one more has rarer English words of that meaning. */
const COLUMNS = ['de', 'fr', 'es', 'pt', 'it', 'nl'];
const ENDING = /(?:ement|amente|mente|en|er|ir|re|ar|es|os|as|e|a|o|s|n)$/;
const SHORTEST = 4;
/** How many letters of inflection a word may have after the stem. */
const LONGEST_ENDING = 4;
const ELISION = /^(?:l|d|s|n|c|qu|j|m|t)'/;

let read: Glosses | undefined;

/** Read at the first use: a command without answers need not spend the time. */
function glosses(): Glosses {
  if (read) return read;
  const foreign = new Map(
    COLUMNS.map((language): [string, Foreign] => [language, { whole: new Map(), stems: new Map() }]),
  );
  const commoner = new Map<string, string>();
  const lines = readFileSync(new URL('./data/glosses.txt', import.meta.url), 'utf8')
    .trimEnd()
    .split('\n');
  for (const line of lines) {
    const [english = '', ...columns] = line.split('|').map((column) => column.split(',').filter(Boolean));
    [...foreign.values()].forEach((own, i) => {
      for (const word of columns[i] ?? []) add(own, word, english[0] ?? '');
    });
    for (const word of columns[COLUMNS.length] ?? []) commoner.set(word, english[0] ?? '');
  }
  read = { foreign, commoner };
  return read;
}

/** The first line that has a word or its stem wins. */
function add({ whole, stems }: Foreign, word: string, english: string): void {
  if (!whole.has(word)) whole.set(word, english);
  const cut = word.replace(ENDING, '');
  const stem = cut.length >= SHORTEST ? cut : word;
  if (stem.length >= SHORTEST && !stems.has(stem)) stems.set(stem, english);
}

/** English words of about the meaning of a folded word, the nearest first, the most frequent last; often none. */
export function glossesOf(word: string, language: string | null): readonly string[] {
  const english = language === 'en' ? word : englishOf(word, language);
  if (english === undefined) return NONE;
  const commoner = glosses().commoner.get(english);
  return [...(language === 'en' ? NONE : [english]), ...(commoner === undefined ? NONE : [commoner])];
}

const NONE: readonly string[] = [];

/** The English word beside a word of another language, or beside its stem. */
function englishOf(word: string, language: string | null): string | undefined {
  const own = glosses().foreign.get(language ?? '');
  if (!own) return undefined;
  const bare = language === 'fr' ? word.replace(ELISION, '') : word;
  const exact = own.whole.get(word) ?? own.whole.get(bare);
  if (exact !== undefined) return exact;
  for (let length = bare.length; length >= Math.max(SHORTEST, bare.length - LONGEST_ENDING); length--) {
    const stem = own.stems.get(bare.slice(0, length));
    if (stem !== undefined) return stem;
  }
  return undefined;
}

/** Whether a folded word of another language has an English one beside it: an ordinary word, perhaps a name too. */
export const isGlossed = (word: string, language: string): boolean =>
  glosses().foreign.get(language)?.whole.has(word) === true;
