// English words for words of other languages, and frequent ones for rare ones, so that what the sentiment model learnt
// of one word helps with others.
import { readFileSync } from 'node:fs';

type Glosses = { whole: Map<string, string>; stems: Map<string, string> };

/** The columns of data/glosses.txt after the English word; the last has rarer English words of that meaning. */
const COLUMNS = ['de', 'fr', 'es', 'en'];
const ENDING = /(?:ement|amente|mente|en|er|ir|re|ar|es|os|as|e|a|o|s|n)$/;
const SHORTEST = 4;
/** How many letters of inflection a word may have after the stem. */
const LONGEST_ENDING = 4;
const ELISION = /^(?:l|d|s|n|c|qu|j|m|t)'/;

let read: Map<string, Glosses> | undefined;

/** Read at the first use: a command without answers need not spend the time. */
function glosses(): Map<string, Glosses> {
  if (read) return read;
  const made = new Map(
    COLUMNS.map((language): [string, Glosses] => [language, { whole: new Map(), stems: new Map() }]),
  );
  const lines = readFileSync(new URL('./data/glosses.txt', import.meta.url), 'utf8')
    .trimEnd()
    .split('\n');
  for (const line of lines) {
    const [english = '', ...columns] = line.split('|');
    columns.forEach((column, i) => {
      const own = made.get(COLUMNS[i] ?? '');
      if (own && column !== '') for (const word of column.split(',')) add(own, word, english);
    });
  }
  read = made;
  return made;
}

/** The first line that has a word or its stem wins. */
function add({ whole, stems }: Glosses, word: string, english: string): void {
  if (!whole.has(word)) whole.set(word, english);
  const cut = word.replace(ENDING, '');
  const stem = cut.length >= SHORTEST ? cut : word;
  if (stem.length >= SHORTEST && !stems.has(stem)) stems.set(stem, english);
}

/** English words of about the meaning of a folded word, the nearest first, the most frequent last; often none. */
export function glossesOf(word: string, language: string | null): readonly string[] {
  const own = glosses().get(language ?? '');
  if (!own) return NONE;
  if (language === 'en') return commonerOf(word);
  const gloss = foreign(own, language === 'fr' ? word.replace(ELISION, '') : word, word);
  return gloss === undefined ? NONE : [gloss, ...commonerOf(gloss)];
}

const NONE: readonly string[] = [];

function commonerOf(word: string): readonly string[] {
  const commoner = glosses().get('en')?.whole.get(word);
  return commoner === undefined ? NONE : [commoner];
}

/** The gloss of a word or of its stem. */
function foreign({ whole, stems }: Glosses, bare: string, word: string): string | undefined {
  const exact = whole.get(word) ?? whole.get(bare);
  if (exact !== undefined) return exact;
  for (let length = bare.length; length >= Math.max(SHORTEST, bare.length - LONGEST_ENDING); length--) {
    const stem = stems.get(bare.slice(0, length));
    if (stem !== undefined) return stem;
  }
  return undefined;
}

/** Whether a folded word of another language has an English one beside it: an ordinary word, perhaps a name too. */
export const isGlossed = (word: string, language: string): boolean =>
  glosses().get(language)?.whole.has(word) === true;
