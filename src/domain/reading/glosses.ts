// English words for words of other languages, and frequent ones for rare ones, so that what the sentiment model learnt
// of one word helps with others.
import { readFileSync } from 'node:fs';

type Foreign = { whole: Map<string, string>; stems: Map<string, string> };

/** The columns of data/glosses.txt after the English word; one more has rarer English words of that meaning. */
const COLUMNS = ['de', 'fr', 'es', 'pt', 'it', 'nl', 'pl', 'ru', 'tr', 'zh', 'ja', 'ko'];
/** What is cut off a base form; other forms begin with what is left. */
const ENDINGS: Readonly<Record<string, RegExp>> = {
  // Italian infinitives are longer than French ones: `-aire` is an ending of nouns there.
  it: /(?:amente|mente|[aei]re|[aeio])$/,
  pl: /(?:[oiy]wac|nac|[aeiy]c|osc|[aeiouy])$/,
  ru: /(?:[аяеиыоу]ть(?:ся)?|ость|[ыио]й|[аяоеиыьюу])$/,
  tr: /m[ae]k$/,
  ko: /다$/,
};
const ENDING = /(?:ement|amente|mente|en|er|ir|re|ar|es|os|as|e|a|o|s|n)$/;
const SHORTEST = 4;
/** Syllables, of which each says as much as two or three letters. */
const SHORTEST_KOREAN = 2;
const shortestOf = (language: string | null): number => (language === 'ko' ? SHORTEST_KOREAN : SHORTEST);
/** How many letters of inflection a word may have after the stem: Turkish words have several endings. */
const LONGEST_ENDING = 4;
const LONGER: Readonly<Record<string, number>> = { tr: 7 };
const ELISIONS: Readonly<Record<string, RegExp>> = {
  fr: /^(?:l|d|s|n|c|qu|j|m|t)'/,
  it: /^(?:l|un|d|c|s|m|t|v|n|dell|all|nell|dall|sull|quell|quest|bell|com|tutt|senz)'/,
};

/** The columns of each line, read at the first use: a command without answers need not spend the time. */
let rows: string[][] | undefined;
const rowsRead = (): string[][] => {
  rows ??= readFileSync(new URL('./data/glosses.txt', import.meta.url), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => line.split('|'));
  return rows;
};
const wordsIn = (row: readonly string[], column: number): string[] =>
  (row[column] ?? '').split(',').filter(Boolean);

const foreign = new Map<string, Foreign | null>();

/** The words of another language; most texts need one. */
function foreignOf(language: string): Foreign | null {
  const known = foreign.get(language);
  if (known !== undefined) return known;
  const column = COLUMNS.indexOf(language) + 1;
  const made: Foreign | null = column === 0 ? null : { whole: new Map(), stems: new Map() };
  const ending = ENDINGS[language] ?? ENDING;
  const shortest = shortestOf(language);
  if (made)
    for (const row of rowsRead())
      for (const word of wordsIn(row, column)) add(made, word, { english: row[0] ?? '', ending, shortest });
  foreign.set(language, made);
  return made;
}

type Known = { english: string; ending: RegExp; shortest: number };

/** The first line that has a word or its stem wins. */
function add({ whole, stems }: Foreign, word: string, { english, ending, shortest }: Known): void {
  if (!whole.has(word)) whole.set(word, english);
  const cut = word.replace(ending, '');
  const stem = cut.length >= shortest ? cut : word;
  if (stem.length >= shortest && !stems.has(stem)) stems.set(stem, english);
}

/** The frequent word of a rare English one's meaning. */
let commoner: Map<string, string> | undefined;
const commonerOf = (english: string): string | undefined => {
  commoner ??= new Map(
    rowsRead().flatMap((row) =>
      wordsIn(row, COLUMNS.length + 1).map((word): [string, string] => [word, row[0] ?? '']),
    ),
  );
  return commoner.get(english);
};

/** English words of about the meaning of a folded word, the nearest first, the most frequent last; often none. */
export function glossesOf(word: string, language: string | null): readonly string[] {
  const english = language === 'en' ? word : englishOf(word, language);
  if (english === undefined) return NONE;
  const common = commonerOf(english);
  return [...(language === 'en' ? NONE : [english]), ...(common === undefined ? NONE : [common])];
}

const NONE: readonly string[] = [];

/** The English word beside a word of another language, or beside its stem. */
function englishOf(word: string, language: string | null): string | undefined {
  const own = foreignOf(language ?? '');
  if (!own) return undefined;
  const elision = ELISIONS[language ?? ''];
  const bare = elision ? word.replace(elision, '') : word;
  const exact = own.whole.get(word) ?? own.whole.get(bare);
  if (exact !== undefined) return exact;
  const shortest = Math.max(shortestOf(language), bare.length - (LONGER[language ?? ''] ?? LONGEST_ENDING));
  for (let length = bare.length; length >= shortest; length--) {
    const stem = own.stems.get(bare.slice(0, length));
    if (stem !== undefined) return stem;
  }
  return undefined;
}

/** All folded words of another language that have an English one beside them. */
export const glossedIn = (language: string): string[] => [...(foreignOf(language)?.whole.keys() ?? [])];

/** Whether a folded word of another language has an English one beside it: an ordinary word, perhaps a name too. */
export const isGlossed = (word: string, language: string): boolean =>
  foreignOf(language)?.whole.has(word) === true;
