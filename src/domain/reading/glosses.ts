// The English word for frequent words of other languages, so that what the sentiment model learnt from English lines
// helps there too.
import { readFileSync } from 'node:fs';

type Glosses = { whole: Map<string, string>; stems: Map<string, string> };

/** The columns of data/glosses.txt after the English word. */
const COLUMNS = ['de', 'fr', 'es'];
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

/** An English word of about the same meaning as a folded word; null when none is known. English words are their own. */
export function glossOf(word: string, language: string | null): string | null {
  if (language === 'en') return word;
  const own = glosses().get(language ?? '');
  if (!own) return null;
  const bare = language === 'fr' ? word.replace(ELISION, '') : word;
  const exact = own.whole.get(word) ?? own.whole.get(bare);
  if (exact !== undefined) return exact;
  for (let length = bare.length; length >= Math.max(SHORTEST, bare.length - LONGEST_ENDING); length--) {
    const stem = own.stems.get(bare.slice(0, length));
    if (stem !== undefined) return stem;
  }
  return null;
}
